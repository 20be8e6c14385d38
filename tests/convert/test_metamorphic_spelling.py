"""Metamorphic laws of spelling: however a sentence is written, it says one thing."""

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.convert.numbers import WRITINGS, fitting, flat, native, tailed, written
from tests.convert.sentences import (
    EXAMPLES,
    Condition,
    conditions,
    joined,
    latin_conditions,
    needs_label,
    pack,
    same,
    sentences,
    wishes,
)

law = settings(max_examples=EXAMPLES, deadline=None)

PICTURES = ["😀", "🏠", "❤️", "👨‍👩‍👧", "🙏🏻", "1️⃣", "♥", "ㅋㅋ", "ㅠㅠ", "!!", "^^", "~~", "~~~~", "..."]
MARKS = [
    *[("<b>", "</b>"), ("<p>", "</p>"), ("<br>", "<br/>"), ("**", "**"), ("`", "`"), ("_", "_")],
    *[('"', '"'), ("“", "”"), ("'", "'"), ("(", ")"), ("[", "]"), ("「", "」")],
    *[("- ", ""), ("* ", ""), ("# ", ""), ("1. ", ""), ("|", "|")],
]


@st.composite
def rewritten(draw: st.DrawFn) -> tuple[str, str]:
    """A condition with its amount in digits, and with it in another writing, spaced or not."""
    condition = draw(conditions())
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


@law
@given(texts=rewritten())
def test_digits_commas_words_and_mixed_numerals_say_one_amount(texts: tuple[str, str]) -> None:
    same(*texts)


@st.composite
def in_other_units(draw: st.DrawFn) -> tuple[str, str]:
    """A condition with its amount in falling units, and with it in a single unit or with an open tail (9억
    5000만, 9.5억, 950,000,000원, 9억5)."""
    condition = draw(conditions())
    table = pack().conversions[condition.table]
    value = draw(st.sampled_from(fitting(table)))
    other = draw(st.sampled_from([*flat(table, value), *tailed(table, value)]))
    plain = "".join(draw(written(table, value, pack().language.numerals, WRITINGS[0])))
    one, two = (
        Condition(condition.about, condition.table, condition.before, (amount,), condition.after)
        for amount in (plain, other)
    )
    return one.text(), two.text()


@law
@given(texts=in_other_units())
def test_one_amount_in_any_of_its_units_is_one_amount(texts: tuple[str, str]) -> None:
    same(*texts)


@st.composite
def respaced(draw: st.DrawFn) -> tuple[str, str]:
    """A condition as it is spelt, and with spaces put in or taken out between its parts."""
    condition = draw(conditions())
    text = condition.pieces[0]
    for piece in condition.pieces[1:]:
        text += draw(st.sampled_from(["", " ", "  "])) + piece
    return condition.text(), text


@law
@given(texts=respaced())
def test_spaces_between_the_parts_of_a_condition_say_nothing(texts: tuple[str, str]) -> None:
    same(*texts)


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


@law
@given(condition=conditions(kinds=("bare", "at_most", "at_least")), data=st.data())
def test_units_of_one_worth_are_one_unit(condition: Condition, data: st.DataObject) -> None:
    """84㎡, 84타입 and 84제곱미터; 30평 and 30평형."""
    table = pack().conversions[condition.table]
    if needs_label(table.name) and not table.units:
        return
    value = data.draw(st.sampled_from(fitting(table)))
    units = [unit for unit, factor in table.units.items() if factor == 1 and not unit.isascii()]
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
