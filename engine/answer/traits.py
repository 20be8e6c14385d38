"""What one home is, as far as the facts hold it: its money by kind and deal, and the values that words such
as 신축 stand for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from engine.answer.facts import InfoAnswer, is_by_centre
from engine.catalog.fields import Field, fields, item_of, parts_of, read_number
from engine.catalog.wants import Condition, ask, deal_types
from engine.config.revision import Revision
from engine.search.request import Hit


class Money(NamedTuple):
    """An amount of a home in the money's own unit: of which want it is the value, and for which deal."""

    want: str
    deal: str
    amount: Decimal


class Standing(NamedTuple):
    """Where a home stands in the results of one search."""

    search: int
    distance_m: float | None
    score: float


@dataclass(slots=True)
class Traits:
    """One home: its `money`, the documents that tell of it, and those of its floor plans that are told of;
    `offers` are its money by floor plan (the whole sizes of it, () where it is the only one), `standings` its
    places in the results."""

    money: set[Money] = field(default_factory=set[Money])
    offers: set[tuple[tuple[int, ...], Money]] = field(default_factory=set[tuple[tuple[int, ...], Money]])
    standings: set[Standing] = field(default_factory=set[Standing])
    docs: list[Mapping[str, object]] = field(default_factory=list[Mapping[str, object]])
    plans: list[Mapping[str, object]] = field(default_factory=list[Mapping[str, object]])

    def of_hit(self, hit: Hit, search: int, revision: Revision) -> None:
        """Add what a hit of a search, by number, holds: its chosen floor plan alone."""
        self.docs.append(hit.doc)
        self.standings.add(Standing(search, hit.distance_m, hit.score))
        if hit.floor_plan is not None:
            self.plans.append(hit.floor_plan)
            deal = hit.floor_plan.get("deal")
            self._add((), _money(hit.floor_plan, (str(deal),), revision, is_chosen=True))

    def of_info(self, info: InfoAnswer, revision: Revision) -> None:
        """Add what the document of a home holds that was asked about: all of its floor plans."""
        if info.doc is None:
            return
        self.docs.append(info.doc)
        for plan in parts_of(info.doc, item_of(revision.catalog)):
            self.plans.append(plan)
            money = _money(plan, deal_types(revision.catalog), revision, is_chosen=False)
            self._add(_sizes(plan, revision), money)

    def _add(self, plan: tuple[int, ...], money: Iterable[Money]) -> None:
        known = {*money}
        self.money |= known
        self.offers |= {(plan, each) for each in known}

    def meets(self, params: Mapping[str, object], revision: Revision, today: date) -> bool:
        """Whether the home is known to be what these parameters ask, the deal and the place aside."""
        wants = {name: value for name, value in params.items() if isinstance(value, int | float | None)}
        asked = ask(wants, revision.catalog, today=today, has_places=False)
        return all(self._meets(each, revision) for each in asked.conditions if not each.from_places)

    def _meets(self, condition: Condition, revision: Revision) -> bool:
        known = fields(revision.catalog).get(condition.reads)
        if known is None:
            return False
        money = {each.amount for each in self.money if each.want == condition.want}
        values = [float(each) for each in money] or [*self.values(known)]
        low, high = condition.bound.low, condition.bound.high
        return any(
            (low is None or value >= low)
            and (high is None or value < high or (value == high and not condition.bound.open_high))
            for value in values
        )

    def values(self, known: Field) -> Iterator[float]:
        """What the home and its floor plans have of a field, the deal aside."""
        records = self.docs if known.item is None else self.plans
        for record in records:
            if known.spec.type == "metres" and is_by_centre(record):
                continue  # nothing near a home is measured whose own place is not known
            value = read_number(record, known)
            if value is not None:
                yield value


def _sizes(plan: Mapping[str, object], revision: Revision) -> tuple[int, ...]:
    """The whole sizes of a floor plan, as it holds them itself."""
    own = [known for known in fields(revision.catalog).values() if known.item and known.source is None]
    sizes = (read_number(plan, known) for known in own if known.spec.continuous)
    return tuple(int(size) for size in sizes if size is not None)


def _money(
    plan: Mapping[str, object], deals: Sequence[str], revision: Revision, *, is_chosen: bool
) -> Iterable[Money]:
    """The amounts of a floor plan for these deals; a chosen one holds that of its own deal."""
    known = fields(revision.catalog)
    for want, spec in revision.catalog.wants.items():
        amount = known.get(spec.reads or "") if spec.deal else None
        for deal in deals if amount is not None else ():
            if deal not in spec.deal or amount is None:
                continue
            own = plan.get(amount.name) if is_chosen else read_number(plan, amount, deal)
            if isinstance(own, int | float) and not isinstance(own, bool):
                yield Money(want, deal, Decimal(str(own)))
