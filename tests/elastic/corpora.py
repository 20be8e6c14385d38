"""Homes with every kind of absent value, requests over them, and profiles of every curve; drawn by a seed.

The tests of both servers are held against one ranking of each request by the embedded backend.
"""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Any

from engine.config.revision import Revision
from engine.errors import InputInvalid
from engine.search.columns import Columns
from engine.search.embedded import rank
from engine.search.request import SearchPlace, SearchRequest, SearchResult
from tests.search.packs import edited

Home = dict[str, Any]
TODAY = date(2026, 1, 1)
CENTRE = (37.5, 127.03)
_CELL = 1 / 400
"""The sides of a cell of the embedded backend's grid in degrees."""
_STEPS = (180 / 2**32, 360 / 2**32)
"""The steps in which a server holds a location, in degrees."""
HOMES = 260
LIMIT = 60
DEALS = ("DEAL", "LEASE", "RENT")
_WEIGHTS = "weights: {distance: 35, price: 30, area: 15, newness: 10, listings: 10}"
_SET = "near: [price, monthly], aim: {between: middle, at_least: 150%, at_most: 90%}"
PROFILES = {
    "straight": f"""
{_WEIGHTS}
distance: {{near: places, linear: {{zero_at: 2.5km, offset: 150m}}, unknown: 0.2}}
price: {{{_SET}, exponential: {{half_at: 15%, offset: 5%}}, unknown: 0.3}}
area: {{share_in: area, unknown: 0.4}}
newness: {{bonus: 신축, unknown: 0.1}}
listings: {{log_up_to: 30, unknown: 0.25}}
""",
    "halving": f"""
{_WEIGHTS}
distance: {{near: places, exponential: {{half_at: 800m}}, unknown: 0.35}}
price: {{{_SET}, linear: {{zero_at: 60%}}, unknown: 0.05}}
area: {{share_in: [area, rooms], unknown: 0.5}}
newness: {{bonus: 신축, unknown: 0.9}}
listings: {{log_up_to: 7, unknown: 1}}
""",
    "own_fields": """
weights: {distance: 30, year: 20, size: 25, many: 12.5, listings: 12.5}
distance: {near: places, gaussian: {sigma: 700m, offset: 40m}, unknown: 0}
year:
  near: [built]
  aim: {between: middle, at_least: 100.3%, at_most: 99.8%}
  gaussian: {sigma: 0.4%}
  unknown: 0.2
size:
  near: [area, area_m2]
  aim: {between: middle, at_least: 110%, at_most: 95%}
  linear: {zero_at: 50%}
  unknown: 0.1
many:
  near: [households]
  aim: {between: middle, at_least: 200%, at_most: 60%}
  exponential: {half_at: 40%, offset: 10%}
  unknown: 0.15
listings: {log_up_to: 50, of: listing_count, unknown: 0}
""",
}  # fmt: skip
FILTERS = {
    "young": "also: ['doc.built_year != null && doc.built_year >= 1990']",
    "roomy": "also: ['plan.area == null || plan.area > 25.0']",
}
DENSE = "doc.households == null || doc.listing_count == null || doc.households > doc.listing_count * 4.0"
"""A condition that no query can say: homes are looked at after fetching."""


@lru_cache(maxsize=2)
def revision(*, dense: bool = False) -> Revision:
    """The property pack with the profiles and filters above besides its own, DENSE among them where it is
    asked for."""
    profiles = {
        f"scoring_profiles/{name}.yaml": f"kind: profile\nname: {name}\n{text}"
        for name, text in PROFILES.items()
    }
    filters = {
        f"rules/filters/{name}.yaml": f"kind: filter\nname: {name}\n{text}\n"
        for name, text in {**FILTERS, **({"dense": f"also: ['{DENSE}']"} if dense else {})}.items()
    }
    return edited(files=profiles | filters)


@dataclass(frozen=True, kw_only=True)
class Corpus:
    """Homes, requests over them, what the embedded backend says to each, and what the homes leave out."""

    homes: list[Home]
    requests: tuple[SearchRequest, ...]
    results: tuple[SearchResult, ...]
    absent: Mapping[str, int]


@lru_cache(maxsize=4)
def corpus(seed: int, wanted: int, *, relaxes: bool = False) -> Corpus:
    """`wanted` requests that the catalog understands over the homes of that seed; where they relax, DENSE
    holds for those that ask for every filter."""
    draw, rules = _Draw(seed), revision(dense=relaxes)
    homes = draw.homes()
    columns = Columns.build(homes, rules)
    requests: list[SearchRequest] = []
    results: list[SearchResult] = []
    while len(requests) < wanted:
        request = draw.request()
        if relaxes:
            radius = draw.random.choice([0.15, 0.3, 0.6, request.radius_km])
            request = replace(request, relax=draw.random.random() < 0.7, radius_km=radius, limit=8)
        try:
            results.append(rank(request, columns, rules))
        except InputInvalid:  # a range from high to low
            continue
        requests.append(request)
    return Corpus(homes=homes, requests=tuple(requests), results=tuple(results), absent=draw.absent)


class _Draw:
    """Draws homes and requests, and counts what it leaves out."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.absent: Counter[str] = Counter()

    def homes(self) -> list[Home]:
        """Some are copies of each other but for the id; ids are texts and numbers."""
        made = [self._home(number) for number in range(HOMES)]
        for copy in range(0, HOMES, 52):
            made[copy] = {**made[copy + 1], "complex_id": f"copy {copy}"}
            self.absent["a copy of another home"] += 1
        return made

    def request(self) -> SearchRequest:
        """One request; most have a place, some an area, alternatives or several deal types."""
        draw, params = self.random, dict[str, object]()

        def ask(name: str, value: object, chance: float) -> None:
            if draw.random() < chance:
                params[name] = value

        ask("priceMin", draw.randrange(50_000, 90_000, 500), 0.25)
        ask("priceMax", draw.choice([100_000, 110_000, draw.randrange(90_000, 160_000, 500)]), 0.5)
        ask("areaMin", draw.choice([24, 30]), 0.25)
        ask("areaMax", draw.choice([33, 39, 39.99]), 0.25)
        ask("areaM2Min", 59, 0.1)
        ask("roomCountMin", draw.randint(1, 3), 0.15)
        ask("builtYearMin", draw.choice([1995, 2019]), 0.12)
        ask("householdsMin", draw.choice([100, 300]), 0.12)
        ask("stationDistanceMaxM", 500, 0.05)
        ask("walkMinutesMax", draw.choice([5, 15, 30]), 0.07)
        ask("dealType", draw.choice([*DEALS, ["LEASE", "RENT"], ["DEAL", "LEASE"]]), 0.4)
        ask("depositMax", draw.choice([1000, 5000]), 0.1)
        ask("monthlyMax", draw.choice([50, 80]), 0.15)
        alternatives: list[dict[str, object]] = []
        for _ in range(draw.choice([0, 0, 0, 0, 2])):
            alternatives.append({"areaMin": draw.choice([20, 24, 33]), "areaMax": 39})
            if draw.random() < 0.5:
                alternatives[-1]["priceMax"] = 90_000
        return SearchRequest(
            places=self._places(),
            radius_km=draw.choice([None, 1.5, 5.0, 30.0]),
            params=params,
            alternatives=tuple(alternatives),
            filters=draw.choice([None, ("joint_match",), ("joint_match",), ("young",), (), False]),
            profile=draw.choice(["default", "newly_built", "price_first", *PROFILES]),
            limit=LIMIT,
            today=TODAY,
        )

    def _places(self) -> tuple[SearchPlace, ...]:
        draw = self.random
        if draw.random() < 0.05:
            inside = {"sigungu": (draw.choice(["강남구", "서초구"]),)}
            return (SearchPlace(name="구", lat=CENTRE[0], lon=CENTRE[1], inside=inside),)
        at = [
            CENTRE if draw.random() < 0.2 else (draw.gauss(CENTRE[0], 0.01), draw.gauss(CENTRE[1], 0.01))
            for _ in range(draw.choice([0, *[1] * 15, 2, 2, 3]))
        ]
        return tuple(
            SearchPlace(name="역", lat=lat, lon=lon, weight=draw.choice([1.0, 2.0])) for lat, lon in at
        )

    def _home(self, number: int) -> Home:
        draw = self.random
        home: Home = {
            "complex_id": number if number % 3 else f"단지 {number}",
            "name": f"{number}단지",
            "sigungu": draw.choice(["강남구", "서초구"]),
            "dong": draw.choice(["역삼동", "논현동"]),
        }
        self._put(home, "location", self._location(), 0.97)
        self._put(home, "built_year", draw.randint(1985, 2025), 0.9)
        self._put(home, "households", draw.randint(20, 2000), 0.9)
        self._put(
            home,
            "listing_count",
            draw.choice([0, 50, 51, -3, *(draw.randint(1, 80) for _ in range(9))]),
            0.93,
        )
        self._put(home, "station_m", draw.randint(50, 1500), 0.8)
        self.absent["a negative count"] += home.get("listing_count") == -3
        plans = [self._plan(place) for place in range(draw.choice([0, 1, 2, 3, 4, 4, 5]))]
        if plans or draw.random() < 0.4:
            home["floor_plans"] = plans
        if not plans:
            self.absent["floor_plans: []" if "floor_plans" in home else "floor_plans: left out"] += 1
        return home

    def _location(self) -> dict[str, object]:
        draw = self.random
        lat, lon = CENTRE[0] + draw.gauss(0, 0.02), CENTRE[1] + draw.gauss(0, 0.025)
        kind = draw.random()
        if kind < 0.02:
            self.absent["a location that is a place of the request"] += 1
            return {"lat": CENTRE[0], "lon": CENTRE[1]}
        if kind < 0.12:
            self.absent["a location on the border of a cell"] += 1
            return {"lat": round(lat / _CELL) * _CELL, "lon": round(lon / _CELL) * _CELL}
        if kind < 0.2:
            self.absent["a location on a step of the servers"] += 1
            return {"lat": round(lat / _STEPS[0]) * _STEPS[0], "lon": round(lon / _STEPS[1]) * _STEPS[1]}
        if kind < 0.21:
            self.absent["a location without its longitude"] += 1
            return {"lat": lat}
        return {"lat": lat, "lon": lon}

    def _plan(self, place: int) -> Home:
        draw = self.random
        plan: Home = {"plan_id": f"p{place}"}
        self._put(plan, "area_m2", draw.choice([59.0, 84.99, round(draw.uniform(30, 140), 2)]), 0.9)
        if draw.random() < 0.2:
            plan["area"] = draw.choice([24.0, 30.0, 34.2, 39.99, 40.0])
        self._put(plan, "share", draw.choice([0.0, 0.25, 1.0, draw.random(), 1.5, -0.2]), 0.75)
        self.absent["a share above 1"] += plan.get("share") == 1.5
        self._put(plan, "rooms", draw.randint(1, 4), 0.6)
        self._put(plan, "asking", self._amounts(), 0.65)
        self._put(plan, "traded", self._amounts(), 0.75)
        self._put(plan, "deposit", draw.choice([0, 1000, 5000]), 0.5)
        self._put(plan, "monthly", draw.choice([0, 50, draw.randint(20, 150)]), 0.5)
        return plan

    def _amounts(self) -> Home:
        draw, found = self.random, Home()
        for deal in DEALS[:2]:
            if draw.random() < 0.75:
                found[deal] = draw.choice([0, *(draw.randrange(30_000, 200_000, 10) for _ in range(7))])
                self.absent["a price of 0"] += found[deal] == 0
            else:
                self.absent["a deal type without a price"] += 1
        self.absent["a price: {}"] += not found
        return found

    def _put(self, record: Home, name: str, value: object, chance: float) -> None:
        """Sometimes the value is left out, null, or of another kind."""
        if self.random.random() < chance:
            record[name] = value
            return
        kind = self.random.choice(("left out", "left out", "null", "a text"))
        self.absent[f"{name}: {kind}"] += 1
        if kind != "left out":
            record[name] = None if kind == "null" else "모름"
