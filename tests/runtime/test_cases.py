"""A row of a case file fails by each thing it expects that is not so."""

import pytest

from engine.check.cases import CASE_FORMS
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
    "accept": ({"areaMin": 20}, {"areaMin": 25}),
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
OF = {"conversion": "conversion/price", "tool": "tool/poi_search", "profile": "profile/default"}


@pytest.mark.parametrize("kind", sorted(CASE_FORMS))
def test_the_keys_that_a_kind_reads_are_those_that_check_allows(revision: Revision, kind: str) -> None:
    of = OF.get(kind, kind)
    case = _Watched(id="row", text=TEXT, request={})
    READ.clear()
    run_case(
        CaseRow(file="rows.cases.yaml", line=1, of=of, id="row", text=TEXT, case=case), ground_of(revision)
    )
    assert READ - {"text"} == set(CASE_FORMS[kind].reads) - {"text"}
