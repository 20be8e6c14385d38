import copy
import json
import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.config.revision import Revision
from engine.plan import Plan, Removal, Sanitized, sanitize

from .tool_rules import RULES, SEARCH, plan, step

PLACE = ("1", "poi_search", {"location": "강남역"})


def reasons(found: Sanitized) -> list[tuple[str, str]]:
    return [(removal.step, removal.reason) for removal in found.removed]


def left(found: Sanitized) -> list[str]:
    return [each.id for each in found.plan.steps]


def cleaned(*steps: object, **more: Any) -> Sanitized:
    return sanitize(plan(*steps, **more), RULES)


def test_a_good_plan_stays_as_it_is() -> None:
    before = copy.deepcopy(SEARCH)
    found = sanitize(SEARCH, RULES)
    assert found.plan.to_dict() == SEARCH == before
    assert (found.removed, found.notes, found.replan) == ((), (), "")


def test_the_pack_of_the_checkout_judges_alike(revision: Revision) -> None:
    found = sanitize(SEARCH, revision)
    assert found.plan.to_dict() == SEARCH
    assert found.removed == ()
    wild = plan(
        step(*PLACE), step("2", "geocodr"), step("3", "property_search", {"priceMin": "5억", "colour": 1})
    )
    assert reasons(sanitize(wild, revision)) == [("2", "unknown_tool"), ("3", "bad_param")]


def test_a_tool_outside_the_whitelist_is_removed_with_all_that_waits_for_it() -> None:
    found = cleaned(
        step("1", "geocodr", {"q": "x"}),
        step("2", "anything", {"number": "$1.lat"}),
        step("3", "anything", {"number": "$2.lat"}),
        step("4", "anything", deps=["3"]),
        step("5"),
    )
    assert left(found) == ["5"]
    assert reasons(found) == [
        ("1", "unknown_tool"),
        ("2", "dep_removed"),
        ("3", "dep_removed"),
        ("4", "dep_removed"),
    ]
    assert [removal.detail for removal in found.removed[:2]] == [
        "there is no tool geocodr",
        "needs step 1, which was taken out",
    ]


@pytest.mark.parametrize("name", [None, 5, "", ["poi_search"], {}, "POI_SEARCH", "poi_search ", "__import__"])
def test_a_step_without_a_known_tool_is_never_guessed(name: object) -> None:
    assert reasons(cleaned(step("1", name))) == [("1", "unknown_tool")]


def test_a_duplicate_id_takes_out_every_step_that_has_it() -> None:
    found = cleaned(
        step("1", *PLACE[1:]), step(1, *PLACE[1:]), step("2", "anything", {"text": "$1.name"}), step("3")
    )
    assert left(found) == ["3"]
    assert reasons(found) == [("1", "duplicate_id"), ("1", "duplicate_id"), ("2", "dep_removed")]


@pytest.mark.parametrize(
    ("written", "wanted"), [(1, "1"), ("1", "1"), ("01", "01"), ("a-b_C", "a-b_C"), (10**31, "1" + "0" * 31)]
)
def test_a_whole_number_and_its_digits_are_one_id(written: object, wanted: str) -> None:
    assert left(cleaned(step(written))) == [wanted]


@pytest.mark.parametrize("written", [" 1", 1.0, True, None, "", "a b", "가", "a" * 33, [], {}, 10**50, "1\n"])
def test_everything_else_is_no_id(written: object) -> None:
    assert [reason for _, reason in reasons(cleaned(step(written)))] == ["bad_id"]


def test_duplicate_ids_unknown_deps_and_cycles_are_three_kinds() -> None:
    assert [r for _, r in reasons(cleaned(step("1"), step("1")))] == ["duplicate_id", "duplicate_id"]
    assert [r for _, r in reasons(cleaned(step("1", deps=["9"])))] == ["unknown_ref"]
    assert [r for _, r in reasons(cleaned(step("1", deps=["1"])))] == ["cycle"]


def test_a_reference_without_a_declared_dep_becomes_an_edge() -> None:
    found = cleaned(
        step(*PLACE),
        step("2", "anything", {"value": {"x": [{"y": "$1.name"}]}}),
        step("3", "anything", deps=[1, "1", "2"]),
    )
    assert [each.deps for each in found.plan.steps] == [(), ("1",), ("1", "2")]
    assert not found.removed


def test_a_step_may_refer_to_one_written_behind_it() -> None:
    found = cleaned(step("1", "anything", {"text": "$2.name"}), step("2", *PLACE[1:]))
    assert left(found) == ["1", "2"]


@pytest.mark.parametrize(
    "value", ["$9.lat", "$1.__class__", "$1.items[-1]", "$1.nope", "$1[0]", "$1[*].name", "${1.name"]
)
def test_a_reference_that_cannot_be_followed_is_caught_before_running(value: str) -> None:
    found = cleaned(step(*PLACE), step("2", "anything", {"text": value}), step("3", "anything", deps=["2"]))
    assert left(found) == ["1"]
    assert reasons(found) == [("2", "unknown_ref"), ("3", "dep_removed")]


@pytest.mark.parametrize("deps", ["1", 1, {"1": 1}, [None], [1.0], [["1"]], True])
def test_deps_that_are_no_list_of_ids_are_not_read_as_something_else(deps: object) -> None:
    assert reasons(cleaned(step(*PLACE), step("2", deps=deps))) == [("2", "unknown_ref")]


def test_prices_in_dollars_stay_text_and_are_noted() -> None:
    found = cleaned(step("1", "anything", {"text": "$100-$200"}), step("2", "anything", {"text": "plain"}))
    assert found.plan.steps[0].params == {"text": "$100-$200"}
    assert [(note.step, note.kind) for note in found.notes] == [("1", "dollar_literal")]
    assert not found.removed


def test_a_parameter_that_denies_references_is_plain_text() -> None:
    found = cleaned(
        step("1"),
        step("2", "poi_search", {"location": "$1.name"}),
        step("3", "poi_search", {"location": "$9.x"}),
    )
    assert [each.deps for each in found.plan.steps] == [(), (), ()]
    assert found.plan.steps[1].literal == {"location", "near"}


def test_a_cycle_is_named_and_takes_its_tail_with_it() -> None:
    found = cleaned(
        step("1", "anything", {"text": "$2.a"}),
        step("2", "anything", {"text": "$3.a"}),
        step("3", "anything", deps=["1"]),
        step("4", "anything", deps=["3"]),
        step("5", "anything", {"text": "$5.a"}),
        step("6"),
    )
    assert left(found) == ["6"]
    assert reasons(found) == [
        ("1", "cycle"),
        ("2", "cycle"),
        ("3", "cycle"),
        ("5", "cycle"),
        ("4", "dep_removed"),
    ]
    assert found.removed[0].detail == "waits for itself: 1 → 2 → 3 → 1"


def test_an_unknown_parameter_is_dropped_and_listed_and_refers_to_nothing() -> None:
    found = cleaned(
        step(*PLACE),
        step(
            "2",
            "property_search",
            {"colour": "$9.x", "limit": 3, "pois": [{"lat": 1, "lon": 2, "zoom": 3}], "내 비밀": 1},
        ),
    )
    assert found.plan.steps[1].params == {"limit": 3, "pois": [{"lat": 1, "lon": 2}]}
    assert [removal.detail for removal in found.removed] == [
        "property_search has no parameter colour",
        "property_search has no parameter pois[0].zoom",
        "property_search has no parameter (a name of 4 characters)",
    ]


def test_parameters_of_another_tool_are_a_missing_one_here() -> None:
    found = cleaned(step("1", "poi_search", {"areaMin": 30}))
    assert reasons(found) == [("1", "bad_param")]
    assert found.removed[0].detail == "location is missing"


def test_the_cap_keeps_the_first_ten_as_written_and_then_cascades() -> None:
    found = cleaned(step("0", "anything", deps=["11"]), *(step(str(i)) for i in range(1, 13)))
    assert left(found) == [str(i) for i in range(1, 10)]
    assert reasons(found) == [
        ("10", "step_cap"),
        ("11", "step_cap"),
        ("12", "step_cap"),
        ("0", "dep_removed"),
    ]


def test_removed_steps_take_no_place_under_the_cap() -> None:
    found = cleaned(*(step(f"x{i}", "nothing") for i in range(10)), *(step(str(i)) for i in range(10)))
    assert left(found) == [str(i) for i in range(10)]


def test_an_unknown_intent_is_read_from_the_tools_that_are_left() -> None:
    found = sanitize({**SEARCH, "intent": "BUY"}, RULES)
    assert (found.plan.intent, found.replan) == ("PROPERTY_SEARCH", "")
    assert reasons(found) == [("", "bad_intent")]
    nothing = sanitize({"intent": ["PROPERTY_SEARCH"], "steps": []}, RULES)
    assert (nothing.plan.intent, nothing.replan) == ("OUT_OF_DOMAIN", "bad_intent")


def test_an_empty_plan_is_told_from_one_that_became_empty() -> None:
    assert sanitize({"intent": "PROPERTY_SEARCH"}, RULES).replan == "empty_plan"
    assert cleaned(step("1", "geocodr"), intent="PROPERTY_SEARCH").replan == "empty_after_sanitise"
    assert cleaned(intent="GENERAL_QA").replan == ""


def test_a_search_that_lost_its_search_is_planned_again() -> None:
    found = cleaned(step(*PLACE), step("2", "property_search", {"limit": "many"}), intent="PROPERTY_SEARCH")
    assert (left(found), found.replan) == (["1"], "goal_missing")


def test_free_text_is_cleaned_and_capped() -> None:
    found = cleaned(
        etcCondition="초품아,\n<b>조용한</b> 곳\u202e", systemContext="근" + "가나다라마바사" * 100
    )
    assert found.plan.etc_condition == "초품아, 조용한 곳"
    assert found.plan.system_context is None
    assert [removal.detail for removal in found.removed] == [
        "etcCondition: line breaks, hidden characters, markup",
        "systemContext: repeats itself",
    ]
    long = "".join(chr(0xAC00 + i) for i in range(400))
    assert cleaned(etcCondition=long).plan.etc_condition == long[:300]
    assert reasons(cleaned(etcCondition=["조용"])) == [("", "free_text")]


@pytest.mark.parametrize(
    "value", [None, 5, "plan", [], [SEARCH], {}, {"steps": {}}, {"steps": "x"}, {"steps": [None, 1, [], "x"]}]
)
def test_any_json_value_gives_a_plan_that_may_run(value: object) -> None:
    found = sanitize(value, RULES)
    assert found.plan.steps == ()
    assert found.plan.intent in RULES.plan_policy.intents
    assert found.removed
    assert sanitize(found.plan, RULES).plan == found.plan


def test_keys_that_a_plan_does_not_have_are_listed() -> None:
    found = sanitize({**SEARCH, "answer": "rm -rf"}, RULES)
    assert reasons(found) == [("", "unknown_param")]
    assert "rm" not in found.plan.to_json()


def test_no_removal_quotes_what_a_customer_wrote() -> None:
    private = "010-1234-5678 김"
    hostile = plan(
        step("1", private, {private: private}),
        step(private, "anything", {private: private}),
        step("2", "property_search", {"dealType": private, "limit": private}),
        step("3", "anything", {"value": {private: object()}}),
        step("4", "anything", {"number": private, private: 1}),
        intent=private,
        etcCondition=f"<b>{private}</b>",
        **{private: 1},
    )
    found = sanitize(hostile, RULES)
    assert len(found.removed) >= 7
    assert not any("김" in removal.detail + removal.step for removal in found.removed)


def test_a_removal_is_a_warning_for_reports() -> None:
    problem = Removal(step="1", reason="cycle", detail="waits for itself: 1 → 1").problem()
    assert (problem.code, problem.path, problem.severity) == ("PLAN002", "/steps/1", "warning")


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 60), st.floats(allow_nan=True), st.just("강남역"),
    st.sampled_from(["$1.name", "$2.hits", "$9.x", "$1", "$10.lat", "a $1.name b", "$$1", "$500", "$1._x"]),
    st.sampled_from(["DEAL", "${2.hits}"]),
    st.lists(st.sampled_from(["$1.lat", 3, None, "RENT"]), max_size=3),
    st.just([{"lat": "$1.lat", "lon": "$1.lon", "zoom": 1}]),
)  # fmt: skip
STEPS = st.fixed_dictionaries(
    {},
    optional={
        "id": st.sampled_from(["1", 1, "2", 2, "3", "10", "a b", None, True, 1.0]),
        "name": st.sampled_from(["poi_search", "property_search", "property_info", "anything", "rm", None]),
        "params": st.one_of(
            st.none(),
            st.dictionaries(
                st.sampled_from(
                    ["location", "pois", "text", "number", "value", "items", "dealType", "limit", "id", "x"]
                ),
                VALUES,
                max_size=4,
            ),
        ),
        "deps": st.one_of(
            st.none(), st.lists(st.sampled_from(["1", 2, "3", "9", None]), max_size=3), st.just("1")
        ),
    },
)
PLANS = st.fixed_dictionaries(
    {
        "intent": st.sampled_from(["PROPERTY_SEARCH", "MEMORY", "X", None]),
        "steps": st.lists(STEPS, max_size=14),
    },
    optional={
        "etcCondition": st.text(max_size=80),
        "systemContext": st.text(alphabet="<>{}[]`ab \n", max_size=40),
    },
)


@settings(max_examples=120, deadline=None)
@given(PLANS)
def test_sanitizing_twice_changes_nothing(raw: Mapping[str, object]) -> None:
    once = sanitize(raw, RULES)
    for again in (sanitize(once.plan, RULES), sanitize(json.loads(once.plan.to_json()), RULES)):
        assert again.plan == once.plan
        assert again.removed == ()
        assert [each.literal for each in again.plan.steps] == [each.literal for each in once.plan.steps]


@settings(max_examples=120, deadline=None)
@given(PLANS.filter(lambda raw: len(raw["steps"]) <= 10), st.randoms(use_true_random=False))
def test_the_order_of_steps_decides_nothing(raw: dict[str, Any], rng: random.Random) -> None:
    shuffled = {**raw, "steps": rng.sample(raw["steps"], len(raw["steps"]))}
    one, other = sanitize(raw, RULES), sanitize(shuffled, RULES)
    assert sorted(one.removed, key=repr) == sorted(other.removed, key=repr)
    assert {each.id: each for each in one.plan.steps} == {each.id: each for each in other.plan.steps}
    assert (one.plan.intent, one.replan) == (other.plan.intent, other.replan)


@settings(max_examples=80, deadline=None)
@given(PLANS)
def test_a_sanitized_plan_names_only_what_exists_and_its_input_is_untouched(raw: dict[str, Any]) -> None:
    before = copy.deepcopy(raw)
    found = sanitize(raw, RULES)
    assert repr(raw) == repr(before)
    ids = {each.id for each in found.plan.steps}
    assert len(ids) == len(found.plan.steps) <= 10
    for each in found.plan.steps:
        assert each.name in RULES.tools
        assert set(each.deps) <= ids - {each.id}
    assert found.plan.intent in RULES.plan_policy.intents
    assert len(found.removed) >= len(raw["steps"]) - len(ids)


def nested(depth: int) -> object:
    value: object = "x"
    for _ in range(depth):
        value = [value]
    return value


HUGE: dict[str, object] = {
    "chain": plan(*(step(i, "anything", deps=[i - 1] if i else []) for i in range(10_000))),
    "ring": plan(*(step(i, "anything", deps=[(i + 1) % 10_000]) for i in range(10_000))),
    "twins": plan(*(step("1", "anything", deps=["1"]) for _ in range(10_000))),
    "unknown": plan(*(step(i, "rm", deps=[str(i - 1)]) for i in range(10_000))),
    "deep": plan(
        step("1", "anything", {"value": {"x": nested(50_000)}, "text": nested(50_000), "q": nested(50_000)})
    ),
    "long text": plan(step("1", "anything", {"text": "x" * 1_000_000, "items": ["$1." * 50_000]})),
    "wide": plan(step("1", "anything", {f"k{i}": i for i in range(50_000)})),
    "deps": plan(step("1", "anything", deps=[str(i) for i in range(50_000)])),
    "words": plan(etcCondition="<" * 1_000_000, systemContext="가나" * 500_000),
}


@pytest.mark.parametrize("name", HUGE)
def test_hostile_sizes_are_judged_like_any_other(name: str) -> None:
    found = sanitize(HUGE[name], RULES)
    assert len(found.plan.steps) <= 10
    assert len(found.plan.to_json()) < 10_000


def test_a_plan_may_be_given_as_the_plan_that_was_returned() -> None:
    found = sanitize(SEARCH, RULES).plan
    assert isinstance(found, Plan)
    assert sanitize(found, RULES).plan == found
