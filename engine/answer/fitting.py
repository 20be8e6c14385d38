"""Whether what a sentence says is so: its figures and its claims against the homes that it tells of."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from engine.answer.allowed import Allowed
from engine.answer.attribution import Held, Of, fits
from engine.answer.claims import Claim, Said, claim_reader
from engine.answer.clauses import Clauses, Sentence
from engine.answer.comparing import Compared, Comparing
from engine.answer.degrees import Mark, degree_reader, is_beside
from engine.answer.figures import Figure, FigureReader
from engine.answer.gaps import Gaps
from engine.answer.meeting import Meeting
from engine.answer.worth import measures_of
from engine.config.revision import Revision

_NOTHING = Claim()
_MARKS = "*_ "


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """What one sentence tells of: the names that it `held`, or else the homes of the `item` of a list that it
    belongs to; `is_other` says that it names a complex without figures, `places` are the first letters of the
    names of no home that is shown. `text` has blanks for all names; `said` reads what it says when that is
    first needed."""

    text: str
    held: Sequence[Held]
    item: tuple[int, ...]
    is_other: bool
    places: Sequence[int]
    said: Callable[[], Said]

    @property
    def named(self) -> set[int]:
        """The homes that it names."""
        return {home for each in self.held for home in each.homes}

    @property
    def homes(self) -> set[int]:
        """The homes that it is about, as far as it says."""
        return self.named or {*self.item}


class Fitting:
    """Judges the sentences of one answer in their order. `claims` reads what they say."""

    def __init__(self, allowed: Allowed, reader: FigureReader, revision: Revision, today: date) -> None:
        self._allowed, self._reader = allowed, reader
        self.claims = claim_reader(revision)
        self._revision, self._today = revision, today
        self._degrees, self._clauses = degree_reader(revision), Clauses(revision)
        self._meeting = Meeting(allowed, reader, revision, today)
        measures = measures_of(revision)
        gaps = Gaps(allowed, reader, self._degrees, measures)
        self._comparing = Comparing(allowed, (self._degrees, self.claims), measures, self._meeting, gaps)
        self._named: set[int] = set()
        """The homes named so far."""
        self._before: tuple[tuple[int, ...], ...] = ()
        """The names that were told of last, the one that it was about first."""

    def wrong(
        self, figures: Sequence[Figure], told: Telling
    ) -> Literal["wrong_figure", "wrong_claim"] | None:
        """What of the next sentence is not so, None for nothing."""
        self._named |= told.named
        compared = self._compared(figures, told)
        has_figures = not compared.wrong_figure and self._has_figures(figures, told, compared.right)
        self._follow(told)
        if not has_figures:
            return "wrong_figure"
        return "wrong_claim" if compared.wrong_claim or not self._is_founded(told, compared) else None

    def _follow(self, told: Telling) -> None:
        """Remember the names for what the next sentences tell of them without a name (6억 더 저렴합니다)."""
        if told.held:
            others = self._others(told)
            named = sorted(told.held, key=lambda each: each in others)
            subject = self._before[:1] if len(others) == len(named) else ()
            fresh = dict.fromkeys([*subject, *(each.homes for each in named)])
            kept = [homes for homes in self._before if homes not in fresh]
            self._before = (*fresh, *kept)[: max(2, len(fresh))]

    def _others(self, told: Telling) -> list[Held]:
        """The names that something is compared with (예림보다)."""
        marks = [mark for mark in self._degrees.marks(told.text) if mark.kind in ("than", "than_behind")]
        return [
            each
            for each in told.held
            if any(is_beside(mark, each.start, each.end, told.text) for mark in marks)
        ]

    def _compared(self, figures: Sequence[Figure], told: Telling) -> Compared:
        """What the sentence says of homes beside each other, and of how many of them."""
        marks = self._degrees.marks(told.text)
        is_counting = len(figures) > 1 and any(map(self._is_count, figures))
        may_compare = self._may_compare(marks, told)
        goes_on = bool(figures) and len(self._before) > 0 and any(mark.kind == "degree" for mark in marks)
        if not self._allowed.shown or not (is_counting or may_compare or goes_on):
            return Compared()
        groups = self._clauses.groups(told.text, told.held)
        parts = self._clauses.parts(told.text, marks, figures, groups)
        homes = range(len(self._allowed.shown))
        sentence = Sentence(parts, groups, told.said(), told.item, told.places, homes, self._before)
        counted, is_counted = self._meeting.counted(parts, told.held, told.said())
        compared = self._comparing.judge(sentence)
        if not (is_counting or may_compare):
            return Compared(compared.right)
        wrong = compared.wrong_figure or not is_counted
        return compared._replace(right=compared.right | counted, wrong_figure=wrong)

    def _may_compare(self, marks: Sequence[Mark], told: Telling) -> bool:
        """Whether words of degrees can be of homes: words for the most, for a gap or for another limit, one
        beside a name for what something is compared with, or any where there are two homes."""
        kinds = {mark.kind for mark in marks}
        if not kinds.isdisjoint(("most", "highest", "gap", "closes")):
            return True
        if "degree" in kinds and (len(told.named) == 2 or len(self._allowed.shown) == 2):
            return True
        return any(is_beside(mark, held.start, held.end, told.text) for mark in marks for held in told.held)

    def _is_count(self, figure: Figure) -> bool:
        """Whether the figure may say how many of the homes that are shown."""
        is_few = figure.number is not None and 0 < figure.number <= len(self._allowed.shown)
        return is_few and self._reader.may_count(figure, beside_home=False)

    def _has_figures(self, figures: Sequence[Figure], told: Telling, right: Collection[int]) -> bool:
        """Whether every figure is one of the homes named with it, or of those that the item of a list is
        about, else of any but beside another complex; or one of the request, said as such. Those that are
        known to be `right` are of none."""

        def of(home: int, figure: Figure) -> bool:
            if figure.number in self._allowed.ranks[home] and self._reader.may_rank(figure):
                return True
            own = self._allowed.homes[home]
            if own.holds(figure):
                return self._is_its_money(home, figure, told)
            if self._allowed.asked.holds(figure) and self._reader.is_near(figure, own.measures):
                return True
            return self._is_kept(home, figure, told)

        rest = [figure for figure in figures if figure.start not in right]
        own = [figure for figure in rest if not self._is_of_request(figure, told)]
        if not own:
            return True
        if told.held:
            return fits(own, figures, told.held, of) or (bool(self._before) and self._goes_on(own, told, of))
        homes = told.item or range(len(self._allowed.homes))
        return not told.is_other and all(any(of(home, figure) for home in homes) for figure in own)

    def _goes_on(self, own: Sequence[Figure], told: Telling, of: Of) -> bool:
        """Whether the figures are of the home that the last sentences are about, compared here with others,
        which have none but those in brackets behind them (34.4평으로 예림(33.1평)보다 넓습니다)."""
        beside = {figure.start: name for name in told.held for figure in _in_brackets(own, name, told.text)}
        free = [figure for figure in own if figure.start not in beside]
        others = self._others(told)
        return all(
            any(of(home, figure) for home in self._before[0])
            and all(name in others or _is_alike(figure, name, own, beside) for name in told.held)
            for figure in free
        ) and all(
            any(of(home, figure) for home in beside[figure.start].homes)
            for figure in own
            if figure.start in beside
        )

    def _is_of_request(self, figure: Figure, told: Telling) -> bool:
        """Whether a figure counts homes or is one of the request; beside a home, one of the customer's
        conditions only where it is said as such."""
        allowed, reader = self._allowed, self._reader
        if self._is_count_of_homes(figure, told):
            return True
        if figure.number == len(allowed.shown) - len(told.named) and reader.counts_homes(figure):
            return True
        is_spoken = allowed.spoken.holds(figure)
        if allowed.told.holds(figure) or (is_spoken and not reader.is_of_value(figure)):
            return True
        if not (is_spoken or allowed.asked.holds(figure)):
            return False
        is_of_home = told.homes or (self._named and self._is_labelled(figure, told.said()))
        return not is_of_home or self._is_wish(figure, told)

    def _is_count_of_homes(self, figure: Figure, told: Telling) -> bool:
        """Whether the figure is how many homes are named or were found."""
        number, allowed = figure.number, self._allowed
        is_known = number in allowed.found or (not told.held and number in allowed.counts)
        if is_known or number == len(told.named) or number == len(self._named):
            return self._reader.may_count(figure, beside_home=bool(told.held))
        return False

    def _is_founded(self, told: Telling, compared: Compared) -> bool:
        """Whether what words say of the homes that a sentence is about is known to be so, where it does not
        leave that open, or says it by comparison alone (더 새 아파트)."""
        homes = told.homes
        if not homes:
            return True
        said = told.said()
        if not (said.has_unconfirmed or said.terms) or self.claims.is_left_open(said.text):
            return True
        traits = [self._allowed.traits[home] for home in homes]
        terms = [
            sets
            for sets, at in zip(said.terms, said.terms_at, strict=True)
            if not any(start <= at < end for start, end in compared.spans)
        ]
        return not said.has_unconfirmed and all(
            any(each.meets(sets, self._revision, self._today) for each in traits) for sets in terms
        )

    def _is_labelled(self, figure: Figure, said: Said) -> bool:
        """Whether an amount of money is called a price, a deposit or a rent, as that of a home named before
        is (역삼경남을 권합니다. 가격은 15억입니다)."""
        return bool(self._reader.money(figure) and said.amounts.get(figure.start, _NOTHING).wants)

    def _is_wish(self, figure: Figure, told: Telling) -> bool:
        """Whether a figure told of homes is said as the customer's: as a limit, or with words that say so; a
        band says what a home is. What conditions only limit is a limit where the homes have no such figure of
        their own."""
        said = told.said()
        claim = said.amounts.get(figure.start, _NOTHING)
        is_said = self.claims.is_of_wish if self._reader.money(figure) else self.claims.is_left_open
        is_limit = claim.is_range and not claim.bands
        if is_limit or claim.is_toward or is_said(said.near(figure.start, figure.end)):
            return True
        scales = {scale for scale, _ in figure.measures}
        own = {scale for home in told.homes for scale, _ in self._allowed.homes[home].measures}
        return claim.is_upper and scales.isdisjoint(own)

    def _is_its_money(self, home: int, figure: Figure, told: Telling) -> bool:
        """Whether an amount of money is said as what it is of the home: of its deal and kind, or as how far
        it is from what was wished."""
        amounts = self._reader.money(figure)
        if not amounts:
            return True
        said = told.said()
        claim = said.amounts.get(figure.start)
        if claim is None:
            return True
        near = said.near(figure.start, figure.end)
        known = [each for each in self._allowed.traits[home].money if each.amount in amounts]
        if known:
            return any(self._meeting.is_said_so(each, claim) for each in known)
        behind = said.text[figure.end :]
        # A는 20만원, B는 5만원 아낄 수 있어요: the last says it of all
        is_listed = behind.lstrip(_MARKS).startswith(",")
        return self.claims.is_of_wish(near) or (is_listed and self.claims.is_of_wish(behind))

    def _is_kept(self, home: int, figure: Figure, told: Telling) -> bool:
        """Whether the figure is said as a band in which a value of the home lies (8억대), or, of a home that
        is named, as a limit that it keeps; not as one that was asked for."""
        said = told.said()
        claim = said.amounts.get(figure.start, _NOTHING)
        if not claim.bands and (not told.held or self.claims.is_asked(said.near(figure.start, figure.end))):
            return False
        return self._meeting.meets(home, figure, claim)


def _in_brackets(figures: Sequence[Figure], name: Held, text: str) -> list[Figure]:
    """The figures in brackets right behind a name."""
    behind = text[name.end :].lstrip(_MARKS)
    if not behind.startswith("("):
        return []
    start = len(text) - len(behind)
    end = text.find(")", start)
    return [figure for figure in figures if start < figure.start and figure.end <= end]


def _is_alike(figure: Figure, name: Held, own: Sequence[Figure], beside: Mapping[int, Held]) -> bool:
    """Whether the name has a figure of its own, behind this one, on a scale of it."""
    scales = {scale for scale, _ in figure.measures}
    return figure.end <= name.start and any(
        beside.get(each.start) == name and not scales.isdisjoint(scale for scale, _ in each.measures)
        for each in own
    )
