"""The conditions in CEL of the filters: which homes and parts meet them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.filters.predicate import Bindings, Predicate
from engine.search.candidates import Candidates, Mask

Deals = Sequence[str | None]
PartMasks = Mapping[str | None, Mask | None]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Met:
    """Which homes (homes,) meet a filter's conditions about homes, and for each wanted deal type which
    parts (parts,) those about one part; None = all of them. `maybe_` counts those in too for which a
    condition has no answer."""

    homes: Mask | None
    parts: PartMasks
    maybe_homes: Mask | None
    maybe_parts: PartMasks

    @property
    def reads_part(self) -> bool:
        """Whether one part has to meet something."""
        return any(mask is not None for mask in self.parts.values())


def met(predicates: Iterable[Predicate], rows: Candidates, bindings: Bindings, deals: Deals) -> Met:
    """The masks of all these conditions together."""
    homes: list[tuple[Mask, Mask | None]] = []
    parts: dict[str | None, list[tuple[Mask, Mask | None]]] = {deal: [] for deal in deals}
    for predicate in predicates:
        if not predicate.reads_part:
            answers = predicate.mask(rows, bindings)
            homes.append((answers.holds, answers.unanswered))
            continue
        for deal, masks in parts.items():
            answers = predicate.mask(rows, bindings, deal)
            masks.append((answers.holds, answers.unanswered))
    return Met(
        homes=_all(homes, maybe=False),
        parts={deal: _all(masks, maybe=False) for deal, masks in parts.items()},
        maybe_homes=_all(homes, maybe=True),
        maybe_parts={deal: _all(masks, maybe=True) for deal, masks in parts.items()},
    )


def _all(masks: Sequence[tuple[Mask, Mask | None]], *, maybe: bool) -> Mask | None:
    if not masks:
        return None
    each = [holds | lost if maybe and lost is not None else holds for holds, lost in masks]
    return np.logical_and.reduce(each) if len(each) > 1 else each[0]
