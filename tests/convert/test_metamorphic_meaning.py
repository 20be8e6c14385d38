"""Metamorphic laws of meaning: bands, bounds, ranges and corrections fit together on every table."""

from decimal import Decimal

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.config.conversion import Conversion
from tests.convert.numbers import fitting, hangul_units, plain, written
from tests.convert.sentences import (
    EXAMPLES,
    EXAMPLES_OF_ONE,
    deal_of,
    deal_words,
    is_hangul,
    labels,
    modified,
    named,
    names_of,
    needs_label,
    pack,
    reading,
    said,
    same,
    says,
    tables,
)

law = settings(max_examples=EXAMPLES, deadline=None)
law_of_one = settings(max_examples=EXAMPLES_OF_ONE, deadline=None)


def two_ended(table: Conversion) -> bool:
    """Whether the table holds a least and a most."""
    return bool(table.into and table.into.min and table.into.max)


each_table = pytest.mark.parametrize("name", names_of())
each_two_ended = pytest.mark.parametrize("name", names_of(two_ended))


@st.composite
def amounts(draw: st.DrawFn, name: str, *, count: int = 2) -> tuple[Conversion, str, list[str]]:
    """A table, what stands before its amounts, and amounts of it from the least on."""
    table = pack().conversions[name]
    found = labels(table.name, deal_of(name))
    label = draw(st.sampled_from(found)) if found and needs_label(table.name) else ""
    assert label or not needs_label(table.name), f"{name}: no label to say"
    values = sorted(
        draw(st.lists(st.sampled_from(fitting(table)), min_size=count, max_size=count, unique=True))
    )
    texts = ["".join(draw(written(table, value, pack().language.numerals, plain))) for value in values]
    return table, f"{label} " if label else "", texts


def ends(table: Conversion, text: str) -> tuple[Decimal | None, Decimal | None]:
    """Both ends that the table reads from a text."""
    params, into = said(text), table.into
    assert into is not None
    low, high = (params.get(name) if name else None for name in (into.min, into.max))
    return tuple(Decimal(str(end)) if isinstance(end, int | float) else None for end in (low, high))  # type: ignore[return-value]  # two of them


def first(words: tuple[str, ...]) -> str:
    """The commonest word of a class: the first in the file."""
    return next(word for word in words if is_hangul(word))


@pytest.mark.parametrize("name", names_of(lambda table: two_ended(table) and table.band.after))
@law_of_one
@given(data=st.data())
def test_every_band_lies_within_its_at_least(name: str, data: st.DataObject) -> None:
    table, before, (amount,) = data.draw(amounts(name, count=1))
    band = ends(table, f"{before}{amount}{first(table.band.after)}")
    bound = ends(table, f"{before}{amount} {first(table.at_least.after)}")
    assert bound == (band[0], None), f"{before}{amount}: band {band}, at least {bound}"
    for part in table.band.parts:
        low, high = ends(table, f"{before}{amount}{first(table.band.after)} {part}")
        assert low is not None
        assert high is not None
        assert band[0] <= low <= high <= band[1], f"{before}{amount}대 {part}: {low}, {high} of {band}"  # type: ignore[operator]  # a band has both


@each_table
@law_of_one
@given(data=st.data())
def test_bounds_are_monotone_in_their_amount(name: str, data: st.DataObject) -> None:
    table, before, (less, more) = data.draw(amounts(name))
    for words, side in ((table.at_most, 1), (table.below, 1), (table.at_least, 0), (table.above, 0)):
        if table.into is None or not (table.into.min, table.into.max)[side]:
            continue
        word = first(words.after)
        lower, upper = (ends(table, f"{before}{amount} {word}")[side] for amount in (less, more))
        assert lower is not None
        assert upper is not None
        assert lower < upper, f"{before}{less}, {more} {word}: {lower}, {upper}"


@each_table
@law_of_one
@given(data=st.data())
def test_a_strict_bound_is_one_step_from_its_inclusive_one(name: str, data: st.DataObject) -> None:
    table, before, (amount,) = data.draw(amounts(name, count=1))
    into = table.into
    assert into is not None
    step = table.step or Decimal(1)
    at_most, below = (
        ends(table, f"{before}{amount} {first(words.after)}")[1] for words in (table.at_most, table.below)
    )
    if into.max:
        assert at_most is not None
        assert below is not None
        assert at_most - below == step, f"{before}{amount}: {at_most}, {below}"
    at_least, above = (
        ends(table, f"{before}{amount} {first(words.after)}")[0] for words in (table.at_least, table.above)
    )
    if into.min:
        assert at_least is not None
        assert above is not None
        assert above - at_least == step, f"{before}{amount}: {at_least}, {above}"


@each_two_ended
@law_of_one
@given(data=st.data(), join=st.sampled_from(["~", " ~ ", "에서 ", "부터 "]))
def test_a_range_may_be_written_from_either_end(name: str, data: st.DataObject, join: str) -> None:
    """A dash is left out: 3000-350 is deposit and rent."""
    _, before, (less, more) = data.draw(amounts(name))
    same(f"{before}{less}{join}{more}", f"{before}{more}{join}{less}")


@each_table
@law_of_one
@given(
    join=st.sampled_from([" 말고 ", "말고 ", " 아니고 ", "이 아니라 ", " 대신 "]),
    data=st.data(),
)
def test_of_two_amounts_only_the_corrected_one_counts(name: str, join: str, data: st.DataObject) -> None:
    table, before, (one, other) = data.draw(amounts(name))
    if data.draw(st.booleans()):
        one, other = other, one
    kind = data.draw(st.sampled_from(says(table.name)))
    ahead, behind = data.draw(modified(table.name, kind))
    right = " ".join([*ahead, other, *behind])
    same(f"{before}{right}", f"{before}{one}{join}{right}")


@law
@given(data=st.data(), join=st.sampled_from([" 말고 ", "말고 ", " 아니고 ", "가 아니라 "]))
def test_of_two_deals_only_the_corrected_one_counts(data: st.DataObject, join: str) -> None:
    words = [word for word in deal_words() if is_hangul(word)]
    one, other = (data.draw(st.sampled_from(words)) for _ in range(2))
    assume(deal_words()[one] != deal_words()[other])
    same(other, f"{one}{join}{other}", but=("wishes",))


@law
@given(data=st.data())
def test_a_term_that_is_ruled_out_for_another_of_its_want_says_nothing(data: st.DataObject) -> None:
    one = data.draw(named())
    other = data.draw(named(about=one.about))
    assume(said(one.text()) != said(other.text()))
    same(other.text(), f"{one.text()} 말고 {other.text()}")


@pytest.mark.parametrize("name", names_of(lambda table: table.bare != "ignore"))
@law_of_one
@given(data=st.data())
def test_particles_behind_an_amount_say_nothing(name: str, data: st.DataObject) -> None:
    """Left out are those that make another word of the unit (세대로, 년도)."""
    _, before, (amount,) = data.draw(amounts(name, count=1))
    particle = data.draw(st.sampled_from([word for word in pack().language.particles if is_hangul(word)]))
    units = {word for each in tables() for words in hangul_units(each).values() for word in words}
    assume(not any((amount + particle).endswith(unit) for unit in units))
    same(f"{before}{amount}", f"{before}{amount}{particle}")


def said_with_a_label(table: Conversion) -> bool:
    """Whether a number behind the table's label is read, and the unit worth one could be said as well."""
    told = [label for label in labels(table.name, deal_of(table.name)) if label not in table.at_most.before]
    return table.unitless == "labelled" and Decimal(1) in hangul_units(table) and bool(told)


@pytest.mark.parametrize("name", names_of(said_with_a_label))
@law_of_one
@given(data=st.data())
def test_behind_its_label_an_amount_needs_no_unit(name: str, data: st.DataObject) -> None:
    """84㎡ and 전용 84 are one but for what the label adds (areaBasis). A label that is a bound as well
    (예산) is left out."""
    table = pack().conversions[name]
    found = [label for label in labels(name, deal_of(name)) if label not in table.at_most.before]
    label, value = data.draw(st.sampled_from(found)), data.draw(st.sampled_from(fitting(table)))
    unit = data.draw(st.sampled_from(hangul_units(table)[Decimal(1)]))
    same(f"{label} {value:f}", f"{label} {value:f}{unit}")
    if not needs_label(table.name) and table.bare_labelled in (None, table.bare):
        same(f"{value:f}{unit}", f"{label} {value:f}", but=tuple(table.with_words))


@law
@given(data=st.data(), join=st.sampled_from([", ", " 또는 ", "이나 "]))
def test_pairs_of_which_one_must_hold_are_the_same_in_either_order(data: st.DataObject, join: str) -> None:
    """33평 10억, 25평 8억 are two homes and not one: each size goes with its own price."""
    sizes = data.draw(st.lists(st.sampled_from([18, 25, 33, 40, 59]), min_size=2, max_size=2, unique=True))
    prices = data.draw(st.lists(st.integers(3, 30), min_size=2, max_size=2, unique=True))
    pairs = [f"{size}평 {price}억" for size, price in zip(sizes, prices, strict=True)]
    assert len(reading(join.join(pairs)).alternatives) == len(pairs), join.join(pairs)
    same(join.join(pairs), join.join(reversed(pairs)))
