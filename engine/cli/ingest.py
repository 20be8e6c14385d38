"""`rulewright ingest`: public register files -> documents and places."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.cli.options import Json, PackDir
from engine.errors import InputInvalid, Problem

if TYPE_CHECKING:
    from engine.ingest.build import Built

SHOWN_WARNINGS = 10
Files = list[Path] | None


def ingest(
    out: Annotated[Path, typer.Option(help="Folder for complexes.jsonl.gz, places.csv.gz and report.json.")],
    trades: Annotated[Files, typer.Option(help="A sale export of the register; may be repeated.")] = None,
    rents: Annotated[Files, typer.Option(help="A rent export of the register; may be repeated.")] = None,
    complexes: Annotated[Path | None, typer.Option(help="K-apt complexes (CSV).")] = None,
    stations: Annotated[Path | None, typer.Option(help="Urban-rail stations (CSV).")] = None,
    dongs: Annotated[Path | None, typer.Option(help="Centres of legal dongs (CSV).")] = None,
    asking: Annotated[Path | None, typer.Option(help="Your own asking prices (CSV).")] = None,
    documents: Annotated[
        Path | None, typer.Option(help="Documents that --asking is joined onto; else those of the pack.")
    ] = None,
    pack: PackDir = None,
    as_json: Json = False,
) -> None:
    """Build the documents and places that are searched from public files, or join --asking onto documents."""
    from engine.ingest.build import Sources, attach_asking, build
    from engine.ingest.storage import next_step, write_files

    references = (complexes, stations, dongs)
    if complexes and stations and dongs and not documents:
        sources = Sources(
            trades=tuple(trades or ()),
            rents=tuple(rents or ()),
            complexes=complexes,
            stations=stations,
            dongs=dongs,
            asking=asking,
        )
        built = build(sources, _say)
    elif asking and not any((*references, trades, rents)):
        built = attach_asking(documents or _pack_documents(pack), asking, _say)
    else:
        raise InputInvalid(_unclear())
    report = write_files(out, built.documents, built.places, built.report)
    _warn(built)
    sys.stdout.write(report.as_json() if as_json else report.as_text() + "\n")
    sys.stderr.write(next_step(out, _pack_root(pack), with_places=built.places is not None))


def _pack_documents(pack: Path | None) -> Path:
    from engine.runtime.data import documents_file
    from engine.runtime.revision import load

    return documents_file(load(pack))


def _pack_root(pack: Path | None) -> Path | None:
    from engine.errors import ConfigError
    from engine.runtime.revision import find_pack

    try:
        return find_pack(pack)
    except ConfigError:  # there is no pack yet
        return None


def _warn(built: "Built") -> None:
    """The first rows left out, on standard error."""
    for problem in built.problems[:SHOWN_WARNINGS]:
        sys.stderr.write(f"{problem}\n")
    more = len(built.problems) - SHOWN_WARNINGS
    if more > 0:
        sys.stderr.write(f"... and {more} more; report.json holds them\n")


def _say(message: str) -> None:
    """Progress for a person: only when standard error is a terminal."""
    if sys.stderr.isatty():
        from rich.console import Console

        Console(stderr=True).print(f"[dim]{message} …[/dim]", highlight=False)


def _unclear() -> Problem:
    return Problem(
        code="INGEST009",
        message="ingest needs --complexes, --stations and --dongs; or --asking, with --documents or a pack",
        hint="rulewright ingest --trades F --rents F --complexes F --stations F --dongs F --out DIR",
    )
