"""What was read, joined and written, in figures: nothing is lost without a number."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

from engine.errors import Problem
from engine.ingest.asking import Asked, Offer
from engine.ingest.complexes import Placed
from engine.ingest.documents import Document, is_priced, sale_priced_plans, with_shares
from engine.ingest.join import Joined
from engine.ingest.places import Place
from engine.ingest.register import Deal, RegisterFile
from engine.ingest.table import Reading

SHOWN_PROBLEMS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFigures:
    """One input file. rows = kept + cancelled + broken + left_out."""

    name: str
    sha256: str
    kind: str
    rows: int
    kept: int
    cancelled: int = 0
    broken: int = 0
    left_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestReport:
    """All figures of one run; `problems` are rows left out, the first SHOWN_PROBLEMS as sentences.

    deals: counted once, by what became of them. coordinates: complexes by verdict.
    documents, places: by kind. bytes: by written file.
    """

    files: tuple[FileFigures, ...]
    documents: Mapping[str, int]
    deals: Mapping[str, int] = field(default_factory=dict[str, int])
    unjoined: Mapping[str, int] = field(default_factory=dict[str, int])
    coordinates: Mapping[str, int] = field(default_factory=dict[str, int])
    repaired: tuple[str, ...] = ()
    off_dong: tuple[str, ...] = ()
    places: Mapping[str, int] = field(default_factory=dict[str, int])
    asking: Mapping[str, int] = field(default_factory=dict[str, int])
    bytes: Mapping[str, int] = field(default_factory=dict[str, int])
    problems: tuple[str, ...]
    problem_count: int

    def with_bytes(self, sizes: Mapping[str, int]) -> "IngestReport":
        """The report with the size of every written file."""
        return replace(self, bytes=dict(sizes))

    def as_json(self) -> str:
        """Stable JSON without paths or clock."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=2) + "\n"

    def sections(self) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
        """Titles, each with rows of label and figure, as a table shows them."""
        files = tuple((figures.name, _file_line(figures)) for figures in self.files)
        counted = (
            ("deals", self.deals),
            ("unjoined deals", self.unjoined),
            ("complexes by coordinate", self.coordinates),
            ("documents", self.documents),
            ("places", self.places),
            ("asking prices", self.asking),
            ("bytes written", self.bytes),
        )
        tables = tuple(
            (title, tuple((label.replace("_", " "), f"{count:,}") for label, count in figures.items()))
            for title, figures in counted
            if figures
        )
        return (("files", files), *tables)

    def as_text(self) -> str:
        """The sections as aligned plain text."""
        lines: list[str] = []
        for title, rows in self.sections():
            width = max((len(label) for label, _ in rows), default=0)
            lines += [title, *(f"  {label:<{width}}  {figure}" for label, figure in rows)]
        return "\n".join(lines)


def register_figures(file: RegisterFile) -> FileFigures:
    """The figures of one export."""
    return FileFigures(
        name=file.name,
        sha256=file.sha256,
        kind=file.kind,
        rows=len(file.deals) + len(file.cancelled) + len(file.broken),
        kept=len(file.deals),
        cancelled=len(file.cancelled),
        broken=len(file.broken),
    )


def deal_figures(files: Iterable[RegisterFile], deals: Sequence[Deal], joined: Joined) -> dict[str, int]:
    """Deals after counting every contract once, and how they were joined."""
    kept = sum(len(file.deals) for file in files)
    types = Counter(deal.deal_type for deal in deals)
    return {
        "rows_kept": kept,
        "seen_in_another_file": kept - len(deals),
        "counted": len(deals),
        "sales": types["DEAL"],
        "jeonse": types["LEASE"],
        "monthly_rents": types["RENT"],
        "joined_by_address": joined.ways["address"],
        "joined_by_name": joined.ways["name"],
        "placed_by_dong": joined.ways["dong"],
        "unjoined": len(joined.unjoined),
    }


def unjoined_figures(joined: Joined) -> dict[str, int]:
    """Why deals have no document, by region."""
    regions = Counter(deal.region for deal in joined.unjoined)
    return {f"no legal dong {region}": regions[region] for region in sorted(regions)}


def coordinate_figures(placed: Sequence[Placed]) -> dict[str, int]:
    """Complexes by what was found about the listed coordinate."""
    verdicts = Counter(item.verdict for item in placed)
    return {
        "complexes": len(placed),
        "listed_coordinate": verdicts["good"],
        "repaired_swapped": verdicts["swapped"],
        "off_dong": verdicts["off_dong"],
        "missing": verdicts["missing"],
        "unknown_dong": verdicts["unknown_dong"],
        "at_dong_centre": sum(item.located_by == "dong" and item.point is not None for item in placed),
    }


def ids_with(placed: Iterable[Placed], verdict: str) -> tuple[str, ...]:
    """Ids of the complexes with a verdict."""
    return tuple(item.complex.id for item in placed if item.verdict == verdict)


def document_figures(documents: Sequence[Document]) -> dict[str, int]:
    """Documents by what they know."""
    located = Counter(document.located_by for document in documents)
    plans = [plan for document in documents for plan in document.floor_plans]
    return {
        "documents": len(documents),
        "located_by_address": located["address"],
        "located_by_dong": located["dong"],
        "without_location": located[None],
        "with_deals": sum(document.listing_count > 0 for document in documents),
        "sale_priced": sum(map(is_priced, documents)),
        "two_or_more_sale_priced_floor_plans": sum(
            sale_priced_plans(document) >= 2 for document in documents
        ),
        "jeonse_priced": sum(
            any(plan.traded and plan.traded.LEASE is not None for plan in document.floor_plans)
            for document in documents
        ),
        "with_rent_pair": sum(
            any(plan.monthly is not None for plan in document.floor_plans) for document in documents
        ),
        "with_shares": with_shares(documents),
        "floor_plans": len(plans),
    }


def place_figures(places: Iterable[Place]) -> dict[str, int]:
    """Places by kind."""
    kinds = Counter(place.kind for place in places)
    return {kind: kinds[kind] for kind in sorted(kinds)}


def asking_figures(asked: Asked | None, offers: Reading[Offer] | None) -> dict[str, int]:
    """What became of the asking prices."""
    if asked is None or offers is None:
        return {}
    return {
        "joined": asked.joined,
        "unjoined": len(asked.unjoined),
        "broken": len(offers.broken),
        "documents": sum(document.asking_source is not None for document in asked.documents),
        "synthetic_documents": sum(document.asking_source == "synthetic" for document in asked.documents),
    }


def problem_lines(problems: Sequence[Problem]) -> tuple[str, ...]:
    """The first problems as sentences."""
    return tuple(map(str, problems[:SHOWN_PROBLEMS]))


def _file_line(figures: FileFigures) -> str:
    parts = [f"{figures.kind}: {figures.rows:,} rows, {figures.kept:,} kept"]
    for label in ("cancelled", "broken", "left_out"):
        count = int(getattr(figures, label))
        if count:
            parts.append(f"{count:,} {label.replace('_', ' ')}")
    return ", ".join(parts)
