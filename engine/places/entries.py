"""Every name of every place, as it is looked up: the places' own spellings, and the names that complexes
which lie together share.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.places.jamo import plain
from engine.places.naming import QUALITY, Spelling, Suffixes, spellings
from engine.places.parts import is_area, neighbourhood, quarters
from engine.places.place import Place

_NEXT_PART = 0.001  # what each part of a quarter counts less than the one before it


class Entries(NamedTuple):
    """`entries` gives a key's places by number, each with the spelling that has it; `places` are those that
    were read and the neighbourhoods that their names tell of; `quarters` are keys of several places at once.
    """

    places: tuple[Place, ...]
    entries: dict[str, list[tuple[int, Spelling]]]
    quarters: frozenset[str]


def read_entries(
    places: tuple[Place, ...], suffixes: Suffixes, aliases: Mapping[str, Iterable[str]], ranks: Sequence[int]
) -> Entries:
    """The spellings of every place; of places of one name only those in the first region (the least of
    `ranks`) are called by the aliases."""
    given = {plain(name): tuple(words) for name, words in aliases.items()}
    keys = [plain(place.name) for place in places]
    first: dict[str, int] = {}
    for key, rank in zip(keys, ranks, strict=True):
        first[key] = min(rank, first.get(key, rank)) if key in given else rank
    entries: dict[str, list[tuple[int, Spelling]]] = {}
    for number, (place, key, rank) in enumerate(zip(places, keys, ranks, strict=True)):
        seen: set[str] = set()
        for spelling in spellings(place, suffixes, given.get(key, ()) if rank == first[key] else ()):
            if spelling.key not in seen:
                seen.add(spelling.key)
                entries.setdefault(spelling.key, []).append((number, spelling))
    return _with_quarters(places, entries)


def _with_quarters(places: tuple[Place, ...], entries: dict[str, list[tuple[int, Spelling]]]) -> Entries:
    """The names that complexes share which lie together: of a neighbourhood, or of each of its parts. One
    that is but a short form of these parts is no name of another place (경희궁자이)."""
    short = {
        key: {number for number, _ in found} for key, found in entries.items() if _is_short(found, places)
    }
    found = {
        key: numbers
        for key, numbers in quarters(places, entries.keys() - short.keys()).items()
        if key not in short or (short[key] <= {*numbers} and not is_area(key, places, numbers))
    }
    hoods = {key: numbers for key, numbers in found.items() if is_area(key, places, numbers)}
    shared = frozenset(found.keys() - hoods.keys())
    added = [neighbourhood(key, places, numbers) for key, numbers in hoods.items()]
    for number, (key, place) in enumerate(zip(hoods, added, strict=True), len(places)):
        entries[key] = [(number, Spelling(key, place.name, "full", QUALITY["bare"]))]
    for key in sorted(shared):
        entries[key] = [
            (number, Spelling(key, places[number].name, "part", QUALITY["part"] - rank * _NEXT_PART))
            for rank, number in enumerate(found[key])
        ]
    return Entries((*places, *added), entries, shared)


def _is_short(found: Iterable[tuple[int, Spelling]], places: Sequence[Place]) -> bool:
    """Whether a name is only an alias that the file gives to complexes."""
    return all(places[number].kind == "complex" and each.source == "alias" for number, each in found)
