"""The answer as CSV, for the page's button and for the command line: the same bytes.

    python -m pages.ui.export "/?v=1&power=Sustained" [-o frontier.csv] [--all]
    python -m pages.ui.export "/?v=1&compare=v%3D1%26power%3DSustained" [--curve]
    python -m pages.ui.export "/claims?v=1&claim_verdict=Differs" [-o claims.csv] [--all] [--curve]
    python -m pages.ui.export "/sizing?v=1&slo_interactivity=60" [-o fleets.csv] [--curve]
    python -m pages.ui.export "/demand?v=1&demand_gain=1.9" [-o demand.csv] [--curve]
    python -m pages.ui.export "/pools?v=1&pool_decode=GB300" [-o pools.csv] [--curve]
    python -m pages.ui.export "/results?v=1&res_text=vllm" [-o results.csv or results.parquet] [--all] [--curve]

Streamlit is not imported.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import polars as pl

from data.answer import Answer, answer
from data.naming import named
from data.schema import CONFIGURATION
from data.spreadsheet import safe, write
from data.tables import refused, sources
from data.yours import accelerator_of
from model import __version__
from model.question import Question
from pages.ui import (
    bottleneck_csv,
    claims_csv,
    compare,
    compare_csv,
    demand_csv,
    link,
    pools_csv,
    results_csv,
    sizing_csv,
)
from pages.ui.unanswered import unanswered

_PAGES = (claims_csv, bottleneck_csv, demand_csv, pools_csv, sizing_csv, results_csv)
PAGES = {page.PAGE: page.content for page in _PAGES}  # a page -> what its links print

IDENTITY = ("id", "accelerator", "chip", *CONFIGURATION[1:], "date", "kind", "run_url")
UNITS = {
    "interactivity": "interactivity_tok_s_user",
    "ttft_s": "ttft_s",
    "tpot_s": "tpot_s",
    "e2e_s": "e2e_s",
    "tput_total": "tput_total_tok_s_chip",
    "tput_output": "tput_output_tok_s_chip",
    "tput_input": "tput_input_tok_s_chip",
}
MODELLED = {
    "y_low": "band_low",
    "y_high": "band_high",
    "binding": "limiting_term",
    "calibration": "calibration",
    "calibration_date": "calibration_date",
}
COLUMNS = (
    *IDENTITY,
    *UNITS.values(),
    *("power_basis", "watts_per_chip", "power_source", "price_usd_chip_hour", "x_metric", "x", "y_metric", "y"),
    *("on_frontier", "on_global_frontier", "dominated_by", "meets_slo", "derived", "grade", "source", "link"),
    "scoville_version",
    *("power_date", "price_tier", "price_date", "price_source"),
    *MODELLED.values(),  # new columns come last: programs count on the order
    "question",
)
HERE, SECOND = "this", "second"  # whose row of two compared questions; its link is that question's


def frontier_csv(answered: Answer, rows: str = "frontier", second: Answer | None = None) -> bytes:
    """UTF-8 CSV with one header row: the frontier's rows, or with `rows` "all" every row of the answer.

    The rows of a compared question follow. Unknown is an empty cell. Text that a spreadsheet would run as a formula
    gets a leading apostrophe.
    """
    both = [(answered, HERE), *([(second, SECOND)] if second else [])]
    return safe(pl.concat([_table(one, rows, which) for one, which in both], how="vertical_relaxed"))


def _table(answered: Answer, rows: str, which: str) -> pl.DataFrame:
    question, table = answered.question, answered.points
    if rows == "frontier":
        table = table.filter("on_frontier")
    constant = {"power_basis": question.power, "x_metric": question.x, "y_metric": question.y, "question": which}
    constant |= {"link": link.format(question), "scoville_version": __version__}
    attributed = pl.col("source", "power_source", "price_source").replace(_attributions())
    table = (
        named(table, question)
        .with_columns(accelerator=pl.col("accelerator").map_elements(accelerator_of, pl.String))
        .rename(UNITS | MODELLED | {"usd_chip_hour": "price_usd_chip_hour"})
        .with_columns(attributed)
    )
    return table.with_columns(pl.lit(value).alias(name) for name, value in constant.items()).select(COLUMNS)


def _attributions() -> dict[str, str]:
    """Source key -> title, publisher and address in one text."""
    rows = sources().select("key", "title", "publisher", "url").iter_rows()
    return {key: " · ".join(part for part in parts if part) for key, *parts in rows}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print or write the CSV that answers a link; 2 and sentences on stderr when the link cannot be read."""
    asked = _asked(arguments)
    if why := refused():
        print(why, file=sys.stderr)
        return 2
    question, notes = link.parse(asked.link)
    if notes:
        for note in notes:  # without what the page would show instead: nothing is answered here
            print(note.rpartition("; ")[0] or note, file=sys.stderr)
        return 2
    if link.page_of(asked.link) == results_csv.PAGE and asked.output and asked.output.suffix == ".parquet":
        return write(results_csv.parquet(question), asked.output)
    if content := PAGES.get(link.page_of(asked.link)):
        return write(content(question, asked.all, asked.curve), asked.output)
    if asked.curve and not question.compare:
        print(
            "--curve belongs to links of pages with a second table and of compared questions.",
            file=sys.stderr,
        )
        return 2
    return _frontier(question, asked)


def _frontier(question: Question, asked: argparse.Namespace) -> int:
    """The frontier's file, with that of a compared question; with --curve the quotient of both."""
    found = compare_csv.found(question)
    answered, second = (answer(question), None) if found is None else (found.here, found.there)
    for why in (*unanswered(answered), *(unanswered(second) if second else ())):
        print(why, file=sys.stderr)  # an empty file is an honest answer, if it says why
    if asked.curve and found.apart:
        print(f"The two questions cannot share axes: {compare.why(found)}.", file=sys.stderr)
    if asked.curve:
        return write(compare_csv.ratio_csv(found), asked.output)
    return write(frontier_csv(answered, "all" if asked.all else "frontier", second), asked.output)


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    reader = argparse.ArgumentParser(prog="python -m pages.ui.export", description="Answers a link with a CSV.")
    reader.add_argument("link", help='a link or its query, such as "power=Sustained"; "/" is the opening picture')
    reader.add_argument("-o", "--output", type=Path, help="file to write instead of standard output")
    reader.add_argument(
        "--all", action="store_true", help="all points or claims, not only the frontier's or listed ones"
    )
    reader.add_argument(
        "--curve",
        action="store_true",
        help="the second table of a page: claims, the lead at equal service; bottleneck, the cache; demand, the years; "
        "pools, the shares; results, the coverage; sizing, the map of winners; two compared questions, the quotient",
    )
    return reader.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
