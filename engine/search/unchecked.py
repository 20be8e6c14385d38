"""What was asked and could not be checked: the wants whose value a home, with the part of it that is shown,
does not have."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from engine.catalog.fields import fields
from engine.catalog.wants import Condition
from engine.score.factors import applies
from engine.search.branches import Branch
from engine.search.candidates import Candidates, Mask
from engine.search.numbers import Positions

Choice = tuple[int, str | None]
"""The place of the part that is shown among its home's parts, and the deal type that it is shown for."""
NO_PART = -1
"""The place where no part of a home is shown."""


def unchecked(
    branch: Branch,
    homes: Candidates,
    places: Positions,
    choices: Sequence[Choice],
    documents: Sequence[Mapping[str, object]],
) -> list[tuple[str, ...]]:
    """The wants that were asked and whose value nobody knows, in catalog order, for each of the homes at
    `places` among the candidates: `choices` say what is shown of it, `documents` are theirs."""
    asked, catalog = branch.asked, homes.columns.catalog
    shown = _Shown(homes, places, choices)
    measured = homes.distance_m if branch.has_distance else None
    far = np.ones(len(places), np.bool_) if measured is None else np.isnan(measured[places])
    found: dict[str, Mask] = {}
    if asked.radius_want is not None:
        found[asked.radius_want] = _lost(branch, documents, far)
    if asked.deal_want is not None and asked.deal_asked:
        found[asked.deal_want] = shown.lack_offer(catalog.wants[asked.deal_want].has)
    for condition in asked.conditions:
        lost = far if condition.from_places else shown.lack(condition.reads)
        found[condition.want] = lost & shown.counted(condition) if condition.deals else lost
    lists: list[tuple[str, list[bool]]] = [
        (want, found[want].tolist()) for want in catalog.wants if want in found and found[want].any()
    ]
    return [tuple(want for want, lost in lists if lost[place]) for place in range(len(places))]


class _Shown:
    """Some of the candidates (one at least), each with the part that is shown; masks are (places,)."""

    def __init__(self, homes: Candidates, places: Positions, choices: Sequence[Choice]) -> None:
        self._homes = homes
        self._places = places
        self._deals = [deal for _, deal in choices]
        numbers = np.array([number for number, _ in choices], dtype=np.int64)
        self._bare: Mask = numbers == NO_PART
        self._parts: Positions = homes.first_part[places] + numbers

    def lack(self, path: str) -> Mask:
        """Which have no value of the field, of the part that is shown where parts have it."""
        return self._by_deal(lambda deal: self._lack(path, deal))

    def lack_offer(self, has: Mapping[str, str]) -> Mask:
        """Of which no part is shown that is offered for its deal type: one with a value of the field that
        `has` names."""
        known = fields(self._homes.columns.catalog)
        fields_of = {deal: has.get(str(deal), "") for deal in self._deals}
        return self._bare | self._by_deal(
            lambda deal: self._lack(fields_of[deal], deal) if fields_of[deal] in known else self._all(True)
        )

    def counted(self, condition: Condition) -> Mask:
        """For which the condition counts: by their deal type, or for want of a part."""
        return self._bare | self._by_deal(lambda deal: self._all(applies(condition, deal)))

    def _lack(self, path: str, deal: str | None) -> Mask:
        if not self._homes.is_part(path):
            return np.isnan(self._homes.numbers(path, deal)[self._places])
        if self._bare.all():
            return self._bare
        return self._bare | np.isnan(self._homes.numbers(path, deal)[self._parts])

    def _by_deal(self, mask: Callable[[str | None], Mask]) -> Mask:
        """The mask of each home's own deal type."""
        first, *others = dict.fromkeys(self._deals)
        found = mask(first)
        for deal in others:
            found = np.where([each == deal for each in self._deals], mask(deal), found)
        return found

    def _all(self, is_marked: bool) -> Mask:
        return np.full(len(self._places), is_marked)


def _lost(branch: Branch, documents: Sequence[Mapping[str, object]], far: Mask) -> Mask:
    """Of which nobody knows if they are where they were asked to be."""
    if branch.area is None:
        return far & (branch.asked.radius_m is not None)
    names = tuple(branch.area.terms)
    return np.array([any(not document.get(name) for name in names) for document in documents], np.bool_)
