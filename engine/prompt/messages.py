"""The messages of a role's template, in the order that lets a provider keep what stays the same."""

from collections.abc import Mapping
from typing import Literal

from engine.config.pack import Locale
from engine.config.revision import Revision
from engine.errors import ConfigError, Problem
from engine.llm.port import Message
from engine.prompt.compiled import FOLDER
from engine.prompt.rendering import prompts_of


def role_messages(
    revision: Revision,
    role: Literal["planner", "answerer"],
    language: Locale,
    values: Mapping[str, object],
) -> tuple[Message, ...]:
    """The template's block `system`, marked as the end of a prefix to keep, and its block `user`.

    Raises ConfigError: TMPL010 when the pack has no template of that role, else what `Prompts.messages`
    raises.
    """
    prompts = prompts_of(revision)
    name = prompts.find(role, language)
    if name is None:
        problem = Problem(
            code="TMPL010",
            message=f"the pack has no template of role {role}",
            file=f"{FOLDER}/prompts.yaml",
            hint=f"{role}: {{file: {role}.md.j2, role: {role}}}",
        )
        raise ConfigError(problem)
    system, user = prompts.messages(name, values)
    return Message("system", system, cache=True), Message("user", user)
