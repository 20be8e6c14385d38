"""The server's backend: the same answers as the embedded one, for an index beyond one machine.

The server filters, scores and sorts by the compiled query. What a hit says (floor plan, breakdown, what is
unknown) and the filters that no query can say are worked out from the documents of the page, by the code of
the embedded backend: it also looks over what the server found.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from engine.config.revision import Revision
from engine.errors import Problem, Unavailable
from engine.search.agreement import built_otherwise, disagrees
from engine.search.branches import Wishes, read_wishes
from engine.search.columns import Columns
from engine.search.compile import (
    compile_before,
    compile_one,
    compile_query,
    counted_weights,
    hard_wants,
    residual,
)
from engine.search.counting import UNCOUNTED, admitted, at_most, cases_of, count, prices_of, uncounted
from engine.search.embedded import judge
from engine.search.failures import ServerFailed, several_indices
from engine.search.relax import ladder, relax
from engine.search.request import WINDOW, Hit, Relaxed, SearchRequest, SearchResult, Standing
from engine.search.reserved import DOCUMENT
from engine.search.transport import Transport, both, hits_of, total_of

_TOLERANCE = 1e-6
_MOST_PAGES = 20
_LARGEST_PAGE = 1_000
_SMALLEST_PAGE = 50
"""Where homes may drop out after they were fetched, a page is at least this long."""


@dataclass(slots=True, kw_only=True)
class _Found:
    """What paging has brought. `total` counts what the server admits, `refused` those of them that the
    filters after fetching did not; with `is_whole` every home was looked at. `index` is where they are."""

    hits: list[Hit] = field(default_factory=list[Hit])
    total: int = 0
    refused: int = 0
    is_whole: bool = False
    index: str | None = None
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
    _, result = await _ranked(request, revision, server)
    return result


async def _ranked(
    request: SearchRequest, revision: Revision, server: Transport
) -> tuple[Wishes, SearchResult]:
    """The wishes as they hold in the end, and what was found."""
    wishes = read_wishes(request, revision)
    left = residual(wishes, revision)
    found, counts = await both(
        _find(request, wishes, left, revision, server),
        count(request, cases_of(request, [wishes], revision), revision, server),
    )
    total, number = admitted(counts, 0), 0
    total = found.remaining if total is None else total
    relaxed: tuple[Relaxed, ...] = ()
    policy = revision.relax
    if request.relax and policy is not None and total < policy.fewer_than:
        steps = list(ladder(wishes, policy, revision.catalog))
        counted = await count(request, cases_of(request, steps, revision), revision, server)
        moved = [(step, at_most(counted, n)) for n, step in enumerate(steps)]
        settled, relaxed = relax(wishes, total, moved, policy, revision.catalog)
        if settled is not wishes:
            wishes, counts, number = settled, counted, steps.index(settled)
            found = await _find(request, wishes, left, revision, server)
            total = admitted(counts, number)
            total = found.remaining if total is None else total
    wants = hard_wants(request, wishes, revision)
    told = uncounted(counts, number, wants), await built_otherwise(found.index, revision.catalog, server)
    return wishes, SearchResult(
        hits=tuple(found.hits),
        score_of=counted_weights(request, wishes, revision),
        total=total,
        relaxed=relaxed,
        conditions=prices_of(counts, number, wants),
        not_checked=wishes.hull.asked.not_checked,
        notices=(*found.notices, *(notice for notice in told if notice is not None)),
        query=partial(compile_query, request, revision, wishes=wishes),
    )


async def standing_on_server(
    identity: str, request: SearchRequest, revision: Revision, server: Transport
) -> Standing:
    """Where one home stands among those that the server finds: only it and counts are asked for.

    Where a filter is evaluated after fetching, the first pages are looked through instead; a home behind
    them has no place. Raises as `rank_on_server`.
    """
    left = residual(read_wishes(request, revision), revision)
    asked = replace(request, limit=WINDOW if left else 1)
    wishes, result = await _ranked(asked, revision, server)
    notices = tuple(each for each in result.notices if each.code != UNCOUNTED)  # no price is shown
    told = Standing(rank=None, of=result.total, notices=notices)
    if left:
        place = next((n for n, hit in enumerate(result.hits, start=1) if hit.id == identity), None)
        return replace(told, rank=place)
    body = compile_query(asked, revision, wishes=wishes)
    hits = hits_of(await server.search(compile_one(body, identity)))
    if not hits:
        return told
    score = float(hits[0]["_score"])
    better, smaller_and_better, smaller = [
        total_of(await server.search(each)) for each in compile_before(body, identity, score)
    ]
    return replace(told, rank=1 + better + smaller - smaller_and_better)


async def _find(
    request: SearchRequest, wishes: Wishes, left: Mapping[str, str], revision: Revision, server: Transport
) -> _Found:
    """The first homes, up to the limit, that the server finds and the embedded code admits. Where the index
    was replaced and deleted between two pages, the pages begin again in the new one."""
    try:
        return await _pages(request, wishes, left, revision, server)
    except _Replaced:
        return await _pages(request, wishes, left, revision, server)


class _Replaced(Unavailable):
    """The index that the first page came from is gone, and the alias points at another one."""


async def _pages(
    request: SearchRequest, wishes: Wishes, left: Mapping[str, str], revision: Revision, server: Transport
) -> _Found:
    """The homes of one index, page by page. Raises _Replaced where it is gone by a later page."""
    found, wanted = _Found(), request.limit
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
            if isinstance(error, ServerFailed) and error.kind == "no_index":
                raise _Replaced(*error.problems) from None
            found.notices += error.problems
            break
        page = hits_of(response)
        if len({hit["_index"] for hit in page}) > 1:
            raise ServerFailed(several_indices())
        if after is None:
            found.total = total_of(response)
            found.index = str(page[0]["_index"]) if page else None
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


def _differs(identity: str, how: str) -> Problem:
    return disagrees(f"the home {identity} {how}: the index was built by other rules or from other documents")


def _stopped(left: Mapping[str, str], found: _Found) -> Problem:
    refusing = f"{', '.join(left)} are evaluated after fetching ({'; '.join(left.values())})"
    seen = f"of the first {found.refused + len(found.hits):,} homes {len(found.hits)} passed"
    message = f"the filters {refusing}, and {seen}: the rest was not looked at"
    hint = "write the condition so that the server can evaluate it"
    return Problem(code="SEARCH021", message=message, hint=hint, severity="warning")
