"""A request on its way: what was asked, and what has become of it so far."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from engine.answer.facts import NearestHome
from engine.errors import Problem
from engine.llm.calling import Attempt
from engine.plan.early import Early, Shared
from engine.plan.model import Sanitized
from engine.plan.outcome import Execution
from engine.planner.planned import Notice, Planned
from engine.tools.registry import Resources

Degraded = tuple[str, str]
"""What was done another way than asked: its kind for programs and a sentence for people."""


@dataclass(slots=True, kw_only=True)
class Request:
    """What one call asked, and what has become of it so far; the trace is made from it. `written` are
    a model's plans as it wrote them; `nearest` holds, by a search's number, the nearest home where it found
    none."""

    text: str
    today: date
    profile: str
    limit: int
    until: float = math.inf
    planned: Planned | None = None
    planned_by: str = "rules"
    answered_by: str = "template"
    flagged: tuple[Notice, ...] = ()
    written: list[Mapping[str, object]] = field(default_factory=list[Mapping[str, object]])
    schema_enforced: bool | None = None
    attempts: list[tuple[str, Attempt]] = field(default_factory=list[tuple[str, Attempt]])
    shared: Shared | None = None
    early: Early | None = None
    sanitized: Sanitized | None = None
    resources: Resources | None = None
    execution: Execution | None = None
    nearest: dict[int, NearestHome] = field(default_factory=dict[int, NearestHome])
    answer: str = ""
    degraded: list[Degraded] = field(default_factory=list[Degraded])
    failed: tuple[Problem, ...] = ()
    seconds: dict[str, float] = field(default_factory=dict[str, float])
