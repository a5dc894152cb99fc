"""The one record of everything a visitor can choose: widgets, link, CSV and command line share it."""

from dataclasses import dataclass, replace

# Choices are key -> label. A label is what a bound widget writes into the address bar, so both are public promises:
# add to them, never rename (tests/test_link.py freezes them).
X_METRICS = {
    "interactivity": "Speed per user",
    "e2e_s": "Whole request (E2E)",
    "ttft_s": "First token (TTFT)",
    "tpot_s": "Time per token (TPOT)",
    "concurrency": "Concurrency",
}
Y_METRICS = {
    "tput_total_per_kw": "Mixed tok/s per kW",
    "tput_output_per_kw": "Output tok/s per kW",
    "tput_input_per_kw": "Input tok/s per kW",
    "tput_total_per_mw": "Mixed tok/s per MW",
    "tput_output_per_mw": "Output tok/s per MW",
    "tput_input_per_mw": "Input tok/s per MW",
    "tput_total": "Mixed tok/s per chip",
    "tput_output": "Output tok/s per chip",
    "tput_input": "Input tok/s per chip",
    "usd_per_mtok_total": "USD per M mixed tokens",
    "usd_per_mtok_output": "USD per M output tokens",
    "tok_per_usd": "Mixed tokens per USD",
    "j_per_tok_total": "J per mixed token",
    "j_per_tok_output": "J per output token",
}
POWER_BASES = {
    "rated": "Rated",
    "sustained": "Sustained",
    "measured": "Measured",
    "all_in": "All-in",
    "facility": "Facility",
    "custom": "Custom",
}
GHOSTS = {"none": "None"} | POWER_BASES
ALL_IN_DRAWS = {"rated": "At rated draw", "fixed": "Fixed overhead", "proportional": "Proportional"}
PRICE_TIERS = {"owner": "Owner", "neocloud": "Neocloud", "rental": "Rental", "custom": "Custom"}
DECODINGS = {"plain": "Plain", "mtp": "MTP", "other": "Other"}
GRADES = {
    "A": "A official measurement",
    "B": "B official, rounded or reduced",
    "C": "C third-party run",
    "V": "V vendor, partly witnessed",
    "P": "P published curve or projection",
    "M": "M our model",
    "U": "U your own results",
}
LAYERS = {"published": "Published", "model": "Model", "yours": "Yours"}
FRONTS = {"each": "Each", "global": "Global", "both": "Both"}
SLO_STATS = {"median": "Median", "p99": "P99"}
VERDICTS = {
    "reproduced": "Reproduced",
    "rounding": "Rounding",
    "near": "Near",
    "differs": "Differs",
    "impossible": "Impossible",
    "not recomputable": "Not recomputable",
}
LOADS = {"users": "Users", "requests": "Requests per second", "mw": "MW budget", "usd": "USD per month"}
SIZE_BY = {
    "facility_mw": "Facility MW",
    "chips": "Chips",
    "basis_kw": "kW on the power basis",
    "usd_hour": "USD per hour",
    "usd_output": "USD per M output tokens",
    "usd_total": "USD per M mixed tokens",
    "usd_input": "USD per M input tokens",
    "j_output": "J per output token",
    "j_total": "J per mixed token",
}
MAP_BY = {"f": "Sustained share f", "pue": "PUE of one", "price": "Price of one"}

SMALLER_IS_BETTER = frozenset(
    {"e2e_s", "ttft_s", "tpot_s", "usd_per_mtok_total", "usd_per_mtok_output", "j_per_tok_total", "j_per_tok_output"}
)
BATCH_LIMIT = 1_000_000
WATTS_LIMIT = 100_000.0


def is_maximised(metric: str) -> bool:
    """Whether more of `metric` is better; times, cost and energy per token are minimised."""
    return metric not in SMALLER_IS_BETTER


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of the figures; every field is a link parameter of the same name.

    The defaults are frozen for ever: a widget leaves its default out of the link, so a changed default would change
    what old links mean. Chips, engines and precisions are keys of the tables; an empty tuple means all that have
    points, except `grade` (all but C and U) and `decoding` (plain).
    """

    llm: str = "DeepSeek-R1-0528"
    isl: int = 8192
    osl: int = 1024
    chip: tuple[str, ...] = ()
    precision: tuple[str, ...] = ()
    engine: tuple[str, ...] = ()
    grade: tuple[str, ...] = ()
    decoding: tuple[str, ...] = ()
    latest: bool = True
    since: str | None = None  # ISO date: only runs of that day or later
    batch_min: int = 1  # concurrency of the deployment
    batch_max: int = BATCH_LIMIT
    batch: int | None = None  # pinned concurrency
    x: str = "interactivity"
    y: str = "tput_total_per_kw"
    logx: bool = True
    logy: bool = False
    steps: bool = False
    pin: float = 100.0  # in the unit of x
    highlight: str | None = None
    power: str = "rated"
    f: float | None = None  # sustained / rated power assumed for chips without a sustained figure
    pue: float = 1.2
    all_in_draw: str = "rated"
    power_date: str | None = None  # ISO date; None is the newest vintage
    watts: tuple[tuple[str, float], ...] = ()  # W per chip typed by the visitor
    price: str = "owner"
    price_date: str | None = None
    prices: tuple[tuple[str, float], ...] = ()  # USD per chip-hour typed by the visitor
    ghost: str = "none"
    layer: tuple[str, ...] = ("published",)
    front: str = "each"
    slo_ttft_s: float | None = None
    slo_interactivity: float | None = None
    slo_e2e_s: float | None = None
    slo_stat: str = "median"
    if_chip: str | None = None  # the accelerator a what-if changes; its figures are multiplied by the six below
    if_bandwidth: float = 1.0
    if_compute: float = 1.0
    if_link: float = 1.0
    if_latency: float = 1.0  # fixed time of a layer
    if_capacity: float = 1.0
    if_watts: float = 1.0
    until: str | None = None  # ISO date: only runs of that day or earlier
    claim: str | None = None  # the published figure that is opened; the four below choose which are listed
    claim_topic: str | None = None
    claim_llm: str | None = None
    claim_verdict: str | None = None
    claim_by: str | None = None  # who says it
    claim_text: str = ""  # words that must occur in it
    lead_of: str | None = None  # the accelerator whose lead is taken apart; None is the claim's own
    lead_over: str | None = None
    load: str = "users"  # what a fleet is sized for; each kind keeps its own amount
    load_users: int = 100_000
    load_every_s: float = 60.0  # between two requests of one user
    load_rps: float = 1_000.0  # requests per second
    load_mw: float = 10.0  # of the facility
    load_usd: float = 1_000_000.0  # per month
    size_by: str = "facility_mw"  # what fleets are ranked by
    size_of: str | None = None  # two accelerators whose fleets are compared; None is the best and the next
    size_over: str | None = None
    map_by: str = "f"  # what changes upwards on the map of winners
    demand_gain: float | None = None  # tokens per watt, new over old; None is read off the frontiers at the pin
    demand_elasticity: float = 1.1  # of tokens on their price
    demand_pass: float = 1.0  # share of the saving on energy that reaches the price
    demand_mw: float = 100.0  # fleet before the gain
    demand_growth: float = 0.2  # of demand per year, whatever the price
    pool_prefill: str = "vr200"  # the accelerator that reads prompts, and the one that answers
    pool_decode: str = "groq3-lpx"
    pool_link_gbs: float | None = None  # GB/s of a chip from prefill to decode; None is the published link
    pool_peak_tflops: float | None = None  # dense peak of a decode part that has none published
    pool_layer_us: float | None = None  # fixed time of a layer of a decode part without HBM; None is the pooled one
    bn_chip: str = "gb200"  # whose time and memory are taken apart, and who stands beside it; "none" is nobody
    bn_over: str = "jalapeno"
    bn_precision: str | None = None  # None is the one each accelerator was measured in
    bn_tp: int = 8  # chips of the replica, groups its experts are dealt over, groups with attention of their own
    bn_ep: int = 1
    bn_dp: int = 1
    res_every: bool = False  # every LLM, workload and run, not only what the rest of the question asks for
    res_text: str = ""  # words that must occur in a result
    res_kind: tuple[str, ...] = ()  # published, simulated, yours; empty is published and yours
    res_columns: tuple[str, ...] = ()  # shown; empty is the usual ones
    res_sort: str = "date"
    res_up: bool = False  # smallest first
    res_open: tuple[str, ...] = ()  # ids of the results that are opened, at most four
    res_cover: str = "llm"  # the columns of the coverage
    res_history: str = ""  # id of a run of the configuration whose history is drawn
    compare: str = ""  # link of a second question that stands beside this one
    names: tuple[tuple[str, str], ...] = ()  # what an accelerator is called in the visitor's figure

    def filters(self) -> "Question":
        """The part that chooses points; everything else at its default. Questions alike in it share their points."""
        return replace(Question(), **{name: getattr(self, name) for name in FILTERS})


FILTERS = (
    "llm", "isl", "osl", "chip", "precision", "engine", "grade", "decoding",
    "latest", "since", "batch_min", "batch_max", "batch", "until",
)  # fmt: skip
