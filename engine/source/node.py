"""One YAML value with its place, and the small operations on trees of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.errors import Problem, Severity

Scalar = str | int | float | bool | None
Path = Sequence[str | int]


@dataclass(frozen=True, slots=True)
class Node:
    """One YAML value with its place.

    `value` is a scalar, a tuple of nodes or a mapping from key to node (never changed once built).
    `line` and `column` are 1-based, columns in code points; `key_line` and `key_column` are those of its
    key, 0 when it is not a mapping entry. `start` and `end` are code-point offsets into `Source.text`:
    of a scalar as written with its quotes, of a flow collection with its brackets, of a block collection
    from its first to the end of its last value. `quoted` is true for '…' and "…". `written` is a scalar
    as it stands in the file where that is not its value letter for letter, else "".
    """

    value: "Scalar | tuple[Node, ...] | Mapping[str, Node]"
    file: str
    line: int
    column: int
    key_line: int
    key_column: int
    start: int
    end: int
    quoted: bool
    written: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """One file as read.

    `text` is the decoded text without its byte order mark, "" when nothing could be decoded. `node` is
    None when no tree could be built. A tree beside problems of severity "error" is there to look for
    further problems only: the values at those places are a guess at what was meant.
    """

    file: str
    text: str
    node: Node | None
    problems: tuple[Problem, ...]


def problem_at(
    node: Node,
    code: str,
    message: str,
    *,
    path: Path = (),
    hint: str = "",
    severity: Severity = "error",
    at_key: bool = False,
) -> Problem:
    """A problem at the value of `node`, or at its key when `at_key` and it has one."""
    by_key = at_key and node.key_line > 0
    return Problem(
        code=code,
        message=message,
        file=node.file,
        line=node.key_line if by_key else node.line,
        column=node.key_column if by_key else node.column,
        path=pointer(path),
        hint=hint,
        severity=severity,
    )


def pointer(path: Path) -> str:
    """The JSON pointer of a path: ("weights", "a/b", 0) is "/weights/a~1b/0"; "" for the whole document."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def plain(node: Node) -> object:
    """The bare value: dict, tuple, text, int, float, bool or None; sequences become tuples."""
    value = node.value
    if isinstance(value, tuple):
        return tuple(plain(item) for item in value)
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return value


def find(node: Node, path: Path) -> Node | None:
    """The node at `path` (keys are text, positions count from 0), or None when there is none."""
    for part in path:
        inner = _step(node, part)
        if inner is None:
            return None
        node = inner
    return node


def nearest(node: Node, path: Path) -> Node:
    """The deepest node that exists on `path`: the place to show for a missing field."""
    for part in path:
        inner = _step(node, part)
        if inner is None:
            return node
        node = inner
    return node


def merge(base: Node, over: Node) -> Node:
    """What `extends` means: mappings merge key by key, lists and scalars of `over` replace.

    Keys keep the order of `base`, new ones follow. Every node keeps its own file and place; a merged
    mapping has the place of `over`.
    """
    if not (isinstance(base.value, Mapping) and isinstance(over.value, Mapping)):
        return over
    merged = dict(base.value)
    for key, node in over.value.items():
        merged[key] = merge(merged[key], node) if key in merged else node
    return Node(
        merged, over.file, over.line, over.column, over.key_line, over.key_column, over.start, over.end, False
    )


def _step(node: Node, part: str | int) -> Node | None:
    value = node.value
    if isinstance(value, Mapping):
        return value.get(part) if isinstance(part, str) else None
    if isinstance(value, tuple) and isinstance(part, int) and 0 <= part < len(value):
        return value[part]
    return None
