"""Whether the homes shown meet what a sentence says as a limit or a band, and how many of them do."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import partial

from engine.answer.allowed import Allowed
from engine.answer.attribution import Held
from engine.answer.claims import Claim, Said, claim_reader
from engine.answer.degrees import Part
from engine.answer.figures import Figure, FigureReader
from engine.answer.numbers import METRES_IN_KM
from engine.answer.traits import Money
from engine.catalog.wants import lower_ends, parameters, radius_want
from engine.config.revision import Revision
from engine.convert.compile import rulebook
from engine.convert.meaning import plain_number

_NOTHING = Claim()
_MARKS = "*_.,!?)"
_BESIDE = 2
"""How many words may stand between a limit and that no home keeps it."""


class Meeting:
    """Holds limits against the homes of one answer."""

    def __init__(self, allowed: Allowed, reader: FigureReader, revision: Revision, today: date) -> None:
        self._allowed, self._reader, self._claims = allowed, reader, claim_reader(revision)
        self._revision, self._today = revision, today
        self._wants, self._owner = revision.catalog.wants, parameters(revision.catalog)
        _, radius = radius_want(revision.catalog)
        self._radius = radius.max if radius is not None else None
        self._scales = rulebook(revision).scales
        self._lower = lower_ends(revision.catalog)
        only = revision.language.answers.degrees.only
        self._only = tuple(home + word for home in revision.language.homes for word in only)

    def meets(self, home: int, figure: Figure, claim: Claim) -> bool:
        """Whether the home is known to be what an amount asks that is said as a limit or a band (8억대)."""
        if claim.bands:
            return self._is_in_band(home, figure, claim)
        return any(self._is_met(home, params, claim.deals) for params in claim.bounds)

    def is_said_so(self, money: Money, claim: Claim) -> bool:
        """Whether an amount of a home is of the deal and the kind that is said of it."""
        if claim.wants and money.want not in claim.wants:
            return money.want in {self._claims.also.get((want, money.deal)) for want in claim.wants}
        return not claim.deals or money.deal in claim.deals

    def _is_in_band(self, home: int, figure: Figure, claim: Claim) -> bool:
        if self._reader.money(figure):
            money = self._allowed.traits[home].money
            values = [each.amount for each in money if self.is_said_so(each, claim)]
            return any(self._reader.in_band(band, value) for band in claim.bands for value in values)
        return any(
            scale == band.scale and self._reader.in_band(band, value)
            for band in claim.bands
            for scale, value in self._allowed.homes[home].measures
        )

    def _is_met(self, home: int, params: Mapping[str, object], deals: Sequence[str]) -> bool:
        traits = self._allowed.traits[home]
        for name, value in params.items():
            if name == self._radius and isinstance(value, int | float):
                away = [each.distance_m for each in traits.standings if each.distance_m is not None]
                return any(metres <= value * METRES_IN_KM for metres in away)
            if self._wants[self._owner[name]].deal:
                own = [each for each in traits.money if each.want == self._owner[name]]
                return any(self._holds(params, each) for each in own if not deals or each.deal in deals)
            want = self._wants[self._owner[name]]
            if want.source is not None or want.reads == "nothing":
                return False
        return traits.meets(params, self._revision, self._today)

    def _holds(self, params: Mapping[str, object], money: Money) -> bool:
        """Whether an amount lies between the ends that parameters of its want set."""
        want = self._wants[money.want]
        ends = ((params.get(want.min or ""), 1), (params.get(want.max or ""), -1))
        return all(
            (float(money.amount) - end) * sign >= 0 for end, sign in ends if isinstance(end, int | float)
        )

    def among(self, homes: Iterable[int], figures: Sequence[Figure], said: Said) -> frozenset[int]:
        """Those of the homes that meet all that is said as a limit or a band."""
        return frozenset(
            home
            for home in homes
            if all(self.meets(home, each, said.amounts[each.start]) for each in figures)
        )

    def counted(self, parts: Sequence[Part], held: Sequence[Held], said: Said) -> tuple[set[int], bool]:
        """The first letters of the figures that say rightly how many of the homes shown meet what limits, and
        whether all that say so are right."""
        right: set[int] = set()
        if any(part.has("closes") for part in parts):
            return self._closed(parts, held, said)
        told: set[int] = set()
        for part in parts:
            counts, limits = self._counts(part, said), self.limits(part, said)
            inside = {home for each in held if part.start <= each.start < part.end for home in each.homes}
            if not (inside or counts) and limits and self._is_of_none(part, limits):
                if self._meeting(limits, said):
                    return set(), False
                right |= {figure.start for figure in limits}
            if inside or len(counts) != 1:
                told |= inside
                continue
            same = self._alike(part, counts[0], told, said)
            right |= same
            told |= self._having([f for f in part.figures if f not in counts], said) if same else set()
            if not limits or same or part.has("aside", "target"):
                continue
            if all(map(self._allowed.asked.holds, limits)) and counts[0].number in self._allowed.counts:
                continue
            if len(self._meeting(limits, said)) != counts[0].number:
                return set(), False
            if counts[0].number != len(self._allowed.shown):
                right |= {figure.start for figure in (*counts, *limits)}
        return right, True

    def _is_of_none(self, part: Part, limits: Sequence[Figure]) -> bool:
        """Whether a part says that no home keeps its limits, right beside them; known only where all homes
        that were found are shown."""
        missing = [mark for mark in part.marks if mark.kind == "missing"]
        if not missing or not self._allowed.is_whole or part.has("aside", "target"):
            return False
        begin, end = limits[-1].end, missing[0].start
        is_plain = not any(mark.kind == "degree" and not mark.measures for mark in part.marks)
        return is_plain and len(part.text[begin:end].split()) <= _BESIDE

    def _alike(self, part: Part, count: Figure, told: Collection[int], said: Said) -> set[int]:
        """The first letters of the figures that rightly say of so many homes, or of the rest of them (나머지
        두 곳은 1건), what each of them has; none where that is not known."""
        others = [figure for figure in part.figures if figure != count]
        having = self._having(others, said)
        if part.has("rest"):
            rest = frozenset(range(len(self._allowed.shown))) - {*told}
            is_so = bool(told) and len(rest) == count.number and rest <= having
        else:
            # 상한인 150만원과 같고: what is told with a word for a limit may also be just so much
            exact = self._having(others, said._replace(amounts={})) if part.has("target") else having
            is_so = bool(others) and not part.has("aside") and len(exact) == count.number
            is_so = is_so and (part.has("target") or not self.limits(part, said))
        return {figure.start for figure in part.figures} if is_so else set()

    def _having(self, figures: Sequence[Figure], said: Said) -> frozenset[int]:
        """The homes that have all of the figures, or meet what is said with them as a limit or a band."""
        every = range(len(self._allowed.shown))
        limits = {figure for figure in figures if said.amounts.get(figure.start, _NOTHING).bounds}
        return frozenset(
            home
            for home in self.among(every, [*limits], said)
            if all(figure in limits or self._allowed.homes[home].holds(figure) for figure in figures)
        )

    def _closed(self, parts: Sequence[Part], held: Sequence[Held], said: Said) -> tuple[set[int], bool]:
        """The same of what would be left of the homes with another limit (예산을 10억으로 줄이면): known only
        where all homes that were found are shown, and the limit is the narrower."""
        said = said._replace(amounts={**said.amounts, **dict(self._plain(parts, said))})
        limits = [figure for part in parts for figure in self.limits(part, said)]
        counts = [figure for part in parts for figure in self._counts(part, said) if figure not in limits]
        fresh = [figure for figure in limits if not self._allowed.asked.holds(figure)]
        if not fresh or not all(self._is_narrower(f, said) for f in fresh):
            return set(), True
        left = self._meeting(fresh, said)
        named = frozenset(home for each in held for home in each.homes)
        if not self._allowed.is_whole and (counts or not named):
            return set(), True
        is_all = any(part.has("only") for part in parts) or self._is_only(said.text)
        is_named_so = named == left if is_all and named and not counts else named <= left
        is_right = is_named_so and all(figure.number == len(left) for figure in counts)
        if not (counts or named):
            return set(), True
        return ({figure.start for figure in (*fresh, *counts)}, True) if is_right else (set(), False)

    def _plain(self, parts: Sequence[Part], said: Said) -> Iterator[tuple[int, Claim]]:
        """The amounts beside such a word that are said without a word for a limit, as what is at most."""
        for figure in (each for part in parts if part.has("closes") for each in part.figures):
            claim = said.amounts.get(figure.start, _NOTHING)
            if claim.bounds or not figure.measures:
                continue
            ends = [(table.high, n) for scale, n in figure.measures for table in self._scales[scale].tables]
            bounds = tuple({high: plain_number(n)} for high, n in ends if high)
            yield figure.start, replace(claim, read_bounds=partial(tuple[Mapping[str, object], ...], bounds))

    def _is_only(self, text: str) -> bool:
        """Whether a word for only is written to one that counts homes (한 곳만)."""
        words = (word.strip(_MARKS) for word in text.split())
        return any(word.endswith(self._only) for word in words)

    def _meeting(self, limits: Sequence[Figure], said: Said) -> frozenset[int]:
        return self.among(range(len(self._allowed.shown)), limits, said)

    def limits(self, part: Part, said: Said) -> list[Figure]:
        """The figures of a part that are said as a limit or a band."""
        return [figure for figure in part.figures if said.amounts.get(figure.start, _NOTHING).bounds]

    def _counts(self, part: Part, said: Said) -> list[Figure]:
        """The figures of a part that say how many homes there are, but for the whole of which some are told
        (네 곳 중)."""
        found: list[Figure] = []
        for figure in part.figures:
            is_range = said.amounts.get(figure.start, _NOTHING).is_range
            if not is_range and self._reader.may_count(figure, beside_home=False):
                found.append(figure)
        if len(found) > 1:
            found = [figure for figure in found if not self._is_of_all(part, figure)]
        return found

    def _is_of_all(self, part: Part, figure: Figure) -> bool:
        """Whether a count is that of all homes, of which it is told how many are so."""
        is_all = figure.number == Decimal(len(self._allowed.shown))
        return is_all and any(
            mark.kind == "among" and (mark.start >= figure.end or mark.end <= figure.start)
            for mark in part.marks
        )

    def _is_narrower(self, figure: Figure, said: Said) -> bool:
        """Whether no home beyond the request's own limit could meet it."""
        for params in said.amounts[figure.start].bounds:
            for name, value in params.items():
                asked = self._allowed.limits.get(name)
                if not isinstance(value, int | float) or not isinstance(asked, int | float):
                    continue
                if value >= asked if name in self._lower else value <= asked:
                    return True
        return False
