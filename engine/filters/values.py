"""Values of many rows at once: the value, where it is null, and where there is none because of an error."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
Numbers = NDArray[np.float64]
Positions = NDArray[np.int64]
Array = NDArray[np.float64] | NDArray[np.bool_] | NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """One value for each row (rows,), or one for all of them ().

    `value` holds doubles, yes/no, or for texts positions in `words`; it says nothing where `null` or
    `error` is marked. None is marked nowhere, which is the quick way.
    """

    value: Array
    null: Mask | None = None
    error: Mask | None = None
    words: tuple[str, ...] = ()


def constant(value: float | str | bool | None) -> Cells:
    """One value for every row."""
    if value is None:
        return Cells(np.zeros((), dtype=np.bool_), null=np.ones((), dtype=np.bool_))
    if isinstance(value, str):
        return Cells(np.zeros((), dtype=np.int64), words=(value,))
    if isinstance(value, bool):
        return Cells(np.asarray(value, dtype=np.bool_))
    return Cells(np.asarray(value, dtype=np.float64))


def numbers(values: Numbers) -> Cells:
    """A column of numbers; NaN is null."""
    absent = np.isnan(values)
    return Cells(values, null=absent if absent.any() else None)


def flags(values: Numbers) -> Cells:
    """A column of yes (1) and no (0); NaN is null."""
    absent = np.isnan(values)
    return Cells(values == 1.0, null=absent if absent.any() else None)


def texts(codes: Positions, words: Sequence[str]) -> Cells:
    """A column of texts by their positions in `words`; -1 is null."""
    absent = codes < 0
    return Cells(codes, null=absent if absent.any() else None, words=tuple(words))


def either(one: Mask | None, other: Mask | None) -> Mask | None:
    """Where one of the two is marked."""
    if one is None or other is None:
        return other if one is None else one
    return one | other


def missing(cells: Cells) -> Mask | None:
    """Where there is no value to work with, null or error."""
    return either(cells.null, cells.error)


def clear(value: Mask, mask: Mask | None) -> Mask:
    """The yes where nothing is marked."""
    return value if mask is None else value & ~mask


def same_words(one: Cells, other: Cells) -> tuple[Array, Array, tuple[str, ...]]:
    """The positions of two columns of texts in one list of words."""
    if one.words == other.words:
        return one.value, other.value, one.words
    place = {word: number for number, word in enumerate(one.words)}
    moved = np.array([place.setdefault(word, len(place)) for word in other.words] or [0], dtype=np.int64)
    return one.value, moved[np.maximum(other.value, 0).astype(np.int64)], tuple(place)
