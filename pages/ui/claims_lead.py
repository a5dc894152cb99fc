"""Where a lead comes from and against whom it holds, as words, bars and rows."""

import polars as pl

from data import versus
from data.pairs import Pair
from data.tables import vocabulary
from model.economics import tput_per_kw
from model.lead import Lead
from model.question import Question
from pages.ui.claims_basis import basis_word, llm, second
from pages.ui.claims_charts import EVEN, Step, times
from pages.ui.formats import UNKNOWN, count, listing, number, watts
from pages.ui.theme import Colours

EVEN_FROM, EVEN_TO = 0.95, 1.05  # closer is called level, as everywhere
POINT_HEADS = {"name": "Accelerator", "figure": "Best tok/s per kW", "lead": "Lead", "chip": "Per chip, tok/s"}
POINT_HEADS |= {"how": "Point", "date": "Date", "source": "Source"}


def factors(question: Question, pair: Pair) -> Lead:
    """The lead of the pair on the basis, as throughput and power ratio."""
    return versus.lead_in_watts(question, pair)


def steps(question: Question, pair: Pair, ink: Colours) -> list[Step]:
    """The bars of the waterfall: tokens per chip, watts per chip, and what both make."""
    found = factors(question, pair)
    if found.total is None:
        return []
    up, down = ink.line("jalapeno"), ink.muted
    return [
        Step("Tokens per chip", EVEN, found.rate, f"{found.rate:.3f}×", up if found.rate >= EVEN else down),
        Step("Fewer watts per chip", found.rate, found.total, _by(found), up if found.burden >= EVEN else down),
        Step("Tokens per watt", EVEN, found.total, f"= {times(found.total)}", ink.ink),
    ]


def words(question: Question, pair: Pair) -> str:
    """The factors in a sentence: how much of the lead is tokens, how much watts."""
    found, chips = factors(question, pair), vocabulary().chips
    first, other = chips[pair.first], second(pair)
    if found.total is None:
        return "Without both factors the lead cannot be taken apart on this basis."
    draws = [watts(point["watts_per_chip"]) for point in versus.peaks(question, pair)]
    return (
        f"At its best point a chip of {first} gives {_than(found.rate)} {other}’s mixed tokens on {llm(pair.llm)}, at "
        f"{draws[0]} W against {draws[1]} W on {basis_word(question)} power: {found.rate:.3f} × {found.burden:.3f} = "
        f"{found.total:.3f}. {_verdict(found, first)}"
    )


def rival_rows(question: Question, pair: Pair) -> list[dict]:
    """Best points of every other accelerator, plain and with MTP where published, best first."""
    own = versus.peaks(question, pair)[0]
    if own is None or own["y"] is None:
        return []
    found = [(row, way) for way in ("plain", "mtp") for row in versus.rivals(question, pair, way).iter_rows(named=True)]
    rows = [_rival(row, own, way == "plain") for row, way in found if row["y"] is not None]
    return sorted(rows, key=lambda row: -row["y"])


def first_row(question: Question, pair: Pair) -> dict | None:
    """The best point of the first chip as the measure of the others."""
    own = versus.peaks(question, pair)[0]
    return None if own is None or own["y"] is None else _rival(own, own, True) | {"text": ""}


def rival_words(question: Question, pair: Pair) -> str:
    """Whom the published comparison left out: the strongest rival, and the strongest with speculative decoding."""
    rows, chips = rival_rows(question, pair), vocabulary().chips
    asked = (pair.second, pair.decoding == "plain")
    published = next((row for row in rows if (row["key"], row["plain"]) == asked), None)
    plain = next((row for row in rows if row["plain"]), None)
    if plain is None:
        return "No other accelerator has a point here with watts on this basis."
    said = (
        f"The strongest rival per watt on {basis_word(question)} power is {chips[plain['key']]}: {number(plain['y'])} "
        f"mixed tok/s per kW, so the lead is {plain['lead']:.3f}×"
    )
    if published and published is not plain:
        said += f" instead of {published['lead']:.3f}× over {second(pair)}"
    mtp = next((row for row in rows if not row["plain"]), None)
    told = ". Nobody published speculative decoding here."
    if mtp:
        best = f"{chips[mtp['key']]}’s {number(mtp['y'])}"
        told = f"; against speculative decoding (MTP), {best}, it is {mtp['lead']:.3f}×."
    return said + told


def rival_points(question: Question, pair: Pair) -> pl.DataFrame:
    """The points behind the bars, with their sources."""
    own = first_row(question, pair)
    rows = [row["point"] | {"lead": row["text"] or UNKNOWN} for row in ([own] if own else [])]
    return pl.DataFrame(rows + [row["point"] | {"lead": f"{row['lead']:.3f}×"} for row in rival_rows(question, pair)])


def _rival(row: dict, own: dict, plain: bool) -> dict:
    ahead = own["y"] / row["y"]
    name = vocabulary().chips[row["accelerator"]] + ("" if plain else " MTP")
    if row["precision"] != own["precision"]:
        name += f" {vocabulary().precisions[row['precision']]}"
    return {
        "name": name,
        "chip": vocabulary().chips[row["accelerator"]],
        "key": row["accelerator"],
        "y": row["y"],
        "lead": ahead,
        "text": times(ahead),
        "plain": plain,
        "point": _point(row, name),
    }


def _point(row: dict, name: str) -> dict:
    words = vocabulary()
    how = [words.precisions[row["precision"]], words.engines.get(row["engine"], row["engine"] or "")]
    how += [f"{count(row['chips'])} chips" if row["chips"] else "", f"{count(row['concurrency'])} in flight"]
    title, address = versus.source(row["source"])
    return {
        "name": name,
        "figure": number(float(tput_per_kw(row["tput_total"], row["watts_per_chip"]))),
        "chip": number(row["tput_total"]),
        "how": f"{row['id']}: {listing([part for part in how if part])}",
        "date": row["date"] or "not recorded",
        "source": title,
        "address": row["run_url"] or address,
    }


def _by(found: Lead) -> str:
    return f"× {found.burden:.3f}"


def _than(rate: float) -> str:
    return f"{rate:.3f} of" if rate < EVEN else f"{rate:.3f} times"


def _verdict(found: Lead, first: str) -> str:
    if found.total < EVEN:
        return f"So {first} does not lead."
    if found.rate < EVEN_FROM:
        return f"Per chip {first} is behind; the lead is watts alone."
    if found.burden < EVEN_FROM:
        return "The lead is tokens alone; the watts count against it."
    if found.rate <= EVEN_TO:
        return "Per chip both are level; the lead is watts."
    return "Most of the lead is watts." if found.burden > found.rate else "Most of the lead is tokens."
