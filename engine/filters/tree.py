"""A condition whose every name has a meaning: what masks and queries are made from.

Numbers are doubles. `at` is the code point where a node begins in its source. Every node tells its `kind`;
a value of any kind may be absent (null) where `nullable` says so.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

Kind = Literal["number", "text", "flag", "null", "texts", "unknown"]
"""`texts` is a list of texts from the request; `unknown` stands where a fault was found."""
How = Literal["exists", "all", "exists_one", "count"]
TextTest = Literal["startsWith", "endsWith", "contains"]


@dataclass(frozen=True, slots=True)
class Constant:
    """A value written in the condition; None is null."""

    at: int
    kind: Kind
    value: float | str | bool | None


@dataclass(frozen=True, slots=True)
class Read:
    """A field of the document, or of the part that `variable` names.

    `deal` is the deal type whose amount is read; with `looked_at` it is the one that is being looked at.
    `choices` are the only values it may have, () for any. A field that is not `indexed` is in documents only.
    """

    at: int
    kind: Kind
    variable: str
    path: str
    written: str
    nullable: bool
    deal: str | None = None
    looked_at: bool = False
    choices: tuple[str, ...] = ()
    indexed: bool = True


@dataclass(frozen=True, slots=True)
class Asked:
    """What the customer said (`want.price.max`) or how the search was asked (`request.year`)."""

    at: int
    kind: Kind
    name: str
    nullable: bool
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Not:
    """`!of`."""

    at: int
    of: "Tree"
    kind: ClassVar[Kind] = "flag"


@dataclass(frozen=True, slots=True)
class Negative:
    """`-of`."""

    at: int
    of: "Tree"
    kind: ClassVar[Kind] = "number"


@dataclass(frozen=True, slots=True)
class Logic:
    """Terms that must all hold (`&&`), or of which one must (`||`)."""

    at: int
    op: Literal["&&", "||"]
    terms: "tuple[Tree, ...]"
    kind: ClassVar[Kind] = "flag"


@dataclass(frozen=True, slots=True)
class Compare:
    """`==`, `!=`, and for numbers `<`, `<=`, `>`, `>=`."""

    at: int
    op: str
    left: "Tree"
    right: "Tree"
    kind: ClassVar[Kind] = "flag"


@dataclass(frozen=True, slots=True)
class Within:
    """`item in [among]`, or in a list of the request."""

    at: int
    item: "Tree"
    among: "tuple[Constant, ...] | Asked"
    kind: ClassVar[Kind] = "flag"


@dataclass(frozen=True, slots=True)
class Choose:
    """`test ? then : otherwise`."""

    at: int
    kind: Kind
    test: "Tree"
    then: "Tree"
    otherwise: "Tree"


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`+`, `-`, `*`, `/` of numbers."""

    at: int
    op: str
    left: "Tree"
    right: "Tree"
    kind: ClassVar[Kind] = "number"


@dataclass(frozen=True, slots=True)
class TextPart:
    """Whether `of` starts with, ends with or contains `part`."""

    at: int
    test: TextTest
    of: "Tree"
    part: "Tree"
    kind: ClassVar[Kind] = "flag"


@dataclass(frozen=True, slots=True)
class Loop:
    """The document's parts, each called `variable`: whether one or all of them meet `body`, or how many
    do."""

    at: int
    how: How
    item: str
    variable: str
    body: "Tree"

    @property
    def kind(self) -> Kind:
        return "number" if self.how == "count" else "flag"


Tree = (
    Constant
    | Read
    | Asked
    | Not
    | Negative
    | Logic
    | Compare
    | Within
    | Choose
    | Arithmetic
    | TextPart
    | Loop
)


def children(node: Tree) -> tuple[Tree, ...]:
    """The nodes that a node is made of, from left to right."""
    match node:
        case Not() | Negative():
            return (node.of,)
        case Logic():
            return node.terms
        case Compare() | Arithmetic():
            return (node.left, node.right)
        case Within():
            return (node.item, *((node.among,) if isinstance(node.among, Asked) else node.among))
        case Choose():
            return (node.test, node.then, node.otherwise)
        case TextPart():
            return (node.of, node.part)
        case Loop():
            return (node.body,)
        case _:
            return ()


def every(node: Tree) -> Iterator[Tree]:
    """The node and all below it."""
    yield node
    for child in children(node):
        yield from every(child)
