"""What can be asked about: keys, the names they are shown by, and every spelling that means them."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from data import store
from data.schema import NAMED


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Names by key, in display order: of all that the tables know and points name, those of the tables first.

    `aliases` holds, per kind (llm, chip, precision, engine), lower-case spelling -> key, keys and display names
    included. LLMs that have points come before those that have none.
    """

    llms: Mapping[str, str]
    chips: Mapping[str, str]
    chips_with_points: Mapping[str, str]
    precisions: Mapping[str, str]
    engines: Mapping[str, str]
    llm_limit: Mapping[str, int | None]  # longest context [tokens]
    aliases: Mapping[str, Mapping[str, str]]


def vocabulary_of(used: Mapping[str, set[str]]) -> Vocabulary:
    """The vocabulary when points name the keys `used` of each kind; a key no table knows is its own name."""
    names = {kind: _names(kind) | {key: key for key in sorted(used[kind] - _names(kind).keys())} for kind in NAMED}
    charted = {kind: {key: name for key, name in names[kind].items() if key in used[kind]} for kind in NAMED}
    return Vocabulary(
        llms=MappingProxyType(charted["llm"] | names["llm"]),
        chips=MappingProxyType(names["chip"]),
        chips_with_points=MappingProxyType(charted["chip"]),
        precisions=MappingProxyType(names["precision"]),
        engines=MappingProxyType(names["engine"]),
        llm_limit=MappingProxyType(dict.fromkeys(names["llm"]) | _limits()),
        aliases=MappingProxyType(
            {kind: MappingProxyType(_spellings(kind) | {key.lower(): key for key in names[kind]}) for kind in NAMED}
        ),
    )


def _spellings(kind: str) -> dict[str, str]:
    rows = store.table("aliases").select("kind", "spelling", "key").iter_rows()
    return {spelling: key for of, spelling, key in rows if of == kind} | called(kind)


def called(kind: str) -> dict[str, str]:
    """What the tables call the things of a kind (llm, chip, precision, engine): name or key in lower case -> key."""
    return {text.lower(): key for key, name in _names(kind).items() for text in (name, key)}


def _names(kind: str) -> dict[str, str]:
    return dict(store.table(NAMED[kind]).select("key", "name").iter_rows())


def _limits() -> dict[str, int]:
    """Longest context of each LLM [tokens], where it is published."""
    factors = dict(store.table("units").select("unit", "factor").iter_rows())
    rows = store.table("llm_figures").filter(parameter="context_tokens").select("llm", "value", "unit").iter_rows()
    return {llm: int(float(value) * float(factors[unit])) for llm, value, unit in rows}
