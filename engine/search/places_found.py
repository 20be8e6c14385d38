"""Places found by a server's index, as the index in memory gives them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from engine.places.alike import ALIKE
from engine.places.distance import Point
from engine.places.fuzzy import alike
from engine.places.index import PlaceIndex
from engine.places.jamo import fits_initials, has_initials, plain
from engine.places.match import Boosts, How, Match, Wanted, order
from engine.places.place import Place
from engine.score.query import Json
from engine.search.failures import ServerFailed, not_ours, object_in, object_of, unreadable
from engine.search.places_mapping import NAMES, PARTS_OF_NAMES, PLACE
from engine.search.places_query import compile_alike_query, compile_places_query
from engine.search.transport import Transport

_PAGE = 100
"""So many places are looked at, those that come first where nothing helps to choose."""
_WAYS: tuple[How, ...] = ("exact", "partial", "address")


async def places_on_server(
    text: str,
    index: PlaceIndex,
    server: Transport,
    *,
    near: Point | str | None = None,
    limit: int = 5,
    edits: int | None = None,
) -> tuple[Match, ...]:
    """The places that the text may name, the best first, as `PlaceIndex.lookup`.

    `index` reads the text: its words, what is a hint among them and the words that may be left out. Raises
    Unavailable as `server` does.
    """
    wanted = index.read(text, near=near)
    if wanted is None:
        return ()
    boosts, size = index.boosts, max(limit, _PAGE)
    found = _ranked(await server.search(compile_places_query(wanted, boosts, size=size)), wanted, boosts)
    if len(wanted.tokens) > 1 and not any(match.how == "partial" for match in found):
        body = compile_places_query(wanted, boosts, size=size, apart=True)
        found = _ranked(await server.search(body), wanted, boosts)
    if not found:
        body = compile_alike_query(wanted.key, boosts.ngram, edits=edits, size=size)
        found = _alike(await server.search(body), wanted, boosts, edits)
    return tuple(found[:limit])


def _ranked(response: Mapping[str, Any], wanted: Wanted, boosts: Boosts) -> list[Match]:
    """The places of a page, each by the way the server found it; equals in the order that the hints give."""
    found: list[tuple[Match, int]] = []
    for hit in _hits(response):
        told = cast("Sequence[object]", hit.get("matched_queries") or ())
        how: How | None = next((way for way in _WAYS if way in told), None)
        if how is None:
            raise ServerFailed(unreadable("a place does not say how it was found"))
        source = hit["_source"]
        place = _place(source)
        quality, shown = _fit(how, place, source, wanted)
        # a server's score has 24 bits: worked out anew, equals tie as in memory
        found.append((Match(place, boosts.score(how, quality), how, shown), source["rank"]))
    return _in_order(found, wanted)


def _alike(response: Mapping[str, Any], wanted: Wanted, boosts: Boosts, most: int | None) -> list[Match]:
    """The places of a page whose name is meant: what shares jamo is looked at letter by letter."""
    found: list[tuple[Match, int]] = []
    for hit in _hits(response):
        source = hit["_source"]
        best = max(_likenesses(source, wanted.key, most), default=(0.0, ""))
        if best[0]:
            match = Match(_place(source), boosts.score("ngram", best[0]), "ngram", best[1])
            found.append((match, source["rank"]))
    return _in_order(found, wanted)


def _likenesses(source: Json, key: str, most: int | None) -> Iterator[tuple[float, str]]:
    is_short = has_initials(key)
    for name in source[NAMES]:
        if is_short:
            yield float(name["source"] != "alias" and fits_initials(key, name["key"])), name["shown"]
        else:
            yield alike(key, name["key"], ALIKE, most) * name["quality"], name["shown"]


def _fit(how: How, place: Place, source: Json, wanted: Wanted) -> tuple[float, str]:
    """How well the name, line or address fits that was found, and itself."""
    names: Sequence[Json] = source[NAMES]
    if how == "exact":
        return max(
            (reading.quality(name["quality"]), name["shown"])
            for name in names
            for reading in wanted.exact
            if reading.key == name["key"] and reading.kind in (None, place.kind)
        )
    size = len(wanted.key)
    if how == "partial":
        whole = [name for name in names if name["source"] not in PARTS_OF_NAMES]
        having = [name for name in whole if wanted.key in name["key"]] or [
            name for name in whole if all(plain(word) in name["key"] for word in wanted.tokens)
        ]
        return max((min(1.0, size / len(name["key"])), name["shown"]) for name in having)
    line = next((line for line in place.lines if plain(line) == wanted.key), None)
    return (1.0, line) if line is not None else (size / len(plain(place.address)), place.address)


def _in_order(found: Sequence[tuple[Match, int]], wanted: Wanted) -> list[Match]:
    first = sorted(found, key=lambda each: (-each[0].score, *order(each[0].place, each[1], wanted.hints)))
    return [match for match, _ in first]


def _place(source: Json) -> Place:
    held: Json = dict(object_in(source, PLACE))
    held |= {name: tuple(held[name]) for name in ("lines", "aliases")}
    return Place(**held)


def _hits(response: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The hits of a page; raises ServerFailed (SEARCH008) for what no build of places put there."""
    hits = cast("Sequence[object]", object_in(response, "hits").get("hits"))
    if not all(PLACE in object_in(hit, "_source") for hit in hits):
        raise ServerFailed(not_ours("a hit is no place"))
    return [object_of(hit) for hit in hits]
