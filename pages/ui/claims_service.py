"""At equal service: the lead as a curve, in words, and where a published factor sits on it."""

from dataclasses import dataclass

from data import versus
from data.pairs import Pair, equal_speed_claims
from data.tables import vocabulary
from data.versus import Service
from model.question import Question
from model.standing import Curve
from pages.ui.claims_basis import basis_word, llm, second
from pages.ui.claims_charts import times
from pages.ui.formats import count, requests, seconds, speed

SERVICES = {"interactivity": "Speed per user", "e2e_s": "Whole request", "ttft_s": "First token"}
NOUNS = {"interactivity": "speed per user", "e2e_s": "time of a whole request", "ttft_s": "time to the first token"}


@dataclass(frozen=True, slots=True)
class End:
    """The second chip's fastest point: where a factor at "maximum speed" is read."""

    x: float
    ratio: float
    row: dict


def axis(question: Question) -> str:
    """The axis of service that is drawn: the question's own where it is one."""
    return question.x if question.x in SERVICES else "interactivity"


def found(question: Question, pair: Pair) -> Service:
    """The ratio of the pair along the axis, on the question's basis."""
    return versus.service(question, pair, axis(question))


def end(served: Service) -> End | None:
    """The fast end of the overlap, when it is the second chip's fastest point."""
    if not served.x:
        return None
    up = served.axis == "interactivity"
    curve, at = served.curves[1], -1 if up else 0
    if float(curve.x[-1]) != served.x[at]:
        return None
    return End(served.x[at], served.ratio[at], served.points.row(int(curve.row[-1]), named=True))


def words(question: Question, served: Service, pair: Pair) -> list[str]:
    """The curve in sentences: its ends, its fast end's load, first-token times at the peaks; or why there is none."""
    if served.why:
        return [_why(question, served, pair)]
    chips = vocabulary().chips
    slow, fast = (0, -1) if served.axis == "interactivity" else (-1, 0)
    said = [
        f"At equal {NOUNS[served.axis]}, on {basis_word(question)} power, {chips[pair.first]} gives "
        f"{times(served.ratio[slow])} {second(pair)}’s tokens per watt at {_at(served, slow)} and "
        f"{times(served.ratio[fast])} at {_at(served, fast)}; outside nobody published both."
    ]
    last = end(served)
    if last:
        said.append(_load(last, pair))
    return [*said, *_within(question, served, pair), *_first_tokens(question, pair), *_coverage(served, pair)]


def _load(last: End, pair: Pair) -> str:
    served, size = last.row["concurrency"], last.row["chips"]
    return (
        f"That end is {second(pair)}’s fastest point: {requests(served)} on {count(size)} chips, so a factor "
        f"read there is the end of one curve against the middle of the other."
    )


def _within(question: Question, served: Service, pair: Pair) -> list[str]:
    """With a limit on the first token: the lead at the best points that keep it."""
    if not question.slo_ttft_s:
        return []
    first = vocabulary().chips[pair.first]
    told = times(_best(served))
    return [f"At the best points within {_limit(question)} {first} gives {told} {second(pair)}’s tokens per watt."]


def _best(served: Service) -> float:
    """The ratio of both curves' best tokens per watt."""
    return float(served.curves[0].y.max() / served.curves[1].y.max())


def limited(question: Question, pair: Pair) -> str:
    """What a limit on the first token leaves of the lead, for the top of the page; "" without a limit or curves."""
    served = found(question, pair) if question.slo_ttft_s else None
    if served is None or len(served.curves) < 2:
        return ""
    return (
        f"Within {_limit(question)}: {times(_best(served))} {second(pair)}’s tokens per {basis_word(question)} watt. "
    )


def _first_tokens(question: Question, pair: Pair) -> list[str]:
    """First-token times of both best points, where both are known."""
    sides = zip((pair.first, pair.second), versus.peaks(question, pair), strict=True)
    told = [(vocabulary().chips[key], point and point["ttft_s"]) for key, point in sides]
    if any(value is None for _, value in told):
        return []
    free = " without the limit" if question.slo_ttft_s else ""
    return [f"At their best points{free} the first token takes {' and '.join(f'{_tenths(v)} ({n})' for n, v in told)}."]


def _coverage(served: Service, pair: Pair) -> list[str]:
    names = vocabulary().chips
    thin = [
        f"{count(known)} of {count(all_)} points of {names[key]}"
        for key, (known, all_) in zip((pair.first, pair.second), served.counted, strict=True)
        if known < all_
    ]
    return [f"Only {' and '.join(thin)} carry the figures this needs."] if thin else []


def _why(question: Question, served: Service, pair: Pair) -> str:
    chips = vocabulary().chips
    for key, (known, all_) in zip((pair.first, pair.second), served.counted, strict=True):
        if not all_:
            return f"No point of {llm(pair.llm)} on {chips[key]} is published under these conditions."
        if not known:
            return _without(question, served.axis, f"{chips[key]} on {llm(pair.llm)}", all_)
    if served.why == "missing":
        lost = next(key for key in (pair.first, pair.second) if key not in {c.accelerator for c in served.curves})
        return f"No point of {chips[lost]} is within {_limit(question)}."
    sides = [f"{chips[key]} serves {_reach(served, curve)}" for key, curve in _sides(served, pair)]
    said = f"Nothing to compare at equal {NOUNS[served.axis]}: within {_limit(question)} {', '.join(sides)}."
    return " ".join([said, *_within(question, served, pair), *_first_tokens(question, pair)])


def _without(question: Question, axis_: str, who: str, all_: int) -> str:
    """Every point of one side lacks the figure."""
    what = NOUNS[axis_]
    if axis_ == "interactivity":
        what = "measured power" if question.power == "measured" else "time to the first token"
        if question.power != "measured" and question.slo_ttft_s is None:
            return f"No watts on this basis for {who}: type them in the sidebar or choose another power basis."
    return f"No {what} is published for {who}: all {count(all_)} points lack it, so there is no curve."


def _sides(served: Service, pair: Pair) -> list[tuple[str, Curve]]:
    return list(zip((pair.first, pair.second), served.curves, strict=True))


def _reach(served: Service, curve: Curve) -> str:
    low, high = sorted((float(curve.x[0]), float(curve.x[-1])))
    if served.axis == "interactivity":
        return f"{speed(low)} to {speed(high)} tok/s per user"
    return f"within {seconds(low)} to {seconds(high)}"


def _limit(question: Question) -> str:
    return f"a first token of {question.slo_ttft_s:g} s" if question.slo_ttft_s else "what is published"


def _tenths(value: float) -> str:
    """A time to the first token with one decimal [s]: 23.8 s; milliseconds below one."""
    return f"{value:.1f} s" if value >= 1 else seconds(value)


def _at(served: Service, place: int) -> str:
    value = served.x[place]
    return f"{speed(value)} tok/s per user" if served.axis == "interactivity" else seconds(value)


def marks(question: Question, served: Service, pair: Pair) -> list[tuple[float, float, str]]:
    """Published ratios at the second chip's highest speed, placed at its fastest point: x, ratio, text."""
    last = end(served)
    if last is None or served.axis != "interactivity":
        return []
    basis = "" if question.power == "rated" else ", on rated power"
    return [
        (last.x, float(claim.value), f"{claim.published}× published{basis}")
        for claim in equal_speed_claims(pair)
        if claim.value and not claim.relation
    ]
