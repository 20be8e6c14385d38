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
