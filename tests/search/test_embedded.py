"""The embedded ranker: the worked cases, the promises of a search, and agreement with a plain-Python
ranker."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import ConfigError, InputInvalid
from engine.search import rank
from engine.search.columns import Columns
from engine.search.request import Hit, SearchPlace, SearchRequest, SearchResult
from engine.search.wire import result_json
from tests.search.corpora import homes, requests
from tests.search.packs import CATALOG, DEFAULT, edited, pack
from tests.search.plain import plain_rank
from tests.search.worked_cases import CASES, holds_worked_case, worked_homes, worked_request

GANGNAM = SearchPlace(name="강남역", lat=37.497958, lon=127.027539)
LAWS = settings(max_examples=60, deadline=None)
JOINT = "rules/filters/joint_match.yaml"


def north(metres: float) -> dict[str, float]:
    """A location that far north of the station."""
    return {"lat": GANGNAM.lat + metres / 111_195.08, "lon": GANGNAM.lon}


def home(identity: str, *plans: dict, metres: float = 500, **fields: object) -> dict:
    listed = [{"plan_id": f"{identity}-{number}", **plan} for number, plan in enumerate(plans)]
    place = {"location": north(metres)} if metres >= 0 else {}
    return {
        "complex_id": identity,
        "name": identity,
        "listing_count": 0,
        **place,
        **fields,
        "floor_plans": listed,
    }


def ask(params: dict, **more: object) -> SearchRequest:
    return SearchRequest(**{"places": (GANGNAM,), "params": params, **more})


def ids(result: SearchResult) -> list[str]:
    return [hit.id for hit in result.hits]


def only(result: SearchResult) -> Hit:
    assert len(result.hits) == 1
    return result.hits[0]


@pytest.mark.parametrize("name", CASES)
def test_the_worked_case_has_its_hits_scores_and_reasons(name: str) -> None:
    holds_worked_case(name, rank(worked_request(name), worked_homes(), pack()))


def test_the_gate_of_each_dropped_home_is_the_first_that_fails() -> None:
    documents = worked_homes()
    result = rank(worked_request("strict"), documents, pack())
    assert {d.id: d.gate for d in result.dropped} == {
        "B": "joint_match", "C": "price", "D": "built", "F": "price", "G": "place",
    }  # fmt: skip


def test_a_cheap_home_further_away_beats_a_dear_one_near_by_only_with_the_right_weights() -> None:
    near = home(
        "near", {"area": 34.0, "asking": {"DEAL": 300_000}}, metres=200, built_year=2021, listing_count=5
    )
    far = home(
        "far", {"area": 34.0, "asking": {"DEAL": 90_000}}, metres=1500, built_year=2021, listing_count=5
    )
    wish = ask({"priceMax": 100_000}, filters=False)
    old = edited({DEFAULT: [("{distance: 35, price: 35, area: 15, newness: 5, listings: 10}",
                             "{distance: 50, price: 20, area: 15, newness: 5, listings: 10}")]})  # fmt: skip
    assert ids(rank(wish, [near, far], old)) == ["near", "far"]
    assert ids(rank(wish, [near, far], pack())) == ["far", "near"]
    assert ids(rank(ask({"priceMax": 100_000}), [near, far], old)) == ["far"]


def test_one_floor_plan_must_meet_size_and_price_together() -> None:
    small, large = {"area": 20.3, "asking": {"DEAL": 150_000}}, {"area": 34.1, "asking": {"DEAL": 250_000}}
    wish = ask({"areaMin": 30, "areaMax": 39, "priceMax": 150_000})
    assert ids(rank(wish, [home("a", small, large)], pack())) == []
    fitting = {"area": 34.1, "asking": {"DEAL": 149_000}}
    assert only(rank(wish, [home("a", small, fitting)], pack())).floor_plan["plan_id"] == "a-1"


def test_a_floor_plan_without_any_price_scores_what_the_profile_says_for_unknown() -> None:
    hit = only(rank(ask({"priceMax": 100_000}, filters=False), [home("a", {"area": 30.0})], pack()))
    assert (hit.breakdown["price"].value, hit.breakdown["price"].basis) == (0.3, "missing")
    assert hit.unknown == ("price",)


def test_an_asking_price_of_zero_falls_back_to_the_traded_one() -> None:
    plan = {"area": 30.0, "asking": {"DEAL": 0}, "traded": {"DEAL": 90_000}}
    hit = only(rank(ask({"priceMax": 100_000}), [home("a", plan)], pack()))
    assert (hit.breakdown["price"].value, hit.breakdown["price"].basis) == (1.0, "traded")
    assert (hit.floor_plan["price"], hit.floor_plan["basis"]) == (90_000, "traded")


def test_a_floor_plan_without_a_price_can_be_the_best_one_when_unknown_prices_stay() -> None:
    plans = {"area": 30.0, "asking": {"DEAL": 900_000}}, {"area": 31.0}
    hit = only(rank(ask({"priceMax": 100_000}, filters=False), [home("a", *plans)], pack()))
    assert (hit.floor_plan["plan_id"], hit.breakdown["price"].basis) == ("a-1", "missing")


def test_when_the_price_is_not_asked_the_first_passing_floor_plan_is_shown_and_the_factor_left_out() -> None:
    plans = ({"area": a, "asking": {"DEAL": 90_000}} for a in (24.0, 33.0, 35.0))
    result = rank(ask({"areaMin": 30}), [home("a", *plans)], pack())
    hit = only(result)
    assert hit.floor_plan["plan_id"] == "a-1"
    assert hit.breakdown["price"].basis == "unasked"
    assert hit.breakdown["price"].points == 0
    assert result.score_of == pytest.approx(0.65)


def test_without_places_distance_is_not_asked_and_every_home_counts() -> None:
    result = rank(ask({}, places=()), [home("a", metres=90_000), home("b", metres=-1)], pack())
    assert ids(result) == ["a", "b"]
    assert result.score_of == pytest.approx(0.15)
    assert result.hits[0].distance_m is None


def test_a_complex_without_floor_plans_passes_only_when_no_floor_plan_want_is_asked() -> None:
    assert only(rank(ask({}), [home("a")], pack())).floor_plan is None
    for params in ({"areaMin": 10}, {"priceMax": 1}, {"roomCountMin": 1}, {"dealType": "DEAL"}):
        assert not rank(ask(params), [home("a")], pack()).hits
    assert rank(ask({"priceMax": 1}, filters=False), [home("a")], pack()).hits[0].floor_plan is None


def test_the_default_deal_type_is_not_something_the_customer_asked() -> None:
    lease_only = home("a", {"area": 30.0, "asking": {"LEASE": 40_000}})
    assert ids(rank(ask({}), [lease_only], pack())) == ["a"]
    result = rank(ask({"dealType": "DEAL"}), [lease_only], pack())
    assert [(each.id, each.gate) for each in result.dropped] == [("a", "deal")]


def test_of_several_deal_types_one_is_enough_and_the_best_price_names_its_own() -> None:
    plan = {"area": 30.0, "asking": {"LEASE": 60_000}, "deposit": 1000, "monthly": 90}
    rent = home("rent", {"area": 30.0, "deposit": 1000, "monthly": 90})
    params = {"dealType": ["LEASE", "RENT"], "priceMax": 50_000, "monthlyMax": 100}
    result = rank(ask(params), [home("both", plan), rent], pack())
    assert ids(result) == ["both", "rent"]
    hit = result.hits[0]
    assert (hit.floor_plan["deal"], hit.breakdown["price"].basis) == ("RENT", "monthly")
    assert hit.breakdown["price"].value == 1.0


def test_for_rent_the_monthly_amount_is_what_counts() -> None:
    plans = {"area": 30.0, "deposit": 1000, "monthly": 50}, {"area": 30.0, "deposit": 1000, "monthly": 91}
    hit = only(rank(ask({"dealType": "RENT", "monthlyMax": 100}), [home("a", *plans)], pack()))
    assert hit.floor_plan["plan_id"] == "a-1"


def test_one_of_the_alternatives_must_hold_each_with_its_own_size_and_price() -> None:
    large = home("large", {"area": 33.5, "asking": {"DEAL": 95_000}})
    small = home("small", {"area": 25.5, "asking": {"DEAL": 75_000}})
    dear = home("dear", {"area": 25.5, "asking": {"DEAL": 95_000}})
    request = ask(
        {"areaMin": 25, "areaMax": 33, "priceMax": 100_000},
        alternatives=({"areaMin": 33, "areaMax": 33, "priceMax": 100_000},
                      {"areaMin": 25, "areaMax": 25, "priceMax": 80_000}),
    )  # fmt: skip
    result = rank(request, [large, small, dear], pack())
    assert sorted(ids(result)) == ["large", "small"]
    assert [d.id for d in result.dropped] == ["dear"]


def test_unknown_values_are_dropped_or_kept_and_said_as_the_catalog_says() -> None:
    documents = [home("a", {"area": 30.0}, built_year=None), home("b", {"area": 30.0}, built_year=2021)]
    result = rank(
        ask({"builtYearMin": 2020, "roomCountMin": 3, "stationDistanceMaxM": 500}), documents, pack()
    )
    assert ids(result) == ["b"]
    assert result.hits[0].unknown == ("rooms", "station")
    assert [(d.id, d.gate) for d in result.dropped] == [("a", "built")]


def test_without_filters_only_the_radius_is_hard() -> None:
    documents = [
        home("far", metres=9000),
        home("old", metres=100, built_year=1980),
        home("nowhere", metres=-1),
    ]
    result = rank(ask({"builtYearMin": 2020, "dealType": "RENT"}, filters=False), documents, pack())
    assert ids(result) == ["old"]
    assert {d.gate for d in result.dropped} == {"place"}


def test_wants_are_hard_by_themselves_when_no_filter_joins_them() -> None:
    apart = home("a", {"area": 20.0, "asking": {"DEAL": 90_000}}, {"area": 34.0, "asking": {"DEAL": 300_000}})
    params = {"areaMin": 30, "priceMax": 100_000}
    assert ids(rank(ask(params, filters=()), [apart], pack())) == ["a"]
    assert ids(rank(ask(params, filters=("joint_match",)), [apart], pack())) == []
    assert not rank(ask({"areaMin": 50}, filters=()), [apart], pack()).hits


def test_a_filter_or_profile_that_is_not_there_is_said_with_the_nearest_name() -> None:
    with pytest.raises(InputInvalid, match="joint_match"):
        rank(ask({}, filters=("joint_macth",)), [], pack())
    with pytest.raises(InputInvalid, match="price_first"):
        rank(ask({}, profile="price_frist"), [], pack())


def test_a_condition_that_nobody_understands_stops_the_search_and_says_where() -> None:
    revision = edited({JOINT: [("also: []", 'also: ["doc.househols >= 30"]')]})
    with pytest.raises(ConfigError, match=r"joint_match\.yaml:4:13: CEL002 .*househols.*households"):
        rank(ask({}), [], revision)
    assert rank(ask({}, filters=False), [], revision).hits == ()


def test_the_price_of_a_condition_is_how_many_homes_there_would_be_without_it() -> None:
    documents = worked_homes()
    result = rank(worked_request("strict"), documents, pack())
    assert {c.want: c.without for c in result.conditions} == {"place": 3, "price": 4, "area": 3, "built": 3}
    for want in ("priceMax", "builtYearMin"):
        params = {k: v for k, v in CASES["strict"]["request"]["params"].items() if k != want}
        fewer = rank(ask(params, radius_km=3.0), documents, pack())
        price = next(c for c in result.conditions if c.want == ("price" if want == "priceMax" else "built"))
        assert price.without == fewer.total


def test_a_wanted_share_is_counted_by_the_shares_of_the_homes_where_they_are_known() -> None:
    plans = {"area": 24.0, "share": 0.8}, {"area": 34.0, "share": 0.2}
    known = only(rank(ask({"areaMin": 30, "areaMax": 39}), [home("a", *plans)], pack()))
    assert known.breakdown["area"].value == pytest.approx(0.2)
    half = only(rank(ask({"areaMin": 30, "areaMax": 39}), [home("a", {"area": 24.0}, plans[1])], pack()))
    assert half.breakdown["area"].value == pytest.approx(0.5)


def test_equal_scores_go_by_id_whatever_the_order_of_the_documents() -> None:
    documents = [home(f"c{number:02d}", {"area": 30.0}, metres=500) for number in range(50)]
    shuffled = documents[:]
    random.Random(3).shuffle(shuffled)
    assert ids(rank(ask({}, limit=20), shuffled, pack())) == [f"c{number:02d}" for number in range(20)]


def test_the_link_carries_the_id_as_one_part_of_a_path() -> None:
    assert only(rank(ask({}), [home("a/b?")], pack())).link == "https://homes.example/complex/a%2Fb%3F"


def test_prepared_columns_give_what_the_documents_give() -> None:
    documents = worked_homes()
    columns = Columns.build(documents, pack())
    for name in CASES:
        request = worked_request(name)
        assert result_json(rank(request, columns, pack())) == result_json(rank(request, documents, pack()))


CHANGES = {
    "weight of distance": (DEFAULT, "distance: 35, price: 35", "distance: 60, price: 10"),
    "weight of price": (DEFAULT, "price: 35, area: 15", "price: 45, area: 5"),
    "weight of area": (DEFAULT, "area: 15, newness: 5", "area: 20, newness: 0"),
    "weight of newness": (DEFAULT, "newness: 5, listings: 10", "newness: 10, listings: 5"),
    "weight of listings": (DEFAULT, "15, newness: 5, listings: 10", "5, newness: 5, listings: 20"),
    "aim of at least": (DEFAULT, "at_least: 150%", "at_least: 110%"),
    "aim of at most": (DEFAULT, "at_most: 90%", "at_most: 50%"),
    "price without a price": (DEFAULT, "unknown: 0.3", "unknown: 0.9"),
    "width of the price": (DEFAULT, "sigma: 30%", "sigma: 60%"),
    "width of the distance": (DEFAULT, "sigma: 1.2km", "sigma: 600m"),
    "cap of listings": (DEFAULT, "log_up_to: 50", "log_up_to: 500"),
    "year of new homes": ("rules/vocabulary.yaml", "builtYearMin: 2020", "builtYearMin: 2022"),
    "default radius": (CATALOG, "default: 3km", "default: 1km"),
    "reach of a bare size": (CATALOG, "exact: 1평", "exact: 9평"),
    "reach of a bare price": (CATALOG, "exact: 10%", "exact: 60%"),
    "supply ratio": (CATALOG, "times: 1.35", "times: 1.2"),
    "which price comes first": (CATALOG, "first_of: [asking, traded]", "first_of: [traded, asking]"),
    "what happens to an unknown price": (CATALOG, "deal: [DEAL, LEASE], must: true, unknown: drop",
                                         "deal: [DEAL, LEASE], must: true, unknown: keep_and_say"),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_a_number_changed_in_its_one_place_changes_the_outcome(change: str) -> None:
    file, old, new = CHANGES[change]
    documents = [
        home("a", {"area_m2": 84.9, "asking": {"DEAL": 148_000}, "traded": {"DEAL": 95_000}}, metres=600,
             built_year=2021, listing_count=12),
        home("b", {"area_m2": 59.9, "asking": {"DEAL": 70_000}}, metres=2000, built_year=2010,
             listing_count=60),
        home("c", {"area_m2": 78.0}, metres=900, built_year=2023, listing_count=1),
        home("d", {"area_m2": 101.0, "asking": {"DEAL": 200_000}}, {"area_m2": 84.0}, metres=1500,
             listing_count=9),
    ]  # fmt: skip
    searches = [
        ask({"priceMax": 150_000, "areaMin": 33, "areaMax": 33}, filters=False),
        ask({"priceMin": 60_000}),
        ask({"areaMin": 34, "areaMax": 34}),
        ask({"priceMin": 130_000, "priceMax": 130_000}),
    ]
    before = [result_json(rank(search, documents, pack()))["hits"] for search in searches]
    after = [
        result_json(rank(search, documents, edited({file: [(old, new)]})))["hits"] for search in searches
    ]
    assert before != after


def test_the_radius_of_the_request_wins_over_that_of_the_parameters_and_both_over_the_default() -> None:
    documents = [home(str(metres), metres=metres) for metres in (900, 2900, 4900)]
    assert ids(rank(ask({}), documents, pack())) == ["900", "2900"]
    assert ids(rank(ask({"radiusKm": 1}), documents, pack())) == ["900"]
    assert ids(rank(ask({"radiusKm": 1}, radius_km=5.0), documents, pack())) == ["900", "2900", "4900"]


@LAWS
@given(homes(), requests)
def test_the_ranker_agrees_with_plain_python(documents: list[dict], request: SearchRequest) -> None:
    result = rank(_ranged(request), documents, pack())
    right = plain_rank(_ranged(request), documents, pack())
    assert {hit.id for hit in result.hits} == {hit.id for hit in right}
    by_id = {hit.id: hit for hit in right}
    for hit in result.hits:
        want = by_id[hit.id]
        assert hit.score == pytest.approx(want.score, abs=2e-7)
        if want.price_basis is not None:
            assert hit.breakdown["price"].basis == want.price_basis
            assert (hit.floor_plan or {}).get("plan_id") == want.plan
    assert [hit.id for hit in sorted(result.hits, key=lambda h: (-h.score, h.id))] == ids(result)
    assert {d.id for d in result.dropped} == {d["complex_id"] for d in documents} - set(by_id)


@LAWS
@given(homes(), requests, st.randoms())
def test_the_order_of_the_documents_changes_nothing(
    documents: list[dict], request: SearchRequest, order: random.Random
) -> None:
    shuffled = documents[:]
    order.shuffle(shuffled)
    search = _ranged(request)
    assert result_json(rank(search, documents, pack())) == result_json(rank(search, shuffled, pack()))


@LAWS
@given(homes(), requests)
def test_every_score_and_value_lies_between_nothing_and_one(
    documents: list[dict], request: SearchRequest
) -> None:
    result = rank(_ranged(request), documents, pack())
    for hit in result.hits:
        assert 0 <= hit.score <= 1
        assert all(0 <= line.value <= 1 for line in hit.breakdown.values())
        assert hit.score == pytest.approx(sum(line.points for line in hit.breakdown.values()), abs=1e-6)
        assert hit.score <= result.score_of + 1e-6


@LAWS
@given(homes(), requests, st.sampled_from(["priceMax", "areaMax", "builtYearMin", "radius"]))
def test_widening_a_want_never_removes_a_home(
    documents: list[dict], request: SearchRequest, which: str
) -> None:
    before = replace(_ranged(request), alternatives=())
    if which == "radius":
        after = replace(before, radius_km=(before.radius_km or 3.0) * 2)
    elif which in before.params:
        wider = before.params[which] * (0.9 if which == "builtYearMin" else 1.5)
        after = replace(before, params={**before.params, which: wider})
        # a bare amount reaches further than its end says, and a range does not: widening it makes it a range
        low = {"priceMax": "priceMin", "areaMax": "areaMin"}.get(which)
        if low is not None and before.params.get(low) == before.params[which]:
            return
    else:
        return
    assert {h.id for h in rank(before, documents, pack()).hits} <= {
        h.id for h in rank(after, documents, pack()).hits
    }


@LAWS
@given(st.lists(st.floats(0, 2900), min_size=2, max_size=6))
def test_nearer_is_never_worse(metres: list[float]) -> None:
    documents = [home(f"c{number}", metres=m) for number, m in enumerate(metres)]
    found = {hit.id: hit for hit in rank(ask({}), documents, pack()).hits}
    ordered = sorted(found.values(), key=lambda hit: hit.distance_m)
    assert all(a.score >= b.score for a, b in pairwise(ordered))


@LAWS
@given(homes(), requests)
def test_without_a_limit_in_the_way_no_home_that_meets_everything_is_dropped(
    documents: list[dict], request: SearchRequest
) -> None:
    result = rank(_ranged(request), documents, pack())
    assert result.total == len(result.hits)
    assert len(result.hits) + len(result.dropped) == len(documents)
    assert not {hit.id for hit in result.hits} & {each.id for each in result.dropped}


def _ranged(request: SearchRequest) -> SearchRequest:
    """The request without ranges that run from high to low."""
    params = dict(request.params)
    for low, high in (("priceMin", "priceMax"), ("areaMin", "areaMax")):
        if low in params and high in params and params[low] > params[high]:
            params[low], params[high] = params[high], params[low]
    return replace(request, params=params)
