"""What a question asks for and its answer does not hold, in sentences that the page and the command line share."""

from data.answer import Answer, answer
from data.tables import vocabulary
from model.question import Question
from pages.ui import expected
from pages.ui.empty import empty
from pages.ui.parameters import IFS


def unanswered(answered: Answer) -> list[str]:
    """Why nothing is drawn, what of a what-if has no effect, and whom the model says nothing about."""
    nothing = "" if answered.curves else empty(answered, answer).sentence
    asked = answered.question
    return [said for said in (nothing, idle(asked), outside_range(asked), *expected.unmodelled(answered)) if said]


def idle(question: Question) -> str:
    """Why a what-if draws nothing: it names no accelerator, or the model is off; "" where it does or none is asked."""
    changed = any(getattr(question, name) != 1 for name in IFS)
    if question.if_chip is None:
        return "The what-if draws nothing: it names no accelerator to change." if changed else ""
    if "model" in question.layer:
        return ""
    return f"The what-if of {vocabulary().chips[question.if_chip]} draws nothing: the model layer is off."


def outside_range(question: Question) -> str:
    """That a pinned batch counts although the batch range leaves it out; "" where it does not."""
    if question.batch is None or question.batch_min <= question.batch <= question.batch_max:
        return ""
    return f"The pinned batch of {question.batch:,} counts; the batch range, which leaves it out, does not."
