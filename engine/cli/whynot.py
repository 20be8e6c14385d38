"""`rulewright whynot`: why a home is not among the results of a sentence."""

import asyncio
from typing import Annotated, Any

import typer

from engine.cli.options import Json, PackDir, Today, read_day, write_json


def whynot(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The customer's sentence.")],
    home: Annotated[str, typer.Argument(metavar="COMPLEX", help="The home: its id or its name.")],
    pack: PackDir = None,
    as_json: Json = False,
    today: Today = None,
) -> None:
    """Name the condition that leaves a home out, and the smallest change that admits it."""
    from engine.runtime.revision import load
    from engine.runtime.whynot import why_not_in

    told = asyncio.run(why_not_in(text, home, load(pack), today=read_day(today)))
    if as_json:
        write_json(told)
        return
    print("\n".join(_lines(told)))


def _lines(told: dict[str, Any]) -> list[str]:
    name = f"{told['name']} ({told['id']})"
    if told["rank"] is not None:
        return [f"{name} is number {told['rank']} of the {told['of']} homes found."]
    if told["gate"] is None:
        return [f"{name} meets every condition, and is not among the first of the {told['of']} homes found."]
    value = "unknown" if told["value"] is None else told["value"]
    lines = [f"{name} is left out by {told['gate']}."]
    if told["wanted"]:
        lines.append(f"  asked:   {_said(told['wanted'])}")
    lines.append(f"  it has:  {value}")
    if told["change"] is None:
        lines.append("  No change of the sentence's conditions admits it.")
    else:
        lines.append(f"  admits:  {_said(told['change'])}")
    return lines


def _said(params: dict[str, Any]) -> str:
    return ", ".join(f"without {k}" if v is None else f"{k} {v}" for k, v in params.items())
