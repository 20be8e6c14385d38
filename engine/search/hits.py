"""Ranked homes as hits: the part that is shown, what could not be checked, and why each has its score.

What columns hold is read once for all the homes, a document once for each.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from engine.catalog.fields import Field, fields, item_of, once_per_catalog, parts_of, read_based
from engine.config.catalog import Catalog
from engine.score.explain import MISSING, breakdown
from engine.score.factors import Passing, Scored
from engine.score.profile import CompiledProfile
from engine.score.wishes import NearWish, Wish
from engine.search.branches import Branch
from engine.search.candidates import Candidates, Mask
from engine.search.numbers import Positions
from engine.search.request import Hit
from engine.search.unchecked import NO_PART, Choice, unchecked

Record = Mapping[str, object]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Ranked:
    """One branch's scores of the homes that some branch admits: `scored` and `wishes` by factor name (those
    left out are not there), `passing` the parts that meet the hard conditions, `admits` (homes,) which homes
    this branch admits, `score` (homes,) as the server's float32."""

    branch: Branch
    homes: Candidates
    profile: CompiledProfile
    wishes: Mapping[str, Wish]
    scored: Mapping[str, Scored]
    passing: Passing
    admits: Mask
    score: NDArray[np.float32]


def as_hits(ranked: Ranked, places: Positions) -> list[Hit]:
    """The homes at those places among the candidates, as hits in that order."""
    columns, catalog = ranked.homes.columns, ranked.homes.columns.catalog
    positions: list[int] = ranked.homes.positions[places].tolist()
    documents = [columns.records[position] for position in positions]
    choices = _choices(ranked, places)
    measured = ranked.homes.distance_m if ranked.branch.has_distance else None
    distances: list[float] = [math.nan] * len(places) if measured is None else measured[places].tolist()
    scores: list[float] = ranked.score[places].tolist()
    plans, bases = _plans(ranked, documents, choices)
    factors = breakdown(ranked.profile.factors, ranked.scored, places, bases)
    unknown = unchecked(ranked.branch, ranked.homes, places, choices, documents)
    return [
        Hit(
            id=(identity := columns.ids[position]),
            name=str(documents[place].get(catalog.name) or identity),
            score=scores[place],
            distance_m=None if math.isnan(distances[place]) else distances[place],
            floor_plan=plans[place],
            breakdown=factors[place],
            link=link_of(catalog, identity),
            doc=documents[place],
            unknown=unknown[place],
        )
        for place, position in enumerate(positions)
    ]


def link_of(catalog: Catalog, identity: str) -> str | None:
    """The catalog's link to a document, or None when it has no template."""
    if catalog.link is None:
        return None
    plain = identity.isascii() and identity.isalnum()  # most ids, and quote is slow
    return catalog.link.replace("{id}", identity if plain else quote(identity, safe=""))


def _choices(ranked: Ranked, places: Positions) -> list[Choice]:
    """The parts that are shown: the best value of the factor that looks at parts, else the first that
    passes; on a tie the first in document order, and of its deal types the first in the catalog's order."""
    homes = ranked.homes
    parts = homes.parts_of(places)
    values = next((s.parts for s in ranked.scored.values() if s.parts), None)
    worth: dict[str | None, list[float]] = {}
    for deal, passes in ranked.passing.items():
        mine = np.zeros(len(parts)) if values is None else values[deal][parts]
        worth[deal] = (mine if passes is None else np.where(passes[parts], mine, -np.inf)).tolist()
    ends: list[int] = np.cumsum(homes.part_counts[places]).tolist()
    found = [_best(worth, start, end) for start, end in zip([0, *ends], ends, strict=False)]
    return found if values is not None else list(_offered(ranked, places, found))


def _best(worth: Mapping[str | None, Sequence[float]], start: int, end: int) -> Choice:
    """The best of one home's parts, and the first deal type that it is the best for."""
    best, number, deal = -math.inf, NO_PART, None
    if start < end:
        for each, values in worth.items():
            top = max(values[start:end])
            if top < best or top == -math.inf:
                continue
            place = values.index(top, start, end) - start
            if top > best or place < number:
                best, number, deal = top, place, each
    return number, deal


def _offered(ranked: Ranked, places: Positions, choices: Sequence[Choice]) -> Iterator[Choice]:
    """Where nothing tells the wanted deal types apart, each part for the first that it is offered for."""
    asked, homes = ranked.branch.asked, ranked.homes
    catalog = homes.columns.catalog
    has = catalog.wants[asked.deal_want].has if asked.deal_want is not None and len(asked.deals) > 1 else {}
    free = [deal for deal, passes in ranked.passing.items()
            if passes is None and has.get(str(deal), "") in fields(catalog)]  # fmt: skip
    for first, (number, deal) in zip(homes.first_part[places].tolist(), choices, strict=True):
        told = (each for each in free if not np.isnan(homes.numbers(has[str(each)], each)[first + number]))
        yield number, next(told, deal) if number != NO_PART else deal


def _plans(
    ranked: Ranked, documents: Sequence[Record], choices: Sequence[Choice]
) -> tuple[list[Record | None], list[str]]:
    """The parts as they are shown, and where the number of each comes from that the profile looks at."""
    catalog = ranked.homes.columns.catalog
    item, known, every = item_of(catalog), fields(catalog), _shown_fields(catalog)
    wish = next((wish for wish in ranked.wishes.values() if isinstance(wish, NearWish)), None)
    # a deal type whose amounts nobody asked about, beside one that was, has no target
    aims = (
        {deal: known.get(target.reads) for deal, target in wish.targets.items()} if wish is not None else {}
    )
    plans: list[Record | None] = []
    bases: list[str] = []
    for document, (number, deal) in zip(documents, choices, strict=True):
        part = parts_of(document, item)[number] if number != NO_PART else None
        plan, basis = _shown(part, every, deal, aims.get(deal)) if part is not None else (None, None)
        plans.append(plan)
        bases.append(basis or MISSING)
    return plans, bases


def _shown(
    part: Record, every: Sequence[tuple[str, Field | None]], deal: str | None, aim: Field | None
) -> tuple[dict[str, object], str | None]:
    """The part with every field (`_shown_fields`) that has a value, what it leaves out filled in; and where
    its number for the aim comes from.

    Amounts per deal type stay as the document has them; a field taken from the first of several is the
    number for `deal`, with `deal` and where it came from as `basis`.
    """
    shown: dict[str, object] = {}
    bases: dict[str, str | None] = {}
    for name, computed in every:
        own = part.get(name)
        if own is not None:
            shown[name] = own
        elif computed is not None:
            value, basis = read_based(part, computed, deal)
            bases[computed.path] = basis
            if value is not None:
                shown[name] = int(value) if value.is_integer() else value
                if computed.parts:
                    shown["basis"] = basis
    if deal is not None:
        shown["deal"] = deal
    if aim is None or aim.path in bases:
        return shown, None if aim is None else bases[aim.path]
    return shown, read_based(part, aim, deal)[1]


@once_per_catalog
def _shown_fields(catalog: Catalog) -> tuple[tuple[str, Field | None], ...]:
    """The part's id and fields by name, with the field itself where a value may have to be worked out."""
    item = item_of(catalog)
    if item is None:
        return ()
    inner = [field for field in fields(catalog).values() if field.item == item]
    own = [(field.name, field if field.parts or field.source is not None else None) for field in inner]
    return ((catalog.items[item].id, None), *own)
