"""Problems at a path inside a document of a revision."""

from collections.abc import Sequence

from engine.config.revision import Document
from engine.errors import Problem, Severity
from engine.source.tree import nearest


def problem_at(
    document: Document,
    path: Sequence[str | int],
    code: str,
    message: str,
    *,
    hint: str = "",
    severity: Severity = "error",
) -> Problem:
    """A problem at the deepest existing node of `path` in the document, in the file where that node was
    written."""
    node = nearest(document.node, path)
    pointer = "".join(f"/{part}" for part in path)
    return Problem(
        code=code,
        message=message,
        file=node.file,
        line=node.line,
        column=node.column,
        path=pointer,
        hint=hint,
        severity=severity,
    )
