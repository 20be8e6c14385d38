"""A row of a case file fails by each thing it expects that is not so."""

import pytest

from engine.check.cases import _PLAN_KEYS  # pyright: ignore[reportPrivateUsage]
from engine.config.cases import Case
from engine.config.revision import Revision
from engine.runtime.cases import CaseRow, ground_of, run_case

TEXT = "강남역 근처 30평대 아파트 추천해줘"
NOT_SO: dict[str, object] = {
    "intent": "MEMORY",
    "strategy": "midpoint",
    "places": ("신림역",),
    "searches": (("신림역",),),
    "params": {"areaMin": 20},
    "assumed": {"areaMin": 20},
    "wishes": ("조용한",),
    "unread": ("저렴한",),
    "degraded": ("places_cut",),
    "steps": (),
    "removed": ("step_cap",),
}


@pytest.mark.parametrize("key", _PLAN_KEYS)
def test_a_plan_row_fails_by_each_key_it_may_have(revision: Revision, key: str) -> None:
    case = Case.model_validate({"id": "row", "text": TEXT, key: NOT_SO[key]})
    row = CaseRow(file="rows.cases.yaml", line=1, of="plan", id="row", text=TEXT, case=case)
    assert run_case(row, ground_of(revision)).detail
