"""The columns of every table in this folder, what each may hold, and how its rows are ordered."""

from types import MappingProxyType

# Types are DuckDB's. An empty cell is unknown.
POINTS = MappingProxyType(
    {
        "id": "VARCHAR",
        "accelerator": "VARCHAR",
        "llm": "VARCHAR",
        "precision": "VARCHAR",
        "decoding": "VARCHAR",  # plain, mtp, other, unknown
        "draft_tokens": "INTEGER",  # of a named draft model
        "engine": "VARCHAR",
        "date": "VARCHAR",  # ISO day of the run
        "isl": "INTEGER",
        "osl": "INTEGER",
        "concurrency": "INTEGER",  # requests in flight in the deployment
        "chips": "INTEGER",  # of the deployment
        "tp": "INTEGER",  # of one pool; the prefill_ and decode_ columns speak of two
        "ep": "INTEGER",
        "dp_attention": "BOOLEAN",  # of the decode pool where there are two
        "disaggregated": "BOOLEAN",
        "prefill_chips": "INTEGER",
        "decode_chips": "INTEGER",
        "prefill_tp": "INTEGER",
        "prefill_ep": "INTEGER",
        "prefill_workers": "INTEGER",
        "prefill_dp_attention": "BOOLEAN",
        "decode_tp": "INTEGER",
        "decode_ep": "INTEGER",
        "decode_workers": "INTEGER",
        "tput_total": "DOUBLE",  # tok/s per chip, over all chips of the deployment, as the two below
        "tput_output": "DOUBLE",
        "tput_input": "DOUBLE",
        "interactivity": "DOUBLE",  # tok/s/user
        "tpot_s": "DOUBLE",
        "ttft_s": "DOUBLE",
        "e2e_s": "DOUBLE",
        "ttft_p99_s": "DOUBLE",
        "tpot_p99_s": "DOUBLE",
        "e2e_p99_s": "DOUBLE",
        "measured_w": "DOUBLE",  # GPU board, W per chip
        "measured_j_per_tok_output": "DOUBLE",
        "measured_j_per_tok_total": "DOUBLE",
        "derived": "BOOLEAN",  # output and input rates are shares of the total by ISL and OSL
        "grade": "VARCHAR",
        "kind": "VARCHAR",  # run, median of runs, or point of a published curve
        "source": "VARCHAR",
        "run_url": "VARCHAR",
        "note": "VARCHAR",
    }
)
POINTS_NEEDED = frozenset({"id", "accelerator", "llm", "precision", "decoding", "isl", "osl", "grade", "source"})
# Two points of equal cells here are runs of one configuration; `latest` keeps the newest.
CONFIGURATION = (
    *("accelerator", "llm", "precision", "decoding", "draft_tokens", "engine", "isl", "osl", "concurrency", "chips"),
    *("tp", "ep", "dp_attention", "disaggregated", "prefill_chips", "decode_chips", "prefill_tp", "prefill_ep"),
    *("prefill_workers", "prefill_dp_attention", "decode_tp", "decode_ep", "decode_workers"),
)

_FIGURE = ("parameter", "value", "unit", "source", "date", "grade", "estimate", "note")
COLUMNS = MappingProxyType(
    {
        "accelerators": (
            *("key", "name", "vendor", "system", "year", "process", "memory", "topology", "status", "source"),
        ),
        "accelerator_figures": ("accelerator", *_FIGURE),
        "power": ("accelerator", "basis", "value", "unit", "kind", "date", "source", "grade", "estimate", "note"),
        "prices": ("accelerator", "tier", "value", "unit", "kind", "date", "source", "grade", "estimate", "note"),
        "llms": ("key", "name", "developer", "released", "attention", "native_precision", "source", "note"),
        "llm_figures": ("llm", *_FIGURE),
        "measured_power": (
            *("accelerator", "llm", "precision", "decoding", "task", "chips", "concurrency", "value", "unit"),
            *("rated_w", "j_per_tok_output", "tput_output", "method", "source", "grade", "note"),
        ),
        "published_curves": (
            *("id", "accelerator", "llm", "precision", "decoding", "engine", "date", "isl", "osl", "interactivity"),
            *("value", "unit", "metric", "reading", "source", "grade", "note"),
        ),
        "engines": ("key", "name", "maker", "disaggregated", "note"),
        "precisions": ("key", "name", "note"),
        "aliases": ("spelling", "kind", "key"),
        "units": ("unit", "factor", "si"),
        "parameters": ("parameter", "si", "meaning"),
        "sources": ("key", "title", "publisher", "url", "published", "accessed", "licence"),
        "points": tuple(POINTS),
    }
)
