"""The Plotly layout of the chart: axes with their ticks and titles, margins, hover and mode bar."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import log10

from model.question import Question, is_maximised
from pages.ui import frame, phrases
from pages.ui.frame import Frame
from pages.ui.theme import Colours

Layout = dict[str, object]
X_TITLES = {
    "interactivity": "Speed for one user, tok/s → faster",
    "e2e_s": "Whole request, s → faster",
    "ttft_s": "First token, s → faster",
    "tpot_s": "Time per token, s → faster",
    "concurrency": "Requests in flight → more",
}
LIMITS = {"interactivity": "slo_interactivity", "e2e_s": "slo_e2e_s", "ttft_s": "slo_ttft_s"}
CLEAR = "rgba(0,0,0,0)"
SECOND_LINE = 17  # px that a panel's own title adds above the plot


@dataclass(frozen=True, slots=True)
class Notes:
    """What one panel writes and draws beside its traces."""

    annotations: list[dict[str, object]]
    shapes: list[dict[str, object]]
    second: str = ""  # what the axis counts for a compared question, where that is something else


def limit_on_x(question: Question) -> float | None:
    """The visitor's limit on the metric of the x-axis, if any."""
    return getattr(question, LIMITS[question.x]) if question.x in LIMITS else None


def layout(question: Question, colours: Colours, form: Frame, titles: Sequence[str], noted: Sequence[Notes]) -> Layout:
    """Layout of one form with one or two panels side by side; the page's font is set in the browser."""
    size = frame.NARROW if form.narrow else frame.WIDE
    top = size["t"] + (SECOND_LINE if titles[0] else 0)
    known = {
        "height": size["height"],
        "margin": {side: size[side] for side in "lrb"} | {"t": top, "pad": 0},
        "autosize": True,
        "paper_bgcolor": CLEAR,
        "plot_bgcolor": CLEAR,
        "font": {"color": colours.ink, "size": 12},
        "showlegend": False,
        "hovermode": "closest",
        "hoverdistance": 12,
        "dragmode": False if form.narrow else "zoom",
        "uirevision": f"{question.x} {question.y} {question.logx} {question.logy} {len(titles)} {form.narrow}",
        "hoverlabel": _hover_label(colours),
        "modebar": {"bgcolor": CLEAR, "color": colours.muted, "activecolor": colours.ink},
    } | {"annotations": [], "shapes": []}
    for k, (title, notes) in enumerate(zip(titles, noted, strict=True)):
        _add_panel(known, (k, len(titles)), notes, _title(question, form, (title, notes.second), colours))
        known[f"xaxis{'2' if k else ''}"] = _x_axis(question, colours, form, (k, len(titles)))
        known[f"yaxis{'2' if k else ''}"] = _y_axis(colours, form, k)
    return known


def _add_panel(known: Layout, place: tuple[int, int], notes: Notes, title: dict[str, object]) -> None:
    """Puts a panel's texts and shapes on its own axes."""
    k, count = place
    x, y = ("x2", "y2") if k else ("x", "y")
    known["annotations"] += [{"xref": x, "yref": y} | note for note in notes.annotations]
    known["annotations"].append(title | {"x": _domain(k, count)[0]})
    known["shapes"] += [shape | {"xref": x, "yref": f"{y} domain"} for shape in notes.shapes]


def _domain(k: int, count: int) -> list[float]:
    width = (1 - frame.PANEL_GAP) / 2
    return [0, 1] if count == 1 else [0, width] if k == 0 else [1 - width, 1]


def _title(question: Question, form: Frame, texts: tuple[str, str], colours: Colours) -> dict[str, object]:
    """What the y-axis counts, horizontally above the plot; a panel's own title stands over it.

    `texts` are that title and what a compared question counts, each "" where there is none.
    """
    panel, second = map(escape, texts)
    better = ("↑ better" if is_maximised(question.y) else "↓ better") + (f" · 2nd: {second}" if second else "")
    counts = f"<b>{escape(phrases.title(question))}</b>  {better}"
    text = f"<b>{panel}</b><br>{escape(phrases.title(question))}  {better}" if panel else counts
    shift = 4 - (frame.NARROW if form.narrow else frame.WIDE)["l"]
    return {
        "text": text,
        "name": "title",
        "xref": "paper",
        "yref": "paper",
        "y": 1,
        "xanchor": "left",
        "yanchor": "bottom",
        "align": "left",
        "xshift": shift,
        "yshift": 6,
        "showarrow": False,
        "borderpad": 0,
        "font": {"size": 12 if form.narrow else 13, "color": colours.ink},
    }


def _x_axis(question: Question, colours: Colours, form: Frame, place: tuple[int, int]) -> dict[str, object]:
    ticks = frame.x_ticks(form, question.pin)
    ends = [form.left, form.right]
    return {
        "type": "log" if form.log_x else "linear",
        "range": [log10(e) for e in ends] if form.log_x else ends,
        "domain": _domain(*place),
        "anchor": "y2" if place[0] else "y",
        "tickvals": ticks,
        "ticktext": [frame.short(t) for t in ticks],
        "tickfont": {"size": 11 if form.narrow else 12, "color": colours.muted},
        "title": {"text": X_TITLES[question.x], "font": {"size": 12.5 if form.narrow else 14}, "standoff": 8},
        "ticks": "outside",
        "ticklen": 4,
        "tickcolor": colours.axis,
        "showline": True,
        "linecolor": colours.axis,
        "linewidth": 1,
        "showgrid": False,
        "zeroline": False,
    } | ({"matches": "x"} if place[0] else {})


def _y_axis(colours: Colours, form: Frame, k: int) -> dict[str, object]:
    ticks = frame.y_ticks(form)
    ends = [form.bottom, form.top]
    return {
        "type": "log" if form.log_y else "linear",
        "range": [log10(e) for e in ends] if form.log_y else ends,
        "anchor": "x2" if k else "x",
        "tickvals": ticks,
        "ticktext": [frame.short(t) for t in ticks],
        "tickfont": {"size": 11 if form.narrow else 12, "color": colours.muted},
        "showgrid": True,
        "gridcolor": colours.grid,
        "gridwidth": 1,
        "showline": False,
        "zeroline": False,
    } | ({"matches": "y"} if k else {})


def _hover_label(colours: Colours) -> dict[str, object]:
    font = {"size": 13, "color": colours.ink}
    return {"bgcolor": colours.background, "bordercolor": colours.axis, "font": font, "align": "left"}
