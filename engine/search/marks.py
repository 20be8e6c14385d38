"""The mark of a mapping: it ends the name of every index that was built with it."""

import hashlib
import json
import re

from engine.catalog.fields import once_per_catalog
from engine.config.catalog import Catalog
from engine.search.mapping import Json, mapping_of

_MARKED = re.compile(r".+-[0-9]{20}-([0-9a-f]{8})")


def mark_of(mapping: Json) -> str:
    """Eight digits that differ where the mapping differs."""
    return hashlib.sha256(json.dumps(mapping, sort_keys=True).encode()).hexdigest()[:8]


def is_of_another(index: str, catalog: Catalog) -> bool:
    """Whether the index of that name was built from another catalog: a field may be missing in it. False for
    a name that no build gives."""
    marked = _MARKED.fullmatch(index)
    return marked is not None and marked.group(1) != _mark_of_homes(catalog)


@once_per_catalog
def _mark_of_homes(catalog: Catalog) -> str:
    return mark_of(mapping_of(catalog))
