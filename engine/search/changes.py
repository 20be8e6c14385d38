"""What happens to columns after they were built: prices, homes that go, homes that come.

Every function gives new columns and leaves the old ones as they are, with whoever ranks by them; they share
the arrays that stay the same. The new ones answer as columns built from the resulting documents.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import cast

import numpy as np
from numpy.typing import NDArray

from engine.catalog.fields import fields, item_of, parts_of
from engine.catalog.wants import deal_types
from engine.config.revision import Revision
from engine.errors import InputInvalid, Problem
from engine.search.columns import Columns, Key
from engine.search.documents import is_number
from engine.search.numbers import (
    Codes,
    Held,
    Numbers,
    Positions,
    Record,
    compact,
    narrow,
    ranges,
    read_column,
)

_MOST_DEAD = 0.25
"""The share of removed homes from which on the columns are copied without them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """An amount of one part of a home (its `asking` for LEASE), in the field's unit; None makes it absent."""

    id: str
    part: str
    field: str
    deal: str
    amount: float | None


def with_amounts(columns: Columns, amounts: Iterable[Amount]) -> Columns:
    """The columns after these amounts, the last one where several concern the same.

    Only the columns that read such an amount for that deal type are copied. Raises InputInvalid (DOC014,
    DOC017) for an amount that is no number and for a home, part, field or deal type that is not there; then
    nothing is changed.
    """
    changed: dict[int, Record] = {}
    deals: set[str] = set()
    for number, each in enumerate(amounts):
        position = columns.position(each.id)
        if position is None:
            raise InputInvalid(_nothing(number, "id", f"no {columns.catalog.document} has the id {each.id}"))
        document = changed.get(position) or columns.records[position]
        changed[position] = _priced(document, each, number, columns)
        deals.add(each.deal)
    homes = np.array(sorted(changed), dtype=np.int64)
    starts = columns.first_part[homes]
    at = ranges(starts, columns.first_part[homes + 1] - starts)
    parts = _parts([changed[home] for home in homes.tolist()], columns)
    held = dict(columns.held)
    for (path, deal), column in columns.held.items():
        spec = columns.field(path)
        if spec.item is not None and deal in deals:
            values = read_column(parts, spec, deal)
            held[path, deal] = _written(column, at, values, int(columns.first_part[-1]))
    return columns.sharing(records=columns.records.with_changed(changed), held=held)


def without(columns: Columns, ids: Iterable[str]) -> Columns:
    """The columns of the other homes; an id that stands nowhere changes nothing.

    The homes are only marked as removed, until a quarter of all are: then they are left out.
    """
    gone = [at for identity in ids if (at := columns.position(identity)) is not None]
    if not gone:
        return columns
    alive = np.ones(len(columns.ids), dtype=np.bool_) if columns.alive is None else columns.alive.copy()
    alive[gone] = False
    left = columns.sharing(alive=alive)
    return compacted(left) if len(left) < len(left.ids) * (1 - _MOST_DEAD) else left


def with_documents(columns: Columns, documents: Iterable[Record], revision: Revision) -> Columns:
    """The columns with these documents added, or put in the place of those of the same id.

    The batch is built by itself and sorted in among the others, whose documents are not read. Raises
    InputInvalid as `Columns.build` does; then nothing is changed.
    """
    added = Columns.build(documents, revision)
    if not len(added):
        return columns
    kept = compacted(without(columns, added.ids))
    id_order = _id_order(kept, added)
    cells = np.concatenate((kept.cells, added.cells))
    order = np.lexsort((id_order, cells))
    counts = np.concatenate((np.diff(kept.first_part), np.diff(added.first_part)))
    starts = np.cumsum(counts) - counts
    parts = ranges(starts[order], counts[order])
    ids, places = (*kept.ids, *added.ids), cast("list[int]", order.tolist())
    return Columns(
        catalog=columns.catalog,
        records=kept.records.followed_by(added.records).picked(order),
        ids=tuple([ids[at] for at in places]),
        id_order=id_order[order],
        cells=cells[order],
        x=np.concatenate((kept.x, added.x))[order],
        y=np.concatenate((kept.y, added.y))[order],
        z=np.concatenate((kept.z, added.z))[order],
        located=kept.located + added.located,
        first_part=_first_part(counts[order]),
        held={key: _joined(key, kept, added, order, parts) for key in kept.held},
        coded={path: _joined_codes(path, kept, added, order, parts) for path in kept.coded},
    )


def compacted(columns: Columns) -> Columns:
    """The columns without what was removed; no document is read."""
    if columns.alive is None:
        return columns
    keep, positions = columns.alive, columns.positions
    places: list[int] = positions.tolist()
    counts = np.diff(columns.first_part)
    keep_part = np.repeat(keep, counts)
    id_order = np.empty(len(positions), dtype=np.int32)
    id_order[np.argsort(columns.id_order[keep])] = np.arange(len(id_order), dtype=np.int32)
    kept = Columns(
        catalog=columns.catalog,
        records=columns.records.picked(positions),
        ids=tuple([columns.ids[at] for at in places]),
        id_order=id_order,
        cells=columns.cells[keep],
        x=columns.x[keep],
        y=columns.y[keep],
        z=columns.z[keep],
        located=int(np.count_nonzero(keep[: columns.located])),
        first_part=_first_part(counts[keep]),
    )
    for key, values in columns.held.items():
        mask = keep if columns.field(key[0]).item is None else keep_part
        kept.held[key] = None if values is None else _narrowed(values[mask])
    for path, codes in columns.coded.items():
        mask = keep_part if _is_part(path, columns) else keep
        kept.coded[path] = Codes(codes.of_home[mask], codes.number)
    return kept


def _priced(document: Record, each: Amount, number: int, columns: Columns) -> Record:
    """The document with the amount."""
    item = item_of(columns.catalog)
    spec = fields(columns.catalog).get(f"{item}.{each.field}")
    if item is None or spec is None or not spec.per_deal:
        raise InputInvalid(_nothing(number, "field", f"{each.field} is no amount that differs by deal type"))
    deals = deal_types(columns.catalog)
    if deals and each.deal not in deals:
        message = f"there is no deal type {each.deal} ({', '.join(deals)})"
        raise InputInvalid(_nothing(number, "deal", message))
    if each.amount is not None and not is_number(each.amount):
        message = f"{each.field} must be a number"
        raise InputInvalid(Problem(code="DOC014", message=message, path=f"/{number}/amount"))
    name = columns.catalog.items[item].id
    listed = list(cast("Iterable[object]", document.get(item) or ()))
    for place, one in enumerate(listed):
        part: Record = cast("Record", one) if isinstance(one, Mapping) else {}
        if str(part.get(name)) == each.part:
            listed[place] = {**part, spec.name: _amounts(part.get(spec.name), each)}
            return {**document, item: listed}
    raise InputInvalid(_nothing(number, "part", f"{each.id} has no {item} of the {name} {each.part}"))


def _amounts(earlier: object, each: Amount) -> Record:
    known: Record = cast("Record", earlier) if isinstance(earlier, Mapping) else {}
    others = {deal: amount for deal, amount in known.items() if deal != each.deal}
    return others if each.amount is None else {**others, each.deal: each.amount}


def _nothing(number: int, key: str, message: str) -> Problem:
    return Problem(code="DOC017", message=message, path=f"/{number}/{key}")


def _parts(documents: Iterable[Record], columns: Columns) -> list[Record]:
    item = item_of(columns.catalog)
    return list(chain.from_iterable(parts_of(document, item) for document in documents))


def _written(column: Held | None, at: Positions, values: Numbers, size: int) -> Held | None:
    """The column with the values at those places; the same one where they are there already."""
    before = np.full(len(at), np.nan) if column is None else column[at].astype(np.float64)
    if np.array_equal(before, values, equal_nan=True):
        return column
    whole = np.full(size, np.nan, dtype=np.float32) if column is None else column.copy()
    fits = compact(values)
    if fits is not None and fits.dtype == np.float64:
        whole = whole.astype(np.float64)
    whole[at] = values
    return whole


def _narrowed(values: Held) -> Held | None:
    """The values that were left of a column, in as few bytes as they now need."""
    return compact(values.astype(np.float64))


def _is_part(path: str, columns: Columns) -> bool:
    spec = fields(columns.catalog).get(path)
    return spec is not None and spec.item is not None


def _first_part(counts: Positions) -> Positions:
    return np.concatenate(([0], np.cumsum(counts, dtype=np.int64)))


def _id_order(kept: Columns, added: Columns) -> NDArray[np.int32]:
    """Each home's place among the ids of both, those kept first."""
    known, new = sorted(kept.ids), np.argsort(added.id_order)
    before = np.array([bisect_left(known, identity) for identity in sorted(added.ids)], dtype=np.int32)
    order = np.empty(len(known) + len(new), dtype=np.int32)
    order[: len(known)] = kept.id_order + np.searchsorted(before, kept.id_order, side="right")
    order[len(known) + new] = before + np.arange(len(new), dtype=np.int32)
    return order


def _joined(key: Key, kept: Columns, added: Columns, homes: Positions, parts: Positions) -> Held | None:
    """A column of both in the order of the homes (or of their parts)."""
    is_part = kept.field(key[0]).item is not None
    values: list[Held] = []
    for each in (kept, added):
        size = int(each.first_part[-1]) if is_part else len(each.ids)
        held = each.number(*key)
        values.append(np.full(size, np.nan, dtype=np.float32) if held is None else held)
    if kept.held[key] is None and added.held[key] is None:
        return None
    return np.concatenate(values)[parts if is_part else homes]


def _joined_codes(path: str, kept: Columns, added: Columns, homes: Positions, parts: Positions) -> Codes:
    own, other = kept.codes(path), added.codes(path)
    number = {**own.number}
    for text in other.number:
        number.setdefault(text, len(number))
    # the last entry is the one that -1 reads
    moved = np.array([*(number[text] for text in other.number), -1], dtype=np.int32)[other.of_home]
    codes = np.concatenate((own.of_home.astype(np.int32), moved))
    order = parts if _is_part(path, kept) else homes
    return Codes(narrow(codes[order], len(number)), number)
