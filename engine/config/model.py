"""Models: which LLM a role asks, through which plugin, within which limits; and the scripts that stand in for
one where there is no key."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from engine.config.base import Name, Seconds, StrictModel, Word

_VARIABLE = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
_ADDRESS = re.compile(r"https?://[^/?#@\s]+(?:/[^?#@\s]*)?")


def _variable(value: object) -> str:
    """The name of an environment variable; what is no such name may be a key, so it is not said back."""
    if isinstance(value, str) and len(value) <= 64 and _VARIABLE.fullmatch(value):
        return value
    raise PydanticCustomError(
        "variable", "must be the name of an environment variable such as OPENAI_API_KEY, never a key itself"
    )


def _address(value: str) -> str:
    if not _ADDRESS.fullmatch(value):
        raise PydanticCustomError(
            "address", "must be an address such as http://127.0.0.1:8080/v1, without a password or a ? part"
        )
    return value


Variable = Annotated[str, PlainValidator(_variable), WithJsonSchema({"type": "string"})]
Address = Annotated[Word, AfterValidator(_address)]
Money = Annotated[float, Field(ge=0)]
Count = Annotated[int, Field(ge=1)]


class Prices(StrictModel):
    """What a million tokens cost, in the currency in which `budget: cost` is said."""

    prompt: Money
    completion: Money
    cached: Money | None = None


class ModelSpec(StrictModel):
    """One entry of `models:`. `timeout` is one attempt from start to end, `silence` the longest pause inside
    an answer, `retries` how many more attempts this model gets before the next one of the role."""

    plugin: Name
    model: Word | None = None
    url: Address | None = None
    key: Variable | None = None
    timeout: Seconds = 20.0
    silence: Seconds = 10.0
    retries: Annotated[int, Field(ge=0, le=5)] = 1
    max_tokens: Count | None = None
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    dialect: Literal["strict", "gemini", "plain", "none"] | None = None
    cache_marks: bool = False
    options: dict[Name, str | int | float | bool] = {}
    prices: Prices | None = None
    script: Name | None = None
    file: Word | None = None
    over: Name | None = None
    record: bool = False


class Budget(StrictModel):
    """The most that one request, or one run of a flow, may take over all attempts of its calls: tokens of
    prompts and answers, cost; and bytes of one answer."""

    tokens: Count | None = None
    cost: Annotated[float, Field(gt=0)] | None = None
    bytes: Count = 1_000_000


class Roles(StrictModel):
    """Who asks which model: a name of `models:`, or several of which the next is asked where one fails."""

    planner: Name | Annotated[tuple[Name, ...], Field(min_length=1)] | None = None
    answerer: Name | Annotated[tuple[Name, ...], Field(min_length=1)] | None = None
    tasks: Name | Annotated[tuple[Name, ...], Field(min_length=1)] | None = None

    def names(self, role: Literal["planner", "answerer", "tasks"]) -> tuple[str, ...]:
        """The models of a role in the order in which they are asked; none where the pack names none."""
        named: str | tuple[str, ...] | None = getattr(self, role)
        return () if named is None else (named,) if isinstance(named, str) else named


Failure = Literal[
    "no_key", "auth", "timeout", "rate_limited", "network", "server", "bad_request", "context_too_long",
    "empty", "truncated", "mid_stream_cut", "refusal_or_prose", "not_json", "contract", "degenerate",
    "budget",
]  # fmt: skip
"""How an ask of a model fails, each its own kind from the plugin to the trace."""


class ScriptedAnswer(StrictModel):
    """What a scripted model answers to an ask: of that name (`asked_by`), with all these texts in its
    messages (`says`). `chunk` is characters a piece, `first` and `pause` the time before the first and
    between pieces. `finish: none` leaves the finish signal out; `fail` ends in that failure after the text.
    `times` is how often it may be given."""

    asked_by: Name | None = None
    says: Word | tuple[Word, ...] = ()
    say: Annotated[str, Field(max_length=200_000)] | tuple[str, ...] = ""
    chunk: Count | None = None
    first: Seconds | None = None
    pause: Seconds | None = None
    finish: Literal["stop", "length", "content_filter", "none"] = "stop"
    fail: Failure | None = None
    retry_after: Seconds | None = None
    times: Count | None = None


class Script(StrictModel):
    """`rules/scripts/*.yaml`: the answers of a model of `plugin: scripted`; the first that fits is given."""

    kind: Literal["script"]
    name: Name
    answers: Annotated[tuple[ScriptedAnswer, ...], Field(min_length=1)]
