"""Tasks: what an LLM is asked apart from plans and answers, and the contract that its reply must keep."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from engine.config.base import Name, Seconds, StrictModel, Word, Words
from engine.config.tool import ValueSpec

InputType = Literal["text", "number", "flag", "list", "mapping"]
ERROR = "error"
"""The input of a task's template that says what was wrong with the last reply; "" at first. It is the
engine's own word and quotes nothing of a reply."""
Length = Annotated[int, Field(ge=1, le=100_000)]


class SelectContract(StrictModel):
    """The reply is a JSON array of positions in the list `from_`, counted from 0, and nothing else."""

    from_: Annotated[Name, Field(alias="from")]


class Directions(StrictModel):
    """Words that say which way something goes, by direction, and the words that turn them round: `not_before`
    right before one (안 오른다), `not_after` soon after it (오르지 않는다). Between two of them `shared` lets
    what turns the second round turn the first too (오르지도 내리지도 않는다). A word stands for all that
    begins with its letters: 오르 for 오른 and 오를, 올라 for 올랐."""

    words: Annotated[dict[Name, Words], Field(min_length=2)]
    not_before: Words = ()
    not_after: Words = ()
    shared: Words = ()


Numeral = Annotated[int, Field(ge=0, le=10**16)]


class Numerals(StrictModel):
    """Words of numbers, each with its value. `scales` multiply what stands before them (3만), `digits` stand
    with them in a number without figures (삼만), before a unit; `alone` are numbers of their own before one
    (두 배); `minus` are words of a minus."""

    scales: dict[Word, Annotated[Numeral, Field(ge=2)]] = {}
    digits: dict[Word, Numeral] = {}
    alone: dict[Word, Numeral] = {}
    minus: Words = ()


class Keep(StrictModel):
    """What each rewritten text must say as its original does. `units` are the words right behind digits that
    belong to the number, words of one unit in a list of their own; `numerals` are the words that are numbers;
    `names` is an input that lists names."""

    numbers: bool = False
    units: tuple[Word | Annotated[Words, Field(min_length=1)], ...] = ()
    numerals: Numerals = Numerals()
    directions: Directions | None = None
    names: Name | None = None

    @property
    def spellings(self) -> tuple[tuple[str, ...], ...]:
        """The words of each unit."""
        return tuple((unit,) if isinstance(unit, str) else unit for unit in self.units)


class RewriteContract(StrictModel):
    """The reply is a JSON array with one text for each of the list `from_`, in its order."""

    from_: Annotated[Name, Field(alias="from")]
    at_most: Length = 1_000
    keep: Keep = Keep()


class PickContract(StrictModel):
    """The reply is a JSON array of `{id, reason}` over the list `from_` of records. `count` is a number or
    the input that says it; every field but the reason comes from the records."""

    from_: Annotated[Name, Field(alias="from")]
    id: Name
    count: Annotated[int, Field(ge=1, le=100)] | Name
    fields: Annotated[tuple[Name, ...], Field(min_length=1)]
    reason: Annotated[int, Field(ge=1, le=1_000)] = 200

    @model_validator(mode="after")
    def _is_of_records(self) -> "PickContract":
        if "reason" in self.fields:
            raise ValueError("reason is the model's own: a field of the records cannot have that name")
        return self


class ExtractContract(StrictModel):
    """The reply is a JSON object with these fields, read from the list `from_` where one is named."""

    from_: Annotated[Name | None, Field(alias="from")] = None
    fields: Annotated[dict[Name, ValueSpec], Field(min_length=1)]


class TextContract(StrictModel):
    """The reply is a text of so many characters that holds none of the words `must_not`, on the list `from_`
    where one is named. Without `links` it holds no address and no markup, with them only those of the
    inputs."""

    from_: Annotated[Name | None, Field(alias="from")] = None
    at_least: Length = 1
    at_most: Length
    must_not: Words = ()
    links: bool = False


class Contract(StrictModel):
    """Exactly one of its keys."""

    select: SelectContract | None = None
    rewrite: RewriteContract | None = None
    pick: PickContract | None = None
    extract: ExtractContract | None = None
    text: TextContract | None = None

    @model_validator(mode="after")
    def _is_one(self) -> "Contract":
        if len(self.model_fields_set) != 1:
            raise ValueError("a contract is exactly one of select, rewrite, pick, extract and text")
        return self

    @property
    def worked_on(self) -> str | None:
        """The list that the reply is about: where it is empty there is nothing to ask."""
        part = self.select or self.rewrite or self.pick or self.extract or self.text
        return part.from_ if part is not None else None


class Task(StrictModel):
    """`rules/tasks/*.yaml`: a template, its inputs and the contract of the reply. A reply that breaks it is
    asked for again until `attempts` are used up."""

    kind: Literal["task"]
    name: Name
    template: Name
    model: Name | None = None
    inputs: dict[Name, InputType]
    contract: Contract
    attempts: Annotated[int, Field(ge=1, le=5)] = 2
    timeout: Seconds | None = None
