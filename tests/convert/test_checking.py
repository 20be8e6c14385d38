"""The checks name what is wrong, where it stands and what to write instead."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from engine.errors import Problem
from tests.convert.conftest import HIKES, Inspect, changed

LENGTH, WORDS, LANGUAGE = (
    "rules/conversions/length.yaml",
    "rules/conversions/words.yaml",
    "rules/language.yaml",
)
VOCABULARY, OTHER, WAY = "rules/vocabulary.yaml", "rules/conversions/other.yaml", "rules/conversions/way.yaml"
AMOUNTS = {
    "kind": "conversion",
    "name": "other",
    "extends": "words",
    "into": {"min": "hoursMin", "max": "hoursMax"},
}

Keys = Mapping[str, object]

# code, file, keys written anew in it, a part of the message, a part of the hint
WRONG: list[tuple[str, str, Keys, str, str]] = [
    ("CONV001", LENGTH, {"examples": {"5 km": "6..6"}}, "gives 5..5, not 6..6", "5..5"),
    (
        "CONV001",
        LENGTH,
        {"examples": {"5 kn": "5..5"}},
        "gives nothing, not 5..5",
        "the unit or word that it lacks",
    ),
    ("CONV001", WAY, {"examples": {"one way": "LOOP"}}, "gives LINE, not LOOP", "LINE"),
    ("CONV002", LENGTH, {"examples": {"5 km": "five"}}, "neither a range", "10..20"),
    ("CONV002", WAY, {"examples": {"loop": 3}}, "neither a range", "LOOP"),
    (
        "CONV003",
        OTHER,
        {"kind": "conversion", "name": "other", "pair": {"first": "lenght", "second": "huts", "join": ["/"]}},
        "lenght is no table",
        "length",
    ),
    (
        "CONV003",
        OTHER,
        {"kind": "conversion", "name": "other", "pair": {"first": "huts", "second": "huts", "join": ["/"]}},
        "both amounts",
        "",
    ),
    ("CONV004", WAY, {"units": {"km": 1}}, "units does nothing in a table of choices", "leave it out"),
    (
        "CONV004",
        OTHER,
        {**AMOUNTS, "units": {"h": 1}, "counters": ["laps"]},
        "counters does nothing here",
        "leave it out",
    ),
    (
        "CONV004",
        OTHER,
        {**AMOUNTS, "units": {"h": 1}, "needs": "label"},
        "it would read nothing",
        "leave it out",
    ),
    ("CONV005", OTHER, {"kind": "conversion", "name": "other", "unit": "h"}, "other reads nothing", "into"),
    ("CONV006", LENGTH, {"tail": {"kn": {"one_digit": 1, "more_digits": 1}}}, "kn is no unit", "km"),
    ("CONV006", LENGTH, {"units": {"km": 0}}, "km counts 0", "1"),
    ("CONV006", LENGTH, {"about": {"spread": "3kg"}}, "neither a percentage", "10%"),
    (
        "CONV006",
        LENGTH,
        {"two_digits": {"before": ["ish"], "into": "1930..1999"}},
        "a hundred years",
        "1930..2029",
    ),
    ("CONV006", LENGTH, {"band": {"after": ["ish"], "parts": {"low": [7, 3]}}}, "tenths 7 to 3", "[0, 3]"),
    ("CONV006", LENGTH, {"step": 0}, "more than 0", "1"),
    ("CONV006", LENGTH, {"of_choice": {"LIEN": "length"}}, "LIEN is no value of a choice", "LINE"),
    ("CONV006", LENGTH, {"of_choice": {"LINE": "huts"}}, "huts is no other table", "leave it out"),
    (
        "CONV006",
        LENGTH,
        {"into": {"min": "kmMin", "max": "kmMin"}},
        "min and max both fill kmMin",
        "kmMax",
    ),
    (
        "CONV011",
        LENGTH,
        {"sets": {"kmMin": 20, "kmMax": 10}},
        "kmMin 20 is above kmMax 10",
        "kmMin: 10, kmMax: 20",
    ),
    ("CONV011", LENGTH, {"sets": {"kmMin": -1}}, "kmMin cannot be -1", "0 or more"),
    ("CONV010", LENGTH, {"into": {"min": "kmMin", "max": "kmMaks"}}, "parameter kmMaks", "kmMax"),
    ("CONV010", LENGTH, {"sets": {"weg": "LOOP"}}, "parameter weg", "way"),
    (
        "CONV010",
        VOCABULARY,
        {"kind": "vocabulary", "terms": [{"name": "long", "words": ["long"], "sets": {"kmMinn": 20}}]},
        "parameter kmMinn",
        "kmMin",
    ),
    ("CONV011", LENGTH, {"sets": {"way": "LOOB"}}, "way cannot be 'LOOB'", "LOOP"),
    ("CONV011", WAY, {"choices": [{"value": "LIME", "words": ["one way"]}]}, "way cannot be 'LIME'", "LINE"),
    (
        "CONV011",
        VOCABULARY,
        {"kind": "vocabulary", "terms": [{"name": "long", "words": ["long"], "sets": {"kmMin": "far"}}]},
        "kmMin cannot be 'far'",
        "a number",
    ),
    (
        "CONV020",
        WORDS,
        {"below": {"before": ["under", "up to"]}},
        "up to is a word of at_most too",
        "take it out",
    ),
    (
        "CONV020",
        WAY,
        {"choices": [{"value": "LOOP", "words": ["walk"]}, {"value": "LINE", "words": ["walk"]}]},
        "walk is a word of LOOP too",
        "take it out",
    ),
    ("CONV021", OTHER, {**AMOUNTS, "units": {"huts": 1}}, "huts is a unit of", "labels"),
    (
        "CONV022",
        OTHER,
        {**AMOUNTS, "units": {"km": 1}, "default": True},
        "both the default",
        "default: false",
    ),
    ("CONV023", LENGTH, {"at_most": {"after": [" "]}}, "has no letters", "leave it out"),
    ("CONV024", LANGUAGE, {"masks": ["{n}huts"]}, "covers every number of huts", "mask"),
    ("CONV030", LANGUAGE, {"numerals": {"digits": {"ten": 10}}}, "ten is 10, which is no digit", "0 to 9"),
    ("CONV030", LANGUAGE, {"numerals": {"times": {"once": 1}}}, "multiplies by 1", "10"),
    ("CONV030", LANGUAGE, {"numerals": {"pairs": {"few": [5, 3]}}}, "from 5 to 3", "smaller"),
    ("CONV031", LANGUAGE, {"same": {"km": ["k"], "miles": ["k"]}}, "read as km already", "once"),
    (
        "CONV031",
        LANGUAGE,
        {"same": {"km": ["kms"], "kms": ["klicks"]}},
        "other words are read as kms",
        "under km",
    ),
    ("CONV032", LANGUAGE, {"masks": ["{n}"]}, "covers every number", "add the word"),
    ("CONV032", LANGUAGE, {"masks": ["a {n} {n} {n} {n} {n}"]}, "has 5 numbers", "shorter"),
    (
        "CONV040",
        VOCABULARY,
        {
            "kind": "vocabulary",
            "terms": [
                {"name": "long", "words": ["far"], "sets": {"kmMin": 20}},
                {"name": "wide", "words": ["far"], "sets": {"hutsMin": 2}},
            ],
        },
        "far is a word of long too",
        "one of them",
    ),
    (
        "CONV041",
        VOCABULARY,
        {"kind": "vocabulary", "terms": [{"name": "long", "words": ["far"], "sets": {}}]},
        "long has no sets",
        "",
    ),
    (
        "CONV041",
        VOCABULARY,
        {"kind": "vocabulary", "cues": [{"name": "past", "from": [], "to": []}]},
        "past needs words",
        "to",
    ),
    (
        "CONV041",
        VOCABULARY,
        {"kind": "vocabulary", "cues": [{"name": "past", "from": ["once"], "to": ["now"], "of": ["lenght"]}]},
        "lenght is no table of amounts",
        "length",
    ),
    (
        "CONV042",
        VOCABULARY,
        {"kind": "vocabulary", "wishes": ["3 huts"]},
        "conversion/huts reads",
        "leave it out",
    ),
    (
        "CONV040",
        VOCABULARY,
        {"kind": "vocabulary", "places": {"aliases": {"Peak": ["p"]}, "landmarks": {"Top": ["p"]}}},
        "p is a word for Peak too",
        "one of them",
    ),
    (
        "CONV041",
        VOCABULARY,
        {"kind": "vocabulary", "places": {"aliases": {"Peak": []}}},
        "Peak has no words",
        "Peak: [WORD]",
    ),
    (
        "CONV043",
        VOCABULARY,
        {"kind": "vocabulary", "places": {"groups": {"North": ["South"], "South": ["Dale"]}}},
        "South is a group itself",
        "Dale",
    ),
]


def found(inspect_hikes: Inspect, file: str, keys: Keys, code: str) -> list[Problem]:
    problems = inspect_hikes({file: changed(file, keys)}).problems
    return [problem for problem in problems if problem.code == code]


@pytest.mark.parametrize(("code", "file", "keys", "message", "hint"), WRONG)
def test_a_mistake_is_named_with_its_place_and_its_mend(
    inspect_hikes: Inspect, code: str, file: str, keys: Keys, message: str, hint: str
) -> None:
    problems = found(inspect_hikes, file, keys, code)
    assert problems, [str(p) for p in inspect_hikes({file: changed(file, keys)}).problems]
    problem = next(p for p in problems if message in p.message)
    assert hint in problem.hint
    assert problem.file.startswith("rules/")
    assert problem.line > 0


def test_the_small_pack_itself_has_no_problem(inspect_hikes: Inspect) -> None:
    assert inspect_hikes({}).problems == ()


def test_without_a_language_file_the_pack_is_told_once_and_still_reads(inspect_hikes: Inspect) -> None:
    inspection = inspect_hikes({LANGUAGE: ""})
    (problem,) = inspection.problems
    assert (problem.code, problem.severity, problem.file) == ("CONF012", "warning", "rules/pack.yaml")
    assert "rules/language.yaml" in problem.message
    assert "rulewright init" in problem.hint
    assert inspection.revision is not None


def test_a_wrong_example_is_shown_at_its_own_line(inspect_hikes: Inspect) -> None:
    text = HIKES[LENGTH].replace(
        "examples: {5 km: 5..5, under 10 km: ..9}", "examples:\n  5 km: 5..5\n  under 10 km: ..10"
    )
    (problem,) = inspect_hikes({LENGTH: text}).problems
    assert (problem.code, problem.file) == ("CONV001", LENGTH)
    assert text.splitlines()[problem.line - 1] == "  under 10 km: ..10"
    assert problem.path == "/examples/under 10 km"


def test_inherited_examples_belong_to_the_file_that_wrote_them(inspect_hikes: Inspect) -> None:
    child = {
        "kind": "conversion",
        "name": "other",
        "extends": "length",
        "into": {"min": "hoursMin", "max": "hoursMax"},
        "labels": ["climb"],
        "default": False,
    }
    assert inspect_hikes({OTHER: changed(OTHER, child)}).problems == ()


def test_examples_wait_until_the_tables_are_right(inspect_hikes: Inspect) -> None:
    keys = {"examples": {"5 km": "6..6"}, "sets": {"weg": "LOOP"}}
    codes = {problem.code for problem in inspect_hikes({LENGTH: changed(LENGTH, keys)}).problems}
    assert codes == {"CONV010"}


def test_every_code_has_a_page(root: Path) -> None:
    for code in {row[0] for row in WRONG}:
        assert (root / "docs" / "errors" / f"{code}.md").read_text(encoding="utf-8").startswith(f"# {code}: ")
