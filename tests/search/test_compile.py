"""Compiled queries: pure, without scripts, guarded, and with no number that a profile or request does not
hold."""

import asyncio
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from pprint import pformat

import pytest
from hypothesis import given
from syrupy.assertion import SnapshotAssertion

from engine.config.revision import Revision
from engine.errors import ConfigError, InputInvalid
from engine.score.factors import Kind, Scored
from engine.score.registry import KINDS
from engine.search import compile_query, rank
from engine.search.branches import read_wishes
from engine.search.compile import compile_before, compile_counts, compile_one
from engine.search.elastic import rank_on_server
from engine.search.request import SearchPlace, SearchRequest
from tests.search.corpora import requests
from tests.search.memory_server import Memory
from tests.search.packs import DEFAULT, edited, pack

GANGNAM = SearchPlace(name="강남역", lat=37.497958, lon=127.027539)
SADANG = SearchPlace(name="사당역", lat=37.47653, lon=126.981685, weight=2.0)
TODAY = date(2026, 1, 1)
VOCABULARY, JOINT = "rules/vocabulary.yaml", "rules/filters/joint_match.yaml"
NEW = "sets: {builtYearMin: 2020}, second"
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


def written(revision: Revision, names: list[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """The bodies of these requests by these profiles, compiled in this order."""
    return {
        (name, profile): json.dumps(compile_query(replace(REQUESTS[name], profile=profile), revision))
        for name, profile in names
    }


def test_what_is_kept_from_earlier_requests_changes_no_later_query() -> None:
    names = [(name, profile) for name in REQUESTS for profile in ("default", "newly_built", "price_first")]
    assert written(edited(), names) == written(edited(), names[::-1]) == written(pack(), names * 2)


def test_conditions_in_cel_are_those_of_each_request_whatever_was_asked_before() -> None:
    own = "want.price.max == null || doc.households == null || doc.households > want.price.max"
    also = {JOINT: [("also: []", f"also: ['{own}', 'plan.price == null || plan.price > 10.0']")]}
    names = [(name, "default") for name in REQUESTS]
    alone = {pair: body for pair in names for body in written(edited(also), [pair]).values()}
    assert '{"households": {"gt": 150000.0}}' in alone["price_area_year", "default"]
    assert '{"floor_plans.traded.LEASE": {"gt": 10.0}}' in alone["lease_or_rent", "default"]
    assert written(edited(also), names) == written(edited(also), names[::-1]) == alone


def test_an_edit_of_what_every_request_is_told_alike_changes_the_next_query() -> None:
    weights = ("newness: 5, listings: 10", "newness: 10, listings: 5")
    more = edited({DEFAULT: [("log_up_to: 50", "log_up_to: 60"), weights]})
    for revision, newness, cap in ((pack(), 0.05, 50.0), (more, 0.1, 60.0), (pack(), 0.05, 50.0)):
        body = compile_query(SearchRequest(today=TODAY), revision)
        term, below, *_ = body["query"]["bool"]["must"][0]["function_score"]["functions"]
        assert (term["filter"], term["weight"]) == ({"range": {"built_year": {"gte": 2020.0}}}, newness)
        assert f'"lt": {cap}' in json.dumps(below)


def test_a_term_counts_from_the_day_and_the_place_of_each_request() -> None:
    by_age = edited({VOCABULARY: [(NEW, "sets: {ageMax: 5}, second")]})
    days = [date(2026, 1, 1), date(2030, 1, 1), date(2026, 1, 1)]
    years = [
        value["built_year"]["gte"]  # pyright: ignore[reportIndexIssue]
        for day in days
        for key, value in queries(compile_query(SearchRequest(today=day), by_age))
        if key == "range" and isinstance(value, dict) and "built_year" in value
    ]
    assert years == [2021.0, 2025.0, 2021.0]
    on_foot = edited({VOCABULARY: [(NEW, "sets: {walkMinutesMax: 10}, second")]})
    assert '{"range": {"station_m": {"lte": 800.0}}}' in json.dumps(compile_query(SearchRequest(), on_foot))
    told = [
        [value["location"]["lat"] for key, value in queries(compile_query(request, on_foot))
         if key == "geo_distance" and isinstance(value, dict) and value["distance"] == "800.0m"]
        for request in (SearchRequest(places=(place,)) for place in (GANGNAM, SADANG))
    ]  # fmt: skip
    assert told == [[GANGNAM.lat], [SADANG.lat]]


def test_nothing_that_asks_a_query_changes_it() -> None:
    revision = edited()
    names = [name for name, request in REQUESTS.items() if not request.places]
    before = written(revision, [(name, "default") for name in names])
    homes = [{"complex_id": f"c{n}", "name": "", "listing_count": n, "floor_plans": []} for n in range(30)]
    server = Memory(homes, revision)
    for name in names:
        asyncio.run(rank_on_server(replace(REQUESTS[name], relax=True), revision, server))
        body = compile_query(REQUESTS[name], revision)
        json.dumps([compile_one(body, "c1"), *compile_before(body, "c1", 0.5)])
    assert len(server.asked) > len(names)
    assert written(revision, [(name, "default") for name in names]) == before


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
