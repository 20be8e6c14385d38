from dataclasses import replace

import pytest

from engine.config.revision import Revision
from engine.config.templates import PlanExamples, Template, Templates
from engine.errors import Problem
from engine.prompt.checking import check_templates
from engine.prompt.role_checking import check_prompts

BOTH = "{% block system %}a{% endblock %}{% block user %}{{ text|data }}{% endblock %}"


def check(revision: Revision, text: str, inputs: tuple[str, ...], role: str = "planner") -> list[Problem]:
    template = Template.model_validate({"file": "t.j2", "role": role, "inputs": inputs})
    templates = Templates(kind="templates", templates={"t": template})
    return list(check_templates(replace(revision, templates=templates), {"t.j2": text}))


def edited(revision: Revision, **examples: object) -> Revision:
    assert revision.templates is not None
    changed = revision.templates.examples.model_copy(update=examples)
    return replace(revision, templates=revision.templates.model_copy(update={"examples": changed}))


def test_two_blocks_that_read_what_they_may_have_no_problem(revision: Revision) -> None:
    assert check(revision, BOTH, ("text",)) == []
    text = BOTH.replace("a{%", "{% for tool in tools %}{{ tool.name }}{% endfor %}{# c #}{%", 1)
    assert check(revision, text, ("text", "tools")) == []


@pytest.mark.parametrize("role", ["planner", "answerer", "task"])
def test_a_template_that_asks_a_model_needs_both_blocks(revision: Revision, role: str) -> None:
    problems = check(revision, "{% block system %}a{% endblock %}", (), role)
    assert [(p.code, p.line, p.hint) for p in problems] == [
        ("TMPL011", 1, "{% block user %} … {% endblock %}")
    ]
    assert [p.code for p in check(revision, "", (), role)] == ["TMPL011", "TMPL011"]


@pytest.mark.parametrize(
    ("role", "variable"),
    [
        ("planner", "text"),
        ("planner", "today"),
        ("planner", "memory"),
        ("answerer", "question"),
        ("task", "rows"),
    ],
)
def test_the_block_for_everybody_reads_nothing_of_one_request(
    revision: Revision, role: str, variable: str
) -> None:
    text = (
        "{% block system %}\nRules. {% if "
        + variable
        + " %}x{% endif %}\n{% endblock %}{% block user %}{{ "
        + variable
        + "|data }}{% endblock %}"
    )
    problems = check(revision, text, (variable,), role)
    assert [(p.code, p.line, p.column) for p in problems] == [("TMPL012", 2, 14)]


def test_a_name_that_the_block_makes_itself_is_no_input(revision: Revision) -> None:
    text = BOTH.replace("a{%", "{% set text = 1 %}{{ text }}{%", 1)
    assert check(revision, text, ("text",)) == []


@pytest.mark.parametrize(
    ("role", "variable", "hint"), [("planner", "tols", "tools"), ("answerer", "serches", "searches")]
)
def test_an_input_that_the_role_does_not_get_is_named_with_the_one_meant(
    revision: Revision, role: str, variable: str, hint: str
) -> None:
    text = "{% block system %}{% endblock %}{% block user %}{{ " + variable + "|data }}{% endblock %}"
    problems = check(revision, text, (variable,), role)
    assert [(p.code, p.path, p.hint) for p in problems] == [("TMPL013", "/templates/t/inputs/0", hint)]


@pytest.mark.parametrize(
    "outside", ["Be polite.", "{{ text }}", "{% set a = 1 %}", "{% macro m() %}{% endmacro %}"]
)
def test_what_stands_outside_of_the_blocks_is_never_sent(revision: Revision, outside: str) -> None:
    problems = check(revision, f"{BOTH}\n\n{outside}\n", ("text",))
    assert [(p.code, p.line) for p in problems] == [("TMPL014", 3)]


def test_an_answers_template_needs_no_blocks(revision: Revision) -> None:
    assert check(revision, "{{ intent }}", ("intent",), "answer") == []


def test_a_sentence_that_names_an_unknown_place_is_a_problem_at_its_line(revision: Revision) -> None:
    sentences = ("강남역 20평대", "런던역 근처 30평대")
    (problem,) = check_prompts(edited(revision, sentences=sentences))
    assert (problem.code, problem.path) == ("TMPL015", "/examples/sentences/1")
    assert problem.file == "prompt_templates/prompts.yaml"


def test_a_sentence_whose_plan_needs_a_tool_that_is_not_there_is_a_problem(revision: Revision) -> None:
    less = replace(revision, tools={k: v for k, v in revision.tools.items() if k != "property_info"})
    problems = list(check_prompts(less))
    assert {problem.code for problem in problems} == {"TMPL015"}
    assert all("property_info" in problem.message for problem in problems)


def test_examples_are_not_looked_at_where_no_template_shows_them(revision: Revision) -> None:
    bad = edited(revision, sentences=("런던역 근처 30평대",))
    assert bad.templates is not None
    left = {name: t for name, t in bad.templates.templates.items() if t.role != "planner"}
    assert not list(
        check_prompts(replace(bad, templates=bad.templates.model_copy(update={"templates": left})))
    )


def test_a_planners_template_over_its_cap_fails_on_the_trial(revision: Revision) -> None:
    assert revision.templates is not None
    small = revision.templates.templates["planner"].model_copy(update={"at_most": 100})
    templates = {**revision.templates.templates, "planner": small}
    changed = revision.templates.model_copy(update={"templates": templates, "examples": PlanExamples()})
    assert {p.code for p in check_prompts(replace(revision, templates=changed))} == {"TMPL008"}
