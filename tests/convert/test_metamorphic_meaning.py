"""Metamorphic laws of meaning: bands, bounds, ranges and corrections fit together on every table."""

from decimal import Decimal

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.config.conversion import Conversion
from tests.convert.numbers import fitting, hangul_units, plain, written
from tests.convert.sentences import (
    EXAMPLES,
    deal_words,
    is_hangul,
    labels,
    modified,
    named,
    needs_label,
    pack,
    said,
    same,
    says,
    tables,
)

law = settings(max_examples=EXAMPLES, deadline=None)


@st.composite
def amounts(draw: st.DrawFn, *, count: int = 2, both_ends: bool = False) -> tuple[Conversion, str, list[str]]:
    """A table, what stands before its amounts, and amounts of it from the least on."""
    fit = [t.name for t in tables() if not both_ends or (t.into and t.into.min and t.into.max)]
    table = pack().conversions[draw(st.sampled_from(fit))]
    found = labels(table.name, None)
    label = draw(st.sampled_from(found)) if found and needs_label(table.name) else ""
    assume(label or not needs_label(table.name))
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


@law
@given(drawn=amounts(both_ends=True, count=1))
def test_every_band_lies_within_its_at_least(drawn: tuple[Conversion, str, list[str]]) -> None:
    table, before, (amount,) = drawn
    if not table.band.after:
        return
    band = ends(table, f"{before}{amount}{first(table.band.after)}")
    bound = ends(table, f"{before}{amount} {first(table.at_least.after)}")
    assert bound == (band[0], None), f"{before}{amount}: band {band}, at least {bound}"
    for part in table.band.parts:
        low, high = ends(table, f"{before}{amount}{first(table.band.after)} {part}")
        assert low is not None
        assert high is not None
        assert band[0] <= low <= high <= band[1], f"{before}{amount}대 {part}: {low}, {high} of {band}"  # type: ignore[operator]  # a band has both


@law
@given(drawn=amounts())
def test_bounds_are_monotone_in_their_amount(drawn: tuple[Conversion, str, list[str]]) -> None:
    table, before, (less, more) = drawn
    for words, side in ((table.at_most, 1), (table.below, 1), (table.at_least, 0), (table.above, 0)):
        if table.into is None or not (table.into.min, table.into.max)[side]:
            continue
        word = first(words.after)
        lower, upper = (ends(table, f"{before}{amount} {word}")[side] for amount in (less, more))
        assert lower is not None
        assert upper is not None
        assert lower < upper, f"{before}{less}, {more} {word}: {lower}, {upper}"


@law
@given(drawn=amounts(count=1))
def test_a_strict_bound_is_one_step_from_its_inclusive_one(drawn: tuple[Conversion, str, list[str]]) -> None:
    table, before, (amount,) = drawn
    step = table.step or Decimal(1)
    at_most, below = (
        ends(table, f"{before}{amount} {first(words.after)}")[1] for words in (table.at_most, table.below)
    )
    if at_most is not None and below is not None:
        assert at_most - below == step, f"{before}{amount}: {at_most}, {below}"
    at_least, above = (
        ends(table, f"{before}{amount} {first(words.after)}")[0] for words in (table.at_least, table.above)
    )
    if at_least is not None and above is not None:
        assert above - at_least == step, f"{before}{amount}: {at_least}, {above}"


@law
@given(drawn=amounts(both_ends=True), join=st.sampled_from(["~", " ~ ", "에서 ", "부터 "]))
def test_a_range_may_be_written_from_either_end(drawn: tuple[Conversion, str, list[str]], join: str) -> None:
    """A dash is left out: 3000-350 is deposit and rent."""
    _, before, (less, more) = drawn
    same(f"{before}{less}{join}{more}", f"{before}{more}{join}{less}")


@law
@given(
    drawn=amounts(),
    join=st.sampled_from([" 말고 ", "말고 ", " 아니고 ", "이 아니라 ", " 대신 "]),
    data=st.data(),
)
def test_of_two_amounts_only_the_corrected_one_counts(
    drawn: tuple[Conversion, str, list[str]], join: str, data: st.DataObject
) -> None:
    table, before, (one, other) = drawn
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
    if deal_words()[one] != deal_words()[other]:
        same(other, f"{one}{join}{other}")


@law
@given(data=st.data())
def test_a_term_that_is_ruled_out_for_another_of_its_want_says_nothing(data: st.DataObject) -> None:
    one, other = data.draw(named()), data.draw(named())
    if one.about == other.about and said(one.text()) != said(other.text()):
        same(other.text(), f"{one.text()} 말고 {other.text()}")


@law
@given(drawn=amounts(count=1), data=st.data())
def test_particles_behind_an_amount_say_nothing(
    drawn: tuple[Conversion, str, list[str]], data: st.DataObject
) -> None:
    """Left out are those that make another word of the unit (세대로, 년도)."""
    _, before, (amount,) = drawn
    particle = data.draw(st.sampled_from([word for word in pack().language.particles if is_hangul(word)]))
    units = {word for each in tables() for words in hangul_units(each).values() for word in words}
    if not any((amount + particle).endswith(unit) for unit in units):
        same(f"{before}{amount}", f"{before}{amount}{particle}")


@law
@given(data=st.data())
def test_behind_its_label_an_amount_needs_no_unit(data: st.DataObject) -> None:
    """84㎡ and 전용 84 are one but for what the label adds (areaBasis). A label that is a bound as well
    (예산) is left out."""
    fit = [t.name for t in tables() if t.unitless == "labelled" and hangul_units(t)]
    table = pack().conversions[data.draw(st.sampled_from(fit))]
    found = [label for label in labels(table.name, None) if label not in table.at_most.before]
    assume(found)
    label, value = data.draw(st.sampled_from(found)), data.draw(st.sampled_from(fitting(table)))
    units = hangul_units(table).get(Decimal(1))
    assume(units)
    unit = data.draw(st.sampled_from(units or ("",)))
    same(f"{label} {value:f}", f"{label} {value:f}{unit}")
    if not needs_label(table.name) and table.bare_labelled in (None, table.bare):
        same(f"{value:f}{unit}", f"{label} {value:f}", but=tuple(table.with_words))
