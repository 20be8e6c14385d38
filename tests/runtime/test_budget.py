"""One budget for all that a request, or a run of a flow, asks of models."""

import asyncio
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from engine.config.model import Budget, Prices, Roles
from engine.config.revision import Revision
from engine.llm.calling import Model
from engine.llm.port import Usage
from engine.llm.scripted import Answer, Scripted
from engine.runtime.engine import Engine
from engine.runtime.flow import run_flow
from engine.runtime.revision import load

from .asking import Scene, plan_text, says

TEXT = "강남역 근처 아파트"
RIGHT = plan_text()
CUT = Answer(pieces=(RIGHT[:-30],))
ONE = Usage(prompt=1_000_000, completion=0)
"""Of an attempt that costs 1.0 by these prices."""
PRICES = Prices(prompt=1.0, completion=1.0)


def attempts_of(scene: Scene) -> list[tuple[str, str, str | None]]:
    return [(each["role"], each["model"], each["kind"]) for each in scene.trace["llm"]["attempts"]]


def test_the_models_of_a_planner_share_the_cost_of_a_request(revision: Revision) -> None:
    scene = Scene(revision, [], budget=Budget(cost=1.5))
    names = ("first", "second", "third", "fourth")
    roles = Roles(planner=names)
    cut = [replace(CUT, usage=ONE)]
    models = {name: Model(name=name, llm=Scripted(cut), retries=0, prices=PRICES) for name in names}
    pack = scene.engine.revision.pack.model_copy(update={"roles": roles})
    scene.engine = Engine(replace(scene.engine.revision, pack=pack), models=models)
    scene.ask(TEXT)
    assert [each[1:] for each in attempts_of(scene)] == [
        ("first", None), ("second", None), ("third", "budget"),
    ]  # fmt: skip
    assert scene.trace["planner"] == "rules"
    assert scene.one("answered")["text"]


def test_an_answer_gets_what_the_plan_left(revision: Revision) -> None:
    rules = [*says(RIGHT, usage=Usage(prompt=9_000, completion=50)), Answer(pieces=("Yes.",))]
    scene = Scene(revision, rules, answerer="llm", budget=Budget(tokens=9_100)).ask(TEXT)
    assert attempts_of(scene) == [("planner", "model", None), ("answerer", "model", "budget")]
    assert scene.trace["answerer"] == "template"
    again = Scene(revision, rules, answerer="llm", budget=Budget(tokens=9_100))
    assert [attempts_of(again.ask(TEXT))[0][2] for _ in range(2)] == [None, None]  # each request has its own


@pytest.mark.parametrize(("tokens", "ends"), [(None, "done"), (600, "partial")])
def test_the_tasks_of_a_run_share_its_budget(
    root: Path, tmp_path: Path, tokens: int | None, ends: str
) -> None:
    comments = load(root / "examples" / "comments")
    pack = comments.pack.model_copy(update={"budget": Budget(tokens=tokens)})
    given = {"company": "한빛전자"}

    async def run() -> list[dict[str, object]]:
        running = run_flow(
            "daily", given, replace(comments, pack=pack), out=tmp_path, today=date(2026, 6, 30)
        )
        return [dict(event.data) async for event in running]

    result = asyncio.run(run())[-1]
    assert result["status"] == ends
    kinds = {each["kind"] for each in result["attempts"]}  # pyright: ignore[reportGeneralTypeIssues, reportUnknownVariableType]
    assert ("budget" in kinds) == (tokens is not None)
