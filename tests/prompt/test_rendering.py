from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from engine.config.revision import Revision
from engine.config.templates import Template, Templates
from engine.errors import ConfigError, Problem
from engine.prompt.rendering import Prompts, prompts_of
from engine.runtime.revision import load


def render(text: str, values: Mapping[str, object] | None = None, at_most: int = 5000) -> str:
    given = values or {}
    template = Template(file="t.j2", role="task", inputs=tuple(given), at_most=at_most)
    return Prompts(templates={"t": template}, texts={"t.j2": text}).render("t", given)


def refused(text: str, values: Mapping[str, object] | None = None, at_most: int = 5000) -> Problem:
    with pytest.raises(ConfigError) as caught:
        render(text, values, at_most)
    return caught.value.problems[0]


@dataclass(frozen=True)
class View:
    name: str

    def shout(self) -> str:
        return self.name.upper()


def test_values_are_put_in_once_whatever_they_look_like() -> None:
    hostile = "{{ 7*7 }} {% for x in y %} {{ cycler.__init__ }} {# c #}"
    assert render("<{{ q }}>", {"q": hostile}) == f"<{hostile}>"
    assert render("<{{ q }}>", {"q": render("{{ q }}", {"q": hostile})}) == f"<{hostile}>"


@pytest.mark.parametrize(
    ("value", "printed"),
    [(None, ""), (0.1 + 0.2, "0.3"), (5.0, "5"), (1e-9, "0"), (True, "true"), (1200, "1200"), ("가", "가")],
)
def test_what_a_value_prints(value: object, printed: str) -> None:
    assert render("{{ v }}", {"v": value}) == printed


def test_a_constant_prints_by_the_same_rules() -> None:
    assert render("{{ none }}|{{ 0.30000000000000004 }}|{{ true }}") == "|0.3|true"


def test_the_newline_at_the_end_is_kept() -> None:
    assert render("a\n") == "a\n"


def test_a_key_named_like_a_method_is_the_key() -> None:
    assert render("{{ x.items }} {{ x['keys'] }}", {"x": {"items": 3, "keys": "k"}}) == "3 k"


@pytest.mark.parametrize(
    "text",
    [
        "{{ x.items }}",
        "{{ x.items() }}",
        "{{ v.shout }}",
        "{{ v.shout() }}",
        "{{ v.__class__ }}",
        "{{ v['__class__'] }}",
        "{{ ''.join(['a']) }}",
        "{{ 'a'.upper() }}",
        "{{ range(3) }}",
        "{{ cycler('a') }}",
        "{{ x }}",
        "{{ [1, 2] }}",
        "{{ nobody }}",
        "{{ v.nobody }}",
        "{{ 'a' * 100000000 }}",
        "{{ '%100000000d' % 1 }}",
        "{{ 2 ** 9 }}",
        "{{ [0] * 100000000 }}",
        "{% for letter in 'text' %}{% endfor %}",
        "{% include 't.j2' %}",
    ],
)
def test_what_a_template_may_not_do_is_refused_with_its_line(text: str) -> None:
    problem = refused("first line\n" + text, {"x": {"a": 1}, "v": View("a")})
    assert problem.code in ("TMPL003", "TMPL007")
    assert (problem.file, problem.line) == ("prompt_templates/t.j2", 2)


@pytest.mark.parametrize(
    "text",
    [
        "{% for a in x %}{% for b in x %}{% for c in x %}{% endfor %}{% endfor %}{% endfor %}",
        "{% set t = 'aa' %}" + "{% set t = t ~ t %}" * 60,
        "{% set t = 'aa' %}" + "{% set t %}{{ t }}{{ t }}{% endset %}" * 60,
        "{% set t = 'aa' %}" + "{% set t = [t, t]|join(t) %}" * 60,
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{% macro a() %}{% endmacro %}{% macro b() %}{% for i in x %}{{ a() }}{% endfor %}{% endmacro %}"
        "{% for i in x %}{% for j in x %}{{ b() }}{% endfor %}{% endfor %}",
    ],
)
def test_work_and_text_without_end_are_stopped(text: str) -> None:
    assert refused(text, {"x": tuple(range(300))}).code == "TMPL008"


def test_the_output_is_capped_by_the_templates_own_limit() -> None:
    problem = refused("{{ q }}" * 3, {"q": "0123456789"}, at_most=29)
    assert problem.code == "TMPL008"
    assert "29" in problem.message
    assert render("{{ q }}" * 3, {"q": "0123456789"}, at_most=30) == "0123456789" * 3


def test_what_words_need_is_there() -> None:
    text = (
        "{% macro item(n) %}[{{ n }}]{% endmacro %}"
        "{% for k, v in x|items %}{{ loop.index }}{{ k }}{{ item(v) }}{{ ', ' if not loop.last }}{% endfor %}"
        "{{ 'a' ~ 1 ~ none }} {{ (2 * 3 + 1) }} {{ names|map('upper')|join('/') }} {{ x|json }}"
    )
    values = {"x": {"p": 1, "q": [2.5][0]}, "names": ("a", "b")}
    assert render(text, values) == '1p[1], 2q[2.5]a1 7 A/B {"p":1,"q":2.5}'


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("{{ v.nmae }}", "a view has no part nmae; it has name", "name"),
        ("{{ x.pirce }}", "a value has no part pirce; it has price, area", "price"),
        ("{{ v.name.first }}", "a text has no part first", ""),
        ("{% for each in [v] %}{{ loop.frist }}{% endfor %}", "the loop has no part frist", ""),
    ],
)
def test_a_misspelt_part_is_told_with_what_there_is(text: str, message: str, hint: str) -> None:
    problem = refused(
        text, {"v": View("a"), "x": {"price": 1, "area": 2}} if "v" in text or "x" in text else {}
    )
    assert message in problem.message
    assert "object" not in problem.message
    assert problem.hint == hint


def test_a_number_is_printed_with_its_thousands_separated() -> None:
    assert render("{{ n|number }}", {"n": 1758}) == "1,758"
    assert refused("{{ q|number }}", {"q": "1758"}).code == "TMPL007"


def test_json_writes_views_and_korean_as_they_are() -> None:
    assert render("{{ v|json }}", {"v": (View("가"), None)}) == '[{"name":"가"},null]'


def test_a_message_never_shows_what_the_customer_wrote() -> None:
    problem = refused("{{ q * q }}", {"q": "my telephone number"})
    assert "telephone" not in str(problem)


def test_an_input_without_a_value_is_an_error_before_anything_renders() -> None:
    prompts = Prompts(
        templates={"t": Template(file="t.j2", role="task", inputs=("q", "r"))}, texts={"t.j2": "{{ q }}"}
    )
    with pytest.raises(ConfigError, match="TMPL010"):
        prompts.render("t", {"q": "a"})
    with pytest.raises(ConfigError, match="TMPL010"):
        prompts.render("nobody", {})


def test_a_template_sees_only_its_declared_inputs() -> None:
    prompts = Prompts(
        templates={"t": Template(file="t.j2", role="task", inputs=("q",))},
        texts={"t.j2": "{{ q }}{{ secret }}"},
    )
    with pytest.raises(ConfigError, match="secret"):
        prompts.render("t", {"q": "a", "secret": "s"})


def test_the_language_chooses_among_templates_of_a_role() -> None:
    templates = {
        "any": Template(file="a.j2", role="task"),
        "ko": Template(file="k.j2", role="answer", language="ko"),
        "en": Template(file="e.j2", role="answer", language="en"),
    }
    prompts = Prompts(templates=templates, texts={"a.j2": "", "k.j2": "", "e.j2": ""})
    assert prompts.find("answer", "en") == "en"
    assert prompts.find("task", "en") == "any"
    assert prompts.find("planner", "en") is None
    assert Prompts(templates={"ko": templates["ko"]}, texts={"k.j2": ""}).find("answer", "en") == "ko"


def test_a_revision_keeps_the_templates_it_first_read(tmp_path: Path, root: Path) -> None:
    folder = tmp_path / "prompt_templates"
    folder.mkdir()
    (folder / "t.j2").write_text("first", encoding="utf-8")
    templates = Templates(kind="templates", templates={"t": Template(file="t.j2", role="task")})
    revision: Revision = replace(load(root), root=tmp_path, templates=templates)
    first = prompts_of(revision)
    (folder / "t.j2").write_text("second", encoding="utf-8")
    assert prompts_of(revision).render("t", {}) == "first"
    later = prompts_of(replace(revision))
    assert later.render("t", {}) == "second"
    assert first.hash_of("t") != later.hash_of("t")


@pytest.mark.parametrize(
    ("data", "why"), [(None, "cannot be read"), (b"\xff\xfe", "UTF-8"), (b"a" * 300_000, "256 KiB")]
)
def test_a_file_that_cannot_be_a_template_is_named(
    data: bytes | None, why: str, tmp_path: Path, root: Path
) -> None:
    (tmp_path / "prompt_templates").mkdir()
    if data is not None:
        (tmp_path / "prompt_templates" / "t.j2").write_bytes(data)
    templates = Templates(kind="templates", templates={"t": Template(file="t.j2", role="task")})
    with pytest.raises(ConfigError, match=why):
        prompts_of(replace(load(root), root=tmp_path, templates=templates))
