"""What can be asked about: keys, the names they are shown by, and every spelling that means them."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from data import store

TABLES = {"llm": "llms", "chip": "accelerators", "precision": "precisions", "engine": "engines"}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Names by key, in display order. `aliases` holds, per kind (llm, chip, precision, engine), lower-case spelling ->
    key, keys and display names included. `chips` are all accelerators known; the others are those that have points."""

    llms: Mapping[str, str]
    chips: Mapping[str, str]
    chips_with_points: Mapping[str, str]
    precisions: Mapping[str, str]
    engines: Mapping[str, str]
    llm_limit: Mapping[str, int | None]  # longest context [tokens]
    aliases: Mapping[str, Mapping[str, str]]


def vocabulary_of(used: Mapping[str, set[str]]) -> Vocabulary:
    """The vocabulary when points name the keys `used` of each kind; a key no table knows is its own name."""
    known = {kind: _names(table) for kind, table in TABLES.items()}
    charted = {
        kind: {key: name for key, name in known[kind].items() if key in used[kind]}
        | {key: key for key in sorted(used[kind] - known[kind].keys())}
        for kind in TABLES
    }
    return Vocabulary(
        llms=MappingProxyType(charted["llm"]),
        chips=MappingProxyType(known["chip"] | charted["chip"]),
        chips_with_points=MappingProxyType(charted["chip"]),
        precisions=MappingProxyType(charted["precision"]),
        engines=MappingProxyType(charted["engine"]),
        llm_limit=MappingProxyType(_limits(known["llm"] | charted["llm"])),
        aliases=MappingProxyType({kind: _aliases(kind, known[kind] | charted[kind]) for kind in TABLES}),
    )


def _names(table: str) -> dict[str, str]:
    return dict(store.table(table).select("key", "name").iter_rows())


def _aliases(kind: str, names: Mapping[str, str]) -> Mapping[str, str]:
    rows = store.table("aliases").select("kind", "spelling", "key").iter_rows()
    spellings = {spelling: key for of, spelling, key in rows if of == kind}
    return MappingProxyType(spellings | {text.lower(): key for key, name in names.items() for text in (name, key)})


def _limits(llms: Mapping[str, str]) -> dict[str, int | None]:
    rows = store.table("llm_figures").select("parameter", "llm", "value").iter_rows()
    return dict.fromkeys(llms) | {llm: int(value) for parameter, llm, value in rows if parameter == "context_tokens"}
