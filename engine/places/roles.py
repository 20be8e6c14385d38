"""Where the names of an index may stand in a sentence, by what places they are the names of."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple
from weakref import WeakKeyDictionary

from engine.places.index import Hints, PlaceIndex
from engine.places.naming import Spelling, without_suffix
from engine.places.place import SHORTEST, Place

Role = Literal[
    "anywhere",  # a station with its suffix
    "area",  # a dong or district of three syllables: where a word begins
    "word",  # a whole word, particles aside
    "far",  # a whole word, once its region was said
    "home",  # a complex with a name of its own, or a brand: a whole word, its suffix may follow
    "home_in_full",  # a complex whose name is a common word: only with its suffix
    "stem",  # what several complexes share (래미안): only with a number (1차)
    "roman",  # a romanised name
    "roman_in_full",  # a romanised name that is short or of a small place: only with its suffix
    "ordinary",  # a name that is also a word: only before a near word
    "town",  # the same, also before a word that says where
    "never",  # a word, and no place without its suffix
    "region",
    "line",
]

_SAYS_ITSELF = 5  # letters from which the name of a complex is no common word
_RARE = 2  # a short name that at most so many complexes contain is one complex's own
_SHARED = 8  # pieces that so many complexes contain are builders and brands
_SHORTEST_STATION = 3  # with its suffix; below that it is looked for as a whole word
_SHORTEST_ROMAN = 4
_SHORTEST_ROMAN_DONG = 5


class IndexRoles(NamedTuple):
    """The roles that the names of an index have by themselves, and its stems: of the words around names only
    `phases` say something about them."""

    phases: tuple[str, ...]
    roles: Mapping[str, Role]
    stems: frozenset[str]


_KEPT: "WeakKeyDictionary[PlaceIndex, IndexRoles]" = WeakKeyDictionary()


def index_roles(index: PlaceIndex, phases: tuple[str, ...]) -> IndexRoles:
    """The roles of the index alone, read once for it; `phases` count the parts of a complex (1차, 5단지)."""
    kept = _KEPT.get(index)
    if kept is None or kept.phases != phases:
        kept = _KEPT[index] = _Names(index, phases).read()
    return kept


class _Names:
    """The names of one index."""

    def __init__(self, index: PlaceIndex, phases: tuple[str, ...]) -> None:
        self._index = index
        self._phases = phases
        self._suffixes = index.suffixes.of("complex")

    def read(self) -> IndexRoles:
        roles: dict[str, Role] = {}
        stems: frozenset[str] = frozenset()
        for role, names in self._complexes():
            stems = frozenset(names) if role == "stem" else stems
            for name in names:
                roles.setdefault(name, role)
        roles.update(self._names())
        return IndexRoles(self._phases, roles, stems)

    def _names(self) -> Iterator[tuple[str, Role]]:
        """The names of stations, dongs and districts; of one spelling the role that allows more wins."""
        strength: tuple[Role, ...] = ("anywhere", "area", "word", "home", "roman", "roman_in_full", "far")
        stations = self._index.suffixes.of("station")
        for key, entries in self._index.entries.items():
            is_alias = any(spelling.source in ("alias", "given") for _, spelling in entries)
            for end in stations if is_alias and not key.isascii() and not key.endswith(stations) else ():
                if self._index.exact(key + end, Hints(), 1):
                    yield key + end, "anywhere"  # 관악구청역, an alias with the suffix it lacks
            roles = {self._role(self._index.places[number], spelling, number) for number, spelling in entries}
            for role in strength:
                if role in roles:
                    yield key, role
                    break

    def _role(self, place: Place, spelling: Spelling, number: int) -> Role | None:
        key = spelling.key
        if place.kind == "complex":  # only what a person wrote into the vocabulary (은마); see _complexes
            return "home" if spelling.source in ("given", "part") else None
        if key.isascii() and not key.isdigit():
            is_given = spelling.source == "given" and len(key) > SHORTEST
            return "roman" if is_given else self._roman_role(place, key, number)
        whole = spelling.source == "full" and key.endswith(self._index.suffixes.of(place.kind))
        if whole and len(key) >= _SHORTEST_STATION:
            return "anywhere" if place.kind == "station" else "area"
        if spelling.source == "given":
            return "word"
        if spelling.source == "alias":
            return "word" if len(key) >= _SHORTEST_STATION and not key[0].isdigit() else None
        at_home = self._index.ranks[number] < self._index.farthest_rank
        if place.kind == "dong" and spelling.source == "bare" and self._index.ranks[number]:
            return None  # dongs of other provinces share their short names with too many words
        return "word" if at_home else "far"

    def _roman_role(self, place: Place, key: str, number: int) -> Role | None:
        if len(key) < _SHORTEST_ROMAN:
            return "roman_in_full"
        is_small = place.kind == "dong" and (self._index.ranks[number] or len(key) < _SHORTEST_ROMAN_DONG)
        return "roman_in_full" if is_small else "roman"

    def _complexes(self) -> Iterator[tuple[Role, list[str]]]:
        """The names of complexes by how much of a name they are; the first role of a name holds."""
        homes = [
            key
            for key, entries in self._index.entries.items()
            if 0 < sum(self._index.places[number].kind == "complex" for number, _ in entries) <= _RARE
        ]
        names = [without_suffix(name, self._suffixes[:1]) or name for name in homes]
        names = [name for name in names if not name[0].isdigit()]
        pieces = _pieces(names)
        short = [rest for name in names if (rest := self._without_area(name)) and not rest[0].isdigit()]
        own = [name for name in short if pieces[name] == 1 and not _is_compound(name, pieces)]
        areas = [name for name in names if len(name) > _SHORTEST_STATION and self._without_area(name)]
        yield "home", [name for name in names if _is_own(name, pieces)]
        yield "home", [name for name in areas if not name[-1].isdigit()]  # 반포자이: no brand alone
        yield "home", [name for name in own if _is_own(name, pieces)]
        yield "home_in_full", [*names, *own]
        brands = self._brands()
        yield "home", [name for name, count in brands.items() if len(name) > SHORTEST and count >= _SHARED]
        yield "home_in_full", list(brands)
        stems = Counter(stem for name in (*names, *short) if (stem := self._stem(name)))
        yield "stem", [stem for stem, count in stems.items() if count > 1]

    def _brands(self) -> Counter[str]:
        """The names that several complexes have, the place that they begin with aside (래미안, 현대)."""
        counts: Counter[str] = Counter()
        for key, entries in self._index.entries.items():
            owners = sum(self._index.places[number].kind == "complex" for number, _ in entries)
            if owners:
                name = without_suffix(key, self._suffixes[:1]) or key
                counts.update(dict.fromkeys({name, self._without_area(name)}, owners))
        return Counter(
            {
                name: count
                for name, count in counts.items()
                if count > 1 and name and not name[0].isdigit() and not name[-1].isdigit()
            }
        )

    def _without_area(self, name: str) -> str:
        """The name without the place it begins with (잠실파크리오 → 파크리오); "" when it has none."""
        for cut in range(len(name) - SHORTEST, SHORTEST - 1, -1):
            owners = self._index.entries.get(name[:cut], ())
            if any(self._index.places[number].kind != "complex" for number, _ in owners):
                return name[cut:]
        return ""

    def _stem(self, name: str) -> str:
        """The name without the number of its part (상계주공5단지 → 상계주공); "" when too little is left."""
        found = re.match(rf"(.*?\D)[0-9]+(?:{'|'.join(map(re.escape, self._phases)) or '$'})", name)
        return found.group(1) if found and len(found.group(1)) >= SHORTEST else ""


def _pieces(names: Iterable[str]) -> Counter[str]:
    """How many of the names contain each run of two or more letters, up to the length that says itself."""
    return Counter(
        piece
        for name in names
        for piece in {
            name[start:end]
            for start in range(len(name))
            for end in range(start + SHORTEST, min(len(name), start + 2 * _SAYS_ITSELF) + 1)
        }
    )


def _is_own(name: str, pieces: Counter[str]) -> bool:
    """Whether the name alone says which complex is meant.

    A digit at the end may begin an amount; two syllables or four Latin letters are a word too often.
    """
    if name[-1].isdigit() or len(name) <= (_SHORTEST_ROMAN if name.isascii() else SHORTEST):
        return False
    return pieces[name] <= (_SHARED if len(name) >= _SAYS_ITSELF else _RARE)


def _is_compound(name: str, pieces: Counter[str]) -> bool:
    """Whether the name is two pieces that many complexes have (현대빌라)."""
    return any(
        pieces[name[:cut]] >= _SHARED and pieces[name[cut:]] >= _SHARED
        for cut in range(SHORTEST, len(name) - SHORTEST + 1)
    )
