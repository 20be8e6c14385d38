"""`rulewright plan`: what the planner makes of a sentence, before anything runs."""

import json
from collections.abc import Mapping
from typing import Any

from engine.cli.inputs import each_result, load_pack
from engine.cli.options import (
    Json,
    PackDir,
    Planner,
    Record,
    Text,
    Today,
    read_day,
    read_planner,
    write_json,
)
from engine.cli.progress import telling


def plan(
    text: Text,
    pack: PackDir = None,
    as_json: Json = False,
    today: Today = None,
    planner: Planner = None,
    record: Record = False,
) -> None:
    """Write the plan for a sentence: its intent, places and strategy, and the tool calls with their
    parameters."""
    from engine.runtime.engine import Engine

    day, who = read_day(today), read_planner(planner)
    engine = Engine(load_pack(pack, record=record))
    with telling("planning") as say:  # a model may take its time
        for number, _, result in each_result(
            text, lambda line: engine.plan_json(line, today=day, planner=who)
        ):
            say("")
            if as_json or text == "-":
                write_json({**({"line": number} if text == "-" else {}), **result})
            else:
                _print(result)


def _print(result: Mapping[str, Any]) -> None:
    plan = result["plan"]
    print(f"intent    {plan['intent']}")
    print(f"strategy  {result['strategy']}")
    for place in result["places"]:
        others = ", ".join(f"{other['name']} ({other.get('region', '')})" for other in place["alternatives"])
        print(
            f"place     {place['text']} = {place['name'] or 'unknown'}"
            + (f"; not {others}" if others else "")
        )
    for step in plan["steps"]:
        waits = f" after {', '.join(step['deps'])}" if step["deps"] else ""
        print(f"step {step['id']:<4} {step['name']}{waits} {json.dumps(step['params'], ensure_ascii=False)}")
    for key in ("etcCondition", "systemContext"):
        if plan[key]:
            print(f"{key}: {plan[key]}")
    for removal in result["removed"]:
        print(f"removed   {removal['reason']}: {removal['detail']}")
    for note in result["degraded"]:
        print(f"degraded  {note['detail']}")
