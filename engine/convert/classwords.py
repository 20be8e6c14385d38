"""The words of a table's meaning classes, by the side of an amount that they stand on."""

from collections.abc import Iterator
from typing import Literal, get_args

from engine.config.base import Words
from engine.config.conversion import Conversion
from engine.convert.word import JoinClass, MeaningClass

_MEANINGS: tuple[MeaningClass, ...] = get_args(MeaningClass)
_JOINS: tuple[JoinClass, ...] = get_args(JoinClass)


def around(
    conversion: Conversion, side: Literal["after", "before"]
) -> Iterator[tuple[MeaningClass, str, Words]]:
    """The words behind or before an amount: class, key of the table that lists them, and the words."""
    for meaning in _MEANINGS:
        key = "instead" if meaning == "replaces" else meaning
        yield meaning, key, _listed(conversion, key, side)


def joining(conversion: Conversion) -> Iterator[tuple[JoinClass, Words]]:
    """The words between two amounts: their class, which is the key that lists them, and the words."""
    return ((meaning, _listed(conversion, meaning, "join")) for meaning in _JOINS)


def _listed(conversion: Conversion, key: str, side: str) -> Words:
    """The words of a key; a class that stands on another side alone has none."""
    return getattr(getattr(conversion, "except_" if key == "except" else key), side, ())
