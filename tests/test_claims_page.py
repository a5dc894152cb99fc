"""The claims page says what the points say: factors, bases, rivals and equal service, by its own functions."""

import csv
import io
import re
from dataclasses import replace

import pytest

from data import pairs, versus
from data.answer import answer
from data.pairs import pair_of
from model.question import VERDICTS, Question
from pages.ui import claims, claims_basis, claims_card, claims_csv, claims_lead, claims_page, claims_service, link
from pages.ui.claims_charts import rivals, waterfall
from pages.ui.claims_curves import along
from pages.ui.claims_share import over_share
from pages.ui.export import main
from pages.ui.passports import table
from pages.ui.theme import colours

LLMS = "gpt-oss-120b", "DeepSeek-R1-0528", "Kimi-K2.5"
INK = colours("light")


def on(llm, **more):
    question = Question(llm=llm, **more)
    return question, pair_of(question)


def column(question, name):
    """A column of the table of leads, in the order of LLMS."""
    rows = {row["what"].rpartition(", ")[2]: row[name] for row in _leads(question)}
    return [rows[llm] for llm in LLMS]


def _leads(question):
    return claims_basis.leads(question, pairs.published()).iter_rows(named=True)


def said(question):
    pair = pair_of(question)
    return " ".join(claims_service.words(question, claims_service.found(question, pair), pair))


def test_the_published_pairs_are_those_of_the_first_results():
    """openai.com/index/jalapeno-first-results, 25 August 2026: GB200 on gpt-oss, GB300 on DeepSeek-R1 and Kimi-K2.5."""
    found = {pair.llm: (pair.first, pair.second, pair.day, pair.decoding) for pair in pairs.published()}
    others = {"gpt-oss-120b": "gb200", "DeepSeek-R1-0528": "gb300", "Kimi-K2.5": "gb300"}
    assert found == {llm: ("jalapeno", other, "2026-08-25", "plain") for llm, other in others.items()}


@pytest.mark.parametrize(
    ("llm", "rate", "burden"), [(LLMS[0], "1.109", "1.714"), (LLMS[1], "0.834", "2.000"), (LLMS[2], "0.769", "2.000")]
)
def test_the_lead_is_tokens_per_chip_times_watts(llm, rate, burden):
    question, pair = on(llm)
    tokens, watts, lead = claims_lead.steps(question, pair, INK)
    assert (tokens.text, watts.text) == (f"{rate}×", f"× {burden}")
    assert (tokens.start, tokens.end, lead.end) == (1, watts.start, watts.end)
    assert f"{rate} × {burden} =" in claims_lead.words(question, pair)
    assert waterfall([tokens, watts, lead], INK, "")["data"][0]["base"] == [min(1, tokens.end), tokens.end, 1]


def test_the_lead_on_every_basis():
    """All-in of 1.125, 1.87 and 2.12 kW; owner's cost at 1.27 USD/h since 10 September 2026 and 1.47 in August."""
    question = Question()
    assert column(question, "rated") == ["1.90×", "1.67×", "1.54×"]
    assert column(question, "all_in") == ["1.84×", "1.57×", "1.45×"]
    assert column(question, "usd0") == ["1.62×", "1.52×", "1.40×"]
    assert column(question, "usd1") == ["1.40×", "1.31×", "1.21×"]
    heads = claims_basis.heads(question)
    assert (heads["usd0"], heads["usd1"]) == ("USD, 1.27/h since Sep 2026", "USD, 1.47/h since Aug 2026")


def test_the_chosen_basis_is_two_sided_with_f_and_says_when_it_is_not():
    assert column(Question(power="sustained", f=0.6), "chosen") == ["1.45×", "1.27×", "1.17×"]
    assert column(Question(power="sustained"), "chosen") == ["2.42×", "2.12×", "1.96×"]
    one, both = on(LLMS[1], power="sustained"), on(LLMS[1], power="sustained", f=0.6)
    assert "One-sided: GB300 stays at its rating" in claims_basis.sentence(*one)
    assert "one-sided 2.12×" in claims.headline(*one)
    assert "ne-sided" not in claims_basis.sentence(*both) + claims.headline(*both)


def test_f_has_its_break_even_and_its_evidence():
    """Boards measured by ML.ENERGY and InferenceX: B200, MI355X, and GB200 at low load."""
    question, pair = on(LLMS[0], f=0.6)
    told = claims_basis.share_sentence(question, pair)
    assert "1.90 × f / 0.786: unchanged at f = 0.786, gone at f = 0.41. At your f of 0.6 it is 1.45×." in told
    found = claims_basis.evidence(pairs.published(), pair)
    shown = {row.name: (round(row.low, 2), round(row.high, 2)) for row in found}
    assert shown["B200 · gpt-oss-120b"] == (0.53, 0.95)
    assert shown["B200 · DeepSeek-R1-0528 FP8"] == (0.53, 0.89)
    assert shown["MI355X · DeepSeek-R1-0528"] == (0.25, 0.70)
    assert next(span for name, span in shown.items() if name.startswith("GB200")) == (0.28, 0.41)
    lines = claims_basis.lines(question, pairs.published(), pair)
    figure = over_share(lines, (550 / 700, 0.6), found, (INK, told))
    marked = {note["text"] for note in figure["layout"]["annotations"]}
    assert {"0.786 break-even, as rated", "your f 0.6", "<b>1.90×</b>"} <= marked


@pytest.mark.parametrize(
    ("llm", "chip", "y", "lead"),
    [
        (LLMS[0], "b200", 63_535.9, 1.345),
        (LLMS[1], "b300", 13_028.9, 1.507),
        (LLMS[1], "b200", 12_950.6, 1.517),
        (LLMS[2], "gb200", 13_966.7, 1.306),
    ],
)
def test_the_lead_over_other_accelerators_best_points(llm, chip, y, lead):
    rows = claims_lead.rival_rows(*on(llm))
    row = next(row for row in rows if row["key"] == chip and row["plain"])
    assert (round(row["y"], 1), round(row["lead"], 3)) == (y, lead)


def test_the_lead_over_speculative_decoding():
    question, pair = on(LLMS[1])
    best = next(row for row in claims_lead.rival_rows(question, pair) if not row["plain"])
    assert (best["key"], round(best["y"], 1), round(best["lead"], 3)) == ("b200", 13_429.7, 1.462)
    told = claims_lead.rival_words(question, pair)
    assert "B300: 13,029" in told and "1.507× instead of 1.667× over GB300" in told and "1.462×" in told
    assert "Nobody published speculative decoding here." in claims_lead.rival_words(*on(LLMS[2]))


def test_rivals_are_drawn_once_each_with_their_points_below():
    question, pair = on(LLMS[1])
    rows, first = claims_lead.rival_rows(question, pair), claims_lead.first_row(question, pair)
    bars, hollow, _ = rivals(rows, first, INK, "")["data"]
    assert len(bars["y"]) == len(set(bars["y"])) and bars["y"][0] == "Jalapeño"
    assert len(hollow["y"]) == sum(not row["plain"] for row in rows)
    points = claims_lead.rival_points(question, pair)
    assert points.height == len(rows) + 1
    assert all(address.startswith("https://") for address in points["address"])
    assert points["lead"][0] == "–"


def test_points_after_the_claim_do_not_count():
    question = Question(llm=LLMS[1], until="2026-02-03", latest=False)
    dates = answer(question).points["date"]
    assert dates.len() and max(dates) <= "2026-02-03"
    assert versus.asked(*on(LLMS[1])).until == "2026-08-25"


def test_the_factor_at_the_highest_speed_is_the_end_of_a_curve():
    """104.3 times: GB300's fastest point, 5 requests on 34 GPUs at 170 tok/s/user."""
    question, pair = on(LLMS[1])
    served = claims_service.found(question, pair)
    assert [round(end, 2) for end in served.shared] == [65.25, 170.03]
    assert served.ratio[-1] == pytest.approx(104.3, rel=0.03)
    ((x, ratio, text),) = claims_service.marks(question, served, pair)
    assert (x, ratio, text) == (served.x[-1], 104.3, "104.3× published")
    assert "GB300’s fastest point: 5 requests in flight on 34 chips" in said(question)
    assert "the first token takes 23.8 s (Jalapeño) and 2.3 s (GB300)" in said(question)
    figure = along(served, claims_service.marks(question, served, pair), (INK, "alt"))
    assert figure["layout"]["meta"] == "alt"
    assert figure["data"][-1]["text"] == ["<b>104.3× published</b>  "]


def test_a_limit_on_the_first_token_moves_it():
    told = said(Question(llm=LLMS[1], slo_ttft_s=3.0))
    assert "Nothing to compare at equal speed per user" in told
    assert "Jalapeño serves 207 to 703 tok/s per user, GB300 serves 22 to 150 tok/s per user" in told
    assert "At the best points within a first token of 3 s Jalapeño gives 0.62× GB300’s tokens per watt." in told


def test_at_equal_first_token_the_lead_is_gone_at_two_seconds():
    told = said(Question(llm=LLMS[1], x="ttft_s"))
    assert "gives 0.62× GB300’s tokens per watt at 2.3 s" in told
    assert "Only 8 of 18 points of GB300 carry the figures this needs." in told


@pytest.mark.parametrize("axis", ["e2e_s", "ttft_s"])
def test_without_published_times_there_is_a_sentence_instead(axis):
    question, pair = on(LLMS[2], x=axis)
    assert not claims_service.found(question, pair).x
    assert re.fullmatch(r"No time .* is published for GB300 on Kimi-K2.5: all 18 points lack it.*", said(question))
    assert claims_csv.curve_csv(question).decode().count("\n") == 1


def test_what_cannot_be_computed_is_said():
    for question in (Question(power="measured"), Question(power="custom"), Question(llm="GLM-5")):
        pair = pair_of(question)
        assert "no lead of" in claims.headline(question, pair)
        assert claims_lead.steps(question, pair, INK) == claims_lead.rival_rows(question, pair) == []
        assert claims_basis.sentence(question, pair).endswith(".")
    told = claims_basis.sentence(Question(power="measured"), pair_of(Question()))
    assert "Jalapeño, measured power belongs to each point" in told


def test_any_pair_can_be_compared():
    question = Question(llm=LLMS[1], lead_of="b200", lead_over="mi355x", power="all_in")
    pair = pair_of(question)
    assert (pair.first, pair.second) == ("b200", "mi355x")
    assert versus.lead_in_watts(question, pair).total > 1
    swapped = pair_of(Question(llm=LLMS[1], lead_of="gb300"))
    assert (swapped.first, swapped.second) == ("gb300", "jalapeno")


def test_an_opened_claim_decides_who_is_compared():
    pair = pair_of(Question(llm=LLMS[2], claim="r1-mtp-peak-ratio"))
    assert (pair.llm, pair.second, pair.decoding) == (LLMS[1], "gb300", "mtp")
    question = Question(claim="gpt-oss-peak-ratio", power="all_in")
    title = claims.headline(question, pair_of(question))
    assert title.startswith("Published 1.9×, recomputed 1.9005×:")
    assert title.endswith("; per all-in watt 1.84×")


@pytest.mark.parametrize("key", list(pairs.judged()))
def test_every_claim_opens(key):
    claim, found = pairs.judged()[key]
    card = claims_card.card(claim, found)
    assert VERDICTS[found.verdict] in card
    assert "None" not in card and "nan" not in card
    for column_ in (found.arithmetic, found.points):
        assert len(column_.values) in (0, len(column_.working))
    question = Question(claim=key)
    assert claims.headline(question, pair_of(question)).startswith("Published ")


def test_points_of_a_card_link_to_their_runs():
    card = claims_card.card(*pairs.judged()["gpt-oss-peak-ratio"])
    assert "85,448 / 44,960 = 1.9005×" in card
    assert ">j00027</a>, Jalapeño: 59,814 tok/s per chip" in card
    assert len(re.findall(r'<a href="https://[^"]+"', card)) == 3


def test_filters_list_what_passes_all_of_them():
    question = Question(claim_topic="throughput", claim_llm=LLMS[1], claim_by="OpenAI", claim_text="SPECULATIVE peak")
    found = pairs.listed(question)
    assert found and len(found) < len(pairs.judged())
    for claim, _ in found:
        assert (claim.topic, claim.speaker) == ("throughput", "OpenAI") and LLMS[1] in claim.llm
    total = claims.counts(question)
    assert sum(total.values()) == len(found)
    verdict = next(iter(total))
    assert claims.counts(replace(question, claim_verdict=verdict)) == total
    assert len(claims.rows(replace(question, claim_verdict=verdict))) == total[verdict]
    assert claims.rows(Question(claim_text="no such words")) == []


def test_the_headline_counts_what_holds():
    verdicts = [found.verdict for _, found in pairs.judged().values()]
    checked = [verdict for verdict in verdicts if verdict != "not recomputable"]
    holds = sum(verdict in ("reproduced", "rounding", "near") for verdict in checked)
    title = claims.headline(Question(), pair_of(Question()))
    assert title.startswith(f"{holds} of {len(checked)} published figures that can be checked hold; ")
    assert title.endswith("is 0.83× the tokens per chip at 0.50× the watts")


def test_the_table_of_leads_is_html_without_markup_of_others():
    shown = table(claims_basis.leads(Question(), pairs.published()), claims_basis.heads(Question()))
    assert shown.count("<tr>") == 4


def test_the_command_line_answers_links_of_the_page_with_the_buttons_bytes(tmp_path):
    question = Question(claim_verdict="differs", power="all_in", llm=LLMS[0])
    address, out = link.format(question, "claims"), tmp_path / "claims.csv"
    assert link.parse(address) == (question, ())
    for options, content in (
        ([], claims_csv.claims_csv(question)),
        (["--curve"], claims_csv.curve_csv(question)),
        (["--all"], claims_csv.claims_csv(Question(power="all_in", llm=LLMS[0]))),
    ):
        assert main([address, "-o", str(out), *options]) == 0
        if "--all" not in options:
            assert out.read_bytes() == content
    assert len(out.read_text().splitlines()) == len(pairs.judged()) + 1
    assert main(["/?v=1", "--curve"]) == 2


def test_the_files_hold_what_the_page_shows():
    rows = list(csv.DictReader(io.StringIO(claims_csv.claims_csv(Question()).decode())))
    assert [row["id"] for row in rows] == [row["id"] for row in claims.rows(Question())]
    row = next(row for row in rows if row["id"] == "gpt-oss-peak-ratio")
    assert float(row["from_points"]) == pytest.approx(1.9005, abs=5e-5)
    assert (row["from_points_verdict"], row["points_used"]) == ("reproduced", "j00027; r03509")
    assert link.parse(row["link"]) == (Question(), ())
    question, pair = on(LLMS[1], x="ttft_s", slo_ttft_s=2.0)
    served = claims_service.found(question, pair)
    curve = list(csv.DictReader(io.StringIO(claims_csv.curve_csv(question).decode())))
    assert [float(row["ratio"]) for row in curve] == served.ratio
    assert {(row["x_metric"], row["first_token_limit_s"], row["points_until"]) for row in curve} == {
        ("ttft_s", "2.0", "2026-08-25")
    }


def test_a_limit_on_the_first_token_is_told_at_the_top():
    """Within 3 s the best points of the first results turn the lead over."""
    question = Question(claim="r1-peak-ratio", slo_ttft_s=3)
    top = claims.conditions(question, pair_of(question))
    assert top.startswith("Within a first token of 3 s: 0.62× GB300’s tokens per rated watt. ")
    assert "At their best points without the limit the first token takes" in said(question)
    free = replace(question, slo_ttft_s=None)
    assert claims.conditions(free, pair_of(free)).startswith("Compared here")


def test_a_bound_that_holds_has_no_mark():
    drawn = {claim.id: len(claims_card.closeness(claim, found)) for claim, found in pairs.judged().values()}
    for claim, found in pairs.judged().values():
        known = [column for _, column in claims.columns(found) if column.values and column.differences]
        assert drawn[claim.id] == sum(len(column.values) - sum(column.held) for column in known)
    assert any(any(column.held) for _, found in pairs.judged().values() for _, column in claims.columns(found))


def test_one_accelerator_on_both_sides_is_told():
    both = Question(lead_of="gb300", lead_over="gb300")
    assert "GB300 was given on both sides" in claims.conditions(both, pair_of(both))
    assert "on both sides" not in claims.conditions(Question(), pair_of(Question()))


def test_a_lead_below_one_reads_as_a_share():
    behind, pair = on("DeepSeek-R1-0528", lead_of="gb300", lead_over="jalapeno")
    assert "GB300 gives 0.60× Jalapeño’s tokens per rated watt" in claims.lead_line(behind, pair)


def test_what_has_no_row_is_counted_on_the_page():
    assert claims_page.left_out().startswith("71 statements of the same sources are not in the list: 34 opinions")


def test_search_finds_what_is_printed_and_a_bound_is_said_to_hold():
    found = [claim.id for claim, _ in pairs.listed(Question(claim_text="1.9× Jalapeño GB200"))]
    assert "gpt-oss-peak-ratio" in found
    claim, judged = pairs.judged()["kimi-lead-at-100"]
    assert "keeps the bound" in claims.sentence(claim, judged)
    assert "within 0.5" not in claims.sentence(claim, judged)
