"""A request on its way: what was asked, and what has become of it so far."""

from dataclasses import dataclass, field
from datetime import date

from engine.errors import Problem
from engine.plan.model import Sanitized
from engine.plan.outcome import Execution
from engine.planner.planned import Planned
from engine.tools.registry import Resources

Degraded = tuple[str, str]
"""What was done another way than asked: its kind for programs and a sentence for people."""


@dataclass(slots=True, kw_only=True)
class Request:
    """What one call asked, and what has become of it so far; the trace is made from it."""

    text: str
    today: date
    profile: str
    limit: int
    planned: Planned | None = None
    sanitized: Sanitized | None = None
    resources: Resources | None = None
    execution: Execution | None = None
    answer: str = ""
    degraded: list[Degraded] = field(default_factory=list[Degraded])
    failed: tuple[Problem, ...] = ()
    seconds: dict[str, float] = field(default_factory=dict[str, float])
