"""The first screen of an answer: headline, chart, ranking and words, and what a click on them does."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from html import escape

import streamlit as st

from data.answer import Answer, answer
from data.compared import Compared
from data.yours import NONE, Yours
from model.economics import METRICS
from model.question import Question
from pages.ui import (
    caution,
    chart,
    compare,
    expected,
    handout,
    hover,
    link,
    phrases,
    ranking,
    seconds,
    sentences,
    series,
    yours_words,
)
from pages.ui.empty import Empty, empty, modelled
from pages.ui.figures import figure
from pages.ui.ladder import PINS
from pages.ui.panels import panels
from pages.ui.subline import Subline, subline
from pages.ui.theme import colours
from pages.ui.unanswered import idle, outside_range
from pages.ui.widgets import held, put
from pages.ui.wording import headline

PROMPT_S = 3.0  # a first token within this is felt as prompt; the words say who leads then
POINT = "point shown"
FOLDED = {"Dashed": "error", "Left out": "omitted"}  # sentences that stand below the others, folded
POWER = ("power", "f", "pue", "all_in_draw", "power_date", "watts")
_answer = lru_cache(maxsize=128)(answer)  # of all visitors: an Answer is never changed
Answers = Callable[[Question], Answer]


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """What the page shows of one answer."""

    answer: Answer
    headline: str
    subline_html: str
    content: chart.Content
    second: Compared | None = None  # where two questions are compared


def picture(question: Question, yours: Yours = NONE) -> Picture:
    """The picture that answers `question`, in the colours of the visitor's theme; with their own points if they have.

    Those are kept no longer than it takes to draw them: what all visitors share never holds them.
    """
    scheme = st.context.theme.type or "light"
    if not yours:
        return _pictured(question, scheme)
    return _drawn(question, scheme, cache(partial(answer, yours=yours)))


@lru_cache(maxsize=48)
def _pictured(question: Question, scheme: str) -> Picture:
    return _drawn(question, scheme, _answer)


def _drawn(question: Question, scheme: str, answers: Answers) -> Picture:
    answered = _reached(answers(question), answers)
    second = compare.second(answered, answers)
    answered = answered if second is None else second.here
    nothing = None if answered.curves else empty(answered, answers)
    title = headline(answered) if nothing is None else nothing.sentence
    look, shown = colours(scheme), panels(answered) if second is None else seconds.panelled(second)
    words, legend = _words(question, answered, answers, second), compare.legend(second)
    basis = " ".join(filter(None, (caution.basis_words(answered), legend)))
    content = chart.Content(
        figure=figure(answered, shown, look, hover.hovers(answered)),
        colours=look,
        alt=" ".join(filter(None, [f"{title}.", legend, *words])),
        words=_toned(words),
        ranking=ranking.table(answered, look, shown),
        message=None if nothing is None else _message(nothing, modelled(answered, answers)),
        filename=chart.filename(answered.question),
        title=title,
        subtitle=_plain(subline(answered), basis),
        shared=not answered.yours,
    )
    content = replace(content, report=handout.report(answered, content))
    return Picture(answered, title, _html(subline(answered), basis), content, second)


def _words(asked: Question, answered: Answer, answers: Answers, second: Compared | None) -> list[str]:
    """All sentences below the chart, those that decide first; what is left out comes last."""
    words = _noted(asked, answered) + sentences.words(answered, *_companions(answered, answers))
    place = len(words) - words[-1].startswith("Left out") if words else 0
    more = series.words(answered) + yours_words.against(answered) + expected.sentences(answered)
    words[place:place] = more + compare.words(second)
    return words


def _html(line: Subline, basis: str) -> str:
    """The sub-line, its evidence in bold; below it the late first token and what the basis assumes. Escaped."""
    text, evidence, second, caution = (escape(part) for part in (line.text, line.evidence, line.second, basis))
    first = " · ".join(filter(None, (text, f"<b>{evidence}</b>" if evidence else "")))
    last = " ".join(filter(None, (second, f"<b>{caution}</b>" if caution else "")))
    return "".join(f'<p class="sv-asked">{said}</p>' for said in (first, last) if said)


def _plain(line: Subline, basis: str) -> str:
    """The sub-line as one text, for a downloaded picture."""
    first = " · ".join(filter(None, (line.text, line.evidence)))
    return ". ".join(said.rstrip(".") for said in (first, line.second, basis) if said)


def events() -> dict[str, Callable[[str], None]]:
    """What the chart's clicks change; each sets a widget, and the widget the address bar."""
    return {"pin": _pin, "point": _show, "highlight": _highlight, "undo": _ask}


def point_shown(answered: Answer) -> dict[str, object] | None:
    """The point the visitor clicked, as a row of the answer; None when it is not among its points."""
    rows = answered.points.filter(id=st.session_state.get(POINT, ""))
    return rows.row(0, named=True) if rows.height else None


def _reached(answered: Answer, answers: Answers) -> Answer:
    """The same answer, or with the pin on the nearest step that some accelerator reaches."""
    if not answered.curves or any(standing.kind != "none" for standing in answered.standings):
        return answered
    ends = [standing.at for standing in answered.standings]
    up = answered.curves[0].maximise_x
    possible = [step for step in PINS if (step <= max(ends) if up else step >= min(ends))]
    if not possible:
        return answered
    return answers(replace(answered.question, pin=max(possible) if up else min(possible)))


def _noted(asked: Question, answered: Answer) -> list[str]:
    """Where the pin stands, if elsewhere than asked or outside the visitor's limit; a what-if that draws nothing."""
    moved = ""
    if asked.pin != answered.question.pin:
        here = phrases.amount(answered.question.pin, answered.question)
        nobody = "The model has no value" if answered.promoted else "No accelerator has points"
        moved = f"{nobody} {phrases.place(asked.pin, asked)}, so the pin stands at {here}."
    return [said for said in (moved, sentences.outside(answered), idle(asked), outside_range(asked)) if said]


def _companions(answered: Answer, answers: Answers) -> tuple[Answer, Answer]:
    """The same question per chip (or per kW where it already is), and with a prompt first token."""
    question = answered.question
    if not answered.promoted:
        question = replace(question, layer=tuple(key for key in question.layer if key != "model"))
    if METRICS[question.y][1]:  # per chip neither power nor price plays a part, so turning them asks nothing anew
        basis = {name: getattr(Question(), name) for name in POWER}
        per_chip = replace(question, y="tput_total", ghost="none", **basis)
    else:
        per_chip = replace(question, y="tput_total_per_kw", ghost="none")
    return answers(per_chip), answers(replace(question, slo_ttft_s=PROMPT_S, ghost="none"))


def _toned(words: list[str]) -> list[tuple[str, str]]:
    """The first clause strong; what does not decide, of the model's error and of what is left out, folded away."""
    if not words:
        return []
    first, stop, rest = words[0].partition("; ")
    said = [(first + stop.strip(), "strong"), *([(rest, "plain")] if rest else [])]
    return said + [(text, FOLDED.get(text.partition(":")[0], "plain")) for text in words[1:]]


def _message(nothing: Empty, model: Question | None) -> chart.Message:
    said = chart.Message(nothing.sentence, nothing.button, link.format(nothing.undo))
    return said if model is None else replace(said, other="Turn the model on", other_value=link.format(model))


def _pin(step: str) -> None:
    st.session_state["pin"] = step


def _show(point: str) -> None:
    st.session_state[POINT] = str(point)


def _highlight(name: str) -> None:
    put({"highlight": name or None})


def _ask(address: str) -> None:
    put(held(link.parse(address)[0]))
