import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.source.suggest import closest

KEYS = [
    "weights",
    "distance",
    "filters",
    "fields",
    "kind",
    "name",
    "price",
    "linear",
    "gaussian",
    "max_price",
]
WORDS = ["전세", "월세", "매매", "신축", "근처"]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        *(("filter", "filters"), ("weigths", "weights"), ("lineer", "linear"), ("Weights", "weights")),
        *(("knid", "kind"), ("dist", "distance"), ("maxPrice", "max_price"), ("gauss", "gaussian")),
        *(("전새", "전세"), ("쩐세", "전세"), ("메매", "매매"), ("근쳐", "근처"), ("ㄴ축", None)),
        *(("ㅈ댜홋ㄴ", "weights"), ("ㅔ걏ㄷ", "price"), ("ㅏㅑㅜㅇ", "kind")),
        *(("완전다름", None), ("no", None), ("x", None), ("", None), ("colour_of_the_door", None)),
    ],
)
def test_the_name_that_was_meant(word: str, expected: str | None) -> None:
    assert closest(word, KEYS + WORDS) == expected


@pytest.mark.parametrize(
    "word", ["weights", "weights\u200b", "\ufeffweights", "wеights", "weights ", "weights\xa0"]
)
def test_a_name_that_looks_the_same_is_never_suggested(word: str) -> None:
    assert closest(word, ["weights"]) is None


def test_letters_taken_apart_are_not_suggested_as_themselves() -> None:
    assert closest("\u1100\u1161격", ["가격"]) is None


def test_the_order_of_the_allowed_names_does_not_matter() -> None:
    assert closest("pric", ["prices", "price"]) == closest("pric", {"price", "prices"}) == "price"


@given(st.text(max_size=80), st.lists(st.text(max_size=80), max_size=8))
def test_a_suggestion_is_an_allowed_name_and_another_one(word: str, allowed: list[str]) -> None:
    suggestion = closest(word, allowed)
    assert suggestion is None or (suggestion in allowed and suggestion != word)
