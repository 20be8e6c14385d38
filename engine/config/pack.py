"""The pack: what a directory of rules is called, where its data lies, and its limits."""

from typing import Annotated, Literal, get_args

from pydantic import BeforeValidator, Field, ValidationInfo
from pydantic_core import PydanticCustomError

from engine.config.base import Name, Seconds, StrictModel, Word
from engine.config.model import Budget, ModelSpec, Roles
from engine.source.suggest import closest

Locale = Literal["ko", "en"]
Planner = Literal["rules", "llm"]
Answerer = Literal["template", "llm"]
_WAYS = {"planner": get_args(Planner), "answerer": get_args(Answerer)}


def _way(value: object, info: ValidationInfo) -> object:
    """`planner` and `answerer` say whether a model is asked; a name of one is meant for `roles`."""
    role = str(info.field_name)
    ways = _WAYS[role]
    if not isinstance(value, str) or value in ways:
        return value
    instead = closest(value, ways) or f"llm, with the model in roles: {{{role}: NAME}}"
    told = {"ways": " or ".join(ways), "instead": instead}
    raise PydanticCustomError("way", "must be {ways}; the model that is asked stands in roles:", told)


class Limits(StrictModel):
    """How much one request may ask: homes returned, and characters of the customer's text."""

    results: Annotated[int, Field(ge=1, le=50)] = 10
    text: Annotated[int, Field(ge=1, le=100_000)] = 2000


class Deadlines(StrictModel):
    """Seconds that a request and a step may take; a tool may say less for its own steps."""

    request: Seconds = 30.0
    step: Seconds = 20.0


class Search(StrictModel):
    """The server that `backend: elasticsearch` asks. The key is never here, only in the environment.

    `shards` and `replicas` are those of an index that is built: one shard and no copy is what a single node
    can hold."""

    url: Word = "http://127.0.0.1:9200"
    index: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,99}$")] | None = None
    server: Literal["auto", "es9", "es8", "opensearch"] = "auto"
    shards: Annotated[int, Field(ge=1, le=1024)] = 1
    replicas: Annotated[int, Field(ge=0, le=100)] = 0


class Pack(StrictModel):
    """`rules/pack.yaml`; the paths are relative to the pack."""

    kind: Literal["pack"]
    name: Name
    locale: Locale = "ko"
    documents: Word | None = None
    places: Word | None = None
    profile: Name = "default"
    planner: Annotated[Planner, BeforeValidator(_way)] = "rules"
    answerer: Annotated[Answerer, BeforeValidator(_way)] = "template"
    fast_path: bool = False
    backend: Literal["embedded", "elasticsearch"] = "embedded"
    search: Search = Search()
    models: dict[Name, ModelSpec] = {}
    roles: Roles = Roles()
    budget: Budget = Budget()
    limits: Limits = Limits()
    deadlines: Deadlines = Deadlines()
    trace_text: bool = False
