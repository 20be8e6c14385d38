"""`rulewright index`: the pack's documents into a search server, and what is there."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.cli.inputs import read_file
from engine.cli.options import Json, PackDir, write_json, write_notices

if TYPE_CHECKING:
    from engine.search.indexing import Built

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
    timeout: Annotated[float, typer.Option(min=1, help="Seconds that each index may take.")] = 3600.0,
    pack: PackDir = None,
    as_json: Json = False,
) -> None:
    """Build new indices of documents and places, and point each alias at its own once all are in."""
    from engine.cli.progress import counting
    from engine.runtime.revision import load
    from engine.runtime.server import build_index_of, build_places_of, documents_to_index, places_to_index

    revision = load(pack)
    if docs is not None:
        read_file(docs, "the file of documents")
    documents, places = documents_to_index(revision, docs), places_to_index(revision)
    name = revision.pack.search.index or revision.pack.name
    with counting(f"documents into {name}", len(documents)) as step:
        homes = asyncio.run(
            build_index_of(revision, documents, url=url, keep=keep, timeout_s=timeout, progress=step)
        )
    named = None
    if places:
        with counting(f"places beside {name}", len(places)) as step:
            named = asyncio.run(
                build_places_of(revision, places, url=url, keep=keep, timeout_s=timeout, progress=step)
            )
    _tell(homes, named, as_json=as_json)


def _tell(homes: "Built", places: "Built | None", *, as_json: bool) -> None:
    every = [homes, places] if places is not None else [homes]
    write_notices(notice for built in every for notice in built.notices)
    if as_json:
        write_json({**_built(homes), "places": None if places is None else _built(places)})
        return
    for what, built in zip(("documents", "places"), every, strict=False):
        print(
            f"{built.documents:,} {what} are in {built.index}, {built.seconds:.1f} s; {built.alias} is it now"
        )
        for name in built.removed:
            print(f"removed {name}")


def _built(built: "Built") -> dict[str, Any]:
    return {
        "alias": built.alias,
        "index": built.index,
        "documents": built.documents,
        "seconds": round(built.seconds, 3),
        "removed": list(built.removed),
    }


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
    _show(found["indices"], "documents", "another catalog")
    if found["places"] is not None:
        print(f"places, alias {found['places']['alias']}")
        _show(found["places"]["indices"], "places", "other places or words")


def _show(indices: list[dict[str, Any]], what: str, otherwise: str) -> None:
    for each in indices:
        mark = "searched" if each["searched"] else "kept" if each["whole"] else "half-built"
        fits = "" if each["fits"] else f"; built by {otherwise}: rulewright index build"
        print(f"  {each['index']}  {each['documents']:,} {what}, {mark}{fits}")
    if not indices:
        print("  no index yet: rulewright index build")
