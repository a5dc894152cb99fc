"""Accelerators that were asked for and lack watts on this basis: published ones and those only the model knows."""

from data.answer import Answer
from data.yours import chip_name
from pages.ui.formats import listing, spelled

NOT_COMPUTABLE = "not computable on this basis: "
MOST_NAMED = 4


def wattless(answer: Answer) -> dict[str, str]:
    """Accelerator -> why it has no watts and what the visitor can do, those with points first."""
    modelled = ((key, why) for key, why in answer.unmodelled if why.startswith(NOT_COMPUTABLE))
    return dict(answer.not_computable) | {key: why.removeprefix(NOT_COMPUTABLE) for key, why in modelled}


def typing(answer: Answer) -> str:
    """Who has no watts on the custom basis and where to type them; "" on the other bases."""
    keys = list(wattless(answer)) if answer.question.power == "custom" else []
    if not keys:
        return ""
    names = [chip_name(key) for key in keys]
    who = listing(names) if len(names) <= MOST_NAMED else f"{spelled(len(names))} accelerators"
    return f"No watts entered for {who}, so not drawn: type them in the boxes under the ranking."
