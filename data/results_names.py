"""What a name in somebody's results means: a key of the tables, or the name itself where no table knows it."""

import re
import zlib
from collections.abc import Iterable
from functools import cache

from data import tables, vocabulary
from data.cells import LONGEST_NAME

KINDS = {"accelerator": "chip", "llm": "llm", "precision": "precision", "engine": "engine"}  # column -> kind
_PARTS = re.compile(r"[-_ ]")
_PRECISION = re.compile(r"[-_](fp4|fp8|mxfp4|nvfp4|bf16|int4)(-v\d+)?$")
_SEPARATORS = re.compile("[,:]")
_RUNNER = re.compile(r"_\d+$")
_VENDOR = re.compile(r"^(nvidia|amd instinct|amd|intel|google|aws)[ -]")
PLAIN = frozenset({"", "none", "off", "false"})


def key(kind: str, spelling: str) -> str | None:
    """The key that a spelling means; None when no table knows it. `kind` is llm, chip, precision or engine."""
    known = _known(kind)
    return next((known[form] for form in _forms(kind, spelling.strip().lower()) if form in known), None)


def _forms(kind: str, text: str) -> list[str]:
    """A lower-case spelling, then what is left when the habits of each kind are taken off it, longest first."""
    if kind == "chip":
        bare = _RUNNER.sub("", text.rpartition(":")[2].strip())
        short = _VENDOR.sub("", bare)
        return [text, bare, short, short.replace("_", "-"), _PARTS.split(short)[0]]
    if kind == "llm":
        path = text.rstrip("/").replace("--", "/")
        base = path.rpartition("/")[2]
        forms = [text, path, "/".join(path.split("/")[-2:]), base]
        return [*forms, *(_PRECISION.sub("", form) for form in forms)]
    return [text, text.replace("_", "-"), text.replace("-", "").replace("_", "")]


@cache
def _known(kind: str) -> dict[str, str]:
    """Lower-case spelling -> key, of the app's own tables and points."""
    return dict(tables.vocabulary().aliases[kind]) | vocabulary.called(kind)


def meant(kind: str, spelling: str, names: Iterable[tuple[str | tuple[str, str], str]]) -> tuple[str, bool]:
    """The key that a spelling means, by what the visitor says of it first, or its own name; and whether it is a key."""
    name = _own(spelling)
    said = dict(names)
    asked = next((said[form] for form in ((kind, spelling), (kind, name), spelling, name) if form in said), spelling)
    found = key(kind, asked)
    return (found, True) if found else (_own(asked), False)


def _own(spelling: str) -> str:
    """A name as a link can hold it; what had to change is marked by its text, so that no two names become one."""
    safe = _SEPARATORS.sub("-", spelling)
    if safe == spelling and len(spelling) <= LONGEST_NAME:
        return spelling.strip()
    mark = f" ({zlib.crc32(spelling.strip().lower().encode()) & 0xFFFFFF:06x})"
    return safe[: LONGEST_NAME - len(mark)].strip() + mark


def decoding(method: str | None) -> str:
    """plain, mtp or other, of a method of speculative decoding; one that is not named is unknown."""
    if method is None:
        return "unknown"
    bare = method.strip().lower()
    return "plain" if bare in PLAIN else "mtp" if bare in ("mtp", "on", "true") else "other"
