"""Files become documents; whatever is wrong is said once, at its place, with the mend."""

import pytest

from engine.config.load import load_documents
from engine.errors import Problem


def problems(**files: str) -> list[Problem]:
    names = {name.replace("__", "/") + ".yaml": text.encode() for name, text in files.items()}
    return sorted(load_documents(names).problems, key=lambda p: (p.file, p.line, p.column))


def only(found: list[Problem]) -> Problem:
    assert len(found) == 1, [str(p) for p in found]
    return found[0]


def test_an_unknown_key_names_its_place_and_the_closest_allowed_one() -> None:
    problem = only(
        problems(
            rules__relax="kind: relax\nfewer_than: 3\nsteps:\n  - drop: built\n    widenn: {price: 10%}\n"
        )
    )
    assert (problem.code, problem.line, problem.column, problem.hint) == ("CONF002", 5, 5, "widen")
    assert problem.path == "/steps/0/widenn"


def test_all_problems_of_all_files_come_at_once() -> None:
    found = problems(
        rules__a="kind: relax\nfewer_than: no\nsteps: []\n", rules__b="kind: tol\nname: x\n", rules__c="- 1\n"
    )
    assert {p.file for p in found} == {"rules/a.yaml", "rules/b.yaml", "rules/c.yaml"}


def test_columns_count_code_points_behind_korean_text() -> None:
    problem = only(
        problems(
            rules__v="kind: vocabulary\nterms:\n"
            "  - {name: 대단지, words: [대단지], setz: {a: 1}, sets: {a: 1}}\n"
        )
    )
    assert (problem.line, problem.column) == (3, 31)


def test_a_missing_key_points_at_the_part_that_lacks_it() -> None:
    problem = only(
        problems(rules__v="kind: vocabulary\nterms:\n  - {name: 신축, sets: {builtYearMin: 2020}}\n")
    )
    assert problem.code == "CONF003"
    assert problem.line == 3
    assert "words" in problem.message


@pytest.mark.parametrize(
    ("value", "hint"),
    [("rulse", "rules"), ("main", "llm, with the model in roles: {planner: NAME}"), ("LLM", "llm")],
)
def test_a_model_that_is_named_as_the_planner_belongs_to_the_roles(value: str, hint: str) -> None:
    problem = only(problems(rules__pack=f"kind: pack\nname: p\nplanner: {value}\n"))
    assert (problem.code, problem.line, problem.hint) == ("CONF005", 3, hint)
    assert problem.message.startswith("planner must be rules or llm;")


MENDS = [
    ("{words: [a], sets: {}}", "CONF003", "needs the key 'name'", "name: …"),
    ("{name: a, words: a, sets: {}}", "CONF004", "words must be a list", "[a]"),
    ("{name: a, words: [a], sets: [b]}", "CONF004", "sets must be a mapping", "{KEY: VALUE}"),
    ("{name: '', words: [a], sets: {}}", "CONF005", "name is empty", "write a word"),
]


@pytest.mark.parametrize(("term", "code", "message", "hint"), MENDS)
def test_a_value_of_the_wrong_form_is_told_with_what_to_write(
    term: str, code: str, message: str, hint: str
) -> None:
    problem = only(problems(rules__v=f"kind: vocabulary\nterms:\n  - {term}\n"))
    assert (problem.code, problem.line) == (code, 3)
    assert message in problem.message
    assert hint in problem.hint


def test_a_name_with_letters_that_names_lack_is_told_in_words() -> None:
    problem = only(problems(rules__p="kind: pack\nname: my pack\ndocuments: a\n"))
    assert "pattern" not in problem.message
    assert problem.hint == "such as my_name"


def test_a_wrong_choice_lists_the_allowed_ones() -> None:
    problem = only(problems(rules__p="kind: pack\nname: x\ndocuments: a\nbackend: elastic\n"))
    assert problem.code == "CONF004"
    assert "embedded, elasticsearch" in problem.message
    assert problem.hint == "elasticsearch"


def test_a_value_of_either_form_is_one_problem() -> None:
    text = "kind: plan_policy\nintents:\n  - {name: MEMORY, words: [a], plan: nothing}\n"
    problem = only(problems(rules__plan=text))
    assert "none or a mapping" in problem.message


def test_inside_a_union_the_form_that_was_meant_is_explained() -> None:
    text = "kind: plan_policy\nintents:\n  - {name: MEMORY, words: [a], plan: {each_plac: poi_search}}\n"
    problem = only(problems(rules__plan=text))
    assert (problem.code, problem.hint) == ("CONF002", "each_place")


def test_the_same_document_twice_names_the_other_file() -> None:
    text = "kind: relax\nfewer_than: 3\nsteps: []\n"
    problem = only(problems(rules__a=text, rules__b=text))
    assert problem.file == "rules/b.yaml"
    assert "rules/a.yaml" in problem.message


def test_a_document_in_the_wrong_folder_is_told_where_it_lies() -> None:
    problem = only(problems(scoring_profiles__a="kind: relax\nfewer_than: 3\nsteps: []\n"))
    assert (problem.code, "rules/" in problem.message) == ("CONF006", True)


PROFILE = "kind: profile\nname: base\nweights: {age: 100}\nage: {bonus: new, unknown: 0}\n"


def test_inheritance_keeps_the_place_of_each_value() -> None:
    child = "kind: profile\nname: child\nextends: base\nweights: {age: 50}\n"
    loaded = load_documents(
        {"scoring_profiles/base.yaml": PROFILE.encode(), "scoring_profiles/child.yaml": child.encode()}
    )
    node = loaded.documents["profile", "child"].node
    assert isinstance(node.value, dict)
    assert node.value["age"].file == "scoring_profiles/base.yaml"
    assert node.value["weights"].file == "scoring_profiles/child.yaml"


def test_an_error_in_an_inherited_value_is_said_once_where_it_was_written() -> None:
    child = "kind: profile\nname: child\nextends: base\n"
    found = problems(
        scoring_profiles__base=PROFILE.replace("unknown: 0", "unknown: 3"), scoring_profiles__child=child
    )
    assert only(found).file == "scoring_profiles/base.yaml"


def test_a_circle_of_inheritance_prints_the_loop() -> None:
    a = "kind: profile\nname: a\nextends: b\n"
    b = "kind: profile\nname: b\nextends: a\n"
    found = problems(scoring_profiles__a=a, scoring_profiles__b=b)
    assert only(found).code == "CONF009"
    assert "a -> b -> a" in found[0].message


def test_extending_a_name_that_is_not_there_suggests_one() -> None:
    child = "kind: profile\nname: child\nextends: bse\n"
    problem = only(problems(scoring_profiles__base=PROFILE, scoring_profiles__child=child))
    assert (problem.code, problem.hint) == ("CONF008", "base")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("fewer_than: '3'", "fewer_than must be a whole number"),
        ("fewer_than: 3.5", "fewer_than must be a whole number"),
        ("fewer_than: true", "fewer_than must be a whole number"),
        ("fewer_than: 99", "less than or equal to 50"),
    ],
)
def test_no_value_is_converted_in_silence(text: str, says: str) -> None:
    assert says in only(problems(rules__relax=f"kind: relax\n{text}\nsteps: []\n")).message


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ("{widen: {price: ten}}", "15%, 1.2km"),
        ("{radius: 5}", "a length such as 500m or 1.2km"),
        ("{radius: 5kg}", "a length such as 500m or 1.2km"),
        ("{drop: a, radius: 5km}", "exactly one of drop, widen or radius"),
        ("{}", "exactly one of drop, widen or radius"),
    ],
)
def test_quantities_say_which_forms_are_read(step: str, says: str) -> None:
    assert says in only(problems(rules__relax=f"kind: relax\nfewer_than: 3\nsteps:\n  - {step}\n")).message


def test_the_order_of_files_changes_nothing() -> None:
    a = {"rules/a.yaml": b"kind: relax\nfewer_than: 3\nsteps: []\n", "rules/b.yaml": b"kind: tol\n"}
    assert load_documents(a) == load_documents(dict(reversed(a.items())))


def test_a_misread_value_is_said_once_and_the_rest_of_its_file_is_still_checked() -> None:
    found = problems(rules__relax="kind: relax\nfewer_than: 012\nstepz: []\nsteps: []\n")
    assert [(p.line, p.code[:4]) for p in found] == [(2, "YAML"), (3, "CONF")]


def test_a_document_that_inherits_from_a_misread_one_is_not_built() -> None:
    child = "kind: profile\nname: child\nextends: base\n"
    files = {
        "scoring_profiles/base.yaml": PROFILE.replace("100", "1_00").encode(),
        "scoring_profiles/child.yaml": child.encode(),
    }
    loaded = load_documents(files)
    assert not loaded.documents
    assert {p.file for p in loaded.problems} == {"scoring_profiles/base.yaml"}
