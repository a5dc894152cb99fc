"""A curve has one name everywhere, and the model beside the points renames none of them."""

from dataclasses import replace

import pytest

from data.answer import answer
from model.question import Question
from pages.ui.presets import OPENING

MODELS = replace(OPENING.question, layer=("published", "model"))


@pytest.mark.parametrize("changes", [{}, {"precision": ("fp4", "fp8")}, {"llm": "Kimi-K2.5", "chip": ()}, {"chip": ()}])
def test_the_model_renames_no_measured_curve(changes):
    asked = replace(MODELS, **changes)
    one, two = answer(replace(asked, layer=("published",))), answer(asked)
    assert [c.name for c in one.curves] == [c.name for c in two.curves]
    names = {(c.accelerator, c.precision): c.name for c in two.curves}
    beside = [c for c in two.modelled if (c.accelerator, c.precision) in names and not c.what_if]
    assert beside and all(c.name == names[c.accelerator, c.precision] for c in beside)


def test_a_precision_that_only_the_model_speaks_of_is_in_the_name():
    """Without a choice of precision the model adds formats in which this workload has no point."""
    found = answer(replace(Question(layer=("published", "model")), chip=("b200",), isl=1024, osl=8192))
    measured = {c.precision for c in found.curves}
    extra = [c for c in found.modelled if c.precision not in measured]
    assert all(c.name.startswith("B200 FP") or c.name.startswith("B200 BF") for c in extra)


def test_two_series_never_share_a_name_unless_they_stand_beside_each_other():
    found = answer(replace(MODELS, chip=(), precision=()))
    names = [c.name for c in found.modelled]
    assert len(names) == len(set(names))
