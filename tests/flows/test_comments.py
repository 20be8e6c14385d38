"""The comments of a company, from the file to what is kept: nothing is lost, whatever the model does."""

import json
from pathlib import Path
from typing import Any

import pytest

from .running import EXAMPLES, events_of, result_of, with_answers

PACK = EXAMPLES / "comments"
FAILURES = [
    "no_key", "auth", "timeout", "rate_limited", "network", "server", "bad_request", "context_too_long",
    "empty", "truncated", "mid_stream_cut", "refusal_or_prose", "not_json", "contract",
]  # fmt: skip
ROWS = [
    json.loads(line) for line in (PACK / "data" / "comments.jsonl").read_text(encoding="utf-8").splitlines()
]
OURS = [row for row in ROWS if row["company"] == "한빛전자"]
TEXTS = [row["text"] for row in OURS]
GOOD = {
    "asked_by": "rewrite",
    "say": json.dumps([TEXTS[0], TEXTS[2], TEXTS[3], TEXTS[5]], ensure_ascii=False),
}
JUDGE = {"asked_by": "unsuitable", "say": "[1, 4]"}
SUMMARY = {"asked_by": "summary", "say": "오늘의 흐름을 반기는 말과 신중한 말이 함께 있습니다."}


def daily(tmp_path: Path, *answers: dict[str, object], company: str = "한빛전자") -> dict[str, Any]:
    pack = with_answers(PACK, tmp_path / "pack", *answers) if answers else PACK
    return result_of(pack, "daily", {"company": company}, tmp_path / "out")


def kept(tmp_path: Path) -> dict[str, Any]:
    (line,) = (tmp_path / "out" / "days.jsonl").read_text(encoding="utf-8").splitlines()
    return json.loads(line)


def test_the_example_runs_without_a_key(tmp_path: Path) -> None:
    result = daily(tmp_path)
    assert result["status"] == "done"
    found = result["result"]
    assert found["comments"] == OURS
    assert found["removed"] == [TEXTS[1], TEXTS[4]]
    assert found["kept"] == [TEXTS[0], TEXTS[2], TEXTS[3], TEXTS[5]]
    assert len(found["rewritten"]) == 4
    assert not set(found["rewritten"]) & set(TEXTS)
    assert "매수하세요" not in found["summary"]
    assert kept(tmp_path)["comments"] == OURS


@pytest.mark.parametrize(("company", "reason"), [("없는회사", "no_company"), ("나래항공", "no_comments")])
def test_no_company_and_no_comments_are_told_apart_and_no_model_is_asked(
    tmp_path: Path, company: str, reason: str
) -> None:
    result = daily(tmp_path, company=company)
    assert (result["status"], result["reason"], result["attempts"]) == ("no_input", reason, [])
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ({"asked_by": "unsuitable", "say": "부적절한 댓글은 없습니다."}, "refusal_or_prose"),
        ({"asked_by": "unsuitable", "say": "null"}, "contract"),
        ({"asked_by": "unsuitable", "say": "[1,"}, "truncated"),
        ({"asked_by": "unsuitable", "say": ""}, "empty"),
        ({"asked_by": "unsuitable", "say": "[0 1]"}, "not_json"),
        ({"asked_by": "unsuitable", "say": "[0]", "finish": "length"}, "truncated"),
        ({"asked_by": "unsuitable", "say": "[0]", "finish": "content_filter"}, "refusal_or_prose"),
        ({"asked_by": "unsuitable", "say": "[0", "finish": "none"}, "mid_stream_cut"),
        *(({"asked_by": "unsuitable", "fail": kind}, kind) for kind in FAILURES),
    ],
)
def test_a_model_that_fails_is_a_failure_of_its_own_and_the_comments_stay(
    tmp_path: Path, answer: dict[str, object], kind: str
) -> None:
    result = daily(tmp_path, answer, SUMMARY)
    assert (result["status"], result["reason"]) == ("partial", kind)
    assert result["result"] == {"comments": OURS}
    assert set(result["missing"]) == {"kept", "removed", "rewritten", "summary"}
    assert kept(tmp_path)["comments"] == OURS


def test_a_rewriting_that_says_otherwise_is_asked_for_again_with_what_was_wrong(tmp_path: Path) -> None:
    wrong = json.loads(str(GOOD["say"]))
    wrong[3] = "+2% 올랐다고 들뜨지 말자"
    first = {"asked_by": "rewrite", "say": json.dumps(wrong, ensure_ascii=False), "times": 1}
    named = {**GOOD, "says": "text 3: it must say the same numbers, directions as its original"}
    result = daily(tmp_path, JUDGE, first, named, SUMMARY)
    assert result["status"] == "done"
    assert result["result"]["rewritten"] == json.loads(str(GOOD["say"]))


def test_one_that_never_keeps_its_contract_ends_in_a_visible_failure_after_its_attempts(
    tmp_path: Path,
) -> None:
    short = {"asked_by": "rewrite", "say": '["하나"]'}
    result = daily(tmp_path, JUDGE, short, SUMMARY)
    assert (result["status"], result["reason"]) == ("partial", "contract")
    assert "rewritten" not in result["result"]
    assert len(result["attempts"]) == 1 + 3 + 1
    assert kept(tmp_path)["rewritten"] == []
    assert kept(tmp_path)["kept"] == [TEXTS[0], TEXTS[2], TEXTS[3], TEXTS[5]]


def test_steps_are_told_of_as_they_happen_and_the_stand_in_is_said(tmp_path: Path) -> None:
    pack = with_answers(PACK, tmp_path / "pack", JUDGE, GOOD, {"asked_by": "summary", "fail": "server"})
    told = events_of(pack, "daily", {"company": "한빛전자"}, tmp_path / "out")
    started = [event.data["step"] for event in told if event.event == "step_started"]
    assert set(started) == {"collect", "companies", "judge", "rewrite", "summary", "keep"}
    assert started.index("collect") < started.index("judge") < started.index("keep")
    (degraded,) = (event for event in told if event.event == "degraded")
    assert degraded.data["detail"] == "step keep ran without summary"
    assert told[-1].event == "result"


def test_a_summary_that_recommends_is_not_kept(tmp_path: Path) -> None:
    bold = {"asked_by": "summary", "say": "지금 바로 매수하세요, 더 오릅니다."}
    assert daily(tmp_path, JUDGE, GOOD, bold)["missing"] == {"summary": "step summary: contract"}
