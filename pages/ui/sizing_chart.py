"""The map of winners as a plain Plotly dict: colour says who wins, its strength by how much, hatching who may not."""

from collections.abc import Sequence

import numpy as np

from data.sizing import measure
from data.sizing_map import Map, follows
from data.tables import vocabulary
from model.question import MAP_BY, Question
from pages.ui.accuracy_charts import Figure, laid_out
from pages.ui.formats import listing, ratio, speed
from pages.ui.frame import one_two_five, short
from pages.ui.theme import Colours

HEIGHT = 380
PALE, FULL_FROM = 0.28, 3.0  # strength at a lead of 1, and the lead from which a colour is full
SHADES = 24
UNROUNDED = " The map compares per token, as once a fleet is large: it does not round to whole deployments."


def title(question: Question, found: Map) -> str:
    """What changes upwards."""
    name = vocabulary().chips.get(found.one, "")
    return {
        "f": "f: sustained share of rated power",
        "pue": f"PUE of {name}",
        "price": f"Price of {name}, times its figure",
    }[question.map_by]


def winners(found: Map, question: Question, ink: Colours, meta: str) -> Figure:
    """The map; a dotted line at the target speed, and one at the visitor's own value upwards."""
    present = [place for place in range(len(found.keys)) if (found.won.first == place).any()]
    layout = laid_out(ink, HEIGHT)
    layout["margin"] |= {"t": 34, "b": 46, "l": 50, "r": 12}
    edges = _edges(found.speeds, True), _edges(found.rows, question.map_by == "price")
    ends = np.log10(edges[0][[0, -1]]).tolist()
    ticks = one_two_five(float(found.speeds[0]), float(found.speeds[-1]))
    layout["xaxis"] |= {"type": "log", "range": ends, "tickvals": ticks, "ticktext": [short(tick) for tick in ticks]}
    layout["xaxis"] |= {"title": {"text": "tok/s/user", "font": {"size": 13}}, "showgrid": False, "tickangle": 0}
    log = question.map_by == "price"
    span = np.log10(edges[1][[0, -1]]) if log else edges[1][[0, -1]]
    layout["yaxis"] |= {"type": "log" if log else "linear", "range": span.tolist(), "showgrid": False, "nticks": 8}
    layout["yaxis"] |= {"tickvals": [0.25, 0.5, 1, 2, 4], "ticktext": ["¼×", "½×", "1×", "2×", "4×"]} if log else {}
    layout |= {"showlegend": False, "meta": meta, "shapes": _rules(question, ink)}
    heading = {"x": 0, "xref": "paper", "xanchor": "left", "y": 1, "yref": "paper", "yanchor": "bottom"}
    text = {"text": title(question, found), "font": {"size": 13, "color": ink.muted}, "showarrow": False}
    layout["annotations"] = [heading | text, *_names(found, present, log, ink)]
    return {"data": [_heat(found, present, edges, ink), *_hatch(found, ink)], "layout": layout}


def _heat(found: Map, present: Sequence[int], edges: tuple[np.ndarray, np.ndarray], ink: Colours) -> Figure:
    """Cells whose number is the winner's place plus how strong its colour is."""
    z = np.full(found.won.first.shape, np.nan)
    lead = np.nan_to_num(found.won.margin, nan=FULL_FROM)
    strength = np.clip(np.log(lead) / np.log(FULL_FROM), 0, 0.999)
    for rank, place in enumerate(present):
        z = np.where(found.won.first == place, rank + strength, z)
    names = np.array([*(vocabulary().chips[key] for key in found.keys), "nobody"], object)
    seconds = names[found.won.second]
    told = np.where(found.won.second < 0, "nobody else so fast", _times(found.won.margin) + " the tokens of " + seconds)
    unsure = np.where(found.won.open, "; bands overlap", "")
    return {
        "type": "heatmap",
        "x": edges[0].tolist(),
        "y": edges[1].tolist(),
        "z": np.where(np.isnan(z), None, z.astype(object)).tolist(),
        "zmin": 0,
        "zmax": max(len(present), 1),
        "colorscale": _scale(found, present, ink),
        "showscale": False,
        "customdata": np.stack([names[found.won.first], told, unsure], -1).tolist(),
        "hovertemplate": "%{x:.3g} tok/s/user, %{y:.2f}: <b>%{customdata[0]}</b>, %{customdata[1]}%{customdata[2]}"
        "<extra></extra>",
    }


def _times(margin: np.ndarray) -> np.ndarray:
    return np.array([[ratio(value) for value in row] for row in margin.tolist()], object)


def _scale(found: Map, present: Sequence[int], ink: Colours) -> list[list[object]]:
    """From pale to full for each winner in turn, with a step between them."""
    stops, count = [], max(len(present), 1)
    for rank, place in enumerate(present):
        colour = ink.line(found.keys[place])
        stops.append([rank / count, mixed(colour, ink.background, PALE)])
        stops.append([(rank + 0.9999) / count if rank + 1 < count else 1.0, colour])
    return stops


def mixed(colour: str, background: str, share: float) -> str:
    """`share` of a colour on the background, as "#rrggbb"."""
    one, other = ([int(text[k : k + 2], 16) for k in (1, 3, 5)] for text in (colour, background))
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in zip(one, other, strict=True))


def _hatch(found: Map, ink: Colours) -> list[Figure]:
    """A stroke in every other cell where the bands of the two best overlap."""
    row, column = np.nonzero(found.won.open)
    every = (row + column) % 2 == 0
    if not every.any():
        return []
    return [
        {
            "type": "scatter",
            "mode": "markers",
            "x": found.speeds[column[every]].tolist(),
            "y": found.rows[row[every]].tolist(),
            "marker": {"symbol": "line-ne", "size": 9, "line": {"width": 1.1, "color": ink.ink}, "opacity": 0.55},
            "hoverinfo": "skip",
        }
    ]


def _names(found: Map, present: Sequence[int], log: bool, ink: Colours) -> list[Figure]:
    """Each winner's name in the middle of the row where it holds most cells."""
    marks = []
    for place in present:
        won = found.won.first == place
        row = int(won.sum(axis=1).argmax())
        columns = np.flatnonzero(won[row])
        if len(columns) < 4:
            continue
        x, y = found.speeds[columns[len(columns) // 2]], found.rows[row]
        row = min(max(row, 3), len(found.rows) - 4)
        y = found.rows[row]
        at = {"x": float(np.log10(x)), "y": float(np.log10(y) if log else y), "showarrow": False}
        name = vocabulary().chips[found.keys[place]] + (", model" if found.keys[place] in found.modelled else "")
        font = {"size": 13, "color": ink.text(found.keys[place])}
        marks.append(at | {"text": f"<b>{name}</b>", "font": font, "bgcolor": ink.background, "opacity": 0.92})
    return marks


def _rules(question: Question, ink: Colours) -> list[Figure]:
    """Dotted lines at the target and at the visitor's own value upwards."""
    line = {"line": {"color": ink.ink, "width": 1.3, "dash": "dot"}, "type": "line"}
    own = {"f": question.f, "pue": question.pue, "price": 1.0}[question.map_by]
    rules = []
    if question.slo_interactivity:
        rules.append(
            line | {"yref": "paper", "y0": 0, "y1": 1} | dict.fromkeys(("x0", "x1"), question.slo_interactivity)
        )
    if own is not None:
        rules.append(line | {"xref": "paper", "x0": 0, "x1": 1} | dict.fromkeys(("y0", "y1"), own))
    return rules


def _edges(centres: np.ndarray, log: bool) -> np.ndarray:
    """The edges of cells whose centres are even in value, or in its logarithm [n + 1]."""
    at = np.log(centres) if log else centres
    half = (at[1] - at[0]) / 2
    edges = np.append(at - half, at[-1] + half)
    return np.exp(edges) if log else edges


def words(found: Map, question: Question) -> str:
    """The map in a sentence: who wins how much of it."""
    chips, total = vocabulary().chips, (found.won.first >= 0).sum()
    shares = [((found.won.first == place).sum() / total, key) for place, key in enumerate(found.keys)]
    told = [f"{chips[key]} {100 * share:.0f} %" for share, key in sorted(shares, reverse=True) if share >= 0.005]
    per = "dollar" if question.map_by == "price" else "facility watt" if question.map_by == "pue" else "sustained watt"
    ends = f"{speed(float(found.speeds[0]))} to {speed(float(found.speeds[-1]))} tok/s/user"
    return f"Most output tokens per {per} from {ends}, share of the map: {listing(told)}."


def not_followed(question: Question) -> str:
    """That the map divides by something else than fleets are ranked by, and how to switch; empty otherwise."""
    if measure(question) == "chips":
        return f" The map compares by {'USD' if question.map_by == 'price' else 'watts'}, not by chips."
    wanted = follows(question)
    if wanted == question.map_by:
        return ""
    words = ("watts, not by USD", "dollar") if wanted == "price" else ("USD, not by watts", "watt")
    return f" The map compares by {words[0]}: choose “{MAP_BY[wanted]}” for tokens per {words[1]}."


def at_target(found: Map, question: Question) -> str:
    """Who wins at the target speed, from the bottom of the map to its top; empty without a target on it."""
    wanted = question.slo_interactivity
    if not wanted or not found.speeds[0] <= wanted <= found.speeds[-1]:
        return ""
    place = int(np.abs(np.log(found.speeds / wanted)).argmin())
    column, unsure = found.won.first[:, place], " (bands overlap)" * bool(found.won.open[:, place].all())
    starts = [0, *(np.flatnonzero(np.diff(column)) + 1)]
    name = {"f": "an f", "pue": "a PUE", "price": "a price"}[question.map_by]
    chips = [*(vocabulary().chips[key] for key in found.keys), "nobody"]
    times = "×" if question.map_by == "price" else ""
    held = [chips[column[start]] for start in starts]
    if len(held) == 1:
        return f" At {speed(wanted)} tok/s/user {held[0]} wins whatever the {name.partition(' ')[2]}{unsure}."
    edges = [f"{(found.rows[start - 1] + found.rows[start]) / 2:.2g}{times}" for start in starts[1:]]
    told = [f"{chip} above {edge}" for chip, edge in zip(held[1:], edges, strict=True)]
    return f" At {speed(wanted)} tok/s/user {held[0]} wins below {name} of about {edges[0]}, {listing(told)}."
