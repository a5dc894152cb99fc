"""One card per accelerator at the pinned batch: what a user feels, what it yields, what it costs, what binds."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

import polars as pl

from data.answer import Answer
from data.beside import at_pin
from data.naming import row_name
from data.tables import vocabulary
from model.economics import tput_per_kw, usd_per_mtok
from model.question import POWER_BASES, Question
from pages.ui.formats import compact, is_known, plural, seconds, speed
from pages.ui.hover import chips, parallel
from pages.ui.phrases import amount, noun
from pages.ui.terms import marked
from pages.ui.theme import Colours

Point = Mapping[str, object]
BOTH = (
    "The ranking reads each curve exactly at the pin, between two deployments; a card is one deployment that can be "
    "set up, so their figures differ."
)


@dataclass(frozen=True, slots=True)
class Card:
    """An operating point in words; `rows` are (label, value)."""

    accelerator: str
    name: str
    layout: str
    aside: str  # what holds it back at the pin, or ""
    rows: tuple[tuple[str, str], ...]


def cards(answer: Answer) -> list[Card]:
    """The modelled operating points at the pinned batch, best in y first; none without a pinned batch."""
    if answer.question.batch is None:
        return []
    found = answer.points.filter("pinned").with_columns(
        several=pl.col("precision").n_unique().over("accelerator") > 1,
        reaches=pl.Series(at_pin(answer.points.filter("pinned")["x"].to_numpy(), answer.question), dtype=pl.Boolean),
    )
    found = found.sort("reaches", "y", descending=[True, _larger_first(answer)], nulls_last=True)
    return [_card(row, answer) for row in found.iter_rows(named=True)]


def title(answer: Answer) -> str:
    """What the cards show, in a sentence."""
    held = plural(answer.question.batch, "request")
    pin = amount(answer.question.pin, answer.question)
    basis = POWER_BASES[answer.question.power].lower()
    return (
        f"{held} in flight, by the model: each accelerator’s deployment with the best value on the vertical axis at "
        f"the pin of {pin} or better; where none gets there, the best of all, marked “{_short_of(answer)}”. tok/s/kW "
        f"and $/M tok count mixed tokens, kW are {basis}; the 90 % band is that of the vertical axis, "
        f"{noun(answer.question)}. {BOTH}"
    )


def _short_of(answer: Answer) -> str:
    return "fewer in flight than the pin" if answer.question.x == "concurrency" else "slower than the pin"


def _card(row: Point, answer: Answer) -> Card:
    per_kw = float(tput_per_kw(row["tput_total"], row["watts_per_chip"]))
    usd = float(usd_per_mtok(row["tput_total"], row["usd_chip_hour"]))
    return Card(
        accelerator=row["accelerator"],
        name=_name(row, answer.question),
        layout=" · ".join(filter(None, (chips(row), parallel(row)))),
        aside="" if row["reaches"] else _short_of(answer),
        rows=(
            ("user tok/s", speed(row["interactivity"])),
            ("first token", seconds(row["ttft_s"])),
            ("tok/s/kW", compact(per_kw) if is_known(per_kw) else "no watts"),
            ("$/M tok", f"{usd:.3f}" if is_known(usd) else "no price"),
            ("decode limit", str(row["binding"])),
            ("90 % band", f"{compact(row['y_low'])}–{compact(row['y_high'])}"),
        ),
    )


def _name(row: Point, question: Question) -> str:
    """The accelerator, its precision where it has cards of two, and what of it is altered."""
    chip = f"{row['chip']} {vocabulary().precisions[row['precision']]}" if row["several"] else row["chip"]
    return row_name({**row, "chip": chip}, question)


def _larger_first(answer: Answer) -> bool:
    return not answer.curves or answer.curves[0].maximise_y


def html(found: list[Card], colours: Colours) -> str:
    """The cards as a list; all text escaped."""
    shown = "".join(_html(card, colours) for card in found)
    return f'<ul class="sv-cards" aria-label="Operating points at the pinned batch">{shown}</ul>'


def _html(card: Card, colours: Colours) -> str:
    told = "".join(f"<div><dt>{marked(name)}</dt><dd>{escape(text)}</dd></div>" for name, text in card.rows)
    style = f"border-top-color:{colours.line(card.accelerator)};--text:{colours.text(card.accelerator)}"
    head = f"<strong>{escape(card.name)}</strong><small>{escape(card.layout)}</small>"
    head += f"<em>{escape(card.aside)}</em>" if card.aside else ""
    return f'<li style="{style}">{head}<dl>{told}</dl></li>'
