"""What one point says: four short lines on hover, everything in the panel."""

from collections.abc import Mapping
from html import escape

from data.answer import Answer
from data.naming import row_name
from data.tables import vocabulary
from model.question import DECODINGS, GRADES, POWER_BASES, Question
from pages.ui.formats import NOT_RECORDED, count, is_known, number, plural, requests, seconds, speed, watts
from pages.ui.phrases import amount, value

Point = Mapping[str, object]


TOLD = (
    *("id", "chip", "x", "y", "excluded", "engine", "chips", "disaggregated", "prefill_chips", "decode_chips"),
    *("tp", "ep", "prefill_tp", "prefill_ep", "decode_tp", "decode_ep", "dp_attention", "prefill_dp_attention"),
    *("concurrency", "ttft_s", "e2e_s"),
    *("watts_per_chip", "grade", "date", "dominated_by", "what_if", "y_low", "y_high", "binding", "note"),
    *("calibration", "calibration_date"),
)  # columns that a hover text needs: turning all into dicts costs more than the texts


def hovers(answer: Answer) -> list[str]:
    """The hover text of every row of `answer.points`, lines joined as Plotly wants them."""
    rows = answer.points.select(name for name in TOLD if name in answer.points.columns).to_dicts()
    by_id = {row["id"]: row for row in rows}
    return ["<br>".join(hover_lines(row, answer.question, by_id.get(row["dominated_by"]))) for row in rows]


def hover_lines(row: Point, question: Question, beaten_by: Point | None = None) -> list[str]:
    """Name and value; how it ran; its times; watts, grade and date; a fifth line names what beats it."""
    if row.get("what_if") is not None:
        return _modelled(row, question)
    lines = [
        f"<b>{escape(str(row['chip']))}</b> {_value(row, question)}",
        escape(" · ".join(filter(None, (engine(row), chips(row), parallel(row), _load(row))))),
        f"first token {time(row['ttft_s'])} · whole request {time(row['e2e_s'])}",
        f"{_watts(row, question)} · {GRADES[row['grade']]} · {row['date'] or 'date not recorded'}",
    ]
    if beaten_by:
        lines.append(f"beaten by {escape(str(beaten_by['chip']))} {_value(beaten_by, question)}")
    return lines


def _modelled(row: Point, question: Question) -> list[str]:
    """The same of a modelled row: its band, what limits it and the calibration behind it."""
    low, high = (number(row[name]) for name in ("y_low", "y_high"))
    return [
        f"<b>{escape(row_name(row, question))}</b> {_value(row, question)}, modelled: {low}–{high}",
        escape(
            " · ".join(filter(None, (chips(row), parallel(row), _load(row), f"decode limited by {row['binding']}")))
        ),
        f"first token {time(row['ttft_s'])} · whole request {time(row['e2e_s'])} · {_watts(row, question)}",
        escape(f"{row['note']} ({row['calibration']}, {row['calibration_date'] or 'no date'})"),
    ]


def time(value_s: object) -> str:
    """A time of a point [s] in words; "not recorded" without one."""
    return seconds(value_s) if is_known(value_s) else NOT_RECORDED


def engine(row: Point) -> str:
    """The serving engine by its display name."""
    return vocabulary().engines.get(row["engine"], row["engine"] or "engine not recorded")


def chips(row: Point) -> str:
    """How many chips the deployment has: "8 chips", "22 prefill + 12 decode chips"."""
    if row["disaggregated"] and row["prefill_chips"] and row["decode_chips"]:
        return f"{row['prefill_chips']} prefill + {row['decode_chips']} decode chips"
    return plural(row["chips"], "chip") if row["chips"] else "chips not recorded"


def parallel(row: Point) -> str:
    """The degrees of parallelism: "TP8·EP8·DP attention", for disaggregated runs of prefill and decode."""
    if row["disaggregated"]:
        apart = {"prefill": row.get("prefill_dp_attention"), "decode": row.get("dp_attention")}
        sides = [(side, _degrees(row[f"{side}_tp"], row[f"{side}_ep"], apart[side])) for side in apart]
        return ", ".join(f"{side} {degrees}" for side, degrees in sides if degrees)
    return _degrees(row["tp"], row["ep"], row.get("dp_attention"))


def _degrees(tp: object, ep: object, apart: object) -> str:
    parts = (f"TP{tp}" if tp else "", f"EP{ep}" if ep and ep != 1 else "", "DP attention" if apart else "")
    return "·".join(filter(None, parts))


def _load(row: Point) -> str:
    return requests(row["concurrency"]) if is_known(row["concurrency"]) else "load not recorded"


def _value(row: Point, question: Question) -> str:
    if not is_known(row["x"]) or not is_known(row["y"]):
        return str(row["excluded"] or NOT_RECORDED)
    return f"{value(row['y'], question)} at {amount(row['x'], question)}"


def _watts(row: Point, question: Question) -> str:
    if not is_known(row["watts_per_chip"]):
        return "watts not known"
    return f"{watts(row['watts_per_chip'])} W {POWER_BASES[question.power].lower()}"


def _band(row: Point) -> str:
    return "" if row.get("tput_low") is None else f"{number(row['tput_low'])} to {number(row['tput_high'])}"


PANEL = (
    ("Engine", engine),
    ("Precision", lambda row: vocabulary().precisions.get(row["precision"], row["precision"])),
    ("Decoding", lambda row: DECODINGS.get(row["decoding"], NOT_RECORDED)),
    ("Chips", chips),
    ("Parallelism", parallel),
    ("Requests in flight", lambda row: count(row["concurrency"])),
    ("Speed per user", lambda row: f"{speed(row['interactivity'])} tok/s"),
    ("Time per token", lambda row: time(row["tpot_s"])),
    ("First token", lambda row: time(row["ttft_s"])),
    ("First token, p99", lambda row: time(row["ttft_p99_s"])),
    ("Whole request", lambda row: time(row["e2e_s"])),
    ("Mixed tok/s per chip", lambda row: number(row["tput_total"])),
    ("Output tok/s per chip", lambda row: number(row["tput_output"]) + (" (derived)" if row["derived"] else "")),
    ("Input tok/s per chip", lambda row: number(row["tput_input"]) + (" (derived)" if row["derived"] else "")),
    ("Measured W per chip", lambda row: watts(row["measured_w"])),
    ("Price, USD per chip-hour", lambda row: number(row["usd_chip_hour"])),
    ("90 % band of mixed tok/s per chip", lambda row: _band(row)),
    ("Decode limited by", lambda row: row.get("binding") or ""),
    ("Calibration", lambda row: " of ".join(filter(None, (row.get("calibration"), row.get("calibration_date"))))),
    ("Evidence", lambda row: GRADES[row["grade"]]),
    ("Date", lambda row: row["date"] or NOT_RECORDED),
    ("Note", lambda row: row["note"] or ""),
)


def panel(row: Point, question: Question, address: Mapping[str, tuple[str, str]]) -> list[tuple[str, str, str]]:
    """Everything about a point: (label, value, link or ""). `address` gives title and address of a source by key."""
    title, link = address.get(row["source"], (row["source"], ""))
    rows = [("Point", f"{row_name(row, question)}, {row['llm']}", ""), ("Value", _value(row, question), "")]
    rows += [(label, str(text(row)), "") for label, text in PANEL]
    rows += [("Watts per chip", f"{_watts(row, question)}: {row['watts_how']}", "")]
    rows += [("Source", title, link), ("Run", row["run_url"] or NOT_RECORDED, row["run_url"] or "")]
    return [(label, text, link) for label, text, link in rows if text]
