"""The door of the importer: bytes to text or JSON within bounds, or one sentence why not."""

import io
import json
import re
from collections.abc import Iterator

import numpy as np
import orjson

from data.imported import Unreadable

MOST_BYTES = 20_000_000
MOST_ROWS = 200_000
MOST_RECORDS = 20_000  # of formats that are read row by row
MOST_COLUMNS = 1_000
MOST_CELLS = 10_000_000
DEEPEST = 40  # levels; a results file has six
MOST_VALUES = 1_500_000  # of a JSON file of that size; more would fill the memory, not a chart
LONGEST_NUMBER = 400  # digits
_NOT_JSON_NUMBERS = re.compile(rb"\b(NaN|Infinity)\b")
_BLOCK = 1 << 20
_PACKED = {
    b"PK\x03\x04": "a zip archive",
    b"PK\x05\x06": "a zip archive",
    b"\x1f\x8b": "a gzip archive",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"\x28\xb5\x2f\xfd": "a zstd archive",
    b"%PDF": "a PDF",
    b"\xd0\xcf\x11\xe0": "an Excel workbook",
    b"\x89PNG": "a picture",
}
_MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be", b"\xef\xbb\xbf": "utf-8"}
PARQUET = b"PAR1"


def bounded(data: bytes) -> None:
    """Unreadable where a file is too large."""
    if len(data) > MOST_BYTES:
        raise Unreadable(f"The file is larger than {MOST_BYTES / 1e6:.0f} MB; split it.")


def text(data: bytes) -> bytes:
    """The file as UTF-8 without a byte order mark; Unreadable for anything that is no text within the bounds."""
    for magic, what in _PACKED.items():
        if data.startswith(magic):
            raise Unreadable(f"The file is {what}; unpack it or save it as CSV or JSON first.")
    plain = _decoded(data)
    if b"\0" in plain:
        raise Unreadable("The file holds NUL bytes, so it is not text; results are read as CSV, JSON and our Parquet.")
    if not plain.strip():
        raise Unreadable("The file is empty.")
    if _has_long_number(plain):
        raise Unreadable(f"The file holds a number of more than {LONGEST_NUMBER} digits.")
    return plain if b"\n" in plain else plain.replace(b"\r", b"\n")  # lines of old spreadsheets end in CR alone


def _decoded(data: bytes) -> bytes:
    mark = next((mark for mark in _MARKS if data.startswith(mark)), b"")
    encoding = _MARKS.get(mark, "utf-8")
    body = data[len(mark) :]
    if encoding != "utf-8" and len(body) % 2 and body.endswith(b"\n"):
        body = body[:-1]  # a newline of one byte, as tools append that know no UTF-16
    try:
        return str(body, encoding).encode()
    except UnicodeError:
        what = f"marked as {encoding.upper()}, but is no such text" if mark else "not UTF-8 text"
        raise Unreadable(f"The file is {what}; save it as UTF-8.") from None


def _has_long_number(plain: bytes) -> bool:
    for start in range(0, len(plain), _BLOCK):
        block = np.frombuffer(plain, np.uint8, min(_BLOCK + LONGEST_NUMBER, len(plain) - start), start)
        others = np.flatnonzero((block < ord("0")) | (block > ord("9")))
        if np.diff(others, prepend=-1, append=len(block)).max() > LONGEST_NUMBER + 1:
            return True
    return False


def is_json(plain: bytes) -> bool:
    """Whether a text means to be JSON."""
    return plain.lstrip()[:1] in (b"{", b"[")


def documents(plain: bytes) -> tuple[list[object], bool]:
    """The JSON values of the file, one or one per line, and whether NaN or Infinity were read as unknown in them.

    A line that is no JSON stands as None. Depth and size are counted before anything is built.
    """
    measure(plain)
    strange = bool(_NOT_JSON_NUMBERS.search(plain))
    try:
        return [_loaded(plain, strange)], strange
    except ValueError as error:
        if (whole := _lenient(plain)) is not None:
            return [whole], strange
        lines = [line for line in plain.splitlines() if line.strip()] if plain.count(b"\n") <= MOST_ROWS else []
        read = [_line(line, strange) for line in lines] if len(lines) > 1 and lines[0].rstrip().endswith(b"}") else []
        if not any(isinstance(document, dict) for document in read):
            raise Unreadable(f"The file is not JSON: {str(error).split(chr(10))[0]:.120}.") from None
        return read, strange


def _line(line: bytes, strange: bool) -> object:
    try:
        return _loaded(line, strange)
    except ValueError:
        return None


def _lenient(plain: bytes) -> object:
    """JSON with numbers or halves of characters that orjson refuses, for its rows to be judged; None for no JSON."""
    try:
        return json.loads(plain.decode(), parse_constant=lambda token: None)
    except (ValueError, RecursionError):
        return None


def _loaded(plain: bytes, strange: bool) -> object:
    if not strange:
        return orjson.loads(plain)
    return json.loads(plain.decode(), parse_constant=lambda token: None)


def measure(plain: bytes) -> None:
    """Unreadable where JSON is nested too deep or holds too many values, found without building any of it."""
    bare = plain.replace(b"\\\\", b"__").replace(b'\\"', b"__") if b"\\" in plain else plain
    inside, depth, values = False, 0, 0
    for start in range(0, len(bare), _BLOCK):
        block = np.frombuffer(bare, np.uint8, min(_BLOCK, len(bare) - start), start)
        quoted = np.bitwise_xor.accumulate((block == ord('"')).view(np.uint8)).view(bool) ^ inside
        opens = ((block == ord("{")) | (block == ord("["))) & ~quoted
        closes = ((block == ord("}")) | (block == ord("]"))) & ~quoted
        levels = depth + np.cumsum(opens.astype(np.int32) - closes.astype(np.int32))
        values += int(opens.sum()) + int(((block == ord(",")) & ~quoted).sum())
        inside, depth = bool(quoted[-1]), int(levels[-1])
        if levels.max() > DEEPEST:
            raise Unreadable(f"The JSON is nested more than {DEEPEST} levels deep; results need six.")
    if values > MOST_VALUES:
        raise Unreadable(f"The JSON holds {values:,} values; at most {MOST_VALUES:,} are read. Split it.")


def lines(plain: bytes) -> Iterator[str]:
    """The lines of a text, with their ends, one at a time: a list of all would fill more memory than the file."""
    return io.TextIOWrapper(io.BytesIO(plain), encoding="utf-8")


def bounded_table(plain: bytes) -> None:
    """Unreadable where a CSV has too many rows, columns or cells."""
    rows = plain.count(b"\n") + plain.count(b"\r") - plain.count(b"\r\n")
    if rows > MOST_ROWS + 100:  # the header, and comments
        raise Unreadable(f"The file has {rows:,} lines; at most {MOST_ROWS:,} rows are read. Split it.")
    widest = max(max(line.count(b","), line.count(b"\t"), line.count(b";")) for line in plain.splitlines())
    if widest >= MOST_COLUMNS:
        raise Unreadable(f"A line of the file has {widest + 1:,} cells; at most {MOST_COLUMNS:,} columns are read.")
    if plain.count(b",") > MOST_CELLS:
        raise Unreadable(f"The file has {plain.count(b','):,} cells; at most {MOST_CELLS:,} are read. Split it.")
