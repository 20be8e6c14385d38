"""Documents as NumPy columns in memory, sorted by grid cell so that a circle is a few slices."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.catalog.fields import Field, fields, item_of, parts_of, read_point, share_field
from engine.catalog.wants import area_fields, deal_types
from engine.config.catalog import Catalog
from engine.config.revision import Revision
from engine.errors import InputInvalid, Problem
from engine.search.geo import Box, Point, on_grid
from engine.search.named_texts import named_texts
from engine.search.numbers import (
    Codes,
    Held,
    Numbers,
    Positions,
    Record,
    codes_of,
    compact,
    read_column,
)
from engine.search.records import ById, Records
from engine.search.shares import part_shares

Key = tuple[str, str | None]
"""A field's path, and the deal type where its numbers differ by it."""
_CELLS_PER_DEGREE = 400
"""Cells of about 250 m: a circle of a few kilometres is a few dozen slices with little around it."""
_ROW = 360 * _CELLS_PER_DEGREE + 1
_NOWHERE = np.iinfo(np.int64).max
_NAN = float("nan")
_CACHED = ("part_shares", "places")
"""What is worked out once and stays true while no home moves."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Columns:
    """Every document, ready to rank; shared by all requests and never changed: `changes` makes new ones,
    which share every array that stays as it was, so a ranking that runs sees one state of the data.

    Homes are sorted by cell, then id; `id_order` is each one's place among the ids. `x`, `y`, `z` (homes,)
    are the unit vector of the location on the servers' grid, NaN where unknown; those homes come last, from
    `located` on. `first_part` (homes + 1,) says where a home's parts begin among all parts. Homes that were
    removed keep their place: `alive` (homes,) marks the others, None = all. `held` and `coded` are the
    columns that were read so far.
    """

    catalog: Catalog
    records: Records
    ids: tuple[str, ...]
    id_order: NDArray[np.int32]
    cells: Positions
    x: Numbers
    y: Numbers
    z: Numbers
    located: int
    first_part: Positions
    alive: NDArray[np.bool_] | None = None
    held: dict[Key, Held | None] = field(default_factory=dict[Key, Held | None])
    coded: dict[str, Codes] = field(default_factory=dict[str, Codes])

    @classmethod
    def build(cls, documents: Iterable[Record], revision: Revision) -> "Columns":
        """The columns of every number and choice of the catalog, of the fields that areas go by, and of the
        texts that conditions name.

        Raises InputInvalid for a document without an id and for an id that stands twice.
        """
        catalog = revision.catalog
        rows = list(documents)
        ids = _ids(rows, catalog)
        point = _point_field(catalog)
        points = [_place(row, point) for row in rows]
        cells = np.array([_cell(p) for p in points], dtype=np.int64)
        by_id = np.array(sorted(range(len(rows)), key=ids.__getitem__), dtype=np.int64)
        order = by_id[np.argsort(cells[by_id], kind="stable")]
        id_order = np.empty(len(rows), dtype=np.int32)
        id_order[by_id] = np.arange(len(rows), dtype=np.int32)
        latitude = np.radians(np.array([p.lat if p else _NAN for p in points], dtype=np.float64))[order]
        longitude = np.radians(np.array([p.lon if p else _NAN for p in points], dtype=np.float64))[order]
        places: list[int] = order.tolist()
        records = Records(rows, order.astype(np.int32), {})
        parts = [parts_of(row, item_of(catalog)) for row in records]
        columns = cls(
            catalog=catalog,
            records=records,
            ids=tuple([ids[i] for i in places]),
            id_order=id_order[order],
            cells=cells[order],
            x=np.cos(latitude) * np.cos(longitude),
            y=np.cos(latitude) * np.sin(longitude),
            z=np.sin(latitude),
            located=int(np.count_nonzero(~np.isnan(latitude))),
            first_part=np.concatenate(([0], np.cumsum([len(listed) for listed in parts], dtype=np.int64))),
        )
        columns._prepare(list(records), list(chain.from_iterable(parts)), named_texts(revision))
        return columns

    def __len__(self) -> int:
        return len(self.ids) if self.alive is None else int(np.count_nonzero(self.alive))

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays, without the documents themselves."""
        fixed = (self.id_order, self.cells, self.x, self.y, self.z, self.first_part, self.alive)
        coded = [codes.of_home for codes in self.coded.values()]
        held = (*fixed, *self.held.values(), *coded)
        return sum(array.nbytes for array in held if array is not None)

    @property
    def positions(self) -> Positions:
        """Where the homes are: every one that was not removed."""
        return np.arange(len(self.ids), dtype=np.int64) if self.alive is None else np.flatnonzero(self.alive)

    @property
    def documents(self) -> Sequence[Record]:
        """The documents of the homes, in the order of `positions`; those of a file are read one by one."""
        return self.records if self.alive is None else self.records.picked(self.positions)

    @property
    def by_id(self) -> Mapping[str, Record]:
        """The documents by their ids."""
        positions: list[int] = self.positions.tolist()
        ids = self.ids if self.alive is None else [self.ids[at] for at in positions]
        return ById(ids, self._document_of)

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The position of every id, of those that were removed too."""
        return dict(zip(self.ids, range(len(self.ids)), strict=True))

    def position(self, identity: str) -> int | None:
        """Where the home of that id is; None when there is none."""
        place = self.places.get(identity)
        return None if place is None or (self.alive is not None and not self.alive[place]) else place

    def living(self, positions: Positions) -> Positions:
        """Those of the positions whose homes were not removed."""
        return positions if self.alive is None else positions[self.alive[positions]]

    def field(self, path: str) -> Field:
        """The catalog's field of that path; raises KeyError."""
        return self._fields[path]

    @cached_property
    def _fields(self) -> Mapping[str, Field]:
        return fields(self.catalog)

    @cached_property
    def _by_deal(self) -> frozenset[str]:
        """The fields whose amounts differ by deal type."""
        return frozenset(path for path, field in self._fields.items() if field.varies_by_deal)

    def number(self, path: str, deal: str | None) -> Held | None:
        """A field for every home (homes,) or part (parts,), removed ones too, NaN where absent; None when
        no document has it. A flag is 1 or 0.

        float32 where that loses nothing. `deal` counts only where amounts differ by deal type.
        """
        key = (path, deal if path in self._by_deal else None)
        if key not in self.held:
            spec = self.field(path)
            self.held[key] = compact(read_column(self._records(spec), spec, key[1]))
        return self.held[key]

    @cached_property
    def part_shares(self) -> Numbers:
        """Each part's share of its home (parts,): at most 1 together."""
        field = share_field(self.catalog)
        own = self.number(field.path, None) if field is not None else None
        return part_shares(None if own is None else own.astype(np.float64), self.first_part)

    def codes(self, path: str) -> Codes:
        """A text field of the documents, or of their parts, as numbers; read once."""
        if path not in self.coded:
            spec = fields(self.catalog).get(path)
            records = self.records if spec is None else self._records(spec)
            name = path if spec is None else spec.name
            self.coded[path] = codes_of([record.get(name) for record in records])
        return self.coded[path]

    def told(self, names: Sequence[str]) -> Sequence[tuple[str | None, ...]]:
        """The values of these text fields that documents hold together, each combination once."""
        if not names or not len(self):
            return ()
        codes = [self.codes(name) for name in names]
        held = np.stack([each.of_home[self.positions] for each in codes])
        rows: list[list[int]] = np.unique(held, axis=1).T.tolist()
        values = [(*each.number, None) for each in codes]  # the number -1 of an absent value is the last
        return [tuple(of[number] for of, number in zip(values, row, strict=True)) for row in rows]

    def ranges(self) -> dict[str, tuple[float, float]]:
        """The least and greatest value of every numeric field of the documents that some document has, by
        path."""
        found: dict[str, tuple[float, float]] = {}
        for path, spec in fields(self.catalog).items():
            numeric = spec.spec.type not in ("text", "choice", "flag", "point")
            held = self.number(path, None) if spec.item is None and numeric else None
            values = np.zeros(0) if held is None else held[self.positions]
            if not np.isnan(values).all():
                found[path] = (float(np.nanmin(values)), float(np.nanmax(values)))
        return found

    def inside(self, area: Box) -> tuple[Positions, Positions]:
        """Ranges [start, end) of homes that hold every home of the box, and some around it."""
        if area.west is None or area.east is None or not self.located:
            return np.zeros(1, dtype=np.int64), np.full(1, self.located, dtype=np.int64)
        first, last = int(self.cells[0]) // _ROW, int(self.cells[self.located - 1]) // _ROW
        south, north = max(_lat_cell(area.south), first), min(_lat_cell(area.north), last)
        rows = np.arange(south, north + 1, dtype=np.int64) * _ROW
        cells = self.cells[: self.located]
        starts = np.searchsorted(cells, rows + _lon_cell(area.west), side="left")
        ends = np.searchsorted(cells, rows + _lon_cell(area.east), side="right")
        return starts, ends

    def parts(self, home: int) -> Sequence[Record]:
        """The parts of the home at that position, in document order."""
        return parts_of(self.records[home], item_of(self.catalog))

    def sharing(self, **changes: Any) -> "Columns":
        """The same homes in the same places with other values of some fields, in no field that says how
        the homes share their parts."""
        made = replace(self, **changes)
        vars(made).update({name: vars(self)[name] for name in _CACHED if name in vars(self)})
        return made

    def _document_of(self, identity: str) -> Record | None:
        place = self.position(identity)
        return None if place is None else self.records[place]

    def _records(self, spec: Field) -> Sequence[Record]:
        if spec.item is None:
            return list(self.records)
        return list(chain.from_iterable(parts_of(document, spec.item) for document in self.records))

    def _prepare(self, documents: Sequence[Record], parts: Sequence[Record], texts: Sequence[str]) -> None:
        coded = {*area_fields(self.catalog), *texts}
        if self.catalog.name in coded and self.catalog.name not in fields(self.catalog):
            self.coded[self.catalog.name] = codes_of([record.get(self.catalog.name) for record in documents])
        for path, spec in fields(self.catalog).items():
            records = documents if spec.item is None else parts
            if spec.spec.type == "choice" or path in coded:
                self.coded[path] = codes_of([record.get(spec.name) for record in records])
            elif spec.spec.type not in ("text", "point"):
                deals = deal_types(self.catalog) if spec.varies_by_deal else ()
                for deal in deals or (None,):
                    self.held[path, deal] = compact(read_column(records, spec, deal))


def _ids(rows: Sequence[Record], catalog: Catalog) -> list[str]:
    ids: list[str] = []
    for number, row in enumerate(rows, start=1):
        value = row.get(catalog.id)
        if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
            message = f"document {number} has no {catalog.id}"
            raise InputInvalid(Problem(code="DOC012", message=message, path=f"/{number - 1}/{catalog.id}"))
        ids.append(str(value))
    if len(set(ids)) < len(ids):
        seen: set[str] = set()
        twice = next(i for i in ids if i in seen or seen.add(i))
        message = f"the {catalog.id} {twice} stands twice"
        raise InputInvalid(Problem(code="DOC013", message=message, path=f"/{catalog.id}"))
    return ids


def _point_field(catalog: Catalog) -> str | None:
    radius = next((w for w in catalog.wants.values() if w.source == "places"), None)
    return radius.reads if radius is not None else None


def _place(row: Record, point: str | None) -> Point | None:
    found = read_point(row, point) if point is not None else None
    return on_grid(Point(*found)) if found is not None else None


def _cell(point: Point | None) -> int:
    return int(_NOWHERE) if point is None else _lat_cell(point.lat) * _ROW + _lon_cell(point.lon)


def _lat_cell(degrees: float) -> int:
    return int((degrees + 90) * _CELLS_PER_DEGREE)


def _lon_cell(degrees: float) -> int:
    return int((degrees + 180) * _CELLS_PER_DEGREE)
