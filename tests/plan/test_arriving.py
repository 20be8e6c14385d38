"""However a reply is cut into pieces, the same steps come out, and the end is judged as a whole reply is."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.plan.arriving import Arriving
from engine.plan.parser import Parsed, parse

STEPS: list[Any] = [
    {"id": "1", "name": "poi_search", "params": {"location": '강남역 "2번" {출구}]'}, "deps": []},
    {"params": {"pois": [{"name": "$1.name", "steps": [{"x": 1}]}]}, "deps": ["1"], "name": "s", "id": "2"},
    {"id": "3", "name": "s", "params": {}},
]
PLAN: dict[str, Any] = {
    "systemContext": "steps",
    "intent": "PROPERTY_SEARCH",
    "steps": STEPS,
    "etcCondition": None,
}
COMPACT = json.dumps(PLAN, ensure_ascii=False, separators=(",", ":"))
REPLIES = [
    COMPACT,
    json.dumps(PLAN, indent=2),
    f"\ufeff```json\n{COMPACT}\n```",
    f"  \n{COMPACT}  ",
]


def arrived(pieces: list[str]) -> tuple[list[object], bool]:
    reader = Arriving()
    steps = [step for piece in pieces for step in reader.feed(piece)]
    return steps, isinstance(reader.finish("stop"), Parsed)


@pytest.mark.parametrize("reply", REPLIES)
@pytest.mark.parametrize("size", [1, 2, 3, 7, 50, 10_000])
def test_each_step_comes_out_once_in_its_order(reply: str, size: int) -> None:
    pieces = [reply[at : at + size] for at in range(0, len(reply), size)]
    assert arrived(pieces) == (STEPS, True)


def test_a_step_comes_out_at_its_closing_brace() -> None:
    reader = Arriving()
    end = COMPACT.index(',{"params"')
    assert reader.feed(COMPACT[: end - 1]) == []
    assert reader.feed(COMPACT[end - 1 : end]) == STEPS[:1]


@given(st.lists(st.integers(0, len(COMPACT)), max_size=12))
def test_no_cutting_changes_anything(cuts: list[int]) -> None:
    ends = [0, *sorted(cuts), len(COMPACT)]
    assert arrived([COMPACT[a:b] for a, b in pairwise(ends)]) == (STEPS, True)


@given(st.text(alphabet='{}[]",:\\ steps1', max_size=60))
def test_any_text_is_judged_as_the_whole_is_and_raises_nothing(text: str) -> None:
    whole, one_by_one = Arriving(), Arriving()
    assert [step for mark in text for step in one_by_one.feed(mark)] == whole.feed(text)
    assert type(one_by_one.finish()) is type(parse(text))


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "Sorry, I cannot.",
        f"Here: {COMPACT}",
        '<think>{"steps":[{"id":"9"}]}</think>' + COMPACT,
        '{"plan":{"steps":[{"id":"1"}]}}',
        '[{"steps":[{"id":"1"}]}]',
        '{"steps":{"a":{"id":"1"}}}',
        '{"steps":[["id"]]}',
        '{"steps":[{"id":"1","id":"2"}]}',
        '{"steps":[{"id":NaN}]}',
    ],
)
def test_what_is_no_step_of_a_plan_never_comes_out_early(reply: str) -> None:
    assert Arriving().feed(reply) == []


def test_nothing_comes_out_behind_the_size_that_is_read() -> None:
    reader = Arriving(size_cap=len(COMPACT) - 20)
    reader.feed(COMPACT[:-30])
    assert reader.feed(COMPACT[-30:]) == []
    assert not isinstance(reader.finish(), Parsed)
