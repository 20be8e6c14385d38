"""Compiled queries: pure, without scripts, guarded, and with no number that a profile or request does not
hold."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from pprint import pformat

import pytest
from hypothesis import given
from syrupy.assertion import SnapshotAssertion

from engine.errors import ConfigError, InputInvalid
from engine.score.factors import Kind, Scored
from engine.score.registry import KINDS
from engine.search import compile_query, rank
from engine.search.branches import read_wishes
from engine.search.compile import compile_counts
from engine.search.request import SearchPlace, SearchRequest
from tests.search.corpora import requests
from tests.search.packs import DEFAULT, edited, pack

GANGNAM = SearchPlace(name="강남역", lat=37.497958, lon=127.027539)
SADANG = SearchPlace(name="사당역", lat=37.47653, lon=126.981685, weight=2.0)
TODAY = date(2026, 1, 1)
REQUESTS = {
    "nothing": SearchRequest(today=TODAY),
    "place": SearchRequest(places=(GANGNAM,), today=TODAY),
    "two_places_and_a_radius": SearchRequest(places=(GANGNAM, SADANG), radius_km=1.5, today=TODAY),
    "area": SearchRequest(
        places=(SearchPlace(name="강남구", lat=37.5, lon=127.0, inside={"sigungu": ("강남구",)}),),
        today=TODAY,
    ),
    "price_area_year": SearchRequest(
        places=(GANGNAM,),
        params={"areaMin": 30, "areaMax": 39, "priceMax": 150_000, "builtYearMin": 2020},
        today=TODAY,
    ),
    "rent": SearchRequest(params={"dealType": "RENT", "depositMax": 5000, "monthlyMax": 80}, today=TODAY),
    "lease_or_rent": SearchRequest(
        params={"dealType": ["LEASE", "RENT"], "priceMax": 50_000, "monthlyMax": 80}, today=TODAY
    ),
    "rooms_and_walk": SearchRequest(
        places=(GANGNAM,), params={"roomCountMin": 3, "walkMinutesMax": 10}, today=TODAY
    ),
    "alternatives": SearchRequest(
        params={"areaMin": 25, "areaMax": 33, "priceMax": 100_000},
        alternatives=({"areaMin": 33, "areaMax": 33}, {"areaMin": 25, "areaMax": 25, "priceMax": 80_000}),
        today=TODAY,
    ),
    "filters_off": SearchRequest(
        places=(GANGNAM,), params={"areaMin": 30, "priceMax": 150_000}, filters=False, today=TODAY
    ),
}


def queries(node: object) -> Iterator[tuple[str, object]]:
    """Every key of the body with what it holds."""
    if isinstance(node, Mapping):
        for key, value in node.items():
            yield str(key), value
            yield from queries(value)
    elif isinstance(node, list):
        for each in node:
            yield from queries(each)


@pytest.mark.parametrize("name", REQUESTS)
@pytest.mark.parametrize("profile", ["default", "newly_built", "price_first"])
def test_the_query_of_every_profile_and_kind_of_request(
    name: str, profile: str, snapshot: SnapshotAssertion
) -> None:
    body = compile_query(replace(REQUESTS[name], profile=profile), pack())
    assert pformat(body, width=150, compact=True, sort_dicts=False) == snapshot


@given(requests)
def test_no_query_has_a_script_and_none_reads_a_field_without_a_guard(request_: SearchRequest) -> None:
    try:
        body = compile_query(request_, pack())
    except InputInvalid:
        return
    json.dumps(body, allow_nan=False)
    for key, value in queries(body):
        assert key not in ("script", "script_score", "_name")
        if key == "function_score":
            assert isinstance(value, dict)
            assert value["boost_mode"] == "replace"
            assert value["functions"][-1]["field_value_factor"]["factor"] == 0
            for function in value["functions"][:-1]:
                assert "filter" in function
        if key in ("gauss", "exp", "linear"):
            assert all("decay" in ends for ends in value.values())  # pyright: ignore[reportAttributeAccessIssue]
        if key == "field_value_factor":
            assert "missing" in value  # pyright: ignore[reportOperatorIssue]


@given(requests)
def test_the_same_request_gives_the_same_body(request_: SearchRequest) -> None:
    try:
        assert json.dumps(compile_query(request_, pack())) == json.dumps(compile_query(request_, pack()))
    except InputInvalid:
        return


def test_an_edit_of_the_profile_alone_changes_the_query() -> None:
    request = SearchRequest(places=(GANGNAM,), today=TODAY)
    wider = edited({DEFAULT: [("sigma: 1.2km", "sigma: 1.3km")]})
    scales = [
        value["location"]["scale"]
        for revision in (pack(), wider)
        for key, value in queries(compile_query(request, revision))
        if key == "gauss" and isinstance(value, dict) and "location" in value
    ]
    assert scales == ["1200.0m", "1300.0m"]


def test_later_pages_go_on_behind_the_last_hit() -> None:
    body = compile_query(REQUESTS["nothing"], pack(), after=[0.5, "c7"], size=3)
    assert (body["search_after"], body["size"]) == ([0.5, "c7"], 3)
    assert body["sort"] == [{"_score": "desc"}, {"id": "asc"}]


@pytest.mark.parametrize("limit", [10_001, 10**21])
def test_a_limit_beyond_one_answer_is_refused_alike_compiled_and_in_memory(limit: int) -> None:
    for ask in (compile_query, lambda request, revision: rank(request, [], revision)):
        with pytest.raises(InputInvalid, match="DOC008") as caught:
            ask(SearchRequest(limit=limit), pack())
        assert caught.value.problems[0].path == "/limit"
        ask(SearchRequest(limit=10_000), pack())


def test_a_factor_without_a_query_form_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(wish: object, homes: object, passing: object) -> Scored:
        raise AssertionError

    monkeypatch.setitem(KINDS, "only_here", Kind(name="only_here", values=nothing))
    revision = edited({DEFAULT: [("{bonus: 신축,", "{uses: only_here,")]})
    with pytest.raises(ConfigError, match="SCORE013"):
        compile_query(SearchRequest(), revision)


def test_counts_leave_the_named_want_out() -> None:
    request = REQUESTS["price_area_year"]
    wishes = read_wishes(request, pack())
    body = compile_counts(request, pack(), {"all": (wishes, None), "built": (wishes, "built")})
    filters = body["aggs"]["cases"]["filters"]["filters"]
    assert "built_year" in json.dumps(filters["all"])
    assert "built_year" not in json.dumps(filters["built"])
    assert body["size"] == 0
