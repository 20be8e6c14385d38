"""The logarithm of a count, up to a cap."""

import math

import numpy as np

from engine.catalog.bounds import Bound
from engine.score.factors import Homes, Kind, Numbers, Passing, Scored, single
from engine.score.query import Server, Term, absent, all_of, firsts, within, worth
from engine.score.wishes import CappedLog


def capped_log(wish: CappedLog, homes: Homes, passing: Passing) -> Scored:
    """A count's logarithm up to the cap; negative counts count as 0."""
    number = homes.numbers(wish.reads)
    known, unit = ~np.isnan(number), _unit(wish)
    raw = np.log1p(np.maximum(number, 0.0))
    is_full = number >= wish.cap
    value = np.where(is_full, 1.0, np.minimum(raw * unit, 1.0))

    is_known = bool(known.all())

    def points(share: float) -> Numbers:
        below = np.where(is_full, single(share), single(share * unit) * raw)
        return below if is_known else np.where(known, below, single(share * wish.unknown))

    if is_known:
        return Scored(values=value, points=points)
    return Scored(values=np.where(known, value, wish.unknown), known=known, points=points)


def capped_log_query(wish: CappedLog, share: float, server: Server) -> Term:
    """The natural logarithm below the cap, with the weight that makes it 1 there; the weight itself from the
    cap on."""
    sources = server.sources(wish.reads, None)
    unsure = share * wish.unknown
    functions = [worth(unsure, absent(sources))] if unsure > 0.0 else []
    for source, first in firsts(sources):
        below = within(source, Bound(low=0.0, high=float(wish.cap), open_high=True))
        full = within(source, Bound(low=float(wish.cap)))
        logarithm = {"field_value_factor": {"field": source, "modifier": "ln1p", "missing": 0}}
        functions.append(worth(share * _unit(wish), all_of([first, below]), logarithm))
        functions.append(worth(share, all_of([first, full])))
    return Term(functions=tuple(functions))


def _unit(wish: CappedLog) -> float:
    return 1.0 / math.log1p(wish.cap)


CAPPED_LOG = Kind(name="capped_log", values=capped_log, query=capped_log_query)
