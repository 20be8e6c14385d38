"""How a document's values are read: own, derived, first of several, per deal type."""

import gc
import math

import pytest

from engine.catalog.fields import fields, item_of, parts_of, read_based, read_number, read_point
from tests.search.packs import edited, pack

CATALOG = pack().catalog


def read(path: str, record: dict, deal: str | None = None) -> float | None:
    return read_number(record, fields(CATALOG)[path], deal)


def test_fields_are_found_by_path_in_the_order_of_the_file() -> None:
    paths = list(fields(CATALOG))
    assert paths.index("location") < paths.index("station_m") < paths.index("floor_plans.area_m2")
    assert fields(CATALOG) is fields(CATALOG)


def test_fields_of_a_catalog_that_is_gone_are_not_mixed_up_with_those_of_another() -> None:
    for number in range(5):
        other = edited({"rules/catalog.yaml": [("times: 1.35", f"times: 1.{number}")]}).catalog
        assert float(fields(other)["floor_plans.area"].spec.times) == pytest.approx(1 + number / 10)
        del other
        gc.collect()


@pytest.mark.parametrize(("own", "pyeong"), [(59, 24), (84, 34)])
def test_supply_area_is_computed_from_exclusive_square_metres(own: int, pyeong: int) -> None:
    assert math.floor(read("floor_plans.area", {"area_m2": own})) == pyeong


def test_a_documents_own_value_wins_over_the_computed_one() -> None:
    assert read("floor_plans.area", {"area_m2": 84.9, "area": 33.0}) == 33.0
    assert read("floor_plans.area_own", {"area_m2": 400}) == pytest.approx(121)


def test_the_first_price_with_a_value_counts_and_zero_is_no_price() -> None:
    price = fields(CATALOG)["floor_plans.price"]
    plan = {"asking": {"DEAL": 0, "LEASE": 40_000}, "traded": {"DEAL": 131_000, "LEASE": 39_000}}
    assert read_based(plan, price, "DEAL") == (131_000, "traded")
    assert read_based(plan, price, "LEASE") == (40_000, "asking")
    assert read_based(plan, price, "RENT") == (None, None)
    assert price.varies_by_deal
    assert not fields(CATALOG)["floor_plans.deposit"].varies_by_deal


def test_a_deposit_of_zero_is_real() -> None:
    assert read("floor_plans.deposit", {"deposit": 0}) == 0.0


@pytest.mark.parametrize("value", [None, "84", True, math.nan, math.inf, 10**400, [84], {"DEAL": 1}])
def test_what_is_no_finite_number_is_absent(value: object) -> None:
    assert read("households", {"households": value}) is None


@pytest.mark.parametrize(
    "value",
    [None, {}, {"lat": 91, "lon": 0}, {"lat": "37", "lon": 127}, [37, 127], {"lat": math.nan, "lon": 1}],
)
def test_what_is_no_point_is_an_unknown_location(value: object) -> None:
    assert read_point({"location": value}, "location") is None


def test_parts_are_the_mappings_of_the_list() -> None:
    assert item_of(CATALOG) == "floor_plans"
    assert parts_of({"floor_plans": [{"a": 1}, None, 3]}, "floor_plans") == [{"a": 1}]
    assert list(parts_of({"floor_plans": {}}, "floor_plans")) == list(parts_of({}, "floor_plans")) == []
