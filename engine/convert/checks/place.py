"""Where in its file a problem of a table stands."""

from collections.abc import Sequence

from engine.config.revision import Document
from engine.errors import Problem, Severity
from engine.source.tree import find, nearest, problem_at

Path = Sequence[str | int]


def place(
    document: Document, path: Path, code: str, message: str, hint: str = "", severity: Severity = "error"
) -> Problem:
    """A problem at the deepest value on `path`, in the file that wrote it."""
    return problem_at(nearest(document.node, path), code, message, path=path, hint=hint, severity=severity)


def place_at_key(document: Document, path: Path, code: str, message: str, hint: str = "") -> Problem:
    """A problem at the key of the value on `path`."""
    return problem_at(nearest(document.node, path), code, message, path=path, hint=hint, at_key=True)


def is_own(document: Document, path: Path) -> bool:
    """Whether the document writes that value itself instead of taking it from the one it extends."""
    node = find(document.node, path)
    return node is not None and node.file == document.file
