"""Where a problem of a template stands: in its file, or in `prompts.yaml`."""

import re
from dataclasses import dataclass

from jinja2 import nodes

from engine.config.revision import Revision
from engine.config.templates import Templates
from engine.errors import Problem, Severity
from engine.prompt.compiled import FOLDER
from engine.source.tree import pointer


@dataclass(frozen=True, slots=True)
class Page:
    """A template's lines, to find columns that Jinja does not keep."""

    file: str
    lines: list[str]

    def place(self, word: str, line: int) -> tuple[int, int]:
        """The line, and the 1-based column of the whole word in it, 1 when it is not there."""
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)
        return line, found.start() + 1 if found else 1

    def problem(self, code: str, line: int, message: str, *, hint: str, word: str = "") -> Problem:
        """A problem at the word in that line."""
        line, column = self.place(word, line) if word else (line, 1)
        return template_problem(self.file, line, column, code, message, hint=hint)

    def forbids(self, node: nodes.Node, message: str, hint: str, word: str = "") -> Problem:
        """A TMPL006 at the node."""
        return self.problem("TMPL006", node.lineno, message, hint=hint, word=word)


def template_problem(
    file: str,
    line: int,
    column: int,
    code: str,
    message: str,
    *,
    hint: str = "",
    severity: Severity = "error",
) -> Problem:
    """A problem at a place of a template."""
    return Problem(
        code=code,
        message=message,
        file=f"{FOLDER}/{file}",
        line=line,
        column=column,
        hint=hint,
        severity=severity,
    )


def problem_in_prompts(
    revision: Revision,
    path: tuple[str | int, ...],
    code: str,
    message: str,
    *,
    hint: str = "",
    severity: Severity = "error",
) -> Problem:
    """A problem at a place of prompts.yaml."""
    document = next((d for d in revision.documents.values() if isinstance(d.model, Templates)), None)
    if document is None:
        return Problem(
            code=code,
            message=message,
            file=f"{FOLDER}/prompts.yaml",
            path=pointer(path),
            hint=hint,
            severity=severity,
        )
    return document.problem(path, code, message, hint=hint, severity=severity)
