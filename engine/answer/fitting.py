"""Whether what a sentence says is so: its figures and its claims against the homes that it tells of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from engine.answer.allowed import Allowed
from engine.answer.attribution import Held, fits
from engine.answer.claims import Claim, Said, claim_reader
from engine.answer.figures import Figure, FigureReader
from engine.answer.traits import Money
from engine.config.revision import Revision

_NOTHING = Claim()


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """What one sentence tells of: the names that it `held`, or else the homes of the `item` of a list that it
    belongs to; `is_other` says that it names a complex without figures. `said` reads what it says when that
    is first needed."""

    held: Sequence[Held]
    item: tuple[int, ...]
    is_other: bool
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
        self._named: set[int] = set()
        """The homes named so far."""

    def wrong(
        self, figures: Sequence[Figure], told: Telling
    ) -> Literal["wrong_figure", "wrong_claim"] | None:
        """What of the next sentence is not so, None for nothing."""
        self._named |= told.named
        if not self._has_figures(figures, told):
            return "wrong_figure"
        return None if self._is_founded(told) else "wrong_claim"

    def _has_figures(self, figures: Sequence[Figure], told: Telling) -> bool:
        """Whether every figure is one of the homes named with it, or of those that the item of a list is
        about, else of any but beside another complex; or one of the request, said as such."""

        def of(home: int, figure: Figure) -> bool:
            if figure.number in self._allowed.ranks[home] and self._reader.may_rank(figure):
                return True
            own = self._allowed.homes[home]
            if own.holds(figure):
                return self._is_its_money(home, figure, told)
            if self._allowed.asked.holds(figure) and self._reader.is_near(figure, own.measures):
                return True
            return self._is_in_band(home, figure, told)

        own = [figure for figure in figures if not self._is_of_request(figure, told)]
        if not own:
            return True
        if told.held:
            return fits(own, figures, told.held, of)
        homes = told.item or range(len(self._allowed.homes))
        return not told.is_other and all(any(of(home, figure) for home in homes) for figure in own)

    def _is_of_request(self, figure: Figure, told: Telling) -> bool:
        """Whether a figure counts homes or is one of the request; beside a home, one of the customer's
        conditions only where it is said as such."""
        allowed, reader = self._allowed, self._reader
        counts = {Decimal(len(told.named)), Decimal(len(self._named)), *allowed.found}
        counts |= set() if told.held else allowed.counts
        if figure.number in counts and reader.may_count(figure, beside_home=bool(told.held)):
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

    def _is_founded(self, told: Telling) -> bool:
        """Whether what words say of the homes that a sentence is about is known to be so, where it does not
        leave that open."""
        homes = told.homes
        if not homes:
            return True
        said = told.said()
        if not (said.has_unconfirmed or said.terms) or self.claims.is_left_open(said.text):
            return True
        traits = [self._allowed.traits[home] for home in homes]
        return not said.has_unconfirmed and all(
            any(each.meets(sets, self._revision, self._today) for each in traits) for sets in said.terms
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
        return any(self._is_said_so(each, claim) for each in known) if known else self.claims.is_of_wish(near)

    def _is_in_band(self, home: int, figure: Figure, told: Telling) -> bool:
        """Whether the figure is said as a band in which a value of the home lies (8억대)."""
        claim = told.said().amounts.get(figure.start, _NOTHING)
        own = self._allowed.homes[home].measures
        if self._reader.money(figure):
            money = self._allowed.traits[home].money
            values = [each.amount for each in money if self._is_said_so(each, claim)]
            return any(self._reader.in_band(band, value) for band in claim.bands for value in values)
        return any(
            scale == band.scale and self._reader.in_band(band, value)
            for band in claim.bands
            for scale, value in own
        )

    def _is_said_so(self, money: Money, claim: Claim) -> bool:
        if claim.wants and money.want not in claim.wants:
            also = {self.claims.also.get((want, money.deal)) for want in claim.wants}
            return money.want in also
        return not claim.deals or money.deal in claim.deals
