"""What is wrong with a value is said in words of who writes the files."""

from typing import Any, cast

import pytest

from engine.config.kinds import MODELS
from engine.config.wording import wrong


def patterns(part: object) -> set[str]:
    """Every pattern anywhere in a JSON schema."""
    if isinstance(part, dict):
        parts = cast("dict[str, Any]", part)
        own = {parts["pattern"]} if isinstance(parts.get("pattern"), str) else set[str]()
        return own.union(*(patterns(each) for each in parts.values()))
    return (
        set[str]().union(*(patterns(each) for each in cast("list[object]", part)))
        if isinstance(part, list)
        else set()
    )


def told(kind: str, value: object, message: str = "", **limits: object) -> tuple[str, str]:
    return wrong({"type": kind, "loc": (), "msg": message, "input": value, "ctx": limits})


def test_no_author_is_shown_a_pattern() -> None:
    known = set[str]().union(*(patterns(model.model_json_schema()) for model in MODELS.values()))
    assert len(known) > 3
    for pattern in known:
        message, hint = told("string_pattern_mismatch", "?", pattern=pattern)
        assert pattern not in message
        assert hint.startswith("such as ")


@pytest.mark.parametrize(
    ("value", "message", "hint"),
    [
        (30, "must be a time such as 2s, 10min or 1h", "30s"),
        (0.5, "must be a length such as 500m or 1.2km", "0.5m"),
        (15, "must be a percentage such as 15%", "15%"),
        (True, "must be a time such as 2s, 10min or 1h", ""),
        ("30 sec", "must be a time such as 2s, 10min or 1h", ""),
    ],
)
def test_a_number_without_its_unit_gets_one(value: object, message: str, hint: str) -> None:
    assert told("quantity", value, message) == (message, hint)


@pytest.mark.parametrize(
    ("value", "hint"),
    [
        ("localhost:8080/v1", "http://localhost:8080/v1"),
        ("me:pass@host", ""),
        ("http://h/v1?key=1", ""),
        (5, ""),
    ],
)
def test_an_address_without_its_scheme_gets_one_and_no_password_is_said_back(
    value: object, hint: str
) -> None:
    assert told("address", value, "must be an address")[1] == hint
