"""Flows: plans written by hand, over tools and tasks."""

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from engine.config.base import Name, Seconds, StrictModel
from engine.config.tool import ValueSpec


class FlowStep(StrictModel):
    """One call of a tool or a task. `without` gives the value of a parameter whose step failed, or did not
    give it: then this step runs all the same, and the result says so."""

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
    tool: Name | None = None
    task: Name | None = None
    params: dict[Name, Any] = {}
    deps: tuple[Name, ...] = ()
    without: dict[Name, Any] = {}

    @model_validator(mode="after")
    def _is_one(self) -> "FlowStep":
        if (self.tool is None) == (self.task is None):
            raise ValueError("a step names either a tool or a task")
        return self


class Flow(StrictModel):
    """`rules/flows/*.yaml`. `$input.NAME` is an input, `$STEP.FIELD` what a step gave; `result` is what the
    flow hands back. When `timeout` is over, what runs is stopped and what is there is handed back."""

    kind: Literal["flow"]
    name: Name
    inputs: dict[Name, ValueSpec] = {}
    steps: Annotated[tuple[FlowStep, ...], Field(min_length=1, max_length=100)]
    result: dict[Name, Any]
    timeout: Seconds = 600.0
