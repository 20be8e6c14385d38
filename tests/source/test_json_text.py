"""JSON that is read strictly: what readers would read differently is refused with its cause."""

import pytest

from engine.source.json_text import NotStrict, read_json, unkept


@pytest.mark.parametrize(
    ("text", "why", "line"),
    [
        ("", "is no JSON here", 1),
        ('{"a":\n}', "is no JSON here", 2),
        ("{} {}", "is no JSON here", 1),
        ("\ufeff{}", "is no JSON here", 1),
        ('{"a": {"b": 1, "b": 2}}', "has a key twice", 0),
        ("[NaN]", "holds NaN", 0),
        ("[-Infinity]", "holds -Infinity", 0),
        ("[1e400]", "too large", 0),
        (f"[{'9' * 41}]", "more than 40 digits", 0),
        (f"[{'9' * 5_000}]", "more than 40 digits", 0),
        ("[" * 99_999, "nested too deep", 0),
        (r'["\ud83d"]', "half a character", 0),
        (r'{"\uDE00": 1}', "half a character", 0),
        ('["\ud83d"]', "half a character", 0),
    ],
)
def test_what_is_not_strict_is_said_with_its_cause(text: str, why: str, line: int) -> None:
    with pytest.raises(NotStrict, match=why) as raised:
        read_json(text)
    assert raised.value.line == line


def test_everything_else_is_read_as_it_is() -> None:
    text = r'{"a": [1, -2.5, 1e3, true, null, "\ud83d\ude00 \\ud83d", "가"], "b": {"a": {}}}'
    assert read_json(text) == {
        "a": [1, -2.5, 1000.0, True, None, "😀 \\ud83d", "가"],
        "b": {"a": {}},
    }


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ({"a": ["가", 1, None]}, ""),
        ({"a": ["\udc00"]}, "half a character"),
        ([float("nan")], "not finite"),
        (float("-inf"), "not finite"),
    ],
)
def test_what_a_file_cannot_keep_is_told(value: object, why: str) -> None:
    assert why in unkept(value)
    assert bool(unkept(value)) == bool(why)
