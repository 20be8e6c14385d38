"""What classes of words do to an amount, in exact numbers."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.config.revision import Revision
from engine.convert.compile import rulebook
from engine.convert.meaning import Interval, Modifiers, around, band, bounded, interval, last_digit_width
from engine.convert.tables import Table
from engine.convert.word import MeaningClass

BOUNDS: list[MeaningClass] = ["at_most", "below", "at_least", "above"]


@pytest.fixture(scope="module")
def price(revision: Revision) -> Table:
    return next(table for table in rulebook(revision).tables if table.name == "price")


@pytest.mark.parametrize(
    ("value", "width"),
    [("300000", 100000), ("159999", 1), ("34", 1), ("100", 100), ("4.5", "0.1"), ("0", 0), ("20500", 100)],
)
def test_a_band_is_as_wide_as_the_last_digit_that_is_not_zero(value: str, width: int | str) -> None:
    assert last_digit_width(Decimal(value)) == Decimal(width)


@pytest.mark.parametrize(
    ("part", "ends"),
    [
        ((0, 3), (150000, 153999)),
        ((4, 6), (154000, 156999)),
        ((7, 9), (157000, 159999)),
        ((0, 9), (150000, 159999)),
    ],
)
def test_parts_are_tenths_of_the_band(price: Table, part: tuple[int, int], ends: tuple[int, int]) -> None:
    assert band(price, Decimal(150000), Decimal(150000), part) == ends


def test_an_approximation_is_rounded_outward_without_floats(price: Table) -> None:
    assert around(price, Decimal(25), Decimal(25)) == (22, 28)
    assert around(price, Decimal(34), Decimal(34)) == (30, 38)
    assert around(price, Decimal(85), Decimal(85)) == (76, 94)


@given(value=st.integers(min_value=1, max_value=10**8))
def test_a_band_lies_within_its_at_least(price: Table, value: int) -> None:
    low, high = band(price, Decimal(value), Decimal(value), None)
    at_least = bounded(price, Decimal(value), Decimal(value), "at_least")
    assert at_least.low is not None
    assert at_least.low <= low <= high
    assert at_least.high is None


@given(value=st.integers(min_value=1, max_value=10**8))
def test_an_approximation_holds_exactly_ten_per_cent(price: Table, value: int) -> None:
    low, high = around(price, Decimal(value), Decimal(value))
    assert low <= Fraction(value * 9, 10) < low + 1
    assert high - 1 < Fraction(value * 11, 10) <= high


@given(value=st.integers(min_value=1, max_value=10**8), more=st.integers(min_value=0, max_value=10**6))
@pytest.mark.parametrize("bound", BOUNDS)
def test_bounds_grow_with_their_amount(price: Table, bound: MeaningClass, value: int, more: int) -> None:
    one = bounded(price, Decimal(value), Decimal(value), bound)
    other = bounded(price, Decimal(value + more), Decimal(value + more), bound)
    for low, high in ((one.low, other.low), (one.high, other.high)):
        assert (low is None) == (high is None)
        assert low is None or high is None or high - low == more


@given(value=st.integers(min_value=2, max_value=10**8))
@pytest.mark.parametrize("bound", BOUNDS)
def test_excluding_twice_gives_the_bound_back(price: Table, bound: MeaningClass, value: int) -> None:
    amount = Decimal(value)
    once = interval(price, amount, amount, Modifiers((bound, "except")), labelled=False)
    plain = bounded(price, amount, amount, bound)
    assert isinstance(once, Interval)
    assert (once.low is None) == (plain.high is None)
    end, other = (once.low, plain.high) if once.low is not None else (plain.low, once.high)
    assert end is not None
    assert other is not None
    assert end - other == price.step


def test_bound_beats_about_beats_exact(price: Table) -> None:
    amount = Decimal(60000)
    exact_about: tuple[MeaningClass, ...] = ("exact", "about")
    assert interval(price, amount, amount, Modifiers(("about", "at_least")), labelled=False) == (
        60000,
        None,
        "bound",
    )
    assert interval(price, amount, amount, Modifiers(exact_about), labelled=False) == (54000, 66000, "closed")
    assert interval(price, amount, amount, Modifiers(("exact",)), labelled=False) == (60000, 60000, "exact")


def test_a_band_with_a_bound_keeps_the_end_that_the_bound_is_about(price: Table) -> None:
    amount = Decimal(50000)
    assert interval(price, amount, amount, Modifiers(("band", "at_least")), labelled=False) == (
        50000,
        None,
        "bound",
    )
    assert interval(price, amount, amount, Modifiers(("band", "at_most")), labelled=False) == (
        None,
        59999,
        "bound",
    )
