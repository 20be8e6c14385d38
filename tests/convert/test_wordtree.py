"""One tree for all words: longest first, edges of words and numbers, numbers in masks."""

import pytest

from engine.convert.normal import NormalText
from engine.convert.spelling import Spellings
from engine.convert.word import Word
from engine.convert.wordtree import WordTree

NONE = Spellings()


def tree(*words: str, cased: tuple[str, ...] = ()) -> WordTree:
    made = WordTree()
    for letters in words:
        made.add(letters, Word(text=letters))
    for letters in cased:
        made.add(letters.lower(), Word(text=letters.lower(), cased=letters))
    return made


def found(made: WordTree, text: str, at: int = 0) -> list[tuple[int, str]]:
    return [(end, word.cased or word.text) for end, word in made.walk(NormalText(text, NONE), at)[0]]


def test_the_longest_word_comes_first() -> None:
    assert found(tree("말", "말고", "말고요"), "말고요 뭐") == [(3, "말고요"), (2, "말고"), (1, "말")]


def test_spaces_inside_a_word_do_not_count() -> None:
    assert found(tree("평방미터"), "평방 미터") == [(4, "평방미터")]
    assert found(tree("평방 미터"), "평방미터") == [(4, "평방 미터")]


def test_a_latin_word_is_no_part_of_a_longer_one() -> None:
    made = tree("or")
    assert found(made, "or 5") == [(2, "or")]
    assert found(made, "order") == []
    assert found(made, "for", 1) == []
    assert found(made, "5or6", 1) == [(3, "or")]


def test_capitals_matter_where_the_word_is_written_in_them() -> None:
    made = tree("m", cased=("M",))
    assert found(made, "M") == [(1, "M")]
    assert found(made, "m") == [(1, "m")]


@pytest.mark.parametrize(
    ("mask", "text", "end"),
    [
        ("{n}번출구", "13번출구", 5),
        ("{n}번출구", "13 번출구", 0),
        ("{n} 번출구", "13 번출구", 5),
        ("{n}동{n}호", "101동 1203호", 9),
        ("코로나{n}", "코로나19 이후", 5),
        ("{n}월", "1,234월", 6),
    ],
)
def test_a_mask_holds_whole_numbers(mask: str, text: str, end: int) -> None:
    assert [stop for stop, _ in found(tree(mask), text)] == ([end] if end else [])


def test_digits_in_a_word_are_no_part_of_a_longer_number() -> None:
    made = tree("m2", "2030세대")
    assert found(made, "m2") == [(2, "m2")]
    assert found(made, "m25") == []
    assert found(made, "m 2호선") == []
    assert found(made, "12030세대", 1) == []


@pytest.mark.parametrize("length", [10, 100, 1000])
def test_a_walk_never_takes_more_steps_than_the_longest_word_has_letters(length: int) -> None:
    made = tree(*("a" * size for size in range(1, length + 1)))
    _, steps = made.walk(NormalText("a" * 3000, NONE), 0)
    assert steps <= length + 1
