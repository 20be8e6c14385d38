"""What a server's index tells of its documents beside a ranking: some of them by id or name, the values that
they hold, the nearest to a point.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from engine.catalog.fields import read_point
from engine.catalog.wants import radius_want
from engine.config.catalog import Catalog
from engine.score.query import Json, all_of, exists
from engine.search.failures import ServerFailed, object_in, unreadable
from engine.search.geo import Point, centre, distance_m, on_grid
from engine.search.request import SearchPlace, Terms
from engine.search.reserved import DOCUMENT, ID, NAME
from engine.search.transport import Transport, hits_of, total_of

Record = Mapping[str, object]
_PAGE = 5_000
"""So many combinations of values are asked for at once."""
_MOST_NAMED = 100


async def documents_on(identities: Sequence[str], server: Transport) -> Mapping[str, Record]:
    """The documents that have one of these ids, by it."""
    if not identities:
        return {}
    query: Json = {"terms": {ID: list(identities)}}
    hits = hits_of(await server.search(_body(query, len(identities))), scored=False)
    found: dict[str, Record] = {hit["_id"]: hit["_source"][DOCUMENT] for hit in hits}
    return {each: found[each] for each in identities if each in found}


async def named_on(name: str, server: Transport) -> Sequence[str]:
    """The ids of the documents of that name, at most a hundred."""
    body = {**_body({"term": {NAME: name}}, _MOST_NAMED), "sort": [{ID: "asc"}]}
    return [hit["_id"] for hit in hits_of(await server.search(body), scored=False)]


async def told_on(names: Sequence[str], server: Transport) -> Sequence[tuple[str | None, ...]]:
    """The values of these text fields that documents hold together, each combination once."""
    if not names:
        return ()
    sources: list[Json] = [{name: {"terms": {"field": name, "missing_bucket": True}}} for name in names]
    found: list[tuple[str | None, ...]] = []
    after: Mapping[str, Any] | None = None
    while True:
        composite: Json = {"sources": sources, "size": _PAGE, **({"after": after} if after else {})}
        response = await server.search({"size": 0, "aggs": {"told": {"composite": composite}}})
        told = object_in(object_in(response, "aggregations"), "told")
        buckets = told.get("buckets")
        if not isinstance(buckets, list):
            raise ServerFailed(unreadable("values are no list"))
        keys = [object_in(bucket, "key") for bucket in cast("Sequence[object]", buckets)]
        found += [tuple(key.get(name) for name in names) for key in keys]
        after = object_in(told, "after_key")
        if not after or len(keys) < _PAGE:
            return found


async def nearest_on(
    places: Sequence[SearchPlace], catalog: Catalog, server: Transport
) -> tuple[str, float] | None:
    """Name and distance in metres of the home nearest to the places' centre; None when no home is located."""
    _, want = radius_want(catalog)
    middle = centre(places)
    if middle is None or want is None or want.reads is None:
        return None
    by_distance: Json = {want.reads: {"lat": middle.lat, "lon": middle.lon}, "order": "asc", "unit": "m"}
    body = {**_body(exists(want.reads), 1), "sort": [{"_geo_distance": by_distance}, {ID: "asc"}]}
    for hit in hits_of(await server.search(body), scored=False):
        document: Record = hit["_source"][DOCUMENT]
        point = read_point(document, want.reads)
        if point is not None:
            far = distance_m(middle, on_grid(Point(*point)))
            return str(document.get(catalog.name, hit["_id"])), far
    return None


async def is_bare_on(area: Terms, server: Transport) -> bool:
    """Whether no home of the index lies in the area."""
    query = all_of([{"terms": {name: list(values)}} for name, values in area.items()])
    return not total_of(await server.search({**_body(query, 0), "track_total_hits": True}))


def _body(query: Json, size: int) -> Json:
    return {"query": {"bool": {"filter": [query]}}, "size": size, "_source": [DOCUMENT]}
