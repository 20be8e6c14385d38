import math

import pytest

from engine.plan.parameters import check_params, shown

from .tool_rules import TOOLS

SEARCH, ANY, INFO = TOOLS["property_search"], TOOLS["anything"], TOOLS["property_info"]
IDS = {"1"}


def problem(tool: str, **params: object) -> str:
    return check_params(dict(params), TOOLS[tool], IDS).problem


@pytest.mark.parametrize(
    "params",
    [
        {"priceMin": 50000, "priceMax": None, "areaMin": 29.5},
        {"priceMax": 9999999},
        {"dealType": "DEAL"},
        {"dealType": ["LEASE", "RENT"]},
        {"areaBasis": "exclusive"},
        {"pois": [{"name": "강남역", "lat": 37.5, "lon": 127}]},
        {"pois": [{"lat": "$1.lat", "lon": "$1.lon"}], "weights": [2, 1]},
        {"pois": "$1.alternatives", "limit": "$1.n", "dealType": "$1.deal"},
        {"pois": ["$1"]},
        {
            "alternatives": [{"areaMin": 33, "priceMax": None}, {"dealType": "RENT"}],
            "assumed": ["roomCountMin"],
        },
        {"limit": 50},
    ],
)
def test_parameters_in_their_form_are_kept(params: dict[str, object]) -> None:
    found = check_params(params, SEARCH, IDS)
    assert (found.params, found.unknown, found.problem) == (params, (), "")


@pytest.mark.parametrize(
    ("params", "wanted"),
    [
        ({"priceMin": "50000"}, "priceMin must be a number"),
        ({"priceMin": True}, "priceMin must be a number"),
        ({"priceMin": math.nan}, "priceMin is no number that can be compared"),
        ({"priceMin": math.inf}, "priceMin is no number that can be compared"),
        ({"priceMin": 10**400}, "priceMin is no number that can be compared"),
        ({"priceMin": "$9.lat"}, "priceMin must be a number"),
        ({"priceMin": "$1.lat 원"}, "priceMin must be a number"),
        ({"dealType": "BUY"}, "dealType must be one or a list of DEAL, LEASE, RENT"),
        ({"dealType": []}, "dealType must be one or a list of DEAL, LEASE, RENT"),
        ({"areaBasis": ["supply"]}, "areaBasis must be one of exclusive, supply"),
        ({"limit": 51}, "limit is above 50"),
        ({"limit": 3.0}, "limit must be a whole number from 0"),
        ({"limit": -1}, "limit must be a whole number from 0"),
        ({"pois": {"lat": 1, "lon": 2}}, "pois must be a list"),
        ({"pois": [[1, 2]]}, "pois[0] must be a mapping"),
        ({"pois": [{"name": "강남역", "lat": 1}]}, "pois[0].lon is missing"),
        ({"pois": [{"lat": None, "lon": 1}]}, "pois[0].lat is missing"),
        ({"pois": [None]}, "pois[0] is missing"),
        ({"pois": [{"lat": 1, "lon": 2}] * 6}, "pois has 6 entries, at most 5 are read"),
        ({"weights": [1, "2"]}, "weights[1] must be a number"),
        ({"alternatives": [{"areaMin": "x"}]}, "alternatives[0].areaMin must be a number"),
        ({"assumed": [1]}, "assumed[0] must be text"),
    ],
)
def test_a_wrong_value_is_said_with_its_place(params: dict[str, object], wanted: str) -> None:
    assert check_params(params, SEARCH, IDS).problem == wanted


def test_required_parameters_and_one_of_several() -> None:
    assert problem("poi_search") == "location is missing"
    assert problem("poi_search", location=None) == "location is missing"
    assert problem("poi_search", location="  ") == "location is empty"
    assert problem("poi_search", location="강" * 41) == "location has 41 characters, at most 40 are read"
    assert problem("property_info") == "one of name, id is missing"
    assert problem("property_info", name=None, id=None) == "one of name, id is missing"
    assert problem("property_info", id="$1.id") == problem("property_info", name="x", id="y") == ""


def test_a_text_may_hold_references_but_nothing_hidden() -> None:
    assert problem("anything", text="$1.name 근처") == ""
    assert "hidden" in problem("anything", text="강남\x00")
    assert "hidden" in problem("anything", text="강남 " * 60)
    assert "characters" in problem("anything", text="가나다" * 400)


def test_any_json_value_has_its_bounds() -> None:
    deep: object = 1
    for _ in range(40):
        deep = [deep]
    assert problem("anything", value={"a": [1, "x", None, True, {"b": 1.5}]}, items=[{"a": 1}]) == ""
    assert "nested" in problem("anything", value={"a": deep})
    assert "nested" in problem("anything", value={"a": [0] * 1001})
    assert "no JSON value" in problem("anything", value={"a": object()})
    assert "no text" in problem("anything", value={1: 2})
    assert problem("anything", value=[1]) == "value must be a mapping"
    assert problem("anything", is_open=1) == "is_open must be true or false"
    assert problem("anything", place={"lat": 1, "lon": 2}, by_name={"a": 1}) == ""
    assert problem("anything", by_name={"a": "x"}) == "by_name.a must be a number"


def test_unknown_names_are_listed_wherever_they_stand() -> None:
    found = check_params({"x": 1, "pois": [{"lat": 1, "lon": 2, "y": 3}], 5: 1}, SEARCH, IDS)
    assert found.unknown == ("x", "pois[0].y", "(int)")
    assert found.params == {"pois": [{"lat": 1, "lon": 2}]}


def test_a_name_is_shown_only_when_it_is_one() -> None:
    assert shown("priceMin") == "priceMin"
    assert shown("010-1234-5678") == "(a name of 13 characters)"
    assert shown(None) == "(NoneType)"
