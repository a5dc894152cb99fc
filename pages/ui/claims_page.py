"""The claims page put on the screen: the opened claim, the list, and what the lead is made of."""

from dataclasses import replace
from functools import partial
from html import escape
from pathlib import Path

import streamlit as st

from data import pairs, versus
from data.claims import LEFT_OUT
from data.pairs import Pair
from data.tables import vocabulary
from model.question import Question
from pages.ui import (
    claims,
    claims_basis,
    claims_card,
    claims_charts,
    claims_controls,
    claims_csv,
    claims_curves,
    claims_share,
)
from pages.ui import claims_lead as takes_apart
from pages.ui import claims_service as service
from pages.ui.accuracy_choices import CONFIG
from pages.ui.claims_basis import second
from pages.ui.files import files
from pages.ui.passports import WHOLE, table
from pages.ui.theme import Colours, colours
from pages.ui.widgets import plain

_JS = (Path(__file__).parent / "claims_list.js").read_text(encoding="utf-8")
_list = st.components.v2.component("scoville_claims", js=_JS, isolate_styles=False)


def opened(question: Question) -> None:
    """The opened claim with its calculation and a small chart, and the button that closes it."""
    claim = pairs.opened(question)
    if claim is None:
        return
    found = pairs.judged()[claim.id][1]
    with st.container(key="opened claim"):
        st.html(claims_card.card(claim, found))
        if marks := claims_card.closeness(claim, found):
            said = "Recomputed against published, in percent; shaded: within 0.5 and 5 %."
            st.caption(said)
            _draw(claims_charts.closeness(marks, look(), said), "claim closeness")
        st.button("Close claim", key="close claim", on_click=partial(claims_controls.open_claim, None))


def basis(question: Question, pair: Pair) -> None:
    """The lead on every basis as a table, and over f as a chart."""
    claims_controls.basis()
    known = pairs.published()
    _say(claims_basis.sentence(question, pair))
    st.html(table(claims_basis.leads(question, dict.fromkeys((*known, pair))), claims_basis.heads(question)))
    st.caption(plain(claims_basis.vintage_note(question)))
    claims_controls.share()
    said = claims_basis.share_sentence(question, pair)
    _say(said)
    own = versus.own_share(pair.first)
    if own and (lines := claims_basis.lines(question, known, pair)):
        _draw(
            claims_share.over_share(lines, (own, question.f), claims_basis.evidence(known, pair), (look(), said)),
            "claim f",
        )
        st.caption("Bars: board power measured on other runs, as a share of the rating, from least to most loaded.")


def lead(question: Question, pair: Pair) -> None:
    """The lead as the product of its factors."""
    usual = pairs.pair_of(replace(question, lead_of=None, lead_over=None))
    claims_controls.pair((vocabulary().chips[usual.first], second(usual)))
    said = takes_apart.words(question, pair)
    _say(said)
    if steps := takes_apart.steps(question, pair, look()):
        _draw(claims_charts.waterfall(steps, look(), said), "claim lead")


def whom(question: Question, pair: Pair) -> None:
    """The lead over every other accelerator's best point, and the points."""
    said = takes_apart.rival_words(question, pair)
    _say(said)
    first = takes_apart.first_row(question, pair)
    if first and (rows := takes_apart.rival_rows(question, pair)):
        st.caption("Bars: best mixed tok/s per kW, plain decoding, and the lead over it. ◇ speculative decoding (MTP).")
        _draw(claims_charts.rivals(rows, first, look(), said), "claim rivals")
        with st.expander("The points and their sources"):
            st.html(table(takes_apart.rival_points(question, pair), takes_apart.POINT_HEADS))


def equal_service(question: Question, pair: Pair) -> None:
    """The ratio along an axis of service with what was published on it, and the curve as CSV."""
    claims_controls.service()
    served = service.found(question, pair)
    said = service.words(question, served, pair)
    _say(" ".join(said))
    if served.why:
        return
    marks = service.marks(question, served, pair)
    _draw(claims_curves.along(served, marks, (look(), said[0])), "claim service")
    make = partial(claims_csv.curve_csv, question)
    st.download_button("Curve as CSV", make, "scoville-ratio.csv", "text/csv", key="csv curve", on_click="ignore")


def every(question: Question) -> None:
    """The list with its filters, and as CSV."""
    claims_controls.filters(claims.counts(question))
    rows = claims.rows(question)
    if not rows:
        _say("No claim passes these filters.")
    else:
        data = {"heads": claims.LIST_HEADS, "rows": rows, "open": question.claim or "", "whole": WHOLE}
        _list(key="claims list", data=data, on_claim_change=_clicked)
    st.caption(plain(left_out()))
    made = [("Claims as CSV", claims_csv.claims_csv, "claims")]
    files(question, claims_csv.PAGE, made, "the curve of equal service")


def left_out() -> str:
    """How many statements of the same sources have no row, by group."""
    groups = "; ".join(f"{count} {what}" for what, count in LEFT_OUT.items())
    return f"{sum(LEFT_OUT.values())} statements of the same sources are not in the list: {groups}."


def look() -> Colours:
    """The colours of the visitor's theme."""
    return colours(st.context.theme.type or "light")


def _clicked() -> None:
    key = st.session_state["claims list"].get("claim")
    if key:
        claims_controls.open_claim(str(key))


def _say(text: str) -> None:
    st.html(f'<p class="sv-said">{escape(text)}</p>')


def _draw(figure: dict, key: str) -> None:
    st.plotly_chart(figure, key=key, theme=None, config=CONFIG, alt=figure["layout"]["meta"])
