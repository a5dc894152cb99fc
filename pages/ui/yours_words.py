"""What a visitor's own points say against the published ones, in sentences."""

from collections import Counter

import numpy as np

from data import own_filters
from data.answer import Answer
from data.tables import vocabulary
from data.yours import GRADE, LAYER, accelerator_of, is_yours
from model.question import DECODINGS, GRADES, Question
from model.standing import Curve, standing
from pages.ui import lead
from pages.ui.formats import listing, plural, ratio, span, tokens
from pages.ui.lead import Row
from pages.ui.phrases import amount, measure, place

MOST = 3  # curves that are told of
MOST_NAMED = 2  # cells of LLM and workload that are named
FILTER_NAMES = {  # of the sidebar
    **{"chip": "the choice of accelerators", "precision": "Precision", "engine": "Engine", "decoding": "Decoding"},
    **{"grade": "Evidence", "batch": "Batch", "since": "the choice of days", "latest": "“Newest run only”"},
}
NOT_IN_LINK = "A link to this page does not carry them, and nobody else sees them."


def against(answer: Answer) -> list[str]:
    """How each of the visitor's curves stands against the public frontier: at the pin, and where it stands best."""
    if not answer.yours or LAYER not in answer.question.layer:
        return []
    rows = lead.ranked(answer)
    own, public = ([row for row in rows if is_yours(row[0].accelerator) == side] for side in (True, False))
    if not own:
        return [elsewhere(answer)]
    if not public or answer.promoted:
        return ["No public point to hold yours against is drawn here."]
    said = [" ".join(filter(None, _told(row, public, answer.question))) for row in own[:MOST]]
    return said + ([f"{plural(len(own) - MOST, 'more curve')} of yours in the ranking."] if len(own) > MOST else [])


def counted(answer: Answer) -> str:
    """How many of the visitor's points are among those of the answer, and that the link has none; "" where none is."""
    shown = answer.points.filter(grade=GRADE).height
    if not shown:
        return ""
    of = answer.yours.points.height
    many = f"{shown:,} of your {plural(of, 'point')}" if shown < of else f"Your {plural(of, 'point')}"
    rest = f"; {_others(answer, of - shown)}" if shown < of else ""
    return f"{many} {'is' if of == 1 else 'are'} shown here (★){rest}. {NOT_IN_LINK}"


def _others(answer: Answer, rest: int) -> str:
    """What became of the `rest` that is not shown."""
    if by := filtered(answer):
        return f"of the others {by}; those of other LLMs or workloads are not shown either"
    return f"the other{'s are' if rest > 1 else ' is'} of other LLMs or workloads"


def filtered(answer: Answer) -> str:
    """Which filters hide points of this LLM and workload, and how many each: "Precision (FP4) hides 5"; "" if none."""
    own = answer.yours
    found = own_filters.hidden(answer.question, own.database) if own else {}
    return listing([f"{filter_name(name, answer.question)} hides {n:,}" for name, n in found.items()])


def filter_name(name: str, question: Question) -> str:
    """A filter of the sidebar with what it holds: "Precision (FP4)", "Batch (1 to 64)", "Newest run only"."""
    words = vocabulary()
    names = {"precision": words.precisions, "engine": words.engines, "decoding": DECODINGS, "grade": GRADES}
    if name in names:
        held = getattr(question, name) or ("plain",)
        return f"{FILTER_NAMES[name]} ({listing([names[name].get(key, key) for key in held], 'or')})"
    if name == "batch":
        low, high = (question.batch,) * 2 if question.batch else (question.batch_min, question.batch_max)
        return f"Batch ({low:,} to {high:,})"
    return FILTER_NAMES[name]


def elsewhere(answer: Answer) -> str:
    """Why none of the visitor's points is drawn: of other LLMs or workloads, or filtered out, and by which filter."""
    question, points = answer.question, answer.yours.points
    all_ = plural(points.height, "point")
    if not answer.points.filter(grade=GRADE).is_empty():
        return f"None of your {all_} can be drawn on these axes."
    cells = Counter(points.select("llm", "isl", "osl").iter_rows())
    if (question.llm, question.isl, question.osl) in cells:
        return f"None of your {all_} passes the filters: {filtered(answer)}."
    names = vocabulary().llms
    told = [
        f"{n:,} {'is' if n == 1 else 'are'} of {names.get(llm, f'{llm}, which is no LLM known here')}"
        f" at {_lengths(isl, osl)}"
        for (llm, isl, osl), n in cells.most_common(MOST_NAMED)
    ]
    return f"None of your {all_} is of this LLM and workload: {', '.join(told)}."


def _lengths(isl: int | None, osl: int | None) -> str:
    return f"{tokens(isl or 0)} in, {tokens(osl or 0)} out"


def _told(own: Row, public: list[Row], question: Question) -> list[str]:
    """At the pin against the best public curve and the same part's, then where it stands best."""
    where, best = place(question.pin, question), public[0]
    same = [row for row in public[1:] if row[0].accelerator == accelerator_of(own[0].accelerator)]
    parts = [_beside(own, row) for row in (best, *same[:1])]
    if own[1].kind == "none":
        said = f"{own[0].name} has no point {where}."
    elif best[1].kind == "none":
        said = f"{own[0].name} goes beyond the public frontier: no public point {where}."
    else:
        what = f" in {measure(question).what}"
        said = f"{own[0].name} {_verdict(own, best)} the public frontier {where}: {parts[0]}{what}"
        said += "".join(f", {part}" for part in parts[1:] if part) + "."
    return [said, _best(own[0], [curve for curve, _ in public], question)]


def _verdict(own: Row, best: Row) -> str:
    least, most = lead.times(own, best)
    if 1 / lead.LEVEL <= least <= most <= lead.LEVEL:
        return "is level with"
    return "beats" if least >= 1 else "is behind" if most <= 1 else "may beat or miss"


def _beside(own: Row, other: Row) -> str:
    """1.3× ahead of GB200; as a range where nobody measured; "" where one has no value."""
    if "none" in (own[1].kind, other[1].kind):
        return ""
    least, most = lead.times(own, other)
    if 1 / lead.LEVEL <= least <= most <= lead.LEVEL:
        return f"level with {other[0].name}"
    if least < 1 < most:
        return f"{ratio(1 / least)} behind to {ratio(most)} ahead of {other[0].name}, as nobody measured there"
    ahead, (low, high) = least >= 1, (least, most) if least >= 1 else (1 / most, 1 / least)
    by = ratio(low) if ratio(low) == ratio(high) else span(ratio(low), ratio(high))
    return f"{by} {'ahead of' if ahead else 'behind'} {other[0].name}"


def _best(own: Curve, rivals: list[Curve], question: Question) -> str:
    """The measured point of the visitor's curve that is furthest ahead of everything public, or nearest to it."""
    found = [(_ahead(own, x, y, rivals), float(x)) for x, y in zip(own.x, own.y, strict=True)]
    known = [(ahead, x, name) for (ahead, name), x in found if np.isfinite(ahead)]
    beyond = [x for (ahead, _), x in found if not np.isfinite(ahead)]
    said = f"From {amount(beyond[0], question)} on no public point is so good." if beyond else ""
    if not known:
        return said
    ahead, x, name = max(known)
    if ahead > lead.LEVEL:
        return f"Its largest lead is {ratio(ahead)} over {name}, at {amount(x, question)}. {said}".strip()
    nearest = f"{name} is {ratio(1 / ahead)} ahead" if ahead < 1 / lead.LEVEL else f"level with {name}"
    return f"It stands best at {amount(x, question)}: {nearest}. {said}".strip()


def _ahead(own: Curve, x: float, y: float, rivals: list[Curve]) -> tuple[float, str]:
    """How many times better `y` is than the best that a rival may have at `x`, and which; NaN where none goes there."""
    told = [(found, curve.name) for curve in rivals if (found := standing(curve, float(x))).value is not None]
    if not told:
        return float("nan"), ""
    if own.maximise_y:
        best, name = max((found.high, name) for found, name in told)
        return float(y) / best, name
    best, name = min((found.low, name) for found, name in told)
    return best / float(y), name
