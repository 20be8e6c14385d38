"""Numbers in digits, in words and mixed, each exactly."""

from decimal import Decimal

import pytest

from engine.config.revision import Revision
from engine.convert.compile import rulebook
from engine.convert.normal import NormalText
from engine.convert.numerals import numbers_at
from engine.convert.places import place_names
from engine.convert.scanner import Scanner


def first(revision: Revision, text: str) -> tuple[Decimal, Decimal, int] | None:
    """The longest number at the beginning of a text: its ends and how many letters it has."""
    book = rulebook(revision)
    scanner = Scanner(NormalText(text, book.spellings), book, place_names(revision, book, frozenset()))
    number = next(iter(numbers_at(scanner, 0)), None)
    return None if number is None else (number.low, number.high, number.end)


@pytest.mark.parametrize(
    ("text", "value", "letters"),
    [
        ("30", "30", 2),
        ("1.5", "1.5", 3),
        ("삼십", "30", 2),
        ("일백", "100", 2),
        ("칠천십이", "7012", 4),
        ("이천십오", "2015", 4),
        ("사백이", "402", 3),
        ("천", "1000", 1),
        ("7천5백", "7500", 4),
        ("4천3백21", "4321", 6),
        ("1천 640", "1640", 5),
        ("이공이공", "2020", 4),
        ("삼점사", "3.4", 3),
        ("3점5", "3.5", 3),
        ("스물다섯", "25", 4),
        ("서른네", "34", 3),
        ("마흔일곱", "47", 4),
        ("thirty five", "35", 10),
    ],
)
def test_a_number_is_read_exactly(revision: Revision, text: str, value: str, letters: int) -> None:
    assert first(revision, text) == (Decimal(value), Decimal(value), letters)


@pytest.mark.parametrize(
    ("text", "low", "high"), [("서너", 3, 4), ("오륙", 5, 6), ("이삼천", 2000, 3000), ("이삼십", 20, 30)]
)
def test_a_pair_of_numerals_is_a_range(revision: Revision, text: str, low: int, high: int) -> None:
    assert first(revision, text) == (Decimal(low), Decimal(high), len(text))


@pytest.mark.parametrize(
    ("text", "value", "letters"),
    [("천천", 1000, 1), ("백천", 100, 1), ("이천 3", 2000, 2), ("오백세대", 500, 2), ("천 5000", 1000, 1)],
)
def test_multipliers_fall_and_digits_stay_apart_from_words(
    revision: Revision, text: str, value: int, letters: int
) -> None:
    assert first(revision, text) == (Decimal(value), Decimal(value), letters)


@pytest.mark.parametrize("text", ["억", "가나다", "", "만원", "점"])
def test_what_is_no_number_gives_none(revision: Revision, text: str) -> None:
    assert first(revision, text) is None
