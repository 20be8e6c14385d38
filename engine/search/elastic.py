"""The server's backend: the same answers as the embedded one, for an index beyond one machine.

The server filters, scores and sorts by the compiled query. What a hit says (floor plan, breakdown, what is
unknown) and the filters that no query can say are worked out from the documents of the page, by the code of
the embedded backend: it also looks over what the server found.
"""

import asyncio
import math
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar, cast

from engine.config.relax import Relax
from engine.config.revision import Revision
from engine.errors import Problem, Unavailable
from engine.score.query import Json
from engine.search.branches import Wishes, read_wishes
from engine.search.columns import Columns
from engine.search.compile import compile_counts, compile_query, counted_weights, hard_wants, residual
from engine.search.embedded import judge
from engine.search.failures import ServerFailed, object_in, object_of, unreadable
from engine.search.relax import ladder, relax
from engine.search.request import ConditionPrice, Hit, Relaxed, SearchRequest, SearchResult
from engine.search.reserved import DOCUMENT, ID

_First = TypeVar("_First")
_Second = TypeVar("_Second")
_TOLERANCE = 1e-6
_MOST_PAGES = 20
_LARGEST_PAGE = 1_000
_SMALLEST_PAGE = 50
"""Where homes may drop out after they were fetched, a page is at least this long."""


class Transport(Protocol):
    """How bodies reach the pack's index; raises Unavailable (SEARCH…) when they do not."""

    async def search(self, body: Json, index: str | None = None) -> Mapping[str, Any]:
        """The response to a search in the pack's index, or in the index of that name."""
        ...


@dataclass(slots=True, kw_only=True)
class _Found:
    """What paging has brought. `total` counts what the server admits, `refused` those of them that the
    filters after fetching did not; with `is_whole` every home was looked at."""

    hits: list[Hit] = field(default_factory=list[Hit])
    total: int = 0
    refused: int = 0
    is_whole: bool = False
    notices: list[Problem] = field(default_factory=list[Problem])

    def is_settled(self, wanted: int, least: float) -> bool:
        """Whether homes that the server scores `least` at most, further on in its order, cannot come before
        the wanted ones."""
        scores = sorted((hit.score for hit in self.hits), reverse=True)[:wanted]
        return len(scores) == wanted and (not scores or scores[-1] >= least - _TOLERANCE)

    @property
    def remaining(self) -> int:
        """How many homes there are; at most so many while not every home was looked at."""
        return self.total - self.refused


async def rank_on_server(request: SearchRequest, revision: Revision, server: Transport) -> SearchResult:
    """The best homes of the server's index for the request; see `embedded.rank`.

    `dropped` stays empty: a server does not name what it leaves out. Raises InputInvalid and ConfigError as
    `compile_query` does, Unavailable when the server does not answer.
    """
    asked = wishes = read_wishes(request, revision)
    found, prices = await _both(
        _find(request, wishes, revision, server, request.limit),
        _conditions(request, wishes, revision, server),
    )
    relaxed: tuple[Relaxed, ...] = ()
    policy = revision.relax
    if request.relax and policy is not None and found.remaining < policy.fewer_than:
        steps = list(ladder(wishes, policy, revision.catalog))
        counts = await _counts(request, steps, policy, revision, server)
        moved = zip(steps, counts, strict=False)
        wishes, relaxed = relax(wishes, found.remaining, moved, policy, revision.catalog)
        if wishes is not asked:
            found, prices = await _both(
                _find(request, wishes, revision, server, request.limit),
                _conditions(request, wishes, revision, server),
            )
    return SearchResult(
        hits=tuple(found.hits),
        score_of=counted_weights(request, wishes, revision),
        total=found.remaining,
        relaxed=relaxed,
        conditions=prices,
        not_checked=wishes.hull.asked.not_checked,
        notices=tuple(found.notices),
    )


async def _find(
    request: SearchRequest, wishes: Wishes, revision: Revision, server: Transport, wanted: int
) -> _Found:
    """The first `wanted` homes that the server finds and the embedded code admits, page by page."""
    left = residual(wishes, revision)
    found = _Found()
    size = min(max(2 * wanted, _SMALLEST_PAGE), _LARGEST_PAGE) if left else wanted
    after: Sequence[object] | None = None
    index: str | None = None
    is_settled = False
    for _ in range(_MOST_PAGES):
        body = compile_query(request, revision, wishes=wishes, after=after, size=size)
        try:
            response = await server.search(body, index)
        except Unavailable as error:
            if after is None:
                raise
            found.notices += error.problems
            break
        page = _page(response)
        if after is None:
            found.total = _number(object_in(object_in(response, "hits"), "total").get("value"))
        _take(page, request, wishes, revision, found, expected=not left)
        found.is_whole = len(page) < body["size"]
        is_settled = found.is_whole or not left or found.is_settled(wanted, float(page[-1]["_score"]))
        if is_settled:
            break
        # later pages come from the index of the first, whatever the alias says by then
        after, index = page[-1]["sort"], page[-1]["_index"]
    if not is_settled:
        found.notices.append(_stopped(left, found))
    found.hits.sort(key=lambda hit: (-hit.score, hit.id))
    del found.hits[wanted:]
    return found


def _take(
    page: Sequence[Mapping[str, Any]],
    request: SearchRequest,
    wishes: Wishes,
    revision: Revision,
    found: _Found,
    *,
    expected: bool,
) -> None:
    """Add the page's homes with what the embedded code says of each; note where the two disagree."""
    columns = Columns.build((hit["_source"][DOCUMENT] for hit in page), revision)
    judged = judge(request, wishes, columns, revision)
    for hit in page:
        mine, score = judged.get(hit["_id"]), float(hit["_score"])
        if mine is None:
            found.refused += 1
            if expected:
                found.notices.append(_differs(hit["_id"], "is admitted by the server alone"))
            continue
        if not expected:  # the server may have scored a floor plan that does not pass: never too low
            found.hits.append(mine)
            continue
        if abs(mine.score - score) > _TOLERANCE:
            found.notices.append(_differs(hit["_id"], f"has the score {score}, and {mine.score} embedded"))
        found.hits.append(replace(mine, score=score))


async def _counts(
    request: SearchRequest, steps: Sequence[Wishes], policy: Relax, revision: Revision, server: Transport
) -> Sequence[int]:
    """How many homes each step of relaxing admits, up to the first that is enough."""
    if steps and residual(steps[0], revision):
        found: list[int] = []
        for wishes in steps:
            found.append((await _find(request, wishes, revision, server, policy.fewer_than)).remaining)
            if found[-1] >= policy.fewer_than:
                break
        return found
    counts = await _counted(
        request, {str(n): (wishes, None) for n, wishes in enumerate(steps)}, revision, server
    )
    return [counts[str(n)] for n in range(len(steps))]


async def _conditions(
    request: SearchRequest, wishes: Wishes, revision: Revision, server: Transport
) -> tuple[ConditionPrice, ...]:
    """How many homes there would be without each hard want, in catalog order."""
    asked = hard_wants(request, wishes, revision)
    counts = await _counted(request, {want: (wishes, want) for want in asked}, revision, server)
    return tuple(ConditionPrice(want=want, without=counts[want]) for want in asked)


async def _counted(
    request: SearchRequest,
    cases: Mapping[str, tuple[Wishes, str | None]],
    revision: Revision,
    server: Transport,
) -> Mapping[str, int]:
    if not cases:
        return {}
    response = await server.search(compile_counts(request, revision, cases))
    buckets = object_in(object_in(object_in(response, "aggregations"), "cases"), "buckets")
    return {name: _number(object_in(buckets, name).get("doc_count")) for name in cases}


async def _both(
    first: Coroutine[Any, Any, _First], second: Coroutine[Any, Any, _Second]
) -> tuple[_First, _Second]:
    """What the two give, side by side; when one fails the other has ended before the error goes on."""
    tasks = asyncio.ensure_future(first), asyncio.ensure_future(second)
    try:
        return await asyncio.gather(*tasks)
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise


def _page(response: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The hits, each with its id, document and a score that is a number; raises ServerFailed (SEARCH008)."""
    hits = cast("Sequence[object]", object_in(response, "hits").get("hits"))
    for hit in hits:
        told = object_of(hit)
        score = told.get("_score")
        if not isinstance(score, int | float) or not math.isfinite(score):
            raise ServerFailed(unreadable("a score is no number"))
        if DOCUMENT not in object_in(told, "_source") or not isinstance(told.get("_id"), str):
            raise ServerFailed(unreadable("a hit has no document: the index was not built by rulewright"))
    return cast("Sequence[Mapping[str, Any]]", hits)


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise ServerFailed(unreadable("a count is no number"))
    return value


def _differs(identity: str, how: str) -> Problem:
    message = f"the home {identity} {how}: the index was built by other rules or from other documents"
    return Problem(code="SEARCH020", message=message, hint="rulewright index build", severity="warning")


def _stopped(left: Sequence[str], found: _Found) -> Problem:
    message = (
        f"the filters {', '.join(left)} are evaluated after fetching, and of the first "
        f"{found.refused + len(found.hits):,} homes {len(found.hits)} passed: the rest was not looked at"
    )
    hint = "write the condition so that the server can evaluate it"
    return Problem(code="SEARCH021", message=message, hint=hint, severity="warning")


async def document_on_server(identity: str, server: Transport) -> Mapping[str, object] | None:
    """The document of that id, or None when the index has none."""
    body: Json = {"query": {"term": {ID: identity}}, "size": 1, "_source": [DOCUMENT]}
    hits = (await server.search(body))["hits"]["hits"]
    return hits[0]["_source"][DOCUMENT] if hits else None
