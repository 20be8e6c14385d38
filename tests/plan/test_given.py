"""What references stood for, held to its declared type and `at_most` and to nothing else."""

import pytest

from engine.plan.given import BadParams, held
from engine.plan.policy import Parameter, ToolSpec

TOOL = ToolSpec(
    name="keep",
    parameters={
        each.name: each
        for each in (
            Parameter(name="id", type="text", required=True, at_most=5),
            Parameter(name="text", type="text"),
            Parameter(name="rows", type="list"),
            Parameter(name="few", type="list", at_most=2, of=Parameter(name="few", type="text", at_most=3)),
            Parameter(name="record", type="mapping"),
            Parameter(
                name="named", type="mapping", of={"n": Parameter(name="n", type="count", required=True)}
            ),
            Parameter(name="number", type="number", at_most=9),
            Parameter(name="count", type="count"),
            Parameter(name="flag", type="flag"),
            Parameter(name="choice", type="choice", values=("a", "b")),
        )
    },
)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("text", "\u200b\u202e\x07ㅋ" * 2_000),
        ("text", "$1.name ${x.y} $$"),
        ("text", ""),
        ("text", None),
        ("rows", [None, {"a": [None]}, "\ud83d", "$a.b"] * 2_000),
        ("rows", []),
        ("few", ["\u202e", "$b"]),
        ("record", {str(number): 10**30 for number in range(5_000)}),
        ("named", {"n": 0, "more": [1]}),
        ("number", -(10**30)),
        ("number", 8.75),
        ("count", 10**20),
        ("flag", False),
        ("choice", "b"),
    ],
)
def test_any_value_of_its_type_is_handed_over_as_it_is(name: str, value: object) -> None:
    given = {"id": "1", name: value, "unknown": 1}
    found = held(given, TOOL)
    assert found == {"id": "1", name: value}
    assert found[name] is value


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("id", "123456", "id has 6 characters, at most 5 are read"),
        ("id", " ", "id is empty"),
        ("id", None, "id is missing"),
        ("id", 1, "id must be text"),
        ("text", ["x"], "text must be text"),
        ("text", {"x": 1}, "text must be text"),
        ("rows", "x", "rows must be a list"),
        ("rows", {"x": 1}, "rows must be a list"),
        ("few", ["a", "b", "c"], "few has 3 entries, at most 2 are read"),
        ("few", ["abcd"], r"few\[0\] has 4 characters, at most 3 are read"),
        ("few", [None], r"few\[0\] is missing"),
        ("few", [1], r"few\[0\] must be text"),
        ("record", [1], "record must be a mapping"),
        ("named", {"n": 1.5}, "named.n must be a whole number from 0"),
        ("named", {}, "named.n is missing"),
        ("number", 9.5, "number is above 9"),
        ("number", True, "number must be a number"),
        ("number", "9", "number must be a number"),
        ("number", float("nan"), "number is no number that can be compared"),
        ("number", float("inf"), "number is no number that can be compared"),
        ("count", -1, "count must be a whole number from 0"),
        ("count", 1.0, "count must be a whole number from 0"),
        ("flag", 1, "flag must be true or false"),
        ("choice", "c", "choice must be one of a, b"),
    ],
)
def test_another_type_and_more_than_it_may_hold_is_refused(name: str, value: object, why: str) -> None:
    with pytest.raises(BadParams, match=f"TOOL014 keep: {why}") as raised:
        held({"id": "1", name: value}, TOOL)
    assert raised.value.kind == "bad_param"
