"""What the points say to a claim; nothing here sees the published number."""

import numpy as np

from data import tables
from data.claims_figures import Found, Unknown
from data.claims_lines import PRECISION, Time, answered, line, recorded, times
from model import claims
from model.question import Question
from model.standing import reach, reading


def peak(llm: str, chip: str, decoding: str = "plain", power: str = "rated") -> Found:
    """Best mixed tok/s per kW."""
    best = line(llm, chip, decoding, power=power)
    rate, watts = _rate(llm, chip, decoding, best.ids[0]), _watts(llm, chip, decoding, power)
    return Found(best.curve.y[0], f"{rate:,.2f} tok/s / {watts / 1e3:g} kW", best.ids[:1])


def peak_ratio(llm: str, chip: str, rival: str, decoding: str = "plain") -> Found:
    """Best mixed tok/s per rated kW over the rival's best; `decoding` is the rival's."""
    own, other = line(llm, chip), line(llm, rival, decoding)
    y = own.curve.y[0], other.curve.y[0]
    return Found(y[0] / y[1], f"{y[0]:,.1f} / {y[1]:,.1f} tok/s/kW", own.ids[:1] + other.ids[:1])


def power_less(llm: str, chip: str, rival: str) -> Found:
    """By what share the energy of a mixed token at peak is lower: 1 - 1/peak ratio."""
    found = peak_ratio(llm, chip, rival)
    return Found(1 - 1 / found.value, f"1 − 1 / ({found.working})", found.used)


def cost_ratio(llm: str, chip: str, rival: str, day: str) -> Found:
    """The rival's lowest cost per token over the accelerator's, at the owner's prices in force on `day`."""
    own, other = (line(llm, key, y="usd_per_mtok_total", price_date=day) for key in (chip, rival))
    usd = float(other.curve.y[0]), float(own.curve.y[0])
    return Found(usd[0] / usd[1], f"{usd[0]:.4f} / {usd[1]:.4f} USD per M tokens", own.ids[:1] + other.ids[:1])


def fastest(llm: str, chip: str, decoding: str = "plain") -> Found:
    """Highest tok/s/user: 1 / shortest time between tokens."""
    least = _quickest(llm, chip, decoding)
    return Found(1 / least.seconds, f"1 / {least}", (least.point,))


def shortest_tpot(llm: str, chip: str, decoding: str = "plain") -> Found:
    """Shortest time between tokens [s]."""
    least = _quickest(llm, chip, decoding)
    name = tables.vocabulary().chips[chip]
    return Found(least.seconds, f"the shortest {least.kind} of {least.among} {name} points", (least.point,))


def speed_ratio(llm: str, chip: str, rival: str, decoding: str = "plain") -> Found:
    """The rival's shortest time between tokens over the accelerator's."""
    own, other = _quickest(llm, chip, "plain"), _quickest(llm, rival, decoding)
    return Found(other.seconds / own.seconds, f"{other} / {own}", (own.point, other.point))


def shortest_e2e(llm: str, chip: str, decoding: str = "plain") -> Found:
    """Shortest request [s]; Unknown where the fastest point records none, for a shorter one may have been."""
    least = _shortest(llm, chip, decoding)
    name = tables.vocabulary().chips[chip]
    return Found(least.seconds, f"the shortest {least.kind} of {least.among} {name} points", (least.point,))


def e2e_ratio(llm: str, chip: str, rival: str, decoding: str = "plain") -> Found:
    """The rival's shortest request over the accelerator's."""
    own, other = _shortest(llm, chip, "plain"), _shortest(llm, rival, decoding)
    return Found(other.seconds / own.seconds, f"{other} / {own}", (own.point, other.point))


def e2e_less(llm: str, chip: str, rival: str, decoding: str = "plain") -> Found:
    """By what share the shortest request is shorter than the rival's."""
    found = e2e_ratio(llm, chip, rival, decoding)
    return Found(1 - 1 / found.value, f"1 − 1 / ({found.working})", found.used)


def at_fastest(llm: str, chip: str, decoding: str = "plain") -> Found:
    """Mixed tok/s per rated kW at the accelerator's own highest speed."""
    best = fastest(llm, chip, decoding)
    rate, watts = _rate(llm, chip, decoding, best.used[0]), _watts(llm, chip, decoding, "rated")
    working = f"{rate:,.2f} tok/s / {watts / 1e3:g} kW at {best.value:,.2f} tok/s/user"
    return Found(1e3 * rate / watts, working, best.used)


def at_rivals_fastest(llm: str, chip: str, rival: str, decoding: str = "plain") -> Found:
    """Mixed tok/s per rated kW at the rival's highest speed, along straight lines between the points."""
    own, speed = line(llm, chip), fastest(llm, rival, decoding).value
    value, smooth = own.at(speed), float(reading(own.curve, speed))
    working = f"at {speed:,.2f} tok/s/user along straight lines between points ({smooth:,.0f} tok/s/kW along the curve)"
    return Found(value, working, own.near(speed))


def equal_speed(llm: str, chip: str, rival: str, decoding: str = "plain") -> Found:
    """Mixed tok/s per rated kW over the rival's, both at the rival's highest speed."""
    own, other = at_rivals_fastest(llm, chip, rival, decoding), at_fastest(llm, rival, decoding)
    working = f"{own.value:,.0f} / {other.value:,.1f} tok/s/kW, {own.working}"
    return Found(own.value / other.value, working, own.used + other.used)


def e2e_less_at_rivals_peak(llm: str, chip: str, rival: str) -> Found:
    """By what share a request is shorter where the accelerator gives as many tokens per kW as the rival's best."""
    own, other = line(llm, chip, x="e2e_s"), line(llm, rival, x="e2e_s")
    rate, best = float(other.curve.y[0]), other.ids[0]
    theirs = next(time for time in times(llm, rival, "plain", "e2e_s") if time.point == best)
    mine, median = float(np.interp(rate, own.curve.y[::-1], own.curve.x[::-1])), float(other.curve.x[0])
    place = int(np.searchsorted(-own.curve.y, -rate))
    like = f"median to median {100 * (1 - mine / median):.2f} %; " if theirs.kind == "mean" else ""
    working = f"{like}1 − {mine:.4f} s (median, along a straight line) / {theirs}, both at {rate:,.0f} tok/s/kW"
    return Found(1 - mine / theirs.seconds, working, (*own.ids[max(0, place - 1) : place + 1], best))


def lead_at(llm: str, chip: str, speed: int) -> Found:
    """Mixed tok/s per rated kW over the best other accelerator's at `speed` [tok/s/user] or faster, plain decoding."""
    curves = answered(Question(llm=llm)).curves
    there = [(float(y), curve.accelerator) for curve in curves if np.isfinite(y := reach(curve, float(speed)))]
    own, others = ([pair for pair in there if (pair[1] == chip) is mine] for mine in (True, False))
    if not own or not others:
        raise Unknown(f"no two accelerators have points at {speed} tok/s/user on this LLM")
    (mine, _), (value, rival) = max(own), max(others)
    used = line(llm, chip).near(speed) + line(llm, rival).near(speed)
    name = tables.vocabulary().chips[rival]
    return Found(mine / value, f"{mine:,.0f} / {value:,.0f} tok/s/kW of {name} at {speed} tok/s/user", used)


def output_tokens(llm: str, chip: str, decoding: str = "plain") -> Found:
    """Mean over the points of the tokens a request put out: 1 + (E2E - TTFT) x tok/s/user."""
    rows = recorded(llm, chip, decoding).drop_nulls(["ttft_s", "e2e_s", "interactivity"])
    if rows.is_empty():
        raise Unknown(f"no point of {tables.vocabulary().chips[chip]} on this LLM records its times")
    columns = rows.select("e2e_s", "ttft_s", "interactivity").iter_rows()
    each = [claims.output_tokens(*cells) for cells in columns]
    working = f"mean of {len(each)} points, {min(each):,.0f} to {max(each):,.0f}: 1 + (E2E − TTFT) × tok/s/user"
    return Found(float(np.mean(each)), working, tuple(rows["id"]))


def _quickest(llm: str, chip: str, decoding: str) -> Time:
    line(llm, chip, decoding)  # Unknown where there are no points
    return times(llm, chip, decoding, "tpot_s")[0]


def _shortest(llm: str, chip: str, decoding: str) -> Time:
    name, found = line(llm, chip, decoding).name, times(llm, chip, decoding, "e2e_s")
    if not found:
        raise Unknown(f"no {name} point on this LLM records a request time")
    if _quickest(llm, chip, decoding).point not in {time.point for time in found}:
        every = recorded(llm, chip, decoding).height
        raise Unknown(f"{every - len(found)} of {every} {name} points, the fastest among them, record no request time")
    return found[0]


def _rate(llm: str, chip: str, decoding: str, point: str) -> float:
    return dict(recorded(llm, chip, decoding).select("id", "tput_total").iter_rows())[point]


def _watts(llm: str, chip: str, decoding: str, power: str) -> float:
    question = Question(llm=llm, chip=(chip,), precision=(PRECISION,), decoding=(decoding,), power=power)
    return answered(question).watts[chip].value
