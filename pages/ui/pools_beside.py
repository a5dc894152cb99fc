"""Beside the pools: hops of two networks, what is claimed of pools, and what the page rests on."""

from html import escape

import numpy as np
import polars as pl

from data.machines import accelerators
from data.mixed import pair
from data.parts import part
from data.pools import Answered, at, compared
from data.pools_more import HOPPING, NETWORKS, Claim, claims, hop_steps, hops
from data.tables import vocabulary
from data.versus import source
from pages.ui.claims_basis import llm
from pages.ui.claims_charts import times
from pages.ui.formats import seconds, speed
from pages.ui.values import number_text

CLAIM_HEADS = {"name": "Pair", "said": "Published", "model": "Model", "standing": "Standing", "source": "Source"}
CLAIM_HEADS |= {"remark": "Remark"}


def network(found: Answered) -> str:
    """Both networks of the eighth TPU in a sentence."""
    waits = hops(found.setting)
    if len(waits) < 2:
        return "The layers of this LLM are not known, so no hops can be counted."
    place = int(np.flatnonzero(HOPPING == 1024)[0])
    fast, slow = (float(wait[place]) for wait in waits.values())
    paths = [accelerators()[key].max_hops for key in NETWORKS]
    few, many = (hop_steps(key) for key in NETWORKS)
    rounded = [number_text(round(steps, 1)) for steps in (few, many)]
    told = [
        f"The longest path is {paths[0]:g} hops on TPU 8i’s Boardfly and {paths[1]:g} on a torus of TPU 8t’s chips.",
        f"Among 1,024 chips a collective takes {rounded[0]} steps on the one, for it is never done before log₂ n,",
        f"and {rounded[1]} on the other: a decode step of {llm(found.setting.llm)} waits {seconds(fast)} and",
        f"{seconds(slow)}. This alone holds users to {speed(1 / fast)} and {speed(1 / slow)} tok/s.",
    ]
    return " ".join(told)


def claimed(found: Answered) -> pl.DataFrame:
    """Published comparisons of pools, this pair's first, with what the model can say beside them."""
    own = pair(found.question)
    ordered = sorted(claims(), key=lambda each: (each.prefill, each.decode) != own)
    return pl.DataFrame([_claim(found, each) for each in ordered])


def _claim(found: Answered, each: Claim) -> dict[str, str]:
    chips, (title, address) = vocabulary().chips, source(each.source)
    where = f" at {speed(each.speed)} tok/s per user" if each.speed else ""
    over = f" over {chips[each.baseline]}" if each.baseline else ""
    row = {
        "name": f"{chips[each.prefill]} + {chips[each.decode]}",
        "said": f"{each.value:g}× {each.what}{where}{over}",
    }
    row |= {"model": _beside(found, each), "standing": each.grade.capitalize(), "source": title, "address": address}
    return row | {"remark": each.note[:1].upper() + each.note[1:]}


def _beside(found: Answered, each: Claim) -> str:
    """The model's own figure for a claim, or why it has none."""
    if (each.prefill, each.decode) != pair(found.question):
        return "choose this pair"
    own = found.lines[0]
    if own is None or each.baseline is None:
        return "nothing to compare"
    other = compared(found.setting, found.question, each.baseline)
    if each.speed is None:
        return times(own.x[-1] / other.x[-1]) if other else "nothing to compare"
    if not found.per_watt:
        beyond = f"; the modelled pair ends at {speed(own.x[-1])} tok/s per user" if at(own, each.speed) is None else ""
        return f"not computable: watts undisclosed{beyond}"
    places = at(own, each.speed), at(other, each.speed)
    if None in places:
        slow = own if places[0] is None else other
        return f"{slow.system.name} ends at {speed(slow.x[-1])} tok/s per user"
    return times(own.y[places[0]] / other.y[places[1]])


def rests(found: Answered) -> str:
    """The assumptions, as a list."""
    side = part(found.setting, "groq3-lpx", "decode").side
    layer = "an unknown time" if side is None else f"{1e6 * side.case.factors.layer_s:.3g} µs"
    told = [
        "Deployments are those that were run on the most similar systems; where none was, all that can be built. "
        "Decoding is plain.",
        "Prefill keeps busy and rates match by n_p = n_d x_d / x_p. Each pool is calibrated on its own points, or, "
        "where nobody measured any, on those of all chips.",
        "Parts without HBM stand in a row, each with its share of the layers. Weights and cache lie in SRAM, with 8 % "
        "and 3 GB of a part kept free. Links between them are not published and not counted. FP4 weights are "
        "multiplied at the rate of the narrowest format there is.",
        f"No such part is calibrated. A layer costs it {layer}, as it does measured chips; the band, a factor of 3 "
        "either way, is our judgement. Type another time of a layer to see what changes.",
        "Spares and idle chips are not counted; a rack that is begun is shared.",
    ]
    return f'<ul class="sv-limits">{"".join(f"<li>{escape(text)}</li>" for text in told)}</ul>'
