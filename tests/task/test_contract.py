"""Replies that are wrong on purpose, against each contract: what is kept, what is broken, and how."""

import json
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.config.task import Task
from engine.task.contract import judge, missing, unfit
from engine.task.invariants import changed
from engine.task.verdict import Broken, Kept

DIRECTIONS = {
    "words": {"up": ["상승", "오르", "올라", "급등"], "down": ["하락", "내리", "내려", "급락", "폭락"]},
    "not_before": ["안", "못"],
    "not_after": ["않", "못", "아니", "없", "안 되"],
    "shared": ["지도"],
}
NUMERALS = {
    "scales": {"백": 100, "천": 1_000, "만": 10_000, "억": 10**8, "조": 10**12},
    "digits": {"삼": 3, "사": 4},
    "alone": {"두": 2, "세": 3},
    "minus": ["마이너스"],
}
KEEP = {
    "numbers": True,
    "units": ["%", "원", "배"],
    "numerals": NUMERALS,
    "directions": DIRECTIONS,
    "names": "stocks",
}
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
PICK_SOME = task(
    {"pick": {"from": "books", "id": "id", "count": "count", "fields": ["id"]}}, books="list", count="number"
)
SUMMARY = task({"text": {"from": "rows", "at_most": 40}}, rows="list")
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
    ("[0] 입니다", "refusal_or_prose"),
    ("[0][1]", "not_json"),
    ("[0]\n[1]", "not_json"),
    ("```json\n[0]\n```\n```json\n[1]\n```", "not_json"),
    ("[1e400]", "contract"),
    (f"[{'9' * 5_000}]", "contract"),
    ('[{"id": 1, "id": 2}]', "contract"),
    ("[" * 40 + "]" * 40, "contract"),
    (f"[{','.join('0' * 200_000)}]", "contract"),
    ("[０]", "not_json"),
    ("［0］", "refusal_or_prose"),
    ("[+0]", "not_json"),
    ("[00]", "not_json"),
    ("[0,,1]", "not_json"),
    ("[0];", "not_json"),
    ("[True]", "not_json"),
    ("['a']", "not_json"),
    ("[0]\x00", "not_json"),
    ("0", "contract"),
    ("true", "contract"),
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
        ("[1,]", [1]),
        ("\ufeff[1]", [1]),
        ("\u200b [1]\u00a0", [1]),
        ("<think>[0]</think>[1]", [1]),
        ("[-0]", [0]),
        (f"[1, {'9' * 39}]", [1]),
        ("[[1], 1]", [1]),
        ('[{"index": 0}, 1]', [1]),
        ("[1e0, 1]", [1]),
    ],
)
def test_only_whole_positions_inside_the_list_select(reply: str, indices: list[int]) -> None:
    verdict = kept(SELECT, reply, comments=COMMENTS)
    assert verdict.value == {
        "removed": [COMMENTS[i] for i in indices],
        "kept": [c for i, c in enumerate(COMMENTS) if i not in indices],
        "indices": indices,
    }
    numbers = json.loads(reply) if reply[-1] == "]" and reply[0] == "[" and reply != "[1,]" else indices
    assert bool(verdict.dropped) == (numbers not in (indices, indices[::-1]))


@pytest.mark.parametrize("reply", ['["0"]', "[1.0]", "[true]", "[[0]]", '[{"index": 0}]', "[99]", "[null]"])
def test_entries_of_which_none_counts_are_asked_for_again_and_do_not_mean_none(reply: str) -> None:
    verdict = kept(SELECT, reply, comments=COMMENTS)
    assert verdict.value["removed"] == []
    assert verdict.short == "no entry of the reply is a position"
    assert kept(SELECT, "[]", comments=COMMENTS).short == ""


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
        ("－3%", "-3%", True),
        ("▲3%", "+3%", True),
        ("▲3%", "▼3%", False),
        ("삼성-3%", "삼성 3%", True),
        ("±3%", "3%", False),
        (".5%", "0.5%", True),
        (".5%", "5%", False),
        ("1,5", "15", False),
        ("1,5", "1, 5", True),
        ("5%→3%", "5%에서 3%", True),
        ("5%→3%", "3%→5%", False),
        ("5% 넘게, 3주", "3주, 5% 넘게", True),
        ("1%, 2%, 3%", "3%, 2%, 1%", True),
        ("좋다 – 3%", "3% 좋다", True),
        ("좋다 –3%", "3% 좋다", False),
        ("1,0000원", "10000원", False),
        ("3만원", "30,000원", True),
        ("3만원", "4만원", False),
        ("7만2000원", "72,000원", True),
        ("1조 2천억", "1,200,000,000,000", True),
        ("2천3백만원", "2300만 원", True),
        ("삼만원", "사만원", False),
        ("삼만원", "3만원", True),
        ("두 배", "세 배", False),
        ("그 두 사람", "그들", True),
        ("하지만 원래", "원래", True),
        ("플러스 3%", "마이너스 3%", False),
        ("마이너스 3%", "-3%", True),
        ("3만 5% 상승", "5% 상승, 3만", True),
        ("1\u200b0만", "10만", True),
        (f"{'1' * 5_000}원", f"{'1' * 4_999}2원", False),
        ("안 올랐다", "올랐다", False),
        ("안올랐다", "오르지 않았다", True),
        ("내리지 못했다", "내렸다", False),
        ("내리지 못했다", "못 내렸다", True),
        ("오름", "내림", False),
        ("오를 리 없다", "오른다", False),
        ("급락 아님", "급락", False),
        ("급락 아니라 급등", "급등 아니라 급락", False),
        ("오르지도 내리지도 않는다", "내리지도 오르지도 않네요", True),
        ("오르지도 내리지도 않는다", "오르고 내린다", False),
        ("오르면 안 된다", "오르면 된다", False),
        ("오\u200b르지 않는다", "오르지 않는다", True),
    ],
)
def test_what_counts_as_saying_the_same(original: str, rewriting: str, *, same: bool) -> None:
    verdict = judge(REWRITE, rewritten(rewriting), {"comments": [original], "stocks": []})
    assert isinstance(verdict, Kept) == same, verdict


@pytest.mark.parametrize(
    ("original", "rewriting", "same"),
    [
        ("카카오는 3% 상승, 카카오뱅크는 5% 하락", "카카오뱅크는 5% 하락, 카카오는 3% 상승", True),
        ("카카오는 3% 상승, 카카오뱅크는 5% 하락", "카카오뱅크는 3% 상승, 카카오는 5% 하락", False),
        ("카카오는 3% 상승, 카카오뱅크는 5% 하락", "카카오는 5% 상승, 카카오뱅크는 3% 하락", False),
        ("카카오는 3% 상승, 카카오뱅크는 5% 하락", "3% 상승한 카카오와 5% 하락한 카카오뱅크", True),
        ("카카오뱅크 좋다", "카카오 좋다", False),
        ("카카오 뱅크 좋다", "카카오뱅크가 좋다", True),
        ("카카오가", "카카오를", True),
        ("오르비텍 샀다", "오르비텍을 매수했다", True),
        ("오르비텍 못 샀다", "못 사서 아쉬운 오르비텍", True),
        ("오르비텍 상승", "오르비텍 하락", False),
        ("NAVER 좋다", "naver 좋다", True),
        ("3S 좋다", "좋은 3S", True),
        ("3S 3% 상승", "3S 상승", False),
        ("카카오-3%", "카카오 3%", False),
    ],
)
def test_names_keep_what_is_said_of_them(original: str, rewriting: str, *, same: bool) -> None:
    stocks = ["카카오", "카카오뱅크", "오르비텍", "NAVER", "3S"]
    verdict = judge(REWRITE, rewritten(rewriting), {"comments": [original], "stocks": stocks})
    assert isinstance(verdict, Kept) == same, verdict


_SCRAPS = st.text(
    alphabet="안못오르내려만천억 .,-−%원배두0123456789지도않없한빛전자①²\u200b\ud83d", max_size=60
)


@given(text=_SCRAPS)
def test_a_text_says_the_same_as_itself_whatever_stands_in_it(text: str) -> None:
    assert REWRITE.contract.rewrite is not None
    assert list(changed(text, text, REWRITE.contract.rewrite.keep, ["한빛전자", "한빛", "자"])) == []


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
    reply = (
        '[{"id": 1, "title": "거짓", "price": 0, "reason": "<b>좋아요</b>\\n\\u202e[링크](http://x) 봐요"}]'
    )
    assert kept(PICK, reply, books=BOOKS).value == {
        "picked": [{"id": 1, "title": "가", "reason": "좋아요 봐요"}]
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


def test_addresses_are_those_of_the_inputs_where_a_contract_lets_them_be() -> None:
    linked = task({"text": {"at_most": 60, "links": True}}, about="mapping")
    about = {"pages": ["https://a.example/b"]}
    assert kept(linked, "https://a.example/b 에서 봅니다.", about=about).value["text"]
    assert broken(linked, "https://a.example/c 에서 봅니다.", about=about) == "contract"
    assert broken(TEXT, "https://a.example/b 에서 봅니다.", about="https://a.example/b") == "contract"
    page = task({"extract": {"fields": {"page": {"type": "text"}}}}, about="mapping")
    assert kept(page, '{"page": "https://a.example/b"}', about=about).value["page"]
    assert broken(page, '{"page": "https://a.example/c"}', about=about) == "contract"


@pytest.mark.parametrize(
    ("reply", "finish", "kind"),
    [
        ("", None, "empty"),
        ("\u200b \n", None, "empty"),
        ("짧다", None, "contract"),
        ("길" * 41, None, "contract"),
        ("지금 매수하세요!", None, "contract"),
        ("지금 매수\u00ad하세요!", None, "contract"),
        ("지금 매수\u200d하세요!", None, "contract"),
        ("지금 매수\u3164하세요!", None, "contract"),
        ("<think>생각이 끝나지 않고 이어진다", None, "truncated"),
        ("<think>생각</think>", None, "empty"),
        ("말이 여기서 끊", "length", "truncated"),
        ("말하지 않겠습니다", "content_filter", "refusal_or_prose"),
    ],
)
def test_a_text_within_its_bounds_is_kept(reply: str, finish: str | None, kind: str) -> None:
    assert broken(TEXT, reply, finish=finish, about="x") == kind
    assert kept(TEXT, "<think>음</think>\n오늘은 조용했습니다.", about="x").value == {
        "text": "오늘은 조용했습니다."
    }
    assert kept(TEXT, " 오늘은 조용했습니다.\u200b\r\n", about="x").value == {"text": "오늘은 조용했습니다."}


@pytest.mark.parametrize(
    ("each", "inputs", "said"),
    [
        (SELECT, {}, "comments is missing"),
        (SELECT, {"comments": None}, "comments is missing"),
        (SELECT, {"comments": []}, "comments is empty"),
        (REWRITE, {"comments": [], "stocks": []}, "comments is empty"),
        (PICK, {"books": []}, "books is empty"),
        (PICK_SOME, {"books": BOOKS, "count": 0}, "count is 0"),
        (PICK_SOME, {"books": BOOKS, "count": None}, "count is missing"),
        (TEXT, {"about": None}, "about is missing"),
        (SUMMARY, {"rows": []}, "rows is empty"),
        (SUMMARY, {"rows": ["a"]}, ""),
        (SELECT, {"comments": ["a"]}, ""),
    ],
)
def test_without_its_input_a_task_is_not_asked(each: Task, inputs: dict[str, object], said: str) -> None:
    assert missing(each, inputs) == said


@pytest.mark.parametrize(
    ("each", "inputs", "said"),
    [
        (SELECT, {"comments": "a"}, "comments must be a list"),
        (REWRITE, {"comments": ["a", " "], "stocks": []}, "comments[1] is blank"),
        (REWRITE, {"comments": ["a", 3], "stocks": []}, "comments[1] is no text"),
        (REWRITE, {"comments": ["a"], "stocks": [None]}, "stocks[0] is no text"),
        (PICK, {"books": [{"title": "x"}]}, "each of books must be a record with its id"),
        (PICK, {"books": [{"id": 1}, {"id": "1"}]}, "two of books have one id"),
        (PICK, {"books": [{"id": "1"}, {"id": " 1"}]}, "two of books have one id"),
        (PICK, {"books": [{"id": True}]}, "each of books must be a record with its id"),
        (PICK_SOME, {"books": BOOKS, "count": 1.5}, "count must be a whole number from 1"),
        (PICK_SOME, {"books": BOOKS, "count": -1}, "count must be a whole number from 1"),
        (PICK_SOME, {"books": BOOKS, "count": "2"}, "count must be a number"),
        (TEXT, {"about": 3}, "about must be a text"),
        (SELECT, {"comments": ["a"]}, ""),
        (REWRITE, {"comments": ["a"], "stocks": []}, ""),
        (PICK_SOME, {"books": BOOKS, "count": 9}, ""),
    ],
)
def test_inputs_that_do_not_fit_are_no_lack_of_input(
    each: Task, inputs: dict[str, object], said: str
) -> None:
    assert missing(each, inputs) == ""
    assert unfit(each, inputs) == said


def test_more_than_the_list_has_is_all_of_it() -> None:
    reply = '[{"id": 2}, {"id": "B3"}, {"id": "1"}]'
    verdict = kept(PICK_SOME, reply, books=BOOKS, count=9)
    assert [each["id"] for each in cast("list[dict[str, object]]", verdict.value["picked"])] == [2, "B3", 1]
    assert verdict.short == ""


def test_the_reason_cannot_stand_for_a_field_of_the_records() -> None:
    with pytest.raises(ValueError, match="reason is the model's own"):
        task({"pick": {"from": "books", "id": "id", "count": 1, "fields": ["id", "reason"]}}, books="list")
