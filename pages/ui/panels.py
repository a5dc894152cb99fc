"""What one panel of the chart holds: its curves, who is highlighted, and what each curve says at the pin."""

from dataclasses import dataclass, replace

from data.answer import Answer
from model.standing import Curve, Standing, standing
from pages.ui import beside, expected, lead
from pages.ui.strokes import Stroke, stroke
from pages.ui.theme import Colours

HERO = "jalapeno"  # highlighted unless the visitor clicked another
MOST_HUES = 12  # curves; the ones ranked after them are grey with a name


@dataclass(frozen=True, slots=True)
class Panel:
    """Curves with their places in the answer, their lines and standings, in one order."""

    title: str  # empty when the panel stands alone
    series: tuple[int, ...]  # of each curve's points, as their column `series` counts them
    curves: tuple[Curve, ...]
    paths: tuple[Stroke, ...]
    standings: tuple[Standing, ...]
    ghosts: tuple[Curve, ...]
    ghost_paths: tuple[Stroke, ...]
    ghost_standings: tuple[Standing, ...]
    highlighted: str  # accelerator
    grey: frozenset[str]  # keys of the curves beyond the hues there are
    modelled: tuple[Curve, ...] = ()  # the model's curves beside the measured ones, where those reach
    modelled_paths: tuple[Stroke, ...] = ()
    banded: frozenset[str] = frozenset()  # names of the modelled curves whose band is filled
    second: tuple[Curve, ...] = ()  # curves of a compared question
    second_paths: tuple[Stroke, ...] = ()
    second_title: str = ""  # what they count, where that is something else

    def line(self, place: int, colours: Colours) -> str:
        """Colour of a curve and its points."""
        return colours.other_line if self._is_grey(place) else colours.line(self.curves[place].accelerator)

    def text(self, place: int, colours: Colours) -> str:
        """Colour of a curve's name."""
        return colours.other_text if self._is_grey(place) else colours.text(self.curves[place].accelerator)

    def _is_grey(self, place: int) -> bool:
        curve = self.curves[place]
        return key(curve) in self.grey and curve.accelerator != self.highlighted

    def ranked(self) -> list[int]:
        """Places in `curves`, best at the pin first; those that do not reach it are left out."""
        sign = -1 if self.curves and self.curves[0].maximise_y else 1
        reached = [i for i, s in enumerate(self.standings) if s.kind != "none"]
        return sorted(reached, key=lambda i: sign * self.standings[i].value)

    def drawing_order(self) -> list[int]:
        """Places in `curves`, from the back to the front: the best last, the highlighted on top."""
        best = {i: k for k, i in enumerate(self.ranked())}
        last = len(self.curves)
        order = [(c.accelerator == self.highlighted, -best.get(i, last), i) for i, c in enumerate(self.curves)]
        return [i for *_, i in sorted(order)]


def panels(answer: Answer) -> tuple[Panel, ...]:
    """One panel; two when plain and speculative decoding are both asked for and both are there."""
    sides = lead.sides(answer)
    if len(sides) == 1:
        return (_panel(answer, ""),)
    plain, mixed = sides
    return _panel(plain, "Plain decoding"), _panel(replace(mixed, modelled=()), _mixed_title(mixed))


def _mixed_title(answer: Answer) -> str:
    stay = [c.name for c in answer.curves if c.decoding == "plain"]
    if not stay:
        return "MTP"
    return f"MTP, {stay[0]} plain" if len(stay) == 1 else "MTP where published, else plain"


def _panel(answer: Answer, title: str) -> Panel:
    curves, pin = answer.curves, answer.question.pin
    standings = {s.series: s for s in answer.standings}
    ghosts, modelled = _ghosts(answer), beside.within(answer)
    return Panel(
        title=title,
        series=tuple(int(answer.points["series"][int(c.row[0])]) for c in curves),
        curves=curves,
        paths=tuple(map(stroke, curves)),
        standings=tuple(standings[i] for i in range(len(curves))),
        ghosts=ghosts,
        ghost_paths=tuple(map(stroke, ghosts)),
        ghost_standings=tuple(standing(g, pin) for g in ghosts),
        highlighted=highlighted(answer),
        grey=frozenset(key(curves[s.series]) for s in answer.standings[MOST_HUES:]),
        modelled=modelled,
        modelled_paths=tuple(map(stroke, modelled)),
        banded=frozenset(curve.name for curve in expected.banded(answer)),
    )


def _ghosts(answer: Answer) -> tuple[Curve, ...]:
    """The highlighted accelerator's curves on the second power basis; the others' where it has none."""
    found = [g for g in (lead.ghost_of(answer, c) for c in answer.curves) if g]
    own = [g for g in found if g.accelerator == highlighted(answer)]
    return tuple(own or found)


def key(curve: Curve) -> str:
    """What a curve, its points, name and ranking row have in common: "gb200/fp4/plain"."""
    return f"{curve.accelerator}/{curve.precision}/{curve.decoding}".replace(
        " ", "\N{NO-BREAK SPACE}"
    )  # keys are listed


def highlighted(answer: Answer) -> str:
    """The accelerator drawn strongest: the one asked for, else Jalapeño, else the leader at the pin; "" for none."""
    keys = [c.accelerator for c in answer.curves]
    if not keys:
        return ""
    return next((k for k in (answer.question.highlight, HERO) if k in keys), keys[answer.standings[0].series])
