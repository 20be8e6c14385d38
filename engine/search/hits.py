"""A ranked home as a hit: the part that is shown, what could not be checked, and why it has its score."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from engine.catalog.fields import Field, fields, item_of, once_per_catalog, read_based, read_number
from engine.config.catalog import Catalog
from engine.score.explain import MISSING, breakdown
from engine.score.factors import Passing, Scored, applies
from engine.score.profile import CompiledProfile
from engine.score.wishes import NearWish, Wish
from engine.search.branches import Branch, reads_part
from engine.search.candidates import Candidates
from engine.search.request import FactorScore, Hit

Record = Mapping[str, object]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Ranked:
    """One branch's scores: `scored` and `wishes` by factor name (left-out factors are not there), `score`
    (homes,) as the server's float32, `passing` the parts that meet the hard conditions."""

    branch: Branch
    homes: Candidates
    profile: CompiledProfile
    wishes: Mapping[str, Wish]
    scored: Mapping[str, Scored]
    passing: Passing
    score: NDArray[np.float32]


def hit(ranked: Ranked, home: int) -> Hit:
    """The home at that place among the candidates, as a hit."""
    homes = ranked.homes
    columns, position = homes.columns, int(homes.positions[home])
    catalog, document = columns.catalog, columns.documents[position]
    part, deal = _chosen(ranked, home)
    measured = homes.distance_m if ranked.branch.has_distance else None
    distance = float(measured[home]) if measured is not None else None
    distance = None if distance is None or math.isnan(distance) else distance
    lines = breakdown(ranked.profile.factors, ranked.scored, home, _basis(ranked, part, deal))
    identity = columns.ids[position]
    return Hit(
        id=identity,
        name=str(document.get(catalog.name) or identity),
        score=float(ranked.score[home]),
        distance_m=distance,
        floor_plan=None if part is None else shown_part(part, catalog, deal),
        breakdown={
            name: FactorScore(value=value, weight=weight, points=points, basis=basis)
            for name, (value, weight, points, basis) in lines.items()
        },
        link=link_of(catalog, identity),
        doc=document,
        unknown=_unknown(ranked.branch, catalog, document, part, deal, distance),
    )


def link_of(catalog: Catalog, identity: str) -> str | None:
    """The catalog's link to a document, or None when it has no template."""
    return catalog.link.replace("{id}", quote(identity, safe="")) if catalog.link is not None else None


def shown_part(part: Record, catalog: Catalog, deal: str | None) -> dict[str, object]:
    """The part with its id and every field of the catalog that has a value, what it leaves out filled in.

    Amounts per deal type stay as the document has them; a field taken from the first of several is the
    number for `deal`, with `deal` and where it came from as `basis`.
    """
    shown: dict[str, object] = {}
    for name, computed in _shown_fields(catalog):
        own = part.get(name)
        if own is not None:
            shown[name] = own
        elif computed is not None:
            value, basis = read_based(part, computed, catalog, deal)
            if value is not None:
                shown[name] = int(value) if value.is_integer() else value
                if computed.parts:
                    shown["basis"] = basis
    if deal is not None:
        shown["deal"] = deal
    return shown


@once_per_catalog
def _shown_fields(catalog: Catalog) -> tuple[tuple[str, Field | None], ...]:
    """The part's id and fields by name, with the field itself where a value may have to be worked out."""
    item = item_of(catalog)
    if item is None:
        return ()
    inner = [field for field in fields(catalog).values() if field.item == item]
    own = [(field.name, field if field.parts or field.source is not None else None) for field in inner]
    return ((catalog.items[item].id, None), *own)


def _chosen(ranked: Ranked, home: int) -> tuple[Record | None, str | None]:
    """The part that is shown: the best value of the factor that looks at parts, else the first that
    passes; on a tie the first in document order, and of its deal types the first in the catalog's order."""
    homes = ranked.homes
    first, count = int(homes.first_part[home]), int(homes.part_counts[home])
    if not count:
        return None, None
    parts = homes.columns.parts(int(homes.positions[home]))
    mine = slice(first, first + count)
    values = next((s.parts for s in ranked.scored.values() if s.parts), None)
    passing = {d: [True] * count if p is None else p[mine].tolist() for d, p in ranked.passing.items()}
    worth = {d: [0.0] * count if values is None else values[d][mine].tolist() for d in passing}
    best: tuple[float, int, str | None] | None = None
    for number in range(count):
        for deal, passes in passing.items():
            if passes[number] and (best is None or worth[deal][number] > best[0]):
                best = (worth[deal][number], number, deal)
    if best is None:
        return None, None
    _, number, deal = best
    return parts[number], deal if values is not None else _offered(ranked, parts[number], deal)


def _offered(ranked: Ranked, part: Record, deal: str | None) -> str | None:
    """Where nothing tells the wanted deal types apart, the first that the part is offered for."""
    asked, catalog = ranked.branch.asked, ranked.homes.columns.catalog
    if asked.deal_want is None or len(asked.deals) < 2:
        return deal
    has = catalog.wants[asked.deal_want].has
    for each, passes in ranked.passing.items():
        field = fields(catalog).get(has.get(str(each), ""))
        if passes is None and field is not None and read_number(part, field, catalog, each) is not None:
            return each
    return deal


def _basis(ranked: Ranked, part: Record | None, deal: str | None) -> str:
    """Where the number of the shown part comes from."""
    wish = next((w for w in ranked.wishes.values() if isinstance(w, NearWish)), None)
    if wish is None or part is None:
        return MISSING
    target = wish.targets.get(deal)
    if target is None:  # a deal type whose amounts nobody asked about, beside one that was
        return MISSING
    catalog = ranked.homes.columns.catalog
    field = fields(catalog).get(target.reads)
    return (read_based(part, field, catalog, deal)[1] if field is not None else None) or MISSING


def _unknown(
    branch: Branch,
    catalog: Catalog,
    document: Record,
    part: Record | None,
    deal: str | None,
    distance: float | None,
) -> tuple[str, ...]:
    """The wants that were asked and whose value this home (with this part) does not have, in catalog
    order."""
    known, asked = fields(catalog), branch.asked
    found: set[str] = set()
    if asked.radius_want is not None and _is_lost(branch, document, distance):
        found.add(asked.radius_want)
    if asked.deal_want is not None and asked.deal_asked:
        field = known.get(catalog.wants[asked.deal_want].has.get(str(deal), ""))
        if part is None or field is None or read_number(part, field, catalog, deal) is None:
            found.add(asked.deal_want)
    for condition in asked.conditions:
        if not applies(condition, deal) and part is not None:
            continue
        if condition.from_places:
            missing = distance is None
        elif reads_part(condition, catalog):
            missing = part is None or read_number(part, known[condition.reads], catalog, deal) is None
        else:
            missing = read_number(document, known[condition.reads], catalog, deal) is None
        if missing:
            found.add(condition.want)
    return tuple(want for want in catalog.wants if want in found)


def _is_lost(branch: Branch, document: Record, distance: float | None) -> bool:
    """Whether nobody knows if the home is where it was asked to be."""
    if branch.area is not None:
        return any(not document.get(name) for name in branch.area.terms)
    return branch.asked.radius_m is not None and distance is None
