"""Asking a model to do a task: its template rendered, its contract kept, what breaks it asked for again."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from engine.config.revision import Revision
from engine.config.task import ERROR, Task
from engine.errors import ConfigError
from engine.llm.calling import Attempt, Model, complete
from engine.llm.failure import LlmFailure
from engine.llm.port import Ask, Message
from engine.llm.registry import models_of, policy_of
from engine.llm.spending import Spending
from engine.plan.given import BadParams
from engine.prompt.rendering import TOO_LARGE, prompts_of
from engine.task.contract import judge, missing, unfit
from engine.task.no_input import NoInput
from engine.task.verdict import Broken, Kept


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
    spending: Spending,
) -> Done:
    """Ask the task's models, with the named error once more where a reply breaks the contract, up to
    `attempts` of the task's file. Each attempt of a model is put into `attempts` and taken from `spending`.

    Raises NoInput and BadParams for what no model is asked about; LlmFailure with the kind of the last one,
    `context_too_long` also for a prompt beyond its template's cap; ConfigError for a template that cannot be
    rendered. `inputs` stay as they are."""
    _look_at(task, inputs)
    time = asyncio.get_running_loop().time
    until = time() + (task.timeout or revision.pack.deadlines.step)
    best: Kept | None = None
    error, failure, number = "", LlmFailure("timeout"), 0
    for number in range(1, task.attempts + 1):  # noqa: B007  # it is told at the end
        try:
            ask = Ask(_messages(task, inputs, error, revision), name=task.name)
            policy = policy_of(revision, deadline_s=until - time(), spending=spending)
            reply = await complete(_asked(task, revision, models), ask, policy, attempts=attempts)
        except LlmFailure as error_of_model:
            failure = error_of_model
            break
        verdict = judge(task, reply.text, inputs, finish_reason=reply.finish)
        if isinstance(verdict, Broken):
            error = verdict.message
            failure = LlmFailure(verdict.kind, attempts[-1].model, detail=verdict.message)
            continue
        best = verdict if best is None or verdict.got >= best.got else best
        if not verdict.short:
            break
        error = verdict.short
    if best is None:
        raise failure
    return Done(value=best.value, asked=number, notes=best.notes)


def _asked(task: Task, revision: Revision, models: Mapping[str, Model]) -> tuple[Model, ...]:
    return (models[task.model],) if task.model else models_of("tasks", revision, models)


def _look_at(task: Task, inputs: Mapping[str, object]) -> None:
    """Raises NoInput where there is nothing to work on and BadParams for inputs that do not fit."""
    reason = missing(task, inputs)
    if reason:
        raise NoInput(reason)
    wrong = unfit(task, inputs)
    if wrong:
        raise BadParams(task.name, wrong)


def _messages(
    task: Task, inputs: Mapping[str, object], error: str, revision: Revision
) -> tuple[Message, ...]:
    """Raises LlmFailure (context_too_long) for what is longer than the template's `at_most`."""
    try:
        system, user = prompts_of(revision).messages(task.template, {**inputs, ERROR: error})
    except ConfigError as raised:
        if all(problem.code != TOO_LARGE for problem in raised.problems):
            raise
        detail, hint = f"the template {task.template} renders more than it may", "its at_most:, or less input"
        raise LlmFailure("context_too_long", detail=detail, hint=hint, code=TOO_LARGE) from raised
    return Message("system", system, cache=True), Message("user", user)
