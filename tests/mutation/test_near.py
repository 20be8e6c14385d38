"""Which cases a word may matter to, and which words can be tried together."""

import pytest

from engine.config.revision import Revision
from engine.mutation.mutant import Mutant
from engine.mutation.near import CaseTexts, groups
from engine.mutation.revision import mutants


def mutant(*words: str) -> Mutant:
    kind = "word" if words else "number"
    return Mutant(
        document=("conversion", "price"),
        file="price.yaml",
        line=1,
        column=1,
        path=("labels", *words),
        kind=kind,
        old="",
        new="",
        becomes=None,
        read_as=words,
    )


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("전세", "강남 전 세 5억"),  # written apart
        ("전세", "전새 5억"),  # as it sounds
        ("대단지", "데단지"),
        ("초역세권", "초역새권 아파트"),
        ("정도", "5억 정돟"),  # another closing consonant
        ("≥", "30평 ≥"),
        ("or less", "5억 OR LESS"),
    ],
)
def test_a_word_is_near_a_text_that_may_be_read_as_it(word: str, text: str) -> None:
    assert CaseTexts(["30", text]).near(mutant(word)) == {1}


def test_a_key_is_near_what_its_words_are_near_to() -> None:
    assert CaseTexts(["고터 근처", "교대"]).near(mutant("고속터미널역", "고터")) == {0}


def test_a_number_is_near_every_text() -> None:
    assert CaseTexts(["a", "b"]).near(mutant()) == {0, 1}


def test_no_case_is_near_two_mutants_of_a_group() -> None:
    texts = CaseTexts(["전세 매매", "월세", "예산"])
    words = [mutant("전세"), mutant("매매"), mutant("월세"), mutant("예산"), mutant()]
    together = groups(words, texts)
    assert together == [(words[0], words[2], words[3]), (words[1],), (words[4],)]


def test_every_mutant_of_the_pack_is_in_one_group(revision: Revision) -> None:
    every = list(mutants(revision, "conversion/price"))
    together = groups(every, CaseTexts(["5억 이하", "전세 3억"]))
    assert sorted((m for group in together for m in group), key=every.index) == every
