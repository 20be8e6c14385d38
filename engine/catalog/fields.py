"""The fields of a document and of its items, and how a value that a document leaves out is filled."""

import sys
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import wraps
from typing import TypeVar, cast

from engine.config.catalog import Catalog, FieldSpec

_UNIT_FACTORS = {("㎡", "평"): Decimal(121) / Decimal(400), ("평", "㎡"): Decimal(400) / Decimal(121)}
"""1평 is 400/121 ㎡ (six feet by six feet of the old measure, as Korean law rounds it)."""

_PLAIN = {dict}
_MAPPINGS = (dict, Mapping)  # a dict is told faster by its own type
_NUMBERS = (int, float)
_LISTS = (list, tuple)
_T = TypeVar("_T")


def once_per_catalog(make: Callable[[Catalog], _T]) -> Callable[[Catalog], _T]:
    """Remember what `make` returns for as long as the catalog lives; callers must not change it."""
    known: dict[int, tuple[weakref.ref[Catalog], _T]] = {}

    @wraps(make)
    def remembered(catalog: Catalog) -> _T:
        entry = known.get(id(catalog))
        if entry is not None and entry[0]() is catalog:
            return entry[1]
        made = make(catalog)
        key = id(catalog)
        known[key] = (weakref.ref(catalog, lambda _: known.pop(key, None)), made)
        return made

    return remembered


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field by its path: "built_year", or "floor_plans.area" for one of an item's.

    `parts` are the fields of its `first_of`, `source` the field it is filled from, times `factor`.
    """

    path: str
    item: str | None
    name: str
    spec: FieldSpec
    parts: "tuple[Field, ...]" = ()
    source: "Field | None" = None
    factor: float = 1.0

    @property
    def per_deal(self) -> bool:
        """Whether the value is a mapping from deal type to amount."""
        return self.spec.per is not None

    @property
    def varies_by_deal(self) -> bool:
        """Whether the number depends on the deal type, by itself or through a field it is taken from."""
        return (
            self.per_deal
            or any(part.varies_by_deal for part in self.parts)
            or (self.source is not None and self.source.per_deal)
        )


@once_per_catalog
def fields(catalog: Catalog) -> Mapping[str, Field]:
    """Every field of the catalog by path, document fields first, in the order of the file.

    A `from` or `first_of` that names no field is left out here; `check_catalog` reports it.
    """
    found = dict(_linked(catalog.fields, None))
    for item, spec in catalog.items.items():
        found |= _linked(spec.fields, item)
    return found


def _linked(specs: Mapping[str, FieldSpec], item: str | None) -> dict[str, Field]:
    def path(name: str) -> str:
        return f"{item}.{name}" if item else name

    plain = {name: Field(path=path(name), item=item, name=name, spec=spec) for name, spec in specs.items()}
    for name, spec in specs.items():
        if spec.source in plain:
            source = plain[spec.source]
            plain[name] = replace(plain[name], source=source, factor=derived_factor(spec, source.spec))
    return {
        field.path: replace(field, parts=tuple(plain[n] for n in field.spec.first_of if n in plain))
        for field in plain.values()
    }


def share_field(catalog: Catalog) -> Field | None:
    """The item's field of type ratio: which share of the home a part is. None when the catalog has none."""
    return next((f for f in fields(catalog).values() if f.item and f.spec.type == "ratio"), None)


def item_of(catalog: Catalog) -> str | None:
    """The name of the catalog's list of parts (floor_plans), or None when its documents have none."""
    return next(iter(catalog.items), None)


def parts_of(document: Mapping[str, object], item: str | None) -> Sequence[Mapping[str, object]]:
    """The parts that a document lists under `item`, in document order; entries that are no mapping do not
    count."""
    listed = document.get(item) if item else None
    if not isinstance(listed, _LISTS):
        return ()
    entries = cast("Sequence[object]", listed)
    if set(map(type, entries)) <= _PLAIN:
        return cast("Sequence[Mapping[str, object]]", entries)
    return [cast("Mapping[str, object]", part) for part in entries if isinstance(part, Mapping)]


def read_number(record: Mapping[str, object], field: Field, deal: str | None = None) -> float | None:
    """The number that `record` (a document, or one of its items) holds for `field`, or None when it is
    absent.

    A document's own value wins; else `from` × `times`, converted between ㎡ and 평; `first_of` takes the
    first field with a value. `deal` chooses among amounts per deal type. Zero is absent only where the
    catalog says so.
    """
    return read_based(record, field, deal)[0]


def read_based(
    record: Mapping[str, object], field: Field, deal: str | None = None
) -> tuple[float | None, str | None]:
    """`read_number`, with the name of the field that gave the value: asking or traded for the price."""
    for part in field.parts:
        value = _filled(record, part, deal)
        if value is not None:
            return value, part.name
    if field.spec.first_of:
        return None, None
    value = _filled(record, field, deal)
    return value, field.name if value is not None else None


def read_point(record: Mapping[str, object], name: str) -> tuple[float, float] | None:
    """Latitude and longitude in degrees that a document holds under `name`, or None when there is no
    valid point."""
    value = record.get(name)
    if not isinstance(value, Mapping):
        return None
    ends: list[float] = []
    for key, limit in (("lat", 90), ("lon", 180)):
        degrees: object = cast("Mapping[str, object]", value).get(key)
        if isinstance(degrees, bool) or not isinstance(degrees, _NUMBERS) or not abs(degrees) <= limit:
            return None
        ends.append(float(degrees))
    return ends[0], ends[1]


def derived_factor(spec: FieldSpec, source: FieldSpec) -> float:
    """What the source's value is multiplied by to fill `spec`."""
    times = spec.times if spec.times is not None else Decimal(1)
    return float(times * _UNIT_FACTORS.get((source.unit or "", spec.unit or ""), Decimal(1)))


def _filled(record: Mapping[str, object], field: Field, deal: str | None) -> float | None:
    value = _own_number(record.get(field.name), field.spec, deal)
    if value is None and field.source is not None:
        base = _own_number(record.get(field.source.name), field.source.spec, deal)
        return None if base is None else base * field.factor
    return value


def _own_number(value: object, spec: FieldSpec, deal: str | None) -> float | None:
    if value is None:
        return None
    if spec.per is not None:
        if not isinstance(value, _MAPPINGS) or deal is None:
            return None
        value = cast("Mapping[str, object]", value).get(deal)
    if isinstance(value, bool) or not isinstance(value, _NUMBERS) or not abs(value) <= sys.float_info.max:
        return None
    return None if value == 0 and spec.zero == "absent" else float(value)
