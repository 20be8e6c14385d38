"""`rulewright rank`: rank documents for a request, without a sentence and without a plan."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from engine.cli.inputs import read_file
from engine.cli.options import (
    Json,
    PackDir,
    RequestFile,
    Today,
    is_terminal,
    read_day,
    write_json,
    write_notices,
)


def rank(
    request: RequestFile,
    docs: Annotated[
        Path | None,
        typer.Option(
            "--docs",
            metavar="FILE",
            help="Documents as NDJSON (or .gz), ranked in memory; else the pack's own, by its backend.",
        ),
    ] = None,
    pack: PackDir = None,
    as_json: Json = False,
    today: Today = None,
) -> None:
    """Rank documents by a profile: the hits with every factor's value, and what each other home failed."""
    from engine.cli.table import conditions_table, hits_table, relaxed_lines
    from engine.runtime.revision import load
    from engine.runtime.server import homes_of
    from engine.search import rank as rank_documents
    from engine.search.wire import read_documents_file, read_request, result_json

    revision = load(pack)
    asked = read_request(read_file(request, "the request"))
    if today is not None:
        asked = replace(asked, today=read_day(today))
    if docs is None:
        result = asyncio.run(homes_of(revision).rank(asked))
    else:
        read_file(docs, "the file of documents")
        result = rank_documents(asked, read_documents_file(docs, revision.catalog), revision)
    write_notices(result.notices)
    if as_json:
        write_json(result_json(result))
        return
    homes = hits_table(result, revision, width=_width(), colour=is_terminal())
    print(homes or "No home meets the request.")
    for line in relaxed_lines(result, revision):
        print(line)
    params = asked.params
    print(conditions_table(result, revision, params=params, width=_width(), colour=is_terminal()))


def _width() -> int:
    import shutil

    return shutil.get_terminal_size((100, 24)).columns
