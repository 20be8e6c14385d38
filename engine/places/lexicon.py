"""The names a sentence may contain, each with the role that says where it may stand."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple
from weakref import WeakKeyDictionary

from engine.places.index import Hints, PlaceIndex
from engine.places.jamo import is_syllable, plain, plain_words, slips
from engine.places.naming import Spelling, without_suffix
from engine.places.place import SHORTEST, Kind, Place

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
_REMEMBERED = 1024  # names whose places are kept at hand


@dataclass(frozen=True, slots=True, kw_only=True)
class FinderWords:
    """The words around names, from the vocabulary.

    `near` and `context` may follow a name without its suffix, `before` precedes a romanised one;
    `ordinary` names count only before a near word, of them `towns` also before one of `where`; `never` words
    are no place without their suffix;
    `phases` count the parts of a complex (1차, 5단지). Behind one of `leads` a capitalised word is a name, as
    is a word before `near`, with a suffix or one of `name_ends`, known or not, unless it is or ends in one of
    `common`; before
    a near word of one syllable also unless it ends in one of `describing`. A common word of `seats` makes one
    name with the word before it (쿠팡 본사 근처). Between two places stands `between`;
    a word that ends in one of `acting` says what is done and is none of them, one with one of `topics` right
    before the other says who goes there.
    A complex of one of `brands` may be named by it alone; `groups` are words for several places. A name with
    one of `roads` and a number behind it is a road.
    """

    near: tuple[str, ...] = ()
    name_ends: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    context: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    ordinary: tuple[str, ...] = ()
    towns: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    leads: tuple[str, ...] = ()
    common: tuple[str, ...] = ()
    describing: tuple[str, ...] = ()
    acting: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    between: tuple[str, ...] = ()
    brands: tuple[str, ...] = ()
    roads: tuple[str, ...] = ()
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])


class _IndexRoles(NamedTuple):
    """The roles that the names of an index have by themselves, and its stems: of the words around names only
    `phases` say something about them."""

    phases: tuple[str, ...]
    roles: Mapping[str, Role]
    stems: frozenset[str]


_INDEX_ROLES: "WeakKeyDictionary[PlaceIndex, _IndexRoles]" = WeakKeyDictionary()


class Lexicon:
    """Names by the two letters they begin with, so that a sentence is read in one walk.

    `heads` gives the lengths of the names that begin so, the longest first; `roles` the role of a name.
    """

    def __init__(self, index: PlaceIndex, words: FinderWords) -> None:
        self.index = index
        self.near = plain_words(words.near)
        self.where = plain_words(words.where)
        self.context = plain_words(words.context) | self.near | self.where
        self.context_sizes = tuple(sorted({len(word) for word in self.context}, reverse=True))
        self.context_of = _sizes(self.context)
        self.between = tuple(plain_words(words.between)) or ("\n",)
        self.roads = tuple(plain_words(words.roads))
        self.describing = tuple(plain_words(words.describing))
        self.name_ends = tuple(plain_words(words.name_ends))
        self.acting = tuple(plain_words(words.acting))
        self.topics = plain_words(words.topics)
        self.groups = {plain(word): names for word, names in words.groups.items()}
        self.before = plain_words(words.before)
        self.seats = tuple(sorted(plain_words(words.seats), key=len, reverse=True))
        self.leads = plain_words(words.leads)
        self.phases = tuple(sorted(plain_words(words.phases), key=len, reverse=True))
        self.exact = lru_cache(maxsize=_REMEMBERED)(index.exact)
        self.lookup = lru_cache(maxsize=_REMEMBERED)(index.lookup)
        self.is_shared = lru_cache(maxsize=_REMEMBERED)(index.is_shared)
        self.misspelt = lru_cache(maxsize=_REMEMBERED)(index.misspelt)
        self.containing = lru_cache(maxsize=_REMEMBERED)(index.containing)
        self.roman_suffixes = (*index.suffixes.roman, *index.suffixes.of("station"))
        self.dong_suffixes = index.suffixes.of("dong")
        self.area_suffixes = (*self.dong_suffixes, *index.suffixes.of("district"))
        self.home_suffixes = index.suffixes.of("complex")
        self.suffixes = tuple(end for ends in index.suffixes.of_kind.values() for end in ends)
        self.long_home_suffixes = tuple(end for end in self.home_suffixes if len(end) > SHORTEST)
        ends = (*self.area_suffixes, *self.long_home_suffixes, *self.name_ends)
        self.last_letters = frozenset(end[-1] for end in ends)
        hangul = "|".join(re.escape(word) for word in self.near if is_syllable(word[0]))
        self.near_words = re.compile(f"(?=(?:{hangul}))" if hangul else "(?!)")
        common = plain_words(words.common) | plain_words(words.never)
        self.common_words = common | self.context | frozenset(self.suffixes)
        self.common_ends = tuple(word for word in common if len(word) >= SHORTEST)
        self.roles = self._read_roles(words)
        self.heads = _heads(self.roles)
        self.never = tuple(plain_words(words.never))
        self.slips = _slips(index.suffixes.of_kind, self.context)

    def _read_roles(self, words: FinderWords) -> Mapping[str, Role]:
        own = self._index_roles()
        self.stems = own.stems
        roles = dict(own.roles)
        self.brands = plain_words(words.brands)
        roles |= dict.fromkeys(self.brands, "home")
        roles |= dict.fromkeys(self.groups, "word")
        common = plain_words(words.common)
        for name in plain_words(words.ordinary):
            roles[name] = "never" if name in common else "ordinary"
        roles |= dict.fromkeys(plain_words(words.towns), "town")
        for name in plain_words(words.never):
            roles[name] = "never"
        roles.update(dict.fromkeys(self.index.regions, "region"))
        roles.update(dict.fromkeys(self.index.lines, "line"))
        return roles

    def bare_of(self, place: Place) -> str:
        """The name of the place without its suffix, as compared."""
        name = plain(place.name)
        return without_suffix(name, self.index.suffixes.of(place.kind)) or name

    def _index_roles(self) -> _IndexRoles:
        """The roles of the index alone, read once for it."""
        kept = _INDEX_ROLES.get(self.index)
        if kept is None or kept.phases != self.phases:
            roles: dict[str, Role] = {}
            for role, names in self._complexes():
                for name in names:
                    roles.setdefault(name, role)
            roles.update(self._names())
            kept = _INDEX_ROLES[self.index] = _IndexRoles(self.phases, roles, self.stems)
        return kept

    def _names(self) -> Iterator[tuple[str, Role]]:
        """The names of stations, dongs and districts; of one spelling the role that allows more wins."""
        strength: tuple[Role, ...] = ("anywhere", "area", "word", "home", "roman", "roman_in_full", "far")
        stations = self.index.suffixes.of("station")
        for key, entries in self.index.entries.items():
            is_alias = any(spelling.source in ("alias", "given") for _, spelling in entries)
            for end in stations if is_alias and not key.isascii() and not key.endswith(stations) else ():
                if self.index.exact(key + end, Hints(), 1):
                    yield key + end, "anywhere"  # 관악구청역, an alias with the suffix it lacks
            roles = {self._role(self.index.places[number], spelling, number) for number, spelling in entries}
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
        whole = spelling.source == "full" and key.endswith(self.index.suffixes.of(place.kind))
        if whole and len(key) >= _SHORTEST_STATION:
            return "anywhere" if place.kind == "station" else "area"
        if spelling.source == "given":
            return "word"
        if spelling.source == "alias":
            return "word" if len(key) >= _SHORTEST_STATION and not key[0].isdigit() else None
        at_home = self.index.ranks[number] < self.index.farthest_rank
        if place.kind == "dong" and spelling.source == "bare" and self.index.ranks[number]:
            return None  # dongs of other provinces share their short names with too many words
        return "word" if at_home else "far"

    def _roman_role(self, place: Place, key: str, number: int) -> Role | None:
        if len(key) < _SHORTEST_ROMAN:
            return "roman_in_full"
        is_small = place.kind == "dong" and (self.index.ranks[number] or len(key) < _SHORTEST_ROMAN_DONG)
        return "roman_in_full" if is_small else "roman"

    def _complexes(self) -> Iterator[tuple[Role, list[str]]]:
        """The names of complexes by how much of a name they are; the first role of a name holds."""
        homes = [
            key
            for key, entries in self.index.entries.items()
            if 0 < sum(self.index.places[number].kind == "complex" for number, _ in entries) <= _RARE
        ]
        names = [without_suffix(name, self.home_suffixes[:1]) or name for name in homes]
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
        self.stems = frozenset(stem for stem, count in stems.items() if count > 1)
        yield "stem", list(self.stems)

    def _brands(self) -> Counter[str]:
        """The names that several complexes have, the place that they begin with aside (래미안, 현대)."""
        counts: Counter[str] = Counter()
        for key, entries in self.index.entries.items():
            owners = sum(self.index.places[number].kind == "complex" for number, _ in entries)
            if owners:
                name = without_suffix(key, self.home_suffixes[:1]) or key
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
            owners = self.index.entries.get(name[:cut], ())
            if any(self.index.places[number].kind != "complex" for number, _ in owners):
                return name[cut:]
        return ""

    def _stem(self, name: str) -> str:
        """The name without the number of its part (상계주공5단지 → 상계주공); "" when too little is left."""
        found = re.match(rf"(.*?\D)[0-9]+(?:{'|'.join(map(re.escape, self.phases)) or '$'})", name)
        return found.group(1) if found and len(found.group(1)) >= SHORTEST else ""


def _slips(
    suffixes: Mapping[Kind, tuple[str, ...]], context: frozenset[str]
) -> Mapping[str, tuple[str, ...]]:
    """The syllables that differ in one jamo from a suffix of one syllable, with these suffixes; words that
    follow a place are none."""
    found: dict[str, tuple[str, ...]] = {}
    for suffix in (end for ends in suffixes.values() for end in ends if len(end) == 1):
        for syllable in slips(suffix):
            if syllable not in context:
                found[syllable] = (*found.get(syllable, ()), suffix)
    return found


def _sizes(words: Iterable[str]) -> Mapping[str, tuple[int, ...]]:
    """The lengths of the words by the letter they begin with, the longest first."""
    sizes: dict[str, set[int]] = {}
    for word in words:
        sizes.setdefault(word[0], set()).add(len(word))
    return {letter: tuple(sorted(found, reverse=True)) for letter, found in sizes.items()}


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


def _heads(names: Iterable[str]) -> Mapping[str, tuple[int, ...]]:
    sizes: dict[str, set[int]] = {}
    for name in names:
        if len(name) >= SHORTEST:
            sizes.setdefault(name[:2], set()).add(len(name))
    return {head: tuple(sorted(found, reverse=True)) for head, found in sizes.items()}
