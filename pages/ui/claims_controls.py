"""The choices of the claims page: bound in the sidebar, so that links keep them, and repeated on the page."""

from collections.abc import Mapping

import streamlit as st

from data.tables import vocabulary
from model.question import POWER_BASES, X_METRICS, Question
from pages.ui import link, parameters, widgets
from pages.ui.claims_service import SERVICES
from pages.ui.ladder import SHARE_LABELS
from pages.ui.terms import explained
from pages.ui.widgets import Values

BOX = 166  # px of a filter
ALL, OWN = "All", "As in the claim"
LIMITS = (0.5, 1, 2, 3, 5, 10, 20)  # s to the first token that the page offers; the sidebar takes any


def fold() -> Values:
    """What the claims page lists, opens and compares; its own boxes set these too."""
    st.caption("For the page “Claims”.")
    labels, chips = parameters.claim_labels(), vocabulary().chips
    return (
        widgets.listed("claim", "Opened claim", labels["claim"], "Number of the published figure that is opened.")
        | widgets.listed("claim_topic", "Topic", labels["claim_topic"], "Only claims of this topic.")
        | widgets.listed("claim_llm", "LLM of the claim", labels["claim_llm"], "Only claims that name this LLM.")
        | widgets.listed("claim_verdict", "Verdict", labels["claim_verdict"], "Only claims that came out so.")
        | widgets.listed("claim_by", "Who says it", labels["claim_by"], "Only what this party said.")
        | _words("claim_text", "Words in it", "Only claims in which all these words occur.")
        | widgets.listed("lead_of", "Lead of", chips, "Whose lead is taken apart; empty for the claim's own.")
        | widgets.listed("lead_over", "Lead over", chips, "Over whom; empty for the claim's own.")
    )


def asked() -> Question:
    """The Question that the sidebar's widgets hold."""
    return link.parse(widgets.as_query({name: st.session_state[name] for name in parameters.kinds()}))[0]


def _words(name: str, label: str, hint: str) -> Values:
    value = st.text_input(label, widgets.defaults()[name], key=name, help=hint, max_chars=100, bind=widgets.BOUND)
    return {name: value.strip() if value else ""}


def filters(verdicts: Mapping[str, int]) -> None:
    """Which claims are listed; `verdicts` counts those that pass all filters but that on the verdict."""
    labels = parameters.claim_labels()
    _counted("claim_verdict", "Verdict", labels["claim_verdict"], verdicts)
    shown = {"claim_topic": "Topic", "claim_llm": "LLM", "claim_by": "Who says it", "claim_text": "Words in it"}
    with st.container(horizontal=True):  # wraps on a phone, two in a row
        for name, label in shown.items():
            if name == "claim_text":
                _mirrored_text(name, label)
            else:
                _mirrored(name, label, labels[name], ALL, BOX)


def _counted(name: str, label: str, labels: Mapping[str, str], counts: Mapping[str, int]) -> None:
    """Pills that name how many each would leave."""
    options = {f"{ALL} {sum(counts.values()):,}": None}
    options |= {f"{text} {counts.get(key, 0):,}": text for key, text in labels.items()}
    now = st.session_state[name]
    st.session_state[f"page {name}"] = next(text for text, value in options.items() if value == now)
    call = {"on_change": _set, "args": (name, options)}
    st.pills(label, list(options), key=f"page {name}", required=True, label_visibility="collapsed", **call)


def pair(own: tuple[str, str]) -> None:
    """Who is compared with whom; `own` are the names of the claim's own pair."""
    chips = vocabulary().chips_with_points
    shown = zip(("lead_of", "lead_over"), ("Lead of", "Over"), own, strict=True)
    for place, (name, label, usual) in zip(st.columns(2), shown, strict=True):
        with place:
            _mirrored(name, label, chips, f"{OWN}: {usual}")


def basis() -> None:
    """The power basis, also where the sidebar is closed."""
    _pills("power", "Power basis", {text: text for text in POWER_BASES.values()})


def share() -> None:
    """The share of its rating that the other chip draws."""
    st.session_state["page f"] = st.session_state["f"]
    label = "f: sustained share of rated, of chips that publish none"
    st.select_slider(label, SHARE_LABELS, key="page f", on_change=_copy, args=("f",), help=explained("f"))


def service() -> None:
    """The axis of service and the limit on the first token."""
    _pills("x", "At equal", {SERVICES[key]: X_METRICS[key] for key in SERVICES})
    limits = {"no limit": None} | {f"{limit:g} s": float(limit) for limit in LIMITS}
    now = st.session_state["slo_ttft_s"]
    _pills("slo_ttft_s", "First token within", limits | ({} if now in limits.values() else {f"{now:g} s": now}))


def open_claim(key: str | None) -> None:
    """Open a claim, or with None close the one that is open."""
    st.session_state["claim"] = key


def _mirrored(name: str, label: str, labels: Mapping[str, str], nothing: str, width: int | str = "stretch") -> None:
    """A box on the page that shows what the sidebar's holds and sets it."""
    options = {nothing: None} | {text: text for text in labels.values()}
    now = st.session_state[name]
    st.session_state[f"page {name}"] = now if now in options else nothing
    call = {"on_change": _set, "args": (name, options), "help": explained(name)}
    st.selectbox(label, list(options), key=f"page {name}", width=width, **call)


def _mirrored_text(name: str, label: str) -> None:
    st.session_state[f"page {name}"] = st.session_state[name] or ""
    st.text_input(label, key=f"page {name}", max_chars=100, on_change=_copy, args=(name,), width=BOX)


def _pills(name: str, label: str, options: Mapping[str, object]) -> None:
    """Pills that set a parameter to the value of the one pressed; the first stands for all that is not offered."""
    now = st.session_state[name]
    st.session_state[f"page {name}"] = next(
        (text for text, value in options.items() if value == now), next(iter(options))
    )
    call = {"on_change": _set, "args": (name, options), "help": explained(name)}
    st.pills(label, list(options), key=f"page {name}", required=True, **call)


def _copy(name: str) -> None:
    st.session_state[name] = st.session_state[f"page {name}"]


def _set(name: str, options: Mapping[str, object]) -> None:
    st.session_state[name] = options[st.session_state[f"page {name}"]]
