"""Links that nobody should send: valid ones mutated, and every trick with numbers, encodings and markup we know of."""

import random
from collections.abc import Iterator
from urllib.parse import quote, urlencode

from pages.ui.parameters import kinds

NUMBERS = (
    "1e999",
    "-1e999",
    "-0",
    "NaN",
    "inf",
    "١٢",
    "１２",
    "0x10",
    "1_000",
    "1,5",
    "٫5",
    "1e-400",
    "9" * 400,
    "+5",
    "5 ",
)
MARKUP = (
    *("<img src=x onerror=alert(1)>", "<script>alert(1)</script>", "'; drop table points; --", "' or 1=1 --"),
    *(
        "=cmd|' /C calc'!A0",
        "@SUM(1+1)",
        "../../etc/passwd",
        "{{7*7}}",
        "${7*7}",
        "javascript:alert(1)",
        "[x](http://x)",
    ),
    *(
        "\x00",
        "\u202e",
        "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"),
        "a" * 5_000,
        "\r\nSet-Cookie: x=1",
    ),
)
ENCODED = (
    "%",
    "%zz",
    "%00",
    "%2",
    "%u0041",
    "%C0%AF",
    "%ED%A0%80",
    "%F4%90%80%80",
    "%252e%252e",
    "+",
    "&&",
    "=",
    ";",
    "#",
)
PAGES = ("", "sizing", "claims", "bottleneck", "pools", "demand", "accuracy", "method")
VALID = {
    **{"llm": "gpt-oss-120b", "chip": "GB300", "precision": "FP8", "power": "All-in", "pin": "50", "batch": "32"},
    **{"isl": "16384", "watts": "b200:900", "since": "2026-03-01", "grade": "C third-party run", "layer": "Model"},
    **{"if_chip": "GB300", "if_bandwidth": "2", "slo_ttft_s": "2", "x": "First token (TTFT)", "front": "Both"},
}


def links(count: int, seed: int) -> Iterator[str]:
    """`count` addresses of all pages, the same for the same seed."""
    chance = random.Random(seed)
    for _ in range(count):
        pairs = [_pair(chance) for _ in range(chance.choice((1, 1, 2, 3, 5, 20)))]
        yield f"/{chance.choice(PAGES)}?{chance.choice(('v=1&', 'v=1&', '', 'v=2&', 'v=&'))}{'&'.join(pairs)}"


def _pair(chance: random.Random) -> str:
    name = chance.choice((*kinds(), *kinds(), *VALID, "nonsense", "v", "__proto__", "Chip", "chip[]", ""))
    value = VALID.get(name, "") if chance.random() < 0.3 else chance.choice((*NUMBERS, *MARKUP, *VALID.values()))
    trick = chance.random()
    if trick < 0.15:
        return f"{name}={chance.choice(ENCODED)}"
    if trick < 0.3 and value:
        cut = chance.randrange(len(value))
        value = value[:cut] + chance.choice(("", chr(chance.randrange(1, 0xD7FF)), value[cut:] * 2)) + value[cut + 1 :]
    if trick < 0.4:
        return f"{quote(name)}={value.replace('#', '').replace('&', '')}"
    return urlencode({name: value}, errors="replace")
