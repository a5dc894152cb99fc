"""Every Question survives its link, old links keep their meaning, and no link can do more than be told it is wrong."""

from dataclasses import asdict, fields
from datetime import date
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.catalogue_columns import COLUMNS, COVERS, KINDS
from data.tables import vocabulary
from model import question as choices
from model.question import Question
from pages.ui import link
from pages.ui.link import parse
from pages.ui.parameters import DEMAND_LIMITS, POOL_LIMITS, claim_labels, kinds
from pages.ui.presets import OPENING, PRESETS
from pages.ui.values import folded

WORDS = vocabulary()

# A widget leaves its default out of the link: a changed default changes what links in the wild mean. Never edit this.
DEFAULTS = {
    **{"llm": "DeepSeek-R1-0528", "isl": 8192, "osl": 1024},
    **{"chip": (), "precision": (), "engine": (), "grade": (), "decoding": (), "latest": True, "since": None},
    **{"batch_min": 1, "batch_max": 1_000_000, "batch": None},
    **{"x": "interactivity", "y": "tput_total_per_kw", "logx": True, "logy": False, "steps": False},
    **{"pin": 100.0, "highlight": None},
    **{"power": "rated", "f": None, "pue": 1.2, "all_in_draw": "rated", "power_date": None, "watts": ()},
    **{"price": "owner", "price_date": None, "prices": ()},
    **{"ghost": "none", "layer": ("published",), "front": "each"},
    **{"slo_ttft_s": None, "slo_interactivity": None, "slo_e2e_s": None, "slo_stat": "median"},
    **{"if_chip": None, "if_bandwidth": 1.0, "if_compute": 1.0, "if_link": 1.0, "if_latency": 1.0},
    **{"if_capacity": 1.0, "if_watts": 1.0},
    **{"until": None, "claim": None, "claim_topic": None, "claim_llm": None, "claim_verdict": None, "claim_by": None},
    **{"claim_text": "", "lead_of": None, "lead_over": None},
    **{"bn_chip": "gb200", "bn_over": "jalapeno", "bn_precision": None, "bn_tp": 8, "bn_ep": 1, "bn_dp": 1},
    **{"load": "users", "load_users": 100_000, "load_every_s": 60.0, "load_rps": 1_000.0, "load_mw": 10.0},
    **{"load_usd": 1_000_000.0, "size_by": "facility_mw", "size_of": None, "size_over": None, "map_by": "f"},
    **{"demand_gain": None, "demand_elasticity": 1.1, "demand_pass": 1.0, "demand_mw": 100.0, "demand_growth": 0.2},
    **{"pool_prefill": "vr200", "pool_decode": "groq3-lpx", "pool_link_gbs": None, "pool_peak_tflops": None},
    **{"pool_layer_us": None},
    **{"res_every": False, "res_text": "", "res_kind": (), "res_columns": (), "res_sort": "date", "res_up": False},
    **{"res_open": (), "res_cover": "llm", "res_history": ""},
    **{"compare": "", "names": ()},
}
# What bound widgets write. Labels may be added, never renamed.
LABELS = {
    "x": "Speed per user|Whole request (E2E)|First token (TTFT)|Time per token (TPOT)|Concurrency",
    "y": "Mixed tok/s per kW|Output tok/s per kW|Input tok/s per kW|Mixed tok/s per MW|Output tok/s per MW"
    "|Input tok/s per MW|Mixed tok/s per chip|Output tok/s per chip|Input tok/s per chip|USD per M mixed tokens"
    "|USD per M output tokens|Mixed tokens per USD|J per mixed token|J per output token",
    "power": "Rated|Sustained|Measured|All-in|Facility|Custom",
    "ghost": "None|Rated|Sustained|Measured|All-in|Facility|Custom",
    "all_in_draw": "At rated draw|Fixed overhead|Proportional",
    "price": "Owner|Neocloud|Rental|Custom",
    "decoding": "Plain|MTP|Other",
    "grade": "A official measurement|B official, rounded or reduced|C third-party run|V vendor, partly witnessed"
    "|P published curve or projection|M our model|U your own results",
    "layer": "Published|Model|Yours",
    "front": "Each|Global|Both",
    "slo_stat": "Median|P99",
    "load": "Users|Requests per second|MW budget|USD per month",
    "size_by": "Facility MW|Chips|kW on the power basis|USD per hour|USD per M output tokens|USD per M mixed tokens"
    "|USD per M input tokens|J per output token|J per mixed token",
    "map_by": "Sustained share f|PUE of one|Price of one",
    "res_kind": "Published|Simulated|Yours",
    "res_columns": "Kind|Accelerator|LLM|Precision|Decoding|Engine|Prompt tokens|Answer tokens|Requests in flight|Chips"
    "|TP|EP|Two pools|Speed, tok/s/user|Mixed, tok/s/chip|Output, tok/s/chip|Input, tok/s/chip|Time per token, s"
    "|First token, s|Whole request, s|First token p99, s|Time per token p99, s|Whole request p99, s"
    "|Measured W per chip|Date|Grade|Source|Id|Note",
    "res_cover": "LLM|LLM and precision|Workload",
    "claim_verdict": "Reproduced|Rounding|Near|Differs|Impossible|Not recomputable",
    "claim_topic": "Throughput|Interactivity|Equal speed|Latency|Cost|Power|Timeline|Software|Size|System|Memory",
    "claim_llm": "DeepSeek-R1-0528|gpt-oss-120b|Kimi-K2.5",
    "claim_by": "OpenAI|SemiAnalysis|NVIDIA|Google",
    "claim": "gpt-oss-peak-ratio|r1-peak-ratio|kimi-peak-ratio|r1-equal-speed|r1-mtp-peak-ratio|sustained-power",
    "chip": "Jalapeño|GB300|GB200|B300|B200|MI355X|H200|H100|MI325X|MI300X|Vera Rubin|TPU v7",
    "precision": "FP4|FP8|BF16|INT4",
    "llm": "DeepSeek-R1-0528|gpt-oss-120b|Kimi-K2.5",
}
VERSION_1 = {
    "/?v=1&compare=v%3D1%26power%3DSustained%26pin%3D50&names=GB300%3AUltra": {
        **{"compare": "v=1&pin=50&power=Sustained", "names": (("gb300", "Ultra"),)},
    },
    "/?v=1&compare=https%3A%2F%2Fexample.org%2F": {"compare": link.text_of(OPENING.question)},
    "/?v=1": {},
    "?power=Sustained&f=0.786": {"power": "sustained", "f": 0.786},
    "/?v=1&chip=Jalape%C3%B1o&chip=GB300&precision=FP4": {"chip": ("jalapeno", "gb300"), "precision": ("fp4",)},
    "/?v=1&chip=b200&chip=Vera+Rubin&chip=B200": {"chip": ("b200", "vr200")},
    "/?v=1&decoding=Plain&decoding=MTP&latest=false": {"decoding": ("plain", "mtp"), "latest": False},
    "/?v=1&x=First+token+%28TTFT%29&pin=2": {"x": "ttft_s", "pin": 2.0},
    "/?v=1&y=tput_total_per_chip": {"y": "tput_total"},
    "/?v=1&y=Output+tok%2Fs+per+kW&ghost=All-in": {"y": "tput_output_per_kw", "ghost": "all_in"},
    "/?v=1&watts=b200%3A900%2Cgb300%3A1200&power=Custom": {
        "power": "custom",
        "watts": (("gb300", 1200.0), ("b200", 900.0)),
    },
    "/?v=1&batch_min=4&batch_max=64&batch=16": {"batch_min": 4, "batch_max": 64, "batch": 16},
    "/?v=1&grade=A+official+measurement&since=2026-03-01": {"grade": ("A",), "since": "2026-03-01"},
    "/?v=1&slo_ttft_s=2.5&slo_stat=P99&front=Both": {"slo_ttft_s": 2.5, "slo_stat": "p99", "front": "both"},
    "/?v=1&llm=Kimi-K2.5&isl=1024&osl=8192&logx=false&logy=true&steps=true": {
        **{"llm": "Kimi-K2.5", "isl": 1024, "osl": 8192},
        **{"logx": False, "logy": True, "steps": True},
    },
    "/?v=1&all_in_draw=Fixed+overhead&pue=1.35&power_date=2026-07-01": {
        **{"all_in_draw": "fixed", "pue": 1.35, "power_date": "2026-07-01"},
    },
    "/?v=1&layer=Published&layer=Model&if_chip=GB300&if_bandwidth=1.5&if_watts=0.8": {
        **{"layer": ("published", "model"), "if_chip": "gb300", "if_bandwidth": 1.5, "if_watts": 0.8},
    },
    "/claims?v=1&claim=gpt-oss-peak-ratio&power=All-in&lead_over=B200": {
        **{"claim": "gpt-oss-peak-ratio", "power": "all_in", "lead_over": "b200"},
    },
    "/claims?v=1&claim_topic=Equal+speed&claim_verdict=Not+recomputable&claim_by=OpenAI&claim_text=peak+ratio": {
        **{"claim_topic": "equal-speed", "claim_verdict": "not recomputable", "claim_by": "OpenAI"},
        **{"claim_text": "peak ratio"},
    },
    "/sizing?v=1&load=MW+budget&load_mw=2.5&size_by=USD+per+M+output+tokens&size_of=GB300&map_by=Price+of+one": {
        **{"load": "mw", "load_mw": 2.5, "size_by": "usd_output", "size_of": "gb300", "map_by": "price"},
    },
    "/sizing?v=1&load_users=10000000&load_every_s=20&slo_interactivity=60&slo_ttft_s=2": {
        **{"load_users": 10_000_000, "load_every_s": 20.0, "slo_interactivity": 60.0, "slo_ttft_s": 2.0},
    },
    "/demand?v=1&demand_gain=1.9&demand_elasticity=1.43&demand_pass=0.5&lead_over=B200": {
        **{"demand_gain": 1.9, "demand_elasticity": 1.43, "demand_pass": 0.5, "lead_over": "b200"},
    },
    "/pools?v=1&pool_prefill=GB300&pool_decode=WSE-3&pool_peak_tflops=12500&pool_link_gbs=100": {
        **{"pool_prefill": "gb300", "pool_decode": "wse-3", "pool_peak_tflops": 12_500.0, "pool_link_gbs": 100.0},
    },
    "/results?v=1&res_every=true&res_text=b200+vllm&res_kind=Simulated&res_open=r00004%2Cm00040&res_sort=Chips": {
        **{"res_every": True, "res_text": "b200 vllm", "res_kind": ("simulated",), "res_sort": "chips"},
        **{"res_open": ("r00004", "m00040")},
    },
    "/results?v=1&res_columns=Id&res_columns=Note&res_cover=Workload&res_history=r00004&res_up=true": {
        **{"res_columns": ("id", "note"), "res_cover": "workload", "res_history": "r00004", "res_up": True},
    },
    "/results?v=1&res_kind=Published&res_kind=Yours": {},
    "/?v=1&until=2026-07-20": {"until": "2026-07-20"},
    "/bottleneck?v=1&bn_chip=H200&bn_over=None&bn_precision=FP8&bn_tp=16&bn_ep=16&bn_dp=2&batch=64": {
        **{"bn_chip": "h200", "bn_over": "none", "bn_precision": "fp8"},
        **{"bn_tp": 16, "bn_ep": 16, "bn_dp": 2, "batch": 64},
    },
    "/?v=1&price=Rental&prices=jalapeno%3A1.5&highlight=GB300": {
        **{"price": "rental", "prices": (("jalapeno", 1.5),), "highlight": "gb300"},
    },
}


def some(labels):
    return st.lists(st.sampled_from(sorted(labels)), max_size=4).map(tuple)


def number(low, high, **ends):
    return st.floats(low, high, allow_nan=False, **ends)


def amounts(most):
    pair = st.tuples(st.sampled_from(sorted(WORDS.chips)), number(0, most, exclude_min=True))
    return st.dictionaries(st.sampled_from(sorted(WORDS.chips)), pair).map(lambda found: tuple(found.values()))


DAY = st.none() | st.dates(date(2000, 1, 1), date(2099, 12, 31)).map(date.isoformat)
BATCH = st.integers(1, 1_000_000)
SLO = st.none() | number(0.001, 1e6)
ANY = {
    **{"x": st.sampled_from(sorted(choices.X_METRICS)), "y": st.sampled_from(sorted(choices.Y_METRICS))},
    **{"ghost": st.sampled_from(sorted(choices.GHOSTS))},
    **{"power": st.sampled_from(sorted(choices.POWER_BASES)), "front": st.sampled_from(sorted(choices.FRONTS))},
    **{"all_in_draw": st.sampled_from(sorted(choices.ALL_IN_DRAWS)), "slo_stat": st.sampled_from(["median", "p99"])},
    **{"price": st.sampled_from(sorted(choices.PRICE_TIERS)), "llm": st.sampled_from(sorted(WORDS.llms))},
    **{"chip": some(WORDS.chips), "precision": some(WORDS.precisions), "engine": some(WORDS.engines)},
    **{"grade": some(choices.GRADES), "decoding": some(choices.DECODINGS), "layer": some(choices.LAYERS)},
    **dict.fromkeys(("latest", "logx", "logy", "steps"), st.booleans()),
    **dict.fromkeys(("since", "until", "power_date", "price_date"), DAY),
    **dict.fromkeys(("lead_of", "lead_over", "size_of", "size_over"), st.none() | st.sampled_from(sorted(WORDS.chips))),
    **{name: st.none() | st.sampled_from(sorted(labels)) for name, labels in claim_labels().items()},
    **dict.fromkeys(("claim_text", "res_text", "res_history"), st.text("abc äñ-&=%+", max_size=20).map(str.strip)),
    **{"res_kind": some(KINDS), "res_columns": some(COLUMNS), "res_open": some(["r00004", "m00040", "model:a·b:c1"])},
    **{"res_sort": st.sampled_from(sorted(COLUMNS)), "res_cover": st.sampled_from(sorted(COVERS))},
    **dict.fromkeys(("res_every", "res_up"), st.booleans()),
    **{"bn_chip": st.sampled_from(sorted(WORDS.chips)), "bn_over": st.sampled_from(["none", *WORDS.chips])},
    **{"bn_precision": st.none() | st.sampled_from(sorted(WORDS.precisions))},
    **dict.fromkeys(("bn_tp", "bn_ep", "bn_dp"), st.integers(1, 9_216)),
    **dict.fromkeys(("slo_ttft_s", "slo_interactivity", "slo_e2e_s"), SLO),
    **{"isl": st.integers(1, 40_000), "osl": st.integers(1, 40_000), "batch": st.none() | BATCH},
    **{"pin": number(0, 1e300, exclude_min=True), "f": st.none() | number(0.3, 1), "pue": number(1, 3)},
    **{"highlight": st.none() | st.sampled_from(sorted(WORDS.chips))},
    **{"load": st.sampled_from(sorted(choices.LOADS)), "size_by": st.sampled_from(sorted(choices.SIZE_BY))},
    **{"map_by": st.sampled_from(sorted(choices.MAP_BY)), "load_users": st.integers(1, 1_000_000_000)},
    **{"load_every_s": number(0.01, 1e6), "load_rps": number(1e-6, 1e9), "load_mw": number(1e-6, 1e6)},
    **{"load_usd": number(1, 1e12)},
    **{name: number(*ends) for name, ends in DEMAND_LIMITS.items() if name != "demand_gain"},
    **{name: st.none() | number(*ends) for name, ends in POOL_LIMITS.items()},
    **{"demand_gain": st.none() | number(*DEMAND_LIMITS["demand_gain"])},
    **dict.fromkeys(("pool_prefill", "pool_decode"), st.sampled_from(sorted(WORDS.chips))),
    **{"watts": amounts(100_000), "prices": amounts(10_000)},
    **{
        "compare": st.sampled_from(
            ["", "v=1", "v=1&y=Output+tok%2Fs+per+kW&power=All-in", link.text_of(OPENING.question)]
        )
    },
    **{"names": st.sampled_from([(), (("gb300", "Ultra <b>"), ("b200", "=1+1 & ü"))])},
}


@st.composite
def questions(draw):
    low, high = sorted((draw(BATCH), draw(BATCH)))
    values = {name: draw(strategy) for name, strategy in ANY.items()}
    return link.canonical(Question(batch_min=low, batch_max=high, **values))


def test_defaults_are_frozen():
    assert asdict(Question()) == DEFAULTS


def test_every_field_is_a_parameter():
    assert list(kinds()) == [field.name for field in fields(Question)]


@pytest.mark.parametrize("name", LABELS)
def test_labels_are_frozen(name):
    kind = kinds()[name]
    assert all(kind.write(kind.read(label)) == label for label in LABELS[name].split("|"))


@pytest.mark.parametrize("names", [WORDS.llms, WORDS.chips, WORDS.precisions, WORDS.engines, choices.Y_METRICS])
def test_no_two_choices_share_a_name(names):
    spellings = [{folded(key), folded(label)} for key, label in names.items()]
    assert sum(map(len, spellings)) == len(set().union(*spellings))


@pytest.mark.parametrize("text", VERSION_1)
def test_version_1_links_keep_their_meaning(text):
    assert parse(text) == (Question(**VERSION_1[text]), ())


@settings(deadline=None, max_examples=150)
@given(questions())
def test_every_question_survives_its_link(question):
    assert parse(link.format(question)) == (question, ())
    assert parse(link.query_of(question)) == (question, ())
    assert parse("https://example.org:8501/some/path" + link.format(question)[1:] + "#part") == (question, ())


@pytest.mark.parametrize("bare", ["", "/", "?", "/?", "https://example.org/", "/?embed=true", {}, " "])
def test_a_bare_link_is_the_opening_picture(bare):
    assert parse(bare) == (OPENING.question, ())


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_presets_are_links(preset):
    assert parse(link.format(preset.question)) == (preset.question, ())


def test_presets_differ():
    assert len({preset.question for preset in PRESETS}) == len({preset.name for preset in PRESETS}) == len(PRESETS)


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("power=ALL_IN", "power", "all_in"),
        ("power=all+in", "power", "all_in"),
        ("chip=jalapeno", "chip", ("jalapeno",)),
        ("chip=JALAPEN%CC%83O", "chip", ("jalapeno",)),
        ("chip=vera-rubin", "chip", ("vr200",)),
        ("chip=gb200+nvl72", "chip", ("gb200",)),
        ("decoding=plain", "decoding", ()),
        ("decoding=", "decoding", ()),
        ("layer=", "layer", ("published",)),
        ("grade=A&grade=B&grade=V&grade=P&grade=M", "grade", ()),
        ("grade=v&grade=a&grade=V", "grade", ("A", "V")),
        ("isl=1e3", "isl", 1000),
        ("latest=off", "latest", False),
        ("watts=GB300:1200,,b200:9e2", "watts", (("gb300", 1200.0), ("b200", 900.0))),
        ("watts=b200:900&watts=gb300:1200", "watts", (("gb300", 1200.0), ("b200", 900.0))),
        ("localhost:8501/?power=measured", "power", "measured"),
    ],
)
def test_other_spellings_are_read(text, field, value):
    question, notes = parse(text)
    assert (getattr(question, field), notes) == (value, ())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("power=warp", "power=“warp” is not known (allowed: Rated, Sustained"),
        ("chip=GB30", "did you mean “GB300”?"),
        ("powr=Rated", "There is no parameter “powr” (did you mean “power”?); it is ignored."),
        ("Power=Rated", "did you mean “power”?"),
        ("power=Rated&power=Sustained", "power takes one value, not 2; Rated is used instead."),
        ("isl=0", "isl=“0” is not a whole number from 1 to 1,048,576; 8192 is used instead."),
        ("isl=1.5", "whole number"),
        ("isl=٣", "whole number"),
        ("isl=1_000", "whole number"),
        ("osl=200000&llm=gpt-oss-120b", "osl=200,000 is more than gpt-oss-120b takes, 131,072; 1024 is used instead."),
        ("batch_max=1000001", "from 1 to 1,000,000"),
        ("batch_min=9&batch_max=3", "not 9 to 3; the whole range is used instead."),
        ("f=0.29", "f=“0.29” is not a number from 0.3 to 1; it is left out."),
        ("pue=3.1", "from 1 to 3; 1.2 is used instead."),
        ("pin=0", "a number above 0; 100 is used instead."),
        *[(f"pin={text}", "is not a number") for text in ("nan", "inf", "-inf", "1e999", "0x10", "1,5", "%00", "-1")],
        ("watts=b200", "is not written as name:number; it is left out."),
        ("watts=b200:0", "a number above 0 to 100,000"),
        ("watts=b200:100001", "a number above 0 to 100,000"),
        ("watts=b200:1,b200:2", "watts has two values for one chip; the last one is used."),
        ("prices=warp:1", "is not known"),
        ("prices=b200:10001", "above 0 to 10,000"),
        ("since=2026-02-30", "YYYY-MM-DD"),
        ("claim=gpt-oss-peak-ration", "did you mean “gpt-oss-peak-ratio”?"),
        ("claim_text=%07", "claim_text=“�” holds what cannot be printed; it is left out."),
        ("since=20260230", "YYYY-MM-DD"),
        ("since=1999-12-31", "this century"),
        ("latest=maybe", "neither true nor false; true is used instead."),
        ("slo_ttft_s=0", "from 0.001 to 1,000,000; it is left out."),
        *[(f"load_mw={text}", "is not a number from 1e-06 to 1,000,000") for text in ("-1", "nan", "0", "inf")],
        ("load_users=0", "load_users=“0” is not a whole number from 1 to 1,000,000,000; 100000 is used instead."),
        ("load=cats", "load=“cats” is not known (allowed: Users, Requests per second"),
        ("demand_elasticity=4", "from 0 to 3; 1.1 is used instead."),
        ("pool_decode=WSE3", "did you mean “WSE-3”?"),
        ("compare=hello", "compare=“hello” is not a link to a question; it is left out."),
        ("compare=javascript%3Aalert(1)", "is not a link to a question"),
        ("compare=power%3DWarp", "In the compared question power=“Warp” is not known"),
        ("compare=compare%3Dpower%253DSustained%26v%3D1", "compares with a third one; that one is ignored."),
        ("compare=" + "compare%3D" * 350, "compares with a third one"),
        ("compare=pin%3D" + "9" * 4_000, "has more than 4,000 characters; it is left out."),
        ("compare=v%3D1&compare=v%3D1", "compare takes one value, not 2"),
        ("names=gb300", "is not written as name:text"),
        ("names=gb300:" + "x" * 41, "is not a name of at most 40 characters without comma and colon"),
        ("names=gb300:%07", "is not a name"),
        ("v=2", "read as version 1."),
        ("chip=" + "x" * 300, "more than 200 characters"),
        ("x" * 30_000, "at most 20,000 characters"),
        ("chip=%FF%FE", "is not known"),
    ],
)
def test_what_cannot_be_read_is_told(text, said):
    question, notes = parse(text)
    assert len(notes) == 1
    assert said in notes[0]
    assert notes[0].endswith(".")
    assert parse(link.format(question)) == (question, ())


def test_a_note_repeats_little_of_the_link_and_nothing_unprintable():
    (note,) = parse("power=" + "%00<script>" * 18)[1]
    assert note.isprintable()
    assert len(note.partition("is not known")[0]) <= len("power=“…” ") + 40


def test_many_mistakes_are_summed_up():
    notes = parse(urlencode({f"wrong{i}": "x" for i in range(50)}))[1]
    assert len(notes) == link.MOST_NOTES
    assert notes[-1] == "43 more parts of the link could not be read."


@settings(deadline=None, max_examples=150)
@given(st.text() | st.dictionaries(st.sampled_from(sorted(kinds())), st.lists(st.text(max_size=30), max_size=3)))
def test_any_link_asks_some_question(query):
    question, _ = parse(query)
    assert parse(link.format(question)) == (question, ())


@settings(deadline=None, max_examples=150)
@given(st.dictionaries(st.sampled_from(sorted(kinds())), st.floats().map(str) | st.integers().map(str)))
def test_any_number_in_a_link_leaves_a_valid_question(query):
    question, _ = parse(urlencode(query))
    assert parse(link.format(question)) == (question, ())
