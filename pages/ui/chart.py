"""The live chart on the page: a Components-v2 element that keeps its Plotly node, with ranking and words below."""

import base64
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np
import streamlit as st

from model.question import Question
from pages.ui import plotlyjs
from pages.ui.figures import Figure
from pages.ui.ladder import PIN_LABELS
from pages.ui.theme import Colours
from pages.ui.values import number_text

HERE = Path(__file__).parent
# value of x; row id; accelerator key; Message.value; light or dark (the rerun itself brings the new colours)
EVENTS = ("pin", "point", "highlight", "undo", "theme")
PLAIN_CONFIG = {"displaylogo": False}
NOT_LIVE = "The server cannot write its folder static/, so this is Plotly's ordinary chart: changes reset the zoom."
_EARLY = """if (!window.Plotly && !window.scovillePlotly) window.scovillePlotly = new Promise((resolve, reject) => {
  const script = document.createElement("script");
  script.src = new URL(%s, document.baseURI).href;
  script.onload = () => resolve(window.Plotly);
  script.onerror = () => reject(new Error("cannot load " + script.src));
  document.head.appendChild(script);
}).catch(() => { window.scovillePlotly = undefined; });"""
_JS, _CSS = ((HERE / name).read_text(encoding="utf-8") for name in ("chart.js", "chart.css"))
_element = st.components.v2.component("scoville_chart", js=_JS, css=_CSS, isolate_styles=False)


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence in the middle of an empty chart, with up to two buttons that send their value as event "undo"."""

    text: str
    button: str = ""
    value: str = ""
    other: str = ""
    other_value: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Content:
    """What the element shows; `words` are (sentence, tone strong, plain, error or omitted), `alt` describes it."""

    figure: Figure
    colours: Colours
    alt: str
    words: Sequence[tuple[str, str]] = ()
    ranking: Mapping[str, object] = field(default_factory=dict)  # see ranking.table
    message: Message | None = None
    filename: str = "scoville-frontier"
    title: str = ""  # over a downloaded picture, as is
    subtitle: str = ""
    report: Mapping[str, object] = field(default_factory=dict)  # see handout.report
    shared: bool = True  # with other visitors, so that it may be kept


def filename(question: Question) -> str:
    """Name of a downloaded picture, without its ending: "scoville-kimi-k2-5-tput-total-per-kw"."""
    return re.sub("[^a-z0-9]+", "-", f"scoville {question.llm} {question.y}".lower()).strip("-")


def load_early() -> None:
    """Has the browser load plotly.js, 4.8 MB, while the first answer is still computed; chart.js waits for the same."""
    address = plotlyjs.address()
    if address is not None:
        with st.container(key="early"):
            st.html(f"<script>{_EARLY % json.dumps(address)}</script>", unsafe_allow_javascript=True)


def live_chart(content: Content, key: str, events: Mapping[str, Callable[..., None]]) -> None:
    """Draws the chart; each of `events` (see EVENTS) is called with the value the visitor clicked, before the rerun."""
    address = plotlyjs.address()
    if address is None:
        _ordinary_chart(content, key)
        return
    calls = {f"on_{name}_change": _caller(key, name, events.get(name)) for name in EVENTS}
    sent = _kept if content.shared else _sent
    _element(key=key, data=sent(content, address), **calls)


def _sent(content: Content, address: str) -> bytes:
    """The payload as the browser gets it; JSON is made once for all who ask the same."""
    return json.dumps(payload(content, address), separators=(",", ":")).encode()


_kept = lru_cache(maxsize=48)(_sent)


def payload(content: Content, address: str) -> dict[str, object]:
    """The element's data as plain JSON values; arrays become base64 as Plotly reads them."""
    message = content.message
    return {
        "plotly": address,
        "figure": encoded(content.figure),
        "theme": _theme(content.colours),
        "alt": content.alt,
        "words": [list(word) for word in content.words],
        "ranking": dict(content.ranking) or None,
        "message": {"text": message.text, "buttons": _buttons(message)} if message else None,
        "filename": content.filename,
        "title": content.title,
        "subtitle": content.subtitle,
        "report": dict(content.report) or None,
        "pin": {"steps": list(PIN_LABELS), "usual": number_text(Question().pin)},
    }


def _buttons(message: Message) -> list[list[str]]:
    pairs = [[message.button, message.value], [message.other, message.other_value]]
    return [pair for pair in pairs if pair[0]]


def encoded(value: object) -> object:
    """The same value with each float32 array as {"dtype": "f4", "bdata": base64}."""
    if isinstance(value, np.ndarray):
        data = base64.b64encode(np.ascontiguousarray(value, "<f4").tobytes()).decode("ascii")
        return {"dtype": "f4", "bdata": data}
    if isinstance(value, dict):
        return {name: encoded(item) for name, item in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict | list):
        return [encoded(item) for item in value]
    return value


def _theme(colours: Colours) -> dict[str, str]:
    names = ("ink", "muted", "axis", "background")
    focus = colours.line("gb200" if colours.dark else "gb300")
    return {name: getattr(colours, name) for name in names} | {
        "focus": focus,
        "scheme": "dark" if colours.dark else "light",
    }


def _caller(key: str, name: str, event: Callable[..., None] | None) -> Callable[[], None]:
    def call() -> None:
        """Hands what the chart reports, if anything, to `event`."""
        value = st.session_state[key].get(name)
        if event is not None and value is not None:
            event(value)

    return call


def _ordinary_chart(content: Content, key: str) -> None:
    """Without a writable static/: the same traces in st.plotly_chart, the words as text, and a note saying so."""
    figure = {"data": content.figure["data"], "layout": content.figure["wide"]}
    st.plotly_chart(figure, key=f"{key}-plain", theme=None, config=PLAIN_CONFIG)
    for row in content.ranking.get("rows", ()):
        st.text(f"{row['name']}: {row['missing'] or ' '.join(filter(None, (row['value'], row['note'])))}")
    st.text(" ".join(sentence for sentence, _ in content.words))
    st.caption(NOT_LIVE)
