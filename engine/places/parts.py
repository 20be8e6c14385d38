"""Names that several places share because each is a part: the area over numbered dongs, the complexes of one
stem that lie together."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.places.distance import Point, distance_m
from engine.places.jamo import plain, without_brackets
from engine.places.place import SHORTEST, Place

_NUMBERED_AREA = re.compile(r"(\D{2,})[0-9]+\D?")  # 성수동1가
_NUMBERED_HOME = re.compile(r"(.*?\D)[0-9]+\D")  # 타워팰리스1차
_TOGETHER_M = 1500.0  # complexes of one stem within this of their middle are one quarter, no brand
_ROUGHLY_M = 500.0  # of parts so near to each other the first by name stands for all
_FEWEST_SHORT = 5  # a stem of two syllables is a name only if so many complexes begin with it
_LONG = 3


def areas(places: Iterable[Place], suffixes: Sequence[str]) -> Iterator[Place]:
    """An area for the numbered dongs of one name in one city, in the middle of them (성수동 for 성수동1가 and
    성수동2가); none where a dong has that name itself."""
    named = {(place.name, _city(place)) for place in places if place.kind == "dong"}
    groups: dict[tuple[str, str], list[Place]] = {}
    for place in places:
        found = _NUMBERED_AREA.fullmatch(place.name) if place.kind == "dong" else None
        if found:
            groups.setdefault((found.group(1), _city(place)), []).append(place)
    for (name, city), group in groups.items():
        parts = sorted(group, key=lambda place: place.id)
        if len(parts) > 1 and (name, city) not in named:
            address = parts[0].address.removesuffix(parts[0].name) + name
            aliases = () if name.endswith(tuple(suffixes)) else tuple(name + end for end in suffixes[:1])
            yield _whole(parts, name, address, aliases)


def quarters(places: Sequence[Place], taken: Iterable[str]) -> Mapping[str, Sequence[int]]:
    """Stems of numbered complexes, as compared, to the numbers of all complexes that begin so, where these
    lie together; the most central first. A stem in `taken` is a name already."""
    keys = {
        number: plain(without_brackets(place.name))
        for number, place in enumerate(places)
        if place.kind == "complex"
    }
    stems = {found.group(1) for key in keys.values() if (found := _NUMBERED_HOME.match(key))}
    stems = {stem for stem in stems.difference(taken) if len(stem) >= SHORTEST and not stem[-1].isdigit()}
    lengths = sorted({len(stem) for stem in stems})
    members: dict[str, list[int]] = {}
    for number, key in keys.items():
        for length in lengths:
            if key[:length] in stems:
                members.setdefault(key[:length], []).append(number)
    return {
        stem: central
        for stem, numbers in members.items()
        if len(numbers) >= (SHORTEST if len(stem) >= _LONG else _FEWEST_SHORT)
        and (central := _central(places, numbers))
    }


def is_area(stem: str, places: Sequence[Place], numbers: Sequence[int]) -> bool:
    """Whether most of the complexes have a name of their own behind the stem (위례중앙푸르지오), no number:
    then it is the name of the neighbourhood."""
    rests = (plain(places[number].name)[len(stem) :][:1] for number in numbers)
    return len(numbers) >= _FEWEST_SHORT and 2 * sum(rest.isalpha() for rest in rests) > len(numbers)


def neighbourhood(stem: str, places: Sequence[Place], numbers: Sequence[int]) -> Place:
    """The place in the middle of these complexes."""
    parts = sorted((places[number] for number in numbers), key=lambda place: place.id)
    return _whole(parts, stem, " ".join(parts[0].address.split()[:2]))


def _whole(parts: Sequence[Place], name: str, address: str, aliases: tuple[str, ...] = ()) -> Place:
    """The place in the middle of its parts, which the first of them stands for."""
    lat, lon = _middle(parts)
    first = parts[0]
    return Place(
        id=f"{first.id}+{len(parts) - 1}",
        name=name,
        kind="dong",
        lat=lat,
        lon=lon,
        region=first.region,
        address=address,
        aliases=aliases,
    )


def _central(places: Sequence[Place], numbers: Sequence[int]) -> Sequence[int]:
    """The places from the middle outwards, of near ones those without a remark in brackets first (임대); ()
    when they do not lie together."""
    middle = _middle([places[number] for number in numbers])
    far = {number: distance_m(middle, (places[number].lat, places[number].lon)) for number in numbers}
    if max(far.values()) > _TOGETHER_M:
        return ()
    return sorted(
        numbers,
        key=lambda number: (
            far[number] // _ROUGHLY_M,
            without_brackets(places[number].name) != places[number].name,
            places[number].name,
            places[number].id,
        ),
    )


def _middle(places: Sequence[Place]) -> Point:
    return sum(p.lat for p in places) / len(places), sum(p.lon for p in places) / len(places)


def _city(place: Place) -> str:
    return place.address.partition(" ")[0]
