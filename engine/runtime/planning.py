"""The plan of one request: a model writes it, code reads, judges and verifies it, and the rules stand in
where that fails."""

import asyncio
import hashlib
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from engine.config.revision import Revision
from engine.llm.calling import Attempt, Model, stream
from engine.llm.failure import LlmFailure
from engine.llm.port import Ask, Chunk, Message
from engine.llm.registry import policy_of
from engine.llm.spending import Spending
from engine.places.index import PlaceIndex
from engine.plan import Plan, ReplyFailure, Sanitized, sanitize
from engine.plan.arriving import Arriving
from engine.plan.cache import PlanCache, PlanKey
from engine.planner.adopted import adopt
from engine.planner.anchored import anchored, with_looked_up
from engine.planner.apart import Apart, read_apart
from engine.planner.compiled import rules_of
from engine.planner.planned import Notice, Planned
from engine.planner.verify import verify
from engine.prompt.planner_prompt import planner_messages, planner_schema

By = Literal["rules", "llm", "cache", "fast_path"]
_TOLD = 5
_AGAIN = frozenset({"not_json", "contract", "refusal_or_prose"})
"""What a planner may get right when it is told, once; one that cut its plan short would cut it again, so that
the next model is asked."""
_SURE = frozenset({"masked", "ignored", "cue", "corrected", "overruled"})
"""Why an amount is no condition, where the sentence itself says so."""
Grown = Callable[[Plan], None]
"""Hears of the plan so far as it may run, whenever a step has arrived."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A plan that may run, who wrote it, and what was set right or only told in it. `why` says why it is not
    the model's, "" when it is; `before` is the model's plan as it was before it was verified."""

    planned: Planned
    sanitized: Sanitized
    by: By
    flagged: tuple[Notice, ...] = ()
    why: str = ""
    before: Plan | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """What is planned: the customer's text with the rules' own plan for it, on that day."""

    text: str
    ruled: Planned
    today: date
    index: PlaceIndex | None
    memory: tuple[str, ...] = ()


def by_rules(ruled: Planned, revision: Revision, *, why: str = "", by: By = "rules") -> Made:
    """The rules' own plan."""
    return Made(planned=ruled, sanitized=sanitize(ruled.plan, revision), by=by, why=why)


def is_understood(ruled: Planned, revision: Revision) -> bool:
    """Whether the rules read every word of the sentence that matters, so that a model could add nothing:
    there are steps, no word or amount of the wish was left over, no place is unknown or one of several, and
    nothing that is said of one place alone is asked of all."""
    unread = ruled.conversion.unread if ruled.conversion is not None else ()
    apart = read_apart(ruled, rules_of(revision).kinds.family)
    return (
        bool(ruled.plan.steps)
        and (apart == Apart() or (bool(ruled.used.own) and not (apart.unclear or apart.beside)))
        and not (ruled.unread or ruled.degraded or ruled.muted or ruled.wishes)
        and all(each.why in _SURE for each in unread)
        and not any(place.unknown or place.alternatives for place in ruled.places)
    )


async def by_model(
    sentence: Sentence,
    revision: Revision,
    models: Sequence[Model],
    cache: PlanCache,
    *,
    attempts: list[Attempt],
    written: list[Mapping[str, object]],
    grown: Grown,
    deadline_s: float,
    spending: Spending,
) -> Made:
    """The model's plan, or the rules' with the reason in `why`. Never raises for what a model does; raises
    ConfigError where the prompt cannot be made. Attempts are put into `attempts`, and plans that could be
    read into `written`, as the model wrote them, now or before. `grown` is called while the plan arrives."""
    time = asyncio.get_running_loop().time
    until = time() + deadline_s
    messages = _messages(sentence, revision)
    kept = cache.get(key := _key(sentence, messages, models, revision))
    if kept is not None and isinstance(made := _judged(kept, sentence, revision), Made):
        written.append(kept)
        return replace(made, by="cache")
    left, error, why = models, "", ""
    while left and (not why or time() < until):
        ask = Ask(messages=messages, schema=planner_schema(revision), name="planner")
        policy = policy_of(revision, deadline_s=until - time(), spending=spending)
        reading = _Reading(sentence, revision, grown, written)
        made = await _read(stream(left, ask, policy, attempts=attempts), reading)
        if isinstance(made, Made):
            if not error and not made.sanitized.removed:
                cache.keep(key, written[-1])
            return made
        why = f"{made.kind}: {made if isinstance(made, LlmFailure) else made.message}"
        if isinstance(made, ReplyFailure) and made.kind in _AGAIN:
            left, error = () if error else left, made.message
            messages = _messages(sentence, revision, error=error)
        else:
            left = () if made.kind == "budget" else _behind(attempts[-1].model, left)
    return by_rules(sentence.ruled, revision, why=why)


def _behind(name: str, models: Sequence[Model]) -> Sequence[Model]:
    """The models that were not asked yet: what begins of a plan that breaks off is no answer that anybody was
    given, and a step that began early is one that may begin again."""
    return models[[model.name for model in models].index(name) + 1 :]


async def _read(reply: AsyncGenerator[Chunk, None], reading: "_Reading") -> Made | ReplyFailure | LlmFailure:
    """The plan of one reply, told of while it arrives, or why there is none."""
    try:
        async with aclosing(reply) as chunks:
            async for chunk in chunks:
                reading.take(chunk)
                if reading.is_too_long:
                    break
    except LlmFailure as failure:
        return failure
    return reading.judged()


class _Reading:
    """One reply while it arrives."""

    def __init__(
        self, sentence: Sentence, revision: Revision, grown: Grown, written: list[Mapping[str, object]]
    ) -> None:
        self._sentence, self._revision, self._grown = sentence, revision, grown
        self._written = written
        self._arriving = Arriving()
        self._steps: list[object] = []

    @property
    def is_too_long(self) -> bool:
        """Whether no more of the reply need be read."""
        return self._arriving.is_too_long

    def take(self, chunk: Chunk) -> None:
        """Read a piece, and tell of the plan with the steps that it closed. With more steps than a plan may
        have nothing more is told: judging the whole again at each of a flood of steps would take long."""
        closed = self._arriving.feed(chunk.text)
        self._steps += closed
        if not closed or len(self._steps) > self._revision.plan_policy.steps_at_most:
            return
        intent = self._sentence.ruled.plan.intent
        plan = sanitize({"intent": intent, "steps": self._steps}, self._revision).plan
        placed = with_looked_up(plan, self._revision)
        if placed.rejected:
            return
        sentence = self._sentence
        self._grown(verify(placed.plan, sentence.ruled, self._revision, today=sentence.today).plan)

    def judged(self) -> "Made | ReplyFailure":
        """The plan as it may run, or why it may not."""
        parsed = self._arriving.finish()
        if isinstance(parsed, ReplyFailure):
            return parsed
        self._written.append(parsed.value)
        return _judged(parsed.value, self._sentence, self._revision)


def _judged(value: Mapping[str, object], sentence: Sentence, revision: Revision) -> Made | ReplyFailure:
    """A plan's JSON value sanitized and verified, or what keeps it from running."""
    sanitized = sanitize(value, revision)
    if sanitized.replan:
        told = "; ".join(f"{each.reason}: {each.detail}" for each in sanitized.removed[:_TOLD])
        return ReplyFailure("contract", f"{sanitized.replan}" + (f" ({told})" if told else ""))
    placed = anchored(sanitized.plan, sentence.ruled, revision)
    if placed.rejected:
        return ReplyFailure("contract", placed.rejected)
    verified = verify(placed.plan, sentence.ruled, revision, today=sentence.today)
    if verified.rejected:
        return ReplyFailure("contract", f"numbers differ from the customer's: {verified.rejected}")
    planned = adopt(verified.plan, sentence.ruled, revision, sentence.index)
    return Made(
        planned=replace(planned, repaired=(*planned.repaired, *placed.repaired, *verified.repaired)),
        sanitized=replace(sanitized, plan=verified.plan),
        by="llm",
        before=sanitized.plan,
        flagged=verified.flagged,
    )


def _messages(sentence: Sentence, revision: Revision, error: str = "") -> tuple[Message, ...]:
    return planner_messages(
        sentence.text, revision, today=sentence.today, memory=sentence.memory, error=error
    )


def _key(
    sentence: Sentence, messages: Sequence[Message], models: Sequence[Model], revision: Revision
) -> PlanKey:
    """Everything that could make the plan another one."""
    return PlanKey(
        text=sentence.text,
        revision=revision.id,
        prompt=_digest(messages[0].content),
        models=tuple(model.name for model in models),
        memory=_digest("\n".join(sentence.memory)),
        today=sentence.today,
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
