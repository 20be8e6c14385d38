"""A server in memory that reads the filters of what it is asked, and pages and counts as the real ones do.

It scores every home alike and best, so that what is made of its hits is worked out from their documents.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.config.revision import Revision
from engine.score.query import Json
from engine.search.mapping import indexed
from tests.filters.server import matches

BEST = 1.0


class Memory:
    """Homes of a pack; `asked` are the bodies in their order. Places are not understood."""

    def __init__(self, homes: list[dict[str, Any]], revision: Revision) -> None:
        made = [indexed(home, revision.catalog) for home in homes]
        self.documents = sorted(made, key=lambda document: document["id"])
        self.asked: list[Json] = []

    async def search(self, body: Json, index: str | None = None) -> Mapping[str, Any]:
        self.asked.append(body)
        if "aggs" in body:
            cases = body["aggs"]["cases"]["filters"]["filters"]
            counts = {name: {"doc_count": len(self._found(query))} for name, query in cases.items()}
            return {"aggregations": {"cases": {"buckets": counts}}}
        found = self._found(body["query"])
        by_score = len(body["sort"]) == 2
        behind = body["search_after"][-1] if "search_after" in body else ""
        page = [document for document in found if document["id"] > behind][: body["size"]]
        hits = [
            {
                "_id": document["id"], "_index": "homes-1", "_source": {"doc": document["doc"]},
                "_score": BEST if by_score else None,
                "sort": [*([BEST] if by_score else []), document["id"]],
            }
            for document in page
        ]  # fmt: skip
        return {"hits": {"total": {"value": len(found)}, "hits": hits}}

    def _found(self, query: Json) -> list[dict[str, Any]]:
        return [each for each in self.documents if any(matches(f, each) for f in _filters(query))]


def _filters(query: Json) -> Iterator[Json]:
    """The filters of a query without what it scores by: one of each of its branches."""
    if "dis_max" in query:
        for each in query["dis_max"]["queries"]:
            yield from _filters(each)
    elif "bool" in query and "must" in query["bool"]:
        yield {"bool": {"filter": query["bool"].get("filter", [])}}
    else:
        yield query
