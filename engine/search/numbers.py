"""A field of many records read at once: numbers as arrays, texts as codes."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from engine.catalog.fields import Field

Record = Mapping[str, object]
Numbers = NDArray[np.float64]
Positions = NDArray[np.int64]
Held = NDArray[np.float32 | np.float64]
"""Numbers as columns hold them: float32 where that loses nothing."""
_NAN = float("nan")
_NUMERIC = {int, float, type(None)}
_MAPPINGS = (dict, Mapping)  # a dict is told faster by its own type


@dataclass(frozen=True, eq=False, slots=True)
class Codes:
    """A text field: the number of each home's value (homes,), or of each part's (parts,), -1 where absent,
    and each value's number."""

    of_home: NDArray[np.int16 | np.int32]
    number: Mapping[str, int]


def codes_of(values: Sequence[object]) -> Codes:
    """The texts among the values as codes; "" and what is no text are absent."""
    texts = [value if isinstance(value, str) and value else None for value in values]
    number = {text: place for place, text in enumerate(dict.fromkeys(t for t in texts if t is not None))}
    codes = np.array([-1 if t is None else number[t] for t in texts], dtype=np.int32)
    return Codes(narrow(codes, len(number)), number)


def narrow(codes: NDArray[np.int32], values: int) -> NDArray[np.int16 | np.int32]:
    """The codes of so many values in as few bytes as hold them."""
    return codes.astype(np.int16) if values <= np.iinfo(np.int16).max else codes


def read_column(records: Iterable[Record], spec: Field, deal: str | None) -> Numbers:
    """`read_number` for many records at once, NaN where absent. A flag is 1 or 0."""
    records = records if isinstance(records, list | tuple) else list(records)
    value = _own(records, spec, deal) if not spec.spec.first_of else np.full(len(records), np.nan)
    for part in spec.parts:
        value = np.where(np.isnan(value), read_column(records, part, deal), value)
    if spec.source is not None:
        value = np.where(np.isnan(value), _own(records, spec.source, deal) * spec.factor, value)
    return value


def compact(values: Numbers) -> Held | None:
    """The numbers as float32 where that loses nothing; None where all are absent."""
    if np.isnan(values).all():
        return None
    with np.errstate(over="ignore"):
        narrow = values.astype(np.float32)
    return narrow if np.array_equal(narrow.astype(np.float64), values, equal_nan=True) else values


def ranges(starts: Positions, lengths: Positions) -> Positions:
    """start, start + 1, … for each range, one after the other."""
    ends = lengths.cumsum()
    total = int(ends[-1]) if len(ends) else 0
    found = (starts - (ends - lengths)).repeat(lengths)
    found += np.arange(total, dtype=np.int64)
    return found


def _own(records: Sequence[Record], spec: Field, deal: str | None) -> Numbers:
    values: list[object] = [record.get(spec.name) for record in records]
    if spec.spec.type == "flag":
        values = [float(value) if isinstance(value, bool) else None for value in values]
    if spec.per_deal:
        values = [_amount(amounts, deal) for amounts in values]
    numbers = _numbers(values)
    if spec.spec.zero == "absent":
        numbers[numbers == 0.0] = np.nan
    return numbers


def _amount(amounts: object, deal: str | None) -> object:
    if amounts is None or deal is None:
        return None
    if isinstance(amounts, _MAPPINGS):
        return cast("Mapping[str, object]", amounts).get(deal)
    return None


def _numbers(values: list[object]) -> Numbers:
    """The finite numbers among the values, NaN for the others; quick when there is nothing but numbers
    and None."""
    if set(map(type, values)) <= _NUMERIC:
        try:
            numbers = np.array(values, dtype=np.float64)
        except OverflowError:
            numbers = np.array([_number(value) for value in values], dtype=np.float64)
    else:
        numbers = np.array([_number(value) for value in values], dtype=np.float64)
    numbers[np.isinf(numbers)] = np.nan
    return numbers


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return _NAN
    return float(value) if abs(value) <= sys.float_info.max else _NAN
