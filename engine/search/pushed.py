"""The conditions in CEL of the filters in a server's language: the twin of `predicates`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.catalog.fields import once_per_catalog
from engine.config.catalog import Catalog
from engine.config.filter import Filter
from engine.filters.predicate import Predicate, Sources, predicates_of
from engine.score.query import Json, all_of
from engine.search.branches import Branch

_Written = tuple[Json | None, str]
"""The filter of a condition, or None and why it has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pushed:
    """What the server is asked: filters of homes, and for each wanted deal type the filter of parts (None =
    all of them). `joins` says whether a condition is about one part; `residual` names the filters of which
    something is left to evaluate after fetching, and says why."""

    homes: tuple[Json, ...]
    parts: Mapping[str | None, Json | None]
    joins: bool
    residual: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Term:
    """One term of a condition. `kept` is what it says by deal type, where it reads nothing of the request."""

    predicate: Predicate
    kept: dict[str | None, _Written] | None


def pushed(filters: Iterable[Filter], branch: Branch, catalog: Catalog, sources: Sources) -> Pushed:
    """The conditions of these filters for one branch; of a `&&` each term is pushed down by itself."""
    homes: list[Json] = []
    parts: dict[str | None, list[Json]] = {deal: [] for deal in branch.deals}
    residual: dict[str, str] = {}
    joins = False
    asked = [(each.name, term) for each in filters if each.also for term in _terms(each, catalog)]
    for name, term in asked:
        reads_part = term.predicate.reads_part
        joins = joins or reads_part
        for deal in branch.deals if reads_part else (None,):
            found, why = _written(term, branch, sources, deal)
            if found is None:
                residual.setdefault(name, f"{term.predicate.source}: {why}")
            elif reads_part:
                parts[deal].append(found)
            else:
                homes.append(found)
    return Pushed(
        homes=tuple(homes),
        parts={deal: all_of(found) if found else None for deal, found in parts.items()},
        joins=joins,
        residual=residual,
    )


def _written(term: _Term, branch: Branch, sources: Sources, deal: str | None) -> _Written:
    """What the term is for a deal type."""
    if term.kept is not None and deal in term.kept:
        return term.kept[deal]
    found = term.predicate.query(sources, branch.bindings, deal)
    why = term.predicate.why_residual(sources, branch.bindings, deal) if found is None else ""
    if term.kept is not None:
        term.kept[deal] = found, why
    return found, why


def _terms(each: Filter, catalog: Catalog) -> tuple[_Term, ...]:
    """The terms of the filter's conditions, made once for each catalog."""
    known = _known(catalog)
    if each.also not in known:
        terms = [term for whole in predicates_of(each, catalog) for term in whole.conjuncts]
        known[each.also] = tuple(_Term(predicate=term, kept=None if term.asks else {}) for term in terms)
    return known[each.also]


@once_per_catalog
def _known(catalog: Catalog) -> dict[tuple[str, ...], tuple[_Term, ...]]:
    return {}
