"""Metamorphic laws of spelling: however a sentence is written, it says one thing."""

import unicodedata
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.config.conversion import Conversion
from tests.convert.numbers import WRITINGS, fitting, flat, native, tailed, written
from tests.convert.sentences import (
    EXAMPLES,
    EXAMPLES_OF_ONE,
    Condition,
    conditions,
    deal_of,
    joined,
    latin_conditions,
    names_of,
    pack,
    same,
    sentences,
    wishes,
)

law = settings(max_examples=EXAMPLES, deadline=None)
law_of_one = settings(max_examples=EXAMPLES_OF_ONE, deadline=None)
each_table = pytest.mark.parametrize("name", names_of())

PICTURES = ["😀", "🏠", "❤️", "👨‍👩‍👧", "🙏🏻", "1️⃣", "♥", "ㅋㅋ", "ㅠㅠ", "!!", "^^", "~~", "~~~~", "..."]
MARKS = [
    *[("<b>", "</b>"), ("<p>", "</p>"), ("<br>", "<br/>"), ("**", "**"), ("`", "`"), ("_", "_")],
    *[('"', '"'), ("“", "”"), ("'", "'"), ("(", ")"), ("[", "]"), ("「", "」")],
    *[("- ", ""), ("* ", ""), ("# ", ""), ("1. ", ""), ("|", "|")],
]


@st.composite
def rewritten(draw: st.DrawFn, name: str) -> tuple[str, str]:
    """A condition with its amount in digits, and with it in another writing, spaced or not."""
    condition = draw(conditions(of=[name], deal=deal_of(name)))
    table, numerals = pack().conversions[condition.table], pack().language.numerals
    value = draw(st.sampled_from(fitting(table)))
    gap = draw(st.sampled_from(["", " "]))
    spelt = draw(st.sampled_from((*WRITINGS, native)))
    other = gap.join(draw(written(table, value, numerals, spelt)))
    plain = "".join(draw(written(table, value, numerals, WRITINGS[0])))
    one, two = (
        Condition(condition.about, condition.table, condition.before, (amount,), condition.after)
        for amount in (plain, other)
    )
    return one.text(), two.text()


@each_table
@law_of_one
@given(data=st.data())
def test_digits_commas_words_and_mixed_numerals_say_one_amount(name: str, data: st.DataObject) -> None:
    same(*data.draw(rewritten(name)))


def others_of(table: Conversion, value: Decimal) -> list[str]:
    """The value in a single unit each, and with an open tail."""
    return [*flat(table, value), *tailed(table, value)]


@st.composite
def in_other_units(draw: st.DrawFn, name: str) -> tuple[str, str]:
    """A condition with its amount in falling units, and with it in a single unit or with an open tail (9억
    5000만, 9.5억, 950,000,000원, 9억5)."""
    condition = draw(conditions(of=[name], deal=deal_of(name)))
    table = pack().conversions[condition.table]
    value = draw(st.sampled_from([value for value in fitting(table) if others_of(table, value)]))
    other = draw(st.sampled_from(others_of(table, value)))
    plain = "".join(draw(written(table, value, pack().language.numerals, WRITINGS[0])))
    one, two = (
        Condition(condition.about, condition.table, condition.before, (amount,), condition.after)
        for amount in (plain, other)
    )
    return one.text(), two.text()


@each_table
@law_of_one
@given(data=st.data())
def test_one_amount_in_any_of_its_units_is_one_amount(name: str, data: st.DataObject) -> None:
    same(*data.draw(in_other_units(name)))


@st.composite
def respaced(draw: st.DrawFn, name: str) -> tuple[str, str]:
    """A condition as it is spelt, and with spaces put in or taken out between its parts."""
    condition = draw(conditions(of=[name], deal=deal_of(name)))
    text = condition.pieces[0]
    for piece in condition.pieces[1:]:
        text += draw(st.sampled_from(["", " ", "  "])) + piece
    return condition.text(), text


@each_table
@law_of_one
@given(data=st.data())
def test_spaces_between_the_parts_of_a_condition_say_nothing(name: str, data: st.DataObject) -> None:
    same(*data.draw(respaced(name)))


@law
@given(text=sentences(most=3))
def test_full_width_is_one_spelling(text: str) -> None:
    wide = "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else "\u3000" if c == " " else c for c in text)
    same(text, wide)


@law
@given(text=sentences(most=3))
def test_decomposed_syllables_are_one_spelling(text: str) -> None:
    same(text, unicodedata.normalize("NFD", text))


@law
@given(text=sentences(most=3), invisible=st.sampled_from(["\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad"]))
def test_invisible_characters_say_nothing(text: str, invisible: str) -> None:
    same(text, invisible + invisible.join(text) + invisible)


@law
@given(text=sentences(most=3), line=st.sampled_from(["\n", "\r\n", "\t", "\u00a0"]))
def test_a_new_line_is_a_space(text: str, line: str) -> None:
    same(text, text.replace(" ", line))


@law
@given(
    drawn=wishes(most=3),
    picture=st.sampled_from(PICTURES),
    gaps=st.sampled_from([" {}", " {} ", "{} ", "{}"]),
    data=st.data(),
)
def test_pictures_and_marks_of_mood_say_nothing(
    drawn: list[Condition], picture: str, gaps: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(drawn) - 1))
    texts = [each.text() for each in drawn]
    shown = [text + (gaps.format(picture) if index == at else "") for index, text in enumerate(texts)]
    same(", ".join(texts), ", ".join(shown))


@law
@given(drawn=wishes(most=3), marks=st.sampled_from(MARKS), data=st.data())
def test_markup_is_text_that_says_nothing(
    drawn: list[Condition], marks: tuple[str, str], data: st.DataObject
) -> None:
    """A quote's `>` is left out: before an amount it says "more than"."""
    at = data.draw(st.integers(0, len(drawn) - 1))
    texts = [each.text() for each in drawn]
    marked = [*texts]
    marked[at] = marks[0] + texts[at] + marks[1]
    same(",\n".join(texts), ",\n".join(marked))


@law
@given(text=latin_conditions())
def test_capitals_of_latin_words_say_nothing(text: str) -> None:
    same(text, text.upper())
    same(text, text.title())


def units_of_one(table: Conversion) -> list[str]:
    """The units of the table that are worth one, in Hangul or signs."""
    return [unit for unit, factor in table.units.items() if factor == 1 and not unit.isascii()]


@pytest.mark.parametrize("name", names_of(lambda table: len(units_of_one(table)) > 1))
@law_of_one
@given(data=st.data())
def test_units_of_one_worth_are_one_unit(name: str, data: st.DataObject) -> None:
    """84㎡, 84타입 and 84제곱미터; 30평 and 30평형."""
    kinds = ("bare", "at_most", "at_least")
    condition = data.draw(conditions(of=[name], deal=deal_of(name), kinds=kinds))
    table = pack().conversions[name]
    value = data.draw(st.sampled_from(fitting(table)))
    units = units_of_one(table)
    texts = [
        Condition(
            condition.about, table.name, condition.before, (f"{value:f}{unit}",), condition.after
        ).text()
        for unit in units
    ]
    for text in texts[1:]:
        same(texts[0], text)


@law
@given(drawn=wishes(most=3))
def test_spaces_round_a_comma_say_nothing(drawn: list[Condition]) -> None:
    same(joined(drawn, ", "), joined(drawn, " , "))
    same(joined(drawn, ", "), joined(drawn, ","))
