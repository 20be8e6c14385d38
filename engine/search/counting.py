"""How many homes a server's index has for the conditions of a request, each left out in turn, and for the
steps of relaxing: the same figures as in memory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.config.revision import Revision
from engine.errors import Problem, Unavailable
from engine.search.branches import Wishes
from engine.search.columns import Columns
from engine.search.compile import compile_counts, compile_documents, hard_wants, residual
from engine.search.embedded import Admission, look
from engine.search.failures import object_in
from engine.search.geo import centre
from engine.search.request import ConditionPrice, SearchRequest
from engine.search.reserved import DOCUMENT
from engine.search.transport import Transport, count_of, hits_of

Case = tuple[Wishes, str | None]
"""Wishes, and the want that is left out of them."""
UNCOUNTED = "SEARCH022"
_MOST_FETCHED = 2_000
"""Where a filter is evaluated after fetching: a case of more homes than that is not counted."""
_PAGE = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many homes each case admits; of those in `at_most` only that there are no more."""

    found: Mapping[str, int]
    at_most: frozenset[str] = frozenset()

    def exactly(self, name: str) -> int | None:
        """The homes of that case; None where they were not counted."""
        return None if name in self.at_most else self.found.get(name)


def cases_of(request: SearchRequest, steps: Sequence[Wishes], revision: Revision) -> dict[str, Case]:
    """What has to be counted to tell of each of these wishes how many homes they admit, and how many without
    each hard want."""
    found: dict[str, Case] = {}
    for number, wishes in enumerate(steps):
        found[_name(number)] = (wishes, None)
        found |= {_name(number, want): (wishes, want) for want in hard_wants(request, wishes, revision)}
    return found


def admitted(counts: Counts, number: int) -> int | None:
    """How many homes the wishes of that number admit; None where they were not counted."""
    return counts.exactly(_name(number))


def at_most(counts: Counts, number: int) -> int:
    """How many homes the wishes of that number admit at most."""
    return counts.found[_name(number)]


def prices_of(counts: Counts, number: int, wants: Sequence[str]) -> tuple[ConditionPrice, ...]:
    """The price of each of these wants that was counted, in their order."""
    counted = {want: counts.exactly(_name(number, want)) for want in wants}
    return tuple(ConditionPrice(want=want, without=n) for want, n in counted.items() if n is not None)


def uncounted(counts: Counts, number: int, wants: Sequence[str]) -> Problem | None:
    """What is said of the wants whose price was not counted; None when all were."""
    left = [want for want in wants if counts.exactly(_name(number, want)) is None]
    if not left:
        return None
    message = (
        f"how many homes there would be without {', '.join(left)} was not counted: a filter is evaluated "
        f"after fetching, and of more than {_MOST_FETCHED:,} homes"
    )
    hint = "write the filter's condition so that the server can evaluate it"
    return Problem(code=UNCOUNTED, message=message, hint=hint, severity="warning")


async def count(
    request: SearchRequest, cases: Mapping[str, Case], revision: Revision, server: Transport
) -> Counts:
    """The homes of each case: by the server, and where it cannot say a filter by looking at the homes that
    it finds, once for all cases."""
    if not cases:
        return Counts(found={})
    response = await server.search(compile_counts(request, revision, cases))
    buckets = object_in(object_in(object_in(response, "aggregations"), "cases"), "buckets")
    told = {name: count_of(object_in(buckets, name).get("doc_count")) for name in cases}
    if not any(residual(wishes, revision) for wishes, _ in cases.values()):
        return Counts(found=told)
    few = {name: case for name, case in cases.items() if told[name] <= _MOST_FETCHED}
    homes = await _fetched(request, _widest(few), revision, server) if few else []
    if homes is None:
        return Counts(found=told, at_most=frozenset(told))
    looked = _looked(request, few, Columns.build(homes, revision))
    return Counts(found={**told, **looked}, at_most=frozenset(told.keys() - few.keys()))


def _widest(cases: Mapping[str, Case]) -> dict[str, Case]:
    """Of the cases that leave out the same want the last: each step of relaxing admits what the one before
    does. A server takes no query of very many clauses."""
    last = {without: name for name, (_, without) in cases.items()}
    return {name: cases[name] for name in last.values()}


def _looked(request: SearchRequest, cases: Mapping[str, Case], columns: Columns) -> dict[str, int]:
    """How many of these homes each case admits."""
    middle = centre(request.places)
    admissions: dict[int, Admission] = {}
    found: dict[str, int] = {}
    with np.errstate(over="ignore"):
        for name, (wishes, without) in cases.items():
            if id(wishes) not in admissions:
                admissions[id(wishes)] = look(columns, middle, wishes, all_homes=True)
            found[name] = int(np.count_nonzero(admissions[id(wishes)].passing(without)))
    return found


async def _fetched(
    request: SearchRequest, cases: Mapping[str, Case], revision: Revision, server: Transport
) -> list[Mapping[str, Any]] | None:
    """Every home that the server admits in one of the cases; None when there are too many, or when the server
    is lost."""
    homes: list[Mapping[str, Any]] = []
    after: Sequence[object] | None = None
    index: str | None = None
    while len(homes) <= _MOST_FETCHED:
        body = compile_documents(request, revision, cases, after=after, size=_PAGE)
        try:
            page = hits_of(await server.search(body, index), scored=False)
        except Unavailable:
            return None
        homes += [hit["_source"][DOCUMENT] for hit in page]
        if len(page) < _PAGE:
            return homes
        after, index = page[-1]["sort"], page[-1]["_index"]
    return None


def _name(number: int, without: str | None = None) -> str:
    return f"{number}" if without is None else f"{number} without {without}"
