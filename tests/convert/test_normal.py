"""Texts in one spelling, and the way back to what was written."""

import unicodedata

import pytest

from engine.convert.normal import NormalText
from engine.convert.spelling import Spellings, is_latin, is_letter

NONE = Spellings()


def normal(text: str) -> str:
    return NormalText(text, NONE).chars


@pytest.mark.parametrize(
    ("written", "compared"),
    [
        ("５억 이하", "5억이하"),
        ("84㎡", "84m2"),
        ("Gangnam Station", "gangnamstation"),
        (unicodedata.normalize("NFD", "삼십억 이하"), "삼십억이하"),
        ("5\u200b억\ufeff이하", "5억이하"),
        ("5\u3000억", "5억"),
        ("e\u0301t\u0301", "ét\u0301"),
        ("", ""),
    ],
)
def test_texts_are_compared_in_one_spelling(written: str, compared: str) -> None:
    assert normal(written) == compared


def test_other_spellings_of_a_word_are_read_as_the_one() -> None:
    spellings = Spellings([("전새", "전세"), ("eok", "억")])
    assert NormalText("전새 5eok", spellings).chars == "전세5억"
    assert NormalText("Seokchon 5EOK", spellings).chars == "seokchon5억"


def test_every_letter_leads_back_to_what_was_written() -> None:
    text = "전새 ８４㎡ " + unicodedata.normalize("NFD", "삼억")
    letters = NormalText(text, Spellings([("전새", "전세")]))
    pieces = [text[begin:end] for begin, end in zip(letters.begins, letters.ends, strict=True)]
    assert pieces[:2] == ["전새", "전새"]
    assert pieces[2:6] == ["８", "４", "㎡", "㎡"]
    assert [unicodedata.normalize("NFC", piece) for piece in pieces[6:]] == ["삼", "억"]


def test_letters_remember_the_space_before_them() -> None:
    letters = NormalText("5억 이하", NONE)
    assert letters.spaced == [True, False, True, False, True]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("12억3,000만", ["12", "3000"]),
        ("5,6억", ["5", "6"]),
        ("3,40평대", ["3", "40"]),
        ("95,000만원", ["95000"]),
        ("1,234,567", ["1234567"]),
        ("12.35억", ["12.35"]),
        ("70..", ["70"]),
        ("423 0000", ["423", "0000"]),
    ],
)
def test_a_comma_groups_thousands_or_lists(text: str, numbers: list[str]) -> None:
    assert [str(literal.value) for literal in NormalText(text, NONE).numbers.values()] == [
        number.lstrip("0") or "0" for number in numbers
    ]


def test_a_number_with_too_many_digits_has_no_value() -> None:
    (literal,) = NormalText("9" * 300, NONE).numbers.values()
    assert (literal.value, literal.digits, literal.end) == (None, 300, 300)


def test_lone_jamo_are_no_letters() -> None:
    assert [is_letter(char) for char in "가aㅋ5ᄏ"] == [True, True, False, False, False]
    assert [is_latin(char) for char in "가aéㅋ"] == [False, True, True, False]


def test_a_million_combining_marks_are_cut_into_pieces() -> None:
    letters = NormalText("a" + "\u0301\u0323" * 3000, NONE)
    assert letters.ends[-1] == 6001
