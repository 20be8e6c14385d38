"""How near a home is: to the places, or in a number to what the customer asked."""

import numpy as np
from numpy.typing import NDArray

from engine.errors import ConfigError, Problem
from engine.score.curves import Decay
from engine.score.factors import Homes, Kind, Mask, Numbers, Passing, Scored, all_unknown, single
from engine.score.query import (
    ALL,
    Json,
    Server,
    Term,
    absent,
    all_of,
    any_of,
    decayed,
    exists,
    firsts,
    none_of,
    scored,
    worth,
)
from engine.score.wishes import NearPlaces, NearWish, Target


def near_places(wish: NearPlaces, homes: Homes, passing: Passing) -> Scored:
    """Nearness to the centre of the places."""
    distance = homes.distance_m
    if distance is None:
        return all_unknown(wish.unknown, homes)
    return _filled(faded(wish.decay, distance), wish.unknown)


def near_places_query(wish: NearPlaces, share: float, server: Server) -> Term:
    """A geographical decay of the location; the unknown value where there is none."""
    point = server.point
    if point is None:
        return Term(functions=tuple(_constant(share * wish.unknown, ALL)))
    field, centre = point
    curve = worth(share, exists(field), decayed(wish.decay, field, dict(centre), "m"))
    return Term(functions=(curve, *_constant(share * wish.unknown, absent((field,)))))


def near_wish(wish: NearWish, homes: Homes, passing: Passing) -> Scored:
    """Nearness to what was asked; of a home's parts that pass the hard conditions the best one counts.

    A part without the value, and a home without a part that passes, are worth the unknown value.
    """
    nearest: list[Numbers] = []
    blank, some = np.zeros(homes.count, dtype=np.bool_), np.zeros(homes.count, dtype=np.bool_)
    known: Mask | None = None
    parts: dict[str | None, Numbers] = {}
    for deal, passes in passing.items():
        target = wish.targets.get(deal)
        if target is None or homes.is_part(target.reads):
            value, told = _part_values(target, wish.unknown, homes, deal, passes)
            parts[deal] = value
            mine = homes.best(value if told is None else np.where(told, value, -1.0))
            unsure = None if told is None else homes.some(~told & (value >= 0.0))
            some |= mine >= 0.0
        else:
            mine = _near(target, homes, deal, None)
            unsure = np.isnan(mine)
            mine[unsure] = -1.0
            known = ~unsure if known is None else known | ~unsure
            some[:] = True
        nearest.append(mine)
        if unsure is not None:
            blank, some = blank | unsure, some | unsure
    blank |= ~some
    sure = nearest[0] if len(nearest) == 1 else np.maximum.reduce(nearest)
    is_clause = bool(parts) or len(passing) > 1
    if not blank.any():
        return Scored(values=sure, known=known, parts=parts, is_clause=is_clause)
    values = np.where(blank, np.maximum(sure, wish.unknown), sure)

    def points(share: float) -> Numbers:
        told = np.where(sure < 0.0, -1.0, single(share) * sure)
        return np.where(blank, np.maximum(told, single(share * wish.unknown)), told)

    return Scored(values=values, known=known, parts=parts, points=points, is_clause=is_clause)


def near_wish_query(wish: NearWish, share: float, server: Server) -> Term:
    """For each deal type disjoint decays: of the first field that a part has, of the next, and the unknown
    value; the best part of a home counts."""
    outer: list[list[Json]] = []
    inner: list[tuple[str | None, Target | None, Json]] = []
    for deal in server.deals:
        target = wish.targets.get(deal)
        if target is None or server.is_part(target.reads):
            inner.append((deal, target, server.passing(deal) or ALL))
        else:
            outer.append(_functions(target, wish.unknown, share, server, deal))
    if len(outer) == 1 and not inner:
        return Term(functions=tuple(outer[0]))
    queries = [scored(functions) for functions in outer]
    if inner:
        some, several = any_of([passes for _, _, passes in inner]), len(inner) > 1
        functions: list[Json] = []
        for deal, target, passes in inner:
            functions += _functions(target, wish.unknown, share, server, deal, passes if several else ALL)
        queries.append(server.nested(scored(functions, some, "max"), "max"))
        unsure = share * wish.unknown
        if unsure > 0.0 and not outer and not server.requires_part:
            queries.append(scored([worth(unsure, ALL)], none_of([server.nested(some)])))
    return Term(clauses=(queries[0] if len(queries) == 1 else {"dis_max": {"queries": queries}},))


def faded(decay: Decay, distance: Numbers) -> Numbers:
    """`Decay.value` for an array; NaN stays NaN."""
    excess = np.maximum(distance - decay.offset, 0.0) if decay.offset else distance
    parameter = decay.parameter
    if decay.curve == "gauss":
        return np.exp(0.5 * (excess * excess) / parameter)
    if decay.curve == "exp":
        return np.exp(parameter * excess)
    return np.maximum((parameter - excess) / parameter, 0.0)


def _part_values(
    target: Target | None, unknown: float, homes: Homes, deal: str | None, passes: Mask | None
) -> tuple[Numbers, Mask | None]:
    """The values of the parts that pass, -1 for the others, and which of them are known (None = all)."""
    count = int(homes.part_counts.sum())
    if target is None:
        value = np.full(count, unknown) if passes is None else np.where(passes, unknown, -1.0)
        return value, np.zeros(count, dtype=np.bool_)
    if passes is None:
        value = _near(target, homes, deal, None)
    else:
        value, chosen = np.full(count, -1.0), passes.nonzero()[0]
        value[chosen] = _near(target, homes, deal, chosen)
    absent = np.isnan(value)
    if not absent.any():
        return value, None
    value[absent] = unknown
    return value, ~absent


def _near(target: Target, homes: Homes, deal: str | None, chosen: NDArray[np.int64] | None) -> Numbers:
    """How near the homes or parts are to the aim, all of them or the chosen ones; NaN where unknown."""
    if target.from_places and homes.distance_m is not None:
        values = homes.distance_m
    else:
        values = homes.numbers(target.reads, deal)
    gap = np.abs((values if chosen is None else values[chosen]) - target.aim)
    return faded(target.decay, gap)


def _filled(values: Numbers, unknown: float) -> Scored:
    absent = np.isnan(values)
    if not absent.any():
        return Scored(values=values)
    values[absent] = unknown
    return Scored(values=values, known=~absent)


def _functions(
    target: Target | None, unknown: float, share: float, server: Server, deal: str | None, passes: Json = ALL
) -> list[Json]:
    """The functions of one deal type for the records that pass."""
    if target is None:
        return _constant(share * unknown, passes)
    if target.from_places and server.point is not None:
        message = "a distance to the places that is best at an aim has no query form"
        raise ConfigError(
            Problem(code="SCORE013", message=message, hint="near: places, or backend: embedded")
        )
    sources, unsure = server.sources(target.reads, deal), share * unknown
    given = [] if passes is ALL else [passes]
    found = [
        worth(share, all_of([*given, first]), decayed(target.decay, source, target.aim))
        for source, first in firsts(sources)
    ]
    if unsure > 0.0:
        found.append(worth(unsure, all_of([*given, absent(sources)])))
    return found


def _constant(points: float, condition: Json) -> list[Json]:
    return [worth(points, condition)] if points > 0.0 else []


NEAR_PLACES = Kind(name="near_places", values=near_places, query=near_places_query)
NEAR_WISH = Kind(name="near_wish", values=near_wish, query=near_wish_query)
