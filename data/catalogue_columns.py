"""What a table of results can show: kinds, columns and coverages, under names that stand in links.

Labels are public promises: add to them, never rename (tests/test_link.py freezes them).
"""

KINDS = {"published": "Published", "simulated": "Simulated", "yours": "Yours"}
COLUMNS = {  # columns of the points -> what a table of results calls them
    "of": "Kind",
    "accelerator": "Accelerator",
    "llm": "LLM",
    "precision": "Precision",
    "decoding": "Decoding",
    "engine": "Engine",
    "isl": "Prompt tokens",
    "osl": "Answer tokens",
    "concurrency": "Requests in flight",
    "chips": "Chips",
    "tp": "TP",
    "ep": "EP",
    "disaggregated": "Two pools",
    "interactivity": "Speed, tok/s/user",
    "tput_total": "Mixed, tok/s/chip",
    "tput_output": "Output, tok/s/chip",
    "tput_input": "Input, tok/s/chip",
    "tpot_s": "Time per token, s",
    "ttft_s": "First token, s",
    "e2e_s": "Whole request, s",
    "ttft_p99_s": "First token p99, s",
    "tpot_p99_s": "Time per token p99, s",
    "e2e_p99_s": "Whole request p99, s",
    "measured_w": "Measured W per chip",
    "date": "Date",
    "grade": "Grade",
    "source": "Source",
    "id": "Id",
    "note": "Note",
}
COVERS = {"llm": "LLM", "precision": "LLM and precision", "workload": "Workload"}

USUAL_KINDS = ("published", "yours")
USUAL_COLUMNS = (
    *("accelerator", "llm", "precision", "engine", "isl", "osl", "concurrency", "chips", "interactivity"),
    *("tput_total", "ttft_s", "date", "grade", "source"),
)
MOST_OPEN = 4  # results beside each other
