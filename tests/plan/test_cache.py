"""Plans are kept for equal words, never across anything that could make another plan, and up to a bound."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from engine.plan import Plan
from engine.plan.cache import PlanCache, PlanKey

KEY = PlanKey(
    text="강남역 5억대",
    revision="r",
    prompt="p",
    models=("a",),
    memory="",
    today=date(2026, 6, 30),
)
PLAN = Plan(intent="X")


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
