"""Ranking in memory: time at three sizes and two radii, bytes of columns, and the ratio to plain Python.

The ratio to real servers is measured beside them, in one run, by `servers`.
"""

import math
import random
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bench.clock import best_seconds
from engine.config.revision import Revision
from engine.runtime.revision import load
from engine.search.columns import Columns
from engine.search.embedded import rank
from engine.search.geo import Point, distance_m, on_grid
from engine.search.request import SearchPlace, SearchRequest

Home = dict[str, Any]
_SIZES = (1_000, 10_000, 50_000)
_RADII_KM = (3.0, 10.0)
_MOST_BYTES = 20_000_000
_PLACE = SearchPlace(name="centre", lat=37.56, lon=126.98)
_PARAMS = {"priceMin": 60_000, "priceMax": 150_000, "areaMin": 20, "areaMax": 39}
_SIGMA_M, _CAP, _NEW = 1200.0, 50, 2020


def measure() -> Iterator[dict[str, object]]:
    """One figure for each size and radius, then memory and the ratios."""
    revision = load(Path(__file__).resolve().parent.parent)
    for size in _SIZES:
        homes = list(homes_of(size))
        started = time.perf_counter()
        columns = Columns.build(homes, revision)
        built = time.perf_counter() - started
        yield _figure(f"build columns of {size:,} complexes (s)", built)
        if size == _SIZES[-1]:
            yield _figure(
                f"bytes of columns at {size:,}", columns.nbytes, _MOST_BYTES, columns.nbytes <= _MOST_BYTES
            )
        for radius in _RADII_KM:
            yield from _race(revision, homes, columns, radius)


def _race(
    revision: Revision, homes: list[Home], columns: Columns, radius: float
) -> Iterator[dict[str, object]]:
    request = SearchRequest(places=(_PLACE,), radius_km=radius, params=_PARAMS)
    label = f"{len(homes):,} at {radius:g} km"
    result = rank(request, columns, revision)
    milliseconds = best_seconds(lambda: rank(request, columns, revision), 60) * 1000
    yield _figure(f"rank {label}, {result.total:,} hits (ms)", milliseconds)
    if len(homes) == _SIZES[-1]:
        whole = best_seconds(lambda: len(rank(request, columns, revision).conditions), 5)
        yield _figure(f"rank {label} with the price of each condition (ms)", whole * 1000)
    started = time.perf_counter()
    plain = _plain(homes, radius)
    seconds = time.perf_counter() - started
    same = [hit.id for hit in result.hits] == [identity for _, identity in plain[: len(result.hits)]]
    ratio = seconds * 1000 / milliseconds
    target = 10 if len(homes) == _SIZES[-1] else None
    yield _figure(
        f"rank {label}: faster than plain Python by (same ids: {same})", ratio, target,
        None if target is None else same and ratio >= target,
    )  # fmt: skip


def _plain(homes: list[Home], radius: float) -> list[tuple[float, str]]:
    """The default profile over plain dictionaries, every home looked at: (-score, id) in order."""
    origin, found = Point(_PLACE.lat, _PLACE.lon), list[tuple[float, str]]()
    aim = (_PARAMS["priceMin"] + _PARAMS["priceMax"]) / 2
    for home in homes:
        metres = distance_m(origin, on_grid(Point(home["location"]["lat"], home["location"]["lon"])))
        if metres > radius * 1000:
            continue
        best, share = -1.0, 0
        for plan in home["floor_plans"]:
            inside = _PARAMS["areaMin"] <= plan["area"] < _PARAMS["areaMax"] + 1
            share += inside
            price = plan["asking"]["DEAL"] or plan["traded"]["DEAL"]
            if inside and price and _PARAMS["priceMin"] <= price <= _PARAMS["priceMax"]:
                best = max(best, math.exp(-0.5 * ((price - aim) / (0.3 * aim)) ** 2))
        if best < 0:
            continue
        score = 0.35 * math.exp(-0.5 * (metres / _SIGMA_M) ** 2) + 0.35 * best
        score += 0.15 * share / len(home["floor_plans"]) + 0.05 * (home["built_year"] >= _NEW)
        score += 0.1 * min(1.0, math.log1p(home["listing_count"]) / math.log1p(_CAP))
        found.append((-score, home["complex_id"]))
    return sorted(found)


def homes_of(size: int) -> Iterator[Home]:
    """Complexes of four floor plans each, the same at every call."""
    draw = random.Random(7)  # noqa: S311 - repeatable figures, no secret
    for number in range(size):
        yield {
            "complex_id": f"c{number:06d}",
            "name": f"c{number}",
            "location": {"lat": draw.uniform(37.42, 37.70), "lon": draw.uniform(126.80, 127.18)},
            "households": draw.randint(50, 3000),
            "built_year": draw.randint(1975, 2025),
            "listing_count": draw.randint(0, 80),
            "station_m": round(draw.uniform(50, 2000), 1),
            "floor_plans": [_plan(draw, letter) for letter in "ABCD"],
        }


def requests_of(count: int) -> Iterator[SearchRequest]:
    """Requests for a place, a price and a size, none like another, the same at every call."""
    draw = random.Random(11)  # noqa: S311 - repeatable figures, no secret
    for _ in range(count):
        low, area = draw.randint(50_000, 200_000), draw.randint(15, 35)
        latitude, longitude = draw.uniform(37.45, 37.67), draw.uniform(126.84, 127.14)
        yield SearchRequest(
            places=(SearchPlace(name="centre", lat=latitude, lon=longitude),),
            radius_km=_RADII_KM[0],
            params={"priceMin": low, "priceMax": low * 2, "areaMin": area, "areaMax": area + 15},
        )


def _plan(draw: random.Random, letter: str) -> Mapping[str, Any]:
    own = round(draw.uniform(25, 140), 2)
    price = draw.randint(40_000, 400_000)
    return {
        "plan_id": letter,
        "area_m2": own,
        "area": own * 1.35 * 121 / 400,
        "rooms": draw.randint(1, 5),
        "asking": {"DEAL": price if draw.random() < 0.5 else 0, "LEASE": price // 2},
        "traded": {"DEAL": price - 1000, "LEASE": price // 2},
        "deposit": draw.randint(0, 20_000),
        "monthly": draw.randint(30, 300),
    }


def _figure(
    metric: str, value: float, target: float | None = None, ok: bool | None = None
) -> dict[str, object]:
    return {"bench": "ranking", "metric": metric, "value": value, "target": target, "ok": ok}
