"""The tables of the bottleneck page as CSV, one quantity per row. Streamlit is not imported."""

from collections.abc import Iterator
from dataclasses import fields

import polars as pl

from data.bottleneck import Found, found, growth
from data.bottleneck_measured import shares
from data.machines import accelerators
from data.spreadsheet import safe
from model import __version__
from model.bottleneck import Memory, Parts
from model.question import Question
from pages.ui import link
from pages.ui.bottleneck_parts import MEMORY, TIME

PAGE = "bottleneck"
ASKED = {"accelerator": pl.String, "llm": pl.String, "precision": pl.String, "chips": pl.Int64, "ep": pl.Int64}
ASKED |= {"dp": pl.Int64, "batch": pl.Int64, "isl": pl.Int64, "osl": pl.Int64}
FIGURE = {"table": pl.String, "quantity": pl.String, "value": pl.Float64, "unit": pl.String, "note": pl.String}
Row = tuple[str, str, float | None, str, str]  # as FIGURE


def content(question: Question, _every: bool = False, curve: bool = False) -> bytes:
    """UTF-8 CSV of the answer, times, roofline, memory and batch-1 shares of the page; `curve`: cache over context."""
    told = _growth if curve else _rows
    rows = [_asked(one) | dict(zip(FIGURE, row, strict=True)) for one in found(question) for row in told(one)]
    if not curve:
        rows += [dict(zip(FIGURE, row, strict=True)) | {"accelerator": key, "llm": llm} for key, llm, row in _shares()]
    table = pl.DataFrame(rows, schema=ASKED | FIGURE)
    constant = {"link": link.format(question, PAGE), "scoville_version": __version__}
    return safe(table.with_columns(pl.lit(value).alias(name) for name, value in constant.items()))


def _asked(one: Found) -> dict[str, object]:
    asked = one.setting
    places = {"chips": int(asked.at.tp), "ep": int(asked.at.ep), "dp": int(asked.at.dp)}
    return places | {name: getattr(asked, name) for name in ASKED if name not in places}


def _rows(one: Found) -> Iterator[Row]:
    """Every figure of one accelerator; of one that cannot serve the reason and what is known of its memory."""
    if one.why:
        yield "answer", "reason", None, "", one.why
    if one.room:
        yield "answer", "longest context at this batch", one.room.longest, "tokens", ""
        yield "answer", "largest batch at this context", one.room.most, "sequences", ""
        for field in fields(Memory):
            yield "memory", MEMORY[field.name].mid(), getattr(one.room.memory, field.name), "byte per chip", ""
    if one.timed:
        yield from _times(one)
        yield from _roofline(one)


def _growth(one: Found) -> Iterator[Row]:
    """Cache of the batch over the context, where the replica can be laid out."""
    if one.room:
        for context, kept in zip(*growth(one.setting), strict=True):
            yield "growth", f"cache at {context:.0f} tokens", float(kept), "byte per chip", ""


def _times(one: Found) -> Iterator[Row]:
    timed, seen = one.timed, one.timed.measured
    note = "/".join(timed.calibration.rests_on) + ("; prompts on other chips" if timed.apart else "")
    yield "answer", "time per token", float(timed.parts.total()), "s", note
    yield "answer", "one prompt alone", timed.prompt_s, "s", ""
    yield "answer", "bandwidth alone", timed.floor_s, "s", ""
    if seen:
        yield "answer", "measured time per token", seen.tpot_s, "s", f"{seen.engine}, {seen.source}, {seen.date or ''}"
        yield "answer", "measured batch", seen.batch, "sequences", f"{seen.concurrency} in flight"
        yield "answer", "model at the measured batch", timed.there_s, "s", ""
    for field in fields(Parts):
        yield "time", TIME[field.name].mid(), float(getattr(timed.parts, field.name)), "s", ""


def _roofline(one: Found) -> Iterator[Row]:
    chip, timed = accelerators()[one.setting.accelerator], one.timed
    for precision, peak in chip.peaks.items():
        yield "roofline", f"peak {precision}", peak, "FLOP/s", ""
    yield "roofline", "bandwidth", chip.hbm_bytes_s, "byte/s", ""
    if chip.sram_bytes_s:
        yield "roofline", "bandwidth of on-chip memory", chip.sram_bytes_s, "byte/s", ""
    yield "roofline", "weights alone, batch 1", timed.weights, "FLOP/byte", ""
    points = zip(timed.batches, timed.decode.intensity(), timed.decode.rate(), strict=True)
    for what, at, rate in [*((f"decode batch {n}", *point) for n, *point in points), ("prompt", *_prompt(one))]:
        yield "roofline", f"{what}, intensity", float(at), "FLOP/byte", ""
        yield "roofline", f"{what}, rate", float(rate), "FLOP/s per chip", ""


def _prompt(one: Found) -> tuple[float, float]:
    return one.timed.prefill.intensity(), one.timed.prefill.rate()


def _shares() -> Iterator[tuple[str, str, Row]]:
    """Accelerator, LLM and row of every published batch-1 time."""
    for one in shares():
        told = f"{one.chips} chips, measured {one.tpot_s:.6g} s, floor {one.floor_s:.6g} s; {one.source}"
        yield one.accelerator, one.llm, ("batch 1", "share explained by bandwidth alone", one.explained, "", told)
