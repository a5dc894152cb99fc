"""The kinds of widget the sidebar has, each bound to the address bar under the name of its parameter.

A widget's options are the labels that stand in links and its default is the Question's, so both are public promises.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cache

import streamlit as st

from model.question import Question
from pages.ui import link, parameters
from pages.ui.ladder import NOT_ASSUMED
from pages.ui.markup import plain
from pages.ui.terms import explained
from pages.ui.values import FIRST_DATE, LAST_DATE, number_text

BOUND = "query-params"
FOLDED_CHANGED = "folded widgets changed"  # by a click elsewhere in the page: they have to be drawn anew too

WidgetValue = str | int | float | bool | date | list[str] | None
Values = dict[str, WidgetValue]
Labels = Mapping[str, str]


def held(question: Question) -> Values:
    """What each widget holds for `question`; a choice that empty stands for is shown as chosen."""
    values = {}
    for name, kind in parameters.kinds().items():
        value = getattr(question, name)
        if kind.many:
            texts = [kind.write(item) for item in value or parameters.IMPLIED.get(name, ())]
            value = ",".join(texts) if name in parameters.LISTS else texts
        elif name in ("pin", "f"):
            value = NOT_ASSUMED if value is None else number_text(value)
        elif isinstance(value, str):
            value = date.fromisoformat(value) if name in parameters.DAYS else kind.write(value)
        values[name] = value
    return values


@cache
def defaults() -> Values:
    """What the widgets hold before anything is chosen; frozen with the Question's defaults."""
    return held(Question())


def put(values: Values) -> None:
    """What a click in the page sets widgets to; the whole page runs again, whatever fragment the click was in."""
    st.session_state.update(values | {FOLDED_CHANGED: True})


def as_query(values: Values) -> dict[str, list[str]]:
    """The widgets' values as the address bar writes them: defaults left out."""
    query = {"v": [link.VERSION]}
    for name, value in values.items():
        if value is not None and value != defaults()[name]:
            query[name] = value if isinstance(value, list) else [_text(value)]
    return query


def _text(value: WidgetValue) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return number_text(value) if isinstance(value, int | float) else str(value)


def _bound(name: str, hint: str) -> dict[str, object]:
    """What every widget of a parameter has: its key, the address bar, and its help."""
    return {"key": name, "help": explained(name, hint), "bind": BOUND}


def one(name: str, label: str, labels: Labels, hint: str, then: Callable[[], None] | None = None) -> Values:
    """Exactly one of a few labels; `then` runs when another is chosen."""
    options, same = list(labels.values()), {"default": defaults()[name], "on_change": then}
    return {name: st.pills(label, options, required=True, **_bound(name, hint), **same)}


def some(name: str, label: str, labels: Labels, hint: str) -> Values:
    """Any of the labels."""
    options, default = list(labels.values()), defaults()[name]
    chosen = st.pills(label, options, selection_mode="multi", default=default, **_bound(name, hint))
    return {name: chosen}


def listed(name: str, label: str, labels: Labels, hint: str, then: Callable[[], None] | None = None) -> Values:
    """One of a longer list; without a default it may be left open; `then` runs when another is chosen."""
    options, default = list(labels.values()), defaults()[name]
    index = None if default is None else options.index(default)
    return {name: st.selectbox(label, options, index=index, on_change=then, **_bound(name, hint))}


def stepped(name: str, label: str, steps: Sequence[str], hint: str) -> Values:
    """One step of a slider."""
    return {name: st.select_slider(label, steps, value=defaults()[name], **_bound(name, hint))}


def switch(name: str, label: str, hint: str) -> Values:
    """On or off."""
    return {name: st.toggle(label, value=defaults()[name], **_bound(name, hint))}


def number(name: str, label: str, limits: tuple[float, float], hint: str) -> Values:
    """A number within `limits`, whole where they are; without a default it may be left open."""
    low, high = limits
    default = defaults()[name]
    value = st.number_input(label, low, high, default, placeholder="none", **_bound(name, hint))
    return {name: value}


def day(name: str, label: str, hint: str) -> Values:
    """A day of this century, or none."""
    value = st.date_input(label, None, FIRST_DATE, LAST_DATE, format="YYYY-MM-DD", **_bound(name, hint))
    return {name: value}


def typed(name: str, label: str, example: str, hint: str) -> Values:
    """A number for each chip as text, and below it what of it could not be read."""
    value = st.text_input(label, placeholder=example, max_chars=1_000, **_bound(name, hint))
    for note in unread(name, value):
        st.caption(plain(note))
    return {name: value}


def version() -> None:
    """The link's version, locked. Streamlit carries only bound parameters from page to page, so it is a widget too."""
    hint = "Old links keep their meaning; this tells by which rules they are read."
    st.text_input("Link version", key="v", disabled=True, help=hint, bind=BOUND)


def unread(name: str, value: WidgetValue) -> tuple[str, ...]:
    """A sentence for each part of one widget's value that could not be read."""
    return link.parse(as_query({name: value}))[1]


def mirror(name: str) -> None:
    """Let the widget "page name" on a page show what the sidebar's `name` holds."""
    st.session_state[f"page {name}"] = st.session_state[name]


def copied(name: str) -> None:
    """Callback of that widget: what it was set to is the sidebar's too."""
    st.session_state[name] = st.session_state[f"page {name}"]
