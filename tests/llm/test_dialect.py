"""A schema as providers take it admits all that it admitted, and what it changed is told."""

from typing import Any

import pytest

from engine.llm.dialect import in_dialect, without_nulls

WISH: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
        "where": {"type": "string", "minLength": 1, "examples": ["강남역"]},
        "limit": {"type": "integer", "default": 10, "minimum": 1},
        "deal": {"enum": ["DEAL", "LEASE"], "type": "string"},
        "range": {"oneOf": [{"type": "integer"}, {"$ref": "#/$defs/pair"}]},
        "name": {"const": "x"},
        "note": {"type": ["string", "null"]},
    },
    "required": ["where"],
    "$defs": {
        "pair": {"type": "object", "properties": {"min": {"type": "integer"}, "max": {"type": "integer"}}}
    },
}
OPEN = {"type": "object", "properties": {"params": {"type": "object", "default": {}}}}


def test_a_strict_schema_requires_everything_and_lets_the_optional_be_null() -> None:
    told = in_dialect(WISH, "strict")
    assert told.strict
    assert told.schema["required"] == list(WISH["properties"])
    assert told.schema["additionalProperties"] is False
    properties = told.schema["properties"]
    assert properties["where"] == {"type": "string"}
    assert properties["limit"] == {"type": ["integer", "null"], "minimum": 1}
    assert properties["deal"] == {"enum": ["DEAL", "LEASE", None], "type": ["string", "null"]}
    assert properties["range"]["anyOf"][-1] == {"type": "null"}
    assert properties["name"] == {"anyOf": [{"const": "x"}, {"type": "null"}]}
    assert properties["note"] == {"type": ["string", "null"]}
    assert told.schema["$defs"]["pair"]["required"] == ["min", "max"]


def test_each_change_is_told() -> None:
    notes = in_dialect(WISH, "strict").notes
    assert "default dropped at /properties/limit" in notes
    assert "minLength dropped at /properties/where" in notes
    assert "/properties/limit is optional: null" in notes


def test_a_property_that_is_called_like_a_keyword_stays() -> None:
    schema = {"type": "object", "properties": {"default": {"type": "string"}, "not": {"type": "string"}}}
    assert set(in_dialect(schema, "strict").schema["properties"]) == {"default", "not"}


def test_an_open_object_is_sent_without_strict_and_stays_open() -> None:
    told = in_dialect(OPEN, "strict")
    assert not told.strict
    assert told.schema == {"type": "object", "properties": {"params": {"type": "object"}}}
    assert "not strict: an object in it is open" in told.notes


def test_gemini_gets_no_keyword_that_it_refuses() -> None:
    told = in_dialect({**OPEN, "additionalProperties": False}, "gemini")
    assert told.schema == {"type": "object", "properties": {"params": {"type": "object"}}}
    assert not told.strict


def test_plain_is_as_written_and_the_given_schema_is_never_changed() -> None:
    before = repr(WISH)
    assert in_dialect(WISH, "plain").schema == WISH
    in_dialect(WISH, "strict")
    assert repr(WISH) == before


@pytest.mark.parametrize(
    ("answer", "meant"),
    [
        ({"where": "a", "limit": None, "deal": None}, {"where": "a"}),
        ({"where": None}, {"where": None}),
        ({"where": "a", "note": None}, {"where": "a", "note": None}),
        ({"where": "a", "unknown": None}, {"where": "a", "unknown": None}),
    ],
)
def test_a_null_that_stands_for_left_out_is_left_out_again(answer: object, meant: object) -> None:
    assert without_nulls(answer, WISH) == meant


def test_nulls_are_left_out_in_lists_and_behind_references_too() -> None:
    schema = {"type": "array", "items": {"$ref": "#/$defs/pair"}, "$defs": WISH["$defs"]}
    assert without_nulls([{"min": 1, "max": None}], schema) == [{"min": 1}]
