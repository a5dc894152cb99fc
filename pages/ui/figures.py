"""The frontier chart of an answer as plain Plotly dicts: one set of traces, one layout per form of the page."""

import re
from collections.abc import Sequence

import numpy as np

from data.answer import Answer
from model.envelope import Crossover, crossovers
from model.question import Question, is_maximised
from pages.ui import axes, beside, frame, marks, notes, seconds, strokes, traces
from pages.ui.frame import Frame
from pages.ui.panels import HERO, Panel
from pages.ui.sheet import Points, Sheet, Trace, points
from pages.ui.theme import Colours

Figure = dict[str, object]
DOT, HOVER_WIDTH = " · ", 64  # characters of a line of a hover text
MARKUP = re.compile("<(?!/?b>|br>)")


def figure(answer: Answer, parts: Sequence[Panel], colours: Colours, texts: Sequence[str] | None = None) -> Figure:
    """`data`: traces of all panels; `wide`: the layout for them; `narrow`: one layout per panel; `panels`: titles.

    `parts` are the panels of the answer (panels.panels), `texts` the hover texts of the rows of `answer.points`; of
    their markup only bold and line breaks are kept. Arrays are float32.
    """
    question = answer.question
    held = [c for p in parts for c in (*p.curves, *beside.framed(answer, p.curves, p.modelled))]
    frames = frame.frames(question, held, [*answer.ghosts, *(c for p in parts for c in p.second)], len(parts))
    dots = points(answer, None if texts is None else [safe(folded(text)) for text in texts])
    sheets = [_sheet(p, dots, question, colours) for p in parts]
    changes = [_changes(s, frames[0]) for s in sheets]
    data = [t for k, s in enumerate(sheets) for t in _placed(_layers(s, changes[k]), k)]
    texted = [[_notes(s, f, answer, c) for s, c in zip(sheets, changes, strict=True)] for f in frames]
    titles = [p.title for p in parts]
    return {
        "data": data,
        "wide": axes.layout(question, colours, frames[0], titles, texted[0]),
        "narrow": [axes.layout(question, colours, frames[1], [t], [n]) for t, n in zip(titles, texted[1], strict=True)],
        "panels": titles if len(parts) > 1 else [],
        "empty": not answer.curves,
    }


def folded(text: str) -> str:
    """A hover text whose lines are short enough not to hide the plot: broken at their dots."""
    lines = []
    for line in text.split("<br>"):
        if len(line) <= HOVER_WIDTH:
            lines.append(line)
            continue
        lines.append("")
        for part in line.split(DOT):
            longer = lines[-1] + DOT + part if lines[-1] else part
            lines[-1:] = [longer] if len(longer) <= HOVER_WIDTH or not lines[-1] else [lines[-1], part]
    return "<br>".join(lines)


def safe(text: str) -> str:
    """A hover text in which only bold and line breaks are markup, whatever the tables hold."""
    return MARKUP.sub("&lt;", text)


def _sheet(panel: Panel, dots: Points, question: Question, colours: Colours) -> Sheet:
    curves = panel.curves
    best = strokes.best(curves, panel.paths) if curves and question.front != "each" else None
    slow = min if is_maximised(question.x) else max
    edge = float(slow((c.x[0] for c in curves), default=question.pin))
    return Sheet(panel, dots, colours, question.pin, question.front, best, _plateaus(panel, edge), edge)


def _plateaus(panel: Panel, edge: float) -> tuple[int, ...]:
    """The leader at the left edge and Jalapeño, unless they start there."""
    if not panel.curves:
        return ()
    first = (max if panel.curves[0].maximise_y else min)(c.y[0] for c in panel.curves)
    wanted = [i for i, c in enumerate(panel.curves) if c.y[0] == first or c.accelerator == HERO]
    return tuple(i for i in wanted if panel.curves[i].x[0] != edge)


def _changes(sheet: Sheet, wide: Frame) -> list[tuple[Crossover, float]]:
    """Up to two changes of lead nearest to the pin, with their heights; none on staircases, which cross too often,
    nor between modelled curves, which cross inside their bands.
    """
    curves = sheet.panel.curves
    if len(curves) < 2 or not curves[0].smooth or curves[0].what_if is not None:
        return []
    near = marks.nearest(crossovers(curves), sheet.pin)
    heights = [float(strokes.envelope(curves, np.array([c.at]))[0]) for c in near]
    return [(c, h) for c, h in zip(near, heights, strict=True) if 0 <= wide.px(c.at) <= wide.width and h <= wide.top]


def _layers(sheet: Sheet, changes: Sequence[tuple[Crossover, float]]) -> list[Trace]:
    """Back to front: points and curves, then what is marked on them."""
    ringed = marks.rings(sheet, [c for c, _ in changes], [h for _, h in changes])
    marked = [marks.bracket(sheet), ringed, marks.pin_marks(sheet)]
    return [*traces.traces(sheet), *(m for m in marked if m)]


def _placed(layers: Sequence[Trace], panel: int) -> list[Trace]:
    """The traces on their panel's axes."""
    on = {"xaxis": "x2", "yaxis": "y2"} if panel else {"xaxis": "x", "yaxis": "y"}
    return [t | on | {"meta": t["meta"] | {"panel": panel}} for t in layers]


def _notes(sheet: Sheet, form: Frame, answer: Answer, changes: Sequence[tuple[Crossover, float]]) -> axes.Notes:
    """Annotations and shapes of one panel in one form."""
    question, bound = answer.question, axes.limit_on_x(answer.question)
    inside = bool(sheet.panel.curves) and 0 <= form.px(sheet.pin) <= form.width
    texts, room = notes.names(sheet, form, [c.at for c, _ in changes], marks.room(sheet, form, changes))
    watts = next((answer.ghost_watts[g.accelerator].value for g in sheet.panel.ghosts), None)
    told, room = notes.ghost_name(sheet, form, question, watts, room)
    texts, shapes = texts + told, []
    if inside:
        told, room = notes.ratio(sheet, form, room, answer)
        texts += told
        shapes.append(marks.pin_line(sheet))
    for named in (notes.modelled_names, seconds.names):
        told, room = named(sheet, form, room)
        texts += told
    if bound is not None and form.px(bound) > 0:
        told, room = notes.limit(sheet, form, question, bound, room)
        texts += told
        shapes.insert(0, marks.limit_shade(sheet, form.left, bound))
    texts += notes.crossovers(sheet, form, question, changes, room)
    tag = [notes.pin_tag(sheet, form, question)] if inside else []
    return axes.Notes([*texts, *tag], shapes, sheet.panel.second_title)
