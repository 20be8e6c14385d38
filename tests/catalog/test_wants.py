"""What parameters ask: reach, ends, ages, deal types, and what is refused."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.catalog.bounds import Bound
from engine.catalog.wants import Asked, ask, widen
from engine.config.base import read_quantity
from engine.errors import InputInvalid
from tests.search.packs import pack
from tests.search.plain import contains

CATALOG = pack().catalog
TODAY = date(2026, 6, 1)


def asked(params: dict, *, has_places: bool = True, assumed: tuple[str, ...] = ()) -> Asked:
    return ask(params, CATALOG, today=TODAY, has_places=has_places, assumed=assumed)


def bound(params: dict, want: str) -> tuple[float | None, float | None, bool]:
    condition = asked(params).condition(want)
    return condition.bound.low, condition.bound.high, condition.bound.open_high


BOUNDS = {
    "a band of sizes": ({"areaMin": 30, "areaMax": 39}, "area", (30, 40, True)),
    "a bare size": ({"areaMin": 30, "areaMax": 30}, "area", (29, 32, True)),
    "a decimal size": ({"areaMin": 30, "areaMax": 33.5}, "area", (30, 33.5, False)),
    "square metres": ({"areaM2Min": 84, "areaM2Max": 84}, "area_m2", (84, 85, True)),
    "a bare price": ({"priceMin": 100_000, "priceMax": 100_000}, "price", (90_000, 110_000, False)),
    "a price up to": ({"priceMin": None, "priceMax": 150_000}, "price", (None, 150_000, False)),
    "a bare deposit": ({"dealType": "RENT", "depositMin": 900, "depositMax": 900}, "deposit",
                       (None, 900, False)),
    "an age": ({"ageMin": 4, "ageMax": 9}, "built", (2017, 2022, False)),
    "an age and a year": ({"ageMax": 9, "builtYearMin": 2020}, "built", (2020, None, False)),
    "minutes on foot": ({"walkMinutesMax": 5}, "walk", (None, 400, False)),
}  # fmt: skip


@pytest.mark.parametrize("name", BOUNDS)
def test_parameters_become_the_ends_that_search_compares(name: str) -> None:
    params, want, ends = BOUNDS[name]
    assert bound(params, want) == ends


def test_reach_leaves_what_the_customer_wrote() -> None:
    assert asked({"areaMin": 30, "areaMax": 30}).condition("area").written == Bound(low=30, high=30)


def test_the_basis_of_an_area_chooses_the_field() -> None:
    assert asked({"areaMin": 25, "areaBasis": "exclusive"}).condition("area").reads == "floor_plans.area_own"
    assert asked({"areaMin": 25, "areaBasis": "supply"}).condition("area").reads == "floor_plans.area"
    with pytest.raises(InputInvalid, match="areaBasis"):
        asked({"areaMin": 25, "areaBasis": "gross"})


def test_minutes_on_foot_count_to_the_place_or_without_one_to_the_station() -> None:
    assert asked({"walkMinutesMax": 5}).condition("walk").from_places
    condition = asked({"walkMinutesMax": 5}, has_places=False).condition("walk")
    assert (condition.reads, condition.from_places, condition.bound.high) == ("station_m", False, 400)


def test_nothing_said_is_the_default_deal_and_the_default_radius_neither_of_them_asked() -> None:
    nothing = asked({})
    assert (nothing.deals, nothing.deal_asked) == (("DEAL",), False)
    assert (nothing.radius_m, nothing.radius_asked) == (3000, False)
    assert asked({}, has_places=False).radius_m is None


def test_what_no_field_holds_is_said_back_as_not_checked() -> None:
    assert asked({"transitMinutesMax": 30, "bathCountMin": 2}).not_checked == ("baths", "transit")
    assert asked({"radiusKm": 2}, has_places=False).not_checked == ("place",)
    assert asked({"dealType": "RENT", "priceMax": 1}).not_checked == ("price",)


def test_a_condition_is_assumed_only_when_all_of_it_was_guessed() -> None:
    params = {"areaMin": 15, "areaMax": 25, "roomCountMin": 2}
    guessed = asked(params, assumed=("areaMin", "areaMax"))
    assert [c.want for c in guessed.conditions if c.assumed] == ["area"]
    assert not asked(params, assumed=("areaMin",)).condition("area").assumed


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"prisceMax": 1}, "DOC001"), ({"priceMax": "15억"}, "DOC002"), ({"priceMax": True}, "DOC002"),
        ({"priceMax": 10**400}, "DOC002"), ({"walkMinutesMax": 1e308}, "DOC002"),
        ({"priceMin": -1e300}, "DOC002"), ({"radiusKm": 1e306}, "DOC002"),
        ({"priceMax": float("nan")}, "DOC002"), ({"dealType": "SALE"}, "DOC002"),
        ({"dealType": []}, "DOC002"), ({"radiusKm": -1}, "DOC002"),
        ({"priceMin": 2, "priceMax": 1}, "DOC003"), ({"ageMin": 9, "ageMax": 4}, "DOC003"),
    ],
)  # fmt: skip
def test_what_means_nothing_is_refused_with_a_code(params: dict, code: str) -> None:
    with pytest.raises(InputInvalid) as error:
        asked(params)
    assert error.value.problems[0].code == code


def test_a_misspelt_parameter_is_answered_with_the_nearest() -> None:
    with pytest.raises(InputInvalid) as error:
        asked({"prisceMax": 1})
    assert error.value.problems[0].hint == "priceMax"


def test_widening_moves_each_written_end_outward() -> None:
    condition = asked({"priceMin": 100_000, "priceMax": 150_000}).condition("price")
    wide = widen(condition, read_quantity("10%"), CATALOG)
    assert (wide.bound.low, wide.bound.high) == (90_000, 165_000)
    assert wide.written == condition.written
    again = widen(wide, read_quantity("20%"), CATALOG)
    assert (again.bound.low, again.bound.high) == (80_000, 180_000)


def test_widened_money_stays_whole_and_is_rounded_outward() -> None:
    condition = asked({"priceMin": 60_001, "priceMax": 69_999}).condition("price")
    wide = widen(condition, read_quantity("10%"), CATALOG)
    assert (wide.bound.low, wide.bound.high) == (54_000, 76_999)


def test_widening_a_band_of_sizes_keeps_its_open_end() -> None:
    condition = asked({"areaMin": 30, "areaMax": 40}).condition("area")
    assert widen(condition, read_quantity("10%"), CATALOG).bound == Bound(low=27, high=45, open_high=True)
    assert widen(condition, read_quantity("2평"), CATALOG).bound == Bound(low=28, high=43, open_high=True)


@given(
    st.integers(1, 99), st.integers(0, 40), st.sampled_from(["5%", "10%", "1평", "3평"]), st.floats(0, 200)
)
def test_widening_never_lets_go_of_a_value(low: int, width: int, by: str, value: float) -> None:
    condition = asked({"areaMin": low, "areaMax": low + width}).condition("area")
    if contains(condition.bound, value):
        assert contains(widen(condition, read_quantity(by), CATALOG).bound, value)
