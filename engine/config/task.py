"""Tasks: what an LLM is asked apart from plans and answers, and the contract that its reply must keep."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from engine.config.base import Name, Seconds, StrictModel, Words
from engine.config.tool import ParameterSpec

InputType = Literal["text", "number", "flag", "list", "mapping"]
Length = Annotated[int, Field(ge=1, le=100_000)]


class SelectContract(StrictModel):
    """The reply is a JSON array of positions in the list `from_`, counted from 0, and nothing else."""

    from_: Annotated[Name, Field(alias="from")]


class Directions(StrictModel):
    """Words that say which way something goes, by direction, and the words that turn them round: `not_before`
    right before one (안 오른다), `not_after` soon after it (오르지 않는다)."""

    words: Annotated[dict[Name, Words], Field(min_length=2)]
    not_before: Words = ()
    not_after: Words = ()


class Keep(StrictModel):
    """What each rewritten text must say as its original does. `units` are the words right behind digits that
    belong to the number; `names` is an input that lists names."""

    numbers: bool = False
    units: Words = ()
    directions: Directions | None = None
    names: Name | None = None


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


class ExtractContract(StrictModel):
    """The reply is a JSON object with these fields."""

    fields: Annotated[dict[Name, ParameterSpec], Field(min_length=1)]


class TextContract(StrictModel):
    """The reply is a text of so many characters that holds none of the words `must_not`."""

    at_least: Length = 1
    at_most: Length
    must_not: Words = ()


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
