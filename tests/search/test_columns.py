"""Columns: the same numbers as reading each document, sorted by cell, and circles found by box."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.catalog.fields import fields, read_number, read_point
from engine.errors import InputInvalid
from engine.score.checking import check_profiles
from engine.search.candidates import Candidates, around, everywhere
from engine.search.columns import Columns
from engine.search.geo import Point, distance_m, on_grid
from tests.search.corpora import homes
from tests.search.packs import pack

CENTRE = Point(37.5, 127.03)
FEW = settings(max_examples=40, deadline=None)


@FEW
@given(homes())
def test_every_column_holds_what_reading_each_document_gives(documents: list[dict]) -> None:
    catalog = pack().catalog
    columns = Columns.build(documents, pack())
    candidates = everywhere(columns, None)
    for path, field in fields(catalog).items():
        if field.spec.type in ("point", "choice"):
            continue
        for deal in ("DEAL", "LEASE", "RENT"):
            records = columns.documents
            if field.item:
                records = [part for document in columns.documents for part in document["floor_plans"]]
            right = [read_number(record, field, deal) for record in records]
            assert candidates.numbers(path, deal).tolist() == pytest.approx(
                [math.nan if value is None else value for value in right], nan_ok=True, rel=1e-15
            )


@FEW
@given(homes(), st.floats(1, 40_000))
def test_a_circle_holds_exactly_the_homes_within_the_radius(documents: list[dict], radius: float) -> None:
    columns = Columns.build(documents, pack())
    found = around(columns, CENTRE, radius, unlocated=False)
    right = {
        document["complex_id"]
        for document in documents
        if (point := read_point(document, "location")) is not None
        and distance_m(CENTRE, on_grid(Point(*point))) <= radius
    }
    assert {columns.ids[i] for i in found.positions} == right


def test_a_circle_over_a_pole_or_the_date_line_looks_at_every_home() -> None:
    documents = [
        {"complex_id": str(lon), "location": {"lat": 0.0, "lon": lon}, "floor_plans": []}
        for lon in (179.99, -179.99, 0.0)
    ]
    columns = Columns.build(documents, pack())
    found = around(columns, Point(0.0, 180.0), 5000, unlocated=False)
    assert {columns.ids[i] for i in found.positions} == {"179.99", "-179.99"}


def test_homes_without_a_location_are_kept_only_when_they_may_be() -> None:
    columns = Columns.build(
        [{"complex_id": "a"}, {"complex_id": "b", "location": {"lat": 37.5, "lon": 127.03}}], pack()
    )
    assert around(columns, CENTRE, 100, unlocated=False).count == 1
    kept = around(columns, CENTRE, 100, unlocated=True)
    assert np.isnan(kept.distance_m).tolist() == [False, True]


def test_homes_are_sorted_by_cell_then_id() -> None:
    here, there = {"lat": 37.5, "lon": 127.03}, {"lat": 37.6, "lon": 127.03}
    documents = [
        {"complex_id": i, "location": where}
        for i, where in (("b", here), ("c", there), ("a", here), ("d", None))
    ]
    columns = Columns.build(documents, pack())
    assert columns.ids == ("a", "b", "c", "d")
    assert columns.located == 3


def folded(counts: list[int]) -> Candidates:
    documents = [
        {"complex_id": f"{n:03d}", "floor_plans": [{"area": 30.0 + part} for part in range(count)]}
        for n, count in enumerate(counts)
    ]
    return everywhere(Columns.build(documents, pack()), None)


@given(st.lists(st.integers(0, 3), max_size=8))
def test_folding_parts_is_safe_for_homes_without_parts(counts: list[int]) -> None:
    candidates = folded(counts)
    values = candidates.numbers("floor_plans.area")
    assert candidates.best(values).tolist() == [29.0 + c if c else -1.0 for c in counts]
    assert candidates.sums(np.ones(len(values))).tolist() == counts
    assert candidates.some(np.ones(len(values), dtype=bool)).tolist() == [c > 0 for c in counts]


def test_numbers_are_held_in_half_the_bytes_where_that_loses_nothing() -> None:
    documents = [{"complex_id": "a", "floor_plans": [{"area_m2": 84.97, "asking": {"DEAL": 150_000}}]}]
    columns = Columns.build(documents, pack())
    assert columns.number("floor_plans.price", "DEAL").dtype == np.float32
    assert columns.number("floor_plans.area_m2", None).dtype == np.float64
    assert columns.number("floor_plans.rooms", None) is None
    assert columns.nbytes < 400


@pytest.mark.parametrize(
    ("documents", "code"), [([{}], "DOC012"), ([{"complex_id": 1}, {"complex_id": "1"}], "DOC013")]
)
def test_documents_need_an_id_of_their_own(documents: list[dict], code: str) -> None:
    with pytest.raises(InputInvalid, match=code):
        Columns.build(documents, pack())


def test_the_ranges_of_the_documents_say_whether_a_profile_fits_them() -> None:
    documents = [{"complex_id": str(n), "listing_count": n, "built_year": 1990 + n} for n in range(5)]
    ranges = Columns.build(documents, pack()).ranges()
    assert ranges == {"listing_count": (0, 4), "built_year": (1990, 1994)}
    assert {p.code for p in check_profiles(pack(), ranges)} == {"SCORE021"}
