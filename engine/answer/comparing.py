"""Whether what a sentence says of homes beside each other is so: which has the most, and which more than
another."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.answer.allowed import Allowed
from engine.answer.claims import Claim, ClaimReader
from engine.answer.clauses import Group, Sentence
from engine.answer.degrees import Degree, DegreeReader, Part
from engine.answer.figures import Figure
from engine.answer.gaps import Gaps
from engine.answer.meeting import Meeting
from engine.answer.scopes import Scopes
from engine.answer.worth import Key, Measures, Worth, common

_NOTHING = Claim()


class Compared(NamedTuple):
    """What a sentence compares: the first letters of the figures that are right as differences, whether a
    figure or a claim is wrong, and the letters start:end of what is only said by comparison."""

    right: frozenset[int] = frozenset()
    wrong_figure: bool = False
    wrong_claim: bool = False
    spans: tuple[tuple[int, int], ...] = ()


class _Sides(NamedTuple):
    """The names that something is said of, and those that they are compared with."""

    ones: Sequence[Group]
    others: Sequence[Group]


class Comparing:
    """Judges the sentences of one answer."""

    def __init__(
        self,
        allowed: Allowed,
        readers: tuple[DegreeReader, ClaimReader],
        measures: Measures,
        meeting: Meeting,
        gaps: Gaps,
    ) -> None:
        self._allowed, self._measures, self._gaps = allowed, measures, gaps
        self._degrees, self._claims = readers
        self._scopes = Scopes(allowed, self._degrees, meeting)

    def judge(self, sentence: Sentence) -> Compared:
        """What of a sentence is right or wrong."""
        right: set[int] = set()
        spans: list[tuple[int, int]] = []
        wrong_figure = wrong_claim = False
        last = _Sides((), ())
        told = [
            (part, each) for part in sentence.parts for each in self._degrees.degrees(part, self._measures.of)
        ]
        extremes = [self._holders(each) for _, each in told if each.is_most and each.measures]
        others_of = {part.start: sentence.others(part) for part in sentence.parts}
        for part, degree in told:
            sides = self._sides(degree, part, sentence, others_of[part.start], last)
            last = sides if sides.others else last
            gap = self._gaps.told(degree, part, sentence, sides, extremes)
            if gap is not None:
                right |= {gap.figure.start} if gap.is_right else set()
                wrong_figure = wrong_figure or (gap.is_sure and not gap.is_right)
            if degree.is_most or degree.is_further or sides.others:
                spans.append((degree.start, degree.end))
            is_told = gap is not None and (gap.is_right or gap.is_sure)
            is_denied = self._claims.is_denied(part.text[part.start : part.end])
            if not is_told and not is_denied and self._is_wrong(degree, part, sentence, sides):
                wrong_claim = True
        return Compared(frozenset(right), wrong_figure, wrong_claim, tuple(spans))

    def _sides(
        self, degree: Degree, part: Part, sentence: Sentence, others: Sequence[Group], last: _Sides
    ) -> _Sides:
        """Who is compared with whom; a part that names nobody goes on with the last (… 저렴하고 더 넓은)."""
        inside = [group for group in sentence.inside(part) if group not in others]
        if not inside and not others:
            return last if degree.is_further else _Sides((), ())
        rest = [group for group in sentence.groups if group not in others]
        if not rest and sentence.before and sentence.ends_with(part, degree.end):
            return _Sides(sentence.not_of(others), others)
        return _Sides(self._nearest(degree, part, sentence._replace(groups=rest), inside), others)

    def _is_wrong(self, degree: Degree, part: Part, sentence: Sentence, sides: _Sides) -> bool:
        """Whether a home is said to have the most, or more than another one, and has not."""
        measures = self._about(degree, part, sentence)
        if not measures or not degree.sign or self._is_toward(degree, part, sentence):
            return False
        if degree.is_most:
            return self._lacks_most(degree, measures, part, sentence, sides.others)
        if not sides.others and not (degree.is_further and sides.ones):
            return False
        named = {home for group in sides.ones for home in group.homes}
        against = sides.others or [each for each in sentence.two if named.isdisjoint(each.homes)]
        told = [self._has_more(a, b, measures, degree.sign) for a in sides.ones for b in against]
        return bool(told) and not any(each is not False for each in told)

    def _lacks_most(
        self,
        degree: Degree,
        measures: frozenset[str],
        part: Part,
        sentence: Sentence,
        others: Sequence[Group],
    ) -> bool:
        """Whether none of the homes that may be meant has the most."""
        scope = self._scopes.of(degree, part, sentence)
        if scope is None or self._scopes.leaves_out(degree, sentence.parts):
            return False
        inside = [group for group in sentence.inside(part) if group not in others]
        inside = [group for group in inside if not self._scopes.is_scope(group, part)] or inside
        beside = [group for group in inside if _is_right_behind(degree, group, part.text)]
        ones = beside or self._nearest(degree, part, sentence, inside)
        return bool(ones) and not any(self._has_most(each, measures, degree.sign, scope) for each in ones)

    def _about(self, degree: Degree, part: Part, sentence: Sentence) -> frozenset[str]:
        """The measures that the homes may be compared by: that of the figure before it as it is called, and
        beside the name of a place the distance to it."""
        measures = degree.measures
        figure = self._degrees.figure_before(part, degree.start)
        if figure is not None:
            measures = measures & sentence.said.amounts.get(figure.start, _NOTHING).wants or measures
        near = measures & self._measures.to_places
        if near and any(part.start <= at < part.end for at in sentence.places):
            known = any(self._allowed.worths[home].get(each) for home in sentence.homes for each in near)
            return near if known else measures
        return measures

    def _is_toward(self, degree: Degree, part: Part, sentence: Sentence) -> bool:
        """Whether the nearness is one to what was asked for, not to a place (15억에 가장 가까운)."""
        if degree.measures.isdisjoint(self._measures.metres):
            return False
        return part.has("target") or any(self._is_goal(each, degree, part, sentence) for each in part.figures)

    def _is_goal(self, figure: Figure, degree: Degree, part: Part, sentence: Sentence) -> bool:
        of = self._measures.of(figure)
        if not of or not of.isdisjoint(degree.measures):
            return False
        is_behind = figure.start >= degree.end and len(part.text[degree.end : figure.start].split()) == 1
        is_before = self._degrees.figure_before(part, degree.start) == figure
        return is_behind or is_before or sentence.said.amounts.get(figure.start, _NOTHING).is_toward

    def _nearest(
        self, degree: Degree, part: Part, sentence: Sentence, inside: Sequence[Group]
    ) -> list[Group]:
        """The names before and behind it in its part, else the next ones, else those of the item."""
        if len(inside) == 1:
            return [*inside]
        groups = inside or [group for group in sentence.groups if not part.start <= group.start < part.end]
        before = [group for group in groups if group.start < degree.start][-1:]
        behind = [group for group in groups if group.start >= degree.start][:1]
        found = [*before, *behind]
        return found or ([Group(0, 0, (sentence.item,))] if sentence.item and not sentence.groups else [])

    def _holders(self, degree: Degree) -> Group:
        """The homes that have the most of it."""
        every = range(len(self._allowed.shown))
        all_homes = frozenset(every)
        most = [
            home for home in every if self._is_first(home, all_homes, degree.measures, degree.sign, 1) is True
        ]
        return Group(0, 0, ((*most,),))

    def _has_most(self, group: Group, measures: Iterable[str], sign: int, scope: frozenset[int]) -> bool:
        """Whether no home of the scope has more than these, as many as they are; also where nothing is known
        of any."""
        scopes = [scope & each for each in (*self._allowed.sets, scope)]
        return all(
            any(
                self._is_first(home, each, measures, sign, len(group.names)) is not False
                for home in names
                for each in scopes
                if home in each
            )
            for names in group.names
        )

    def _is_first(
        self, home: int, scope: Iterable[int], measures: Iterable[str], sign: int, count: int
    ) -> bool | None:
        """Whether fewer homes of the scope than `count` have more, by one of the measures by which they
        differ; None where they do not, or nothing is known of the others."""
        found: bool | None = None
        for measure in measures:
            own = self._allowed.worths[home].get(measure, {})
            others = [self._allowed.worths[other].get(measure, {}) for other in scope if other != home]
            if own and _are_alike(own, others):
                continue
            if any(others):
                found = bool(found) or _is_before(own, others, sign, count)
        return found

    def _has_more(self, one: Group, other: Group, measures: Iterable[str], sign: int) -> bool | None:
        """Whether the one has more than the other, None where nothing is known of either."""
        known: list[bool] = []
        for measure in measures:
            for home, against in ((a, b) for a in one.homes for b in other.homes if a != b):
                mine, theirs = (self._allowed.worths[each].get(measure, {}) for each in (home, against))
                known += [(a.exact - b.exact) * sign > 0 for a, b in common(mine, theirs)]
                known += [False] if bool(mine) != bool(theirs) else []
        return any(known) if known else None


def _is_right_behind(degree: Degree, group: Group, text: str) -> bool:
    """Whether a name stands right behind the word (가장 저렴한 예림)."""
    if group.start < degree.end:
        return False
    between = text[degree.end : group.start]
    return len(between.split()) <= 1 and not between.startswith(" ")


def _are_alike(own: Mapping[Key, Worth], others: Sequence[Mapping[Key, Worth]]) -> bool:
    """Whether all others have the same value, which says nothing of any of them."""
    beside = [(worth, other[key]) for key, worth in own.items() for other in others if key in other]
    return bool(beside) and all(a.told == b.told for a, b in beside)


def _is_before(
    own: Mapping[Key, Worth], others: Sequence[Mapping[Key, Worth]], sign: int, count: int
) -> bool:
    """Whether by one key fewer than `count` of the others have more."""
    for key, worth in own.items():
        beside = [other[key] for other in others if key in other]
        if beside and sum(_is_more(each, worth, sign) for each in beside) < count:
            return True
    return False


def _is_more(one: Worth, other: Worth, sign: int) -> bool:
    """Whether the one is told as more than the other, and is."""
    return (one.exact - other.exact) * sign > 0 and one.told != other.told
