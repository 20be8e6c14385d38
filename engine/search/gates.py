"""The masks of one branch: which homes pass each want, alone and together."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.catalog.wants import Condition
from engine.config.filter import Filter
from engine.filters.predicate import predicates_of
from engine.score.factors import applies, compared, inside
from engine.search.branches import Branch, reads_part
from engine.search.candidates import Candidates, Mask, holding
from engine.search.predicates import PartMasks, met

NO_GATE = -1


class Gates:
    """One branch over some candidates. Masks of homes are (homes,), of parts (parts,); every mask is made
    once, and asking what passes without a want costs one pass over the masks."""

    def __init__(
        self, branch: Branch, homes: Candidates, filters: tuple[Filter, ...], *, keeps_unlocated: bool
    ) -> None:
        self.branch = branch
        self.homes = homes
        self.filters = filters
        self._home: dict[str, Mask] = {}
        self._part: dict[str, PartMasks] = {}
        self._passing_parts: PartMasks | None = None
        asked = branch.asked
        if asked.deal_want is not None and branch.deal_hard:
            self._part[asked.deal_want] = self._deal_masks()
        place = self._place(keeps_unlocated)
        if asked.radius_want is not None and place is not None:
            self._home[asked.radius_want] = place
        catalog = homes.columns.catalog
        for condition in branch.hard:
            if reads_part(condition, catalog):
                self._part[condition.want] = self._part_masks(condition)
            else:
                self._home[condition.want] = _mask(condition, homes, None)
        self._also = {
            each.name: met(predicates_of(each, catalog), homes, branch.bindings, branch.deals)
            for each in filters
            if each.also
        }

    @property
    def wants(self) -> tuple[str, ...]:
        """The wants that are hard here, in catalog order."""
        return tuple(w for w in self.homes.columns.catalog.wants if w in self._home or w in self._part)

    def passing_parts(self, without: str | None = None) -> PartMasks:
        """For each wanted deal type the parts that meet together what the filters list and say; None = all
        of them."""
        return self._together(self.filters, without)

    def passing(self, without: str | None = None) -> Mask:
        """The homes that meet every hard want, the one named left out, and every condition of the filters."""
        passes = np.ones(self.homes.count, dtype=np.bool_)
        for want, mask in self._home.items():
            if want != without:
                passes &= mask
        listed = self._listed(self.filters)
        if listed - {without} or self._joins(self.filters):
            passes &= self._some(self.passing_parts(without))
        for also in self._also.values():
            if also.homes is not None:
                passes &= also.homes
        for want in self._part.keys() - listed:
            if want != without:
                passes &= self.alone(want)
        return passes

    def alone(self, want: str) -> Mask:
        """The homes that meet this want, whatever the others say."""
        return self._home[want] if want in self._home else self._some(self._part[want])

    def first_gates(self) -> tuple[tuple[str, ...], NDArray[np.int64], Mask]:
        """The gates in their fixed order, for each home the first that drops it (NO_GATE for none), and
        which homes that one drops for want of an answer only.

        Wants come in catalog order, each by itself; then the filters, for homes that meet each want with
        some part but no part meets them together, or that do not meet the filter's conditions.
        """
        names: list[str] = []
        gate = np.full(self.homes.count, NO_GATE, dtype=np.int64)
        unanswered = np.zeros(self.homes.count, dtype=np.bool_)
        for name, mask, maybe in self._in_order():
            here = (gate == NO_GATE) & ~mask
            gate[here] = len(names)
            unanswered |= here & maybe
            names.append(name)
        return tuple(names), gate, unanswered

    def _in_order(self) -> Iterator[tuple[str, Mask, Mask]]:
        """Each gate's name, the homes it lets pass, and those it would with every answer that is wanting
        a yes."""
        for want in self.wants:
            alone = self.alone(want)
            yield want, alone, alone
        for number, each in enumerate(self.filters, start=1):
            earlier = self.filters[:number]
            also = self._also.get(each.name)
            if self._listed(earlier) or self._joins(earlier) or also is not None:
                held = self._held(earlier, also.homes if also else None, maybe=False)
                maybe = held if also is None else self._held(earlier, also.maybe_homes, maybe=True)
                yield each.name, held, maybe

    def _held(self, filters: tuple[Filter, ...], homes: Mask | None, *, maybe: bool) -> Mask:
        held = np.ones(self.homes.count, dtype=np.bool_) if homes is None else homes
        if self._listed(filters) or self._joins(filters):
            held = held & self._some(self._together(filters, None, maybe=maybe))
        return held

    def _listed(self, filters: tuple[Filter, ...]) -> frozenset[str]:
        return frozenset(w for each in filters for w in each.one_floor_plan_meets if w in self._part)

    def _joins(self, filters: tuple[Filter, ...]) -> bool:
        """Whether a condition of these filters is about one part."""
        return any(self._also[each.name].reads_part for each in filters if each.name in self._also)

    def _together(
        self, filters: tuple[Filter, ...], without: str | None, *, maybe: bool = False
    ) -> PartMasks:
        together: dict[str | None, Mask | None] = dict.fromkeys(self.branch.deals)
        also = [self._also[each.name] for each in filters if each.name in self._also]
        for masks in (
            *(self._part[want] for want in self._listed(filters) if want != without),
            *(each.maybe_parts if maybe else each.parts for each in also),
        ):
            for deal, mask in masks.items():
                earlier = together[deal]
                together[deal] = mask if earlier is None else earlier if mask is None else earlier & mask
        return together

    def _some(self, masks: PartMasks) -> Mask:
        whole = [mask for mask in masks.values() if mask is not None]
        if len(whole) < len(masks):
            return self.homes.part_counts > 0
        return self.homes.some(np.logical_or.reduce(whole) if len(whole) > 1 else whole[0])

    def _deal_masks(self) -> PartMasks:
        """Whether a part is offered for the deal type: the field that the catalog names for it has a
        value."""
        asked, catalog = self.branch.asked, self.homes.columns.catalog
        has = catalog.wants[asked.deal_want].has if asked.deal_want is not None else {}
        if asked.deal_unknown != "drop":
            return dict.fromkeys(self.branch.deals)
        return {
            deal: ~np.isnan(self.homes.numbers(has[deal], deal)) if deal in has else None
            for deal in self.branch.deals
        }

    def _part_masks(self, condition: Condition) -> PartMasks:
        return {
            deal: _mask(condition, self.homes, deal) if applies(condition, deal) else None
            for deal in self.branch.deals
        }

    def _place(self, keeps_unknown: bool) -> Mask | None:
        """The homes in the area or in the circle; None where neither is asked."""
        branch, homes = self.branch, self.homes
        inner: Mask | None = None
        if branch.area is not None:
            inner = holding(homes.columns, homes.positions, branch.area.terms, unknown=keeps_unknown)
        if branch.radius_m is None or homes.distance_m is None:
            return inner
        near = homes.distance_m <= branch.radius_m
        near = near | np.isnan(homes.distance_m) if keeps_unknown else near
        return near if inner is None else inner | near


def _mask(condition: Condition, homes: Candidates, deal: str | None) -> Mask:
    values = compared(condition, homes, deal)
    mask = inside(values, condition.bound)
    return mask | np.isnan(values) if condition.unknown == "keep_and_say" else mask
