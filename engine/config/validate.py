"""A model's validation errors, said at the place in the file and in its author's words."""

import types
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from engine.config.base import StrictModel
from engine.config.wording import instead, wrong
from engine.errors import Problem
from engine.source.suggest import closest
from engine.source.tree import Node, plain, problem_at

Path = tuple[str | int, ...]

_NO_LEVELS = ("factors", "[key]")
"""Parts of a location that are levels of the model and not of the file."""
_TYPE_WORDS = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "dict_type": "a mapping of keys to values",
    "mapping_type": "a mapping of keys to values",
    "model_type": "a mapping of keys to values",
    "model_attributes_type": "a mapping of keys to values",
}


def validate(node: Node, model: type[StrictModel]) -> tuple[StrictModel | None, list[Problem]]:
    """The document as its model, or every problem in it, each once and where it stands."""
    try:
        return model.model_validate(plain(node)), []
    except ValidationError as error:
        return None, _problems(node, model, error.errors(include_url=False))


def _problems(node: Node, model: type[StrictModel], errors: Iterable[ErrorDetails]) -> list[Problem]:
    single: list[Problem] = []
    unions: dict[Path, list[tuple[Path, ErrorDetails]]] = {}
    for error in errors:
        path, union = _tree_path(node, error["loc"], missing=error["type"] == "missing")
        if union is None:
            single.append(_problem(node, model, path, error))
        else:
            unions.setdefault(union, []).append((path, error))
    for at, branches in unions.items():
        single += _union_problems(node, model, at, branches)
    return single


def _tree_path(node: Node, loc: Sequence[str | int], *, missing: bool) -> tuple[Path, Path | None]:
    """`loc` without the tags that pydantic puts between, and the path of the union whose branch it is (or
    None)."""
    path: list[str | int] = []
    union: Path | None = None
    here: Node | None = node
    for index, part in enumerate(loc):
        child = _child(here, part)
        if child is not None:
            here = child
        elif missing and index == len(loc) - 1:
            here = None
        elif part in _NO_LEVELS:
            continue
        else:
            union = union if union is not None else tuple(path)
            continue
        path.append(part)
    return tuple(path), union


def _child(node: Node | None, part: str | int) -> Node | None:
    value = node.value if node is not None else None
    if isinstance(value, Mapping) and isinstance(part, str):
        return value.get(part)
    if isinstance(value, tuple) and isinstance(part, int) and 0 <= part < len(value):
        return value[part]
    return None


def _union_problems(
    node: Node, model: type[StrictModel], at: Path, branches: list[tuple[Path, ErrorDetails]]
) -> list[Problem]:
    """The problems of the branch that was meant: the one that fits the value's shape, else all forms in
    one line."""
    deeper = [(path, error) for path, error in branches if len(path) > len(at) or error["type"] == "missing"]
    if deeper:
        return [_problem(node, model, path, error) for path, error in deeper]
    said = [(path, error) for path, error in branches if error["type"] not in _TYPE_WORDS]
    forms = list(dict.fromkeys(_form(error) for _, error in branches))
    if len(said) == 1 and said[0][1]["type"] != "literal_error":
        return [_problem(node, model, *said[0])]
    place = _place(node, at)
    allowed = _literals(branches)
    hint = closest(str(place.value), allowed) if isinstance(place.value, str) else None
    return [
        problem_at(place, "CONF004", f"{_last(at)} must be {' or '.join(forms)}", path=at, hint=hint or "")
    ]


def _form(error: ErrorDetails) -> str:
    if error["type"] == "literal_error":
        return str(error.get("ctx", {}).get("expected", "")).replace("'", "")
    return _TYPE_WORDS.get(
        error["type"], error["msg"].removeprefix("Input should be ").removeprefix("must be ")
    )


def _literals(branches: Iterable[tuple[Path, ErrorDetails]]) -> list[str]:
    expected = (
        str(e.get("ctx", {}).get("expected", "")) for _, e in branches if e["type"] == "literal_error"
    )
    return [
        word.strip(" '") for text in expected for word in text.replace(" or ", ",").split(",") if word.strip()
    ]


def _problem(node: Node, model: type[StrictModel], path: Path, error: ErrorDetails) -> Problem:
    kind = error["type"]
    if kind == "extra_forbidden":
        allowed = sorted(_allowed_keys(model, path[:-1]))
        key = str(path[-1])
        where = _last(path[:-1])
        message = (
            f"unknown key {key!r}"
            + (f" in {where}" if path[:-1] else "")
            + f"; allowed: {', '.join(allowed)}"
        )
        return problem_at(
            _place(node, path), "CONF002", message, path=path, hint=closest(key, allowed) or "", at_key=True
        )
    if kind == "missing":
        message = f"{_last(path[:-1]) or 'the document'} needs the key {path[-1]!r}"
        hint = f"{path[-1]}: …"
        return problem_at(_place(node, path[:-1]), "CONF003", message, path=path, hint=hint, at_key=True)
    place = _place(node, path)
    name = _last(path) or "the document"
    if kind == "literal_error":
        allowed = _literals([(path, error)])
        hint = closest(str(place.value), allowed) or ""
        return problem_at(
            place, "CONF004", f"{name} must be one of {', '.join(allowed)}", path=path, hint=hint
        )
    if kind in _TYPE_WORDS:
        hint = instead(kind, place.value)
        return problem_at(place, "CONF004", f"{name} must be {_TYPE_WORDS[kind]}", path=path, hint=hint)
    message, hint = wrong(error)
    return problem_at(place, "CONF005", f"{name} {message}", path=path, hint=hint)


def _place(node: Node, path: Path) -> Node:
    """The deepest node on the path."""
    here = node
    for part in path:
        child = _child(here, part)
        if child is None:
            break
        here = child
    return here


def _last(path: Path) -> str:
    """How a path is named in a sentence: its last key, with the position in a list behind it."""
    keys = [str(part) for part in path]
    if not keys:
        return ""
    if isinstance(path[-1], int):
        return f"entry {path[-1] + 1} of {_last(path[:-1]) or 'the list'}"
    return keys[-1]


def _allowed_keys(model: type[BaseModel], path: Path) -> set[str]:
    models: set[type[BaseModel]] = {model}
    for part in path:
        models = {m for annotation in _step_into(models, part) for m in _models_in(annotation)}
    return {field.alias or name for m in models for name, field in m.model_fields.items()}


def _step_into(models: Iterable[type[BaseModel]], part: str | int) -> list[Any]:
    found: list[Any] = []
    for model in models:
        for name, field in model.model_fields.items():
            if (isinstance(part, str) and part == (field.alias or name)) or name == "factors":
                found.append(field.annotation)
    return found or list(models)


def _models_in(annotation: Any) -> Iterable[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    elif get_origin(annotation) in (Annotated, Union, types.UnionType, tuple, dict):
        for part in get_args(annotation):
            yield from _models_in(part)
