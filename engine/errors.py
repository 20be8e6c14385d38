"""What can go wrong: problems are data and are collected, exceptions stop the work."""

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something wrong at a position, with the mend.

    `file` is relative to the configuration root; `line` and `column` are 1-based, `column` counts
    code points, both are 0 where there is no file. `path` is a JSON pointer such as "/weights/distance",
    `hint` the text to type instead. Every `code` has a page in docs/errors.
    """

    code: str
    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    path: str = ""
    hint: str = ""
    severity: Severity = "error"

    def __str__(self) -> str:
        place = f":{self.line}:{self.column}" if self.line else ""
        where = f"{self.file}{place}: " if self.file else ""
        return f"{where}{self.code} {self.message}" + (f" (hint: {self.hint})" if self.hint else "")


class EngineError(Exception):
    """Base of everything raised on purpose; each subclass answers: who can mend it?"""

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__("\n".join(map(str, problems)))


class ConfigError(EngineError):
    """The author of a file mends it."""


class InputInvalid(EngineError):
    """The caller mends it: a text, a request or a document file that cannot be read. As a step's failure it
    is of this `kind`: to try again would not help."""

    kind = "input"


class PlanRejected(EngineError):
    """The planner: ask again, or use the rule-based one."""


class OutputInvalid(EngineError):
    """The LLM broke its contract: retry, then degrade."""


class Unavailable(EngineError):
    """A server or a deadline: degrade and say so."""
