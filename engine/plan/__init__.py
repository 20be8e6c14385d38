"""Plans: reading, sanitizing and running what a planner wrote. Loaded name by name, when first used."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.plan.executor import execute
    from engine.plan.graph import Schedule, critical_path, schedule
    from engine.plan.model import Note, Plan, Removal, Sanitized, Step
    from engine.plan.outcome import Execution, Outcome, StepEvent, StepFinished, StepStarted
    from engine.plan.parser import Parsed, parse
    from engine.plan.policy import Parameter, PlanPolicy, PlanRules, ToolSpec, policy_of
    from engine.plan.reply import Reply, ReplyFailure, read_reply
    from engine.plan.sanitizer import sanitize

_HOMES = {
    "execute": "executor",
    **dict.fromkeys(("Schedule", "critical_path", "schedule"), "graph"),
    **dict.fromkeys(("Note", "Plan", "Removal", "Sanitized", "Step"), "model"),
    **dict.fromkeys(("Execution", "Outcome", "StepEvent", "StepFinished", "StepStarted"), "outcome"),
    **dict.fromkeys(("Parsed", "parse"), "parser"),
    **dict.fromkeys(("Reply", "ReplyFailure", "read_reply"), "reply"),
    **dict.fromkeys(("Parameter", "PlanPolicy", "PlanRules", "ToolSpec", "policy_of"), "policy"),
    "sanitize": "sanitizer",
}

__all__ = [
    "Execution",
    "Note",
    "Outcome",
    "Parameter",
    "Parsed",
    "Plan",
    "PlanPolicy",
    "PlanRules",
    "Removal",
    "Reply",
    "ReplyFailure",
    "Sanitized",
    "Schedule",
    "Step",
    "StepEvent",
    "StepFinished",
    "StepStarted",
    "ToolSpec",
    "critical_path",
    "execute",
    "parse",
    "policy_of",
    "read_reply",
    "sanitize",
    "schedule",
]


def __getattr__(name: str) -> object:
    """The public name, its module loaded now."""
    if name in _HOMES:
        return getattr(import_module(f"engine.plan.{_HOMES[name]}"), name)
    raise AttributeError(f"engine.plan has no {name}")
