"""Misspelt words in a text: found between what is known, never in the place of it."""

from collections.abc import Callable

import pytest

from engine.convert import Conversion
from tests.convert.conftest import said

Read = Callable[[str], Conversion]


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("30평데 15억 이하", "30평대 15억 이하"),
        ("30펑대", "30평대"),
        ("전쎄 5억 이하", "전세 5억 이하"),
        ("월쎄 50 이하", "월세 50 이하"),
        ("보즁금 500 이하 원룸", "보증금 500 이하 원룸"),
        ("보증긍 500 이하", "보증금 500 이하"),
        ("5억 미먄", "5억 미만"),
        ("5억이햐", "5억이하"),
        ("5엌 이하", "5억 이하"),
        ("500새대 이상", "500세대 이상"),
        ("3억 안팍", "3억 안팎"),
    ],
)
def test_a_misspelt_word_reads_as_it_is_meant(read: Read, written: str, right: str) -> None:
    assert said(read(written)) == said(read(right)) != {}


def test_evidence_shows_the_word_as_it_was_written(read: Read) -> None:
    texts = {evidence.rule: evidence.text for evidence in read("전쎄 5억 이햐로").evidence}
    assert texts == {"conversion/deal_type": "전쎄", "conversion/price": "전쎄 5억 이햐"}


@pytest.mark.parametrize(
    ("text", "params"),
    [
        ("전체 5억 이하", {"priceMax": 50000}),
        ("오산 2억 이하", {"priceMax": 20000}),
        ("냉장고 500리터", {}),
        ("강아지 2마리", {}),
        ("30평이네요", {"areaMin": 30, "areaMax": 30}),
        ("대단히 좋은 집", {}),
        ("배고파요", {}),
        ("이억만리", {}),
    ],
)
def test_other_words_that_look_alike_are_no_typos(read: Read, text: str, params: dict[str, object]) -> None:
    assert said(read(text)) == params


def test_letters_in_front_of_unknown_ones_are_no_typo(read: Read) -> None:
    assert said(read("전쎄계약서류")) == {}
