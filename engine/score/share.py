"""Which share of a home is what the customer asked for."""

import numpy as np

from engine.score.conditions import home_told, met, split
from engine.score.factors import Homes, Kind, Passing, Scored, both, known_only, meets, single
from engine.score.query import ALL, Json, Server, Term, none_of, scored, worth
from engine.score.wishes import ShareInWish


def share_in_wish(wish: ShareInWish, homes: Homes, passing: Passing) -> Scored:
    """The share of the home's parts inside the wanted range, each counting the same when shares are
    unknown."""
    inner, outer = split(wish.conditions, homes.is_part)
    gate, told = meets(outer, homes, tuple(passing)) if outer else (np.ones(homes.count, np.bool_), None)
    if not inner:
        return known_only(gate.astype(np.float64), told, wish.unknown)
    inside, readable = meets(inner, homes, tuple(passing))
    shares = np.where(inside, homes.part_shares, 0.0)
    known = both(homes.part_counts > 0 if readable is None else homes.some(readable), told)

    def points(share: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        each = (single(share) * shares).astype(np.float32).astype(np.float64)
        return np.where(known, homes.sums(each) * gate, single(share * wish.unknown))

    value = np.where(known, np.minimum(homes.sums(shares), 1.0) * gate, wish.unknown)
    return Scored(values=value, known=known, points=points, is_clause=True)


def share_in_wish_query(wish: ShareInWish, share: float, server: Server) -> Term:
    """The shares of the parts that meet the conditions, added up; where only the home itself is asked about,
    all or nothing."""
    inner, outer = split(wish.conditions, server.is_part)
    unsure = share * wish.unknown
    unknown = none_of([home_told(inner, outer, server)]) if unsure > 0.0 else None
    if not inner:
        rest = [worth(unsure, unknown)] if unknown is not None else []
        return Term(functions=(worth(share, met(outer, server)), *rest))
    own: Json = {"field_value_factor": {"field": server.share_field, "factor": 1, "missing": 0}}
    clause = server.nested(scored([worth(share, ALL, own)], met(inner, server)), "sum")
    if outer:
        clause = {"bool": {"filter": [met(outer, server)], "must": [clause]}}
    rest = [scored([worth(unsure, ALL)], unknown)] if unknown is not None else []
    return Term(clauses=(clause, *rest))


SHARE_IN_WISH = Kind(name="share_in_wish", values=share_in_wish, query=share_in_wish_query)
