"""Plans: reading, sanitizing and running what a planner wrote. Loaded name by name, when first used."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.plan.executor import execute
    from engine.plan.graph import Schedule, critical_path, schedule
    from engine.plan.model import Note, Plan, Removal, Sanitized, Step
    from engine.plan.outcome import Execution, Outcome, StepEvent, StepFinished, StepStarted
    from engine.plan.parser import Parsed, ParseFailure, parse
    from engine.plan.policy import Parameter, PlanPolicy, PlanRules, ToolSpec, policy_of
    from engine.plan.sanitizer import sanitize

_HOMES = {
    "execute": "executor",
    **dict.fromkeys(("Schedule", "critical_path", "schedule"), "graph"),
    **dict.fromkeys(("Note", "Plan", "Removal", "Sanitized", "Step"), "model"),
    **dict.fromkeys(("Execution", "Outcome", "StepEvent", "StepFinished", "StepStarted"), "outcome"),
    **dict.fromkeys(("ParseFailure", "Parsed", "parse"), "parser"),
    **dict.fromkeys(("Parameter", "PlanPolicy", "PlanRules", "ToolSpec", "policy_of"), "policy"),
    "sanitize": "sanitizer",
}

__all__ = [
    "Execution",
    "Note",
    "Outcome",
    "Parameter",
    "ParseFailure",
    "Parsed",
    "Plan",
    "PlanPolicy",
    "PlanRules",
    "Removal",
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
    "sanitize",
    "schedule",
]


def __getattr__(name: str) -> object:
    """The public name, its module loaded now."""
    if name in _HOMES:
        return getattr(import_module(f"engine.plan.{_HOMES[name]}"), name)
    raise AttributeError(f"engine.plan has no {name}")
