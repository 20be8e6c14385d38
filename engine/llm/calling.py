"""One call: models asked in order, retries that are bounded, one deadline over all, and no bad answer passed
off as a good one."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from engine.config.model import Failure, Prices
from engine.llm.failure import LlmFailure
from engine.llm.gathered import Gathered
from engine.llm.port import Ask, Chunk, Llm, Usage
from engine.llm.spending import Spending, prompt_tokens

_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.25, 4.0
_PATIENCE_S = 2.0
"""With another model to ask, no provider's Retry-After is waited for longer."""
_AFTER_FINISH_S = 0.5
"""How long the counts of tokens are waited for once the model has finished."""
_AGAIN: frozenset[Failure] = frozenset({"rate_limited", "network", "server", "empty", "mid_stream_cut"})
"""Kinds that the same model may get over; after the others the next model is asked, after `budget` none."""
_BREAKS: frozenset[Failure] = frozenset({"network", "server", "rate_limited"})
"""Kinds that are a cut once there was text."""
_FREE: frozenset[str] = frozenset(
    {"no_key", "auth", "rate_limited", "network", "server", "bad_request", "context_too_long", "budget"}
)
"""Kinds for which no provider counts tokens as long as no text came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A model that can be asked. `timeout_s` bounds one attempt, `silence_s` a pause inside an answer;
    `retries` are the attempts after the first; `missing_key` names the environment variable that is not
    set, `near_key` one that is and may be meant."""

    name: str
    llm: Llm
    timeout_s: float = 20.0
    silence_s: float = 10.0
    retries: int = 1
    prices: Prices | None = None
    missing_key: str = ""
    near_key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """`deadline_s` is for the whole call, from now, attempts and pauses included; calls of one request share
    their `spending`."""

    deadline_s: float
    spending: Spending = field(default_factory=Spending)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One attempt; `kind` is None for an answer, `cancelled` where the caller left it. `usage` is what the
    provider counted, None where it did not; `schema_enforced` is None where nothing came, or no schema was
    asked for."""

    model: str
    kind: Failure | Literal["cancelled"] | None
    seconds: float
    usage: Usage | None
    schema_enforced: bool | None = None

    def to_json(self) -> dict[str, object]:
        """As traces and results of flows tell of it."""
        return {
            "model": self.model,
            "kind": self.kind,
            "seconds": round(self.seconds, 3),
            "usage": None if self.usage is None else asdict(self.usage),
            "schemaEnforced": self.schema_enforced,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """A whole answer of the last model of `attempts`."""

    text: str
    finish: str
    usage: Usage | None
    attempts: tuple[Attempt, ...]
    schema_enforced: bool | None
    notes: tuple[str, ...]


Sleep = Callable[[float], Awaitable[Any]]


async def stream(
    models: Sequence[Model],
    ask: Ask,
    policy: Policy,
    *,
    attempts: list[Attempt] | None = None,
    sleep: Sleep = asyncio.sleep,
) -> AsyncGenerator[Chunk, None]:
    """The answer piece by piece; the last piece alone has `finish` and `usage`, and no text.

    Raises LlmFailure. What was given already is never asked again: a stream that fails after its first piece
    ends in that failure. Each attempt is put into `attempts` as it ends.
    """
    call = _Call(models, policy, attempts, sleep)
    while True:
        is_given = False
        try:
            async with aclosing(call.attempt(ask)) as chunks:
                async for chunk in chunks:
                    is_given = is_given or bool(chunk.text)
                    yield chunk
        except LlmFailure as failure:
            await call.go_on(failure, can_ask=not is_given)
        else:
            return


async def complete(
    models: Sequence[Model],
    ask: Ask,
    policy: Policy,
    *,
    attempts: list[Attempt] | None = None,
    sleep: Sleep = asyncio.sleep,
) -> Completion:
    """The whole answer. As nothing of it is given before its end, an answer that broke off is asked anew.

    Raises LlmFailure.
    """
    call = _Call(models, policy, attempts, sleep)
    while True:
        try:
            async with aclosing(call.attempt(ask)) as chunks:
                whole = [chunk async for chunk in chunks]
        except LlmFailure as failure:
            await call.go_on(failure, can_ask=True)
        else:
            last = whole[-1]
            return Completion(
                text="".join(chunk.text for chunk in whole),
                finish=last.finish or "stop",
                usage=last.usage,
                attempts=tuple(call.attempts),
                schema_enforced=last.schema_enforced,
                notes=last.notes,
            )


class _Call:
    """Where one call stands: which model is next, what was tried, spent and waited."""

    def __init__(
        self, models: Sequence[Model], policy: Policy, attempts: list[Attempt] | None, sleep: Sleep
    ) -> None:
        if not models:
            raise LlmFailure(
                "no_key", detail="no model is named for this role", hint="roles: in rules/pack.yaml"
            )
        self._models = models
        self._sleep = sleep
        self._time = asyncio.get_running_loop().time
        self._until = self._time() + policy.deadline_s
        self._spending = policy.spending
        self._at = 0
        self._tried = 0
        self._pause = _FIRST_PAUSE_S
        self.attempts = [] if attempts is None else attempts

    async def attempt(self, ask: Ask) -> AsyncGenerator[Chunk, None]:
        """One attempt on the model that is next. Raises LlmFailure; books what it took however it ends."""
        model = self._models[self._at]
        began = self._time()
        at_most = self._spending.allowed.bytes
        answer = Gathered(model.name, at_most_bytes=at_most, is_json=ask.schema is not None)
        booking = self._spending.begin(model.name, model.prices, prompt_tokens(ask))
        kind: Failure | Literal["cancelled"] | None = "cancelled"
        try:
            if model.missing_key:
                raise _no_key(model)
            booking.grow(0)
            async with aclosing(self._pieces(model, ask, answer)) as pieces:
                async for chunk in pieces:
                    booking.grow(answer.bytes)
                    yield chunk
            answer.check()
            kind = None
        except LlmFailure as failure:
            kind = failure.kind
            raise
        finally:
            usage = answer.usage
            if usage is not None or answer.bytes or kind not in _FREE:
                usage = booking.settle(usage, answer.bytes)
            else:
                booking.release()
            self.attempts.append(
                Attempt(
                    model=model.name,
                    kind=kind,
                    seconds=self._time() - began,
                    usage=usage,
                    schema_enforced=answer.schema_enforced,
                )
            )
        yield Chunk(
            finish=answer.finish, usage=usage, schema_enforced=answer.schema_enforced, notes=answer.notes
        )

    async def _pieces(self, model: Model, ask: Ask, answer: Gathered) -> AsyncGenerator[Chunk, None]:
        """The pieces with text, each within its time. The deadline is the wall's, whatever a client does."""
        end = min(self._until, self._time() + model.timeout_s)
        limit = end
        async with _closing(model.llm.stream(ask, deadline=end)) as chunks:
            while True:
                try:
                    if self._time() > limit:  # pieces that come without a pause leave no timer a chance
                        raise TimeoutError
                    async with asyncio.timeout_at(limit):
                        chunk = await anext(chunks)
                except StopAsyncIteration:
                    return
                except TimeoutError:
                    if answer.finish is not None:
                        return
                    late = "the time is up" if limit == end else f"silent for {model.silence_s:g} s"
                    raise LlmFailure("timeout", model.name, detail=late) from None
                except LlmFailure as failure:
                    if answer.finish is not None:  # it broke off behind the answer's end
                        return
                    if answer.bytes and failure.kind in _BREAKS:
                        raise LlmFailure("mid_stream_cut", model.name, detail=failure.detail) from None
                    raise
                except Exception as error:  # noqa: BLE001  a plugin is foreign code; its words may quote the prompt
                    detail = f"its plugin raised {type(error).__name__}"
                    raise LlmFailure("server", model.name, detail=detail) from None
                had_finished = answer.finish is not None
                text = answer.take(chunk)
                if answer.finish is None:
                    limit = min(end, self._time() + model.silence_s) if answer.bytes else end
                elif not had_finished:
                    limit = min(end, self._time() + _AFTER_FINISH_S)
                if text:
                    yield Chunk(text=text)

    async def go_on(self, failure: LlmFailure, *, can_ask: bool) -> None:
        """Wait and point at who is asked next. Raises the failure where nobody is."""
        model = self._models[self._at]
        self._tried += 1
        has_next = self._at + 1 < len(self._models)
        left = self._until - self._time()
        if not can_ask or failure.kind == "budget" or left <= 0:
            raise self._final(failure)
        wait = max(self._pause, failure.retry_after or 0.0)
        patience = min(left, _PATIENCE_S) if has_next else left
        if failure.kind in _AGAIN and self._tried <= model.retries and wait < patience:
            await self._sleep(wait)
            self._pause = min(2 * self._pause, _LONGEST_PAUSE_S)
        elif has_next:
            self._at, self._tried, self._pause = self._at + 1, 0, _FIRST_PAUSE_S
        else:
            raise self._final(failure)

    def _final(self, failure: LlmFailure) -> LlmFailure:
        failure.attempts = tuple(self.attempts)
        return failure


def _no_key(model: Model) -> LlmFailure:
    return LlmFailure(
        "no_key",
        model.name,
        detail=f"{model.missing_key} is not set",
        hint=f"{model.near_key} is set: key: {model.near_key}"
        if model.near_key
        else f"export {model.missing_key}=… in the environment that runs rulewright",
    )


def check_keys(models: Sequence[Model]) -> tuple[LlmFailure, ...]:
    """Before any call: the `no_key` failure of each model whose key is not in the environment."""
    return tuple(_no_key(model) for model in models if model.missing_key)


@asynccontextmanager
async def _closing(chunks: AsyncIterator[Chunk]) -> AsyncGenerator[AsyncIterator[Chunk], None]:
    """Close what a plugin gave, where it can be closed, however the block ends."""
    try:
        yield chunks
    finally:
        close = getattr(chunks, "aclose", None)
        if close is not None:
            await close()
