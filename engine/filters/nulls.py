"""Where a value may be null, and whether the condition asks before it compares.

`&&` and `||` look at both sides: `x != null && x >= 30` guards x, and so does `x >= 30 && x != null`.
"""

from collections.abc import Iterator

from engine.filters.syntax import Fault
from engine.filters.tree import (
    Arithmetic,
    Asked,
    Choose,
    Compare,
    Constant,
    Logic,
    Loop,
    Negative,
    Not,
    Read,
    TextPart,
    Tree,
    Within,
)

Fact = str
"""A value that is known to be there, as it is written for its variable."""
Facts = frozenset[Fact]
_NONE: Facts = frozenset()


def unguarded(tree: Tree) -> tuple[Fault, ...]:
    """Every value that is compared or calculated with although it may be null, each place once."""
    return tuple(dict.fromkeys(_needed(tree, _NONE)))


def _needed(tree: Tree, facts: Facts) -> Iterator[Fault]:
    """The faults of a node that has to have a value."""
    if isinstance(tree, Read | Asked) and tree.nullable and _fact(tree) not in facts:
        name = _said(tree)
        message = f"{name} may be null: there are homes without it"
        if isinstance(tree, Asked):
            message = f"{name} may be null: not every customer says it"
        yield Fault("CEL004", message, f"{name} != null && …", tree.at)
    elif isinstance(tree, Choose):
        yield from _needed(tree.test, facts)
        yield from _needed(tree.then, facts | _when(tree.test, True))
        yield from _needed(tree.otherwise, facts | _when(tree.test, False))
    else:
        yield from _inside(tree, facts)


def _inside(tree: Tree, facts: Facts) -> Iterator[Fault]:
    """The faults below a node that may itself be null."""
    match tree:
        case Not() | Negative():
            yield from _needed(tree.of, facts)
        case Logic():
            for number, term in enumerate(tree.terms):
                others = [_when(t, tree.op == "&&") for n, t in enumerate(tree.terms) if n != number]
                yield from _needed(term, facts.union(*others))
        case Compare() if tree.op in ("==", "!="):
            yield from _inside(tree.left, facts)
            yield from _inside(tree.right, facts)
        case Compare() | Arithmetic():
            yield from _needed(tree.left, facts)
            yield from _needed(tree.right, facts)
        case Within():
            yield from _inside(tree.item, facts)
        case TextPart():
            yield from _needed(tree.of, facts)
            yield from _needed(tree.part, facts)
        case Loop():
            yield from _needed(tree.body, facts)
        case Choose():
            yield from _needed(tree.test, facts)
            yield from _inside(tree.then, facts | _when(tree.test, True))
            yield from _inside(tree.otherwise, facts | _when(tree.test, False))
        case Constant() | Read() | Asked():
            pass


def _when(tree: Tree, holds: bool) -> Facts:
    """What is known to be there when the condition holds, or when it does not."""
    match tree:
        case Not():
            return _when(tree.of, not holds)
        case Logic():
            terms = [_when(term, holds) for term in tree.terms]
            together = (tree.op == "&&") == holds
            return _NONE.union(*terms) if together else terms[0].intersection(*terms[1:])
        case Compare() if tree.op in ("==", "!="):
            sides = (tree.left, tree.right)
            tested = next((side for side in sides if isinstance(side, Read | Asked)), None)
            is_null = any(isinstance(side, Constant) and side.value is None for side in sides)
            there = tested is not None and is_null and (tree.op == "!=") == holds
            return frozenset((_fact(tested),)) if there and tested is not None else _NONE
        case _:
            return _NONE


def _fact(tree: Read | Asked) -> Fact:
    return tree.name if isinstance(tree, Asked) else f"{tree.variable} {tree.path} {tree.deal}"


def _said(tree: Read | Asked) -> str:
    return tree.name if isinstance(tree, Asked) else tree.written
