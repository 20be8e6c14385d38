"""Places of one name: the others to tell of, and which of several complexes an area before the name means."""

from collections.abc import Iterable, Sequence

from engine.places.distance import distance_m
from engine.places.index import Hints, Match, PlaceIndex
from engine.places.jamo import plain, without_brackets
from engine.places.lexicon import Lexicon
from engine.places.mention import lies_in
from engine.places.naming import without_suffix
from engine.places.place import SHORTEST, Place

_EVERY = 200  # complexes of one name, among which those in an area are looked for
_SHOWN = 5
_NOWHERE = "\n"  # no address begins so


def of_same_name(index: PlaceIndex, matches: Sequence[Match]) -> tuple[Match, ...]:
    """The matches behind the first that have its name, suffix aside, or are parts of its quarter; what lies
    inside a district is not told apart from it."""
    best, *others = matches
    names = _names_of(index, best.place)
    inside = f"{best.place.address} " if best.place.kind == "district" else _NOWHERE
    return tuple(
        match
        for match in others
        if match.how == best.how
        and names & _names_of(index, match.place)
        and not match.place.address.startswith(inside)
    )


def is_outside(place: Place, said: Iterable[object], index: PlaceIndex) -> bool:
    """Whether a region is among the words said, and the place lies in none of them (부산 강서구, where only
    Seoul's is known)."""
    regions = [index.regions[key] for word in said if isinstance(word, str)
               and (key := plain(word)) in index.regions]  # fmt: skip
    words = (place.region, *place.address.split())
    return bool(regions) and not any(word.startswith(region) for word in words for region in regions)


def _names_of(index: PlaceIndex, place: Place) -> set[str]:
    """The name without its suffix, and the quarters the place is a part of."""
    key = plain(without_brackets(place.name))
    name = without_suffix(key, index.suffixes.of(place.kind)) or key
    return {name, *(name[:size] for size in range(SHORTEST, len(name)) if name[:size] in index.quarters)}


def within(
    name: str, found: tuple[Match, ...], area: tuple[Match, ...], lexicon: Lexicon
) -> tuple[Match, ...]:
    """Of several complexes those in the area named right before them (대치동 현대아파트), if any."""
    if (len(found) < 2 and name not in lexicon.brands) or not found or found[0].place.kind != "complex":
        return found
    bare = _bare(name, lexicon)
    areas = (without_suffix(plain(match.place.name), lexicon.suffixes) for match in area)
    joined = tuple(match for each in areas if each for match in lexicon.exact(each + bare, Hints()))
    for every in (joined, lexicon.exact(name, Hints(), _EVERY), lexicon.containing(bare)):
        inside = [match for match in every if match.place.kind == "complex" and lies_in(match.place, area)]
        if inside:
            return tuple(sorted(inside, key=lambda match: _far(match, area[0]))[:_SHOWN])
    return found


def _far(match: Match, area: Match) -> tuple[bool, float]:
    """In a dong the complexes that have its name come first, then those nearer to its centre."""
    if area.place.kind != "dong":
        return False, 0.0
    name = plain(area.place.name)[:SHORTEST]
    there, here = ((place.lat, place.lon) for place in (match.place, area.place))
    return name not in plain(match.place.name), distance_m(there, here)


def is_inside(found: tuple[Match, ...], areas: Iterable[tuple[Match, ...]]) -> bool:
    """Whether one of these areas holds all of the places."""
    return any(
        area and area[0].place.kind != "complex" and all(lies_in(match.place, area) for match in found)
        for area in areas
    )


def called(name: str, found: tuple[Match, ...], lexicon: Lexicon) -> tuple[Match, ...]:
    """Of all that share a name those that have it in their own, to be shown."""
    bare = _bare(name, lexicon)
    every = (*found, *lexicon.containing(bare))
    own = dict.fromkeys(match for match in every if bare in plain(match.place.name))
    return tuple(own)[:_SHOWN] or found


def _bare(name: str, lexicon: Lexicon) -> str:
    return without_suffix(plain(name), lexicon.home_suffixes) or plain(name)
