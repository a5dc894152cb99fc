"""The link from one result to the frontier that shows it: its LLM, lengths and precision, pinned at its own speed."""

from collections.abc import Mapping
from dataclasses import fields, replace

from data import scope
from data.catalogue_row import question_of
from data.tables import vocabulary
from model.question import Question
from pages.ui import link
from pages.ui.formats import is_known
from pages.ui.ladder import PINS, nearest


def to_frontier(row: Mapping[str, object], question: Question) -> str:
    """A link that draws `row`'s precision and decoding with the pin at the step nearest its speed; "" without lengths.

    The visitor's own results are in no link: theirs shows what they are held against.
    """
    words = vocabulary()
    if not (row["llm"] in words.llms and row["precision"] in words.precisions and row["isl"] and row["osl"]):
        return ""
    asked = replace(question_of(row, question), precision=(row["precision"],), x="interactivity", **_usual())
    if row["accelerator"] in scope.drawable():
        asked = replace(asked, highlight=row["accelerator"])
    if row["of"] == "simulated":
        asked = replace(asked, layer=tuple(dict.fromkeys((*asked.layer, "model"))))
        asked = replace(asked, chip=_with(row, asked))
    elif row["of"] == "published" and "published" not in asked.layer:
        asked = replace(asked, layer=("published", *asked.layer))
    if is_known(row["interactivity"]):
        asked = replace(asked, pin=nearest(row["interactivity"], PINS))
    return link.format(asked)


def _usual() -> dict[str, object]:
    """The choices of the results page at their defaults: the frontier has no use for them."""
    return {field.name: field.default for field in fields(Question) if field.name.startswith("res_")}


def _with(row: Mapping[str, object], asked: Question) -> tuple[str, ...]:
    """Every accelerator drawn, and the row's where it has no points and would be left out."""
    drawn = tuple(vocabulary().chips_with_points)
    return asked.chip if row["accelerator"] in drawn else (*drawn, row["accelerator"])
