"""A request on its way: what was asked, and what has become of it so far."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from engine.answer.facts import NearestHome
from engine.errors import Problem
from engine.llm.calling import Attempt
from engine.llm.spending import Spending
from engine.plan.early import Early, Shared
from engine.plan.model import Sanitized
from engine.plan.outcome import Execution
from engine.planner.planned import Notice, Planned
from engine.runtime.events import Event
from engine.tools.registry import Resources

Degraded = tuple[str, str]
"""What was done another way than asked: its kind for programs and a sentence for people."""


@dataclass(slots=True, kw_only=True)
class Request:
    """What one call asked, and what has become of it so far; the trace is made from it. `written` are
    a model's plans as it wrote them; `nearest` holds, by a search's number, the nearest home where it found
    none; `told` counts the entries of `degraded` of which there was an event."""

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
    spending: Spending = field(default_factory=Spending)
    attempts: list[tuple[str, Attempt]] = field(default_factory=list[tuple[str, Attempt]])
    shared: Shared | None = None
    early: Early | None = None
    sanitized: Sanitized | None = None
    resources: Resources | None = None
    execution: Execution | None = None
    nearest: dict[int, NearestHome] = field(default_factory=dict[int, NearestHome])
    answer: str = ""
    degraded: list[Degraded] = field(default_factory=list[Degraded])
    told: int = 0
    failed: tuple[Problem, ...] = ()
    seconds: dict[str, float] = field(default_factory=dict[str, float])

    def untold(self) -> Iterator[Event]:
        """`degraded` for each entry of which there was no event yet."""
        while self.told < len(self.degraded):
            kind, detail = self.degraded[self.told]
            self.told += 1
            yield Event("degraded", {"kind": kind, "detail": detail})
