"""A request as the body of an Elasticsearch query: pure, without scripts, and no number of a profile in it
that the profile does not hold.

    {query: {bool: {filter: hard wants, must: the home's own factors, should: each factor over parts}},
     sort: [_score, id], …}
"""

from collections.abc import Mapping, Sequence

import numpy as np

from engine.config.revision import Revision
from engine.score.profile import CompiledFactor
from engine.score.query import Json, Term, any_of, scored
from engine.score.registry import query
from engine.score.wishes import CappedLog, TermBonus, Wish
from engine.search.branches import Wishes, read_wishes
from engine.search.gates_query import GateQueries
from engine.search.geo import centre
from engine.search.request import SearchRequest
from engine.search.reserved import DOCUMENT, ID
from engine.search.wished import wished


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
    hit of the page before; `size` is the request's limit unless said. The pieces that no request changes are
    shared by the bodies: read a body, and change only a deep copy of it.
    Raises InputInvalid for a request that the catalog does not understand, ConfigError for a profile or
    filter that has no query form.
    """
    wishes = wishes if wishes is not None else read_wishes(request, revision)
    branches = [_branch(request, gates, revision) for gates in _gates(request, wishes, revision)]
    body: Json = {
        "query": branches[0] if len(branches) == 1 else {"dis_max": {"queries": branches}},
        "sort": [{"_score": "desc"}, {ID: "asc"}],
        "track_total_hits": True,
        "size": request.limit if size is None else size,
        "_source": [DOCUMENT],
    }
    return body if after is None else {**body, "search_after": list(after)}


def compile_one(body: Json, identity: str) -> Json:
    """The compiled query asked about one home alone: its hit, with its score, where it is found."""
    query = {"bool": {"must": [body["query"]], "filter": [{"term": {ID: identity}}]}}
    return {**body, "query": query, "size": 1}


def compile_before(body: Json, identity: str, score: float) -> tuple[Json, Json, Json]:
    """Three bodies that count homes and fetch none, of those that the compiled query finds: the homes with a
    better score; and of the homes whose id is smaller, those with a better score, and those with one as good.
    """
    one_up = float(np.nextafter(np.float32(score), np.float32(np.inf)))
    smaller = {"bool": {"must": [body["query"]], "filter": [{"range": {ID: {"lt": identity}}}]}}

    def counting(query: object, least: float) -> Json:
        return {"query": query, "min_score": least, "size": 0, "track_total_hits": True}

    return counting(body["query"], one_up), counting(smaller, one_up), counting(smaller, score)


def compile_counts(
    request: SearchRequest, revision: Revision, cases: Mapping[str, tuple[Wishes, str | None]]
) -> Json:
    """The body that counts homes and fetches none: for each named case the homes that its wishes admit, the
    want beside them left out. The counts are `aggregations.cases.buckets.NAME.doc_count`."""
    return {
        "size": 0,
        "track_total_hits": False,
        "aggs": {"cases": {"filters": {"filters": _filters(request, revision, cases)}}},
    }


def compile_documents(
    request: SearchRequest,
    revision: Revision,
    cases: Mapping[str, tuple[Wishes, str | None]],
    *,
    after: Sequence[object] | None,
    size: int,
) -> Json:
    """The body that fetches, by id and without scores, every document that one of the cases admits."""
    body: Json = {
        "query": {"bool": {"filter": [any_of(list(_filters(request, revision, cases).values()))]}},
        "sort": [{ID: "asc"}],
        "track_total_hits": False,
        "size": size,
        "_source": [DOCUMENT],
    }
    return body if after is None else {**body, "search_after": list(after)}


def hard_wants(request: SearchRequest, wishes: Wishes, revision: Revision) -> tuple[str, ...]:
    """The wants that a home must meet in one of the branches, in catalog order."""
    found = {want for gates in _gates(request, wishes, revision) for want in gates.wants}
    return tuple(want for want in revision.catalog.wants if want in found)


def residual(wishes: Wishes, revision: Revision) -> Mapping[str, str]:
    """The filters of which a condition is evaluated after fetching, since no query can say it: the first such
    condition of each, and why."""
    if not any(each.also for each in wishes.filters):
        return {}
    gates = [GateQueries(branch, wishes, revision.catalog, None) for branch in wishes.branches]
    told = {name: why for each in reversed(gates) for name, why in each.residual.items()}
    return {each.name: told[each.name] for each in wishes.filters if each.name in told}


def counted_weights(request: SearchRequest, wishes: Wishes, revision: Revision) -> float:
    """The weights / 100 of the factors that count for the request, of the branch where most do."""
    return max(
        sum(factor.weight for factor, _ in wished(request, branch, revision)) / 100
        for branch in wishes.branches
    )


def _branch(request: SearchRequest, gates: GateQueries, revision: Revision) -> Json:
    """One branch's homes with their scores."""
    own: list[Json] = []
    clauses: list[Json] = []
    for factor, wish in wished(request, gates.branch, revision):
        term = _term(factor, wish, gates)
        own += term.functions
        clauses += term.clauses
    filters = gates.filters()
    body: Json = {"filter": filters} if filters else {}
    body["must"] = [scored(own)]
    if clauses:
        body["should"] = clauses
    return {"bool": body}


def _term(factor: CompiledFactor, wish: Wish, gates: GateQueries) -> Term:
    """What a factor adds to the query; a wish that is the same for many requests keeps it."""
    share = factor.weight / 100
    kept = wish.terms if isinstance(wish, (TermBonus, CappedLog)) else None
    if kept is None:
        return query(factor.kind, wish, share, gates)
    term = kept.get((share, gates.deals))
    if term is None:
        term = kept[share, gates.deals] = query(factor.kind, wish, share, gates)
    return term


def _gates(request: SearchRequest, wishes: Wishes, revision: Revision) -> list[GateQueries]:
    middle = centre(request.places)
    return [GateQueries(branch, wishes, revision.catalog, middle) for branch in wishes.branches]


def _filters(
    request: SearchRequest, revision: Revision, cases: Mapping[str, tuple[Wishes, str | None]]
) -> dict[str, Json]:
    """The filter of each case."""
    gates = {id(wishes): _gates(request, wishes, revision) for wishes, _ in cases.values()}
    return {name: _admits(gates[id(wishes)], without) for name, (wishes, without) in cases.items()}


def _admits(gates: Sequence[GateQueries], without: str | None) -> Json:
    branches: list[Json] = [{"bool": {"filter": each.filters(without)}} for each in gates]
    if len(branches) == 1:
        return branches[0]
    return {"bool": {"should": branches, "minimum_should_match": 1}}
