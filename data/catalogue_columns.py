"""What a table of results can show: kinds, columns and coverages, under names that stand in links.

Labels are public promises: add to them, never rename (tests/test_link.py freezes them).
"""

KINDS = {"published": "Published", "simulated": "Simulated", "yours": "Yours"}
COLUMNS = {  # columns of the points -> what a table of results calls them, first what one looks for
    "of": "Kind",
    "accelerator": "Accelerator",
    "interactivity": "Speed, tok/s/user",  # numbers before names: a phone shows two columns beside the accelerator
    "tput_total": "Mixed, tok/s/chip",
    "precision": "Precision",
    "engine": "Engine",
    "ttft_s": "First token, s",
    "concurrency": "Requests in flight",
    "chips": "Chips",
    "date": "Date",
    "grade": "Grade",
    "source": "Source",
    "llm": "LLM",
    "isl": "Prompt tokens",
    "osl": "Answer tokens",
    "decoding": "Decoding",
    "tp": "TP",
    "ep": "EP",
    "disaggregated": "Two pools",
    "tput_output": "Output, tok/s/chip",
    "tput_input": "Input, tok/s/chip",
    "tpot_s": "Time per token, s",
    "e2e_s": "Whole request, s",
    "ttft_p99_s": "First token p99, s",
    "tpot_p99_s": "Time per token p99, s",
    "e2e_p99_s": "Whole request p99, s",
    "measured_w": "Measured W per chip",
    "id": "Id",
    "note": "Note",
}
COVERS = {"llm": "LLM", "precision": "LLM and precision", "workload": "Workload"}

USUAL_KINDS = ("published", "yours")
USUAL_COLUMNS = (
    *("accelerator", "interactivity", "tput_total", "precision", "engine", "ttft_s", "concurrency", "chips"),
    *("date", "grade", "source", "llm", "isl", "osl"),
)
MOST_OPEN = 4  # results beside each other
