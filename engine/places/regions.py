"""Regions: in which of them homes lie, as far as the places tell."""

from weakref import WeakKeyDictionary

from engine.places.index import PlaceIndex
from engine.places.jamo import plain

_INHABITED: "WeakKeyDictionary[PlaceIndex, frozenset[str]]" = WeakKeyDictionary()


def has_homes(region: str, index: PlaceIndex) -> bool:
    """Whether a complex lies in the region, by whatever word it is named. What is no region counts as one
    with homes, and so does every region where no complex is among the places: nothing tells then."""
    known = index.regions.get(plain(region))
    return known is None or known in _inhabited(index)


def _inhabited(index: PlaceIndex) -> frozenset[str]:
    """The regions that a complex lies in, read once for an index."""
    found = _INHABITED.get(index)
    if found is None:
        regions = frozenset(index.regions.values())
        homes = {
            (place.region, *place.address.split()[:1]) for place in index.places if place.kind == "complex"
        }
        told = frozenset(region for region in regions for words in homes if _begins(words, region))
        found = _INHABITED[index] = told if homes else regions
    return found


def _begins(words: tuple[str, ...], region: str) -> bool:
    return any(word.startswith(region) for word in words)
