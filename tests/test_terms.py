"""A term is explained where it stands, in the glossary's words: beside choices, in heads of tables and on cards."""

from html import escape

import polars as pl

from data.answer import answer
from data.catalogue_columns import COLUMNS
from model.question import Question
from pages.ui import heads, operating, passports, ranking, results_table
from pages.ui.glossary import GLOSSARY, tooltip
from pages.ui.panels import panels
from pages.ui.parameters import kinds
from pages.ui.terms import HEADS, PARAMETERS, explained, marked, of_head
from pages.ui.theme import colours


def test_every_term_is_one_of_the_glossary_and_every_choice_a_parameter():
    assert set(HEADS.values()) | {key for keys in PARAMETERS.values() for key in keys} <= GLOSSARY.keys()
    assert PARAMETERS.keys() <= kinds().keys()


def test_a_choice_of_several_explains_each():
    told = explained("power", "The watts.").replace("\\", "")
    assert told.startswith("The watts.\n")
    firsts = {key: GLOSSARY[key].meaning.partition(". ")[0] for key in PARAMETERS["power"]}
    assert all(f"**{GLOSSARY[key].term}**: {first}" in told for key, first in firsts.items())
    assert explained("pin") is None and explained("pin", "A hint.") == "A hint."


def test_heads_of_tables_carry_the_meaning_and_stay_text():
    page = passports.table(pl.DataFrame({"a": ["<b>"]}), {"a": "First token, s"})
    assert f'<abbr title="{escape(tooltip("ttft_s"))}">First token, s</abbr>' in page
    assert marked("<i>") == "&lt;i&gt;"


def test_measured_quantities_of_every_table_are_explained():
    told = {name for name in COLUMNS if of_head(COLUMNS[name])}
    assert told >= {
        name for name in COLUMNS if name.startswith(("ttft", "tpot", "e2e", "tput", "interact", "measured"))
    }
    config = results_table.config(Question())
    assert config["ttft_s"]["help"] == tooltip("ttft_s") and config["date"]["help"] is None
    frontier = [column for column in heads.HEADS.values() if isinstance(column, dict)]
    assert {column["label"] for column in frontier if column.get("help")} >= {"Requests in flight", "First token, s"}


def test_units_stand_in_the_head_of_every_x():
    assert all("," in head or head == "Requests in flight" for head in heads.X_HEADS.values())
    assert all(of_head(head) for head in heads.X_HEADS.values())


def test_cards_and_the_ranking_explain_their_quantities():
    answered = answer(Question(precision=("fp4",), layer=("published", "model"), batch=64))
    assert f'title="{escape(tooltip("interactivity"))}"' in operating.html(operating.cards(answered), colours("light"))
    table = ranking.table(answered, colours("light"), panels(answered))
    meanings = dict(zip(table["columns"], table["meanings"], strict=True))
    assert meanings["1st token"] == tooltip("ttft_s") and meanings["tok/s/kW"] == tooltip("tput_total_per_kw")
