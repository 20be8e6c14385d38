"""What happens while a request is answered, one event at a time."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Name = Literal[
    "recalled",
    "plan_delta",
    "planned",
    "sanitized",
    "step_started",
    "step_finished",
    "candidates",
    "relaxed",
    "answer_delta",
    "answer_replaced",
    "answered",
    "degraded",
    "failed",
    "trace",
    "result",
]


@dataclass(frozen=True, slots=True)
class Event:
    """One event; `data` is a JSON value with camelCase keys. The last event of every request is `trace`,
    that of a flow `result`."""

    event: Name
    data: Mapping[str, object] = field(default_factory=dict[str, object])

    def to_json(self) -> dict[str, object]:
        """The event's name with its fields beside it."""
        return {"event": self.event, **self.data}
