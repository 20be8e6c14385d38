"""Asking a model to do a task: its template rendered, its contract kept, what breaks it asked for again."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from engine.config.revision import Revision
from engine.config.task import Task
from engine.llm.calling import Attempt, Model, complete
from engine.llm.failure import LlmFailure
from engine.llm.port import Ask, Message
from engine.llm.registry import models_of, policy_of
from engine.prompt.rendering import prompts_of
from engine.task.contract import judge, missing
from engine.task.no_input import NoInput
from engine.task.verdict import Broken


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What a task gave. `notes` say what was taken out of the reply or came short, `asked` how often it was
    asked in all."""

    value: Mapping[str, object]
    asked: int
    notes: tuple[str, ...] = ()


async def run_task(
    task: Task,
    inputs: Mapping[str, object],
    revision: Revision,
    models: Mapping[str, Model],
    *,
    attempts: list[Attempt],
) -> Done:
    """Ask the task's models, with the named error once more where a reply breaks the contract, up to
    `attempts` of the task's file. Each attempt of a model is put into `attempts`.

    Raises NoInput where there is nothing to work on: no model is asked; LlmFailure with the kind of the last
    failure; ConfigError for a template that cannot be rendered. `inputs` stay as they are."""
    reason = missing(task, inputs)
    if reason:
        raise NoInput(reason)
    asked_of = (models[task.model],) if task.model else models_of("tasks", revision, models)
    time = asyncio.get_running_loop().time
    until = time() + (task.timeout or revision.pack.deadlines.step)
    error, best, failure = "", None, None
    for number in range(1, task.attempts + 1):
        ask = Ask(messages=_messages(task, inputs, error, revision), name=task.name)
        policy = policy_of(revision, deadline_s=until - time())
        try:
            reply = await complete(asked_of, ask, policy, attempts=attempts)
        except LlmFailure as error_of_model:
            failure = error_of_model
            break
        verdict = judge(task, reply.text, inputs, finish_reason=reply.finish)
        if isinstance(verdict, Broken):
            error = verdict.message
            failure = LlmFailure(verdict.kind, attempts[-1].model, detail=verdict.message)
            continue
        best = Done(value=verdict.value, asked=number, notes=verdict.notes)
        if not verdict.short:
            break
        error = verdict.short
    if best is not None:
        return best
    raise failure if failure is not None else LlmFailure("timeout")


def _messages(
    task: Task, inputs: Mapping[str, object], error: str, revision: Revision
) -> tuple[Message, ...]:
    system, user = prompts_of(revision).messages(task.template, {**inputs, "error": error})
    return Message("system", system, cache=True), Message("user", user)
