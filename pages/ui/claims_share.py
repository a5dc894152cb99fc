"""The chart of a lead over f, the share of its rating that the other chip draws, with what was measured of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from pages.ui.accuracy_charts import Figure, laid_out
from pages.ui.claims_charts import above, level, times
from pages.ui.theme import Colours

BARE = {"fixedrange": True, "showgrid": False, "zeroline": False, "showticklabels": False}
SHARES = (0.2, 1.0)  # f at the left and right end
MIDDLE = 0.5  # a range that begins further right is named from its right end
LINES, ROW = 250, 34  # px of the lines, and of each range below them
NAME_ABOVE = 0.42  # rows that a range's name stands above it
LABELS = 122  # px at the right for the names


@dataclass(frozen=True, slots=True)
class Line:
    """A lead over f: its name, the rated lead, whether it is the one asked about."""

    name: str
    rated: float
    strong: bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """Measured f of one accelerator on one LLM, from low to high."""

    name: str
    key: str
    low: float
    high: float


def over_share(
    lines: Sequence[Line], shares: tuple[float, float | None], evidence: Sequence[Evidence], look: tuple[Colours, str]
) -> Figure:
    """Leads over f as lines, measured ranges of f as bars below; `look` ends in the description.

    `shares` are the break-even and the visitor's own f, if any; both are marked.
    """
    (own, chosen), (ink, meta) = shares, look
    below = ROW * len(evidence)
    split = below / (below + LINES)
    layout = laid_out(ink, 66 + LINES + below)
    layout["margin"] |= {"t": 24, "b": 42, "r": LABELS, "l": 34}
    layout["xaxis"] |= {"range": list(SHARES), "tickformat": ".1f", "dtick": 0.1, "anchor": "y2"}
    layout["xaxis"]["title"] = {"text": "f: the other chip’s draw as a share of its rating", "font": {"size": 13}}
    ends = [line.rated * share / own for line in lines for share in SHARES]
    layout["yaxis"] |= {"range": [0.9 * min(ends), 1.06 * max(ends)], "domain": [split + 0.03, 1], "dtick": 0.5}
    layout["yaxis"] |= {"ticksuffix": "×", "tickfont": {"size": 12, "color": ink.muted}, "automargin": False}
    layout["yaxis2"] = BARE | {"range": [len(evidence) - 0.35, -0.65], "domain": [0, split], "anchor": "x"}
    layout |= {"showlegend": False, "meta": meta, "shapes": [_upright(own, ink), level(ink)]}
    right = chosen is None or chosen <= own  # the two marks are named away from each other
    even = above(f"{own:.3f} break-even, as rated", own, ink)
    layout["annotations"] = [even | {"xanchor": "left" if right else "right"}]
    layout["annotations"] += [_rated(line, own, ink) for line in lines if line.strong]
    if chosen is not None and chosen != own:
        layout["shapes"].append(_upright(chosen, ink))
        mine = above(f"your f {chosen:g}", chosen, ink)
        layout["annotations"].append(mine | {"xanchor": "right" if right else "left"})
    ranges = [part for place, row in enumerate(evidence) for part in _bar(place, row, ink)]
    return {"data": [*(_line(line, own, ink) for line in lines), *ranges], "layout": layout}


def _line(line: Line, own: float, ink: Colours) -> Figure:
    """One lead over f with its name at the right end, and a mark where the rated lead stands, the break-even."""
    colour = ink.line("jalapeno") if line.strong else ink.muted
    x = [SHARES[0], own, SHARES[1]]
    return {
        "type": "scatter",
        "mode": "lines+markers+text",
        "x": x,
        "y": [line.rated * share / own for share in x],
        "line": {"color": colour, "width": 3.4 if line.strong else 1.6},
        "marker": {"size": [0, 10 if line.strong else 6, 0], "color": colour},
        "text": ["", "", f" <b>{line.name}</b>" if line.strong else f" {line.name}"],
        "textposition": "middle right",
        "textfont": {"size": 12, "color": colour},
        "hovertemplate": f"{line.name}: %{{y:.2f}}× at f = %{{x:.3g}}<extra></extra>",
        "cliponaxis": False,
    }


def _rated(line: Line, own: float, ink: Colours) -> Figure:
    """The rated lead beside its mark, over whatever line passes there."""
    colour = ink.text("jalapeno")
    place = {"x": own, "y": line.rated, "xshift": -30, "yshift": 16, "showarrow": False, "bgcolor": ink.background}
    return place | {"text": f"<b>{times(line.rated)}</b>", "font": {"size": 15, "color": colour}}


def _bar(place: int, row: Evidence, ink: Colours) -> list[Figure]:
    """A measured range of f with its name above it."""
    right = row.low > MIDDLE
    line = {"color": ink.line(row.key), "width": 8}
    base = {"type": "scatter", "yaxis": "y2", "hoverinfo": "skip", "cliponaxis": False}
    drawn = {"mode": "lines", "x": [row.low, row.high], "y": [place, place], "line": line}
    name = {"mode": "text", "x": [row.high if right else row.low], "y": [place - NAME_ABOVE]}
    name |= {"text": [f"{row.name}, {row.low:.2f}–{row.high:.2f}"], "textfont": {"size": 12, "color": ink.ink}}
    return [base | drawn, base | name | {"textposition": "middle left" if right else "middle right"}]


def _upright(at: float, ink: Colours) -> Figure:
    line = {"color": ink.muted, "width": 1.2, "dash": "dot"}
    return {"type": "line", "yref": "paper", "y0": 0, "y1": 1, "x0": at, "x1": at, "line": line}
