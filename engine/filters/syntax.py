"""A condition as its author wrote it, before any name has a meaning. `at` is the code point where a node
begins in the source."""

from dataclasses import dataclass
from typing import Literal

Code = Literal["CEL001", "CEL002", "CEL003", "CEL004", "CEL005", "CEL006", "CEL007", "CEL008", "CEL009"]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong in a condition at the code point `at` of its source, with the mend."""

    code: Code
    message: str
    hint: str
    at: int


@dataclass(frozen=True, slots=True)
class Constant:
    """A number (always a double), text, yes or no, or null (None)."""

    at: int
    value: float | str | bool | None


@dataclass(frozen=True, slots=True)
class Name:
    """A name that stands by itself: doc, plan, want, request, or what a loop calls its element."""

    at: int
    name: str


@dataclass(frozen=True, slots=True)
class Select:
    """`of.name`; `at` is where the name begins."""

    at: int
    of: "Syntax"
    name: str


@dataclass(frozen=True, slots=True)
class Call:
    """`name(args)`, or `target.name(args)`; `at` is where the name begins."""

    at: int
    target: "Syntax | None"
    name: str
    args: "tuple[Syntax, ...]"


@dataclass(frozen=True, slots=True)
class Unary:
    """`!of` or `-of`."""

    at: int
    op: str
    of: "Syntax"


@dataclass(frozen=True, slots=True)
class Binary:
    """A comparison, `in`, or arithmetic."""

    at: int
    op: str
    left: "Syntax"
    right: "Syntax"


@dataclass(frozen=True, slots=True)
class Chain:
    """Two or more terms between `&&` or between `||`."""

    at: int
    op: str
    terms: "tuple[Syntax, ...]"


@dataclass(frozen=True, slots=True)
class Conditional:
    """`test ? then : otherwise`."""

    at: int
    test: "Syntax"
    then: "Syntax"
    otherwise: "Syntax"


@dataclass(frozen=True, slots=True)
class Items:
    """`[a, b]`."""

    at: int
    items: "tuple[Syntax, ...]"


Syntax = Constant | Name | Select | Call | Unary | Binary | Chain | Conditional | Items


def written(node: Syntax) -> str:
    """A name with its fields as it was written ("plan.asking.DEAL"); "" for everything else."""
    if isinstance(node, Name):
        return node.name
    if isinstance(node, Select):
        of = written(node.of)
        return f"{of}.{node.name}" if of else ""
    return ""
