"""`rulewright eval plan`: the pack's plan cases planned by a model."""

import asyncio
import os
import sys
from typing import Annotated, Any

import typer

from engine.cli.options import Json, PackDir, write_json
from engine.errors import InputInvalid, Problem
from engine.source.suggest import closest

eval_app = typer.Typer(
    name="eval", help="Measure how a model does the pack's work.", no_args_is_help=True, rich_markup_mode=None
)
_SHARES = ("intent", "conditions", "verified")
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
) -> None:
    """Plan the pack's plan cases by a model and say how often it agrees, what verification set right and what
    it made wrong. Without the model's key it says "not measured"."""
    from engine.llm.calling import check_keys
    from engine.llm.registry import build_models
    from engine.runtime.revision import load

    revision = load(pack, cases=True)
    if model not in revision.pack.models:
        known = list(revision.pack.models)
        hint = closest(model, known) or ", ".join(known) or "docs/connect_a_model.md"
        raise InputInvalid(Problem(code="USE022", message=f"the pack has no model {model}", hint=hint))
    asked = build_models(revision, os.environ)[model]
    missing = check_keys([asked])
    if missing:
        why = missing[0].problems[0]
        told: dict[str, Any] = {"model": model, "measured": False, "why": why.message, "hint": why.hint}
        write_json(told) if as_json else print(f"not measured: {why.message} ({why.hint})")
        return
    told = {"model": model, "measured": True, **asyncio.run(_measured(revision, asked, limit))}
    write_json(told) if as_json else _print(told)


async def _measured(revision: Any, asked: Any, limit: int | None) -> dict[str, object]:
    from engine.runtime.evaluation import Report, evaluate

    report = Report()
    try:
        async for planning in evaluate(revision, [asked], at_most=limit):
            report.plannings.append(planning)
            if sys.stderr.isatty():
                sys.stderr.write(f"\r\x1b[2K{len(report.plannings)} cases …")
                sys.stderr.flush()
    finally:
        await asked.llm.close()
    return report.to_json()


def _print(told: dict[str, Any]) -> None:
    for key, words in _SAID.items():
        value = told[key]
        shown = f"{value:.1%}" if key in _SHARES and value is not None else value
        print(f"{words:<44} {'–' if value is None else shown}")
    for kind, count in told["failed"].items():
        print(f"{'no plan: ' + kind:<44} {count}")
