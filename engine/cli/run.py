"""`rulewright run`: a flow of the pack, told of step by step."""

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from engine.cli.inputs import load_pack, read_file
from engine.cli.options import Json, PackDir, Record, Today, is_terminal, read_day, write_json
from engine.errors import InputInvalid, Problem
from engine.source.json_text import NotStrict, read_json

if TYPE_CHECKING:
    from engine.runtime.events import Event


def run(
    flow: Annotated[str, typer.Argument(metavar="FLOW", help="A flow of the pack: rules/flows/*.yaml.")],
    pack: PackDir = None,
    as_json: Json = False,
    today: Today = None,
    given: Annotated[
        str | None,
        typer.Option("--input", metavar="FILE", help="A JSON object with the inputs; - is standard input."),
    ] = None,
    out: Annotated[
        Path,
        typer.Option("--out", metavar="FOLDER", help="Where records are kept; made when missing."),
    ] = Path("results"),
    record: Record = False,
) -> None:
    """Run a flow; --json prints each event on a line, the last `result` with its status."""
    from engine.runtime.flow import run_flow

    revision = load_pack(pack, record=record)
    inputs = _read(given)
    events = run_flow(flow, inputs, revision, out=out, today=read_day(today))
    status = asyncio.run(_told(events, as_json=as_json or not is_terminal()))
    if status == "failed":
        raise typer.Exit(1)


async def _told(events: "AsyncGenerator[Event, None]", *, as_json: bool) -> str:
    """Print each event as it happens; the status in which the run ends."""
    status = ""
    async for event in events:
        if event.event == "result":
            status = str(event.data["status"])
        if as_json:
            write_json(event.to_json())
        else:
            _say(event.event, event.data)
    return status


def _say(event: str, data: Mapping[str, object]) -> None:
    match event:
        case "step_started":
            print(f"{data['step']} …")
        case "step_finished":
            why = "" if data["state"] == "ok" else f" {data['reason'] or data['kind']}"
            notes = [*cast("list[str]", data["notes"]), *_explained(data)]
            print(f"{data['step']} {data['state']}{why}" + "".join(f"\n  {note}" for note in notes))
        case "degraded":
            print(data["detail"])
        case _:
            reason = f" ({data['reason']})" if data["reason"] else ""
            print(f"{data['status']}{reason}")
            print(json.dumps(data["result"], ensure_ascii=False, indent=2))


def _explained(data: Mapping[str, object]) -> tuple[str, ...]:
    """What more is known of a step that failed by itself, and not for the lack of another or of input."""
    if data["state"] == "ok" or data["cause"] or data["reason"]:
        return ()
    return (str(data["message"]),)


def _read(given: str | None) -> Mapping[str, object]:
    if given is None:
        return {}
    data = read_file(Path(given), "the input")
    try:
        value = read_json(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputInvalid(_unreadable(given, "it is not UTF-8 text")) from error
    except NotStrict as error:
        raise InputInvalid(_unreadable(given, f"it {error}", error.line)) from error
    if not isinstance(value, dict):
        raise InputInvalid(_unreadable(given, "it must hold one JSON object"))
    return cast("Mapping[str, object]", value)


def _unreadable(given: str, why: str, line: int = 0) -> Problem:
    return Problem(
        code="FLOW012", message=f"the input cannot be used: {why}", file="" if given == "-" else given,
        line=line, column=min(line, 1),
        hint='a JSON object such as {"company": "…"}',
    )  # fmt: skip
