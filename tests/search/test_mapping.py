"""The index's mapping and documents: everything read as the catalog reads it, the original kept."""

import numpy as np
import pytest
from hypothesis import given

from engine.catalog.fields import fields, parts_of, read_number
from engine.search.mapping import indexed, mapping_of, server_fields
from engine.search.shares import part_shares
from tests.search.corpora import homes
from tests.search.packs import CATALOG, edited, pack


def test_amounts_by_deal_type_have_a_field_each_and_nothing_unknown_is_taken() -> None:
    mapping = mapping_of(pack().catalog)
    plans = mapping["properties"]["floor_plans"]
    assert plans["type"] == "nested"
    assert set(plans["properties"]["asking"]["properties"]) == {"DEAL", "LEASE", "RENT"}
    assert mapping["properties"]["location"] == {"type": "geo_point"}
    assert mapping["properties"]["doc"] == {"type": "object", "enabled": False}
    assert (mapping["dynamic"], plans["dynamic"]) == ("strict", "strict")


def test_another_catalog_has_another_mark() -> None:
    more = "fields:\n  lifts: {type: count, absent: allowed}\n"
    other = edited({CATALOG: [("fields:\n", more)]})
    assert mapping_of(other.catalog)["_meta"] != mapping_of(pack().catalog)["_meta"]


def test_a_price_of_0_is_absent_and_a_deposit_of_0_is_real() -> None:
    document = {
        "complex_id": 7,
        "floor_plans": [{"plan_id": "p", "area_m2": 84.0, "asking": {"DEAL": 0, "LEASE": 5}, "deposit": 0}],
    }
    made = indexed(document, pack().catalog)
    assert (made["id"], made["doc"]) == ("7", document)
    plan = made["floor_plans"][0]
    assert plan["asking"] == {"LEASE": 5.0}
    assert plan["deposit"] == 0.0
    assert plan["area"] == pytest.approx(84 * 121 / 400 * 1.35)
    assert plan["part_share"] == 1.0
    assert "price" not in plan


@given(homes())
def test_every_number_is_the_one_that_the_catalog_reads(documents: list[dict]) -> None:
    catalog = pack().catalog
    for document in documents:
        made = indexed(document, catalog)
        listed = parts_of(document, "floor_plans")
        for field in fields(catalog).values():
            if field.spec.first_of or field.spec.type in ("point", "text", "choice", "flag"):
                continue
            for deal in ("DEAL", "LEASE", "RENT"):
                records = (
                    [(document, made)]
                    if field.item is None
                    else zip(listed, made["floor_plans"], strict=True)
                )
                for record, stored in records:
                    value = stored.get(field.name)
                    value = value.get(deal) if isinstance(value, dict) else value
                    assert value == read_number(record, field, deal)


def test_the_price_is_looked_for_where_the_catalog_says_first() -> None:
    price = fields(pack().catalog)["floor_plans.price"]
    assert server_fields(price, "DEAL") == ("floor_plans.asking.DEAL", "floor_plans.traded.DEAL")
    assert server_fields(price, None) == ()


def test_shares_are_at_most_1_together_and_alike_where_one_is_unknown() -> None:
    own = np.array([0.5, 0.25, 0.9, 0.6, 0.5, np.nan, -1.0])
    shares = part_shares(own, np.array([0, 2, 2, 4, 6, 7]))
    assert shares.tolist() == pytest.approx([0.5, 0.25, 0.6, 0.4, 0.5, 0.5, 1.0])
    assert part_shares(None, np.array([0, 0, 3])).tolist() == pytest.approx([1 / 3] * 3)
    assert part_shares(None, np.array([0])).tolist() == []
