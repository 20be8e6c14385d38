"""`rulewright compile`: the Elasticsearch query of a request, without a server."""

from dataclasses import replace
from typing import Annotated

import typer

from engine.cli.inputs import read_file
from engine.cli.options import Json, PackDir, RequestFile, Today, read_day, write_json


def compile_request(
    request: RequestFile,
    profile: Annotated[
        str | None, typer.Option("--profile", metavar="NAME", help="Another profile than the request's.")
    ] = None,
    pack: PackDir = None,
    as_json: Json = False,
    today: Today = None,
) -> None:
    """Print the search body of a request: its hits are the homes in order, each with its score."""
    from engine.runtime.revision import load
    from engine.search import compile_query
    from engine.search.wire import read_request

    revision = load(pack)
    asked = read_request(read_file(request, "the request"))
    if profile is not None:
        asked = replace(asked, profile=profile)
    if today is not None:
        asked = replace(asked, today=read_day(today))
    body = compile_query(asked, revision)
    if as_json:
        write_json(body)
        return
    import json

    print(json.dumps(body, ensure_ascii=False, indent=2))
