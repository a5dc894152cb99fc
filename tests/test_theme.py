"""The colours can be read and told apart, by normal and by colour-blind eyes (CIEDE2000, WCAG contrast)."""

import re
import tomllib
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from pathlib import Path

import numpy as np
import pytest

from pages.ui import theme

ROOT = Path(__file__).parent.parent
DEFAULT_SIX = ("jalapeno", "gb300", "gb200", "b300", "b200", "mi355x")
TEN = theme.KEYS[:10]

# Machado, Oliveira and Fernandes 2009, severity 1.0, applied to linear RGB.
BLINDNESS = {
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]


def linear(colour: str) -> np.ndarray:
    """sRGB hex to linear RGB in 0 … 1."""
    values = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def contrast(a: str, b: str) -> float:
    """WCAG contrast ratio of two colours."""
    low, high = sorted(float(np.dot([0.2126, 0.7152, 0.0722], linear(c))) for c in (a, b))
    return (high + 0.05) / (low + 0.05)


def lab(rgb: np.ndarray) -> tuple[float, float, float]:
    """Linear RGB to CIE L*a*b* under D65."""
    xyz = np.array(TO_XYZ) @ np.clip(rgb, 0, 1) / np.array([0.95047, 1.0, 1.08883])
    x, y, z = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def hue_difference(h1: float, h2: float) -> float:
    """Signed difference of two hue angles in degrees, within ±180."""
    return (h2 - h1 + 180) % 360 - 180


def ciede2000(one: tuple[float, float, float], two: tuple[float, float, float]) -> float:
    """CIEDE2000 colour difference (Sharma, Wu and Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, two
    c7 = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - sqrt(c7 / (c7 + 25**7)))
    c1, c2 = hypot(a1 * (1 + g), b1), hypot(a2 * (1 + g), b2)
    h1, h2 = (degrees(atan2(b, a * (1 + g))) % 360 for a, b in ((a1, b1), (a2, b2)))
    dl, dc = l2 - l1, c2 - c1
    turn = hue_difference(h1, h2) if c1 * c2 else 0.0
    dh = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    t = (
        1
        - 0.17 * cos(radians(hm - 30))
        + 0.24 * cos(radians(2 * hm))
        + 0.32 * cos(radians(3 * hm + 6))
        - 0.20 * cos(radians(4 * hm - 63))
    )
    sl = 1 + 0.015 * (lm - 50) ** 2 / sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rt = -2 * sqrt(cm**7 / (cm**7 + 25**7)) * sin(radians(60 * exp(-(((hm - 275) / 25) ** 2))))
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * (dc / sc) * (dh / sh))


def smallest_difference(colours: list[str], seen: np.ndarray) -> float:
    """Smallest CIEDE2000 difference of any two colours after the vision matrix `seen`."""
    labs = [lab(seen @ linear(c)) for c in colours]
    return min(ciede2000(a, b) for a, b in combinations(labs, 2))


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ],
)
def test_ciede2000_matches_the_published_pairs(one, two, expected):
    """Sharma, Wu and Dalal 2005, table 1."""
    assert ciede2000(one, two) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("kind", ["light", "dark"])
def test_lines_and_names_stand_out_from_the_background(kind):
    colours = theme.colours(kind)
    for key in (*theme.KEYS, "any other"):
        assert contrast(colours.line(key), colours.background) >= 3.1, key
    for behind in (colours.background, colours.tint):
        for text in (colours.muted, colours.ink, *map(colours.text, (*theme.KEYS, "any other"))):
            assert contrast(text, behind) >= 4.5, (text, behind)


def test_the_style_sheet_uses_the_same_muted_text_and_tint():
    """Streamlit's own theme too; what the charts draw and what stands around them is told in one voice."""
    sheet = (ROOT / "pages" / "ui" / "page.css").read_text(encoding="utf-8")
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
    light, dark = theme.colours("light"), theme.colours("dark")
    assert f"--sv-muted-text: light-dark({light.muted}, {dark.muted})" in sheet
    assert f"--sv-band: light-dark({light.tint}, {dark.tint})" in sheet
    for kind, look in (("light", light), ("dark", dark)):
        assert (settings[kind]["backgroundColor"], settings[kind]["secondaryBackgroundColor"]) == (
            look.background,
            look.tint,
        )


@pytest.mark.parametrize(("kind", "minimum"), [("light", 20.8), ("dark", 18.6)])
def test_ten_accelerators_differ(kind, minimum):
    colours = theme.colours(kind)
    assert smallest_difference([colours.line(k) for k in TEN], np.eye(3)) >= minimum - 0.05


@pytest.mark.parametrize("blindness", BLINDNESS)
@pytest.mark.parametrize(("kind", "of_ten", "of_six"), [("light", 12.0, 14.1), ("dark", 11.6, 12.5)])
def test_they_differ_for_colour_blind_eyes(kind, of_ten, of_six, blindness):
    colours, seen = theme.colours(kind), np.array(BLINDNESS[blindness])
    assert smallest_difference([colours.line(k) for k in TEN], seen) >= of_ten - 0.05
    assert smallest_difference([colours.line(k) for k in DEFAULT_SIX], seen) >= of_six - 0.05


@pytest.mark.parametrize("kind", ["light", "dark"])
def test_an_accelerator_with_a_colour_is_not_taken_for_one_without(kind):
    """Vera Rubin beside Groq 3 LPX, which has none: 13 apart in dark were two greys, 18 are not."""
    colours = theme.colours(kind)
    assert smallest_difference([colours.line("vr200"), colours.line("abacus")], np.eye(3)) >= 18
    others = [key for key in theme.KEYS if key != "vr200"]
    assert min(smallest_difference([colours.line("vr200"), colours.line(key)], np.eye(3)) for key in others) >= 12


def test_an_unknown_accelerator_is_grey_not_missing():
    assert theme.colours("light").line("abacus") == "#7A808C"
    assert theme.colours(None) is theme.colours("light")


def test_what_is_chosen_in_a_list_is_readable_in_light_and_dark():
    """Streamlit writes white on its main colour, which is bright in dark."""
    rules = (Path(theme.__file__).parent / "page.css").read_text()
    grounds, inks = (
        re.search(rf"\[data-tag\]{part} {{ {what}: light-dark\((#\w{{6}}), (#\w{{6}})\)", rules).groups()
        for part, what in (("", "background"), (r" \*", "color"))
    )
    assert all(contrast(ground, ink) >= 4.5 for ground, ink in zip(grounds, inks, strict=True))
