"""A written place name as the body of a search: script-free, and every number of it comes from the tool's
YAML or from the spellings in the index.
"""

from collections.abc import Sequence

from engine.places.alike import ALIKE
from engine.places.fuzzy import fewest_shared
from engine.places.jamo import has_initials, initials, plain
from engine.places.match import Boosts, How, Reading, Wanted
from engine.score.query import Json, all_of, any_of
from engine.search.places_mapping import NAMES, ORDER, PLACE, grams

_SHOWN = [PLACE, "rank", *(f"{NAMES}.{field}" for field in ("key", "quality", "shown", "source"))]


def compile_places_query(wanted: Wanted, boosts: Boosts, *, size: int, apart: bool = False) -> Json:
    """The places with that name, with it as a part of theirs, or with it in their address or lines: each
    scored by the first of these ways, whose name it carries. `apart` looks for the words of the name one by
    one, wherever they stand in a place's name.
    """
    ways: list[tuple[How, Json, Json]] = [
        ("exact", *_exact(wanted.exact, boosts.exact)),
        ("partial", *_partial(wanted, boosts.partial, apart=apart)),
        ("address", *_address(wanted.key, boosts.address)),
    ]
    found, earlier = list[Json](), list[Json]()
    for how, admits, scores in ways:
        found.append({"bool": {"must": [scores], "must_not": list(earlier), "_name": how}})
        earlier.append(admits)
    return _body({"dis_max": {"queries": found}}, size)


def compile_alike_query(key: str, boost: float, *, edits: int | None, size: int) -> Json:
    """The places whose initials these are, or of whose name at most so many jamo differ: those that share the
    most jamo in a row come first."""
    if has_initials(key):
        only = _nested({"term": {f"{NAMES}.initials": initials(key)}})
        return _body({"constant_score": {"filter": only, "boost": boost}}, size)
    every = grams(key)
    each = boost / len(every)
    shared: list[Json] = [
        {"constant_score": {"filter": {"term": {f"{NAMES}.jamo": gram}}, "boost": each}} for gram in every
    ]
    least = fewest_shared(key, len(every), ALIKE, edits)
    return _body(_nested({"bool": {"should": shared, "minimum_should_match": least}}, "max"), size)


def _body(query: Json, size: int) -> Json:
    return {
        "query": query,
        "sort": [{"_score": "desc"}, {ORDER: "asc"}],
        "track_scores": True,
        "track_total_hits": False,
        "size": size,
        "_source": _SHOWN,
    }


def _exact(readings: Sequence[Reading], boost: float) -> tuple[Json, Json]:
    """Which places have one of the keys, and how much each of them counts."""
    admitted, scored = list[Json](), list[Json]()
    for reading in readings:
        key: Json = {"term": {f"{NAMES}.key": reading.key}}
        factor = {"field": f"{NAMES}.quality", "factor": boost * reading.share, "missing": 0}
        functions: list[Json] = [{"field_value_factor": factor}]
        if reading.more:
            functions.append({"weight": boost * reading.more})
        kind: list[Json] = [{"term": {"kind": reading.kind}}] if reading.kind is not None else []
        score = _nested(_function_score(key, functions, boost), "max")
        admitted.append(all_of([*kind, _nested(key)]))
        scored.append({"bool": {"filter": kind, "must": [score]}})
    return any_of(admitted), {"dis_max": {"queries": scored}}


def _partial(wanted: Wanted, boost: float, *, apart: bool) -> tuple[Json, Json]:
    parts = [key for word in wanted.tokens if (key := plain(word))] if apart else [wanted.key]
    has = all_of([{"prefix": {f"{NAMES}.tails": part}} for part in parts])
    share = _share(f"{NAMES}.length", len(wanted.key), boost)
    return _nested(has), _nested(_function_score(has, [share], boost), "max")


def _address(key: str, boost: float) -> tuple[Json, Json]:
    line: Json = {"term": {"lines": key}}
    has: Json = {"prefix": {"address.tails": key}}
    share = _share("address.length", len(key), boost)
    scored: list[Json] = [
        {"constant_score": {"filter": line, "boost": boost}},
        _function_score(has, [share], boost),
    ]
    return any_of([line, has]), {"dis_max": {"queries": scored}}


def _share(length: str, letters: int, boost: float) -> Json:
    """The boost times the share of its letters that were written."""
    factor = 1 / (boost * letters)
    return {"field_value_factor": {"field": length, "factor": factor, "modifier": "reciprocal", "missing": 1}}


def _function_score(query: Json, functions: Sequence[Json], most: float) -> Json:
    return {
        "function_score": {
            "query": {"bool": {"filter": [query]}},
            "functions": list(functions),
            "score_mode": "sum",
            "boost_mode": "replace",
            "max_boost": most,
        }
    }


def _nested(query: Json, score_mode: str = "none") -> Json:
    return {"nested": {"path": NAMES, "score_mode": score_mode, "query": query}}
