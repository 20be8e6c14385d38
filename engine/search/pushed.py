"""The conditions in CEL of the filters in a server's language: the twin of `predicates`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.config.catalog import Catalog
from engine.config.filter import Filter
from engine.filters.predicate import Sources, predicates_of
from engine.score.query import Json, all_of
from engine.search.branches import Branch


@dataclass(frozen=True, slots=True, kw_only=True)
class Pushed:
    """What the server is asked: filters of homes, and for each wanted deal type the filter of parts (None =
    all of them). `joins` says whether a condition is about one part; `residual` names the filters of which
    something is left to evaluate after fetching, and says why."""

    homes: tuple[Json, ...]
    parts: Mapping[str | None, Json | None]
    joins: bool
    residual: Mapping[str, str]


def pushed(filters: Iterable[Filter], branch: Branch, catalog: Catalog, sources: Sources) -> Pushed:
    """The conditions of these filters for one branch; of a `&&` each term is pushed down by itself."""
    homes: list[Json] = []
    parts: dict[str | None, list[Json]] = {deal: [] for deal in branch.deals}
    residual: dict[str, str] = {}
    joins = False
    for each in filters:
        for term in (term for whole in predicates_of(each, catalog) for term in whole.conjuncts):
            joins = joins or term.reads_part
            for deal in branch.deals if term.reads_part else (None,):
                found = term.query(sources, branch.bindings, deal)
                if found is None:
                    why = term.why_residual(sources, branch.bindings, deal)
                    residual.setdefault(each.name, f"{term.source}: {why}")
                elif term.reads_part:
                    parts[deal].append(found)
                else:
                    homes.append(found)
    return Pushed(
        homes=tuple(homes),
        parts={deal: all_of(found) if found else None for deal, found in parts.items()},
        joins=joins,
        residual=residual,
    )
