"""What the bottleneck page says of each chart: times beside measured ones, the roofline, the memory, batch 1."""

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache

import polars as pl

from data import store
from data.bottleneck import Found, answered
from data.bottleneck_measured import FLOOR_BYTES, Measured, Share, measured, replicas, shares
from data.engines import engines_for
from data.machines import accelerators, formats
from data.tables import vocabulary
from data.yours import Yours
from model.bottleneck import Parts
from model.hardware import is_native
from pages.ui.bottleneck import name
from pages.ui.bottleneck_parts import TIME, gigabytes, percent
from pages.ui.formats import count, listing, number, plural, seconds

SHARE_HEADS = {"llm": "LLM", "chip": "Accelerator", "chips": "Chips", "measured": "Measured", "floor": "Floor"}
SHARE_HEADS |= {"share": "Explained", "stored": "As stored, with KV", "layer": "Rest per layer", "source": "Source"}
BLACKWELL = "gb200", "gb300"
SHARE_NOTE = (
    "Chips decode together. Floor: active weights, all at 4.25 bit, over the data sheet’s bandwidth; as stored: the "
    "weights as they are served, those of attention once per attention group, and the KV cache of one sequence."
)
IN_DECODE = "output rate × time per token, without those whose prompts wait or are read"
SAID = 4  # parts named in a sentence


def time_words(found: Found) -> str:
    """Where one accelerator's time goes, what bandwidth alone would say, and what was measured."""
    timed, tpot = found.timed, float(found.timed.parts.total())
    values = {field.name: float(getattr(timed.parts, field.name)) for field in fields(Parts)}
    order = sorted(values, key=values.get, reverse=True)[:SAID]
    told = listing([f"{percent(values[key] / tpot)} {TIME[key].mid()}" for key in order if values[key]])
    text = f"{name(found.setting)}: {seconds(tpot)} per token, {told}. Bytes over the data sheet’s "
    text += f"bandwidth would say {seconds(timed.floor_s)}, {percent(timed.floor_s / tpot)} of it. "
    return text + _beside(found) + _rests_on(found)


def _beside(found: Found) -> str:
    seen, timed = found.timed.measured, found.timed
    if seen is None:
        chips = listing([f"{chips:,}" for chips in replicas(found.setting)])
        if not chips:
            return "No run with these lengths is published. "
        return f"No run of this replica near this batch is published, but others with these lengths on {chips} chips. "
    told = f"Measured: {seconds(seen.tpot_s)} with {number(seen.batch)} sequences on average in decode on a replica "
    told += f"({run(seen)}; {IN_DECODE})"
    return f"{told}; the model says {seconds(timed.there_s)} there. "


def run(seen: Measured) -> str:
    """A published run in brackets: TensorRT-LLM, EP 8, 102 in flight, grade A, 2025-12-19."""
    ep = f"EP {seen.ep}" if seen.ep > 1 else ""
    engine = vocabulary().engines.get(seen.engine, seen.engine)
    words = engine, ep, f"{count(seen.concurrency)} in flight", f"grade {seen.grade}", seen.date or ""
    return ", ".join(word for word in words if word)


def own_words(found: Found, yours: Yours) -> str:
    """A visitor's own run nearest to what is asked, and what the model says at its batch."""
    seen, asked = measured(found.setting, yours), found.setting
    if seen is None:
        return f"None of your points on {name(asked)} is a run of this replica near this batch."
    there = answered(replace(asked, batch=max(1, round(seen.batch)))).timed
    model = f", where the model says {seconds(float(there.parts.total()))}" if there else ""
    return f"Yours: {seconds(seen.tpot_s)} at {number(seen.batch)} sequences a step ({run(seen)}){model}."


def _rests_on(found: Found) -> str:
    """The calibration, where prompts are read, and how a format the chip lacks is computed."""
    timed, asked = found.timed, found.setting
    known, words = timed.calibration, vocabulary()
    engine = words.engines.get(known.key[1], known.key[1])
    text = f"Calibrated on {plural(known.n, 'point')} of {engine}" if known.n else "Nothing measured to calibrate on"
    if known.lent:
        text = f"Nobody measured this format: factors of {words.precisions[known.lent[3]]} on {engine}"
    text += "; prompts are read on other chips." if timed.apart else "; prompts are read on the same chips."
    layout = formats()[asked.llm, asked.precision]
    if not is_native(accelerators()[asked.accelerator], layout.expert_precision):
        text += f" {words.precisions[asked.precision]} shrinks the weights; the chip has no arithmetic in it."
    return text


def memory_words(found: Found) -> str:
    """What would still fit beside the weights of one accelerator."""
    asked, room = found.setting, found.room
    held = room.memory
    weights = held.dense + held.experts
    text = f"{name(asked)}: weights take {gigabytes(weights)} of a chip, {plural(asked.batch, 'sequence')} of "
    text += f"{plural(asked.context, 'token')} {gigabytes(held.cache)}. "
    if held.free + held.cache <= 0:
        return f"{text}The weights leave no room for a sequence."
    text += f"{_reach(found)}; at {plural(asked.context, 'token')} "
    if not room.most:
        return f"{text}not one sequence fits."
    return f"{text}{plural(room.most, 'sequence')} {'fits' if room.most == 1 else 'fit'}."


def _reach(found: Found) -> str:
    """The longest context of the asked batch."""
    room, batch = found.room, found.setting.batch
    if not room.longest:
        return f"At batch {batch:,} not one token of each sequence fits"
    whole = ", all that the LLM takes" if room.longest == room.limit else f" of the LLM’s {room.limit:,}"
    each = "each sequence" if batch > 1 else "the sequence"
    return f"At batch {batch:,} {each} can reach {plural(room.longest, 'token')}{whole}"


def nothing_laid_out(found: Found) -> str:
    """Why no memory is shown of an accelerator."""
    return f"No memory is laid out on {name(found.setting)}: {found.why}."


def roofline_words(found: Found) -> str:
    """The arithmetic intensity of batch 1 and of the chosen batch, against the ridge, and what is reached."""
    timed, asked = found.timed, found.setting
    chip = accelerators()[asked.accelerator]
    at, place = timed.decode.intensity(), timed.batches.index(asked.batch)
    ridge = max(chip.peaks.values()) / chip.hbm_bytes_s
    reached = timed.decode.rate()[place] / max(chip.peaks.values())
    text = f"{name(asked)}: at batch 1 each byte of weights serves {number(timed.weights)} FLOP, 2/b at b = "
    text += f"{number(2 / timed.weights)} bytes per parameter; with the attention over the KV cache {number(at[0])}. "
    text += f"At batch {asked.batch:,} it is {number(at[place])} FLOP per byte. " if place else ""
    text += f"Arithmetic would bind from {number(ridge)} on. A step reaches {percent(reached)} of the fastest "
    return f"{text}peak, a prompt {percent(timed.prefill.rate() / max(chip.peaks.values()))}."


def alone_words() -> str:
    """What share of batch-1 times bandwidth alone explains, over the fastest published runs."""
    own = [one.explained for one in shares() if one.accelerator == "jalapeno"]
    other = [one.explained for one in shares() if one.accelerator in BLACKWELL]
    return (
        f"Of the fastest published runs at batch 1, the bytes of the active weights at {8 * FLOOR_BYTES:g} bit over "
        f"the data sheet’s bandwidth explain {between(own)} of Jalapeño’s time per token and {between(other)} of "
        f"Blackwell’s. The rest by the fit: {_rest('gb200')}; {_rest('jalapeno')}. One workload of Jalapeño does not "
        "tell slow layers from slow reading."
    )


def _rest(key: str) -> str:
    """What the calibration makes of a step of DeepSeek-R1: a layer's time, and the bandwidth that weights reach."""
    factors = engines_for(key, "DeepSeek-R1-0528", "fp4")[0][1].factors
    layer, reached = f"{1e6 * factors.layer_s:.0f} µs", percent(factors.weights)
    return f"{vocabulary().chips[key]}, {layer} of fixed time a layer and weights read at {reached} of the bandwidth"


def share_rows() -> pl.DataFrame:
    """One row per published batch-1 run beside what bandwidth alone says."""
    return pl.DataFrame([_share(one) for one in shares()])


def _share(one: Share) -> dict[str, str]:
    words = vocabulary()
    return {
        "llm": words.llms[one.llm],
        "chip": words.chips[one.accelerator],
        "chips": count(one.chips) + (f", {count(one.groups)} attention groups" if one.groups > 1 else ""),
        "measured": seconds(one.tpot_s),
        "floor": seconds(one.floor_s),
        "share": percent(one.explained),
        "stored": seconds(one.stored_s),
        "layer": f"{1e6 * one.layer_s:.0f} µs",
        "source": sources()[one.source][0],
        "address": sources()[one.source][1],
    }


def between(values: Sequence[float]) -> str:
    """The least and the most of some shares: 6–11 %."""
    return f"{100 * min(values):.0f}–{100 * max(values):.0f} %"


@cache
def sources() -> dict[str, tuple[str, str]]:
    """Title and address of every source by key; "" where it has no address."""
    rows = store.sources().select("key", "title", "url").iter_rows()
    return {key: (title, url or "") for key, title, url in rows}
