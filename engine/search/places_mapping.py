"""How a server's index holds places: every spelling of each with what it is found by.

No analyzer is needed: what a part of a name, a few wrong letters or initials are looked for by is worked out
here and stored as whole words, so that every server finds alike.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from engine.places.fuzzy import bigrams
from engine.places.index import PlaceIndex
from engine.places.jamo import initials, letters, plain
from engine.places.match import Hints, order
from engine.places.naming import Spelling
from engine.places.place import SHORTEST, Kind

Json = dict[str, Any]
NAMES, PLACE, ORDER = "names", "place", "order"
_WORD: Json = {"type": "keyword"}
_SHOWN: Json = {"type": "keyword", "index": False, "doc_values": False}
_NUMBER: Json = {"type": "integer"}
PARTS_OF_NAMES = ("bare", "part")
"""Spellings whose parts are no names: the whole name beside them has the same letters."""


def mapping_of_places(documents: Sequence[Json]) -> Json:
    """The mappings of the index of these documents; it is marked with what they hold."""
    names: Json = {
        "key": _WORD,
        "quality": {"type": "double"},
        "length": _NUMBER,
        "tails": _WORD,
        "jamo": _WORD,
        "initials": _WORD,
        "shown": _SHOWN,
        "source": _SHOWN,
    }
    properties: Json = {
        "id": _WORD,
        "kind": _WORD,
        "lines": _WORD,
        "address": {"properties": {"tails": _WORD, "length": _NUMBER}},
        "rank": _NUMBER,
        ORDER: _NUMBER,
        PLACE: {"type": "object", "enabled": False},
        NAMES: {"type": "nested", "dynamic": "strict", "properties": names},
    }
    digest = hashlib.sha256(json.dumps(properties, sort_keys=True).encode())
    for document in documents:
        digest.update(json.dumps(document, sort_keys=True).encode())
    return {"dynamic": "strict", "properties": properties, "_meta": {"places": digest.hexdigest()[:16]}}


def indexed_places(index: PlaceIndex) -> Iterator[Json]:
    """Every place of the index in the server's form. `rank` and `order` say which of equals comes first."""
    spelled: list[list[Spelling]] = [[] for _ in index.places]
    for found in index.entries.values():
        for number, spelling in found:
            spelled[number].append(spelling)
    numbers = range(len(index.places))
    first = sorted(numbers, key=lambda number: order(index.places[number], index.ranks[number], Hints()))
    orders = {number: position for position, number in enumerate(first)}
    for number, place in enumerate(index.places):
        yield {
            "id": place.id,
            "kind": place.kind,
            "lines": [plain(line) for line in place.lines],
            **({"address": _parts(plain(place.address))} if place.address else {}),
            "rank": index.ranks[number],
            ORDER: orders[number],
            PLACE: asdict(place),
            NAMES: [_name(spelling, place.kind) for spelling in sorted(spelled[number], key=_sorted_by)],
        }


def _sorted_by(spelling: Spelling) -> tuple[str, str, float, str]:
    """One order in every process: an index is marked with what it holds."""
    return spelling.key, spelling.source, spelling.quality, spelling.shown


def grams(key: str) -> list[str]:
    """Every two jamo in a row, the ends of the name as spaces."""
    return sorted(gram.replace("\0", " ") for gram in bigrams(letters(key)))


def _name(spelling: Spelling, kind: Kind) -> Json:
    key = spelling.key
    found: Json = {
        "key": key,
        "quality": spelling.quality,
        "length": len(key),
        "jamo": grams(key),
        "shown": spelling.shown,
        "source": spelling.source,
    }
    if spelling.source not in PARTS_OF_NAMES:
        found["tails"] = _parts(key)["tails"]
    if kind != "complex" and spelling.source != "alias" and not key.isascii():
        found["initials"] = initials(key)
    return found


def _parts(key: str) -> Json:
    """Every part of the key is the beginning of one of its tails."""
    return {"tails": [key[at:] for at in range(len(key) - SHORTEST + 1)], "length": len(key)}
