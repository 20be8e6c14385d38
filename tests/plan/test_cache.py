"""Plans are kept for equal words, never across anything that could make another plan, and up to a bound."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from engine.plan.cache import PlanCache, PlanKey

KEY = PlanKey(
    text="강남역 5억대",
    revision="r",
    prompt="p",
    models=("a",),
    memory="",
    today=date(2026, 6, 30),
)
PLAN = {"intent": "X", "steps": []}


@pytest.mark.parametrize("text", ["강남역  5억대", " 강남역 5억대\n", "강남역 ５억대"])
def test_spacing_and_width_are_no_other_words(text: str) -> None:
    cache = PlanCache()
    cache.keep(KEY, PLAN)
    assert cache.get(replace(KEY, text=text)) == PLAN


@pytest.mark.parametrize(
    "change",
    [
        {"text": "강남역 6억대"},
        {"text": "강남역 5억"},
        {"text": "강남역5억대"},
        {"text": "강남역 5억대²"},
        {"revision": "s"},
        {"prompt": "q"},
        {"models": ("b",)},
        {"models": ("a", "b")},
        {"memory": "m"},
        {"today": date(2026, 7, 1)},
    ],
    ids=str,
)
def test_anything_that_could_make_another_plan_is_another_key(change: dict[str, Any]) -> None:
    cache = PlanCache()
    cache.keep(KEY, PLAN)
    assert cache.get(replace(KEY, **change)) is None


@pytest.mark.parametrize(("one", "other"), [("3²평", "32평"), ("강남역 ②", "강남역 2"), ("1½억", "11⁄2억")])
def test_a_raised_or_circled_digit_is_another_number(one: str, other: str) -> None:
    assert replace(KEY, text=one).digest() != replace(KEY, text=other).digest()


def test_half_a_character_has_a_key_too() -> None:
    assert replace(KEY, text="강남역 \ud800").digest() != KEY.digest()


def test_a_plan_as_long_as_a_book_is_not_kept() -> None:
    cache = PlanCache()
    cache.keep(KEY, {"intent": "X", "etcCondition": "a" * 20_000})
    assert len(cache) == 0


def test_the_plan_used_longest_ago_makes_room() -> None:
    cache = PlanCache(2)
    first, second, third = (replace(KEY, text=text) for text in "가나다")
    cache.keep(first, PLAN)
    cache.keep(second, PLAN)
    assert cache.get(first) == PLAN
    cache.keep(third, PLAN)
    assert len(cache) == 2
    assert cache.get(second) is None
    assert cache.get(first) == PLAN


def test_the_words_cannot_be_read_from_a_key() -> None:
    assert "강남" not in KEY.digest()
    assert len(KEY.digest()) == 64
