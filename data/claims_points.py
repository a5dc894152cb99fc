"""What the points say to a claim; nothing here sees the published number."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from data import tables
from data.answer import Answer, answer
from data.claims_figures import Found, Unknown
from model import claims
from model.question import Question
from model.standing import Curve, reach, reading

PRECISION = "fp4"  # what both sides of OpenAI's tests ran


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A frontier, from its slow to its fast end, with the names of its accelerator and the id of each point."""

    name: str
    curve: Curve
    ids: tuple[str, ...]

    def at(self, x: float) -> float:
        """y at `x` along straight lines between the points; NaN outside them."""
        xs, ys = (self.curve.x, self.curve.y) if self.curve.maximise_x else (self.curve.x[::-1], self.curve.y[::-1])
        return float(np.interp(x, xs, ys, left=np.nan, right=np.nan))

    def near(self, x: float) -> tuple[str, ...]:
        """Ids of the points on both sides of `x` on an axis of speeds."""
        place = int(np.searchsorted(self.curve.x, x))
        return self.ids[max(0, place - 1) : place + 1]


@lru_cache(maxsize=128)
def _answer(question: Question) -> Answer:
    return answer(question)


def line(llm: str, chip: str, decoding: str = "plain", **more: object) -> Line:
    """The frontier of an accelerator at 8k/1k, by default mixed tok/s per rated kW over tok/s/user; Unknown without."""
    question = Question(llm=llm, chip=(chip,), precision=(PRECISION,), decoding=(decoding,), **more)
    found, name = _answer(question), tables.vocabulary().chips[chip]
    if not found.curves:
        axis = {"e2e_s": " with a request time", "interactivity": ""}.get(question.x, " of this kind")
        raise Unknown(f"no {decoding} point of {name} on this LLM{axis}")
    curve = found.curves[0]
    return Line(name, curve, tuple(found.points["id"][int(row)] for row in curve.row))


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
    """Highest tok/s/user."""
    best = line(llm, chip, decoding)
    return Found(best.curve.x[-1], f"fastest of {len(best.ids)} points on the frontier", best.ids[-1:])


def shortest_tpot(llm: str, chip: str, decoding: str = "plain") -> Found:
    """Shortest time between tokens [s]."""
    best = line(llm, chip, decoding)
    return Found(1 / best.curve.x[-1], f"1 / {best.curve.x[-1]:,.2f} tok/s/user", best.ids[-1:])


def speed_ratio(llm: str, chip: str, rival: str, decoding: str = "plain") -> Found:
    """Highest tok/s/user over the rival's highest."""
    own, other = line(llm, chip), line(llm, rival, decoding)
    x = own.curve.x[-1], other.curve.x[-1]
    return Found(x[0] / x[1], f"{x[0]:,.2f} / {x[1]:,.2f} tok/s/user", own.ids[-1:] + other.ids[-1:])


def shortest_e2e(llm: str, chip: str, decoding: str = "plain") -> Found:
    """Shortest request [s]; Unknown where the fastest point records none, for a shorter one may have been."""
    best, quickest = line(llm, chip, decoding, x="e2e_s"), line(llm, chip, decoding)
    times = dict(_recorded(llm, chip, decoding).select("id", "e2e_s").iter_rows())
    if times.get(quickest.ids[-1]) is None:
        missing = sum(time is None for time in times.values())
        raise Unknown(f"{missing} of {len(times)} {best.name} points, the fastest among them, record no request time")
    return Found(best.curve.x[-1], f"shortest of {len(times)} points", best.ids[-1:])


def e2e_ratio(llm: str, chip: str, rival: str, decoding: str = "plain") -> Found:
    """The rival's shortest request over the accelerator's."""
    own, other = shortest_e2e(llm, chip), shortest_e2e(llm, rival, decoding)
    return Found(other.value / own.value, f"{other.value:.4f} / {own.value:.4f} s", own.used + other.used)


def e2e_less(llm: str, chip: str, rival: str, decoding: str = "plain") -> Found:
    """By what share the shortest request is shorter than the rival's."""
    found = e2e_ratio(llm, chip, rival, decoding)
    return Found(1 - 1 / found.value, f"1 − 1 / ({found.working})", found.used)


def at_fastest(llm: str, chip: str, decoding: str = "plain") -> Found:
    """Mixed tok/s per rated kW at the accelerator's own highest speed."""
    own = line(llm, chip, decoding)
    return Found(own.curve.y[-1], f"at {own.curve.x[-1]:,.2f} tok/s/user", own.ids[-1:])


def at_rivals_fastest(llm: str, chip: str, rival: str, decoding: str = "plain") -> Found:
    """Mixed tok/s per rated kW at the rival's highest speed, along straight lines between the points."""
    own, speed = line(llm, chip), float(line(llm, rival, decoding).curve.x[-1])
    value, smooth = own.at(speed), float(reading(own.curve, speed))
    working = f"at {speed:,.2f} tok/s/user along straight lines between points ({smooth:,.0f} tok/s/kW along the curve)"
    return Found(value, working, own.near(speed))


def equal_speed(llm: str, chip: str, rival: str, decoding: str = "plain") -> Found:
    """Mixed tok/s per rated kW over the rival's, both at the rival's highest speed."""
    own, other = at_rivals_fastest(llm, chip, rival, decoding), at_fastest(llm, rival, decoding)
    working = f"{own.value:,.0f} / {other.value:,.1f} tok/s/kW, {own.working}"
    return Found(own.value / other.value, working, own.used + other.used)


def e2e_less_at_rivals_peak(llm: str, chip: str, rival: str) -> Found:
    """By what share a request is shorter where the accelerator gives as many tokens per W as the rival's best."""
    own, other = line(llm, chip, x="e2e_s"), line(llm, rival, x="e2e_s")
    rate, theirs = float(other.curve.y[0]), float(other.curve.x[0])
    mine = float(np.interp(rate, own.curve.y[::-1], own.curve.x[::-1]))
    place = int(np.searchsorted(-own.curve.y, -rate))
    used = own.ids[max(0, place - 1) : place + 1] + other.ids[:1]
    return Found(1 - mine / theirs, f"1 − {mine:.2f} / {theirs:.2f} s, both at {rate:,.0f} tok/s/kW", used)


def lead_at(llm: str, chip: str, speed: int) -> Found:
    """Mixed tok/s per rated kW over the best other accelerator's at `speed` [tok/s/user] or faster, plain decoding."""
    curves = _answer(Question(llm=llm)).curves
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
    rows = _recorded(llm, chip, decoding).drop_nulls(["ttft_s", "e2e_s", "interactivity"])
    if rows.is_empty():
        raise Unknown(f"no point of {tables.vocabulary().chips[chip]} on this LLM records its times")
    columns = rows.select("e2e_s", "ttft_s", "interactivity").iter_rows()
    each = [claims.output_tokens(*cells) for cells in columns]
    working = f"mean of {len(each)} points, {min(each):,.0f} to {max(each):,.0f}: 1 + (E2E − TTFT) × tok/s/user"
    return Found(float(np.mean(each)), working, tuple(rows["id"]))


def _recorded(llm: str, chip: str, decoding: str):
    return _answer(Question(llm=llm, chip=(chip,), precision=(PRECISION,), decoding=(decoding,))).points


def _rate(llm: str, chip: str, decoding: str, point: str) -> float:
    return dict(_recorded(llm, chip, decoding).select("id", "tput_total").iter_rows())[point]


def _watts(llm: str, chip: str, decoding: str, power: str) -> float:
    question = Question(llm=llm, chip=(chip,), precision=(PRECISION,), decoding=(decoding,), power=power)
    return _answer(question).watts[chip].value
