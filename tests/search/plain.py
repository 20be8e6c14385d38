"""A slow ranker in plain Python: one home at a time, straight from the words of the design. The tests'
oracle."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.catalog.bounds import Bound
from engine.catalog.fields import fields, parts_of, read_based, read_number, read_point
from engine.catalog.wants import Asked, Condition, ask, parameters, want_parameters
from engine.config.revision import Revision
from engine.search.geo import Point, centre, distance_m, on_grid
from engine.search.request import SearchRequest

Doc = Mapping[str, Any]


@dataclass(frozen=True)
class PlainHit:
    id: str
    score: float
    plan: Any
    deal: str | None
    price_basis: str | None


def contains(bound: Bound, value: float) -> bool:
    """Whether a known value meets both ends."""
    if bound.low is not None and value < bound.low:
        return False
    return bound.high is None or (value < bound.high if bound.open_high else value <= bound.high)


def plain_rank(request: SearchRequest, documents: list[Doc], revision: Revision) -> list[PlainHit]:
    """Every home that meets the request, best first."""
    sets = [_merged(request.params, alternative, revision) for alternative in request.alternatives]
    found: list[PlainHit] = []
    for document in documents:
        of_branches = [_judge(request, params, document, revision) for params in sets or [request.params]]
        hits = [hit for hit in of_branches if hit is not None]
        if hits:
            found.append(max(hits, key=lambda hit: hit.score))
    return sorted(found, key=lambda hit: (-hit.score, hit.id))


def _merged(params: Mapping[str, Any], alternative: Mapping[str, Any], revision: Revision) -> dict[str, Any]:
    owner = parameters(revision.catalog)
    wants = {owner[name] for name in alternative}
    hidden = {p for want in wants for p in want_parameters(revision.catalog.wants[want])}
    return {k: v for k, v in params.items() if k not in hidden} | dict(alternative)


def _judge(
    request: SearchRequest, params: Mapping[str, Any], doc: Doc, revision: Revision
) -> PlainHit | None:
    catalog = revision.catalog
    asked = ask(
        params, catalog, today=request.today, has_places=bool(request.places), assumed=request.assumed
    )
    if request.radius_km is not None and request.places:
        asked = replace(asked, radius_m=request.radius_km * 1000)
    metres = _metres(request, doc)
    if asked.radius_m is not None and (metres is None or metres > asked.radius_m):
        return None
    hard = [] if request.filters is False else list(asked.conditions)
    if not all(_holds(c, doc, None, None, metres, revision) for c in hard if not _of_part(c, revision)):
        return None
    inner = [c for c in hard if _of_part(c, revision)]
    deals = asked.deals or (None,)
    must_have_deal = asked.deal_asked and request.filters is not False
    passing = [
        (number, plan, deal)
        for number, plan in enumerate(parts_of(doc, "floor_plans"))
        for deal in deals
        if (not must_have_deal or _offered(plan, deal, revision))
        and all(_holds(c, doc, plan, deal, metres, revision) for c in inner)
    ]
    if (inner or must_have_deal) and not passing:
        return None
    return _scored(request, asked, doc, passing, metres, revision)


def _metres(request: SearchRequest, doc: Doc) -> float | None:
    middle, point = centre(request.places), read_point(doc, "location")
    return None if middle is None or point is None else distance_m(middle, on_grid(Point(*point)))


def _of_part(condition: Condition, revision: Revision) -> bool:
    return not condition.from_places and fields(revision.catalog)[condition.reads].item is not None


def _holds(
    condition: Condition,
    doc: Doc,
    plan: Doc | None,
    deal: str | None,
    metres: float | None,
    revision: Revision,
) -> bool:
    if condition.deals and plan is not None and deal not in condition.deals:
        return True
    if condition.from_places:
        value = metres
    else:
        field = fields(revision.catalog)[condition.reads]
        value = read_number(doc if plan is None else plan, field, deal)
    if value is None:
        return condition.unknown == "keep_and_say"
    return contains(condition.bound, value)


def _offered(plan: Doc, deal: str | None, revision: Revision) -> bool:
    path = revision.catalog.wants["deal"].has[str(deal)]
    return read_number(plan, fields(revision.catalog)[path], deal) is not None


def _scored(
    request: SearchRequest, asked: Asked, doc: Doc, passing: list, metres: float | None, revision: Revision
) -> PlainHit:
    catalog, profile = revision.catalog, revision.profiles[request.profile or revision.pack.profile]
    total, shown, basis = 0.0, passing[0] if passing else None, None
    for name, weight in profile.weights.items():
        factor = profile.factors[name]
        if name == "distance":
            value = None
            if request.places:
                sigma = float(factor.gaussian.sigma.amount * 1000)
                value = factor.unknown if metres is None else math.exp(-0.5 * (metres / sigma) ** 2)
        elif name == "price":
            value = None
            wants = [w for w in factor.near if (c := asked.condition(w)) and _some_deal(c, asked)]
            if wants:
                value, shown, basis = _price(factor, asked, passing, catalog)
        elif name == "area":
            condition = asked.condition(factor.share_in)
            value = None if condition is None else _share(condition, doc, factor.unknown, catalog)
        elif name == "newness":
            year = read_number(doc, fields(catalog)["built_year"])
            least = next(t.sets["builtYearMin"] for t in revision.vocabulary.terms if t.name == factor.bonus)
            value = factor.unknown if year is None else float(year >= least)
        else:
            count = read_number(doc, fields(catalog)["listing_count"])
            cap = factor.log_up_to
            value = factor.unknown if count is None else min(1.0, math.log1p(max(count, 0)) / math.log1p(cap))
        if value is not None:
            total += float(np.float32(float(weight) / 100)) * value
    plan, deal = (shown[1].get("plan_id"), shown[2]) if shown else (None, None)
    return PlainHit(str(doc["complex_id"]), float(np.float32(total)), plan, deal, basis)


def _some_deal(condition: Condition, asked: Asked) -> bool:
    return not condition.deals or bool(set(condition.deals) & set(asked.deals))


def _price(factor: Any, asked: Asked, passing: list, catalog: Any) -> tuple[float, Any, str | None]:
    best: tuple[float, Any, str | None] | None = None
    for entry in passing:
        _, plan, deal = entry
        value, basis = factor.unknown, "unasked"
        condition = next(
            (c for w in factor.near if (c := asked.condition(w)) and (not c.deals or deal in c.deals)), None
        )
        if condition is not None:
            number, name = read_based(plan, fields(catalog)[condition.reads], deal)
            low, high = condition.written.low, condition.written.high
            if low is not None and high is not None:
                aim = (low + high) / 2
            elif low is not None:
                aim = low * float(factor.aim.at_least)
            else:
                aim = high * float(factor.aim.at_most)
            sigma = float(factor.gaussian.sigma.amount) / 100 * abs(aim) or 1e-6
            basis = name or "missing"
            if number is not None:
                value = math.exp(-0.5 * ((number - aim) / sigma) ** 2)
        if best is None or value > best[0]:
            best = (value, entry, basis)
    return best if best is not None else (factor.unknown, None, "missing")


def _share(condition: Condition, doc: Doc, unknown: float, catalog: Any) -> float:
    known = fields(catalog)
    plans = parts_of(doc, "floor_plans")
    areas = [read_number(plan, known[condition.reads]) for plan in plans]
    if all(area is None for area in areas):
        return unknown
    shares = [read_number(plan, known["floor_plans.share"]) for plan in plans]
    if any(share is None for share in shares):
        shares = [1 / len(plans)] * len(plans)
    return min(
        1.0,
        sum(s for a, s in zip(areas, shares, strict=True) if a is not None and contains(condition.bound, a)),
    )
