"""How far a sentence says that two homes are apart (예림은 역삼경남보다 6억 2,500만원 저렴), and whether they
are."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple, Protocol

from engine.answer.allowed import Allowed
from engine.answer.claims import Claim
from engine.answer.clauses import Group, Sentence
from engine.answer.degrees import Degree, DegreeReader, Part
from engine.answer.figures import Figure, FigureReader
from engine.answer.worth import Measures, common, is_apart
from engine.convert.meaning import last_digit_width

_NOTHING = Claim()


class Sides(Protocol):
    """The names that something is said of, and those that they are compared with."""

    @property
    def ones(self) -> Sequence[Group]: ...
    @property
    def others(self) -> Sequence[Group]: ...


class Gap(NamedTuple):
    """A figure that says how far two homes are apart: whether they are, and whether it can say nothing
    else."""

    figure: Figure
    is_right: bool
    is_sure: bool


class Gaps:
    """Judges the differences of one answer."""

    def __init__(
        self, allowed: Allowed, figures: FigureReader, degrees: DegreeReader, measures: Measures
    ) -> None:
        self._allowed, self._measures = allowed, measures
        self._figures, self._degrees = figures, degrees

    def told(
        self, degree: Degree, part: Part, sentence: Sentence, sides: Sides, extremes: Sequence[Group]
    ) -> Gap | None:
        """The difference that a word of degrees tells, None for none. `extremes` are the homes of which the
        sentence says that they have the most of something."""
        figure = self._figure(degree, part)
        if figure is None:
            return None
        of = degree.measures or self._measures.of(figure)
        measures = [each for each in of if self._measures.amounts(figure, each)]
        pairs = self._pairs(degree, sentence, sides, extremes) if measures else []
        if not pairs:
            return None
        is_right = any(self._is_right(figure, degree, sentence, measures, *pair) for pair in pairs)
        if (
            not is_right
            and part.text[figure.end : degree.start].strip()
            and self._is_own(figure, measures, sides)
        ):
            return None
        return Gap(figure, is_right, bool(sides.others))

    def _is_own(self, figure: Figure, measures: Iterable[str], sides: Sides) -> bool:
        """Whether the figure is what one of the homes has itself (예림보다 14억원으로 비싼)."""
        worths = (
            self._allowed.worths[home].get(m, {}) for g in sides.ones for home in g.homes for m in measures
        )
        own = {value for each in worths for worth in each.values() for value in worth}
        return any(not own.isdisjoint(self._measures.amounts(figure, each)) for each in measures)

    def _figure(self, degree: Degree, part: Part) -> Figure | None:
        """The figure right before a word of degrees, or behind `by` or a word for a gap."""
        before = self._degrees.figure_before(part, degree.start)
        is_count = before is not None and not degree.sign and self._figures.counts_homes(before)
        if before is not None and not is_count and not _is_compared_with(before, degree, part):
            return before
        behind = [figure for figure in part.figures if figure.start >= degree.end]
        if not degree.sign:
            return behind[0] if behind else None
        by = [mark.end for mark in part.marks if mark.kind == "by"]
        return next((f for f in behind for end in by if not part.text[end : f.start].strip()), None)

    def _pairs(
        self, degree: Degree, sentence: Sentence, sides: Sides, extremes: Sequence[Group]
    ) -> list[tuple[Group, Group]]:
        """The homes that may be apart, as far as the sentence says which."""
        ones = sides.ones if degree.sign else ()
        every = [Group(0, 0, ((home,),)) for home in sentence.homes]
        if sides.others:
            return [(one, other) for one in ones or every for other in sides.others]
        distinct = dict.fromkeys(names for group in sentence.groups for names in group.names)
        named = [Group(0, 0, (names,)) for names in distinct]
        two = sentence.two or named or [*extremes]
        pairs = [(one, other) for one in ones or two for other in two if one.homes != other.homes]
        return [*pairs, *self._with_before(degree, sentence, sides)]

    def _with_before(self, degree: Degree, sentence: Sentence, sides: Sides) -> Iterator[tuple[Group, Group]]:
        """What a sentence that names one home, or none, tells of that and those named before it."""
        before = [Group(0, 0, (names,)) for names in sentence.before]
        named = dict.fromkeys(names for group in sentence.groups for names in group.names)
        if len(named) > 1:
            return
        ones = [*sides.ones] or [Group(0, 0, (names,)) for names in named]
        for one in ones or before[: 1 if degree.sign else None]:
            yield from ((one, other) for other in before if one.homes != other.homes)

    def _is_right(
        self,
        figure: Figure,
        degree: Degree,
        sentence: Sentence,
        measures: Iterable[str],
        one: Group,
        other: Group,
    ) -> bool:
        is_about = sentence.said.amounts.get(figure.start, _NOTHING).is_about
        for home, against, measure in _each(one, other, measures):
            mine, theirs = (self._allowed.worths[each].get(measure, {}) for each in (home, against))
            for a, b in common(mine, theirs):
                if degree.sign and (a.exact - b.exact) * degree.sign <= 0:
                    continue
                for amount in self._measures.amounts(figure, measure):
                    if amount and is_apart(amount, a, b, steps=self._steps(figure, amount, is_about)):
                        return True
        return False

    def _steps(self, figure: Figure, amount: Decimal, is_about: bool) -> Decimal:
        """To what an amount is rounded as it is written; whole money is not."""
        if is_about:
            return last_digit_width(amount)
        number = figure.number or Decimal(1)
        exponent = number.as_tuple().exponent
        if not isinstance(exponent, int) or (exponent >= 0 and self._figures.money(figure)):
            return Decimal(0)
        return amount / number * Decimal(10) ** min(exponent, 0)


def _each(one: Group, other: Group, measures: Iterable[str]) -> Iterator[tuple[int, int, str]]:
    for measure in measures:
        yield from ((a, b, measure) for a in one.homes for b in other.homes if a != b)


def _is_compared_with(figure: Figure, degree: Degree, part: Part) -> bool:
    """Whether the figure is what something is compared with, not how far it is apart (15억보다 저렴)."""
    return any(mark.kind == "than_behind" and figure.end <= mark.start < degree.start for mark in part.marks)
