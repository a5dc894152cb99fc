"""Turns a question into the values that points are filtered by."""

from model.question import BATCH_LIMIT, Question

EVERY = "*"  # as LLM: all of them; as lengths 0 means all
MANY = ("chip", "precision", "engine", "grade", "decoding")


def asked(question: Question) -> dict[str, object]:
    """Filter -> value, of the filters the question uses; `low` and `high` bound the concurrency.

    A decoding that is not recorded counts as "other": it may be any, and must be reachable.
    """
    values: dict[str, object] = {} if question.llm == EVERY else {"llm": question.llm}
    values |= {name: length for name in ("isl", "osl") if (length := getattr(question, name))}
    values |= {name: list(chosen) for name in MANY if (chosen := getattr(question, name))}
    if "other" in question.decoding:
        values["decoding"] = [*values["decoding"], "unknown"]
    values |= {name: day for name in ("since", "until") if (day := getattr(question, name))}
    if question.batch is not None:
        values |= {"low": question.batch, "high": question.batch}
    elif (question.batch_min, question.batch_max) != (1, BATCH_LIMIT):
        values |= {"low": question.batch_min, "high": question.batch_max}
    return values
