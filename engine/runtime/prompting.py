"""A template as it would be sent or said: rendered for a text, with how long it is."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from engine.answer.wording import view_of
from engine.config.revision import Revision
from engine.config.templates import Template
from engine.errors import InputInvalid, Problem
from engine.plan import execute, sanitize
from engine.prompt.planner_prompt import planner_inputs
from engine.prompt.rendering import prompts_of
from engine.prompt.tokens import estimate_tokens
from engine.runtime.data import index_of
from engine.runtime.engine import Engine
from engine.runtime.facts import facts_of
from engine.runtime.nearest import find_nearest
from engine.runtime.request import Request
from engine.runtime.resources import resources_of
from engine.source.suggest import closest
from engine.tools.registry import build_tools

_SAMPLES: Mapping[str, object] = {"number": 1, "flag": True, "list": (), "mapping": {}}
"""What a task's input is where nobody says, by its type; a text is what the caller gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPart:
    """One message, or the whole text of a template of role `answer`, and about how many tokens it has."""

    role: str
    text: str
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPrompt:
    """A rendered template. `prefix` is the number of characters that are the same for every customer."""

    name: str
    role: str
    parts: tuple[ShownPart, ...]
    prefix: int
    prefix_tokens: int

    def to_dict(self) -> dict[str, object]:
        """The prompt as a JSON value."""
        return {
            "name": self.name,
            "role": self.role,
            "messages": [{"role": p.role, "text": p.text, "tokens": p.tokens} for p in self.parts],
            "characters": sum(len(part.text) for part in self.parts),
            "tokens": sum(part.tokens for part in self.parts),
            "prefixCharacters": self.prefix,
            "prefixTokens": self.prefix_tokens,
        }


def shown_prompt(revision: Revision, name: str, *, text: str | None, today: date) -> ShownPrompt:
    """The pack's template `name` rendered for the customer's `text`, else for the first sentence of the
    pack's `examples`. What an answerer reads comes from the rules' plan, run; no model is asked. A task's
    inputs of type text are the text, its others are empty.

    Raises InputInvalid (USE023) where the pack has no such template, and what rendering and running raise.
    """
    declared = revision.templates.templates if revision.templates else {}
    if name not in declared:
        hint = closest(name, list(declared)) or ", ".join(declared) or "prompt_templates/prompts.yaml"
        raise InputInvalid(Problem(code="USE023", message=f"there is no template {name!r}", hint=hint))
    sentences = revision.templates.examples.sentences if revision.templates else ()
    said = text if text is not None else next(iter(sentences), "")
    template, prompts = declared[name], prompts_of(revision)
    values = _values(revision, name, template, said, today)
    if template.role == "answer":
        whole = prompts.render(name, values)
        return _shown(name, template, (("text", whole),))
    system, user = prompts.messages(name, values)
    return _shown(name, template, (("system", system), ("user", user)))


def _shown(name: str, template: Template, parts: tuple[tuple[str, str], ...]) -> ShownPrompt:
    made = tuple(ShownPart(role=role, text=text, tokens=estimate_tokens(text)) for role, text in parts)
    same = next((part for part in made if part.role == "system"), None)
    return ShownPrompt(
        name=name,
        role=template.role,
        parts=made,
        prefix=len(same.text) if same else 0,
        prefix_tokens=same.tokens if same else 0,
    )


def _values(
    revision: Revision, name: str, template: Template, text: str, today: date
) -> Mapping[str, object]:
    if template.role == "planner":
        return planner_inputs(text, revision, today=today)
    if template.role == "task":
        task = next((each for each in revision.tasks.values() if each.template == name), None)
        types = task.inputs if task is not None else {}
        given = {key: _SAMPLES.get(kind, text) for key, kind in types.items()}
        return {**dict.fromkeys(template.inputs, ""), **given, "error": ""}
    request = asyncio.run(_run(revision, text, today))
    facts = facts_of(request, revision, index_of(revision))
    language = template.language or facts.language
    return {**view_of(facts, revision).inputs(), "language": language, "memory": ()}


async def _run(revision: Revision, text: str, today: date) -> Request:
    """The text as a request whose plan, the rules', has run."""
    engine, limits = Engine(revision), revision.pack.limits
    request = Request(text=text, today=today, profile=revision.pack.profile, limit=limits.results)
    request.planned = engine.ruled(text, today=today)
    request.sanitized = sanitize(request.planned.plan, revision)
    tools = build_tools(resources_of(request, revision, engine.models))
    deadlines = revision.pack.deadlines
    request.execution = await execute(
        request.sanitized.plan, tools, timeout_s=deadlines.step, deadline_s=deadlines.request
    )
    await find_nearest(request, revision.catalog)
    return request
