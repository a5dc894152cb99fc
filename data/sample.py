"""Points as arrays: their data-sheet times, what was asked, what was measured, and the prediction beside it."""

from dataclasses import dataclass, fields, replace

import numpy as np
import polars as pl

from data.machines import accelerators, formats, llms
from data.observed import EFFECTIVE
from model.calibration import FACTORS, Factors
from model.memory import free_bytes, max_running
from model.pools import Pools, disaggregated
from model.serving import Load, Served, aggregate, pace
from model.step import Ideal, ideal
from model.work import Deployment, cache_kept_bytes

TARGETS = ("tpot_s", "tput_output", "ttft_s")
DRAFTS = 2.0  # tokens a speculative step drafts; records do not say, engines use one to three
DRAFT_COST = 0.05  # of a step: one extra layer of about sixty per drafted token, and sampling
CELL = ("accelerator", "engine", "llm", "precision", "decoding", "era")


@dataclass(frozen=True, slots=True)
class Sample:
    """n points. `two` marks disaggregated ones, whose prompts are read elsewhere (`entry`)."""

    worker: Ideal
    entry: Ideal
    room: np.ndarray  # sequences per worker
    load: Load
    workers: np.ndarray
    entries: np.ndarray
    transfer: np.ndarray  # [s]
    chips: np.ndarray
    two: np.ndarray
    cells: np.ndarray  # CELL of every point [n, 6]
    target: np.ndarray  # natural logarithms of TARGETS; NaN where not measured [n, 3]


def sampled(rows: pl.DataFrame) -> Sample:
    """The arrays of usable `rows` (see `data.observed`), in their order."""
    number = {name: rows[name].cast(pl.Float64).to_numpy() for name in ("isl", "osl", "concurrency", "chips")}
    prompt, answer = EFFECTIVE * number["isl"], EFFECTIVE * number["osl"]
    speculative = (rows["decoding"] != "plain").to_numpy()
    load = Load(prompt, answer, number["concurrency"], DRAFTS * speculative, DRAFT_COST * speculative)
    worker, room = _replicas(rows, "worker", (prompt, answer))
    entry, _ = _replicas(rows, "entry", (prompt, answer))
    target = np.stack([rows[name].cast(pl.Float64).fill_null(np.nan).to_numpy() for name in TARGETS], axis=1)
    return Sample(
        worker=worker,
        entry=entry,
        room=room,
        load=load,
        workers=rows["workers"].to_numpy(),
        entries=rows["entries"].to_numpy(),
        transfer=_transfer(rows, prompt),
        chips=number["chips"],
        two=rows["disaggregated"].to_numpy(),
        cells=np.array(list(rows.select(CELL).iter_rows()), dtype=str).reshape(-1, len(CELL)),
        target=np.log(target),
    )


def picked(sample: Sample, rows: np.ndarray) -> Sample:
    """The part of `sample` that `rows`, a mask or indices, names."""
    index = np.arange(len(sample.chips))[rows]
    return _cut(sample, index)


def predicted(sample: Sample, theta: np.ndarray) -> np.ndarray:
    """Natural logarithms of TARGETS at the log factors `theta` [n, factors]."""
    out = np.empty((len(sample.chips), len(TARGETS)))
    for two, serve in ((False, _together), (True, _apart)):
        rows = np.flatnonzero(sample.two == two)
        if len(rows):
            part = picked(sample, rows)
            served = serve(part, factors_of(theta[rows], part.load.drafts > 0))
            rate = served.requests_s * part.load.answer / part.chips
            out[rows] = np.log(np.stack([served.tpot_s, rate, served.ttft_s], axis=1))
    return out


def factors_of(theta: np.ndarray, speculative) -> Factors:
    """Factors from their natural logarithms [..., factors]; plain decoding yields one token per step."""
    value = dict(zip(FACTORS, np.moveaxis(np.exp(theta), -1, 0), strict=True))
    return Factors(**value | {"accepted": np.where(speculative, value["accepted"], 1.0)})


def _together(part: Sample, factors: Factors) -> Served:
    return aggregate(pace(part.worker, factors, part.load, part.room), factors, part.load)


def _apart(part: Sample, factors: Factors) -> Served:
    prefill = pace(part.entry, factors, replace(part.load, drafts=0.0), part.room)
    decode = pace(part.worker, factors, part.load, part.room)
    pools = Pools(part.entries, part.workers, part.transfer / factors.link)
    return disaggregated(prefill, decode, factors, part.load, pools)


def _replicas(rows: pl.DataFrame, role: str, lengths: tuple) -> tuple[Ideal, np.ndarray]:
    """Data-sheet times of each row's replica in `role`, and the sequences that fit on it."""
    found = {f.name: np.zeros(rows.height) for f in fields(Ideal)}
    room = np.zeros(rows.height)
    at = {name: rows[f"{role}_{name}"].cast(pl.Float64).to_numpy() for name in ("tp", "ep", "dp")}
    for (key, llm, precision), index in _groups(rows).items():
        chip, model, kept = accelerators()[key], llms()[llm], formats()[llm, precision]
        where = Deployment(**{name: value[index] for name, value in at.items()})
        ends = tuple(length[index] for length in lengths)
        times = ideal(model, chip, kept, where, ends)
        for name, value in found.items():
            value[index] = getattr(times, name)
        one = cache_kept_bytes(model, kept, where, ends[0] + ends[1] / 2)
        room[index] = max_running(free_bytes(model, chip, kept, where), one)
    return Ideal(**found), np.maximum(room, 1.0)


def _transfer(rows: pl.DataFrame, prompt: np.ndarray) -> np.ndarray:
    """Time one prompt's cache takes over the scale-out links of its prefill chips, at data-sheet rates [s]."""
    seconds = np.zeros(rows.height)
    for (key, llm, precision), index in _groups(rows).items():
        chip, alone = accelerators()[key], Deployment()
        kept = cache_kept_bytes(llms()[llm], formats()[llm, precision], alone, prompt[index])
        seconds[index] = kept / ((chip.outer_bytes_s or chip.link_bytes_s) * rows["entry_tp"].to_numpy()[index])
    return seconds


def _groups(rows: pl.DataFrame) -> dict[tuple, np.ndarray]:
    index: dict[tuple, list[int]] = {}
    for i, key in enumerate(rows.select("accelerator", "llm", "precision").iter_rows()):
        index.setdefault(key, []).append(i)
    return {key: np.array(found) for key, found in index.items()}


def _cut(value, index: np.ndarray):
    if isinstance(value, np.ndarray):
        return value[index]
    return replace(value, **{f.name: _cut(getattr(value, f.name), index) for f in fields(value)})
