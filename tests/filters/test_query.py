"""Filters for a server against the masks of the same conditions."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from engine.catalog.fields import fields
from engine.filters.predicate import Predicate, compile_predicate
from engine.search.mapping import indexed, server_fields
from tests.filters.expressions import BINDINGS, DEAL, Generator, revision
from tests.filters.server import clauses, matches
from tests.filters.test_mask import rows


def sources(path: str, deal: str | None) -> Sequence[str]:
    return server_fields(fields(revision().catalog)[path], deal)


def query(source: str, **bindings: Any) -> Any:
    return compile_predicate(source, revision().catalog).query(sources, {**BINDINGS, **bindings}, DEAL)


def test_a_server_finds_exactly_where_a_random_condition_holds(
    fuzz_rounds: Callable[[int, int], int],
) -> None:
    candidates, generator = rows(60), Generator(3, depth=2)
    documents = [indexed(document, revision().catalog) for document in candidates.columns.documents]
    parts = [part for document in documents for part in document["floor_plans"]]
    pushed, rounds = 0, fuzz_rounds(1500, 20_000)
    for _ in range(rounds):
        condition = generator.condition()
        predicate = Predicate(source=condition.ours, tree=condition.tree(), reads_part=condition.reads_part)
        found = predicate.query(sources, BINDINGS, DEAL)
        if found is None:
            assert predicate.why_residual(sources, BINDINGS, DEAL)
            continue
        pushed += 1
        prefix = "floor_plans." if condition.reads_part else ""
        got = [matches(found, record, prefix) for record in (parts if prefix else documents)]
        right = predicate.mask(candidates, BINDINGS, DEAL)
        assert got == right.holds.tolist(), (condition.ours, found)
    assert pushed > rounds / 5


def test_both_ends_of_a_range_are_one_clause() -> None:
    found = query("plan.area >= 24 && plan.area < 30 && plan.area > 20")
    assert found == {"range": {"floor_plans.area": {"gte": 24.0, "lt": 30.0}}}


def test_not_is_pushed_down_so_that_an_absent_value_matches_neither_side() -> None:
    assert query("!(plan.area < 24)") == {"range": {"floor_plans.area": {"gte": 24.0}}}
    assert query("!(plan.area < 24 || plan.area > 30)") == {
        "range": {"floor_plans.area": {"gte": 24.0, "lte": 30.0}}
    }


def test_every_floor_plan_means_that_none_fails() -> None:
    fails = {"bool": {"must_not": [{"range": {"floor_plans.area": {"gte": 24.0}}}]}}
    assert query("doc.floor_plans.all(p, p.area >= 24)") == {
        "bool": {"must_not": [{"nested": {"path": "floor_plans", "query": fails}}]}
    }


def test_what_the_customer_said_is_a_number_in_the_query() -> None:
    condition = "want.price.max == null || plan.area >= want.price.max / 2"
    assert query(condition) == {"range": {"floor_plans.area": {"gte": 30.0}}}
    assert query(condition, **{"want.price.max": None}) == {"match_all": {}}


def test_the_first_price_that_is_there_counts() -> None:
    found = query("plan.price != null && plan.price <= 10")
    asking, traded = "floor_plans.asking.LEASE", "floor_plans.traded.LEASE"
    for part, right in (
        ({"asking": {"LEASE": 9}, "traded": {"LEASE": 90}}, True),
        ({"asking": {"LEASE": 90}, "traded": {"LEASE": 9}}, False),
        ({"traded": {"LEASE": 9}}, True),
        ({}, False),
    ):
        assert matches(found, part, "floor_plans.") is right
    assert {asking, traded} <= {each["field"] for each in clauses(found) if "field" in each}


def test_a_list_with_null_finds_homes_without_the_value() -> None:
    found = query("doc.sido in ['서울', null]")
    assert matches(found, {})
    assert matches(found, {"sido": "서울"})
    assert not matches(found, {"sido": "부산"})


def test_signs_of_a_pattern_inside_a_text_are_letters() -> None:
    found = query("doc.sido != null && doc.sido.contains('a*')")
    assert matches(found, {"sido": "xa*b"})
    assert not matches(found, {"sido": "xab"})


def test_the_terms_of_a_conjunction_are_pushed_down_by_themselves() -> None:
    whole = compile_predicate(
        "plan.area >= 30 && doc.lift == true && plan.area > plan.area_m2", revision().catalog
    )
    assert whole.query(sources, BINDINGS, DEAL) is None
    found = [each.query(sources, BINDINGS, DEAL) for each in whole.conjuncts]
    assert found[:2] == [{"range": {"floor_plans.area": {"gte": 30.0}}}, {"term": {"lift": True}}]
    assert [each.reads_part for each in whole.conjuncts] == [True, False, True]
    assert whole.conjuncts[2].why_residual(sources, BINDINGS, DEAL) == "it compares two fields"


@pytest.mark.parametrize(
    ("condition", "reason"),
    [
        ("doc.name == 'x'", "the server does not index doc.name"),
        ("size(doc.floor_plans) >= 2", "it counts floor plans"),
        ("plan.area * 2 >= 50", "it calculates with a field"),
        ("plan.area >= 30 || doc.lift == true", "it looks at the home and at one of its floor plans at once"),
        ("doc.floor_plans.all(p, p.area <= plan.area)", "it looks at the other floor plans of a floor plan"),
        (
            f"doc.sido != null && doc.sido.contains('{'가' * 201}')",
            "it looks for more than 200 characters inside a text",
        ),
        ("(doc.lift == true ? 30 : 20) <= doc.listing_count", "it chooses between values"),
    ],
)
def test_what_a_server_cannot_ask_is_named(condition: str, reason: str) -> None:
    predicate = compile_predicate(condition, revision().catalog)
    assert predicate.why_residual(sources, BINDINGS, DEAL) == reason
    assert predicate.query(sources, BINDINGS, DEAL) is None


def test_the_longest_condition_stays_below_the_caps_of_a_server() -> None:
    longest = " || ".join(["plan.area == 1"] * 111)
    assert len(longest) <= 2000
    found = compile_predicate(longest, revision().catalog).query(sources, BINDINGS, DEAL)
    most = "doc.sido in [" + ",".join(["'a'"] * 490) + "]"
    assert len(most) <= 2000
    terms = compile_predicate(most, revision().catalog).query(sources, BINDINGS, DEAL)
    assert terms == {"terms": {"sido": ["a"]}}
    assert sum("term" in each for each in clauses(found)) < 1024


def test_masks_and_queries_leave_the_columns_as_they_are() -> None:
    candidates = rows(60)
    before = candidates.numbers("floor_plans.area").copy()
    compile_predicate("-plan.area + 1 < 0 && !(plan.area == 24)", revision().catalog).mask(
        candidates, BINDINGS
    )
    assert np.array_equal(before, candidates.numbers("floor_plans.area"), equal_nan=True)
