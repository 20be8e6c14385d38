"""Engines whose models answer by a script, and the events of what is asked of them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from engine.config.model import Roles
from engine.config.revision import Revision
from engine.llm.calling import Model
from engine.llm.scripted import Answer, Rule, Scripted, in_pieces
from engine.runtime.engine import Engine
from engine.runtime.events import Event

DAY = date(2026, 6, 30)
POI = {"name": "$1.name", "lat": "$1.lat", "lon": "$1.lon"}


def plan_text(location: str = "강남역", intent: str = "PROPERTY_SEARCH", **params: object) -> str:
    """A plan as a model writes it: one place looked up, one search around it."""
    steps = [
        {"id": "1", "name": "poi_search", "params": {"location": location}},
        {"id": "2", "name": "property_search", "params": {"pois": [POI], **params}, "deps": ["1"]},
    ]
    return json.dumps({"intent": intent, "steps": steps}, ensure_ascii=False, separators=(",", ":"))


def says(*texts: str, by: str = "planner", size: int | None = None, **more: Any) -> list[Answer]:
    """One answer after another to the asks of one name."""
    return [Answer(pieces=in_pieces(text, size), asked_by=by, times=1, **more) for text in texts]


def with_models(
    revision: Revision, *, planner: str = "rules", answerer: str = "template", **more: Any
) -> Revision:
    """The revision with a pack whose models, planner and answerer are these."""
    roles = Roles(planner="model", answerer="model")
    change = {"planner": planner, "answerer": answerer, "roles": roles, **more}
    return replace(revision, pack=revision.pack.model_copy(update=change))


class Scene:
    """One engine with one scripted model."""

    def __init__(self, revision: Revision, rules: Sequence[Rule], **pack: Any) -> None:
        self.script = Scripted(rules)
        model = Model(name="model", llm=self.script, retries=0)
        self.engine = Engine(with_models(revision, **{"planner": "llm", **pack}), models={"model": model})
        self.events: list[Event] = []

    def ask(self, text: str, **options: Any) -> "Scene":
        self.events = list(self.engine.ask_sync(text, today=DAY, **options))
        return self

    def all(self, name: str) -> list[dict[str, Any]]:
        return [dict(event.data) for event in self.events if event.event == name]

    def one(self, name: str) -> dict[str, Any]:
        (found,) = self.all(name)
        return found

    @property
    def trace(self) -> dict[str, Any]:
        return self.one("trace")

    @property
    def params(self) -> Mapping[str, Any]:
        """What the last search asked."""
        steps = [step for step in self.trace["sanitized"]["steps"] if step["name"] == "property_search"]
        return {name: value for name, value in steps[-1]["params"].items() if name != "pois"}

    @property
    def degraded(self) -> list[str]:
        return [each["kind"] for each in self.trace["degraded"]]
