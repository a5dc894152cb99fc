"""The model on the frontier page: its curves follow precision, batch and basis, and the CSV has the same numbers."""

import csv
import io
import subprocess
import sys

import pytest

from tests.browser.conftest import ROOT, settled
from tests.browser.test_frontier import address, choose, drawn, headline

POINTS = """layer => document.querySelector('.js-plotly-plot')._fullData
  .filter(trace => trace.meta.layer === layer).flatMap(trace => [...trace.x].map((x, i) => [x, trace.y[i]]))"""


def points(page, layer="model points"):
    return page.evaluate(POINTS, layer)


def typed(page, parameter: str, value: object) -> None:
    """Type a number into the widget of a parameter and wait until the chart is drawn anew."""
    before = drawn(page)
    page.locator(f".st-key-{parameter} input").fill(str(value))
    page.keyboard.press("Enter")
    page.wait_for_function(f"Number(document.querySelector('.sv').dataset.drawn) > {before}")
    settled(page)


def rows(page) -> list[dict[str, str]]:
    command = [sys.executable, "-m", "pages.ui.export", address(page)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return [row for row in csv.DictReader(io.StringIO(done.stdout.decode())) if row["grade"] == "M"]


def agree(page) -> list[dict[str, str]]:
    """Every modelled point of the chart stands in the CSV, inside its band."""
    found = rows(page)
    known = sorted((float(row["x"]), float(row["y"])) for row in found)
    for x, y in points(page):
        assert any(abs(x / a - 1) < 1e-5 and abs(y / b - 1) < 1e-5 for a, b in known), (x, y)
    for row in found:
        assert float(row["band_low"]) < float(row["y"]) < float(row["band_high"])
        assert row["limiting_term"] and row["calibration"].count("/") == 3
    return found


SIX = "&".join(f"chip={name}" for name in ("Jalape%C3%B1o", "GB300", "GB200", "B300", "B200", "MI355X"))


def test_the_model_stands_beside_the_points_and_changes_no_measured_word(visit):
    page = visit(f"/?v=1&{SIX}&precision=FP4&layer=Published&layer=Model")
    assert headline(page) == "Jalapeño leads at every speed: 3.8× GB200’s tokens per watt at 100 tok/s/user"
    assert len({row["accelerator"] for row in agree(page)}) == 6
    page.locator(".sv-fold summary").click()
    assert "Dashed: the " in page.locator(".sv-fold").inner_text()
    assert page.locator(".sv-ranking td.sv-model").first.inner_text().endswith(" %")


def test_the_curve_moves_with_precision_batch_and_basis_and_the_csv_with_it(visit):
    page = visit("/?v=1&chip=GB300&precision=FP4&layer=Published&layer=Model")
    seen = [points(page)]
    for step in (
        lambda: choose(page, "precision", "FP8"),
        lambda: typed(page, "batch_max", 64),
        lambda: choose(page, "power", "All-in"),
    ):
        step()
        seen.append(points(page))
        assert seen[-1] and seen[-1] not in seen[:-1]
        agree(page)
    both, alone = ({float(row["y"]) for row in rows(page) if row["precision"] == key} for key in ("fp4", "fp8"))
    assert both and alone and not both & alone


def test_a_pinned_batch_has_a_card_for_every_accelerator(visit):
    page = visit("/?v=1&chip=Jalape%C3%B1o&chip=GB300&precision=FP4&layer=Published&layer=Model&batch=32")
    cards = page.locator(".sv-cards li")
    assert cards.count() == 2 and len(points(page, "operating")) == 2
    text = cards.first.inner_text()
    for label in (
        "user tok/s",
        "first token",
        "tok/s/kW",
        "$/M tok",
        "decode limit",
    ):
        assert label in text
    assert {row["concurrency"] for row in agree(page)} == {"32"}


def test_what_nobody_measured_is_said_to_be_modelled(visit):
    page = visit("/?v=1&chip=Jalape%C3%B1o&chip=GB300&precision=FP8&layer=Published&layer=Model")
    ranking = page.locator(".sv-ranking tbody").inner_text()
    assert "Jalapeño" in ranking and "modelled " in ranking
    page = visit("/?v=1&chip=Jalape%C3%B1o&chip=GB300&precision=FP4&layer=Published&layer=Model&isl=65536&osl=2000")
    assert (
        headline(page).startswith("By the model, extrapolated, ")
        and "model, not measured" in page.locator(".sv-asked").first.inner_text()
    )
    agree(page)


def test_a_what_if_is_a_curve_of_its_own_and_stays_in_the_link(visit):
    page = visit("/?v=1&chip=GB300&precision=FP4&layer=Published&layer=Model&if_chip=GB300&if_bandwidth=2")
    assert "GB300, bandwidth ×2" in page.locator(".js-plotly-plot").inner_text()
    assert "if_chip=GB300" in page.url and "if_bandwidth=2" in page.url
    assert any(":if:" in row["id"] for row in agree(page))


@pytest.mark.parametrize(
    "query, told",
    [
        ("batch=0", "batch=“0” is not a whole number from 1 to 1,000,000"),
        ("isl=999999", "isl=999,999 is more than DeepSeek-R1-0528 takes"),
        ("precision=INT4&chip=B200", "Not modelled: B200: no INT4 layout of this LLM known."),
        ("watts=b200:-5", "is not a number above 0 to 100,000"),
        ("if_chip=GB300&if_bandwidth=0", "if_bandwidth=“0” is not a number from 0.1 to 10; 1 is used instead."),
        ("if_chip=WSE-3", "Too few figures of WSE-3 are published for a what-if."),
    ],
)
def test_bad_input_is_answered_in_words(visit, query, told):
    page = visit(f"/?v=1&layer=Published&layer=Model&{query}")
    assert told in page.locator("[data-testid=stApp]").inner_text()
