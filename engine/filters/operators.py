"""CEL's operators on many rows at once: Kleene's logic, null, errors, and parts folded into their rows."""

from collections.abc import Callable, Mapping
from typing import Any, cast

import numpy as np

from engine.filters.values import Array, Cells, Mask, Numbers, Positions, clear, either, missing, same_words


def per_row(mask: Mask, total: int, ends: Positions, counts: Positions) -> Positions:
    """How many of each row's parts are marked."""
    summed = np.concatenate(([0], np.cumsum(np.broadcast_to(mask, (total,)), dtype=np.int64)))
    return summed[ends] - summed[ends - counts]


def folded(how: str, yes: Positions, unknown: Positions | None, counts: Positions) -> Cells:
    """What each row's parts say together: `yes` of them meet the body, `unknown` have no answer."""
    lost = None if unknown is None else unknown > 0
    if how == "count":
        return Cells(yes.astype(np.float64), error=lost)
    if how == "exists_one":
        return Cells(yes == 1, error=lost)
    if how == "exists":
        found = yes > 0
        return Cells(found, error=None if lost is None else lost & ~found)
    if unknown is None:
        return Cells(yes == counts)
    is_false = yes + unknown < counts
    return Cells(yes == counts, error=(unknown > 0) & ~is_false)


def negative(of: Cells) -> Cells:
    """The number with the other sign."""
    return Cells(-_doubles(of), error=missing(of))


def calculated(op: str, left: Cells, right: Cells) -> Cells:
    """`+`, `-`, `*`, `/` of doubles."""
    value = _CALCULATED[op](_doubles(left), _doubles(right))
    return Cells(value, error=either(missing(left), missing(right)))


def _doubles(cells: Cells) -> Numbers:
    return cast("Numbers", cells.value)


def opposite(of: Cells) -> Cells:
    """`!`."""
    return Cells(~cast("Mask", of.value), error=missing(of))


def logic(terms: list[Cells], *, all_of: bool) -> Cells:
    """`&&`: no when one term is no, whatever the others are; else an error when one is; `||` likewise."""
    decides: Mask | None = None
    lost: Mask | None = None
    for term in terms:
        value, gone = cast("Mask", term.value), missing(term)
        deciding = clear(~value if all_of else value, gone)
        decides = deciding if decides is None else decides | deciding
        lost = either(lost, gone)
    decided = cast("Mask", decides)
    return Cells(~decided if all_of else decided, error=None if lost is None else lost & ~decided)


_ORDER: Mapping[str, Callable[[Any, Any], Any]] = {
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}
_CALCULATED: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.divide,
}


def compared(op: str, left: Cells, right: Cells) -> Cells:
    """Ordering needs two values; null is equal to null and to nothing else."""
    if op in _ORDER:
        error = either(missing(left), missing(right))
        return Cells(_ORDER[op](left.value, right.value), error=error)
    if left.words or right.words:
        one, other, _ = same_words(left, right)
        equal: Mask = np.equal(one, other)
    else:
        equal = np.equal(left.value, right.value)
    if left.null is not None or right.null is not None:
        no: Mask = np.zeros((), dtype=np.bool_)
        one_null = no if left.null is None else left.null
        other_null = no if right.null is None else right.null
        equal = np.where(one_null | other_null, one_null & other_null, equal)
    return Cells(equal if op == "==" else ~equal, error=either(left.error, right.error))


def chosen(test: Cells, then: Cells, otherwise: Cells) -> Cells:
    """`test ? then : otherwise`; an error of the branch that is not taken does not count."""
    yes = cast("Mask", test.value)
    first, second, words = then.value, otherwise.value, ()
    if then.words or otherwise.words:
        first, second, words = same_words(then, otherwise)
    error = _picked(yes, then.error, otherwise.error)
    return Cells(
        cast("Array", np.where(yes, first, second)),
        null=_picked(yes, then.null, otherwise.null),
        error=either(missing(test), error),
        words=words,
    )


def _picked(yes: Mask, first: Mask | None, second: Mask | None) -> Mask | None:
    if first is None and second is None:
        return None
    no: Mask = np.zeros((), dtype=np.bool_)
    return np.where(yes, no if first is None else first, no if second is None else second)


def text_part(test: str, of: Cells, part: Cells) -> Cells:
    """Each word is looked at once, not each row."""
    error = either(missing(of), missing(part))
    whole = np.array(
        [[_has(test, word, piece) for piece in part.words or ("",)] for word in of.words or ("",)],
        dtype=np.bool_,
    )
    rows, columns = (np.maximum(each.value, 0).astype(np.int64) for each in (of, part))
    return Cells(whole[rows, columns], error=error)


def _has(test: str, word: str, piece: str) -> bool:
    if test == "startsWith":
        return word.startswith(piece)
    return word.endswith(piece) if test == "endsWith" else piece in word
