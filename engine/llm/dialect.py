"""A JSON schema as a provider takes it: what it would reject is taken out, and what was done is told."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

Name = Literal["strict", "gemini", "plain", "none"]
Json = dict[str, Any]

_ANNOTATIONS = frozenset(
    {"default", "examples", "$schema", "$id", "$comment", "deprecated", "readOnly", "writeOnly"}
)
_STRICT_REJECTS = _ANNOTATIONS | {
    "minLength", "maxLength", "minProperties", "maxProperties", "uniqueItems", "propertyNames", "contains",
    "minContains", "maxContains", "contentEncoding", "contentMediaType", "dependentRequired", "not",
}  # fmt: skip
"""Keywords that some provider of strict schemas refuses. Without them the schema admits more, never less."""
_GEMINI_REJECTS = _ANNOTATIONS | {"additionalProperties", "patternProperties", "unevaluatedProperties"}
_LOOSE = frozenset(
    {"patternProperties", "allOf", "if", "then", "else", "unevaluatedProperties", "dependentSchemas"}
)
"""Keywords that no strict schema can say, so that the schema is sent without `strict`."""
_MAPS = ("properties", "$defs", "definitions", "patternProperties")
_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialected:
    """The schema to send, whether it may be sent as strict, and what was done to it."""

    schema: Json
    strict: bool
    notes: tuple[str, ...]


def in_dialect(schema: Mapping[str, Any], dialect: Name) -> Dialected:
    """The schema in a provider's dialect. `strict`: keywords are dropped, objects closed, and what was
    optional is required and may be null; where an object must stay open, only keywords are dropped."""
    if dialect in ("plain", "none"):
        return Dialected(schema=dict(schema), strict=False, notes=())
    notes: list[str] = []
    if dialect == "gemini":
        return Dialected(
            schema=_without(schema, _GEMINI_REJECTS, "", notes), strict=False, notes=tuple(notes)
        )
    lean = _without(schema, _STRICT_REJECTS, "", notes)
    if any(_is_loose(each) for each in _inside(lean)):
        notes.append("not strict: an object in it is open")
        return Dialected(schema=lean, strict=False, notes=tuple(notes))
    return Dialected(schema=_closed(lean, "", notes), strict=True, notes=tuple(notes))


def without_nulls(value: object, schema: Mapping[str, Any]) -> object:
    """An answer to a strict schema as the schema it was made from has it: a null that stands for an optional
    key left out is left out. References within the schema are followed."""
    return _restored(value, schema, schema)


def _without(schema: Mapping[str, Any], rejected: frozenset[str], at: str, notes: list[str]) -> Json:
    made: Json = {}
    for key, value in schema.items():
        if key in rejected:
            notes.append(f"{key} dropped at {at or '/'}")
        elif key in _MAPS and isinstance(value, Mapping):
            inner = cast("Mapping[str, Any]", value)
            made[key] = {n: _without(s, rejected, f"{at}/{key}/{n}", notes) for n, s in inner.items()}
        elif key in _LISTS and isinstance(value, Sequence):
            forms = cast("Sequence[Any]", value)
            made[key] = [_without(s, rejected, f"{at}/{key}/{i}", notes) for i, s in enumerate(forms)]
        elif isinstance(value, Mapping) and key not in ("const", "enum"):
            made[key] = _without(cast("Mapping[str, Any]", value), rejected, f"{at}/{key}", notes)
        else:
            made[key] = list(cast("Sequence[Any]", value)) if isinstance(value, tuple) else value
    return made


def _inside(schema: Json) -> Iterator[Json]:
    """The schema and every schema in it."""
    yield schema
    for key, value in schema.items():
        if key in _MAPS:
            for inner in cast("Json", value).values():
                yield from _inside(inner)
        elif key in _LISTS:
            for inner in cast("list[Json]", value):
                yield from _inside(inner)
        elif isinstance(value, dict) and key != "const":
            yield from _inside(cast("Json", value))


def _is_loose(schema: Json) -> bool:
    is_object = schema.get("type") == "object" or "properties" in schema
    is_open = is_object and (schema.get("additionalProperties") or not schema.get("properties"))
    return bool(is_open) or bool(_LOOSE & set(schema))


def _closed(schema: Json, at: str, notes: list[str]) -> Json:
    made: Json = {}
    for key, value in schema.items():
        if key in _MAPS:
            made[key] = {n: _closed(s, f"{at}/{key}/{n}", notes) for n, s in cast("Json", value).items()}
        elif key in _LISTS:
            told = "anyOf" if key == "oneOf" else key
            made[told] = [_closed(s, f"{at}/{key}/{i}", notes) for i, s in enumerate(value)]
        elif isinstance(value, dict) and key != "const":
            made[key] = _closed(cast("Json", value), f"{at}/{key}", notes)
        else:
            made[key] = value
    if "properties" in made:
        required = cast("list[str]", made.get("required") or [])
        for name in made["properties"]:
            if name not in required:
                made["properties"][name] = _nullable(made["properties"][name])
                notes.append(f"{at}/properties/{name} is optional: null")
        made |= {"required": list(made["properties"]), "additionalProperties": False}
    return made


def _nullable(schema: Json) -> Json:
    """The same schema, which also admits null."""
    if "anyOf" in schema:
        return {**schema, "anyOf": [*schema["anyOf"], {"type": "null"}]}
    kind = schema.get("type")
    if kind is None or "const" in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    kinds = [kind] if isinstance(kind, str) else list(kind)
    made = {**schema, "type": [*kinds, *([] if "null" in kinds else ["null"])]}
    if "enum" in schema and None not in schema["enum"]:
        made["enum"] = [*schema["enum"], None]
    return made


def _restored(value: object, schema: Mapping[str, Any], root: Mapping[str, Any]) -> object:
    schema = _target(schema, root)
    if isinstance(value, dict):
        properties = cast("Mapping[str, Any]", schema.get("properties") or {})
        required = cast("Sequence[str]", schema.get("required") or ())
        return {
            key: _restored(inner, properties.get(key, {}), root)
            for key, inner in cast("Json", value).items()
            if inner is not None or key not in properties or key in required or _takes_null(properties[key])
        }
    if isinstance(value, list):
        items = schema.get("items")
        each: Mapping[str, Any] = cast("Mapping[str, Any]", items) if isinstance(items, Mapping) else {}
        return [_restored(inner, each, root) for inner in cast("list[object]", value)]
    return value


def _takes_null(schema: Mapping[str, Any]) -> bool:
    kind = schema.get("type")
    return kind == "null" or (isinstance(kind, Sequence) and not isinstance(kind, str) and "null" in kind)


def _target(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    reference = schema.get("$ref")
    if not isinstance(reference, str) or not reference.startswith("#/"):
        return schema
    here: Any = root
    for part in reference.removeprefix("#/").split("/"):
        here = cast("Mapping[str, Any]", here).get(part, {})
    return cast("Mapping[str, Any]", here)
