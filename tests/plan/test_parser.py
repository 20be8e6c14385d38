import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.plan import Parsed, ReplyFailure, parse
from engine.plan.parser import SIZE_AT_MOST

from .tool_rules import SEARCH

COMPACT = json.dumps(SEARCH, ensure_ascii=False, separators=(",", ":"))
PRETTY = json.dumps(SEARCH, ensure_ascii=False, indent=2)


def kind(text: str, finish_reason: str | None = None) -> str:
    found = parse(text, finish_reason=finish_reason)
    return found.kind if isinstance(found, ReplyFailure) else "parsed"


def fixes(text: str) -> tuple[str, ...]:
    found = parse(text)
    assert isinstance(found, Parsed)
    assert found.value == SEARCH
    return found.fixes


@pytest.mark.parametrize("text", [COMPACT, PRETTY, f" \n{COMPACT}\n", COMPACT.replace("강", "\\uac15")])
def test_strict_json_is_read_as_it_is(text: str) -> None:
    assert fixes(text) == ()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (f"\ufeff{COMPACT}", ("byte_order_mark",)),
        (f"```json\n{COMPACT}\n```", ("code_fence",)),
        (f"```\n{PRETTY}\n```\n", ("code_fence",)),
        (f"```json {COMPACT}", ("code_fence",)),
        (f'<think>{{"steps":[]}}</think>\n{COMPACT}', ("thinking",)),
        (f"<think>\n음…\n</think>\n```json\n{COMPACT}\n```", ("thinking", "code_fence")),
        (f"\u200b\xa0{COMPACT}\u3000", ("outer_space",)),
        (COMPACT.replace("}]", "},]"), ("trailing_comma",)),
        (PRETTY.replace('"areaMax": 39', '"areaMax": 39,'), ("trailing_comma",)),
        (f"\ufeff```json\n{COMPACT[:-1]},}}\n```", ("byte_order_mark", "code_fence", "trailing_comma")),
    ],
)
def test_a_few_harmless_slips_are_mended_and_named(text: str, wanted: tuple[str, ...]) -> None:
    assert fixes(text) == wanted


def test_commas_inside_texts_are_left_alone() -> None:
    found = parse('{"intent": "x,]", "etcCondition": "a,}\\",]", "steps": [],}')
    assert isinstance(found, Parsed)
    assert found.value["etcCondition"] == 'a,}",]'


@pytest.mark.parametrize("reason", ["length", "max_tokens", "MAX_TOKENS", "incomplete"])
def test_a_reply_cut_short_is_truncated_whatever_it_holds(reason: str) -> None:
    assert kind(COMPACT, reason) == "truncated"
    assert kind("", reason) == "truncated"


@pytest.mark.parametrize("end", range(1, len(COMPACT), 7))
def test_a_truncated_plan_is_never_repaired(end: int) -> None:
    assert kind(COMPACT[:end]) == "truncated"
    assert kind(f"```json\n{COMPACT[:end]}") == "truncated"


def test_a_plan_cut_in_the_middle_of_a_text_is_truncated_and_not_quoted() -> None:
    found = parse('{"steps":[{"id":"1","tool":"geo","args":{"q":"강남')
    assert isinstance(found, ReplyFailure)
    assert (found.kind, found.problem().code) == ("truncated", "PLAN001")
    assert "강남" not in str(found.problem())


@pytest.mark.parametrize("text", ["", "  \n", "\ufeff", "```json\n```", "\u200b"])
def test_nothing_is_empty(text: str) -> None:
    assert kind(text) == "empty"


@pytest.mark.parametrize(
    "text",
    [
        "죄송하지만 도와드릴 수 없습니다.",
        "I cannot help.",
        f"Here is the plan: {COMPACT}",
        f"{COMPACT} hope this helps",
        "plan: 1",
        "NaN",
    ],
)
def test_prose_is_no_plan(text: str) -> None:
    assert kind(text) == "refusal_or_prose"


@pytest.mark.parametrize("reason", ["content_filter", "refusal", "SAFETY"])
def test_a_withheld_reply_is_a_refusal(reason: str) -> None:
    assert kind(COMPACT, reason) == "refusal_or_prose"


@pytest.mark.parametrize(
    "text",
    [
        "{intent: 1}",
        "{'intent': 'x'}",
        '{"intent" "x"}',
        f"{COMPACT}{COMPACT}",
        '{"intent":NaN}',
        '{"intent":-Infinity}',
        '{"a":1}]',
        '{"intent":01}',
        '{"intent":"a\nb"}',
        "{,}",
        "[1}",
    ],
)
def test_other_broken_json_is_not_json(text: str) -> None:
    assert kind(text) == "not_json"


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        '"x"',
        "null",
        "3",
        "{}",
        '{"plan": []}',
        '{"steps": {}}',
        '{"steps": "x", "intent": "y"}',
        '{"steps":[],"steps":[]}',
        '{"intent":"x","a":{"b":1,"b":2}}',
        '{"intent":1e999}',
    ],
)
def test_json_that_is_no_plan_breaks_the_contract(text: str) -> None:
    assert kind(text) == "contract"


@pytest.mark.parametrize("blanks", [" " * 2_000, "\n" * 2_000, "\n  " * 700])
def test_endless_blanks_are_degenerate(blanks: str) -> None:
    assert kind('{"steps":[' + blanks) == "degenerate"


def test_many_blanks_in_a_plan_or_in_a_text_do_no_harm() -> None:
    assert kind(COMPACT.replace("[", "[" + " " * 2_000, 1)) == "parsed"
    assert kind('{"intent":"' + " " * 2_000) == "truncated"


def test_what_is_too_long_is_not_read() -> None:
    assert kind(COMPACT + " " * SIZE_AT_MOST) == "contract"
    small = parse(COMPACT, size_cap=50)
    assert isinstance(small, ReplyFailure)
    assert "50" in small.message


@pytest.mark.parametrize("depth", [40, 900, 60_000])
@pytest.mark.parametrize("pair", ["[]", '{"a":}'])
def test_deep_nesting_is_refused_without_a_traceback(depth: int, pair: str) -> None:
    opened, closed = pair[:-1], pair[-1]
    text = f'{{"intent":"x","steps":[{opened * depth}1{closed * depth}]}}'[:SIZE_AT_MOST]
    assert kind(text) in ("contract", "truncated")
    assert kind('{"steps":' + "[" * 100_000) in ("contract", "truncated")


def test_numbers_without_end_are_refused() -> None:
    assert kind('{"intent":"x","steps":[' + "9" * 100_000 + "]}") == "contract"
    assert kind('{"intent":"x","steps":[0.' + "9" * 100_000 + "]}") == "parsed"


@pytest.mark.parametrize(
    "soup",
    [
        "/{" * 2_500,
        '{"' * 2_500,
        "[,]" * 2_500,
        '{"a":"' + "\\" * 5_000,
        "{" + ", " * 50_000,
        '{"a":1' + "," * 50_000 + "}",
    ],
)
def test_soup_is_refused_in_good_time(soup: str) -> None:
    assert kind(soup) in ("truncated", "not_json", "refusal_or_prose")


@given(st.one_of(st.text(max_size=60), st.text(alphabet='{}[]",:\\ant1 ', max_size=60)))
def test_any_text_gives_a_plan_or_one_failure(text: str) -> None:
    found = parse(text)
    assert isinstance(found, Parsed | ReplyFailure)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(10**30), 10**30) | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
        max_leaves=10,
    )
)
def test_what_json_wrote_is_read_back(value: object) -> None:
    found = parse(json.dumps({"intent": "x", "value": value}))
    assert isinstance(found, Parsed)
    assert found.value["value"] == value
