from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

from engine.answer.checking import check_answers
from engine.config.revision import Revision
from engine.errors import Problem
from engine.prompt.compiled import FOLDER
from engine.prompt.rendering import prompts_of


def with_labels(revision: Revision, changes: Mapping[str, str | None]) -> Revision:
    assert revision.templates is not None
    words = {**revision.templates.labels["ko"], **changes}
    labels = {
        **revision.templates.labels,
        "ko": {name: text for name, text in words.items() if text is not None},
    }
    return replace(revision, templates=revision.templates.model_copy(update={"labels": labels}))


def with_answer(revision: Revision, text: str) -> Revision:
    """The revision with another Korean answer template."""
    return with_text(revision, "answer_ko", text)


def with_text(revision: Revision, name: str, text: str) -> Revision:
    """The revision with another template."""
    assert revision.templates is not None
    with TemporaryDirectory() as folder:
        copy = Path(folder, FOLDER)
        copytree(revision.root / FOLDER, copy)
        (copy / revision.templates.templates[name].file).write_text(text, encoding="utf-8")
        changed = replace(revision, root=Path(folder))
        prompts_of(changed)  # read while they are there
    return changed


def found(revision: Revision) -> list[Problem]:
    return list(check_answers(revision))


def test_the_packs_own_answers_have_no_problem(revision: Revision) -> None:
    assert found(revision) == []


def test_a_missing_label_is_an_error_at_its_language(revision: Revision) -> None:
    problem = found(with_labels(revision, {"under_max": None}))[0]
    assert (problem.code, problem.path, problem.severity) == ("TMPL009", "/labels/ko", "error")
    assert problem.line > 0
    assert problem.hint.startswith("under_max:")


def test_a_misspelt_label_is_a_warning_with_the_right_name(revision: Revision) -> None:
    problem = found(with_labels(revision, {"at_mosst": "{n} 이하"}))[0]
    assert problem.severity == "warning"
    assert problem.hint == "at_most"


def test_where_a_home_lies_may_use_the_text_fields_of_the_catalog_alone(revision: Revision) -> None:
    assert found(with_labels(revision, {"lies": "{dong} {road_address}"})) == []
    problem = found(with_labels(revision, {"lies": "{sigungu} {households}"}))[0]
    assert (problem.code, problem.hint) == ("TMPL009", "it may use sido, sigungu, dong, road_address")


def test_a_gap_that_nothing_fills_is_an_error(revision: Revision) -> None:
    problem = found(with_labels(revision, {"at_most": "{amount} 이하"}))[0]
    assert problem.code == "TMPL009"
    assert problem.hint == "it may use n"


def test_a_misspelt_part_of_a_home_is_found_without_a_customer(revision: Revision) -> None:
    text = (
        "{{ intent }}{{ comparison|length }}{{ infos|length }}{{ notes.deals }}\n"
        "{% for search in searches %}{{ search.wehre }}{% endfor %}"
    )
    problems = found(with_answer(revision, text))
    assert [(p.code, p.line) for p in problems] == [("TMPL007", 2)]
    assert "a search has no part wehre" in problems[0].message
    assert problems[0].hint == "where"


def test_an_input_that_answers_do_not_get_is_found(revision: Revision) -> None:
    assert revision.templates is not None
    templates = dict(revision.templates.templates)
    templates["answer_ko"] = templates["answer_ko"].model_copy(update={"inputs": ("serches",)})
    changed = replace(revision, templates=revision.templates.model_copy(update={"templates": templates}))
    assert [p.code for p in found(changed)] == ["TMPL010"]


def test_a_misspelt_part_is_found_in_the_template_that_asks_a_model_too(revision: Revision) -> None:
    assert revision.templates is not None
    text = (
        "{% block system %}{% endblock %}{% block user %}"
        "{{ language }}{{ question }}{{ memory|length }}{{ intent }}{{ infos|data }}{{ comparison|data }}\n"
        "{% for search in searches %}{{ search.wehre }}{% endfor %}{{ notes|data }}{% endblock %}"
    )
    problems = found(with_text(revision, "answerer", text))
    assert [(p.code, p.line, p.hint) for p in problems] == [("TMPL007", 2, "where")]


def test_a_pack_that_answers_questions_without_an_answer_template_is_warned_of(revision: Revision) -> None:
    (problem,) = check_answers(replace(revision, templates=None))
    assert (problem.code, problem.severity) == ("TMPL010", "warning")
    silent = revision.plan_policy.model_copy(update={"intents": ()})
    assert found(replace(revision, templates=None, plan_policy=silent)) == []


def test_a_want_that_answers_would_call_by_its_key_is_warned_of(revision: Revision) -> None:
    wants = dict(revision.catalog.wants)
    wants["cost"] = wants.pop("price")
    renamed = replace(revision, catalog=revision.catalog.model_copy(update={"wants": wants}))
    messages = [p.message for p in check_answers(renamed) if p.severity == "warning"]
    assert any("the want cost has no label in ko" in message for message in messages)
    assert not [p for p in check_answers(revision) if p.severity == "warning"]


def test_words_of_degrees_about_what_the_catalog_does_not_have_are_said(revision: Revision) -> None:
    answers = revision.language.answers
    measures = tuple(
        each.model_copy(update={"of": ("prise", *each.of[1:])}) if "price" in each.of else each
        for each in answers.degrees.measures[:1]
    )
    degrees = answers.degrees.model_copy(update={"measures": measures})
    language = revision.language.model_copy(
        update={"answers": answers.model_copy(update={"degrees": degrees})}
    )
    (problem,) = found(replace(revision, language=language))
    assert (problem.code, problem.hint, problem.severity) == ("CONF066", "price", "warning")
    assert problem.line is not None
