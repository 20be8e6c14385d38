"""Why a home is not there: its gate, what it has, and a change that was tried and admits it."""

from dataclasses import replace
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputInvalid
from engine.search import rank
from engine.search.request import SearchPlace, SearchRequest
from engine.search.whynot import WhyNot, why_not
from tests.search.corpora import homes, requests
from tests.search.packs import edited, pack

FILTER = "rules/filters/joint_match.yaml"

PLACE = SearchPlace(name="p", lat=37.5, lon=127.03)


def home(metres: float = 100, built_year: int | None = 2021, **plan: object) -> dict:
    return {
        "complex_id": "a", "built_year": built_year, "households": 500,
        "location": {"lat": PLACE.lat + metres / 111_195.08, "lon": PLACE.lon},
        "floor_plans": [{"plan_id": "p", "area": 34.2, "rooms": 3, "asking": {"DEAL": 100_000}, **plan}],
    }  # fmt: skip


def why(document: dict, **request: object) -> WhyNot:
    return why_not(SearchRequest(places=(PLACE,), **request), document, pack())


def test_a_home_that_is_too_dear_names_the_price_that_admits_it() -> None:
    told = why(home(), params={"priceMax": 90_000})
    assert told == WhyNot(
        gate="price", value=100_000, wanted={"priceMax": 90_000}, change={"priceMax": 100_000}
    )


def test_a_size_is_told_in_whole_pyeong_as_the_customer_says_it() -> None:
    assert why(home(), params={"areaMin": 40}).change == {"areaMin": 34}
    assert why(home(), params={"areaMax": 30}).change == {"areaMax": 34}


def test_the_radius_is_rounded_up_so_that_it_reaches_the_home() -> None:
    told = why(home(metres=4321))
    assert (told.gate, told.wanted, told.change) == ("place", {"radiusKm": 3}, {"radiusKm": 4.4})
    assert why(home(metres=4321), radius_km=2.0).change == {"radiusKm": 4.4}


def test_an_age_is_told_as_an_age() -> None:
    told = why(home(built_year=2004), params={"ageMax": 10}, today=date(2026, 6, 1))
    assert (told.gate, told.value, told.change) == ("built", 2004, {"ageMax": 22})


def test_a_value_that_nobody_knows_means_doing_without_the_want() -> None:
    told = why(home(built_year=None), params={"builtYearMin": 2020})
    assert (told.gate, told.value) == ("built", None)
    assert told.change == dict.fromkeys(["builtYearMin", "builtYearMax", "ageMin", "ageMax"])


def test_another_deal_type_is_told_with_what_the_home_is_offered_for() -> None:
    told = why(home(), params={"dealType": "LEASE", "priceMax": 100_000})
    assert (told.gate, told.value, told.change) == ("deal", ["DEAL"], {"dealType": "DEAL"})


def test_of_two_floor_plans_the_one_that_needs_less_is_told() -> None:
    document = home()
    document["floor_plans"] = [
        {"plan_id": "s", "area": 25.0, "asking": {"DEAL": 80_000}},
        {"plan_id": "l", "area": 34.2, "asking": {"DEAL": 120_000}},
    ]
    told = why(document, params={"areaMin": 30, "priceMax": 100_000})
    assert (told.gate, told.change) == ("joint_match", {"areaMin": 25})
    told = why(document, params={"areaMin": 33, "priceMax": 110_000})
    assert told.change == {"priceMax": 120_000}


def test_every_want_that_fails_is_in_the_change() -> None:
    told = why(home(metres=3500), params={"priceMax": 90_000, "builtYearMin": 2022, "householdsMin": 1000})
    assert told.gate == "place"
    assert told.change == {"radiusKm": 3.5, "priceMax": 100_000, "builtYearMin": 2021, "householdsMin": 500}


def test_a_home_that_is_there_needs_no_change() -> None:
    assert why(home()) == WhyNot(gate=None, value=None, wanted={}, change={})


def why_with(condition: str, document: dict, **request: object) -> WhyNot:
    """As `why`, with a condition in CEL in the pack's filter."""
    revision = edited({FILTER: [("also: []", f"also:\n  - '{condition}'")]})
    return why_not(SearchRequest(places=(PLACE,), **request), document, revision)


def test_a_condition_of_a_filter_is_told_with_its_text_its_line_and_what_the_home_has() -> None:
    condition = "doc.households >= 1000"
    told = why_with(condition, home())
    (refused,) = told.refused
    assert (told.gate, told.reason, told.change) == ("joint_match", "", None)
    assert (refused.filter, refused.condition, refused.reason) == ("joint_match", condition, "")
    assert (refused.file, refused.values) == (FILTER, {"doc.households": 500})
    lines = (pack().root / FILTER).read_text(encoding="utf-8").splitlines()
    assert refused.line == next(n for n, line in enumerate(lines, start=1) if "also:" in line) + 1


def test_a_condition_without_an_answer_says_that_the_value_is_absent() -> None:
    told = why_with("doc.households >= 1000", {**home(), "households": None})
    assert (told.gate, told.reason) == ("joint_match", "no_value")
    assert [(each.reason, each.values) for each in told.refused] == [("no_value", {"doc.households": None})]


def test_a_condition_that_refuses_a_home_is_told_also_behind_a_want_that_does() -> None:
    told = why_with("doc.households >= 1000", home(), params={"priceMax": 90_000})
    assert (told.gate, told.value, told.wanted) == ("price", 100_000, {"priceMax": 90_000})
    assert told.change is None
    assert [each.condition for each in told.refused] == ["doc.households >= 1000"]


def test_a_condition_on_floor_plans_that_one_meets_refuses_nothing_by_itself() -> None:
    told = why_with("plan.area >= 30", home(area=34.2), params={"areaMax": 20})
    assert (told.gate, told.change, told.refused) == ("area", {"areaMax": 34}, ())
    told = why_with("plan.area >= 40", home(area=34.2))
    assert [each.values for each in told.refused] == [{"plan.area": [34.2]}]


def test_a_condition_that_uses_what_was_asked_lets_the_home_in_without_that_want() -> None:
    condition = "want.households.min == null || doc.listing_count >= 10"
    told = why_with(condition, {**home(), "listing_count": 3}, params={"householdsMin": 300})
    assert (told.gate, told.change) == ("joint_match", {"householdsMin": None, "householdsMax": None})


def test_what_the_home_has_is_told_of_the_want_that_is_the_gate() -> None:
    """Also where another deal type would be the smaller change than the price."""
    document = home(deposit=1000, monthly=50)
    told = why(document, params={"dealType": "DEAL", "priceMax": 50_000})
    assert (told.gate, told.value, told.wanted) == ("price", 100_000, {"priceMax": 50_000})


@given(homes(), requests, st.booleans())
def test_the_gate_is_that_of_ranking_and_a_change_that_is_told_admits_the_home(
    documents: list[dict], request_: SearchRequest, relaxing: bool
) -> None:
    request_ = replace(request_, relax=relaxing)
    for document in documents:
        try:
            result = rank(replace(request_, relax=False), [document], pack())
            told = why_not(request_, document, pack())
        except InputInvalid:
            return
        assert told.gate == (result.dropped[0].gate if result.dropped else None)
        if (
            told.gate is not None
            and told.change
            and not request_.alternatives
            and "radiusKm" not in told.change
        ):
            changed = {k: v for k, v in {**request_.params, **told.change}.items() if v is not None}
            assert rank(replace(request_, params=changed, relax=False), [document], pack()).hits
