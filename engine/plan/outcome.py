"""What a run leaves behind: one outcome for each step, and the events on the way."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "failed", "skipped", "timeout", "cancelled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How one step ended. Every step ends in exactly one state:

    * `ok`: `value` is the tool's result;
    * `failed`: no result; `kind` is `unknown_tool`, `bad_result`, `tool_error`, or what the error names;
    * `skipped`: never called; `kind` is `dep_failed` (`cause`: the step that began it), `ref_path_missing`,
      `ref_too_large`, `unknown_ref`, `cycle` or `duplicate_id`;
    * `timeout`: stopped at the step's own limit (`step`) or the run's (`deadline`);
    * `cancelled`: never called because the run was over (`deadline`), or the tool ended so itself (`tool`).

    `reason` is why there was nothing to work on, in the words of the pack, "" for every other end.
    `without` names the parameters that stood in for a step that failed.
    `message` names step, tool and kind of error, never data. Times are seconds since the run began, None for
    a step that was never called.
    """

    step: str
    tool: str
    state: State
    kind: str = ""
    message: str = ""
    cause: str = ""
    value: object = None
    started_s: float | None = None
    finished_s: float | None = None
    without: tuple[str, ...] = ()
    reason: str = ""

    @property
    def is_ok(self) -> bool:
        """Whether there is a result."""
        return self.state == "ok"

    def to_dict(self) -> dict[str, object]:
        """The outcome as a JSON value without its result: what a trace holds."""
        return {
            "step": self.step,
            "tool": self.tool,
            "state": self.state,
            "kind": self.kind,
            "message": self.message,
            "cause": self.cause,
            "startedS": self.started_s,
            "finishedS": self.finished_s,
            "without": list(self.without),
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class StepStarted:
    """A tool is being called; `at_s` in seconds since the run began."""

    step: str
    tool: str
    at_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class StepFinished:
    """A step has ended, called or not. Each step has exactly one."""

    outcome: Outcome


StepEvent = StepStarted | StepFinished


@dataclass(frozen=True, slots=True, kw_only=True)
class Execution:
    """A finished run: one outcome for each step, in the order of the plan, and how many seconds it took."""

    outcomes: tuple[Outcome, ...]
    elapsed_s: float = 0.0

    @property
    def results(self) -> Mapping[str, object]:
        """Step id → result, for the steps that have one."""
        return {outcome.step: outcome.value for outcome in self.outcomes if outcome.is_ok}

    @property
    def failures(self) -> tuple[Outcome, ...]:
        """Every step without a result: an answer must say what it could not know."""
        return tuple(outcome for outcome in self.outcomes if not outcome.is_ok)

    @property
    def is_ok(self) -> bool:
        """Whether every step has a result."""
        return not self.failures

    def outcome(self, step_id: str) -> Outcome:
        """The outcome of that step; raises KeyError."""
        for outcome in self.outcomes:
            if outcome.step == step_id:
                return outcome
        raise KeyError(step_id)
