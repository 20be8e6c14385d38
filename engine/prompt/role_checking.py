"""Checks over the templates that ask a model: both blocks, what may stand in which, and a trial."""

from collections.abc import Iterator, Mapping
from typing import cast

from jinja2 import Environment, TemplateSyntaxError, meta, nodes

from engine.config.revision import Revision
from engine.config.task import ERROR
from engine.config.templates import Template
from engine.errors import ConfigError, Problem
from engine.prompt.data_checking import check_data
from engine.prompt.examples import DAY, examples_of
from engine.prompt.page import Page, problem_in_prompts
from engine.prompt.plan_view import static_inputs
from engine.prompt.rendering import prompts_of
from engine.prompt.roles import GIVEN
from engine.source.suggest import closest

BLOCKS = ("system", "user")


def check_role(
    revision: Revision, name: str, template: Template, tree: nodes.Template, page: Page
) -> Iterator[Problem]:
    """Problems of one template that asks a model: TMPL011 a block is missing, TMPL012 the block `system`
    reads what is of one request, TMPL013 an input that its role does not get, TMPL014 something outside of
    both blocks, TMPL016 the block `user` prints what a stranger wrote as it is."""
    given = GIVEN.get(template.role)
    if given is not None:
        yield from _unknown(revision, name, template, given.every)
    blocks = {block.name: block for block in tree.body if isinstance(block, nodes.Block)}
    for block in BLOCKS:
        if block not in blocks:
            message = f"the template {name} has no block {block}: role {template.role} needs both"
            hint = f"{{% block {block} %}} … {{% endblock %}}"
            yield page.problem("TMPL011", 1, message, hint=hint)
    static = given.static if given is not None else ()
    if "system" in blocks:
        read = _reads(blocks["system"])
        for variable in sorted(read & set(template.inputs) - set(static)):
            message = (
                f"the block system reads {variable}, which is of one request: it must be the same for all"
            )
            line, hint = _line_of(blocks["system"], variable), f"read {variable} in the block user"
            yield page.problem("TMPL012", line, message, hint=hint, word=variable)
    if "user" in blocks:
        bare = (*static, *given.bare) if given is not None else _bare(revision, name)
        yield from check_data(blocks["user"], bare, page)
    for line in _outside(tree):
        message = "stands outside of the blocks system and user, so it is never sent"
        hint = "move it into a block, or make it a {# comment #}"
        yield page.problem("TMPL014", line, message, hint=hint)


def check_prompts(revision: Revision) -> Iterator[Problem]:
    """TMPL015 for sentences that are no examples, TMPL007, TMPL008 or TMPL010 for a planner's template that
    fails on a trial."""
    templates = revision.templates.templates if revision.templates else {}
    planners = [name for name, template in templates.items() if template.role == "planner"]
    if not planners:
        return
    for faulty in examples_of(revision).faulty:
        path = ("examples", faulty.key, faulty.number)
        yield problem_in_prompts(revision, path, "TMPL015", f"the sentence {faulty.why}", hint=faulty.hint)
    live = {"today": DAY.isoformat(), "text": ""}
    for name in planners:
        for words in ({"memory": (), "error": ""}, {"memory": ("-",), "error": "-"}):
            yield from tried(revision, name, {**static_inputs(revision), **live, **words})


def tried(revision: Revision, name: str, values: Mapping[str, object]) -> Iterator[Problem]:
    """What goes wrong with a trial of a template of two blocks. What does not even compile, has no file or
    lacks a block is reported by the checks over its text."""
    try:
        prompts = prompts_of(revision)
        if set(BLOCKS) <= set(prompts.blocks_of(name)):
            prompts.messages(name, values)
    except TemplateSyntaxError:
        return
    except ConfigError as error:
        yield from (problem for problem in error.problems if problem.code not in ("TMPL001", "TMPL003"))


def _unknown(revision: Revision, name: str, template: Template, given: tuple[str, ...]) -> Iterator[Problem]:
    for at, variable in enumerate(template.inputs):
        if variable not in given:
            message = f"role {template.role} gets no input {variable}"
            hint = closest(variable, given) or f"one of {', '.join(given)}"
            yield problem_in_prompts(
                revision, ("templates", name, "inputs", at), "TMPL013", message, hint=hint
            )


def _bare(revision: Revision, template: str) -> tuple[str, ...]:
    """The inputs of a task's template that hold no text of a stranger: numbers, flags, and the engine's own
    word on the last reply."""
    tasks = [task for task in revision.tasks.values() if task.template == template]
    types = {name: [task.inputs.get(name) for task in tasks] for task in tasks for name in task.inputs}
    return (ERROR, *(name for name, its in types.items() if set(its) <= {"number", "flag"}))


def _reads(block: nodes.Block) -> set[str]:
    """The names that a block reads and does not make itself."""
    alone = nodes.Template(block.body, lineno=block.lineno)
    alone.set_environment(cast("Environment", block.environment))  # the one it was parsed in
    return meta.find_undeclared_variables(alone)


def _line_of(block: nodes.Block, variable: str) -> int:
    return min((node.lineno for node in block.find_all(nodes.Name) if node.name == variable), default=1)


def _outside(tree: nodes.Template) -> Iterator[int]:
    """The lines of what stands beside the blocks and says or makes anything."""
    for node in tree.body:
        if isinstance(node, nodes.Output):
            for part in node.nodes:
                text = part.data if isinstance(part, nodes.TemplateData) else "x"
                if text.strip():
                    yield part.lineno + text[: len(text) - len(text.lstrip())].count("\n")
        elif not (isinstance(node, nodes.Block) and node.name in BLOCKS):
            yield node.lineno
