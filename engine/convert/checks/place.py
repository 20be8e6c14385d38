"""Which file writes a value of a table."""

from collections.abc import Sequence

from engine.config.revision import Document
from engine.source.tree import find

Path = Sequence[str | int]


def is_own(document: Document, path: Path) -> bool:
    """Whether the document writes that value itself instead of taking it from the one it extends."""
    node = find(document.node, path)
    return node is not None and node.file == document.file
