"""The whole run: files in, documents, places and report out. Read this first."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.errors import Problem
from engine.ingest.asking import Asked, Offer, join_asking, read_asking
from engine.ingest.complexes import Complex, is_test_entry, place_complexes, read_complexes
from engine.ingest.documents import Document, build_documents
from engine.ingest.geography import Dong, DongIndex, Nearest, StationRow, read_dongs, read_stations
from engine.ingest.join import join
from engine.ingest.places import Place, build_places
from engine.ingest.register import RegisterFile, merge, read_register
from engine.ingest.report import (
    FileFigures,
    IngestReport,
    asking_figures,
    coordinate_figures,
    deal_figures,
    document_figures,
    ids_with,
    place_figures,
    problem_lines,
    register_figures,
    unjoined_figures,
)
from engine.ingest.storage import read_documents
from engine.ingest.table import Reading

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Paths of the input files. A register export may stand in either list: its header says what it is."""

    trades: tuple[Path, ...] = ()
    rents: tuple[Path, ...] = ()
    complexes: Path
    stations: Path
    dongs: Path
    asking: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """What a run makes. `places` is None when only asking prices were joined."""

    documents: tuple[Document, ...]
    places: tuple[Place, ...] | None
    report: IngestReport
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Inputs:
    """All files as read."""

    files: tuple[RegisterFile, ...]
    complexes: Reading[Complex]
    stations: Reading[StationRow]
    dongs: Reading[Dong]
    offers: Reading[Offer] | None

    def figures(self, real: int) -> tuple[FileFigures, ...]:
        """Per file; `real` complexes are no test entries."""
        complexes = replace(_figures(self.complexes, "complexes"), kept=real)
        complexes = replace(complexes, left_out=len(self.complexes.items) - real)
        references = (_figures(self.stations, "stations"), _figures(self.dongs, "dongs"))
        return (*map(register_figures, self.files), complexes, *references, *_asking_file(self.offers))

    def problems(self) -> tuple[Problem, ...]:
        """Broken rows of the public files."""
        tables = (*self.files, self.complexes, self.stations, self.dongs)
        return tuple(row.problem() for table in tables for row in table.broken)


def build(sources: Sources, say: Say) -> Built:
    """Documents and places from public files; `say` hears what is being done.

    Raises InputInvalid when a file is not what it should be; single rows end in `problems` instead.
    """
    inputs = _read(sources, say)
    index = DongIndex(inputs.dongs.items)
    say("placing complexes")
    real = tuple(entry for entry in inputs.complexes.items if not is_test_entry(entry.id))
    placed = place_complexes(real, index)
    say("joining deals")
    deals = merge(inputs.files)
    joined = join(deals, placed, index)
    say("building documents")
    documents = build_documents(placed, joined, Nearest(row.point for row in inputs.stations.items))
    places = build_places(inputs.stations.items, inputs.dongs.items, documents, joined.names)
    asked = join_asking(documents, inputs.offers) if inputs.offers else None
    documents = asked.documents if asked else documents
    problems = (*inputs.problems(), *_asking_problems(inputs.offers, asked))
    report = IngestReport(
        files=inputs.figures(len(real)),
        deals=deal_figures(inputs.files, deals, joined),
        unjoined=unjoined_figures(joined),
        coordinates=coordinate_figures(placed),
        repaired=ids_with(placed, "swapped"),
        off_dong=ids_with(placed, "off_dong"),
        documents=document_figures(documents),
        places=place_figures(places),
        asking=asking_figures(asked, inputs.offers),
        problems=problem_lines(problems),
        problem_count=len(problems),
    )
    return Built(documents=documents, places=places, report=report, problems=problems)


def attach_asking(documents_path: Path, asking_path: Path, say: Say) -> Built:
    """The documents of an earlier run with a file of asking prices joined on.

    Raises InputInvalid (INGEST001 to 003, 006, 008).
    """
    say("reading documents")
    documents = read_documents(documents_path)
    say("joining asking prices")
    offers = read_asking(asking_path)
    asked = join_asking(documents, offers)
    problems = _asking_problems(offers, asked)
    report = IngestReport(
        files=_asking_file(offers),
        documents=document_figures(asked.documents),
        asking=asking_figures(asked, offers),
        problems=problem_lines(problems),
        problem_count=len(problems),
    )
    return Built(documents=asked.documents, places=None, report=report, problems=problems)


def _read(sources: Sources, say: Say) -> _Inputs:
    files: list[RegisterFile] = []
    for path in (*sources.trades, *sources.rents):
        say(f"reading {path.name}")
        files.append(read_register(path))
    say("reading complexes, stations and legal dongs")
    return _Inputs(
        files=tuple(files),
        complexes=read_complexes(sources.complexes),
        stations=read_stations(sources.stations),
        dongs=read_dongs(sources.dongs),
        offers=read_asking(sources.asking) if sources.asking else None,
    )


def _figures(reading: Reading[object], kind: str) -> FileFigures:
    kept, broken = len(reading.items), len(reading.broken)
    return FileFigures(
        name=reading.name, sha256=reading.sha256, kind=kind, rows=kept + broken, kept=kept, broken=broken
    )


def _asking_file(offers: Reading[Offer] | None) -> tuple[FileFigures, ...]:
    return (_figures(offers, "asking prices"),) if offers else ()


def _asking_problems(offers: Reading[Offer] | None, asked: Asked | None) -> tuple[Problem, ...]:
    broken: Sequence[Problem] = [row.problem() for row in offers.broken] if offers else []
    unjoined: Sequence[Problem] = [row.problem() for row in asked.unjoined] if asked else []
    return (*broken, *unjoined)
