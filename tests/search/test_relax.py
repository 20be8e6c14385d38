"""Relaxing: what gives way, in order, and what is said."""

from engine.search import rank
from engine.search.request import SearchPlace, SearchRequest
from tests.search.packs import edited, pack

PLACE = SearchPlace(name="p", lat=37.5, lon=127.03)
RELAX = "rules/relax.yaml"


def home(identity: str, price: int, area: float = 34.0, metres: float = 100, **fields: object) -> dict:
    return {
        "complex_id": identity, "built_year": 2021, "households": 500, **fields,
        "location": {"lat": PLACE.lat + metres / 111_195.08, "lon": PLACE.lon},
        "floor_plans": [{"plan_id": "p", "area": area, "rooms": 3, "asking": {"DEAL": price}}],
    }  # fmt: skip


def search(params: dict, documents: list[dict], revision=None, **more: object):
    request = SearchRequest(places=(PLACE,), params=params, relax=True, **more)
    return rank(request, documents, revision or pack())


def said(result) -> list[tuple]:
    return [(r.want, dict(r.before), dict(r.after), r.remaining) for r in result.relaxed]


def test_nothing_gives_way_while_enough_homes_remain() -> None:
    result = search({"priceMax": 100_000}, [home(str(n), 90_000) for n in range(3)])
    assert (result.total, said(result)) == (3, [])


def test_nothing_gives_way_when_the_request_does_not_relax() -> None:
    request = SearchRequest(places=(PLACE,), params={"priceMax": 1})
    assert rank(request, [home("a", 5)], pack()).relaxed == ()


def test_steps_come_in_order_each_on_top_of_the_last_until_enough_remain() -> None:
    documents = [home("fits", 100_000), home("ten", 110_000), home("old", 105_000, built_year=1990),
                 home("far", 100_000, metres=4000), home("dear", 120_000)]  # fmt: skip
    result = search({"priceMax": 100_000, "builtYearMin": 2020}, documents)
    assert said(result) == [
        ("price", {"priceMax": 100_000}, {"priceMax": 110_000}, 2),
        ("built", {"builtYearMin": 2020}, {}, 3),
    ]
    assert {hit.id for hit in result.hits} == {"fits", "ten", "old"}


def test_a_step_about_something_that_was_not_asked_is_skipped() -> None:
    result = search({}, [home("a", 1), home("far", 1, metres=4500), home("further", 1, metres=4900)])
    assert said(result) == [("place", {"radiusKm": 3}, {"radiusKm": 5}, 3)]


def test_a_radius_that_is_already_as_wide_is_left_alone() -> None:
    assert said(search({}, [home("a", 1)], radius_km=7.0)) == []


def test_guesses_give_way_before_anything_the_customer_said() -> None:
    params = {"areaMin": 15, "areaMax": 25, "roomCountMin": 2, "priceMax": 100_000}
    documents = [home(str(n), 90_000) for n in range(3)]
    result = search(params, documents, assumed=("areaMin", "areaMax"))
    assert said(result) == [("area", {"areaMin": 15, "areaMax": 25}, {}, 3)]


def test_the_second_widening_counts_from_the_customer_s_own_words() -> None:
    result = search(
        {"priceMin": 100_000, "priceMax": 100_000},
        [home("a", 100_000), home("b", 120_000), home("c", 80_000)],
    )
    assert said(result) == [
        ("place", {"radiusKm": 3}, {"radiusKm": 5}, 1),
        ("price", {"priceMin": 100_000, "priceMax": 100_000}, {"priceMin": 80_000, "priceMax": 120_000}, 3),
    ]


def test_the_aim_stays_that_of_the_customer_s_own_words() -> None:
    result = search({"priceMax": 100_000}, [home("a", 90_000), home("b", 108_000)])
    assert result.hits[0].breakdown["price"].value == 1.0
    assert [hit.id for hit in result.hits] == ["a", "b"]


def test_without_filters_only_the_radius_can_give_way() -> None:
    result = search({"priceMax": 1, "builtYearMin": 2030}, [home("a", 5)], filters=False)
    assert [want for want, *_ in said(result)] == ["place"]


def test_a_want_of_alternatives_gives_way_in_all_of_them() -> None:
    alternatives = (
        {"areaMin": 33, "areaMax": 33, "priceMax": 100_000},
        {"areaMin": 25, "areaMax": 25, "priceMax": 80_000},
    )
    documents = [
        home("a", 105_000),
        home("b", 85_000, area=25.5),
        home("c", 95_000),
        home("d", 110_000, area=25.5),
    ]
    result = search({"areaMin": 25, "areaMax": 33, "priceMax": 100_000}, documents, alternatives=alternatives)
    assert said(result)[0] == ("price", {"priceMax": 100_000}, {"priceMax": 110_000}, 3)
    assert {hit.id for hit in result.hits} == {"a", "b", "c"}


def test_how_many_homes_are_enough_is_the_files_number() -> None:
    revision = edited({RELAX: [("fewer_than: 3", "fewer_than: 1")]})
    assert said(search({"priceMax": 100_000}, [home("a", 90_000)], revision)) == []


def test_the_price_of_each_condition_is_that_of_what_holds_in_the_end() -> None:
    documents = [home("a", 100_000), home("b", 108_000), home("c", 109_000), home("d", 300_000)]
    result = search({"priceMax": 100_000}, documents)
    assert {c.want: c.without for c in result.conditions} == {"place": 3, "price": 4}


def test_a_deal_or_a_place_may_give_way_when_the_file_says_so() -> None:
    revision = edited({RELAX: [("- drop: built", "- drop: deal\n  - drop: place")]})
    documents = [home("a", 1, metres=90_000), home("b", 1)]
    result = search({"dealType": "RENT"}, documents, revision)
    assert said(result) == [
        ("deal", {"dealType": "RENT"}, {}, 1), ("place", {"radiusKm": 3}, {}, 2),
    ]  # fmt: skip
