"""Tasks: a template with the same inputs, a model that the pack has, and a contract over what is given."""

from collections.abc import Iterable, Iterator, Sequence

from engine.check.values import check_without_wants
from engine.config.revision import Document, Revision
from engine.config.task import ERROR, Task
from engine.errors import Problem
from engine.source.suggest import closest


def check_tasks(revision: Revision) -> Iterator[Problem]:
    """Every problem of the pack's tasks."""
    for name, task in revision.tasks.items():
        document = revision.document("task", name)
        yield from _template(task, document, revision)
        yield from _model(task, document, revision)
        yield from _contract(task, document)


def _template(task: Task, document: Document, revision: Revision) -> Iterator[Problem]:
    templates = revision.templates.templates if revision.templates else {}
    known = [name for name, template in templates.items() if template.role == "task"]
    if task.template not in known:
        message = f"there is no template {task.template} with role: task"
        hint = closest(task.template, known) or ", ".join(known)
        yield document.problem(["template"], "TASK001", message, hint=hint)
        return
    declared = templates[task.template].inputs
    if task.attempts > 1 and ERROR not in declared:
        message = f"the template {task.template} does not read {ERROR}, so asking again would change nothing"
        hint = f"add {ERROR} to the template's inputs, or attempts: 1"
        yield document.problem(["attempts"], "TASK002", message, hint=hint)
    if ERROR in task.inputs:
        message = f"{ERROR} is what was wrong with the last reply: the engine gives it"
        yield document.problem(["inputs", ERROR], "TASK002", message, hint="take it out", at_key=True)
    for name in task.inputs:
        if name not in declared and name != ERROR:
            message = f"the template {task.template} does not read {name}"
            hint = closest(name, declared) or "take it out, or add it to the template's inputs"
            yield document.problem(["inputs", name], "TASK002", message, hint=hint)
    for name in declared:
        if name not in (*task.inputs, ERROR):
            message = f"the template {task.template} reads {name}, which the task does not take"
            yield document.problem(["inputs"], "TASK002", message, hint=f"{name}: text")


def _model(task: Task, document: Document, revision: Revision) -> Iterator[Problem]:
    models = list(revision.pack.models)
    if task.model is not None and task.model not in models:
        hint = closest(task.model, models) or ", ".join(models) or "models: in rules/pack.yaml"
        yield document.problem(["model"], "TASK003", f"the pack has no model {task.model}", hint=hint)
    elif task.model is None and not revision.pack.roles.names("tasks"):
        message = "neither the task nor the pack's roles: tasks names a model"
        yield document.problem(["template"], "TASK003", message, hint="model: NAME")


def _contract(task: Task, document: Document) -> Iterator[Problem]:
    contract = task.contract
    if contract.extract is not None:
        yield from check_without_wants(contract.extract.fields, ["contract", "extract", "fields"], document)
    for kind in ("select", "rewrite", "pick", "extract", "text"):
        part = getattr(contract, kind)
        if part is not None and part.from_ is not None:
            yield from _input(task, document, [kind, "from"], part.from_, "list")
    if contract.pick is not None and isinstance(contract.pick.count, str):
        yield from _input(task, document, ["pick", "count"], contract.pick.count, "number")
    if contract.rewrite is not None:
        keep = contract.rewrite.keep
        if keep.names is not None:
            yield from _input(task, document, ["rewrite", "keep", "names"], keep.names, "list")
        at = ["contract", "rewrite", "keep"]
        if keep.directions is not None:
            words = keep.directions.words.items()
            ways = [([*at, "directions", "words", way], way, its) for way, its in words]
            yield from _one_meaning(ways, document)
        units = [([*at, "units", str(number)], its[0], its) for number, its in enumerate(keep.spellings)]
        yield from _one_meaning(units, document)
    if contract.text is not None and contract.text.at_least > contract.text.at_most:
        yield document.problem(
            ["contract", "text", "at_least"],
            "TASK004",
            "at_least is above at_most: no text can be both",
            hint=f"at most {contract.text.at_most}",
        )


def _input(task: Task, document: Document, path: list[str], name: str, kind: str) -> Iterator[Problem]:
    known = [each for each, its in task.inputs.items() if its == kind]
    if name not in known:
        message = f"{name} is no input of the task that is a {kind}"
        hint = closest(name, known) or ", ".join(known) or f"inputs: {{{name}: {kind}}}"
        yield document.problem(["contract", *path], "TASK004", message, hint=hint)


def _one_meaning(
    groups: Iterable[tuple[list[str], str, Sequence[str]]], document: Document
) -> Iterator[Problem]:
    """TASK004 for a word of two groups; each is its path, its name and its words."""
    said: dict[str, str] = {}
    for path, name, words in groups:
        for word in words:
            other = said.setdefault(word, name)
            if other != name:
                message = f"{word} cannot mean both {other} and {name}"
                yield document.problem(path, "TASK004", message, hint="take it out of one of them")
