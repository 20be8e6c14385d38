import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

import jsonschema

from engine.config.revision import Revision
from engine.config.templates import PlanExamples
from engine.plan import sanitize
from engine.planner.rules import plan
from engine.prompt.examples import DAY, examples_of
from engine.prompt.plan_schema import planner_schema
from engine.runtime.data import index_of


def test_every_example_is_the_plan_that_the_packs_own_places_give(revision: Revision) -> None:
    index = index_of(revision)
    for example in examples_of(revision).plans:
        planned = plan(example.text, revision, today=DAY, index=index).plan
        shown = cast("Mapping[str, Any]", json.loads(example.plan))
        assert shown["intent"] == planned.intent
        assert shown.get("etcCondition") == planned.etc_condition
        for step, own in zip(shown["steps"], planned.steps, strict=True):
            whole = own.to_dict()
            assert step == {key: whole[key] for key in ("id", "name", "params")}
    for strategy in examples_of(revision).strategies:
        assert plan(strategy.text, revision, today=DAY, index=index).strategy == strategy.name


def test_an_example_runs_as_it_stands_and_fits_the_schema(revision: Revision) -> None:
    schema, shown = planner_schema(revision), examples_of(revision)
    assert shown.plans
    assert not shown.faulty
    for example in shown.plans:
        value = json.loads(example.plan)
        jsonschema.validate(value, schema)
        sanitized = sanitize(value, revision)
        assert not sanitized.removed
        assert not sanitized.replan


def test_a_sentence_that_cannot_be_shown_is_left_out_and_told(revision: Revision) -> None:
    assert revision.templates is not None
    examples = PlanExamples(
        places={"강남역": "station"},
        sentences=("신림역 근처 30평대", "강남역 20평대"),
        strategies=("강남역 근처",),
    )
    found = examples_of(
        replace(revision, templates=revision.templates.model_copy(update={"examples": examples}))
    )
    assert [example.text for example in found.plans] == ["강남역 20평대"]
    assert [(each.key, each.number) for each in found.faulty] == [("sentences", 0), ("strategies", 0)]
