"""A row of a case file fails by each thing it expects that is not so."""

from pathlib import Path
from typing import Any

import pytest

from engine.check.cases import CASE_FORMS, OF_ONE
from engine.config.cases import Case
from engine.config.revision import Revision
from engine.runtime.cases import CaseRow, ground_of, run_case
from engine.runtime.revision import load

TEXT = "강남역 근처 30평대 아파트 추천해줘"
NOT_SO: dict[str, object] = {
    "intent": "MEMORY",
    "strategy": "midpoint",
    "places": ("신림역",),
    "searches": (("신림역",),),
    "params": {"areaMin": 20},
    "accept": ({"areaMin": 20}, {"areaMin": 25}),
    "alternatives": ({"areaMin": 20}, {"areaMin": 25}),
    "assumed": {"areaMin": 20},
    "wishes": ("조용한",),
    "unread": ("저렴한",),
    "degraded": ("places_cut",),
    "steps": (),
    "removed": ("step_cap",),
}


@pytest.mark.parametrize("key", CASE_FORMS["plan"].expects)
def test_a_plan_row_fails_by_each_key_it_may_have(revision: Revision, key: str) -> None:
    case = Case.model_validate({"id": "row", "text": TEXT, key: NOT_SO[key]})
    row = CaseRow(file="rows.cases.yaml", line=1, of="plan", id="row", text=TEXT, case=case)
    assert run_case(row, ground_of(revision)).detail


class _Watched(Case):
    """A case that notes which of its keys are read."""

    def __getattribute__(self, name: str) -> object:
        if name in Case.model_fields:
            READ.add(name)
        return super().__getattribute__(name)


READ: set[str] = set()
OF = {
    "conversion": "conversion/price",
    "tool": "tool/poi_search",
    "profile": "profile/default",
    "task": "task/unsuitable",
    "flow": "flow/daily",
}
REPLY: dict[str, Any] = {"reply": "[0]", "inputs": {"comments": ["x"]}}
INPUT: dict[str, Any] = {"input": {"company": "다온해운"}}


@pytest.mark.parametrize("kind", sorted(CASE_FORMS))
def test_the_keys_that_a_kind_reads_are_those_that_check_allows(
    revision: Revision, comments: Revision, kind: str
) -> None:
    of = OF.get(kind, kind)
    case = _Watched(id="row", text=TEXT, request={}, **REPLY, **INPUT)
    READ.clear()
    run_case(
        CaseRow(file="rows.cases.yaml", line=1, of=of, id="row", text=TEXT, case=case),
        ground_of(comments if kind in OF_ONE else revision),
    )
    assert READ - {"text"} == set(CASE_FORMS[kind].reads) - {"text"}


@pytest.fixture(scope="module")
def comments(root: Path) -> Revision:
    """The pack of comments, which has tasks and a flow."""
    return load(root / "examples" / "comments")


def outcome(comments: Revision, of: str, **row: object) -> str:
    case = Case.model_validate({"id": "row", **row})
    return run_case(
        CaseRow(file="rows.cases.yaml", line=1, of=of, id="row", text="", case=case), ground_of(comments)
    ).detail


KEPT = {"kept": [], "removed": ["x"], "indices": [0]}


@pytest.mark.parametrize(
    ("expects", "said"),
    [
        ({"value": KEPT}, ""),
        ({"value": KEPT, "notes": ()}, ""),
        ({"value": {**KEPT, "kept": ["x"]}}, "value: {"),
        ({"value": KEPT, "notes": ("a position is written twice",)}, "notes: []"),
        ({"kind": "contract"}, "the reply is kept, expected contract"),
    ],
)
def test_a_task_row_fails_by_what_its_contract_makes_of_the_reply(
    comments: Revision, expects: dict[str, object], said: str
) -> None:
    detail = outcome(comments, "task/unsuitable", **REPLY, **expects)
    assert detail.startswith(said)
    assert bool(detail) == bool(said)


@pytest.mark.parametrize(
    ("reply", "expects", "said"),
    [
        ("none", {"kind": "refusal_or_prose"}, ""),
        ("none", {"kind": "contract"}, "kind: refusal_or_prose (the reply is no JSON), expected contract"),
        ("none", {"value": KEPT}, "the reply is not kept: refusal_or_prose, the reply is no JSON"),
        ("none", {"kind": "refusal_or_prose", "value": KEPT}, "the reply is not kept"),
    ],
)
def test_a_task_row_fails_by_how_its_contract_is_broken(
    comments: Revision, reply: str, expects: dict[str, object], said: str
) -> None:
    detail = outcome(comments, "task/unsuitable", inputs=REPLY["inputs"], reply=reply, **expects)
    assert detail.startswith(said)
    assert bool(detail) == bool(said)


FLOW_NOT_SO: dict[str, object] = {
    "status": "done",
    "reason": "timeout",
    "result": {"comments": []},
    "missing": {"kept": "step judge: server"},
    "degraded": (),
}


@pytest.mark.parametrize("key", CASE_FORMS["flow"].expects)
def test_a_flow_row_fails_by_each_key_it_may_have(comments: Revision, key: str) -> None:
    assert outcome(comments, "flow/daily", **INPUT, **{key: FLOW_NOT_SO[key]}).startswith(key)


def test_a_flow_row_that_fails_says_why_its_steps_failed(comments: Revision) -> None:
    detail = outcome(comments, "flow/daily", **INPUT, status="done")
    assert "step judge (task/unsuitable) raised LlmFailure LLM006 (by its script)" in detail
    assert "summary (task/summary)" not in detail


def test_a_flow_row_leaves_no_record_behind(
    comments: Revision, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert outcome(comments, "flow/daily", **INPUT, status="partial") == ""
    assert list(tmp_path.iterdir()) == []


def test_an_input_that_a_flow_does_not_take_is_said(comments: Revision) -> None:
    assert "FLOW011 the flow takes no city" in outcome(
        comments, "flow/daily", input={"company": "x", "city": "y"}, status="done"
    )
