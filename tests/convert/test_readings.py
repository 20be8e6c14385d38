"""Disputed phrases: one convention each, and the other reading beside it."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import cast

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from engine.config.revision import Revision
from engine.convert import Conversion, convert
from engine.convert.result import conversion_json
from tests.convert.conftest import TODAY, Inspect, Keys, changed

Params = Mapping[str, object]
Read = Callable[[str], Conversion]
ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "conventions.md"


def said(params: Params) -> dict[str, object]:
    return {name: value for name, value in params.items() if value is not None}


def others(conversion: Conversion) -> list[dict[str, object]]:
    return [said(other) for evidence in conversion.evidence for other in evidence.other]


def rows() -> Iterator[tuple[str, str, str, str, str]]:
    """The rows of the page's tables: phrase, convention, other readings, file, keys."""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if len(cells) == 5 and cells[0] != "Phrase" and not cells[0].startswith("---"):
            yield cells[0], cells[1], cells[2], cells[3], cells[4]


def quoted(cell: str) -> list[object]:
    return [yaml.safe_load(part) for part in cell.split("`")[1::2]]


ROWS = list(rows())


@pytest.mark.parametrize(("phrase", "convention", "other"), [row[:3] for row in ROWS])
def test_the_page_of_conventions_says_what_convert_gives(
    phrase: str, convention: str, other: str, read: Read
) -> None:
    conversion = read(phrase)
    assert [said(conversion.params)] == quoted(convention)
    assert others(conversion) == quoted(other)


@pytest.mark.parametrize(("phrase", "file", "keys"), [(row[0], row[3], row[4]) for row in ROWS])
def test_the_page_of_conventions_names_keys_that_are_there(phrase: str, file: str, keys: str) -> None:
    (name,) = quoted(file)
    document = yaml.safe_load((ROOT / "rules" / str(name)).read_text(encoding="utf-8"))
    for key in quoted(keys):
        at: object = document
        if name == "vocabulary.yaml":
            assert key in [term["name"] for term in document["terms"]], phrase
            continue
        for part in str(key).split("."):
            assert isinstance(at, Mapping), (phrase, key)
            assert part in at, (phrase, key)
            at = cast("Mapping[str, object]", at)[part]


def test_the_page_has_every_term_and_every_table_with_another_reading(revision: Revision) -> None:
    told = {
        (str(quoted(file)[0]), str(key).split(".")[0]) for _, _, _, file, keys in ROWS for key in quoted(keys)
    }
    for term in revision.vocabulary.terms:
        assert not term.second or ("vocabulary.yaml", term.name) in told, term.name
    for name in revision.conversions:
        own = yaml.safe_load((ROOT / "rules" / "conversions" / f"{name}.yaml").read_text(encoding="utf-8"))
        assert "second" not in own or (f"conversions/{name}.yaml", "second") in told, name


def test_evidence_always_has_a_list_of_other_readings(read: Read) -> None:
    evidence = conversion_json(read("10억대 15억대 매매 신축"))["evidence"]
    assert isinstance(evidence, list)
    lists = [each["other"] for each in cast("list[dict[str, object]]", evidence)]
    assert lists == [[{"priceMin": 100000, "priceMax": 109999}], [], [], [{"ageMax": 5}]]


@pytest.mark.parametrize(
    "phrase",
    ["15억대", "30억대", "5억대", "30평대", "15억 이하", "2억~3억", "15억 정도", "30평", "500세대 이상"],
)
def test_a_clear_phrase_has_one_reading(phrase: str, read: Read) -> None:
    assert others(read(phrase)) == []


def test_an_end_of_a_range_may_be_disputed_by_itself(read: Read) -> None:
    assert others(read("5억~9억5")) == [{"priceMin": 50000, "priceMax": 90005}]
    assert others(read("9억5~10억")) == [{"priceMin": 90005, "priceMax": 100000}]
    assert others(read("5~10억대")) == [
        {"priceMin": 50000, "priceMax": 109999},
        {"priceMin": 50000, "priceMax": 100000},
    ]


def test_another_reading_keeps_what_the_words_beside_it_set(read: Read) -> None:
    (evidence,) = (e for e in read("전용 34평대").evidence if e.other)
    assert said(evidence.other[0]) == {"areaMin": 30, "areaMax": 39, "areaBasis": "exclusive"}


def test_a_pairs_first_amount_may_be_meant_without_the_bound_behind_it(read: Read) -> None:
    first, second = (e for e in read("1000/50 이하").evidence if e.rule == "conversion/rent_pair")
    assert [said(other) for other in first.other] == [
        {"depositMin": 1000, "depositMax": 1000, "dealType": "RENT"}
    ]
    assert second.other == ()


def test_a_term_that_is_excluded_excludes_its_other_reading(read: Read) -> None:
    assert others(read("신축 말고")) == [{"ageMin": 6}]
    assert others(read("구축")) == []


@given(
    number=st.integers(1, 999),
    unit=st.sampled_from(["억", "만원"]),
    word=st.sampled_from(["대", "", " 밑", " 초반", "대 이하"]),
)
def test_no_other_reading_equals_the_chosen_one_or_is_told_twice(
    number: int, unit: str, word: str, read: Read
) -> None:
    for evidence in read(f"{number}{unit}{word}").evidence:
        told = [said(evidence.params), *map(said, evidence.other)]
        assert all(told.count(each) == 1 for each in told)


# text, keys of `length` with which another reading is listed, what is listed
KEYS: list[tuple[str, Keys, list[dict[str, object]]]] = [
    ("200 km ish", {"second": {"band": {"of": [200], "width": "10%"}}}, [{"kmMin": 200, "kmMax": 209}]),
    ("34 km ish", {"second": {"band": {"width": 10}}}, [{"kmMin": 30, "kmMax": 39}]),
    ("30 km low", {"second": {"band": {"parts": {"low": [0, 4]}}}}, [{"kmMin": 30, "kmMax": 34}]),
    (
        "2 leagues 5",
        {
            "units": {"leagues": 100},
            "tail": {"leagues": {"one_digit": 10, "more_digits": 1}},
            "second": {"tail": {"leagues": {"one_digit": 1}}},
        },
        [{"kmMin": 205, "kmMax": 205}],
    ),
    (
        "2 leagues 15",
        {
            "units": {"leagues": 100},
            "tail": {"leagues": {"one_digit": 10, "more_digits": 1}},
            "second": {"tail": {"leagues": {"two_digits": 2}}},
        },
        [{"kmMin": 230, "kmMax": 230}],
    ),
    ("under 8 km", {"second": {"at_most": ["under"]}}, [{"kmMax": 8}]),
    ("up to 8 km", {"second": {"below": ["up to"]}}, [{"kmMax": 7}]),
    ("over 8 km", {"second": {"at_least": ["over"]}}, [{"kmMin": 8}]),
    ("8 km at least", {"second": {"above": ["at least"]}}, [{"kmMin": 9}]),
    ("about 50 km at most", {"second": {"bounded": ["about"]}}, [{"kmMax": 55}]),
    ("50 km ish at most", {"second": {"bounded": ["band"]}}, [{"kmMax": 50}]),
    ("50 to 60 km ish", {"second": {"between": "plain"}}, [{"kmMin": 50, "kmMax": 60}]),
    ("8 km", {"second": {"bare": "at_most"}}, [{"kmMax": 8}]),
    ("1.5 km", {"second": {"whole": "down"}}, [{"kmMin": 1, "kmMax": 1}]),
    ("1.5 km", {"second": {"whole": "up"}}, [{"kmMin": 2, "kmMax": 2}]),
    ("1.5 km", {"second": {"whole": "outward"}}, [{"kmMin": 1, "kmMax": 2}]),
]


def listed(text: str, keys: Keys, inspect_hikes: Inspect) -> list[dict[str, object]]:
    file = "rules/conversions/length.yaml"
    inspection = inspect_hikes({file: changed(file, keys)})
    assert inspection.revision is not None, [str(problem) for problem in inspection.problems]
    return others(convert(text, inspection.revision, TODAY))


@pytest.mark.parametrize(("text", "keys", "expected"), KEYS)
def test_every_key_of_a_second_reading_acts(
    text: str, keys: Keys, expected: list[dict[str, object]], inspect_hikes: Inspect
) -> None:
    assert listed(text, {**keys, "second": {}}, inspect_hikes) == []
    assert listed(text, keys, inspect_hikes) == expected


def test_a_band_of_a_single_unit_is_no_other_reading(inspect_hikes: Inspect) -> None:
    tenth = {"second": {"band": {"of": [20, 200], "width": "10%"}}}
    assert listed("20 km ish", tenth, inspect_hikes) == []
    assert listed("200 km ish", tenth, inspect_hikes) != []


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"second": {"at_most": ["undr"]}}, "undr is not a word of another class than at_most"),
        ({"second": {"tail": {"km": {"one_digit": 1}}}}, "km is not a unit with a tail"),
        ({"second": {"band": {"parts": {"lo": [0, 4]}}}}, "lo is not a part of the band"),
        ({"second": {"band": {"parts": {"low": [4, 0]}}}}, "low is tenths 4 to 0"),
        ({"second": {"band": {"width": "3kg"}}}, "a width of 3kg is neither"),
        ({"second": {"pair": "last"}}, "the table is no pair"),
    ],
)
def test_a_second_reading_that_cannot_act_is_a_problem(
    keys: Keys, message: str, inspect_hikes: Inspect
) -> None:
    file = "rules/conversions/length.yaml"
    problems = inspect_hikes({file: changed(file, keys)}).problems
    assert [p.code for p in problems if message in p.message] == ["CONV006"], [str(p) for p in problems]
