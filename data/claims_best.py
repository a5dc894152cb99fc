"""What the points say to a claim about the best there is: of all other accelerators, or of all points."""

import polars as pl

from data import tables
from data.answer import Answer
from data.claims_figures import Found, Unknown
from data.claims_lines import Time, answered, line, times, times_of
from data.observed import WORKLOADS
from model.question import DECODINGS, GRADES, Question

EVERY = {"grade": tuple(GRADES), "decoding": tuple(DECODINGS), "latest": False}


def peak_ratio_best(llm: str, chip: str, day: str) -> Found:
    """Best mixed tok/s per rated kW over the best of all other accelerators in points up to `day`, plain decoding."""
    own, others = line(llm, chip), _others(llm, chip, day)
    rival = max((c for c in others.curves if c.accelerator != chip), key=lambda curve: curve.y[0])
    working = f"{own.curve.y[0]:,.1f} / {rival.y[0]:,.1f} tok/s/kW of {tables.vocabulary().chips[rival.accelerator]}"
    return Found(own.curve.y[0] / rival.y[0], working, (own.ids[0], others.points["id"][int(rival.row[0])]))


def speed_ratio_best(llm: str, chip: str, day: str) -> Found:
    """The shortest time between tokens of all other accelerators in points up to `day`, over the accelerator's."""
    own, (other, rival, _) = times(llm, chip, "plain", "tpot_s")[0], _fastest(llm, chip, day)
    working = f"{other} of {tables.vocabulary().chips[rival]} / {own}"
    return Found(other.seconds / own.seconds, working, (own.point, other.point))


def equal_speed_best(llm: str, chip: str, day: str) -> Found:
    """Mixed tok/s per rated kW at the highest speed of all other accelerators, over what the fastest gives there."""
    own, (other, rival, rate) = line(llm, chip), _fastest(llm, chip, day)
    speed = 1 / other.seconds
    mine, name = own.at(speed), tables.vocabulary().chips[rival]
    working = f"{mine:,.0f} / {rate:,.1f} tok/s/kW of {name}, at {speed:,.2f} tok/s/user along straight lines"
    return Found(mine / rate, working, (*own.near(speed), other.point))


def shortest_tpot_of_all(day: str) -> Found:
    """Shortest time between tokens [s] of all points up to `day`, of every accelerator, LLM and InferenceX workload."""
    asked = [
        Question(llm=key, isl=i, osl=o, until=day, **EVERY) for key in tables.vocabulary().llms for i, o in WORKLOADS
    ]
    found = times_of(pl.concat([tables.points(question) for question in asked]), "tpot_s")
    if not found:
        raise Unknown(f"no point up to {day} records the time between tokens")
    least = found[0]
    return Found(least.seconds, f"the shortest {least.kind} of all {least.among:,} points up to {day}", (least.point,))


def _others(llm: str, chip: str, day: str) -> Answer:
    found = answered(Question(llm=llm, until=day))
    if all(curve.accelerator == chip for curve in found.curves):
        raise Unknown(f"no other accelerator has a point on this LLM up to {day}")
    return found


def _fastest(llm: str, chip: str, day: str) -> tuple[Time, str, float]:
    """The shortest time between tokens of all other accelerators, whose it is and its mixed tok/s per rated kW."""
    found = _others(llm, chip, day)
    rows = found.points.filter(pl.col("accelerator") != chip)
    least = times_of(rows, "tpot_s")[0]
    rival, rate = rows.filter(pl.col("id") == least.point).select("accelerator", "tput_total").row(0)
    return least, rival, 1e3 * rate / found.watts[rival].value
