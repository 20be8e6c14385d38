"""Documents as NumPy columns in memory, sorted by grid cell so that a circle is a few slices."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, compress
from typing import cast

import numpy as np
from numpy.typing import NDArray

from engine.catalog.fields import Field, fields, item_of, parts_of, read_point, share_field
from engine.catalog.wants import area_fields
from engine.config.catalog import Catalog
from engine.config.revision import Revision
from engine.errors import InputInvalid, Problem
from engine.search.geo import Box, Point, on_grid
from engine.search.shares import part_shares

Record = Mapping[str, object]
Numbers = NDArray[np.float64]
Positions = NDArray[np.int64]
_CELLS_PER_DEGREE = 400
"""Cells of about 250 m: a circle of a few kilometres is a few dozen slices with little around it."""
_ROW = 360 * _CELLS_PER_DEGREE + 1
_NOWHERE = np.iinfo(np.int64).max
_NAN = float("nan")
_NUMERIC = {int, float, type(None)}


@dataclass(frozen=True, eq=False, slots=True)
class Codes:
    """A text field: the number of each home's value (homes,), or of each part's (parts,), -1 where absent,
    and each value's number."""

    of_home: "NDArray[np.int16 | np.int32]"
    number: Mapping[str, int]


@dataclass(frozen=True, eq=False, kw_only=True)
class Columns:
    """Every document, ready to rank; built once and shared by all requests.

    `documents` are sorted by cell, then id; `id_order` is each one's place among the ids. `x`, `y`, `z`
    (homes,) are the unit vector of the location on the servers' grid, NaN where unknown; those homes come
    last, from `located` on. `first_part` (homes + 1,) says where a home's parts begin among all parts.
    """

    catalog: Catalog
    documents: tuple[Record, ...]
    ids: tuple[str, ...]
    id_order: NDArray[np.int32]
    cells: Positions
    x: Numbers
    y: Numbers
    z: Numbers
    located: int
    first_part: Positions
    item: str | None
    _coded: dict[str, "Codes"] = field(default_factory=dict)  # pyright: ignore[reportUnknownVariableType]
    _known: dict[tuple[str, str | None], "NDArray[np.float32] | Numbers | None"] = field(default_factory=dict)  # pyright: ignore[reportUnknownVariableType]

    @classmethod
    def build(cls, documents: Iterable[Record], revision: Revision) -> "Columns":
        """The columns of everything that the catalog's wants and the pack's profiles read.

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
        places: list[int] = order.tolist()
        id_order = np.empty(len(rows), dtype=np.int32)
        id_order[by_id] = np.arange(len(rows), dtype=np.int32)
        latitude = np.radians(np.array([p.lat if p else _NAN for p in points], dtype=np.float64))[order]
        longitude = np.radians(np.array([p.lon if p else _NAN for p in points], dtype=np.float64))[order]
        item = item_of(catalog)
        sorted_rows = tuple(rows[i] for i in places)
        parts = [parts_of(row, item) for row in sorted_rows]
        columns = cls(
            catalog=catalog,
            documents=sorted_rows,
            ids=tuple(ids[i] for i in places),
            id_order=id_order[order],
            cells=cells[order],
            x=np.cos(latitude) * np.cos(longitude),
            y=np.cos(latitude) * np.sin(longitude),
            z=np.sin(latitude),
            located=int(np.count_nonzero(~np.isnan(latitude))),
            first_part=np.concatenate(([0], np.cumsum([len(listed) for listed in parts], dtype=np.int64))),
            item=item,
        )
        columns._prepare(_read_paths(revision), list(chain.from_iterable(parts)))
        for name in area_fields(catalog):
            columns.codes(name)
        return columns

    def __len__(self) -> int:
        return len(self.documents)

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays, without the documents themselves."""
        fixed = (self.id_order, self.cells, self.x, self.y, self.z, self.first_part)
        held = [array for array in self._known.values() if array is not None]
        coded = [codes.of_home for codes in self._coded.values()]
        return sum(array.nbytes for array in (*fixed, *held, *coded))

    def field(self, path: str) -> Field:
        """The catalog's field of that path; raises KeyError."""
        return fields(self.catalog)[path]

    def number(self, path: str, deal: str | None) -> "NDArray[np.float32] | Numbers | None":
        """A field for every home (homes,) or part (parts,), NaN where absent; None when no document has it.
        A flag is 1 or 0.

        float32 where that loses nothing. `deal` counts only where amounts differ by deal type.
        """
        spec = self.field(path)
        key = (path, deal if spec.varies_by_deal else None)
        if key not in self._known:
            self._known[key] = _compact(_read(self._records(spec), spec, key[1]))
        return self._known[key]

    @cached_property
    def part_shares(self) -> Numbers:
        """Each part's share of its home (parts,): at most 1 together."""
        field = share_field(self.catalog)
        own = self.number(field.path, None) if field is not None else None
        return part_shares(None if own is None else own.astype(np.float64), self.first_part)

    def codes(self, path: str) -> "Codes":
        """A text field of the documents, or of their parts, as numbers; read once."""
        if path not in self._coded:
            spec = fields(self.catalog).get(path)
            records = self.documents if spec is None else self._records(spec)
            name = path if spec is None else spec.name
            self._coded[path] = _codes([record.get(name) for record in records])
        return self._coded[path]

    def told(self, names: Sequence[str]) -> Sequence[tuple[str | None, ...]]:
        """The values of these text fields that documents hold together, each combination once."""
        if not names or not len(self):
            return ()
        codes = [self.codes(name) for name in names]
        rows: list[list[int]] = np.unique(np.stack([each.of_home for each in codes]), axis=1).T.tolist()
        values = [(*each.number, None) for each in codes]  # the number -1 of an absent value is the last
        return [tuple(of[number] for of, number in zip(values, row, strict=True)) for row in rows]

    def ranges(self) -> dict[str, tuple[float, float]]:
        """The least and greatest value of every numeric field of the documents that some document has, by
        path."""
        found: dict[str, tuple[float, float]] = {}
        for path, spec in fields(self.catalog).items():
            numeric = spec.spec.type not in ("text", "choice", "flag", "point")
            values = self.number(path, None) if spec.item is None and numeric else None
            if values is not None:
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
        """The parts of one home, in document order."""
        return parts_of(self.documents[home], self.item)

    def without(self, ids: Iterable[str]) -> "Columns":
        """The columns of the other documents, alike to those built from them; no document is read again.
        An id that stands nowhere changes nothing."""
        gone = frozenset(ids)
        keep = np.array([each not in gone for each in self.ids], dtype=np.bool_)
        counts = np.diff(self.first_part)
        keep_part = np.repeat(keep, counts)
        id_order = np.empty(int(np.count_nonzero(keep)), dtype=np.int32)
        id_order[np.argsort(self.id_order[keep])] = np.arange(len(id_order), dtype=np.int32)
        kept = Columns(
            catalog=self.catalog,
            documents=tuple(compress(self.documents, keep)),
            ids=tuple(compress(self.ids, keep)),
            id_order=id_order,
            cells=self.cells[keep],
            x=self.x[keep],
            y=self.y[keep],
            z=self.z[keep],
            located=int(np.count_nonzero(keep[: self.located])),
            first_part=np.concatenate(([0], np.cumsum(counts[keep], dtype=np.int64))),
            item=self.item,
        )
        for key, values in self._known.items():
            mask = keep if self.field(key[0]).item is None else keep_part
            kept._known[key] = None if values is None else _compact(values[mask].astype(np.float64))
        for path, codes in self._coded.items():
            spec = fields(self.catalog).get(path)
            mask = keep if spec is None or spec.item is None else keep_part
            kept._coded[path] = Codes(codes.of_home[mask], codes.number)
        return kept

    def _records(self, spec: Field) -> Iterable[Record]:
        if spec.item is None:
            return self.documents
        return list(chain.from_iterable(parts_of(document, spec.item) for document in self.documents))

    def _prepare(self, paths: Iterable[tuple[str, str | None]], parts: Sequence[Record]) -> None:
        for path, deal in paths:
            spec = self.field(path)
            key = (path, deal if spec.varies_by_deal else None)
            if key not in self._known:
                records = parts if spec.item is not None else self.documents
                self._known[key] = _compact(_read(records, spec, key[1]))


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


def _codes(values: Sequence[object]) -> Codes:
    texts = [value if isinstance(value, str) and value else None for value in values]
    number = {text: place for place, text in enumerate(dict.fromkeys(t for t in texts if t is not None))}
    small = np.int16 if len(number) <= np.iinfo(np.int16).max else np.int32
    return Codes(np.array([-1 if t is None else number[t] for t in texts], dtype=small), number)


def _place(row: Record, point: str | None) -> Point | None:
    found = read_point(row, point) if point is not None else None
    return on_grid(Point(*found)) if found is not None else None


def _cell(point: Point | None) -> int:
    return int(_NOWHERE) if point is None else _lat_cell(point.lat) * _ROW + _lon_cell(point.lon)


def _lat_cell(degrees: float) -> int:
    return int((degrees + 90) * _CELLS_PER_DEGREE)


def _lon_cell(degrees: float) -> int:
    return int((degrees + 180) * _CELLS_PER_DEGREE)


def _read_paths(revision: Revision) -> list[tuple[str, str | None]]:
    """Every field that a want or a profile reads, with the deal types it is read for."""
    catalog = revision.catalog
    known = fields(catalog)
    found: list[tuple[str, str | None]] = []
    for want in catalog.wants.values():
        deals: tuple[str | None, ...] = want.deal or (None,)
        basis = (want.basis.exclusive, want.basis.supply) if want.basis else ()
        for path in (want.reads, want.without_place, *basis):
            if path is not None and path in known and known[path].spec.type != "point":
                found += [(path, deal) for deal in deals]
        found += [(path, deal) for deal, path in want.has.items() if path in known]
    found += [(path, None) for path, spec in known.items() if spec.item and spec.spec.type == "ratio"]
    counted = (factor.of for profile in revision.profiles.values() for factor in profile.factors.values())
    found += [(path, None) for path in counted if path is not None and path in known]
    return found


def _read(records: Iterable[Record], spec: Field, deal: str | None) -> Numbers:
    """`read_number` for many records at once."""
    records = records if isinstance(records, Sequence) else list(records)
    value = _own(records, spec, deal) if not spec.spec.first_of else np.full(len(records), np.nan)
    for part in spec.parts:
        value = np.where(np.isnan(value), _read(records, part, deal), value)
    if spec.source is not None:
        value = np.where(np.isnan(value), _own(records, spec.source, deal) * spec.factor, value)
    return value


def _own(records: Sequence[Record], spec: Field, deal: str | None) -> Numbers:
    values: list[object] = [record.get(spec.name) for record in records]
    if spec.spec.type == "flag":
        values = [float(value) if isinstance(value, bool) else None for value in values]
    if spec.per_deal:
        values = [_amount(amounts, deal) for amounts in values]
    numbers = _numbers(values)
    if spec.spec.zero == "absent":
        numbers[numbers == 0.0] = np.nan
    return numbers


def _amount(amounts: object, deal: str | None) -> object:
    if amounts is None or deal is None:
        return None
    if isinstance(amounts, dict | Mapping):  # a dict is told faster by its own type
        return cast("Mapping[str, object]", amounts).get(deal)
    return None


def _numbers(values: list[object]) -> Numbers:
    """The finite numbers among the values, NaN for the others; quick when there is nothing but numbers
    and None."""
    if set(map(type, values)) <= _NUMERIC:
        try:
            numbers = np.array(values, dtype=np.float64)
        except OverflowError:
            numbers = np.array([_number(value) for value in values], dtype=np.float64)
    else:
        numbers = np.array([_number(value) for value in values], dtype=np.float64)
    numbers[np.isinf(numbers)] = np.nan
    return numbers


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return _NAN
    return float(value) if abs(value) <= sys.float_info.max else _NAN


def _compact(values: Numbers) -> "NDArray[np.float32] | Numbers | None":
    if np.isnan(values).all():
        return None
    with np.errstate(over="ignore"):
        narrow = values.astype(np.float32)
    return narrow if np.array_equal(narrow.astype(np.float64), values, equal_nan=True) else values
