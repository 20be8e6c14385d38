"""Replies that are wrong on purpose, against each contract: what is kept, what is broken, and how."""

import json
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.config.task import Task
from engine.task.contract import judge, missing
from engine.task.verdict import Broken, Kept

DIRECTIONS = {
    "words": {
        "up": ["상승", "오르", "오른", "올랐", "급등"],
        "down": ["하락", "내리", "내린", "급락", "폭락"],
    },
    "not_before": ["안", "못"],
    "not_after": ["않", "못", "아니", "없"],
}
KEEP = {"numbers": True, "units": ["%", "원", "만", "억"], "directions": DIRECTIONS, "names": "stocks"}
COMMENTS = ["삼성전자 -3% 하락", "카카오 오르지 않는다", "그냥 그래요"]


def task(contract: dict[str, Any], **inputs: str) -> Task:
    return Task.model_validate_json(
        json.dumps({"kind": "task", "name": "t", "template": "t", "inputs": inputs, "contract": contract})
    )


SELECT = task({"select": {"from": "comments"}}, comments="list")
REWRITE = task({"rewrite": {"from": "comments", "at_most": 40, "keep": KEEP}}, comments="list", stocks="list")
PICK = task(
    {"pick": {"from": "books", "id": "id", "count": 2, "fields": ["id", "title"], "reason": 30}}, books="list"
)
FIELDS = {
    "year": {"type": "count", "required": True},
    "tone": {"type": "choice", "values": ["good", "bad"]},
}
EXTRACT = task({"extract": {"fields": FIELDS}}, about="text")
TEXT = task({"text": {"at_least": 5, "at_most": 40, "must_not": ["매수하세요"]}}, about="text")
BOOKS = [{"id": 1, "title": "가"}, {"id": 2, "title": "나"}, {"id": "B3", "title": "다"}]


def kept(each: Task, reply: str, **inputs: object) -> Kept:
    verdict = judge(each, reply, inputs)
    assert isinstance(verdict, Kept), verdict
    return verdict


def broken(each: Task, reply: str, *, finish: str | None = None, **inputs: object) -> str:
    verdict = judge(each, reply, inputs, finish_reason=finish)
    assert isinstance(verdict, Broken), verdict
    return verdict.kind


NOT_AN_ARRAY = [
    ("", "empty"),
    ("  \n", "empty"),
    ("null", "contract"),
    ('"0, 2"', "contract"),
    ("{}", "contract"),
    ('{"indices": [0]}', "contract"),
    ("없습니다.", "refusal_or_prose"),
    ("I cannot help with that.", "refusal_or_prose"),
    ("Here you are: [0, 2]", "refusal_or_prose"),
    ("[0, 2", "truncated"),
    ('[0, "2', "truncated"),
    ("[0 2]", "not_json"),
    ("[0, NaN]", "not_json"),
    ("[" * 5_000, "truncated"),
    ("[0" + " " * 2_000, "degenerate"),
]


@pytest.mark.parametrize(("reply", "kind"), NOT_AN_ARRAY)
@pytest.mark.parametrize("each", [SELECT, REWRITE, PICK], ids=["select", "rewrite", "pick"])
def test_a_reply_that_is_no_array_fails_and_never_means_none(each: Task, reply: str, kind: str) -> None:
    assert broken(each, reply, comments=COMMENTS, stocks=["카카오"], books=BOOKS) == kind


@pytest.mark.parametrize(
    ("reply", "indices"),
    [
        ("[]", []),
        ("[0, 2]", [0, 2]),
        ("[2, 0]", [0, 2]),
        ("[0, 0, 0]", [0]),
        ("[3, -1, 99, 1]", [1]),
        ('["1", 2]', [2]),
        ("[1.0, 2]", [2]),
        ("[true, false, 1]", [1]),
        ("[null, {}, [0], 0]", [0]),
        ("```json\n[1]\n```", [1]),
    ],
)
def test_only_whole_positions_inside_the_list_select(reply: str, indices: list[int]) -> None:
    verdict = kept(SELECT, reply, comments=COMMENTS)
    assert verdict.value == {
        "removed": [COMMENTS[i] for i in indices],
        "kept": [c for i, c in enumerate(COMMENTS) if i not in indices],
        "indices": indices,
    }
    assert bool(verdict.dropped) == (reply not in ("[]", "[0, 2]", "[2, 0]", "```json\n[1]\n```"))


_ANYTHING = st.one_of(
    st.integers(-3, 15),
    st.booleans(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=3),
    st.none(),
)


@given(entries=st.lists(st.text(max_size=5), max_size=12), reply=st.lists(_ANYTHING))
def test_nothing_is_lost_or_reordered_by_selecting(entries: list[str], reply: list[object]) -> None:
    value = kept(SELECT, json.dumps(reply), comments=entries).value
    indices = cast("list[int]", value["indices"])
    assert value["removed"] == [entries[i] for i in indices]
    assert value["kept"] == [each for i, each in enumerate(entries) if i not in indices]


def rewritten(*texts: object) -> str:
    return json.dumps(texts, ensure_ascii=False)


def test_texts_said_anew_are_kept_stripped_and_in_order() -> None:
    reply = rewritten("  삼성전자가 -3% 하락했네요 ", "카카오는 오르지는 않네요", "그저 그렇습니다")
    assert kept(REWRITE, reply, comments=COMMENTS, stocks=["삼성전자", "카카오"]).value == {
        "items": ["삼성전자가 -3% 하락했네요", "카카오는 오르지는 않네요", "그저 그렇습니다"]
    }


@pytest.mark.parametrize(
    ("first", "why"),
    [
        ("삼성전자 3% 하락", "numbers"),  # the sign is gone
        ("삼성전자 +3% 하락", "numbers"),
        ("삼성전자 -3 하락", "numbers"),  # the unit is gone
        ("삼성전자 -30% 하락", "numbers"),
        ("삼성전자 -3% 3% 하락", "numbers"),
        ("삼성전자 하락", "numbers"),
        ("삼성전자 -3% 상승", "directions"),
        ("삼성전자 -3% 하락하지 않음", "directions"),
        ("삼성전자 -3%", "directions"),
        ("삼성전자 -3% 안 하락", "directions"),
        ("카카오 -3% 하락", "names"),
        ("-3% 하락", "names"),
        ("", "blank"),
        (" \n", "blank"),
        (None, "not text"),
        (3, "not text"),
        (["삼성전자 -3% 하락"], "not text"),
        ("삼성전자 -3% 하락" + "아" * 40, "characters"),
        ("삼성전자 -3% 하락\u202e", "hidden"),
    ],
)
def test_a_text_that_says_something_else_breaks_the_whole(first: object, why: str) -> None:
    reply = rewritten(first, "카카오 오르지 않는다", "그냥 그래요")
    verdict = judge(REWRITE, reply, {"comments": COMMENTS, "stocks": ["삼성전자", "카카오"]})
    assert isinstance(verdict, Broken)
    assert verdict.message.startswith("text 0: ")
    assert why in verdict.message


@pytest.mark.parametrize("count", [0, 1, 2, 4])
def test_one_short_and_one_long_are_broken(count: int) -> None:
    reply = rewritten(*(["그냥 그래요"] * count))
    assert broken(REWRITE, reply, comments=COMMENTS, stocks=[]) == "contract"


@pytest.mark.parametrize(
    ("original", "rewriting", "same"),
    [
        ("1,000원", "1000원입니다", True),
        ("3.50%", "3.5%", True),
        ("−3%", "-3%", True),
        ("▼3%", "-3%", True),
        ("１０만", "10만", True),
        ("+3%", "3%", True),
        ("2024-05", "2024-05월", True),
        ("10만", "10억", False),
        ("오르지 않고 내린다", "내린다, 오르지 않고", True),
        ("오르고 내리지 않는다", "오르지 않고 내린다", False),
        ("못 오른다", "오르지 못한다", True),
        ("상승. 못 믿겠다", "상승이다. 못 믿겠어", True),
        ("급등", "상승", True),
        ("급등", "급락", False),
    ],
)
def test_what_counts_as_saying_the_same(original: str, rewriting: str, *, same: bool) -> None:
    verdict = judge(REWRITE, rewritten(rewriting), {"comments": [original], "stocks": []})
    assert isinstance(verdict, Kept) == same, verdict


@pytest.mark.parametrize(
    ("reply", "ids", "short"),
    [
        ('[{"id": 1, "reason": "a"}, {"id": "B3", "reason": "b"}]', [1, "B3"], False),
        ('[{"id": "2"}, {"id": "1"}]', [2, 1], False),
        ('[{"id": 2}, {"id": 2}, {"id": "2"}]', [2], True),
        ('[{"id": 9}, {"id": "x"}, {"id": 1}]', [1], True),
        ('[{"id": true}, {"id": null}, {"id": 1.0}, {"id": 2}]', [2], True),
        ('[1, "2", null, {"id": 1}]', [1], True),
        ('[{"id": 1}, {"id": 2}, {"id": "B3"}]', [1, 2], False),
    ],
)
def test_only_ids_of_the_list_are_picked_once_and_up_to_the_count(
    reply: str, ids: list[object], *, short: bool
) -> None:
    verdict = kept(PICK, reply, books=BOOKS)
    picked = cast("list[dict[str, object]]", verdict.value["picked"])
    assert [each["id"] for each in picked] == ids
    assert bool(verdict.short) == short


def test_everything_but_the_reason_comes_from_the_records() -> None:
    reply = '[{"id": 1, "title": "거짓", "price": 0, "reason": "<b>좋아요</b>\\n\\u202e[링크](http://x)"}]'
    assert kept(PICK, reply, books=BOOKS).value == {
        "picked": [{"id": 1, "title": "가", "reason": "좋아요 링크(http://x)"}]
    }


@pytest.mark.parametrize("reply", ["[]", '[{"id": 77}]', "[null]"])
def test_to_pick_nothing_of_the_list_is_broken(reply: str) -> None:
    assert broken(PICK, reply, books=BOOKS) == "contract"


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("[]", "contract"),
        ("null", "contract"),
        ('{"tone": "good"}', "contract"),
        ('{"year": "2020"}', "contract"),
        ('{"year": 2020.5}', "contract"),
        ('{"year": true}', "contract"),
        ('{"year": 2020, "tone": "great"}', "contract"),
        ('{"year": 2020, "year": 2021}', "contract"),
        ('{"year": 20', "truncated"),
        ("The year is 2020.", "refusal_or_prose"),
    ],
)
def test_fields_are_extracted_by_their_types(reply: str, kind: str) -> None:
    assert broken(EXTRACT, reply, about="x") == kind
    verdict = kept(EXTRACT, '{"year": 2020, "tone": "bad", "more": 1}', about="x")
    assert verdict.value == {"year": 2020, "tone": "bad"}
    assert verdict.dropped == ("a field more is not asked for",)


@pytest.mark.parametrize(
    ("reply", "finish", "kind"),
    [
        ("", None, "empty"),
        ("\u200b \n", None, "empty"),
        ("짧다", None, "contract"),
        ("길" * 41, None, "contract"),
        ("지금 매수하세요!", None, "contract"),
        ("말이 여기서 끊", "length", "truncated"),
        ("말하지 않겠습니다", "content_filter", "refusal_or_prose"),
    ],
)
def test_a_text_within_its_bounds_is_kept(reply: str, finish: str | None, kind: str) -> None:
    assert broken(TEXT, reply, finish=finish, about="x") == kind
    assert kept(TEXT, " 오늘은 조용했습니다.\u200b\r\n", about="x").value == {"text": "오늘은 조용했습니다."}


@pytest.mark.parametrize(
    ("each", "inputs", "said"),
    [
        (SELECT, {}, "comments is missing"),
        (SELECT, {"comments": None}, "comments is missing"),
        (SELECT, {"comments": "a"}, "comments must be a list"),
        (SELECT, {"comments": []}, "comments is empty"),
        (REWRITE, {"comments": ["a", " "], "stocks": []}, "comments must hold texts, none of them blank"),
        (REWRITE, {"comments": ["a", 3], "stocks": []}, "comments must hold texts, none of them blank"),
        (PICK, {"books": [{"title": "x"}]}, "each of books must be a record with its id"),
        (PICK, {"books": [{"id": 1}, {"id": "1"}]}, "two of books have one id"),
        (TEXT, {"about": 3}, "about must be a text"),
        (SELECT, {"comments": ["a"]}, ""),
    ],
)
def test_without_its_input_a_task_is_not_asked(each: Task, inputs: dict[str, object], said: str) -> None:
    assert missing(each, inputs) == said
