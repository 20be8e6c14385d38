from dataclasses import replace
from pathlib import Path

import pytest

from engine.config.revision import Revision
from engine.config.templates import Template, Templates
from engine.errors import Problem
from engine.prompt.checking import check_templates
from engine.runtime.revision import load


@pytest.fixture(scope="module")
def revision(root: Path) -> Revision:
    return load(root)


def check(revision: Revision, text: str, inputs: tuple[str, ...] = ()) -> list[Problem]:
    templates = Templates(
        kind="templates", templates={"t": Template(file="t.j2", role="answer", inputs=inputs)}
    )
    return list(check_templates(replace(revision, templates=templates), {"t.j2": text}))


def test_the_packs_own_templates_have_no_problem(revision: Revision) -> None:
    assert list(check_templates(revision)) == []


def test_an_undeclared_variable_is_found_at_its_line_and_column(revision: Revision) -> None:
    problems = check(
        revision,
        "{{ places }}\n{% for p in places %}\n- {{ p.name }} 가 {{ plces|length }}\n{% endfor %}",
        ("places",),
    )
    assert [(p.code, p.file, p.line, p.column) for p in problems] == [
        ("TMPL004", "prompt_templates/t.j2", 3, 21)
    ]


def test_names_that_a_template_makes_itself_are_no_inputs(revision: Revision) -> None:
    text = (
        "{% set a = 1 %}{% macro m(b) %}{{ b }}{% endmacro %}"
        "{% for c in x %}{{ loop.index }}{{ c }}{{ m(a) }}{% endfor %}"
    )
    assert check(revision, text, ("x",)) == []


def test_an_input_that_is_never_used_is_a_warning(revision: Revision) -> None:
    problems = check(revision, "{{ x }}", ("x", "y"))
    assert [(p.code, p.severity, p.path) for p in problems] == [
        ("TMPL005", "warning", "/templates/t/inputs/1")
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a\n{% if x %}", 2),
        ("{{ x", 1),
        ("a\n\n{{ x|nofilter }}", 3),
        ("{% endfor %}", 1),
        ("\n{% if x|nofilter %}{% endif %}", 2),
        ("{% if x is notest %}{% endif %}", 1),
    ],
)
def test_a_syntax_error_is_found_at_its_line(text: str, line: int, revision: Revision) -> None:
    problems = check(revision, text, ("x",))
    assert [(p.code, p.line) for p in problems] == [("TMPL003", line)]


@pytest.mark.parametrize(
    "text",
    [
        "{{ x }}{% for i in range(9) %}{% endfor %}",
        "{{ x.items() }}",
        "{{ x['a']() }}",
        "{{ 'a' * x }}",
        "{{ x }}{{ 2 ** 3 }}",
        "{{ x + 'a' }}",
        "{{ '%d' % x }}",
        "{{ x }}{% include 'a.j2' %}",
        "{{ x }}{% import 'a.j2' as a %}",
        "{% extends 'a.j2' %}{{ x }}",
        "{% for i in x recursive %}{% endfor %}",
        "{% for a in x %}{% for b in a %}{% for c in b %}{% for d in c %}" + "{% endfor %}" * 4,
        "{{ x }}{% macro a() %}{{ b() }}{% endmacro %}{% macro b() %}{{ a() }}{% endmacro %}",
    ],
)
def test_what_templates_may_not_do_is_found_in_the_file(text: str, revision: Revision) -> None:
    problems = check(revision, "\n" + text, ("x",))
    assert {p.code for p in problems} == {"TMPL006"}
    assert all(p.line == 2 and p.hint for p in problems)


def test_a_missing_file_is_found_where_it_is_named(revision: Revision) -> None:
    problems = list(check_templates(revision, {}))
    assert {p.code for p in problems} == {"TMPL001"}
    assert all(p.file == "prompt_templates/prompts.yaml" and p.line > 1 for p in problems)


def test_a_file_that_nothing_declares_is_a_warning(revision: Revision) -> None:
    templates = Templates(kind="templates", templates={})
    problems = list(check_templates(replace(revision, templates=templates), {"draft.j2": "{{ x }}"}))
    assert [(p.code, p.severity, p.file) for p in problems] == [
        ("TMPL002", "warning", "prompt_templates/draft.j2")
    ]


def test_a_pack_without_templates_has_nothing_to_check(revision: Revision, tmp_path: Path) -> None:
    assert list(check_templates(replace(revision, templates=None, root=tmp_path))) == []
