"""Checks over the templates of a pack: what a file uses against what `prompts.yaml` declares."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from jinja2 import TemplateSyntaxError, meta, nodes

from engine.config.revision import Revision
from engine.config.templates import Template
from engine.errors import ConfigError, Problem
from engine.prompt.compiled import ENVIRONMENT, FOLDER, parsed
from engine.prompt.page import Page, problem_in_prompts, template_problem
from engine.prompt.rendering import read_text, syntax_problem
from engine.prompt.role_checking import check_role
from engine.source.suggest import closest

LOOPS_AT_MOST = 3
"""Loops inside each other that an answer can need: places, homes, reasons."""
_TEXTS_KEPT = 128
_CALLABLES = frozenset({"range", "lipsum", "dict", "cycler", "joiner", "namespace"})
_FROM_ELSEWHERE = (nodes.Include, nodes.Import, nodes.FromImport, nodes.Extends)


def check_templates(revision: Revision, texts: Mapping[str, str] | None = None) -> Iterator[Problem]:
    """Every problem of the templates, file by file; nothing is rendered.

    `texts` (file name → text) stand in for the files of the folder. TMPL001 missing file, TMPL002 (warning)
    a file that nothing declares, TMPL003 syntax, TMPL004 undeclared variable, TMPL005 (warning) an input that
    is never used, TMPL006 something that templates may not do; for those that ask a model what `check_role`
    finds.
    """
    declared = revision.templates.templates if revision.templates else {}
    present = sorted(texts) if texts is not None else _files(revision.root)
    used = {template.file for template in declared.values()}
    for file in present:
        if file not in used:
            yield template_problem(
                file,
                1,
                1,
                "TMPL002",
                f"no template of prompts.yaml names {file}: it is never rendered",
                hint=f"add it under templates: in {FOLDER}/prompts.yaml, or delete it",
                severity="warning",
            )
    for name, template in declared.items():
        try:
            text = _text(revision.root, template.file, texts)
        except ConfigError as error:
            for problem in error.problems:
                yield problem_in_prompts(
                    revision, ("templates", name, "file"), problem.code, problem.message, hint=problem.hint
                )
            continue
        yield from _check_text(revision, name, template, text)


def _files(root: Path) -> list[str]:
    folder = root / FOLDER
    return sorted(path.name for path in folder.glob("*.j2")) if folder.is_dir() else []


def _text(root: Path, file: str, texts: Mapping[str, str] | None) -> str:
    if texts is None:
        return read_text(root, file)
    if file not in texts:
        raise ConfigError(
            Problem(code="TMPL001", message=f"the template {file} cannot be read: no such file")
        )
    return texts[file]


def _check_text(revision: Revision, name: str, template: Template, text: str) -> Iterator[Problem]:
    page = Page(file=template.file, lines=text.split("\n"))
    try:
        tree = parsed(text, template.file)
        problems, free = _read(text, template.file)
    except TemplateSyntaxError as error:
        yield syntax_problem(error, f"{FOLDER}/{template.file}")
        return
    yield from problems
    if free is None:
        return  # the rest is only read once these are there
    if template.role != "answer":
        yield from check_role(revision, name, template, tree, page)
    for variable in sorted(free - set(template.inputs) - _CALLABLES):
        line, column = page.place(variable, _line_of(tree, variable))
        yield template_problem(
            template.file,
            line,
            column,
            "TMPL004",
            f"{variable} is no input of the template {name}; it has {', '.join(template.inputs) or 'none'}",
            hint=f"declare {variable} in prompts.yaml if the engine gives it, or correct the name",
        )
    for at, variable in enumerate(template.inputs):
        if variable not in free:
            yield problem_in_prompts(
                revision,
                ("templates", name, "inputs", at),
                "TMPL005",
                f"the template {name} declares {variable} and never uses it",
                hint=f"take {variable} out of inputs",
                severity="warning",
            )


@lru_cache(maxsize=_TEXTS_KEPT)
def _read(text: str, file: str) -> tuple[tuple[Problem, ...], frozenset[str] | None]:
    """What is wrong with a text by itself, and the names that it takes from its inputs: None where filters
    that nobody knows hide them. Raises TemplateSyntaxError."""
    tree, page = parsed(text, file), Page(file=file, lines=text.split("\n"))
    unknown = tuple(_unknown_filters(tree, page))
    if unknown:
        return unknown, None
    free = frozenset(meta.find_undeclared_variables(tree))
    return tuple(_forbidden(tree, page)), free


def _unknown_filters(tree: nodes.Template, page: Page) -> Iterator[Problem]:
    """Jinja says them without a place and a hint, and not at all inside an if."""
    for kind, known in ((nodes.Filter, ENVIRONMENT.filters), (nodes.Test, ENVIRONMENT.tests)):
        for node in tree.find_all(kind):
            if node.name not in known:
                what = "filter" if kind is nodes.Filter else "test"
                line, column = page.place(node.name, node.lineno)
                hint = closest(node.name, sorted(name for name in known if not name.startswith("_"))) or ""
                message = f"the template cannot be read: there is no {what} {node.name}"
                yield template_problem(page.file, line, column, "TMPL003", message, hint=hint)


def _forbidden(tree: nodes.Template, page: Page) -> Iterator[Problem]:
    macros = {macro.name for macro in tree.find_all(nodes.Macro)}
    for node in tree.find_all(_FROM_ELSEWHERE):
        yield page.forbids(
            node,
            "a template stands alone: include, import and extends are not read",
            "write it as a macro in the same file",
        )
    for call in tree.find_all(nodes.Call):
        callee = call.node
        if isinstance(callee, nodes.Name) and callee.name in (*macros, "caller"):
            continue
        word = callee.name if isinstance(callee, nodes.Name) else getattr(callee, "attr", "")
        yield page.forbids(
            call,
            f"calls {word or 'a value'}: a template calls nothing but its own macros",
            "use a filter, such as x|items or x|join(', ')",
            word,
        )
    yield from _operators(tree, page)
    yield from _loops(tree, page, 0)
    for macro in tree.find_all(nodes.Macro):
        if macro.name in _reached(macro.name, tree):
            yield page.forbids(macro, f"the macro {macro.name} calls itself", "use a loop", macro.name)


def _operators(tree: nodes.Template, page: Page) -> Iterator[Problem]:
    for node in tree.find_all(nodes.Pow):
        yield page.forbids(node, "** is not part of templates", "numbers are computed by the engine", "**")
    for node in tree.find_all((nodes.Mul, nodes.Add, nodes.Mod)):
        if _is_text(node.left) or _is_text(node.right):
            yield page.forbids(
                node, f"{node.operator} works on numbers only", "join text with ~", node.operator
            )


def _is_text(node: nodes.Node) -> bool:
    if isinstance(node, nodes.Const):
        return isinstance(node.value, str)
    return isinstance(node, nodes.Concat | nodes.List | nodes.Tuple)


def _loops(node: nodes.Node, page: Page, depth: int) -> Iterator[Problem]:
    for child in node.iter_child_nodes():
        inside = depth
        if isinstance(child, nodes.For):
            inside += 1
            if child.recursive:
                yield page.forbids(
                    child, "recursive loops are not part of templates", "use loops inside each other"
                )
            if inside == LOOPS_AT_MOST + 1:
                yield page.forbids(
                    child,
                    f"more than {LOOPS_AT_MOST} loops stand inside each other",
                    "let the inner one be a |join or a |map",
                )
        yield from _loops(child, page, inside)


def _reached(name: str, tree: nodes.Template) -> set[str]:
    """The macros that a macro calls, over any number of steps."""
    calls = {
        macro.name: {
            call.node.name for call in macro.find_all(nodes.Call) if isinstance(call.node, nodes.Name)
        }
        for macro in tree.find_all(nodes.Macro)
    }
    found: set[str] = set()
    waiting = [name]
    while waiting:
        for other in calls.get(waiting.pop(), set()) - found:
            found.add(other)
            waiting.append(other)
    return found


def _line_of(tree: nodes.Template, variable: str) -> int:
    return min((node.lineno for node in tree.find_all(nodes.Name) if node.name == variable), default=1)
