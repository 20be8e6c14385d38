"""Conditions as their authors write them: what is understood, and what is said where something is not."""

import random
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.errors import ConfigError
from engine.filters.parse import LENGTH_AT_MOST, parse
from engine.filters.predicate import Predicate, compile_predicate, judge
from engine.filters.syntax import Fault
from tests.filters.expressions import BINDINGS, DEAL, revision
from tests.filters.test_mask import rows

MISTAKES = {
    row.pop("name"): row
    for row in yaml.safe_load((Path(__file__).parent / "mistakes.yaml").read_text(encoding="utf-8"))
}


def faults(condition: str) -> tuple[Fault, ...]:
    found = judge(condition, revision().catalog)
    return found.warnings if isinstance(found, Predicate) else found


def holds(condition: str, **bindings: Any) -> list[bool]:
    predicate = compile_predicate(condition, revision().catalog)
    return predicate.mask(rows(60), {**BINDINGS, **bindings}, DEAL).holds.tolist()


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_mistake_is_said_at_its_letter_with_the_mend(mistake: str) -> None:
    row = MISTAKES[mistake]
    found = faults(row["condition"])
    assert [(fault.code, fault.at) for fault in found] == [(row["code"], row["at"])], found
    assert row["hint"] in found[0].hint
    assert found[0].message


@pytest.mark.parametrize(
    "condition",
    [
        "doc.households != null && doc.households >= 300",
        "doc.households >= 300 && doc.households != null",
        "doc.households == null || doc.households >= 300",
        "!(doc.households == null) && doc.households >= 300",
        "!(doc.households == null || doc.households < 300)",
        "doc.households != null ? doc.households >= 300 : false",
        "(doc.households == null ? 0 : doc.households) >= 300",
        "null != doc.households && -doc.households < -300",
        "want.price.max == null || plan.price == null || plan.price <= want.price.max * 1.1",
        "doc.floor_plans.exists(p, p.rooms != null && p.rooms >= 3)",
        "doc.lift == true",
        "doc.sido in ['서울', '부산']",
        "plan.price.RENT == null",
        "size(doc.floor_plans.filter(p, p.area >= 30)) >= 2 && doc.floor_plans.size() < 5",
        "'RENT' in want.deal && request.hasPlaces",
        "doc.name.contains('자이')",
    ],
)
def test_a_value_that_is_asked_for_first_may_be_compared(condition: str) -> None:
    assert faults(condition) == ()


def test_every_fault_of_a_condition_is_found_at_once() -> None:
    assert [fault.code for fault in faults("doc.househols > 3 && doc.sido == 3 || foo(1)")] == [
        "CEL002",
        "CEL005",
        "CEL006",
    ]


def test_whole_numbers_and_decimals_are_the_same() -> None:
    for one, other in (
        ("plan.area >= 30", "plan.area >= 30.0"),
        ("30 <= plan.area", "30.0 <= plan.area"),
        ("plan.area == 24", "plan.area == 24.0"),
        ("plan.area in [24, 30]", "plan.area in [24.0, 3e1]"),
        ("2 * plan.area / 3 > 15.5", "2.0 * plan.area / 3.0 > 15.5"),
        ("5 / 2 == 2.5 && plan.area > 0x10", "plan.area > 16.0"),
    ):
        assert holds(one) == holds(other)
        assert any(holds(one))
        assert not all(holds(one))


def test_a_number_beside_null_has_an_answer_where_cel_python_raises() -> None:
    assert holds("doc.households == null") == [not each for each in holds("doc.households != null")]
    assert holds("doc.households in [null]") == holds("doc.households == null")


def test_letters_of_every_plane_count_one() -> None:
    found = faults("doc.sido == '🏠🏠' && doc.househols > 3")
    assert [fault.at for fault in found] == [len("doc.sido == '🏠🏠' && doc.")]


def test_text_literals_are_read_as_cel_reads_them() -> None:
    for written in (r"'서\uC6B8'", r'"서\xC6B8"', r"r'서울'", "'''서울'''", r"'\uC11C\U0000C6B8'", r"'서울'"):
        same = holds(f"doc.sido == {written}") == holds("doc.sido == '서울'")
        assert same is (written != r'"서\xC6B8"')


def test_a_condition_that_is_too_long_or_too_deep_is_refused_before_it_is_looked_at() -> None:
    assert parse("a" * (LENGTH_AT_MOST + 1)) == faults("a" * (LENGTH_AT_MOST + 1))[0]
    for condition in (
        "!" * 41 + "doc.lift",
        "-(" * 500 + "1" + ")" * 500 + " > 0",
        "1" + " + 1" * 300 + " > 0",
    ):
        assert [fault.code for fault in faults(condition)] == ["CEL003"]


def test_a_long_chain_and_many_brackets_are_not_deep() -> None:
    assert faults(" || ".join(["doc.lift == true"] * 100)) == ()
    assert faults("(" * 900 + "doc.lift == true" + ")" * 900) == ()


def test_reading_conditions_changes_nothing_for_others_in_the_process() -> None:
    import celpy
    from celpy.celparser import CELParser

    before, theirs = sys.getrecursionlimit(), CELParser.CEL_PARSER
    parse.cache_clear()
    assert not isinstance(parse("doc.lift == true"), Fault)
    assert sys.getrecursionlimit() == before
    assert CELParser.CEL_PARSER is theirs
    assert celpy.__name__ == "celpy"


def test_conditions_read_and_asked_by_many_threads_at_once_stay_right() -> None:
    conditions = [f"plan.area >= {number} || plan.area_m2 < {number}" for number in range(60)]
    alone = [holds(condition) for condition in conditions]
    parse.cache_clear()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            trees = list(pool.map(parse, conditions))
            together = list(pool.map(holds, conditions))
    finally:
        sys.setswitchinterval(interval)
    assert together == alone
    assert not any(isinstance(tree, Fault) for tree in trees)


def test_a_quotient_by_zero_is_infinite_and_no_error() -> None:
    assert holds("1 / 0 > 1000 && -1 / 0 < 0 && !(0 / 0 == 0 / 0)") == [True] * 60
    assert holds("plan.area / 0 > plan.area") == holds("plan.area > 0")


def test_the_word_in_alone_is_no_name() -> None:
    assert [fault.code for fault in faults("in == 3")] == ["CEL002"]


def test_a_home_without_floor_plans_meets_all_and_no_exists() -> None:
    empty = holds("size(doc.floor_plans) == 0")
    assert any(empty)
    for condition, right in (
        ("doc.floor_plans.all(p, p.rooms == null)", True),
        ("doc.floor_plans.exists(p, p.rooms == null)", False),
        ("doc.floor_plans.exists_one(p, p.rooms == null)", False),
        ("doc.floor_plans.all(p, p.area > 1000)", True),
    ):
        assert {answer for answer, none in zip(holds(condition), empty, strict=True) if none} == {right}


def test_problems_are_raised_at_the_place_where_the_condition_begins() -> None:
    with pytest.raises(ConfigError) as raised:
        compile_predicate("doc.househols > 3", revision().catalog, file="a.yaml", line=7, column=5)
    (problem,) = raised.value.problems
    assert (problem.file, problem.line, problem.column, problem.code) == ("a.yaml", 7, 9, "CEL002")


def test_a_condition_is_about_one_floor_plan_when_it_says_plan() -> None:
    catalog = revision().catalog
    assert compile_predicate("plan.area >= 30", catalog).reads_part
    assert not compile_predicate("doc.floor_plans.exists(p, p.area >= 30)", catalog).reads_part
    assert compile_predicate("want.price.max == null || doc.listing_count > 3", catalog).asks == {
        "want.price.max"
    }


def test_random_bytes_are_a_condition_or_a_fault_and_never_a_traceback() -> None:
    dice = random.Random(5)
    pieces = ["doc", ".", "plan", "(", ")", "&&", "||", "!", "-", "area", "'", "null", "[", "]", "?", ":"]
    pieces += ["in", "==", "3", "exists", ",", "p", " ", "size", "강", "\\", '"', "{"]
    for _ in range(1500):
        text = "".join(dice.choice(pieces) for _ in range(dice.randint(1, 14)))
        found = judge(text, revision().catalog)
        assert isinstance(found, Predicate) or all(0 <= fault.at <= len(text) for fault in found)
