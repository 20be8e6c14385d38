"""A request as the body of an Elasticsearch query: pure, without scripts, and no number of a profile in it
that the profile does not hold.

    {query: {bool: {filter: hard wants, must: the home's own factors, should: each factor over parts}},
     sort: [_score, id], …}
"""

from collections.abc import Iterator, Mapping, Sequence

from engine.config.revision import Revision
from engine.errors import InputInvalid, Problem
from engine.score.profile import CompiledFactor, profile_of
from engine.score.query import Json, scored
from engine.score.registry import query
from engine.score.wishes import Wish, wish_of
from engine.search.branches import Branch, Wishes, read_wishes
from engine.search.gates_query import GateQueries
from engine.search.geo import Point, centre
from engine.search.request import SearchRequest
from engine.search.reserved import DOCUMENT, ID

_WINDOW = 10_000
"""The most hits that servers give in one page by default."""


def compile_query(
    request: SearchRequest,
    revision: Revision,
    *,
    wishes: Wishes | None = None,
    after: Sequence[object] | None = None,
    size: int | None = None,
) -> Json:
    """The search body whose hits are the request's homes in order, each with its score.

    `wishes` are the request's own unless relaxing has moved them; `after` are the sort values of the last
    hit of the page before; `size` is the request's limit unless said.
    Raises InputInvalid for a request that the catalog does not understand, ConfigError for a profile or
    filter that has no query form.
    """
    wishes = wishes if wishes is not None else read_wishes(request, revision)
    middle = centre(request.places)
    branches = [_branch(request, branch, wishes, revision, middle) for branch in wishes.branches]
    body: Json = {
        "query": branches[0] if len(branches) == 1 else {"dis_max": {"queries": branches}},
        "sort": [{"_score": "desc"}, {ID: "asc"}],
        "track_total_hits": True,
        "size": _page_size(request.limit if size is None else size),
        "_source": [DOCUMENT],
    }
    return body if after is None else {**body, "search_after": list(after)}


def compile_counts(
    request: SearchRequest, revision: Revision, cases: Mapping[str, tuple[Wishes, str | None]]
) -> Json:
    """The body that counts homes and fetches none: for each named case the homes that its wishes admit, the
    want beside them left out. The counts are `aggregations.cases.buckets.NAME.doc_count`."""
    middle = centre(request.places)
    filters = {name: _admits(wishes, without, revision, middle) for name, (wishes, without) in cases.items()}
    return {
        "size": 0,
        "track_total_hits": False,
        "aggs": {"cases": {"filters": {"filters": filters}}},
    }


def hard_wants(request: SearchRequest, wishes: Wishes, revision: Revision) -> tuple[str, ...]:
    """The wants that a home must meet in one of the branches, in catalog order."""
    middle = centre(request.places)
    found = {
        want
        for branch in wishes.branches
        for want in GateQueries(branch, wishes, revision.catalog, middle).wants
    }
    return tuple(want for want in revision.catalog.wants if want in found)


def residual(wishes: Wishes, revision: Revision) -> tuple[str, ...]:
    """The names of the filters whose conditions no query can say: they are evaluated after fetching."""
    if not any(each.also for each in wishes.filters):
        return ()
    branches = [GateQueries(branch, wishes, revision.catalog, None) for branch in wishes.branches]
    return tuple(each.name for each in wishes.filters if any(each.name in b.residual for b in branches))


def counted_weights(request: SearchRequest, wishes: Wishes, revision: Revision) -> float:
    """The weights / 100 of the factors that count for the request, of the branch where most do."""
    return max(
        sum(factor.weight for factor, _ in _factors(request, branch, revision)) / 100
        for branch in wishes.branches
    )


def _factors(
    request: SearchRequest, branch: Branch, revision: Revision
) -> Iterator[tuple[CompiledFactor, Wish]]:
    """The profile's factors that are about something that was asked, with what they wish."""
    has_places = bool(request.places) and branch.has_distance
    for factor in profile_of(revision, request.profile or revision.pack.profile).factors:
        wish = wish_of(factor, branch.asked, revision.catalog, today=request.today, has_places=has_places)
        if wish is not None:
            yield factor, wish


def _branch(
    request: SearchRequest, branch: Branch, wishes: Wishes, revision: Revision, middle: Point | None
) -> Json:
    """One branch's homes with their scores."""
    gates = GateQueries(branch, wishes, revision.catalog, middle)
    terms = [
        query(factor.kind, wish, factor.weight / 100, gates)
        for factor, wish in _factors(request, branch, revision)
    ]
    own = scored([function for term in terms for function in term.functions])
    clauses = [clause for term in terms for clause in term.clauses]
    body: Json = {"filter": gates.filters(), "must": [own], "should": clauses}
    return {"bool": {key: each for key, each in body.items() if each}}


def _admits(wishes: Wishes, without: str | None, revision: Revision, middle: Point | None) -> Json:
    branches: list[Json] = [
        {"bool": {"filter": GateQueries(branch, wishes, revision.catalog, middle).filters(without)}}
        for branch in wishes.branches
    ]
    if len(branches) == 1:
        return branches[0]
    return {"bool": {"should": branches, "minimum_should_match": 1}}


def _page_size(size: int) -> int:
    if size > _WINDOW:
        message = f"limit is {size:,}, and a server gives at most {_WINDOW:,} homes in one answer"
        raise InputInvalid(Problem(code="DOC008", message=message, path="/limit", hint=f"limit: {_WINDOW}"))
    return size
