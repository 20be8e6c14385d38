"""A step's parameters against its tool's schema."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from engine.plan.free_text import TEXT_AT_MOST, repeats, unsafe
from engine.plan.frozen import DEPTH_AT_MOST, as_items, as_mapping
from engine.plan.policy import Parameter, ToolSpec
from engine.plan.references import is_reference

LIST_AT_MOST = 1_000
"""Entries of a list whose tool names no cap, and of a mapping that holds any JSON value."""

_NUMBER_AT_MOST = 10**15
_PLAIN_NAME_AT_MOST = 40


@dataclass(frozen=True, slots=True)
class Checked:
    """The parameters that are left, the names that no schema knows, and what is wrong ("" = nothing)."""

    params: dict[str, object]
    unknown: tuple[str, ...]
    problem: str


class _Bad(Exception):
    """What is wrong with one value."""


def check_params(params: Mapping[object, object], tool: ToolSpec, ids: Collection[str] = ()) -> Checked:
    """What a planner wrote against the tool's parameters; `ids` are the plan's steps, to which a value may
    refer."""
    return _checked(params, tool, ids, is_data=False)


def check_data(params: Mapping[object, object], tool: ToolSpec, ids: Collection[str] = ()) -> Checked:
    """The same of what references stand for, which nobody may alter: of each value only its type and the
    `at_most` that the tool names count, and text may be any text."""
    return _checked(params, tool, ids, is_data=True)


def _checked(
    params: Mapping[object, object], tool: ToolSpec, ids: Collection[str], *, is_data: bool
) -> Checked:
    unknown: list[str] = []
    kept: dict[str, object] = {}
    problem = ""
    for key, value in params.items():
        parameter = tool.parameters.get(key) if isinstance(key, str) else None
        if parameter is None:
            unknown.append(shown(key))
            continue
        try:
            context = _Context(ids if parameter.refs_allowed else (), unknown, is_data)
            kept[parameter.name] = _value(parameter, value, parameter.name, context)
        except _Bad as error:
            problem = problem or str(error)
    return Checked(kept, tuple(unknown), problem or _missing(kept, tool))


def shown(name: object) -> str:
    """A name as a reader may see it: one that is none, or long, is only described."""
    if isinstance(name, str) and len(name) <= _PLAIN_NAME_AT_MOST and name.isidentifier():
        return name
    return f"(a name of {len(name)} characters)" if isinstance(name, str) else f"({type(name).__name__})"


@dataclass(frozen=True, slots=True)
class _Context:
    ids: Collection[str]
    unknown: list[str]
    is_data: bool = False

    def at_most(self, parameter: Parameter, otherwise: int) -> int | None:
        """How much a parameter may hold; None = anything."""
        return parameter.at_most or (None if self.is_data else otherwise)


def _missing(kept: Mapping[str, object], tool: ToolSpec) -> str:
    for name, parameter in tool.parameters.items():
        if parameter.required and kept.get(name) is None:
            return f"{name} is missing"
    if tool.one_of and all(kept.get(name) is None for name in tool.one_of):
        return f"one of {', '.join(tool.one_of)} is missing"
    return ""


def _value(parameter: Parameter, value: object, where: str, context: _Context) -> object:
    if value is None:
        if parameter.required:
            raise _Bad(f"{where} is missing")
        return None
    if parameter.refs_allowed and is_reference(value, context.ids):
        return value
    match parameter.type:
        case "text":
            return _text(parameter, value, where, context)
        case "number" | "count":
            return _number(parameter, value, where, context)
        case "flag":
            if not isinstance(value, bool):
                raise _Bad(f"{where} must be true or false")
            return value
        case "choice":
            return _choice(parameter, value, where)
        case "list":
            return _list(parameter, value, where, context)
        case "mapping":
            return _mapping(parameter, value, where, context)


def _text(parameter: Parameter, value: object, where: str, context: _Context) -> str:
    if not isinstance(value, str):
        raise _Bad(f"{where} must be text")
    at_most = context.at_most(parameter, TEXT_AT_MOST)
    if at_most is not None and len(value) > at_most:
        raise _Bad(f"{where} has {len(value)} characters, at most {at_most} are read")
    if parameter.required and not value.strip():
        raise _Bad(f"{where} is empty")
    if not context.is_data and (unsafe(value) or repeats(value)):
        raise _Bad(f"{where} holds hidden characters or only repeats itself")
    return value


def _number(parameter: Parameter, value: object, where: str, context: _Context) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _Bad(f"{where} must be a number")
    is_far = not context.is_data and not -_NUMBER_AT_MOST <= value <= _NUMBER_AT_MOST
    if is_far or (isinstance(value, float) and not math.isfinite(value)):
        raise _Bad(f"{where} is no number that can be compared")
    if parameter.type == "count" and (not isinstance(value, int) or value < 0):
        raise _Bad(f"{where} must be a whole number from 0")
    if parameter.at_most is not None and value > parameter.at_most:
        raise _Bad(f"{where} is above {parameter.at_most}")
    return value


def _choice(parameter: Parameter, value: object, where: str) -> object:
    values = as_items(value) if parameter.many else None
    chosen = (value,) if values is None else values
    if (
        not chosen
        or len(chosen) > LIST_AT_MOST
        or not all(isinstance(one, str) and one in parameter.values for one in chosen)
    ):
        allowed = "one or a list of" if parameter.many else "one of"
        raise _Bad(f"{where} must be {allowed} {', '.join(parameter.values)}")
    return value if values is None else list(values)


def _list(parameter: Parameter, value: object, where: str, context: _Context) -> object:
    items = as_items(value)
    if items is None:
        raise _Bad(f"{where} must be a list")
    at_most = context.at_most(parameter, LIST_AT_MOST)
    if at_most is not None and len(items) > at_most:
        raise _Bad(f"{where} has {len(items)} entries, at most {at_most} are read")
    return [_entry(parameter, item, f"{where}[{number}]", context) for number, item in enumerate(items)]


def _entry(parameter: Parameter, item: object, where: str, context: _Context) -> object:
    if context.is_data and parameter.of is None:
        return item
    if item is None:
        raise _Bad(f"{where} is missing")
    if parameter.refs_allowed and is_reference(item, context.ids):
        return item
    if isinstance(parameter.of, Parameter):
        return _value(parameter.of, item, where, context)
    if parameter.of is None:
        return _any(item, where, DEPTH_AT_MOST // 2, context)
    return _fields(parameter.of, item, where, context)


def _mapping(parameter: Parameter, value: object, where: str, context: _Context) -> object:
    if isinstance(parameter.of, Mapping):
        return _fields(parameter.of, value, where, context)
    mapping = as_mapping(value)
    if mapping is None:
        raise _Bad(f"{where} must be a mapping")
    if parameter.of is None:
        return value if context.is_data else _any(value, where, DEPTH_AT_MOST // 2, context)
    is_wide = not context.is_data and len(mapping) > LIST_AT_MOST
    if is_wide or not all(isinstance(key, str) for key in mapping):
        raise _Bad(f"{where} has too many entries, or keys that are no text")
    of = parameter.of
    return {str(key): _value(of, item, f"{where}.{shown(key)}", context) for key, item in mapping.items()}


def _fields(fields: Mapping[str, Parameter], value: object, where: str, context: _Context) -> object:
    mapping = as_mapping(value)
    if mapping is None:
        raise _Bad(f"{where} must be a mapping")
    kept: dict[str, object] = {}
    for key, item in mapping.items():
        field = fields.get(key) if isinstance(key, str) else None
        if field is None:
            context.unknown.append(f"{where}.{shown(key)}")
        else:
            kept[field.name] = _value(field, item, f"{where}.{field.name}", context)
    for name, field in fields.items():
        if field.required and name not in kept:
            raise _Bad(f"{where}.{name} is missing")
    return kept


def _any(value: object, where: str, depth: int, context: _Context) -> object:
    """Any JSON value, not too deep and not too wide."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        if unsafe(value) or len(value) > TEXT_AT_MOST:
            raise _Bad(f"{where} holds hidden characters, or more than {TEXT_AT_MOST} of them")
        return value
    if isinstance(value, int | float):
        return _number(Parameter(name=where, type="number"), value, where, context)
    mapping, items = as_mapping(value), as_items(value)
    if depth <= 0 or len(mapping or items or ()) > LIST_AT_MOST:
        raise _Bad(f"{where} is nested too deep or holds too much")
    if mapping is not None:
        if not all(isinstance(key, str) for key in mapping):
            raise _Bad(f"{where} has keys that are no text")
        return {str(key): _any(item, where, depth - 1, context) for key, item in mapping.items()}
    if items is not None:
        return [_any(item, where, depth - 1, context) for item in items]
    raise _Bad(f"{where} is no JSON value")
