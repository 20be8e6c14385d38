"""`rulewright eval plan`: the pack's plan cases planned by a model."""

import asyncio
import os
from typing import Annotated, Any

import typer

from engine.cli.inputs import load_pack
from engine.cli.options import Json, PackDir, Record, write_json
from engine.cli.progress import counting
from engine.cli.replays import say_stale
from engine.errors import InputInvalid, Problem
from engine.source.suggest import closest

eval_app = typer.Typer(
    name="eval", help="Measure how a model does the pack's work.", no_args_is_help=True, rich_markup_mode=None
)
_SHARES = ("intent", "conditions", "verified")
_NO_CASES = Problem(
    code="USE022",
    message="the pack has no plan case that expects an intent or conditions",
    hint="kind: cases, of: plan in rules/plan.cases.yaml",
)
_SAID = {
    "cases": "cases planned",
    "intent": "same intent",
    "conditions": "right conditions, as the model wrote them",
    "verified": "right conditions, after verification",
    "repaired": "set right by verification",
    "harmed": "made wrong by verification",
    "seconds": "seconds a plan (median)",
    "tokens": "tokens in all",
}


@eval_app.command("plan")
def plan(
    model: Annotated[str, typer.Option("--model", metavar="NAME", help="A model of rules/pack.yaml.")],
    pack: PackDir = None,
    as_json: Json = False,
    limit: Annotated[
        int | None,
        typer.Option("--limit", min=1, metavar="N", help="Only the first N cases."),
    ] = None,
    record: Record = False,
) -> None:
    """Plan the pack's plan cases by a model and say how often it agrees, what verification set right and what
    it made wrong. Without the model's key, or without such cases, it says "not measured"."""
    from engine.llm.calling import check_keys
    from engine.llm.registry import build_models
    from engine.runtime.evaluation import plan_cases
    from engine.runtime.replays import Replays

    revision = load_pack(pack, record=record, cases=True)
    if model not in revision.pack.models:
        known = list(revision.pack.models)
        hint = closest(model, known) or ", ".join(known) or "docs/connect_a_model.md"
        raise InputInvalid(Problem(code="USE022", message=f"the pack has no model {model}", hint=hint))
    asked = build_models(revision, os.environ)[model]
    missing, cases = check_keys([asked]), plan_cases(revision)[:limit]
    if missing or not cases:
        why = missing[0].problems[0] if missing else _NO_CASES
        told: dict[str, Any] = {"model": model, "measured": False, "why": why.message, "hint": why.hint}
        write_json(told) if as_json else print(f"not measured: {why.message} ({why.hint})")
        return
    told = {"model": model, "measured": True, **asyncio.run(_measured(revision, asked, cases))}
    write_json(told) if as_json else _print(told)
    if limit is None:
        replays = Replays()
        replays.saw({model: asked})
        say_stale(replays, revision)


async def _measured(revision: Any, asked: Any, cases: Any) -> dict[str, object]:
    from engine.runtime.evaluation import Report, evaluate

    report = Report()
    try:
        with counting("cases", len(cases)) as done:
            async for planning in evaluate(revision, [asked], cases):
                report.plannings.append(planning)
                done(1)
    finally:
        await asked.llm.close()
    return report.to_json()


def _print(told: dict[str, Any]) -> None:
    for key, words in _SAID.items():
        value = told[key]
        shown = f"{value:.1%}" if key in _SHARES and value is not None else value
        print(f"{words:<44} {'–' if value is None else shown}")
    for kind, count in told["failed"].items():
        print(f"{'no plan: ' + kind:<44} {count}\n  {told['why'][kind]}")
