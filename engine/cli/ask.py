"""`rulewright ask`: the answer to a sentence, with progress while it works."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.cli.inputs import each_text, load_pack
from engine.cli.lacking import lacking
from engine.cli.options import (
    Json,
    PackDir,
    Planner,
    Record,
    Session,
    Text,
    Today,
    User,
    is_terminal,
    read_day,
    read_planner,
    write_json,
)
from engine.cli.progress import telling
from engine.errors import EngineError

if TYPE_CHECKING:
    from engine.runtime.engine import Engine
    from engine.runtime.events import Event

_STEPS = {
    "planned": "planned",
    "sanitized": "checked the plan",
    "step_started": "running",
    "candidates": "ranked",
}
_EXITS = {"input": 2, "config": 3}  # by the kind of failure; 1 for every other


def ask(
    text: Text,
    pack: PackDir = None,
    as_json: Json = False,
    today: Today = None,
    profile: Annotated[
        str | None, typer.Option("--profile", metavar="NAME", help="Score by this profile; else the pack's.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", help="Homes to return, 1 to 50; else the pack's.")
    ] = None,
    user: User = None,
    session: Session = None,
    planner: Planner = None,
    record: Record = False,
) -> None:
    """Answer a sentence by ranked, explained homes; --json prints each event on a line, the last `trace`."""
    from engine.runtime.engine import Engine
    from engine.runtime.models import planned_by

    day, who = read_day(today), read_planner(planner)
    engine = Engine(planned_by(load_pack(pack, record=record), who))
    failure = ""
    for number, line in each_text(text):
        if line is None:
            failure = "input"
            continue
        events = engine.ask_sync(line, today=day, profile=profile, limit=limit, subject=user, session=session)
        if as_json or text == "-":
            for event in events:
                if event.event == "failed":
                    failure = str(event.data["kind"])
                write_json({**({"line": number} if text == "-" else {}), **event.to_json()})
        else:
            failure = _print(events, engine, line)
    if failure:
        raise typer.Exit(_EXITS.get(failure, 1) if text != "-" else 1)


def _print(events: "Iterator[Event]", engine: "Engine", text: str) -> str:
    """Show a request in the terminal; the kind of its failure, "" for an answer."""
    failure: dict[str, Any] | None = None
    found: list[dict[str, Any]] = []
    without: list[str] = []
    with telling() as say:
        for event in events:
            if event.event in _STEPS:
                say(f"{_STEPS[event.event]} {event.data.get('tool', '')}".strip())
            if event.event == "candidates":
                found.append(dict(event.data))
            elif why := lacking(event):
                without.append(why)
            elif event.event == "answered":
                say("")
                _show(found, str(event.data["text"]), engine, text)
            elif event.event == "failed":
                failure = dict(event.data)
    sys.stderr.writelines(f"{why}\n" for why in without)
    if failure is None:
        return ""
    with suppress(EngineError):  # what was found before it failed, where the pack has words for it
        _show(found, "", engine, text)
    hint = f" (hint: {failure['hint']})" if failure["hint"] else ""
    where = f"{failure['file']}: " if failure["file"] else ""
    sys.stderr.write(f"{where}{failure['code']} {failure['message']}{hint}\n")
    return str(failure["kind"])


def _show(found: list[dict[str, Any]], answer: str, engine: "Engine", text: str) -> None:
    from engine.answer.language import language_of
    from engine.cli.table import candidates_table

    width = shutil.get_terminal_size((100, 24)).columns
    spoken = language_of(text, engine.revision.pack.locale)
    for each in (search for search in found if search["hits"] and is_terminal()):
        print(candidates_table(each, engine.revision, width=width, colour=True, language=spoken))
    if answer:
        print(answer)
