"""All or nothing for what a term of the vocabulary stands for."""

import numpy as np

from engine.score.conditions import home_met, home_told, split
from engine.score.factors import Homes, Kind, Mask, Passing, Scored, both, known_only, meets
from engine.score.query import Server, Term, none_of, worth
from engine.score.wishes import TermBonus


def term_bonus(wish: TermBonus, homes: Homes, passing: Passing) -> Scored:
    """All or nothing: the home (or one of its parts) meets what the term stands for."""
    inner, outer = split(wish.conditions, homes.is_part)
    value: Mask = np.ones(homes.count, dtype=np.bool_)
    known: Mask | None = None
    if outer:
        value, known = meets(outer, homes, tuple(passing))
    if inner:
        some, readable = meets(inner, homes, tuple(passing))
        value = value & homes.some(some)
        known = both(homes.part_counts > 0 if readable is None else homes.some(readable), known)
    if not wish.conditions:
        known = np.zeros(homes.count, dtype=np.bool_)
    return known_only(value.astype(np.float64), known, wish.unknown)


def term_bonus_query(wish: TermBonus, share: float, server: Server) -> Term:
    """The whole weight behind a filter; the unknown value behind its own."""
    inner, outer = split(wish.conditions, server.is_part)
    unsure = share * wish.unknown
    rest = [worth(unsure, none_of([home_told(inner, outer, server)]))] if unsure > 0.0 else []
    return Term(functions=(worth(share, home_met(inner, outer, server)), *rest))


TERM_BONUS = Kind(name="term_bonus", values=term_bonus, query=term_bonus_query)
