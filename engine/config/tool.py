"""Tools: what the planner may call, with which parameters."""

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from engine.config.base import Name, Seconds, StrictModel, Word, Words

ParameterType = Literal["text", "number", "count", "flag", "choice", "list", "mapping", "wants"]
ItemType = Literal["text", "number", "count", "flag", "mapping", "wants"]


class ValueSpec(StrictModel):
    """What a value may be: an input of a flow, a field that a model extracts. `at_most` caps characters of a
    text, entries of a list and the value of a number."""

    type: ParameterType
    of: ItemType | dict[Name, ItemType] | None = None
    values: Words = ()
    required: bool = False
    at_most: Annotated[int, Field(ge=1)] | None = None


class ParameterSpec(ValueSpec):
    """One parameter of a tool. `refs: deny` makes dollars literal text. Type `wants` stands for every
    parameter of the catalog's wants."""

    refs: Literal["allow", "deny"] = "allow"


class MatchBoosts(StrictModel):
    """How much each way of matching a name counts."""

    exact: Annotated[float, Field(gt=0)]
    partial: Annotated[float, Field(gt=0)]
    address: Annotated[float, Field(gt=0)]
    ngram: Annotated[float, Field(gt=0)]


class Rows(StrictModel):
    """Rows of a file of the pack (`.jsonl`, `.csv` or `.json`): those whose fields equal the parameters that
    `where` names, without those whose field stands in a list that `leave_out` names. `none` is the reason
    that is told when there is no such row."""

    file: Annotated[str, Field(pattern=r"^[A-Za-z0-9_\-./]+\.(jsonl|csv|json)$")]
    where: dict[Name, Name] = {}
    leave_out: dict[Name, Name] = {}
    none: Name


class Source(Rows):
    """`does: source`: rows of a file, at most so many. `among` is looked at first, so that a thing that is
    not known and a known one without rows are told apart."""

    at_most: Annotated[int, Field(ge=1, le=100_000)] = 1_000
    among: Rows | None = None


class Store(StrictModel):
    """`does: store`: the parameters as one record of a file in the folder for results; a record of the same
    `id` is replaced."""

    file: Annotated[str, Field(pattern=r"^[A-Za-z0-9_\-]+\.jsonl$")]
    id: Name


class Tool(StrictModel):
    """`rules/tools/*.yaml`: one whitelisted tool. A tool that does `source`, `store`, `task` or `python` says
    under that name what: rows, a record, the name of a task, or an entry point of `rulewright.tools`."""

    kind: Literal["tool"]
    name: Name
    does: Literal["lookup", "search", "fetch", "source", "store", "task", "python"]
    description: Word
    over: Name | None = None
    parameters: dict[Name, ParameterSpec]
    one_of: tuple[Name, ...] = ()
    match: MatchBoosts | None = None
    source: Source | None = None
    store: Store | None = None
    task: Name | None = None
    python: Name | None = None
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
