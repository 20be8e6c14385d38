"""Requests from JSON with every problem, and results to JSON."""

import json
from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputInvalid
from engine.search import rank
from engine.search.request import SearchPlace
from engine.search.wire import read_documents_file, read_request, result_json
from tests.search.packs import pack

WORKED = Path(__file__).parent / "worked"
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.sampled_from(["places", "lat", "params", "limit", "x"]), inner)
    ),
    max_leaves=8,
)


def problems(body: object) -> dict[str, str]:
    with pytest.raises(InputInvalid) as error:
        read_request(body)
    assert {p.code for p in error.value.problems} == {"DOC006"}
    return {p.path: p.hint for p in error.value.problems}


def test_a_whole_request_is_read() -> None:
    request = read_request(json.dumps({
        "places": [{"name": "강남역", "lat": 37.5, "lon": 127, "weight": 2}], "radiusKm": 2,
        "params": {"priceMax": 1}, "alternatives": [{"areaMin": 3}], "assumed": ["areaMin"],
        "profile": "price_first",
        "filters": ["joint_match"], "limit": 3, "relax": True, "today": "2026-01-31",
    }))  # fmt: skip
    assert request.places == (SearchPlace(name="강남역", lat=37.5, lon=127.0, weight=2.0),)
    assert (request.radius_km, request.params, request.alternatives) == (
        2.0,
        {"priceMax": 1},
        ({"areaMin": 3},),
    )
    assert (request.assumed, request.profile, request.filters) == (
        ("areaMin",),
        "price_first",
        ("joint_match",),
    )
    assert (request.limit, request.relax, request.today) == (3, True, date(2026, 1, 31))


def test_what_is_left_out_has_its_usual_value() -> None:
    request = read_request({})
    assert (request.places, request.params, request.profile, request.filters) == ((), {}, "", None)
    assert (request.limit, request.relax) == (10, False)
    assert read_request({"filters": False}).filters is False


def test_every_problem_is_said_at_once_and_at_its_place() -> None:
    found = problems({
        "place": [], "places": [{"lat": 91, "lon": "127"}, {"name": "x"}, 3], "radiusKm": -1, "params": [],
        "alternatives": [1], "limit": 0, "relax": "yes", "filters": "all", "today": "soon", "profile": 3,
    })  # fmt: skip
    assert found["/place"] == "places"
    assert set(found) == {
        "/place", "/places/0/lat", "/places/0/lon", "/places/1/lat", "/places/1/lon", "/places/2",
        "/places/2/lat", "/places/2/lon", "/radiusKm", "/params", "/alternatives/0", "/limit", "/relax",
        "/filters", "/today", "/profile",
    }  # fmt: skip


def test_what_is_wrong_with_a_place_says_of_which() -> None:
    with pytest.raises(InputInvalid) as caught:
        read_request({"places": [{"lat": 1, "lon": 2, "weight": 0}, {"lon": 3}, {"lat": 1, "lng": 2}]})
    assert [p.message for p in caught.value.problems] == [
        "places/0/weight must be above 0", "places/1 needs lat", "places/2 has no lng", "places/2 needs lon",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["", "{", "[1]", '{"limit": NaN}', '{"limit": 1, "limit": 2}', "[" * 100_000, b"\xff"]
)
def test_what_is_no_json_object_is_said(text: str | bytes) -> None:
    assert "" in problems(text)


@given(anything)
def test_anything_is_a_request_or_a_problem(body: object) -> None:
    with suppress(InputInvalid):
        assert read_request(body).limit > 0


def test_a_result_is_plain_json_with_every_key() -> None:
    documents = read_documents_file(WORKED / "docs.jsonl", pack().catalog)
    request = json.loads((WORKED / "cases.json").read_text(encoding="utf-8"))["strict"]["request"]
    result = json.loads(
        json.dumps(result_json(rank(read_request({**request, "relax": True}), documents, pack())))
    )
    assert list(result) == ["hits", "scoreOf", "total", "relaxed", "conditions", "notChecked", "dropped"]
    assert list(result["hits"][0]) == [
        "id", "name", "score", "distanceM", "floorPlan", "breakdown", "unknown", "link", "doc",
    ]  # fmt: skip
    assert list(result["hits"][0]["breakdown"]["price"]) == ["value", "weight", "points", "basis"]
    assert result["relaxed"][0] == {
        "want": "price", "from": {"priceMax": 150_000}, "to": {"priceMax": 165_000}, "remaining": 2,
    }  # fmt: skip
    assert result["hits"][0]["doc"]["complex_id"] == "A"
