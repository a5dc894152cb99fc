"""What the layers of one panel share: its points as arrays, its curves, and how a Plotly trace begins."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from data.answer import Answer
from pages.ui.panels import Panel, key
from pages.ui.theme import Colours

Trace = dict[str, object]
FLOAT = np.float32


@dataclass(frozen=True, slots=True)
class Points:
    """The columns of the answer's points that are drawn, as arrays; `texts` are ready hover texts or None."""

    x: np.ndarray
    y: np.ndarray
    series: np.ndarray
    on_frontier: np.ndarray
    ids: np.ndarray
    grades: np.ndarray
    low: np.ndarray  # 90 % band of y, NaN where measured
    high: np.ndarray
    pinned: np.ndarray  # the model's operating points at the pinned batch
    texts: Sequence[str] | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything the layers of one panel need."""

    panel: Panel
    points: Points
    colours: Colours
    pin: float
    front: str  # each | global | both
    best: tuple[np.ndarray, np.ndarray] | None  # envelope of the panel's curves, when it is drawn
    plateaus: tuple[int, ...]
    edge: float  # the slowest start of any curve

    def strong(self, place: int) -> bool:
        """Whether this curve is a highlighted one."""
        return self.panel.curves[place].accelerator == self.panel.highlighted

    def line(self, place: int) -> str:
        """Colour of this curve."""
        return self.panel.line(place, self.colours)

    def told(self, rows: np.ndarray) -> Trace:
        """Row ids for clicks and the hover texts, when there are any."""
        told = {"customdata": [str(i) for i in self.points.ids[rows]]}
        if self.points.texts is not None:
            told |= {"hoverinfo": "text", "hovertext": [self.points.texts[r] for r in rows]}
        return told

    def of_ghost(self, place: int) -> int:
        """Place of the curve that this ghost repeats."""
        return next(i for i, c in enumerate(self.panel.curves) if key(c) == key(self.panel.ghosts[place]))


def points(answer: Answer, texts: Sequence[str] | None) -> Points:
    """The drawn columns of `answer.points`, one entry per row."""
    table = answer.points
    names = ("x", "y", "series", "on_frontier", "id", "grade", "y_low", "y_high")
    columns = (table[name].to_numpy() for name in names)
    return Points(*columns, table["pinned"].fill_null(False).to_numpy(), texts)


def trace(layer: str, name: str, xy: tuple[np.ndarray, np.ndarray], **rest: object) -> Trace:
    """A line without hover, unless `rest` says otherwise; `name` is the key of its curve."""
    x, y = (np.asarray(v, FLOAT) for v in xy)
    base = {"type": "scatter", "x": x, "y": y, "mode": "lines", "hoverinfo": "skip"}
    return base | {"meta": {"layer": layer, "key": name}} | rest


def runs(sheet: Sheet, counts: Sequence[tuple[int, int]]) -> dict[str, object]:
    """`meta.runs` of a trace that holds points of several curves: how many of each, in order. (place, count)"""
    return runs_of([(key(sheet.panel.curves[i]), count) for i, count in counts])


def runs_of(counts: Sequence[tuple[str, int]]) -> dict[str, object]:
    """The same from the keys of the curves."""
    return {"runs": [[name, count] for name, count in counts]}
