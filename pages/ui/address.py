"""The address bar when a link comes from outside: bare, it becomes the opening preset; otherwise its canonical form.

After that the bound widgets keep the address. Streamlit lets nobody else write a bound parameter, so a bare address
reached by Back is answered through the widgets' state instead, one run later, when state counts more than the address.
"""

from dataclasses import replace

import streamlit as st

from data import scope
from data.tables import vocabulary
from model.question import Question
from pages.ui import link
from pages.ui.ladder import PINS, SHARES, nearest
from pages.ui.parameters import kinds
from pages.ui.values import number_text
from pages.ui.widgets import held, plain

# No parameter has a space in its name.
SETTLED, NOTES, RESTORE, PAGE = "address settled", "address notes", "address restore", "address page"


def settle(page: str = "") -> None:
    """Make the address canonical before any widget reads it, and tell once what could not be read.

    `page` is the address of the page, whose opening question a bare link asks.
    """
    if RESTORE in st.session_state:
        st.session_state.update(st.session_state.pop(RESTORE))
    elif SETTLED not in st.session_state or "v" not in st.query_params:
        _settle(page)
    elif st.session_state.get(PAGE) != page:
        _carry()
    st.session_state[PAGE] = page
    notes = st.session_state.pop(NOTES, ())
    if notes:
        st.warning("\n".join(f"- {plain(note)}" for note in notes) if len(notes) > 1 else plain(notes[0]))


def _settle(page: str) -> None:
    given = {name: st.query_params.get_all(name) for name in st.query_params}
    question, notes = link.parse(given or f"/{page}")
    question, adjusted = fit(question)
    st.session_state[NOTES] = notes + adjusted
    first, st.session_state[SETTLED] = SETTLED not in st.session_state, True
    wanted = link.query_of(question)
    if _same(given, wanted):
        return
    if first:
        st.query_params.from_dict(wanted)
    else:
        st.session_state[RESTORE] = held(question) | {"v": link.VERSION}
    st.rerun()


def _carry() -> None:
    """Put the question into the address of the page that was turned to.

    The widgets that a fragment drew on the page before leave the address with it; what the script sets enters it.
    """
    st.session_state.update({name: st.session_state[name] for name in kinds() if name in st.session_state})


def fit(question: Question) -> tuple[Question, tuple[str, ...]]:
    """The nearest question the sidebar can show, and a sentence for each difference."""
    notes = []
    for name, steps in (("pin", PINS), ("f", SHARES)):
        value = getattr(question, name)
        if value is not None and (step := nearest(value, steps)) != value:
            where = "between two steps" if steps[0] < value < steps[-1] else "outside the steps"
            notes.append(f"{name}={number_text(value)} lies {where}; {number_text(step)} is shown instead.")
            question = replace(question, **{name: step})
    bare = [key for key in question.chip if key not in scope.drawable()]
    if bare:
        names = ", ".join(vocabulary().chips[key] for key in bare)
        notes.append(f"No points are published of {names}, and too few figures for the model; shown is the rest.")
        question = replace(question, chip=tuple(key for key in question.chip if key not in bare))
    if question.highlight not in (None, *scope.drawable()):
        notes.append(f"{vocabulary().chips[question.highlight]} has nothing to highlight.")
        question = replace(question, highlight=None)
    if question.if_chip not in (None, *scope.chips()):
        notes.append(f"Too few figures of {vocabulary().chips[question.if_chip]} are published for a what-if.")
        question = replace(question, if_chip=None)
    return question, tuple(notes)


def _same(one: dict[str, list[str]], other: dict[str, list[str]]) -> bool:
    return one.keys() == other.keys() and all(sorted(one[name]) == sorted(other[name]) for name in one)
