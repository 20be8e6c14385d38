from typing import Any

import jsonschema
import pytest

from engine.config.revision import Revision
from engine.llm.dialect import in_dialect
from engine.planner.rules import plan
from engine.prompt.examples import DAY
from engine.prompt.plan_schema import planner_schema
from engine.runtime.data import index_of

EACH = 8
"""Of the pack's cases one of so many is planned."""


def test_the_plans_of_the_packs_cases_fit_the_schema(revision: Revision) -> None:
    validator = jsonschema.Draft202012Validator(planner_schema(revision))
    index = index_of(revision)
    assert revision.cases is not None
    texts = [row.text for cases in revision.cases.values() if cases.of == "plan" for row in cases.cases]
    assert len(texts) > EACH
    for text in texts[::EACH]:
        value = plan(text or "", revision, today=DAY, index=index).plan.to_dict()
        assert not list(validator.iter_errors(value)), text


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ({"name": "delete_index", "params": {}}, "a tool that nobody listed"),
        ({"name": "poi_search", "params": {"location": "강남역", "areaMin": 30}}, "another tool's parameter"),
        ({"name": "poi_search", "params": {}}, "a required parameter left out"),
        ({"name": "property_search", "params": {"priceMax": "15억"}}, "a number in words"),
        ({"name": "property_search", "params": {"dealType": "BUY"}}, "a choice that is none"),
        ({"name": "property_search", "params": {"pois": [{"lat": 1, "lon": 2, "x": 3}]}}, "an open entry"),
    ],
)
def test_the_schema_takes_nothing_but_the_whitelist(revision: Revision, step: Any, why: str) -> None:
    value = {"intent": "PROPERTY_SEARCH", "steps": [{"id": "1", **step}]}
    assert list(jsonschema.Draft202012Validator(planner_schema(revision)).iter_errors(value)), why


def test_the_schema_can_be_sent_strictly(revision: Revision) -> None:
    sent = in_dialect(planner_schema(revision), "strict")
    assert sent.strict
    jsonschema.Draft202012Validator.check_schema(sent.schema)
