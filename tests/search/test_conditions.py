"""Filters with conditions in CEL: which homes they leave, what the trace says, and for whom they count."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest

from engine.config.revision import Revision
from engine.search import rank
from engine.search.branches import read_wishes
from engine.search.compile import compile_query, residual
from engine.search.mapping import indexed
from engine.search.request import SearchPlace, SearchRequest, SearchResult
from engine.search.wire import result_json
from tests.filters.server import matches
from tests.search.packs import edited

JOINT = "rules/filters/joint_match.yaml"


def pack_with(*conditions: str) -> Revision:
    """The property pack whose filter has these conditions."""
    written = ", ".join("'" + each.replace("'", "''") + "'" for each in conditions)
    return edited({JOINT: [("also: []", f"also: [{written}]")]})


def home(identity: str, *plans: Mapping[str, Any], **fields: Any) -> dict[str, Any]:
    return {"complex_id": identity, "name": identity, **fields, "floor_plans": list(plans)}


def ask(params: Mapping[str, Any], **more: Any) -> SearchRequest:
    return SearchRequest(params=params, **more)


def ids(result: SearchResult) -> list[str]:
    return sorted(hit.id for hit in result.hits)


def gates(result: SearchResult) -> dict[str, str]:
    return {each.id: each.counted_as for each in result.dropped}


def test_a_condition_of_the_home_leaves_the_homes_that_meet_it() -> None:
    revision = pack_with("doc.households != null && doc.households >= 300")
    homes = [home("large", households=300), home("small", households=299), home("unknown")]
    result = rank(ask({}), homes, revision)
    assert ids(result) == ["large"]
    assert gates(result) == {"small": "joint_match", "unknown": "joint_match"}


def test_a_home_without_a_value_that_the_condition_works_with_is_counted_by_itself() -> None:
    # the catalog does not say that the area may be absent, so nobody is asked to guard it
    revision = pack_with("plan.area >= 30")
    homes = [
        home("large", {"area": 34.0}),
        home("small", {"area": 24.0}),
        home("unknown", {"rooms": 3}),
        home("bare"),
    ]
    result = rank(ask({}), homes, revision)
    assert ids(result) == ["large"]
    assert gates(result) == {"small": "joint_match", "unknown": "joint_match:no_value", "bare": "joint_match"}
    told = {each["id"]: each for each in result_json(result)["dropped"]}
    assert told["unknown"] == {"id": "unknown", "gate": "joint_match", "reason": "no_value"}
    assert told["small"] == {"id": "small", "gate": "joint_match"}


def test_one_floor_plan_meets_the_wants_and_the_condition_together() -> None:
    revision = pack_with("plan.rooms == null || plan.rooms >= 3")
    apart = home("apart", {"area": 34.0, "rooms": 2}, {"area": 24.0, "rooms": 3})
    joined = home("joined", {"area": 24.0, "rooms": 1}, {"area": 34.0, "rooms": 3})
    result = rank(ask({"areaMin": 30}), [apart, joined], revision)
    assert ids(result) == ["joined"]
    assert result.hits[0].floor_plan is not None
    assert result.hits[0].floor_plan["rooms"] == 3
    assert gates(result) == {"apart": "joint_match"}


def test_an_amount_is_that_of_the_deal_type_looked_at() -> None:
    revision = pack_with("plan.price != null && plan.price <= 100000")
    homes = [
        home("sale", {"area": 30.0, "asking": {"DEAL": 90_000, "LEASE": 150_000}}),
        home("lease", {"area": 30.0, "asking": {"DEAL": 150_000}, "traded": {"LEASE": 90_000}}),
    ]
    assert ids(rank(ask({"dealType": "DEAL"}), homes, revision)) == ["sale"]
    assert ids(rank(ask({"dealType": "LEASE"}), homes, revision)) == ["lease"]
    assert ids(rank(ask({"dealType": ["DEAL", "LEASE"]}), homes, revision)) == ["lease", "sale"]


def test_the_customer_s_own_end_counts_also_after_relaxing() -> None:
    revision = pack_with(
        "want.price.max == null || plan.price == null || plan.price <= want.price.max * 1.05"
    )
    homes = [
        home(f"c{price}", {"area": 30.0, "asking": {"DEAL": price}}) for price in (99_000, 104_000, 109_000)
    ]
    assert ids(rank(ask({"priceMax": 100_000}), homes, revision)) == ["c99000"]
    relaxed = rank(ask({"priceMax": 100_000}, relax=True), homes, revision)
    assert [each.want for each in relaxed.relaxed if each.want == "price"]
    assert ids(relaxed) == ["c104000", "c99000"]
    assert ids(rank(ask({}), homes, revision)) == ["c104000", "c109000", "c99000"]


def test_each_alternative_binds_its_own_wants() -> None:
    revision = pack_with("want.area.min == null || plan.area <= want.area.min + 2")
    homes = [home("a", {"area": 25.0}), home("b", {"area": 31.0}), home("c", {"area": 34.0})]
    both = ask({"areaMin": 24}, alternatives=({"areaMin": 24}, {"areaMin": 33}))
    assert ids(rank(both, homes, revision)) == ["a", "c"]


def test_what_the_search_was_asked_with_is_there_to_be_asked() -> None:
    here = {"lat": 37.5, "lon": 127.03}
    homes = [home("old", location=here, built_year=1990), home("new", location=here, built_year=2020)]
    revision = pack_with("!request.hasPlaces || request.radiusKm == null || request.radiusKm > 2 "
                         "|| (doc.built_year != null && request.year - doc.built_year < 20)")  # fmt: skip
    place = SearchPlace(name="p", **here)
    assert ids(rank(ask({}), homes, revision)) == ["new", "old"]
    assert ids(rank(ask({}, places=(place,)), homes, revision)) == ["new", "old"]
    assert ids(rank(ask({}, places=(place,), radius_km=1.0), homes, revision)) == ["new"]
    lease = pack_with("!('LEASE' in want.deal) || doc.built_year == 2020")
    assert ids(rank(ask({}), homes, lease)) == ["new", "old"]
    let = [home(each["name"], {"asking": {"LEASE": 9}}, built_year=each["built_year"]) for each in homes]
    assert ids(rank(ask({"dealType": "LEASE"}), let, lease)) == ["new"]


def test_an_age_is_bound_as_the_year_it_means() -> None:
    revision = pack_with("want.built.min == null || doc.built_year == want.built.min")
    homes = [home("a", built_year=2016), home("b", built_year=2020)]
    assert ids(rank(ask({"ageMax": 10}, today=date(2026, 6, 30)), homes, revision)) == ["a"]


def test_conditions_about_the_other_floor_plans_of_a_floor_plan_are_joined_too() -> None:
    revision = pack_with("doc.floor_plans.all(p, p.area <= plan.area) && plan.area >= 30")
    homes = [home("a", {"area": 24.0}, {"area": 34.0}), home("b", {"area": 24.0}), home("c")]
    result = rank(ask({}), homes, revision)
    assert ids(result) == ["a"]
    assert result.hits[0].floor_plan is not None
    assert result.hits[0].floor_plan["area"] == 34.0


def test_filters_that_are_switched_off_ask_nothing() -> None:
    revision = pack_with("doc.households != null && doc.households >= 300")
    assert ids(rank(ask({}, filters=False), [home("a")], revision)) == ["a"]
    assert ids(rank(ask({}, filters=()), [home("a")], revision)) == ["a"]


def test_every_price_of_a_condition_keeps_the_conditions_of_the_filters() -> None:
    revision = pack_with("plan.area >= 30")
    homes = [home("a", {"area": 34.0}, built_year=2000), home("b", {"area": 24.0}, built_year=2000)]
    result = rank(ask({"builtYearMin": 2020}), homes, revision)
    assert [(each.want, each.without) for each in result.conditions] == [("built", 1)]


def test_the_home_is_counted_by_the_alternative_that_it_got_furthest_in() -> None:
    revision = pack_with("plan.area_m2 >= 80")
    homes = [home("a", {"area": 34.0}, built_year=2000)]
    request = ask({"builtYearMin": 1990}, alternatives=({"builtYearMin": 2020}, {"builtYearMin": 1990}))
    assert gates(rank(request, homes, revision)) == {"a": "joint_match:no_value"}


def test_texts_of_homes_and_of_floor_plans_are_columns() -> None:
    homes = [
        home("a", {"area": 30.0, "rent_source": "user"}, sido="서울", dong="역삼동"),
        home("b", {"area": 30.0, "rent_source": "synthetic"}, sido="서울", dong="삼성동"),
        home("c", {"area": 30.0}, sido="부산"),
    ]
    for condition, right in (
        ("plan.rent_source == 'user'", ["a"]),
        ("plan.rent_source != 'user'", ["b", "c"]),
        ("doc.sido == '서울' && doc.dong != null && doc.dong.endsWith('삼동')", ["a"]),
        ("doc.dong == null || doc.dong.contains('성')", ["b", "c"]),
        ("doc.name == 'c'", ["c"]),
        ("doc.sido != doc.dong", ["a", "b", "c"]),
    ):
        assert ids(rank(ask({}), homes, pack_with(condition))) == right


@pytest.mark.parametrize("count", [0, 1])
def test_no_homes_and_no_floor_plans_are_no_special_case(count: int) -> None:
    revision = pack_with(
        "plan.area >= 30", "doc.floor_plans.exists(p, p.area >= 30)", "size(doc.floor_plans) == 0"
    )
    assert rank(ask({}), [home(f"c{n}") for n in range(count)], revision).hits == ()


def test_a_server_is_asked_what_it_can_say_and_the_rest_is_named() -> None:
    said = "doc.households != null && doc.households >= 300 && plan.area >= 30 && size(doc.floor_plans) < 9"
    revision = pack_with(said)
    request = ask({"areaMin": 25, "areaMax": 40}, filters=None)
    body = compile_query(request, revision)
    documents = [
        indexed(each, revision.catalog)
        for each in (
            home("a", {"area": 34.0}, households=300),
            home("b", {"area": 26.0}, households=300),
            home("c", {"area": 34.0}, households=299),
            home("d", {"area": 41.5}, households=300),
            home("e", *({"area": 34.0},) * 9, households=300),
        )
    ]
    filters = {"bool": {"filter": body["query"]["bool"]["filter"]}}
    found = [each["id"] for each in documents if matches(_without_scores(filters), each)]
    assert found == ["a", "e"]  # e is left to what is evaluated after fetching
    assert residual(read_wishes(request, revision), revision) == {
        "joint_match": f"{said}: it counts floor plans"
    }
    assert residual(read_wishes(request, pack_with("plan.area >= 30")), revision) == {}


def _without_scores(query: Any) -> Any:
    if isinstance(query, dict):
        return {key: _without_scores(value) for key, value in query.items() if key != "score_mode"}
    return [_without_scores(each) for each in query] if isinstance(query, list) else query
