"""`rulewright index`: the pack's documents into a search server, and what is there."""

import asyncio
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.cli.inputs import read_file
from engine.cli.options import Json, PackDir, write_json

index = typer.Typer(
    no_args_is_help=True, help="The index of a search server: build it, or see what is there."
)
Url = Annotated[
    str | None,
    typer.Option("--url", help="The server; else RULEWRIGHT_SEARCH_URL, else search: url: of the pack."),
]


@index.command("build")
def build(
    docs: Annotated[
        Path | None, typer.Option("--docs", metavar="FILE", help="Documents (NDJSON); else the pack's own.")
    ] = None,
    url: Url = None,
    keep: Annotated[int, typer.Option(min=0, help="Older indices that stay, to go back to.")] = 1,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds that the whole build may take.")] = 3600.0,
    pack: PackDir = None,
    as_json: Json = False,
) -> None:
    """Build a new index of the documents and point the alias at it once every document is in."""
    from engine.cli.progress import counting
    from engine.runtime.revision import load
    from engine.runtime.server import build_index_of, documents_to_index

    revision = load(pack)
    if docs is not None:
        read_file(docs, "the file of documents")
    documents = documents_to_index(revision, docs)
    with counting(
        f"documents into {revision.pack.search.index or revision.pack.name}", len(documents)
    ) as step:
        built = asyncio.run(
            build_index_of(revision, documents, url=url, keep=keep, timeout_s=timeout, progress=step)
        )
    for notice in built.notices:
        sys.stderr.write(f"{notice}\n")
    if as_json:
        write_json(
            {
                "alias": built.alias,
                "index": built.index,
                "documents": built.documents,
                "seconds": round(built.seconds, 3),
                "removed": list(built.removed),
            }
        )
        return
    print(
        f"{built.documents:,} documents are in {built.index}, {built.seconds:.1f} s; {built.alias} is it now"
    )
    for name in built.removed:
        print(f"removed {name}")


@index.command("status")
def status(url: Url = None, pack: PackDir = None, as_json: Json = False) -> None:
    """Say which server answers, which indices there are, and whether they fit the pack's catalog."""
    from engine.runtime.revision import load
    from engine.runtime.server import status_of

    found: dict[str, Any] = asyncio.run(status_of(load(pack), url=url))
    if as_json:
        write_json(found)
        return
    print(f"{found['server']} at {found['url']}, alias {found['alias']}")
    for each in found["indices"]:
        mark = "searched" if each["searched"] else "kept"
        fits = "" if each["fits"] else "; built by another catalog: rulewright index build"
        print(f"  {each['index']}  {each['documents']:,} documents, {mark}{fits}")
    if not found["indices"]:
        print("  no index yet: rulewright index build")
