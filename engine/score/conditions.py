"""Conditions of factors as filters: of one record, and of a home whose parts are records too."""

from collections.abc import Callable, Sequence

from engine.catalog.wants import Condition
from engine.score.factors import applies
from engine.score.query import Json, Server, all_of, any_of


def split(
    conditions: Sequence[Condition], is_part: Callable[[str], bool]
) -> tuple[list[Condition], list[Condition]]:
    """The conditions on parts, and those on the home itself."""
    inner = [c for c in conditions if is_part(c.reads)]
    return inner, [c for c in conditions if not is_part(c.reads)]


def met(conditions: Sequence[Condition], server: Server) -> Json:
    """Passes a record that meets every condition, for one of the deal types."""
    return all_of([any_of([server.meets(c, deal) for deal in _deals(c, server)]) for c in conditions])


def told(conditions: Sequence[Condition], server: Server) -> Json:
    """Passes a record in which every condition's value is known, for one of the deal types."""
    return all_of([any_of([server.known(c, deal) for deal in _deals(c, server)]) for c in conditions])


def home_met(inner: Sequence[Condition], outer: Sequence[Condition], server: Server) -> Json:
    """Passes a home that meets the outer conditions and has a part that meets the inner ones."""
    return all_of([met(outer, server), *([server.nested(met(inner, server))] if inner else [])])


def home_told(inner: Sequence[Condition], outer: Sequence[Condition], server: Server) -> Json:
    """Passes a home whose own values are known, and those of one of its parts."""
    return all_of([told(outer, server), *([server.nested(told(inner, server))] if inner else [])])


def _deals(condition: Condition, server: Server) -> Sequence[str | None]:
    if not condition.deals:
        return server.deals
    return [deal for deal in server.deals if applies(condition, deal)] or [None]
