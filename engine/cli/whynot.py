"""`rulewright whynot`: why a home is not among the results of a sentence."""

import asyncio
from typing import Annotated

import typer

from engine.cli.options import Json, PackDir, Today, read_day, write_json, write_notices


def whynot(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The customer's sentence.")],
    home: Annotated[str, typer.Argument(metavar="COMPLEX", help="The home: its id or its name.")],
    pack: PackDir = None,
    as_json: Json = False,
    today: Today = None,
) -> None:
    """Name the condition that leaves a home out, and the smallest change that admits it."""
    from engine.answer.language import language_of
    from engine.answer.whynot import standing_line, whynot_lines
    from engine.runtime.revision import load
    from engine.runtime.whynot import why_not_in

    revision = load(pack)
    told = asyncio.run(why_not_in(text, home, revision, today=read_day(today)))
    write_notices(told.notices)
    if as_json:
        write_json(told.to_json())
        return
    language = language_of(text, revision.pack.locale)
    if told.why.gate is not None:
        print("\n".join(whynot_lines(told.why, told.name, revision, language)))
    else:
        print(standing_line(told.name, told.standing.rank, told.standing.of, revision, language))
