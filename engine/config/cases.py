"""Cases: rows that a pack's author writes beside the rules and that `rulewright test` runs."""

from typing import Annotated, Literal

from pydantic import Field

from engine.config.base import Params, StrictModel, Word

ReplyFailure = Literal[
    "empty", "truncated", "degenerate", "refusal_or_prose", "not_json", "contract", "no_input"
]
"""How a reply to a task ends that keeps no contract, or why none was asked for."""


class Case(StrictModel):
    """One row. Which keys it needs follows from what its file tests (`of`)."""

    id: Word
    text: Word | None = None
    today: Word | None = None
    params: Params | None = None
    accept: Annotated[tuple[Params, ...], Field(min_length=1)] = ()
    alternatives: tuple[Params, ...] | None = None
    other: tuple[Params, ...] | None = None
    intent: Word | None = None
    strategy: Word | None = None
    places: tuple[Word, ...] | None = None
    assumed: Params | None = None
    wishes: tuple[Word, ...] | None = None
    searches: tuple[tuple[Word, ...], ...] | None = None
    unread: tuple[Word, ...] | None = None
    degraded: tuple[Word, ...] | None = None
    steps: tuple[Params, ...] | None = None
    removed: tuple[Word, ...] | None = None
    request: Params | None = None
    documents: tuple[Params, ...] = ()
    order: tuple[Word, ...] | None = None
    scores: dict[Word, float | int] | None = None
    floor_plans: dict[Word, Word] | None = None
    dropped: dict[Word, Word] | None = None
    reply: Annotated[str, Field(max_length=100_000)] | None = None
    inputs: Params | None = None
    value: Params | None = None
    kind: ReplyFailure | None = None
    notes: tuple[Word, ...] | None = None
    input: Params | None = None
    status: Literal["done", "partial", "no_input", "failed"] | None = None
    reason: str | None = None
    result: Params | None = None
    missing: dict[Word, Word] | None = None


class Cases(StrictModel):
    """`*.cases.yaml` beside what it tests; `of` is KIND or KIND/NAME."""

    kind: Literal["cases"]
    of: Word
    cases: tuple[Case, ...]
