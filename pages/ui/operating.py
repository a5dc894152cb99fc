"""One card per accelerator at the pinned batch: what a user feels, what it yields, what it costs, what binds."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from data.answer import Answer
from model.economics import tput_per_kw, usd_per_mtok
from model.question import POWER_BASES
from pages.ui.formats import compact, count, is_known, plural, seconds, speed
from pages.ui.hover import chips, parallel
from pages.ui.theme import Colours

Point = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Card:
    """An operating point in words; `rows` are (label, value)."""

    accelerator: str
    name: str
    layout: str
    rows: tuple[tuple[str, str], ...]


def cards(answer: Answer) -> list[Card]:
    """The modelled operating points at the pinned batch, best in y first; none without a pinned batch."""
    if answer.question.batch is None:
        return []
    found = answer.points.filter("pinned").sort("y", descending=_larger_first(answer), nulls_last=True)
    return [_card(row, answer) for row in found.iter_rows(named=True)]


def title(answer: Answer) -> str:
    """What the cards show, in a sentence."""
    held = plural(answer.question.batch, "request")
    return f"{held} in flight, by the model: each accelerator’s deployment with the best value on the vertical axis."


def _card(row: Point, answer: Answer) -> Card:
    basis = POWER_BASES[answer.question.power].lower()
    per_kw = float(tput_per_kw(row["tput_total"], row["watts_per_chip"]))
    usd = float(usd_per_mtok(row["tput_total"], row["usd_chip_hour"]))
    return Card(
        accelerator=row["accelerator"],
        name=f"{row['chip']}, what if" if row["what_if"] else row["chip"],
        layout=" · ".join(filter(None, (chips(row), parallel(row)))),
        rows=(
            ("tok/s for a user", speed(row["interactivity"])),
            ("first token", seconds(row["ttft_s"])),
            (f"mixed tok/s per {basis} kW", compact(per_kw) if is_known(per_kw) else "no watts"),
            ("USD per M mixed tokens", f"{usd:.3f}" if is_known(usd) else "no price"),
            ("limited by", str(row["binding"])),
            ("90 % band", f"±{count(100 * (row['tput_high'] / row['tput_total'] - 1))} %"),
        ),
    )


def _larger_first(answer: Answer) -> bool:
    return not answer.curves or answer.curves[0].maximise_y


def html(found: list[Card], colours: Colours) -> str:
    """The cards as a list; all text escaped."""
    shown = "".join(_html(card, colours) for card in found)
    return f'<ul class="sv-cards" aria-label="Operating points at the pinned batch">{shown}</ul>'


def _html(card: Card, colours: Colours) -> str:
    told = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(text)}</dd></div>" for name, text in card.rows)
    style = f"border-top-color:{colours.line(card.accelerator)};--text:{colours.text(card.accelerator)}"
    head = f"<strong>{escape(card.name)}</strong><small>{escape(card.layout)}</small>"
    return f'<li style="{style}">{head}<dl>{told}</dl></li>'
