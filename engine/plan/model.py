"""What a plan is: steps that name tools, their parameters and what they wait for."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, cast

from engine.errors import PlanRejected, Problem
from engine.plan.frozen import FrozenDict, NotJson, as_items, as_mapping, freeze_mapping, thaw

Reason = Literal[
    "unknown_tool",
    "dep_removed",
    "duplicate_id",
    "bad_id",
    "unknown_ref",
    "bad_param",
    "unknown_param",
    "cycle",
    "step_cap",
    "bad_intent",
    "free_text",
]
Replan = Literal["", "empty_plan", "empty_after_sanitise", "goal_missing", "bad_intent"]

_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")
_WHOLE_ID_BITS = 106  # 32 decimal digits


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One tool call. `deps` are the ids it waits for; `literal` names parameters whose dollars are plain
    text, which the tool's own file decides, so it is no part of the JSON and of equality. `without` is what a
    parameter is when the step it refers to failed: only a flow written by hand has it."""

    id: str
    name: str
    params: Mapping[str, object] = field(default_factory=FrozenDict)
    deps: tuple[str, ...] = ()
    literal: frozenset[str] = field(default=frozenset(), compare=False)
    without: Mapping[str, object] = field(default_factory=FrozenDict, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "params", freeze_mapping(self.params))
        if self.without:
            object.__setattr__(self, "without", freeze_mapping(self.without))
        object.__setattr__(self, "deps", tuple(self.deps))

    def to_dict(self) -> dict[str, object]:
        """The step as a JSON value that shares nothing with it."""
        return {"id": self.id, "name": self.name, "params": thaw(self.params), "deps": list(self.deps)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What will run. `etc_condition` holds wishes that no parameter can, `system_context` the planner's
    reasons; None = nothing said."""

    intent: str
    steps: tuple[Step, ...] = ()
    etc_condition: str | None = None
    system_context: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", tuple(self.steps))

    def to_dict(self) -> dict[str, object]:
        """The plan as a JSON value with its camelCase keys."""
        return {
            "intent": self.intent,
            "steps": [step.to_dict() for step in self.steps],
            "etcCondition": self.etc_condition,
            "systemContext": self.system_context,
        }

    def to_json(self) -> str:
        """Compact JSON text, Korean as it is written."""
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))

    def step(self, step_id: str) -> Step | None:
        """The step of that id, or None."""
        return next((step for step in self.steps if step.id == step_id), None)

    @staticmethod
    def from_dict(value: Mapping[str, object]) -> "Plan":
        """A plan from its JSON value, ids normalised, nothing judged: sanitize what a stranger wrote.

        Raises PlanRejected (PLAN003) when the shape is none of a plan's.
        """
        steps = as_items(value.get("steps", ()))
        if steps is None:
            raise _rejected("steps must be a list")
        return Plan(
            intent=_text(value.get("intent"), "intent") or "",
            steps=tuple(_step(item, number) for number, item in enumerate(steps, 1)),
            etc_condition=_text(value.get("etcCondition"), "etcCondition"),
            system_context=_text(value.get("systemContext"), "systemContext"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """Something that was taken out of a plan: a step, a parameter of it, or free text (`step` "").

    `detail` says what is wrong in one clause and quotes nothing but ids and names.
    """

    step: str
    reason: Reason
    detail: str

    def to_dict(self) -> dict[str, str]:
        """The removal as a JSON value."""
        return {"step": self.step, "reason": self.reason, "detail": self.detail}

    def problem(self) -> Problem:
        """The removal as a problem (PLAN002), for checks and reports."""
        where = f"/steps/{self.step}" if self.step else ""
        return Problem(
            code="PLAN002", message=f"{self.reason}: {self.detail}", path=where, severity="warning"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something kept that a reader may wonder about: `dollar_literal` is a dollar that refers to nothing."""

    step: str
    kind: Literal["dollar_literal"]
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sanitized:
    """A plan that may run, with everything that was taken out of it.

    `replan` says why the rule-based planner should write a plan instead ("" = this one will do): nothing was
    written, nothing is left, the step that answers is not there, or the intent is none and no step is left.
    """

    plan: Plan
    removed: tuple[Removal, ...] = ()
    notes: tuple[Note, ...] = ()
    replan: Replan = ""


def step_id(value: object) -> str | None:
    """The id that a JSON value spells: 1 and "1" are the same; None for everything that is no id."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int) and value.bit_length() <= _WHOLE_ID_BITS:
        value = str(value)
    if isinstance(value, str) and _ID.fullmatch(value):
        return value
    return None


def _step(value: object, number: int) -> Step:
    item = as_mapping(value)
    if item is None:
        raise _rejected(f"step {number} must be a mapping")
    identity, name = step_id(item.get("id")), item.get("name")
    params = item.get("params")
    raw_deps = item.get("deps")
    fields = as_mapping({} if params is None else params)
    deps = as_items(() if raw_deps is None else raw_deps)
    if identity is None or not isinstance(name, str) or fields is None or deps is None:
        raise _rejected(f"step {number} needs an id, a name, params as a mapping and deps as a list")
    needs = [step_id(dep) for dep in deps]
    if None in needs:
        raise _rejected(f"step {number} waits for something that is no id")
    try:
        return Step(
            id=identity,
            name=name,
            params=cast("Mapping[str, object]", fields),
            deps=tuple(need for need in needs if need is not None),
        )
    except NotJson as error:
        raise _rejected(f"step {number} has parameters that JSON cannot hold: {error}") from error


def _text(value: object, key: str) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise _rejected(f"{key} must be text")


def _rejected(message: str) -> PlanRejected:
    return PlanRejected(Problem(code="PLAN003", message=message))
