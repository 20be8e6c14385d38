"""The base of every document model, and the spellings of quantities that all files share."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

_NUMBER = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]{1,9})?")
_METRES = {"m": Decimal(1), "km": Decimal(1000)}
_SECONDS = {"s": Decimal(1), "min": Decimal(60), "h": Decimal(3600), "d": Decimal(86400)}


class StrictModel(BaseModel):
    """Base of every document model: no unknown keys, no silent conversions, finite numbers."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit as written in a file: `15%`, `1.2km`, `10s`, `1평`; unit "" for a plain
    number."""

    amount: Decimal
    unit: str

    def __str__(self) -> str:
        return f"{self.amount}{self.unit}"


@dataclass(frozen=True, slots=True)
class Span:
    """`LOW..HIGH` as written in a file, both inclusive; None is an open end."""

    low: Decimal | None
    high: Decimal | None


def read_quantity(value: object) -> Quantity:
    """The quantity that a scalar spells; raises PydanticCustomError with the forms that are read."""
    if isinstance(value, Quantity):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Quantity(Decimal(str(value)), "")
    text = value.strip() if isinstance(value, str) else ""
    found = _NUMBER.match(text)
    if not found:
        raise PydanticCustomError(
            "quantity", "must be a number with a unit, such as 15%, 1.2km, 500m, 10s or 1평"
        )
    return Quantity(Decimal(found.group()), text[found.end() :].strip())


def read_span(value: object) -> Span:
    """The range that `LOW..HIGH` spells; either end may be left out."""
    if isinstance(value, Span):
        return value
    parts = value.split("..") if isinstance(value, str) else []
    ends = [part.strip() for part in parts]
    if len(ends) != 2 or not all(end == "" or _NUMBER.fullmatch(end) for end in ends) or ends == ["", ""]:
        raise PydanticCustomError("span", "must be a range such as 10..20, 10.. or ..20")
    low, high = (Decimal(end) if end else None for end in ends)
    if low is not None and high is not None and low > high:
        raise PydanticCustomError("span", "runs from high to low; write the smaller number first")
    return Span(low, high)


def _in_units(units: dict[str, Decimal], form: str) -> Callable[[object], float]:
    def read(value: object) -> float:
        quantity = read_quantity(value)
        if quantity.unit not in units or quantity.amount <= 0:
            raise PydanticCustomError("quantity", "must be {form}", {"form": form})
        return float(quantity.amount * units[quantity.unit])

    return read


def _ratio(value: object) -> Decimal:
    quantity = read_quantity(value)
    if quantity.unit != "%":
        raise PydanticCustomError("quantity", "must be a percentage such as 15%")
    return quantity.amount / 100


def _number(value: object) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise PydanticCustomError("number", "must be a number")
    return Decimal(str(value))


_TEXT = WithJsonSchema({"type": ["string", "number"]})
AnyQuantity = Annotated[Quantity, PlainValidator(read_quantity), _TEXT]
Range = Annotated[Span, PlainValidator(read_span), _TEXT]
Metres = Annotated[float, PlainValidator(_in_units(_METRES, "a length such as 500m or 1.2km")), _TEXT]
Seconds = Annotated[float, PlainValidator(_in_units(_SECONDS, "a time such as 2s, 10min or 1h")), _TEXT]
Ratio = Annotated[Decimal, PlainValidator(_ratio), _TEXT]
"""A percentage as written, held as a ratio: `15%` is Decimal("0.15")."""
Exact = Annotated[Decimal, PlainValidator(_number), WithJsonSchema({"type": "number"})]
"""A number held exactly as its digits were written."""

Word = Annotated[str, Field(min_length=1, max_length=200)]
Words = tuple[Word, ...]
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9_\-]{1,64}$")]
Params = dict[str, Any]
"""Parameters of wants by their camelCase names: numbers, a choice, or a list of choices; None is an open
end."""
