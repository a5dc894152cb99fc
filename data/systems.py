"""What holds the chips of an accelerator: a rack, a server, a pod, or just its scale-up domain."""

from collections.abc import Mapping
from functools import cache

from data import tables
from data.machines import accelerators


@cache
def systems() -> Mapping[str, tuple[str, int]]:
    """What holds the chips of each accelerator: its name and how many, of those whose scale-up domain is published."""
    rows = tables.accelerators().select("key", "system").rows()
    printed = set(tables.printed_figures().filter(parameter="domain_chips")["key"])
    racks = {key.removesuffix("-rack") for key, _ in rows if key.endswith("-rack")}
    return {
        key: ("rack" if key in racks else _kind(system or ""), int(accelerators()[key].domain))
        for key, system in rows
        if key in printed
    }


def _kind(system: str) -> str:
    """What a system is called: a rack, a pod, a server, or just the scale-up domain."""
    text = system.lower()
    if "nvl" in text or "rack" in text:
        return "rack"
    words = {"superpod": "superpod", "pod": "pod", "ultraserver": "ultraserver", "cluster": "cluster"}
    return next((name for word, name in (words | {"hgx": "server", "oam": "server"}).items() if word in text), "domain")
