"""The catalog: what a document holds, and what each condition of a customer reads."""

from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from engine.config.base import AnyQuantity, Exact, Metres, Name, StrictModel, Word, Words

FieldType = Literal[
    "point", "choice", "text", "flag", "count", "number", "year", "metres", "area", "ratio", "money"
]
Labels = dict[Literal["ko", "en"], Word]
PlaceKind = Literal["station", "district", "dong", "complex"]
"""The kinds of the places' file."""


class FieldSpec(StrictModel):
    """One field of a document or of its items. Either `type`, or `first_of`: the first of these fields
    with a value."""

    type: FieldType | None = None
    unit: Word | None = None
    label: Labels = {}
    means: Word | None = None
    absent: Literal["allowed"] | None = None
    zero: Literal["absent"] | None = None
    values: Words = ()
    basis: Literal["exclusive", "supply"] | None = None
    continuous: bool = False
    source: Annotated[Name | None, Field(alias="from")] = None
    times: Annotated[Exact | None, Field()] = None
    per: Literal["deal_type"] | None = None
    first_of: tuple[Name, ...] = ()

    @model_validator(mode="after")
    def _one_form(self) -> "FieldSpec":
        if bool(self.first_of) == (self.type is not None):
            raise PydanticCustomError("field_form", "needs either type or first_of")
        if self.times is not None and self.source is None:
            raise PydanticCustomError("field_form", "has times but no from: say which field is multiplied")
        if self.type == "choice" and not self.values:
            raise PydanticCustomError("field_form", "is a choice and needs values")
        return self


class ItemSpec(StrictModel):
    """A list of parts inside a document, such as the floor plans of a complex."""

    id: Name
    fields: dict[Name, FieldSpec]


class AgeSpec(StrictModel):
    """Parameters that give the same want as an age in years, counted back from the day of the question."""

    min: Name | None = None
    max: Name | None = None


class BasisSpec(StrictModel):
    """A parameter that chooses which field is read: exclusive or supply area."""

    parameter: Name
    exclusive: Word | None = None
    supply: Word | None = None


class WantSpec(StrictModel):
    """One condition of the customer: its parameters, the field they read, hard or soft, and what is done
    with a home whose value is unknown when the customer asked.

    `inside` gives the kinds of place that are areas, each with the fields that together tell it, the
    narrowest last; a kind in `around` is a circle instead when a near word stands beside its name, and may
    widen to one. `nearest` is the kind of place that the metres are measured to: right behind the name of
    one they are the radius around that one.
    """

    min: Name | None = None
    max: Name | None = None
    choice: Name | None = None
    reads: Word | None = None
    source: Annotated[Literal["places"] | None, Field(alias="from")] = None
    default: str | int | float | None = None
    must: bool = False
    unknown: Literal["drop", "keep_and_say"] = "drop"
    exact: AnyQuantity | Literal["at_most"] | None = None
    deal: tuple[Word, ...] = ()
    has: dict[Word, Word] = {}
    age: AgeSpec | None = None
    basis: BasisSpec | None = None
    per_minute: Metres | None = None
    without_place: Name | None = None
    nearest: PlaceKind | None = None
    inside: dict[PlaceKind, Annotated[tuple[Name, ...], Field(min_length=1)]] = {}
    around: tuple[PlaceKind, ...] = ()
    say: Word | Labels | None = None
    label: Labels = {}
    unit: Word | None = None

    @model_validator(mode="after")
    def _parameters(self) -> "WantSpec":
        if self.choice is None and self.min is None and self.max is None:
            raise PydanticCustomError("want_form", "names no parameter: give min, max or choice")
        if self.choice is not None and (self.min or self.max):
            raise PydanticCustomError("want_form", "has both a choice and a range")
        if self.choice is not None and not self.has:
            raise PydanticCustomError("want_form", "is a choice and needs has: which field each value reads")
        if self.choice is None and self.reads is None:
            raise PydanticCustomError("want_form", "needs reads: the field it compares, or nothing")
        return self


class Catalog(StrictModel):
    """`rules/catalog.yaml`."""

    kind: Literal["catalog"]
    document: Name
    id: Name
    name: Name
    link: Word | None = None
    fields: dict[Name, FieldSpec]
    items: dict[Name, ItemSpec] = {}
    wants: dict[Name, WantSpec]
