"""The JSON schema of a plan, closed and made from the whitelist: one branch for each tool."""

from collections.abc import Mapping
from typing import Any

from engine.config.revision import Revision
from engine.plan.policy import Parameter, ToolSpec, policy_of

Json = dict[str, Any]

_REFERENCE: Json = {"$ref": "#/$defs/reference"}
_DEFS: Json = {"reference": {"type": "string", "pattern": r"^\$[A-Za-z0-9_-]{1,32}(\.|\[).*$"}}
_SCALAR: Json = {"type": ["string", "number", "boolean"]}


def planner_schema(revision: Revision) -> Json:
    """The schema that a planner's reply must have: the policy's intents, at most its number of steps, each a
    call of a whitelisted tool with that tool's parameters and no other.

    Where a parameter takes references, a text that begins with `$` is one. A mapping whose fields nobody
    names can only be a reference, since what is open cannot be closed. That one of several parameters must be
    there is not said here: sanitize says it.
    """
    rules = policy_of(revision)
    policy = rules.plan_policy
    caps = {name: {"type": ["string", "null"], "maxLength": cap} for name, cap in policy.free_text.items()}
    steps: Json = {"type": "array", "maxItems": policy.steps_at_most}
    steps |= {"items": {"anyOf": [_step(tool) for tool in rules.tools.values()]}} if rules.tools else {}
    return {
        "type": "object",
        "properties": {
            "intent": {"type": "string", "enum": list(policy.intents)},
            "steps": steps if rules.tools else {"type": "array", "maxItems": 0, "items": _SCALAR},
            **caps,
        },
        "required": ["intent", "steps"],
        "additionalProperties": False,
        "$defs": _DEFS,
    }


def _step(tool: ToolSpec) -> Json:
    identity: Json = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,32}$"}
    return _closed(
        {
            "id": identity,
            "name": {"type": "string", "enum": [tool.name]},
            "params": _fields(tool.parameters),
            "deps": {"type": "array", "items": identity},
        },
        ["id", "name", "params"],
    )


def _fields(parameters: Mapping[str, Parameter]) -> Json:
    properties = {name: _value(parameter) for name, parameter in parameters.items()}
    return _closed(properties, [name for name, parameter in parameters.items() if parameter.required])


def _closed(properties: Json, required: list[str]) -> Json:
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _value(parameter: Parameter) -> Json:
    """What a value of the parameter may be."""
    form = _plain(parameter)
    if not parameter.refs_allowed or parameter.type == "text" or form == _REFERENCE:
        return form  # a text may hold references in any place
    return {"anyOf": [*form.get("anyOf", [form]), _REFERENCE]}


def _plain(parameter: Parameter) -> Json:
    match parameter.type:
        case "text":
            return {"type": "string", **({"maxLength": parameter.at_most} if parameter.at_most else {})}
        case "number":
            return {"type": "number", **_maximum(parameter)}
        case "count":
            return {"type": "integer", "minimum": 0, **_maximum(parameter)}
        case "flag":
            return {"type": "boolean"}
        case "choice":
            one: Json = {"type": "string", "enum": list(parameter.values)}
            return {"anyOf": [one, {"type": "array", "items": one, "minItems": 1}]} if parameter.many else one
        case "list":
            most = {"maxItems": parameter.at_most} if parameter.at_most else {}
            return {"type": "array", "items": _entry(parameter), **most}
        case "mapping":
            return _fields(parameter.of) if isinstance(parameter.of, Mapping) else _REFERENCE


def _entry(parameter: Parameter) -> Json:
    """What an entry of a list may be."""
    if parameter.of is None:
        return _SCALAR
    if isinstance(parameter.of, Parameter):
        return _value(parameter.of)
    fields = _fields(parameter.of)
    return {"anyOf": [fields, _REFERENCE]} if parameter.refs_allowed else fields


def _maximum(parameter: Parameter) -> Json:
    return {} if parameter.at_most is None else {"maximum": parameter.at_most}
