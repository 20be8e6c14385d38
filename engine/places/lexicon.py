"""The names a sentence may contain, each with the role that says where it may stand."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from engine.places.index import PlaceIndex
from engine.places.jamo import is_syllable, plain, plain_words, slips
from engine.places.naming import without_suffix
from engine.places.place import SHORTEST, Kind, Place
from engine.places.roles import Role, index_roles

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
        own = index_roles(self.index, self.phases)
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


def _heads(names: Iterable[str]) -> Mapping[str, tuple[int, ...]]:
    sizes: dict[str, set[int]] = {}
    for name in names:
        if len(name) >= SHORTEST:
            sizes.setdefault(name[:2], set()).add(len(name))
    return {head: tuple(sorted(found, reverse=True)) for head, found in sizes.items()}
