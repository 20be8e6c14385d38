import copy
import json
import pickle
from typing import Any

import pytest

from engine.errors import PlanRejected
from engine.plan import Plan, Step
from engine.plan.frozen import DEPTH_AT_MOST, FrozenDict, FrozenList, NotJson, freeze, thaw

from .tool_rules import SEARCH


def test_a_plan_goes_to_json_and_back() -> None:
    plan = Plan.from_dict(SEARCH)
    text = plan.to_json()
    assert json.loads(text) == SEARCH
    assert ": " not in text
    assert "강남역" in text
    assert Plan.from_dict(json.loads(text)) == plan
    assert plan.step("2") is plan.steps[1]
    assert plan.step("9") is None


def test_a_plan_keeps_its_camel_case_keys() -> None:
    plan = Plan(intent="MEMORY", etc_condition="조용", system_context="이유")
    assert plan.to_json() == '{"intent":"MEMORY","steps":[],"etcCondition":"조용","systemContext":"이유"}'


def test_parameters_cannot_be_changed_at_any_depth() -> None:
    given: dict[str, Any] = {"a": {"b": [1, {"c": 2}]}}
    step = Step(id="1", name="t", params=given)
    given["a"]["b"].append("later")
    params: Any = step.params
    assert params == {"a": {"b": [1, {"c": 2}]}}
    for change in (
        lambda: params.update(x=1),
        lambda: params["a"].pop("b"),
        lambda: params["a"]["b"].append(1),
        lambda: params["a"]["b"].sort(),
        lambda: params["a"]["b"][1].clear(),
    ):
        with pytest.raises(TypeError, match="cannot be changed"):
            change()
    with pytest.raises(TypeError):
        params["a"]["b"] += [1]
    with pytest.raises(TypeError):
        del params["a"]
    assert params == {"a": {"b": [1, {"c": 2}]}}


def test_a_frozen_value_is_copied_and_sent_as_itself() -> None:
    value = freeze({"a": [1, {"b": 2}]})
    assert copy.deepcopy(value) is value
    assert copy.copy(value) is value
    again = pickle.loads(pickle.dumps(value))  # noqa: S301  # our own bytes
    assert again == value
    assert isinstance(again, FrozenDict)
    assert isinstance(again["a"], FrozenList)
    assert copy.deepcopy(again["a"]) is again["a"]
    assert copy.copy(again["a"]) is again["a"]
    assert json.dumps(value) == '{"a": [1, {"b": 2}]}'


def test_thawing_gives_plain_values_of_ones_own() -> None:
    value = freeze({"a": ({"b": 2},)})
    plain: Any = thaw(value)
    plain["a"][0]["b"] = 3
    assert type(plain) is dict
    assert type(plain["a"]) is list
    assert value == {"a": [{"b": 2}]}


def test_what_json_cannot_hold_is_refused() -> None:
    deep: object = 1
    for _ in range(DEPTH_AT_MOST + 1):
        deep = [deep]
    endless: list[object] = []
    endless.append(endless)
    for value in (object(), {1: 2}, {"a": {3}}, deep, endless, b"x"):
        with pytest.raises(NotJson):
            freeze(value)
        with pytest.raises(NotJson):
            thaw(value)


@pytest.mark.parametrize(
    "value",
    [
        {"steps": {}},
        {"steps": ["x"]},
        {"steps": [{"id": True, "name": "t"}]},
        {"steps": [{"id": "1"}]},
        {"steps": [{"id": "1", "name": "t", "params": []}]},
        {"steps": [{"id": "1", "name": "t", "deps": "1"}]},
        {"steps": [{"id": "1", "name": "t", "deps": [None]}]},
        {"steps": [{"id": "1", "name": "t", "params": {"a": object()}}]},
        {"intent": 5},
        {"etcCondition": ["x"]},
    ],
)
def test_a_mapping_without_the_form_of_a_plan_is_rejected(value: dict[str, object]) -> None:
    with pytest.raises(PlanRejected) as caught:
        Plan.from_dict(value)
    assert caught.value.problems[0].code == "PLAN003"


def test_two_steps_that_differ_only_in_what_their_tool_says_are_equal() -> None:
    assert Step(id="1", name="t") == Step(id="1", name="t", literal=frozenset({"x"}))
