"""What every word on the screen means: one table, printed on the method page and reused by tooltips."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """One word of the dashboard: what it means, in which unit, by which formula ("" where there is none)."""

    term: str
    meaning: str
    unit: str = ""
    formula: str = ""


_TIMES = {
    "ttft_s": Term(
        "First token (TTFT)",
        "From the arrival of a request to its first output token: waiting in the queue, "
        "reading the prompt, sending one token.",
        "s",
        "first token − arrival",
    ),
    "tpot_s": Term(
        "Time per token (TPOT)",
        "Mean gap between the tokens of one request after the first one.",
        "s",
        "(E2E − TTFT) / (output tokens − 1)",
    ),
    "itl_s": Term(
        "Inter-token latency (ITL)",
        "A single gap between two tokens; only its distribution is of use. With "
        "speculative decoding tokens arrive in bursts, and ITL and TPOT part ways.",
        "s",
    ),
    "interactivity": Term(
        "Speed per user (interactivity)",
        "How fast text runs for one user once it has begun. It does "
        "not count the wait for the first token, so it hides queueing.",
        "tok/s/user",
        "1 / TPOT",
    ),
    "e2e_s": Term(
        "Whole request (E2E)",
        "From arrival to the last token. Per request the formula is exact; medians of "
        "its parts do not add up to its median.",
        "s",
        "TTFT + (output tokens − 1) × TPOT",
    ),
    "concurrency": Term(
        "Concurrency",
        "Requests in flight in the whole deployment, waiting ones included. "
        "A batch is smaller: the sequences in one step of one replica.",
        "requests",
    ),
    "isl": Term(
        "Input and output length (ISL, OSL)",
        "Nominal prompt and answer length. The public benchmark draws "
        "lengths between 0.8 and 1.0 of nominal: 8,192 / 1,024 is about 7,370 / 922 on average.",
        "tokens",
    ),
}

_RATES = {
    "tput_total": Term(
        "Mixed throughput",
        "Input and output tokens together, divided by all chips of the deployment, prefill and decode chips alike.",
        "tok/s per chip",
        "(input + output tok/s) / all chips",
    ),
    "tput_output": Term(
        "Output throughput",
        "Only generated tokens, again over all chips. The public benchmark divides "
        "by decode chips in disaggregated runs; those rows are renormalised here.",
        "tok/s per chip",
        "output tok/s / all chips",
    ),
    "tput_input": Term(
        "Input throughput", "Only prompt tokens, over all chips.", "tok/s per chip", "input tok/s / all chips"
    ),
    "tput_total_per_kw": Term(
        "Tokens per kW",
        "A rate for each kilowatt of the chosen power basis, mixed, output or "
        "input. One token per second and watt is one token per joule.",
        "tok/s/kW",
        "tok/s per chip × 1,000 / W per chip",
    ),
    "tput_total_per_mw": Term(
        "Tokens per MW",
        "The same for a megawatt. For tokens per MWh multiply by 3,600.",
        "tok/s/MW",
        "tok/s per chip × 1,000,000 / W per chip",
    ),
    "usd_per_mtok_total": Term(
        "USD per M tokens",
        "Price of a chip-hour spread over the tokens made in it, mixed or "
        "output. Says nothing of idle hours or margins.",
        "USD per M tokens",
        "USD per chip-hour × 1,000,000 / (3,600 × tok/s per chip)",
    ),
    "tok_per_usd": Term(
        "Tokens per USD",
        "Mixed tokens that one dollar of chip time buys.",
        "tokens/USD",
        "3,600 × tok/s per chip / USD per chip-hour",
    ),
    "j_per_tok_total": Term(
        "J per token",
        "Energy of the chosen basis for one token, mixed or output. With rated watts "
        "it is a bound, with telemetry an estimate.",
        "J/token",
        "W per chip / tok/s per chip",
    ),
    "slo": Term(
        "Limits (SLO)",
        "Your bounds on first token, whole request or speed. They are tested on medians, or on "
        "p99 where a real p99 was recorded. A point without the figure is counted, not judged.",
    ),
    "goodput": Term(
        "Goodput",
        "Requests per second that meet every limit at once. Published points carry medians only, "
        "so a point here either meets the limits or does not.",
        "requests/s",
    ),
}

_POWER = {
    "rated": Term("Rated power", "The maker's power rating of the package (TDP).", "W per chip"),
    "sustained": Term(
        "Sustained power",
        "A published long-run draw where there is one (Jalapeño: at most 550 W). Other "
        "chips take rated × f if you set f; else they stay at rated and the picture is one-sided.",
        "W per chip",
        "published, or rated × f",
    ),
    "f": Term(
        "f",
        "Sustained over rated power of chips that publish none. It has no default. Jalapeño's 550 / 700 is "
        "0.786: at this f the ratios of rated power return.",
        "",
        "sustained W / rated W",
    ),
    "one-sided": Term(
        "One-sided",
        "One chip is counted at its sustained, all others at their rated power. This favours "
        "the one, because other chips too draw less than their rating.",
    ),
    "measured": Term(
        "Measured power",
        "What the boards' own sensors reported during the run. Host, network and fans are "
        "not in it, and few points have it.",
        "W per chip",
    ),
    "all_in": Term(
        "All-in power",
        "The chip with its share of host, switches and network cards, as an analyst estimates "
        "it at a date. Vintages differ by up to 29 % and are never mixed. With a sustained figure the chip's "
        "share shrinks alone (fixed overhead) or with all else (proportional).",
        "W per chip",
        "fixed: all-in − rated + sustained; proportional: all-in × sustained / rated",
    ),
    "facility": Term(
        "Facility power", "All-in power with the building's losses and cooling.", "W per chip", "all-in × PUE"
    ),
    "pue": Term("PUE", "Energy of the building over energy of its computers.", "", "facility energy / IT energy"),
    "custom": Term("Custom power", "Watts you type in per chip; they are kept in the link.", "W per chip"),
    "ghost": Term("Ghost", "The highlighted frontier once more on a second power basis, dotted."),
}

_FRONTIER = {
    "frontier": Term(
        "Frontier",
        "Points that no other point of the same accelerator, precision and decoding equals or "
        "beats on both axes while beating it on one. Equal points stay together.",
    ),
    "dominated": Term(
        "Dominated", "Some other point is at least as good on both axes and better on one. The hover names it."
    ),
    "global": Term("Global frontier", "The upper edge of all drawn frontiers."),
    "steffen": Term(
        "Curve between points",
        "Throughput is interpolated over speed by Steffen's monotone cubic: it passes "
        "through every point, never overshoots and never leaves the data. Costs and energies are computed "
        "from the interpolated throughput.",
    ),
    "staircase": Term(
        "Staircase",
        "No interpolation: a value holds until the next better point. Always used on time "
        "axes, where smooth curves would invent points.",
    ),
    "plateau": Term(
        "Plateau",
        "Left of its slowest point a curve has no data, but that point is faster and better, so "
        "its value holds for slower users; the ranking then says “at” and the speed.",
    ),
    "range": Term(
        "Range instead of a value",
        "Where neighbouring points differ in speed by more than 1.25× and in "
        "throughput by more than 2×, nobody measured: the line is pale and both neighbours are given.",
    ),
    "level": Term("Level", "Within 5 % of each other."),
    "crossover": Term("Crossover", "The speed at which the lead passes from one accelerator to another."),
    "compare": Term(
        "Second question",
        "Another link drawn beside this one, dash-dotted and marked 2nd. “Here over there” divides the best value of "
        "this question by the best of the second at the same place, where both have points.",
        "×",
        "y here / y there",
    ),
    "hypervolume": Term(
        "Hypervolume",
        "Area under a frontier down to a stated reference point: one number for a whole curve.",
        "product of the axes' units",
    ),
}

_EVIDENCE = {
    "A": Term("Grade A ● filled circle", "An official run of the public benchmark, raw figures kept."),
    "B": Term("Grade B ○ hollow circle", "Official, but rounded, reduced to a median or read from a table."),
    "C": Term("Grade C ×", "A run by a third party. Left out unless chosen: its decoding is often not recorded."),
    "V": Term(
        "Grade V ◆ filled diamond",
        "The vendor's own result, partly witnessed (Jalapeño): outsiders watched some "
        "of the runs; raw logs are not public.",
    ),
    "P": Term("Grade P □ hollow square", "A published curve or projection; Vera Rubin's is a curve nobody verified."),
    "M": Term(
        "Grade M △ hollow triangle",
        "Computed by our model, dashed. The page “Accuracy” says how far off it is.",
    ),
    "U": Term("Grade U ★ star", "Results you brought yourself. They stay in your session."),
    "derived": Term(
        "Derived",
        "The source gives only the mixed rate; input and output are split in proportion to the nominal lengths.",
        "",
        "mixed × OSL / (ISL + OSL)",
    ),
    "median": Term(
        "Dump median",
        "A row of a database dump that summarises all runs of a configuration up to 2026-07-20 "
        "by their medians. It has no latencies and no run address.",
    ),
    "latest": Term(
        "Newest run",
        "With this on, a configuration counts by its newest run; a dump median stands in only "
        "where the configuration has no single run. Off, every run counts.",
    ),
    "decoding": Term(
        "Plain, MTP, other",
        "Plain: one token per step. MTP: the LLM's own multi-token prediction. Other: "
        "a named draft model, or decoding not recorded. They are never merged.",
    ),
    "disaggregated": Term("Disaggregated", "Prefill and decode run on chips of their own; all of them are counted."),
}

_CLAIMS = {
    "lead": Term(
        "Lead and its factors",
        "How many times more tokens per watt one chip gives than another at the best point of each: the ratio of their "
        "rates times the inverse ratio of their watts on the chosen basis. In tokens per dollar, prices take the place "
        "of watts.",
        "",
        "(tok/s per chip / other's tok/s per chip) × (other's W per chip / W per chip)",
    ),
    "two-sided": Term(
        "Lead at f",
        "The lead on rated power once the other chip draws f of its rating and this one its published share, Jalapeño "
        "550 of 700 W. At f equal to that share, 0.786, nothing changes; at a lower f the lead shrinks.",
        "",
        "rated lead × f / (sustained W / rated W)",
    ),
    "equal service": Term(
        "Lead at equal service",
        "Both frontiers read at the same speed, request time or first-token time, only where both have points. A "
        "single factor at the other chip's fastest point reads the end of one curve against the middle of the other.",
        "",
        "tok/s per kW at x / other's tok/s per kW at x",
    ),
    "verdict": Term(
        "Verdicts on published figures",
        "The first that holds, of a figure recomputed twice, from its own printed operands and from points and "
        "specifications alone. Reproduced: within 0.5 %. Rounding: inside what the printed digits leave open. Near: "
        "within 5 %. Differs: further off. Impossible: beyond the most that is possible. Else not recomputable.",
        "",
        "(recomputed − published) / published",
    ),
}

_BOTTLENECK = {
    "batch": Term(
        "Batch",
        "Sequences that one replica decodes together in a step. Requests in flight are more: some wait or are read.",
        "sequences",
        "output tok/s × TPOT / replicas",
    ),
    "replica": Term(
        "Replica: TP, EP, attention groups",
        "Chips that serve one copy of the LLM. TP slices every matrix over them, EP deals whole experts out, attention "
        "groups keep sequences of their own and a copy of the attention's weights each.",
        "chips",
    ),
    "intensity": Term(
        "Arithmetic intensity",
        "Arithmetic for each byte read. Reading one weight of b bytes for one token gives 2/b; a batch shares the "
        "reading, so its intensity rises.",
        "FLOP/byte",
        "FLOP / bytes read",
    ),
    "roofline": Term(
        "Roofline",
        "The most a chip can compute at an intensity: its bandwidth times the intensity, up to the peak of the "
        "precision. Points far below it lose their time to something that is neither bytes nor arithmetic.",
        "FLOP/s",
        "min(peak, intensity × bandwidth)",
    ),
    "bandwidth alone": Term(
        "Bandwidth alone",
        "How long a step would take if reading weights and cache at the data sheet's rate were all of it.",
        "s",
        "bytes read / bandwidth",
    ),
    "fixed time": Term(
        "Fixed time of layers",
        "Launching kernels, norms, routing: what every layer costs however few bytes it reads. Fitted, not published.",
        "s",
        "layers × fitted time of a layer",
    ),
}

_SIZING = {
    "target": Term(
        "Target",
        "Limits on the speed of a user, the first token and the whole request; any may be left open. Only points that "
        "tell a time can be judged by a limit on it.",
    ),
    "load": Term(
        "Load",
        "What a fleet has to serve: users who each send a request every so many seconds, or requests per second. A "
        "budget of MW or money turns it round and asks how many users it serves.",
        "requests/s",
        "users / seconds between two requests of one user",
    ),
    "fleet": Term(
        "Fleet and deployment",
        "The chips of one accelerator that serve the load. A deployment is what the nearest run used; a fleet is whole "
        "deployments, never part of one.",
        "chips",
        "⌈requests/s / requests/s of a deployment⌉ × chips of a deployment",
    ),
    "system": Term(
        "Rack, server, domain",
        "The chips that one scale-up domain joins, under the name its maker gives it. Racks are counted for the chips "
        "alone; the watts are those of the chips' all-in share.",
        "chips",
    ),
    "reaches": Term(
        "Does not reach",
        "No published point meets the target. The nearest is the one that misses its worst limit by the least ratio.",
    ),
    "winner": Term(
        "Map of winners",
        "Who gives most output tokens per watt or dollar at each speed, while f, one accelerator's PUE or its price "
        "changes. Hatched where the bands of the two best overlap: the model's 90 %, or both runs of a stretch that "
        "nobody measured.",
        "",
        "tok/s per chip / (W or USD per hour of a chip)",
    ),
}

_POOLS = {
    "pools": Term(
        "Two pools",
        "Chips that only read prompts and chips that only answer, of the same kind or of two. A prompt's cache is sent "
        "from the one to the other.",
    ),
    "rate matching": Term(
        "Rate matching",
        "How many prefill workers keep a decode worker busy. Fewer starve it, more stand idle; workers are whole, "
        "so the numbers on either side are tried.",
        "prefill workers",
        "decode workers × answers/s of one / prompts/s of one",
    ),
    "residency": Term(
        "SRAM residency",
        "A part without HBM serves an LLM only when all its weights and the caches lie in the SRAM of as many parts as "
        "that takes. They stand in a row, each with some of the layers.",
        "parts",
        "bytes of weights / bytes of SRAM",
    ),
    "unit of scale": Term(
        "Unit of scale",
        "What an accelerator is sold or joined by: a rack of 72 GPUs or 256 LPUs, an UltraServer of 144, a pod "
        "of 1,152, a wafer.",
        "chips",
    ),
    "boardfly": Term(
        "Torus and Boardfly",
        "Two ways to wire chips. On a torus a message passes through neighbours, so paths grow with the number of "
        "chips; Boardfly joins groups all to all and keeps paths short.",
        "hops",
    ),
}

_DEMAND = {
    "elasticity": Term(
        "Elasticity ε",
        "By how many percent the tokens asked for grow when their price falls by one percent, held constant here.",
        "",
        "−ln(tokens ratio) / ln(price ratio)",
    ),
    "pass-through": Term(
        "Pass-through",
        "The share of a saving on energy that reaches the price of a token. Power is a small part of that price.",
        "",
        "(1 − price ratio) / (1 − 1 / gain)",
    ),
    "rebound": Term(
        "Rebound",
        "More use because it became cheaper. With all of the gain passed on, energy falls below ε = 1 and rises above.",
        "",
        "gain^(ε − 1)",
    ),
}

_ACCURACY = {
    "n": Term("n", "How many points or frontiers the figure beside it is taken over."),
    "mean error": Term(
        "Mean error",
        "How far the model's value is from the measured one, without sign, as a mean over the points.",
        "%",
        "mean of |model / measured − 1|",
    ),
    "bias": Term(
        "Bias",
        "Whether the model says too much (+) or too little (−) on the whole.",
        "%",
        "exp(mean of log(model / measured)) − 1",
    ),
    "band": Term(
        "90 % band",
        "The range around a modelled value in which nine measurements in ten should lie, by its errors on points that "
        "it had not seen.",
    ),
}

GROUPS = {
    "Times and speeds": _TIMES,
    "Rates, money and energy": _RATES,
    "Power": _POWER,
    "Frontier": _FRONTIER,
    "Claims": _CLAIMS,
    "Sizing": _SIZING,
    "Bottleneck": _BOTTLENECK,
    "Pools": _POOLS,
    "Demand": _DEMAND,
    "Evidence": _EVIDENCE,
    "Accuracy": _ACCURACY,
}
GLOSSARY = {key: term for group in GROUPS.values() for key, term in group.items()}


def tooltip(key: str) -> str:
    """The meaning of a term with its unit and formula, as the help text of a widget; KeyError for an unknown term."""
    term = GLOSSARY[key]
    unit = f" Unit: {term.unit}." if term.unit else ""
    formula = f" = {term.formula}." if term.formula else ""
    return term.meaning + unit + formula
