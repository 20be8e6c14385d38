import json

from engine.errors import Problem
from engine.report.json import write_json

LATE = Problem(code="YAML022", message="한글", file="b.yaml", line=2, column=20, path="/a/0", hint="1000")
EARLY = Problem(code="CONF001", message="m", file="a.yaml", line=9, column=1, severity="warning")


def test_the_shape_is_exact_sorted_and_free_of_repeats() -> None:
    assert json.loads(write_json("abc", [LATE, EARLY, LATE])) == {
        "revision": "abc",
        "problems": [
            {
                "code": "CONF001",
                "message": "m",
                "file": "a.yaml",
                "line": 9,
                "column": 1,
                "path": "",
                "hint": "",
                "severity": "warning",
            },
            {
                "code": "YAML022",
                "message": "한글",
                "file": "b.yaml",
                "line": 2,
                "column": 20,
                "path": "/a/0",
                "hint": "1000",
                "severity": "error",
            },
        ],
    }


def test_no_revision_is_null_and_the_text_is_the_same_in_any_order() -> None:
    assert json.loads(write_json(None, [])) == {"revision": None, "problems": []}
    assert write_json(None, [LATE, EARLY]) == write_json(None, [EARLY, LATE])
    assert "한글" in write_json(None, [LATE])


def test_half_a_character_does_not_stop_the_writing() -> None:
    text = write_json(None, [Problem(code="X001", message="\ud83d")])
    assert json.loads(text.encode("utf-8"))["problems"][0]["message"] == "\ud83d"
