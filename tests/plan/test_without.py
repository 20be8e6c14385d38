"""A step of a flow may say what a parameter is when the step that gives it fails."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from engine.plan import Plan, Step, execute
from engine.plan.outcome import Outcome


async def same(params: Mapping[str, Any]) -> object:
    return dict(params)


async def fail(params: Mapping[str, Any]) -> object:
    raise ValueError("no")


def last(*steps: Step) -> Outcome:
    found = asyncio.run(execute(Plan(intent="X", steps=steps), {"same": same, "fail": fail}))
    return found.outcomes[-1]


STORE = {"title": "t", "blurb": "$b.text"}


@pytest.mark.parametrize(
    ("without", "value"),
    [({"blurb": ""}, ""), ({"blurb": None}, None), ({"blurb": "$b.text"}, "$b.text"), ({"blurb": [1]}, [1])],
)
def test_it_runs_with_the_value_as_it_is_written_and_says_so(
    without: Mapping[str, object], value: object
) -> None:
    outcome = last(Step(id="b", name="fail"), Step(id="s", name="same", params=STORE, without=without))
    assert outcome.is_ok
    assert outcome.value == {"title": "t", "blurb": value}
    assert outcome.without == ("blurb",)


def test_what_did_not_fail_is_used() -> None:
    b = Step(id="b", name="same", params={"text": "hello"})
    outcome = last(b, Step(id="s", name="same", params=STORE, without={"blurb": ""}))
    assert outcome.value == {"title": "t", "blurb": "hello"}
    assert outcome.without == ()


@pytest.mark.parametrize(
    "step",
    [
        Step(id="s", name="same", params={"title": "$b.text", "blurb": "$b.text"}, without={"blurb": ""}),
        Step(id="s", name="same", params=STORE, deps=("c",), without={"blurb": ""}),
        Step(id="s", name="same", params={"title": "t"}, deps=("b",), without={"blurb": ""}),
    ],
    ids=["another parameter refers to it", "another step failed too", "only its order is declared"],
)
def test_what_it_does_not_stand_in_for_keeps_the_step_from_running(step: Step) -> None:
    outcome = last(Step(id="b", name="fail"), Step(id="c", name="fail"), step)
    assert (outcome.state, outcome.kind) == ("skipped", "dep_failed")


def test_it_stands_in_for_what_a_result_does_not_have() -> None:
    b = Step(id="b", name="same", params={"words": "hello"})
    outcome = last(b, Step(id="s", name="same", params=STORE, without={"blurb": "$b.text"}))
    assert (outcome.value, outcome.without) == ({"title": "t", "blurb": "$b.text"}, ("blurb",))


def test_a_field_that_nothing_stands_in_for_keeps_the_step_from_running() -> None:
    b = Step(id="b", name="same", params={"words": "hello"})
    params = {"title": "$b.title", "blurb": "$b.text"}
    outcome = last(b, Step(id="s", name="same", params=params, without={"blurb": ""}))
    assert (outcome.state, outcome.kind) == ("skipped", "ref_path_missing")


def test_one_that_failed_and_one_that_lacks_a_field_are_both_stood_in_for() -> None:
    b = Step(id="b", name="same", params={"words": "hello"})
    params = {"title": "$c.title", "blurb": "$b.text"}
    step = Step(id="s", name="same", params=params, without={"blurb": "", "title": "?"})
    outcome = last(b, Step(id="c", name="fail"), step)
    assert (outcome.value, outcome.without) == ({"title": "?", "blurb": ""}, ("title", "blurb"))
