"""The word of the rules that decided how a phrase was read, with the file and line that it stands in."""

from pathlib import Path

import pytest

from engine.config.revision import Revision
from engine.convert.origin import Origin, Origins


@pytest.fixture(scope="module")
def origins(revision: Revision) -> Origins:
    return Origins(revision)


def held(origin: Origin | None, root: Path) -> tuple[str, str]:
    """The word and the file; the line that is told holds the word."""
    assert origin is not None
    line = (root / origin.file).read_text(encoding="utf-8").splitlines()[origin.line - 1]
    assert origin.word in line
    assert str(origin) == f"{origin.file}:{origin.line}"
    return origin.word, origin.file


WORDS, PRICE = "rules/conversions/words.yaml", "rules/conversions/price.yaml"


def test_the_word_of_a_class_decides_before_the_unit(origins: Origins, root: Path) -> None:
    assert held(origins.of_rule("conversion/price", "5억대"), root) == ("대", WORDS)
    assert held(origins.of_rule("conversion/price", "5억 이하"), root) == ("이하", PRICE)


def test_without_one_the_unit_decides(origins: Origins, root: Path) -> None:
    assert held(origins.of_rule("conversion/price", "5억"), root) == ("억", PRICE)


def test_without_any_word_it_is_the_rule_as_a_whole(origins: Origins, root: Path) -> None:
    assert held(origins.of_rule("conversion/price", "7"), root) == ("", PRICE)


def test_a_term_and_a_household_are_told_by_their_own_word(origins: Origins, root: Path) -> None:
    vocabulary = "rules/vocabulary.yaml"
    assert held(origins.of_rule("vocabulary/초역세권", "초역세권"), root) == ("초역세권", vocabulary)
    assert held(origins.of_entry("households", "신혼부부", "신혼부부"), root)[1] == vocabulary


def test_what_sets_nothing_is_told_by_the_word_that_says_so(origins: Origins, root: Path) -> None:
    assert held(origins.of_wish("조용한"), root) == ("조용한", "rules/vocabulary.yaml")
    assert held(origins.of_ignored("관리비 10만원"), root) == ("관리비", WORDS)
    assert held(origins.of_mask("010-1234-5678"), root) == ("{n}-{n}-{n}", "rules/language.yaml")
    assert origins.of_mask("강남역") is None
    assert origins.of_wish("5억") is None
