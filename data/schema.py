"""The columns of every table in this folder, what each may hold, and how its rows are ordered."""

from types import MappingProxyType

from model.calibration import FACTORS

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
        "ttft_s": "DOUBLE",  # medians, as e2e_s; a mean stands in the note alone
        "e2e_s": "DOUBLE",
        "ttft_p99_s": "DOUBLE",
        "tpot_p99_s": "DOUBLE",
        "e2e_p99_s": "DOUBLE",
        "measured_w": "DOUBLE",  # GPU board, W per chip; unknown of two pools, where old telemetry counts one of them
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
        "attention": (
            *("llm", "kind", "layers", "heads", "kv_heads", "key_dim", "value_dim", "prompt_key_dim"),
            *("prompt_value_dim", "cache_values", "ratio", "reads_tokens", "keeps_tokens", "source", "note"),
        ),
        "formats": (
            *("llm", "precision", "expert_bytes", "dense_bytes", "cache_bytes", "expert_precision", "dense_precision"),
            "note",
        ),
        "families": ("accelerator", "family"),
        "calibration": (
            *("accelerator", "engine", "llm", "precision", "n", "first_date", "last_date", "software"),
            *("tpot_mape", "tput_mape", "log_sd", *FACTORS),
        ),
        "peer_errors": ("point", "tpot_s", "tput_output", "ttft_s", "tool", "tables"),
        "means": ("point", "ttft_s", "tpot_s", "e2e_s"),
        "elasticities": ("key", "value", "low", "high", "name", "source", "grade", "note"),
        "pool_claims": ("key", "prefill", "decode", "value", "what", "speed", "baseline", "source", "grade", "note"),
        "claims": (
            *("id", "topic", "metric", "value", "low", "high", "relation", "unit", "subject", "baseline"),
            *("baseline_decoding", "llm", "workload", "basis", "speaker", "repeated", "source", "standing"),
            *("arithmetic", "why_no_arithmetic", "points", "why_no_points", "note"),
        ),
        "points": tuple(POINTS),
    }
)
# Column of a table's keys; "key" of the others.
KEYS = MappingProxyType({"units": "unit", "parameters": "parameter", "points": "id", "claims": "id"})

# What data/check.py asks of the cells, by column name; "" is an empty cell, so unknown.
REFERENCES = MappingProxyType(
    {
        "accelerator": "accelerators",
        "llm": "llms",
        "precision": "precisions",
        "engine": "engines",
        "source": "sources",
        "unit": "units",
        "parameter": "parameters",
        "expert_precision": "precisions",
        "dense_precision": "precisions",
        "point": "points",
        "prefill": "accelerators",
        "decode": "accelerators",
        "subject": "accelerators",
        "baseline": "accelerators",
        "repeated": "sources",
    }
)
LISTS = frozenset({("claims", "baseline"), ("claims", "llm"), ("claims", "repeated")})  # parts between "; "
POOLED, POOLED_APART = "pooled", "pooled-disaggregated"
ALSO = MappingProxyType({("calibration", "engine"): (POOLED, POOLED_APART)})  # allowed beside what is referred to
CHOICES = MappingProxyType(
    {
        "decoding": ("plain", "mtp", "other", "unknown"),
        "basis": ("rated", "sustained", "all_in"),
        "tier": ("owner", "neocloud", "rental"),
        "estimate": ("true", "false"),
        "derived": ("true", "false"),
        "disaggregated": ("true", "false"),
        "dp_attention": ("true", "false"),
        "prefill_dp_attention": ("true", "false"),
    }
)
POINT_GRADES = ("A", "B", "C", "V", "P", "M", "U")
FIGURE_GRADES = ("official", "vendor", "analyst", "press", "recalled", "computed", "measured", "estimate")
CHOICES_OF = MappingProxyType(
    {
        ("points", "grade"): POINT_GRADES,
        ("points", "kind"): ("run", "median", "curve", "model"),
        ("published_curves", "grade"): POINT_GRADES,
        ("power", "kind"): ("registry", "article", "rack", "max-q", "provisioned", "per-wafer", "press"),
        ("prices", "kind"): ("registry", "article", "internal"),
        ("attention", "kind"): ("full", "window", "latent", "selected", "compressed", "index"),
        ("aliases", "kind"): ("llm", "chip", "precision", "engine"),
        ("claims", "topic"): (
            *("throughput", "equal-speed", "latency", "interactivity", "power", "cost", "memory", "system"),
            *("precision", "timeline", "software", "size", "workload"),
        ),
        ("claims", "relation"): ("at most", "at least", "about", "within"),
        ("claims", "baseline_decoding"): ("plain", "mtp"),
        ("claims", "workload"): ("8k/1k", "AgentX", "MLPerf", "batch 1", "one sequence"),
        ("claims", "speaker"): ("OpenAI", "SemiAnalysis", "NVIDIA", "Google", "Broadcom", "an article", "MQubeAI"),
        ("claims", "standing"): (
            *("vendor, partly witnessed", "vendor", "analyst", "press", "public data", "general knowledge", "none"),
        ),
    }
)
_SIZES = ("layers", "heads", "kv_heads", "key_dim", "value_dim", "prompt_key_dim", "prompt_value_dim", "cache_values")
NUMBERS = frozenset(
    {
        *(name for name, kind in POINTS.items() if kind == "DOUBLE"),
        *("value", "factor", "rated_w", "j_per_tok_output", "ratio", "expert_bytes", "dense_bytes", "cache_bytes"),
        *("tpot_mape", "tput_mape", "log_sd"),
    }
)
# Numbers there, perhaps texts elsewhere.
NUMBERS_OF = MappingProxyType(
    {"calibration": frozenset(FACTORS), "pool_claims": frozenset({"speed"})}
    | dict.fromkeys(("claims", "elasticities"), frozenset({"low", "high"}))
)
WHOLE_NUMBERS = frozenset(
    {
        *(name for name, kind in POINTS.items() if kind == "INTEGER"),
        "year",
        *_SIZES,
        "reads_tokens",
        "keeps_tokens",
        "n",
    }
)
MAY_BE_ZERO = frozenset(
    {("llm_figures", "value"), ("calibration", "n"), ("attention", "value_dim"), ("attention", "prompt_value_dim")}
)
DATES = frozenset({"date", "accessed", "published", "released", "first_date", "last_date"})
DATED = frozenset({"points", "power", "prices", "published_curves"})  # tables whose `date` is a whole day
URLS = frozenset({"url", "run_url"})
WATTS = frozenset({"measured_w", "rated_w"})
MEASURES = MappingProxyType({"power": "W", "prices": "USD/chip-hour", "measured_power": "W"})  # SI of their units
COUNTED = frozenset({"chip", "dimension", "expert", "head", "hop", "layer", "token", "value/token"})  # SI: whole only
NAMED = MappingProxyType({"llm": "llms", "chip": "accelerators", "precision": "precisions", "engine": "engines"})
NEEDED = MappingProxyType(
    {
        "accelerators": ("key", "name", "source"),
        "accelerator_figures": ("accelerator", "parameter", "value", "unit", "source", "grade", "estimate"),
        "power": ("accelerator", "basis", "value", "unit", "kind", "date", "source", "grade", "estimate"),
        "prices": ("accelerator", "tier", "value", "unit", "kind", "date", "source", "grade", "estimate"),
        "llms": ("key", "name", "source"),
        "llm_figures": ("llm", "parameter", "value", "unit", "source", "grade", "estimate"),
        "measured_power": ("accelerator", "value", "unit", "rated_w", "method", "source", "grade"),
        "published_curves": ("id", "accelerator", "llm", "value", "unit", "metric", "reading", "source", "grade"),
        "engines": ("key", "name"),
        "precisions": ("key", "name"),
        "aliases": ("spelling", "kind", "key"),
        "units": ("unit", "factor", "si"),
        "parameters": ("parameter", "si", "meaning"),
        "sources": ("key", "title", "publisher", "accessed", "licence"),
        "attention": ("llm", "kind", *_SIZES, "ratio", "source"),
        "formats": ("llm", "precision", *(f"{part}_bytes" for part in ("expert", "dense", "cache"))),
        "families": ("accelerator", "family"),
        "calibration": ("accelerator", "engine", "llm", "precision", "n", "log_sd", *FACTORS),
        "peer_errors": ("point", "tpot_s", "tput_output", "ttft_s", "tool", "tables"),
        "means": ("point", "ttft_s", "tpot_s", "e2e_s"),
        "elasticities": ("key", "value", "name", "source", "grade"),
        "pool_claims": ("key", "prefill", "decode", "value", "what", "source", "grade"),
        "claims": ("id", "topic", "metric", "unit", "speaker", "source", "standing"),
        "points": (*sorted(POINTS_NEEDED), "derived", "kind"),
    }
)
# No two rows agree in all of these.
UNIQUE = MappingProxyType(
    {
        "accelerators": ("key",),
        "accelerator_figures": ("accelerator", "parameter", "source", "grade"),
        "power": ("accelerator", "basis", "kind", "date", "source"),
        "prices": ("accelerator", "tier", "kind", "date"),
        "llms": ("key",),
        "llm_figures": ("llm", "parameter"),
        "published_curves": ("id",),
        "engines": ("key",),
        "precisions": ("key",),
        "aliases": ("spelling", "kind"),
        "units": ("unit",),
        "parameters": ("parameter",),
        "sources": ("key",),
        "attention": ("llm", "kind"),
        "formats": ("llm", "precision"),
        "families": ("accelerator",),
        "calibration": ("accelerator", "engine", "llm", "precision"),
        "peer_errors": ("point",),
        "means": ("point",),
        "elasticities": ("key",),
        "pool_claims": ("key",),
        "claims": ("id",),
        "points": ("id",),
    }
)
# Rows stand in this order; the others stand as they are shown.
SORTED = MappingProxyType(
    {
        "accelerator_figures": ("accelerator", "parameter", "source", "grade"),
        "power": ("accelerator", "basis", "date", "kind"),
        "prices": ("accelerator", "tier", "date", "kind"),
        "llm_figures": ("llm", "parameter"),
        "published_curves": ("id",),
        "aliases": ("kind", "spelling"),
        "units": ("unit",),
        "sources": ("key",),
        "means": ("point",),
        "claims": ("topic", "id"),
        "points": ("llm", "accelerator", "precision", "isl", "osl", "engine", "concurrency", "id"),
    }
)
