"""What holds for every corpus and request, alternatives and bare amounts included."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.errors import InputInvalid
from engine.search import rank
from engine.search.request import SearchRequest
from engine.search.wire import result_json
from tests.search.corpora import homes, requests
from tests.search.packs import edited, pack

LAWS = settings(max_examples=40)
FRESH = edited()
"""The pack read once more: nothing of it is shared with `pack()`."""


def found(documents: list[dict[str, Any]], request: SearchRequest) -> set[str]:
    try:
        return {hit.id for hit in rank(replace(request, limit=50), documents, pack()).hits}
    except InputInvalid:
        assume(False)
        raise


@LAWS
@given(homes(), requests)
def test_a_profile_fixes_the_order_whatever_was_ranked_before(
    documents: list[dict], request_: SearchRequest
) -> None:
    try:
        mine = result_json(rank(request_, documents, pack()))
    except InputInvalid:
        return
    assert result_json(rank(request_, documents, FRESH)) == mine


@LAWS
@given(requests, st.floats(0, 1), st.floats(0, 1))
def test_a_home_that_meets_every_condition_is_never_dropped(
    request_: SearchRequest, across: float, along: float
) -> None:
    """The home is made from the request: each of its values lies between the ends that were asked."""
    sets = [{**request_.params, **each} for each in request_.alternatives] or [dict(request_.params)]
    for params in sets:
        assume(params.get("priceMin", 0) <= params.get("priceMax", 1e9))
        assume(params.get("areaMin", 0) <= params.get("areaMax", 1e9))
        home = meeting(params, across, along)
        if request_.places:
            home["location"] = {"lat": request_.places[0].lat, "lon": request_.places[0].lon}
            assume(len({(place.lat, place.lon) for place in request_.places}) == 1)
        assert found([home], request_) == {"meets"}


def meeting(params: dict[str, Any], across: float, along: float) -> dict[str, Any]:
    """A home with one floor plan that meets the parameters; the shares say where between their ends."""

    def between(low: str, high: str, least: float, most: float, share: float) -> float:
        start = params.get(low, min(least, params.get(high, least)))
        end = params.get(high, max(most, start))
        return start + share * (end - start)

    area = between("areaMin", "areaMax", params.get("areaM2Min", 0) * 1.35 / 3.305785, 45.0, across)
    plan: dict[str, Any] = {
        "plan_id": "p",
        "area": area,
        "area_m2": max(area * 3.305785 / 1.35, params.get("areaM2Min", 0)),
        "rooms": params.get("roomCountMin", 1),
        "deposit": params.get("depositMax", 1000),
        "monthly": params.get("monthlyMax", 50),
    }
    price = round(between("priceMin", "priceMax", 40_000, 200_000, along))
    plan["asking"] = {"DEAL": price, "LEASE": price}
    return {
        "complex_id": "meets", "built_year": params.get("builtYearMin", 2024), "station_m": 0,
        "households": params.get("householdsMin", 300), "listing_count": 3, "floor_plans": [plan],
    }  # fmt: skip


@LAWS
@given(homes(), requests, st.sampled_from([(0, 0.5), (1, 0.0), (3, 2.0)]), st.integers(0, 1))
def test_widening_one_alternative_never_removes_a_home(
    documents: list[dict], request_: SearchRequest, by: tuple[float, float], which: int
) -> None:
    assume(len(request_.alternatives) > which)
    wider = dict(request_.alternatives[which])
    wider["areaMin"] -= by[0]
    wider["areaMax"] += by[1]
    if "priceMax" in wider:
        wider["priceMax"] = round(wider["priceMax"] * (1 + by[1]))
        assume(request_.params.get("priceMin", 0) < request_.alternatives[which]["priceMax"])
    each = list(request_.alternatives)
    each[which] = wider
    assert found(documents, request_) <= found(documents, replace(request_, alternatives=tuple(each)))


@LAWS
@given(homes(), requests, st.sampled_from([{"areaMin": 24, "areaMax": 24}, {"builtYearMin": 2019}]))
def test_one_more_alternative_never_removes_a_home(
    documents: list[dict], request_: SearchRequest, more: dict[str, Any]
) -> None:
    assume(request_.alternatives)
    with_more = replace(request_, alternatives=(*request_.alternatives, more))
    assert found(documents, request_) <= found(documents, with_more)


@pytest.mark.parametrize(
    ("low", "high", "amount", "reach"),
    [
        pytest.param("priceMin", "priceMax", 100_000, 10_000, id="10 % of a price"),
        pytest.param("areaMin", "areaMax", 30, 1, id="a pyeong of a size"),
        pytest.param("depositMin", "depositMax", 1000, 1000, id="anything up to a deposit"),
    ],
)
@LAWS
@given(documents=homes(), below=st.integers(0, 3), above=st.integers(0, 3), alternative=st.booleans())
def test_a_range_over_the_reach_of_a_bare_amount_never_removes_a_home(
    low: str, high: str, amount: int, reach: int, documents: list[dict], below: int, above: int,
    alternative: bool,
) -> None:  # fmt: skip
    ends = {low: amount - reach - below * reach / 4, high: amount + reach + above * reach / 4}
    ends[low] = max(ends[low], 0)
    deal = {"dealType": "RENT"} if low == "depositMin" else {}

    def asked(params: dict[str, Any]) -> SearchRequest:
        if not alternative:
            return SearchRequest(params={**deal, **params})
        return SearchRequest(params=deal, alternatives=({"builtYearMin": 2024}, params))

    assert found(documents, asked({low: amount, high: amount})) <= found(documents, asked(ends))


@LAWS
@given(homes(), requests, st.lists(st.floats(0, 2000), min_size=2, max_size=5))
def test_of_one_home_at_several_distances_the_nearer_is_never_worse(
    documents: list[dict], request_: SearchRequest, metres: list[float]
) -> None:
    assume(documents and len({(place.lat, place.lon) for place in request_.places}) == 1)
    middle = request_.places[0]
    put = [
        {**documents[0], "complex_id": f"c{n}",
         "location": {"lat": middle.lat + m / 111_195.08, "lon": middle.lon}}
        for n, m in enumerate(metres)
    ]  # fmt: skip
    try:
        hits = rank(replace(request_, radius_km=30.0), put, pack()).hits
    except InputInvalid:
        return
    ordered = sorted(hits, key=lambda hit: hit.distance_m or 0.0)
    assert all(a.score >= b.score for a, b in pairwise(ordered))
