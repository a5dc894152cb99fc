"""The questions the sizing page offers by name: common services with their limits stated, each a link to change."""

from dataclasses import replace

from pages.ui.presets import OPENING, Preset

_USUAL = replace(OPENING.question, ghost="none", layer=("published",))
_CHAT = replace(_USUAL, slo_interactivity=30.0, slo_ttft_s=2.0, load_users=100_000, load_every_s=60.0)

OPENING_OF_SIZING = Preset(
    "Live support agent",
    "100,000 users, one request each per minute; at least 30 tok/s/user, first token within 2 s.",
    _CHAT,
)
SIZING_PRESETS = (
    OPENING_OF_SIZING,
    Preset(
        "Coding agent",
        "10,000 users, a request each every 30 s; at least 100 tok/s/user, the whole request within 30 s.",
        replace(_USUAL, slo_interactivity=100.0, slo_e2e_s=30.0, load_users=10_000, load_every_s=30.0),
    ),
    Preset(
        "Batch pipeline",
        "1,000 requests per second, no limit on any time, by USD per M mixed tokens.",
        replace(_USUAL, load="requests", load_rps=1_000.0, size_by="usd_total", map_by="price"),
    ),
    Preset(
        "Long documents at 128K",
        "1,000 users, 131,072 tokens each per 5 minutes; at least 20 tok/s/user, first token within 60 s.",
        replace(_USUAL, isl=131_072, slo_interactivity=20.0, slo_ttft_s=60.0, load_users=1_000, load_every_s=300.0),
    ),
    Preset(
        "Cheapest output at 60 tok/s",
        "USD per M output tokens at 60 tok/s/user with the first token within 2 s.",
        replace(_CHAT, slo_interactivity=60.0, size_by="usd_output", map_by="price"),
    ),
    Preset("A 10 MW site", "What 10 MW serves of the live support agent.", replace(_CHAT, load="mw", load_mw=10.0)),
    Preset(
        "A million USD a month",
        "What a million USD a month serves of the live support agent at neocloud prices.",
        replace(_CHAT, load="usd", load_usd=1_000_000.0, price="neocloud", map_by="price"),
    ),
)
