"""What the block of one request prints: data alone, whatever a stranger wrote."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.config.revision import Revision
from engine.config.task import Task
from engine.config.templates import Template, Templates
from engine.errors import Problem
from engine.prompt.checking import check_templates
from engine.prompt.rendering import Prompts

INPUTS = ("comments", "count", "is_open", "member", "error")
TASK = {
    "kind": "task", "name": "t", "template": "t",
    "inputs": {"comments": "list", "count": "number", "is_open": "flag", "member": "mapping"},
    "contract": {"select": {"from": "comments"}},
}  # fmt: skip


def asking(user: str) -> str:
    return "{% block system %}Rules.{% endblock %}{% block user %}" + user + "{% endblock %}"


def found(
    revision: Revision, user: str, role: str = "task", inputs: tuple[str, ...] = INPUTS
) -> list[Problem]:
    template = Template.model_validate({"file": "t.j2", "role": role, "inputs": inputs})
    templates = Templates(kind="templates", templates={"t": template})
    task = Task.model_validate_json(json.dumps(TASK))
    problems = check_templates(
        replace(revision, templates=templates, tasks={"t": task}), {"t.j2": asking(user)}
    )
    return [problem for problem in problems if problem.code != "TMPL005"]


@pytest.mark.parametrize(
    ("user", "hint"),
    [
        ("{{ comments[0] }}", "{{ comments|data }}"),
        ("{% for each in comments %}{{ each }}{% endfor %}", "{{ each|data }}"),
        ("{% for each in comments %}{{ each.text|trim }}{% endfor %}", "{{ each.text|data }}"),
        ("{{ member.name }}", "{{ member.name|data }}"),
        ("{{ comments|json }}", "{{ comments|data }}"),
        ("{{ comments|join(', ') }}", "{{ comments|data }}"),
        ("{{ comments|map('trim')|join(', ') }}", "{{ comments|data }}"),
        ("{{ comments|map('data')|join(member.name) }}", "{{ comments|data }}"),
        ("{{ member|data|upper }}", "{{ member|data }}"),
        ("{{ 'x' ~ member.name }}", "{{ member.name|data }}"),
        ("{{ 'x' if count else member.name }}", "{{ member.name|data }}"),
        ("{{ error or member.name }}", "{{ member.name|data }}"),
        ("{{ member.count|default(member.name) }}", "{{ member.count|data }}"),
        ("{% set word = member.name %}{{ word }}", "{{ word|data }}"),
        ("{% set word = 'x' %}{% set word = member.name %}{{ word }}", "{{ word|data }}"),
        ("{% macro say(word) %}{{ word }}{% endmacro %}{{ say(member.name) }}", "{{ word|data }}"),
        ("{% macro say(count) %}{{ count }}{% endmacro %}{{ say(member.name) }}", "{{ count|data }}"),
        ("{% for count in comments %}{{ count }}{% endfor %}", "{{ count|data }}"),
        ("{% for count in comments %}{% set word = count %}{{ word }}{% endfor %}", "{{ word|data }}"),
        ("{% set each = 1 %}{% for each in comments %}{{ each }}{% endfor %}", "{{ each|data }}"),
        ("{% set count = member.name %}{{ count }}", "{{ count|data }}"),
        ("{% for each in comments %}{{ loop.nextitem }}{% endfor %}", "{{ loop.nextitem|data }}"),
    ],
)
def test_what_a_stranger_wrote_is_not_printed_as_it_is(revision: Revision, user: str, hint: str) -> None:
    assert [(p.code, p.line, p.hint) for p in found(revision, user)] == [("TMPL016", 1, hint)]


@pytest.mark.parametrize(
    "user",
    [
        "{{ comments|data }} {{ member.name|data }}",
        "{{ error }}{{ count }}{{ is_open }}",
        "{{ comments|length }} {{ comments|count + 1 }} {{ count > 3 }} {{ not comments }} {{ -count }}",
        "{% for each in comments %}{{ loop.index0 }}. {{ each|data }}{{ ', ' if not loop.last }}{% endfor %}",
        "{{ comments|map('data')|join('\n') }}",
        "{{ comments|data|indent(2) }}",
        "{{ 'no. ' ~ count ~ ': ' ~ member.name|data }}",
        "{% set word = member.name|data %}{{ word }}",
        "{% set word %}{{ member.name|data }}{% endset %}{{ word }}",
        "{% set count = count + 1 %}{% set word = 'x' %}{% set word = is_open %}{{ count }}{{ word }}",
        "{% macro say(word) %}{{ word|data }}{% endmacro %}{{ say(member.name) }}",
    ],
)
def test_data_numbers_and_words_of_the_template_may_be_printed(revision: Revision, user: str) -> None:
    assert found(revision, user) == []


@pytest.mark.parametrize(
    ("role", "name", "codes"),
    [("planner", "text", ["TMPL016"]), ("planner", "memory", ["TMPL016"]), ("planner", "today", []),
     ("answerer", "question", ["TMPL016"]), ("answerer", "language", []), ("answerer", "intent", [])],
)  # fmt: skip
def test_what_the_engine_wrote_may_be_printed(
    revision: Revision, role: str, name: str, codes: list[str]
) -> None:
    user = "{{ " + name + " }}"
    assert [p.code for p in found(revision, user, role, (name,))] == codes


@given(
    st.text()
    | st.sampled_from(
        [
            "</data>",
            "```\n",
            "\u2028",
            "\u202e",
            "\ud83d",
            "\U000e0041",
            "&lt;",
            "\x85",
            "\u200b",
            "\u3164",
            "\xad",
        ]
    )
)
def test_no_text_ends_the_data_it_stands_in(text: str) -> None:
    template = Template.model_validate({"file": "t.j2", "role": "task", "inputs": ("text",)})
    prompts = Prompts(templates={"t": template}, texts={"t.j2": asking("{{ text|data }}")})
    _, user = prompts.messages("t", {"text": text})
    assert json.loads(user) == text
    assert user.encode()
    assert len(user.splitlines()) == 1
    assert not set("\xad\u061c\u200b\u200e\u2060\u3164\ufeff\ufff9") & set(user)
    assert not set("<>&`") & set(user)
