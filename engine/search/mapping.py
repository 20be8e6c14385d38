"""How a server's index holds the catalog's documents: its mapping, and one document in its form.

The original document lies in `doc`, word for word and not searched; everything that is compared or scored is
beside it under the catalog's names, already read as the catalog says (absent, zero, from, times).
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.catalog.fields import (
    Field,
    fields,
    item_of,
    parts_of,
    read_number,
    read_point,
    share_field,
)
from engine.catalog.wants import deal_types
from engine.config.catalog import Catalog
from engine.search.reserved import DOCUMENT, ID, NAME, SHARE
from engine.search.shares import part_shares

Json = dict[str, Any]
_TEXTS = ("text", "choice")


def mapping_of(catalog: Catalog) -> Json:
    """The mappings of the index; a field that it does not name is refused."""
    properties: Json = {
        ID: {"type": "keyword"},
        NAME: {"type": "keyword"},
        DOCUMENT: {"type": "object", "enabled": False},
        **_properties(catalog, None),
    }
    item = item_of(catalog)
    if item is not None:
        inner = {**_properties(catalog, item), SHARE: {"type": "double"}}
        properties[item] = {"type": "nested", "dynamic": "strict", "properties": inner}
    mapping: Json = {"dynamic": "strict", "properties": properties}
    text = json.dumps(mapping, sort_keys=True, ensure_ascii=False)
    return {**mapping, "_meta": {"mapping": hashlib.sha256(text.encode()).hexdigest()[:16]}}


def indexed(document: Mapping[str, object], catalog: Catalog) -> Json:
    """The document as the index holds it. It must have an id; whatever cannot be read is left out."""
    item = item_of(catalog)
    found: Json = {
        ID: str(document[catalog.id]),
        **_named(document, catalog),
        DOCUMENT: dict(document),
        **_values(document, None, catalog),
    }
    if item is not None:
        parts = parts_of(document, item)
        shares = _shares(parts, catalog)
        found[item] = [
            {**_values(part, item, catalog), SHARE: share} for part, share in zip(parts, shares, strict=True)
        ]
    return found


def _named(document: Mapping[str, object], catalog: Catalog) -> Json:
    name = document.get(catalog.name)
    return {NAME: name} if isinstance(name, str) and name else {}


def server_fields(field: Field, deal: str | None) -> tuple[str, ...]:
    """The index's fields that hold the catalog's field for a deal type: the first that a record has counts.

    () for an amount that differs by deal type where none is meant.
    """
    if field.parts:
        return tuple(name for part in field.parts for name in server_fields(part, deal))
    if field.varies_by_deal:
        return (f"{field.path}.{deal}",) if deal is not None else ()
    return (field.path,)


def _properties(catalog: Catalog, item: str | None) -> Json:
    found: Json = {}
    for field in _stored(catalog, item):
        kind = field.spec.type
        one: Json = {"type": "double"}
        if kind == "point":
            one = {"type": "geo_point"}
        elif kind == "flag":
            one = {"type": "boolean"}
        elif kind in _TEXTS:
            one = {"type": "keyword"}
        elif field.varies_by_deal:
            one = {"properties": {deal: {"type": "double"} for deal in deal_types(catalog)}}
        found[field.name] = one
    return found


def _stored(catalog: Catalog, item: str | None) -> Sequence[Field]:
    """The fields that the index holds: those that are taken from others are worked out of these."""
    return [field for field in fields(catalog).values() if field.item == item and not field.spec.first_of]


def _values(record: Mapping[str, object], item: str | None, catalog: Catalog) -> Json:
    found: Json = {}
    for field in _stored(catalog, item):
        value = _value(record, field, catalog)
        if value is not None:
            found[field.name] = value
    return found


def _value(record: Mapping[str, object], field: Field, catalog: Catalog) -> object:
    kind = field.spec.type
    if kind == "point":
        point = read_point(record, field.name)
        return None if point is None else {"lat": point[0], "lon": point[1]}
    if kind == "flag":
        flag = record.get(field.name)
        return flag if isinstance(flag, bool) else None
    if kind in _TEXTS:
        text = record.get(field.name)
        return text if isinstance(text, str) and text else None
    if not field.varies_by_deal:
        return read_number(record, field)
    amounts = {deal: read_number(record, field, deal) for deal in deal_types(catalog)}
    known = {deal: amount for deal, amount in amounts.items() if amount is not None}
    return known or None


def _shares(parts: Sequence[Mapping[str, object]], catalog: Catalog) -> list[float]:
    field = share_field(catalog)
    own = [read_number(part, field) for part in parts] if field is not None else []
    told = np.array([np.nan if each is None else each for each in own]) if own else None
    shares: list[float] = part_shares(told, np.array([0, len(parts)], dtype=np.int64)).tolist()
    return shares
