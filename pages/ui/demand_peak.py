"""Where the gain of the demand page is read, and how far it is from the gain between the best points."""

from data.demand import Gains, asked
from model.question import Question
from pages.ui.claims_charts import times
from pages.ui.formats import exact_seconds, speed


def words(question: Question, gains: Gains) -> list[str]:
    """A sentence: the gain at the pin, and at each one's most tokens per watt; none where the gain is typed."""
    if gains.own is None or gains.peak is None:
        return []
    at = (
        f"{speed(question.pin)} tok/s per user" if asked(question).x == "interactivity" else exact_seconds(question.pin)
    )
    here, best = times(gains.own.value), times(gains.peak)
    if here == best:
        return [f"The gain is read at {at}, and is as large between the best points of both."]
    return [
        f"The gain of {here} is read at {at}, the pin: another pin, another gain. "
        f"With each at its most tokens per watt, whatever the speed, it is {best}."
    ]
