"""Tools: what the planner may call, with which parameters."""

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from engine.config.base import Name, Seconds, StrictModel, Word, Words

ParameterType = Literal["text", "number", "count", "flag", "choice", "list", "mapping", "wants"]
ItemType = Literal["text", "number", "count", "flag", "mapping", "wants"]


class ParameterSpec(StrictModel):
    """One parameter. `at_most` caps characters of a text, entries of a list and the value of a number;
    `refs: deny` makes dollars literal text. Type `wants` stands for every parameter of the
    catalog's wants."""

    type: ParameterType
    of: ItemType | dict[Name, ItemType] | None = None
    values: Words = ()
    required: bool = False
    at_most: Annotated[int, Field(ge=1)] | None = None
    refs: Literal["allow", "deny"] = "allow"


class MatchBoosts(StrictModel):
    """How much each way of matching a name counts."""

    exact: Annotated[float, Field(gt=0)]
    partial: Annotated[float, Field(gt=0)]
    address: Annotated[float, Field(gt=0)]
    ngram: Annotated[float, Field(gt=0)]


class Tool(StrictModel):
    """`rules/tools/*.yaml`: one whitelisted tool."""

    kind: Literal["tool"]
    name: Name
    does: Literal["lookup", "search", "fetch", "source", "store", "task", "python"]
    description: Word
    over: Name | None = None
    parameters: dict[Name, ParameterSpec]
    one_of: tuple[Name, ...] = ()
    match: MatchBoosts | None = None
    results: dict[Name, Literal["text", "number", "flag", "list", "mapping", "document"]] = {}
    timeout: Seconds | None = None
    idempotent: bool = False

    @model_validator(mode="before")
    @classmethod
    def _all_wants(cls, value: Any) -> Any:
        """`wants: all` among the parameters is short for a parameter of type wants."""
        match value:
            case {"parameters": {"wants": "all", **others}, **rest}:
                return {**rest, "parameters": {**others, "wants": {"type": "wants"}}}
            case _:
                return value
