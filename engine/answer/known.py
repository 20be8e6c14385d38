"""What a pack knows of the names of complexes: those of its data, how they end, and words that are none."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, cast
from weakref import WeakKeyDictionary

from engine.config.revision import Revision
from engine.places.index import PlaceIndex
from engine.places.jamo import plain, plain_words

SHORT = 3
"""A name of no more letters may be a word too (정원, 제일)."""
FIRST = 2
"""By so many letters names are found that begin alike."""
ENDING_LETTERS = (2, 3, 4)
REST = 2
"""Letters before such an ending without which it is a word of its own."""
_REST_OF_SUFFIX = 3
_PARTICLE = 4
_SEEN_AT_MOST = 10_000
_SHARED_BY = {2: 25, 3: 8, 4: 8}
"""How many complexes end alike where that ending makes any name look like a complex (팰리스)."""
_PART_OF = 5
"""How many end alike where that ending behind the whole name of another makes it a name of its own (힐스)."""
_MOSTLY = 0.9
_OF_DEGREES = {"answers": {"degrees"}}
"""Words of the language of which some are names of complexes as well (제일)."""
_NAMING = frozenset({"full", "bare", "given"})


class Looks(NamedTuple):
    """How a word looks: the word and what is left of it without a particle (`stems`), of those the ones
    before the first that is known as a word (`before_word`); whether any is such a word, or an ending of
    names alone, and whether one looks like a complex before one is a word."""

    stems: tuple[str, ...]
    is_word: bool
    is_end: bool
    before_word: tuple[str, ...]
    is_alike: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownNames:
    """What a pack knows of names, by the letters that compare.

    `complexes` are the names of all complexes, as they are shown; `of_id` every spelling of each complex;
    `places` those of other places. A word that ends in one of `endings` looks like a complex, also one with
    one of `apart` behind it; one that ends in one of `suffixes` does where the rest is no word that the pack
    knows. Written to a name one of `parts` makes it another name. `latin_ends` end names in Latin letters.
    `words` are the pack's own words.
    """

    complexes: Mapping[str, str]
    lengths: Mapping[str, tuple[int, ...]]
    of_id: Mapping[str, tuple[str, ...]]
    places: frozenset[str]
    endings: frozenset[str]
    apart: frozenset[str]
    parts: frozenset[str]
    suffixes: tuple[str, ...]
    latin_ends: frozenset[str]
    particles: frozenset[str]
    words: frozenset[str]
    seen: dict[str, Looks] = field(default_factory=dict[str, Looks], repr=False, compare=False)

    def looks(self, word: str) -> Looks:
        """How a word looks, remembered: answers are made of the same words again and again."""
        found = self.seen.get(word)
        if found is None:
            if len(self.seen) >= _SEEN_AT_MOST:
                self.seen.clear()
            found = self.seen[word] = self._looks(word)
        return found

    def is_word(self, key: str) -> bool:
        """Whether the pack knows the letters as a word or a place."""
        return key in self.words or key in self.places

    def _looks(self, word: str) -> Looks:
        cuts = range(max(1, len(word) - _PARTICLE), len(word))
        stems = (word, *(word[:cut] for cut in cuts if word[cut:] in self.particles))
        known = [self.is_word(stem) for stem in stems]
        alike = [self._is_alike(stem) for stem in stems]
        first = next((at for at in range(len(stems)) if known[at] or alike[at]), len(stems))
        return Looks(
            stems=stems,
            is_word=any(known),
            is_end=any(stem in self.apart for stem in stems),
            before_word=stems[: known.index(True)] if True in known else stems,
            is_alike=first < len(stems) and not known[first],
        )

    def _is_alike(self, stem: str) -> bool:
        """Whether letters without a particle end like the names of complexes."""
        bare = next((cut for each in self.suffixes if (cut := stem.removesuffix(each)) != stem), "")
        if len(bare) >= _REST_OF_SUFFIX and not self.is_word(bare):
            return True
        ends = (stem[-length:] for length in ENDING_LETTERS if len(stem) >= length + REST)
        return not self.endings.isdisjoint(ends)


_known: "WeakKeyDictionary[Revision, KnownNames]" = WeakKeyDictionary()


def known_names(revision: Revision, index: PlaceIndex | None) -> KnownNames:
    """What the revision knows of names, read once and kept as long as it."""
    found = _known.get(revision)
    if found is None:
        found = _known[revision] = _read(revision, index)
    return found


def _read(revision: Revision, index: PlaceIndex | None) -> KnownNames:
    vocabulary = revision.vocabulary.places
    words = plain_words(_pack_words(revision))
    regions = (*vocabulary.regions, *(word for found in vocabulary.region_words.values() for word in found))
    ordinary = plain_words(
        (*vocabulary.ordinary, *vocabulary.towns, *vocabulary.never, *vocabulary.common, *regions)
    )
    complexes: dict[str, str] = {}
    places: set[str] = set()
    of_id: dict[str, list[str]] = {}
    for key, found in (index.entries if index is not None else {}).items():
        kinds = {index.places[number].kind for number, _ in found} if index is not None else set[str]()
        if kinds != {"complex"}:
            places.add(key)
        for number, spelling in found:
            place = index.places[number] if index is not None else None
            is_name = spelling.source in _NAMING or len(key) >= SHORT
            if place is None or place.kind != "complex" or spelling.source == "roman" or not is_name:
                continue
            of_id.setdefault(place.id, []).append(key)
            if kinds == {"complex"} and key not in ordinary and key not in words and not key.isdigit():
                complexes.setdefault(key, place.name)
    suffixes = index.suffixes.of("complex") if index is not None else ()
    particles = _particles(revision)
    counts = _ends(complexes, suffixes)
    known = plain_words((*vocabulary.brands, *vocabulary.name_ends)) - ordinary
    endings = _endings(counts, suffixes, ordinary) | known
    return KnownNames(
        complexes=complexes,
        lengths=lengths_of(complexes),
        of_id={each: tuple(keys) for each, keys in of_id.items()},
        places=frozenset(places),
        endings=endings,
        apart=endings & _last_words(complexes.values()),
        parts=endings | (_parts(counts) - words - particles - {*suffixes}),
        suffixes=suffixes,
        latin_ends=_latin_ends(vocabulary.aliases, of_id, complexes),
        particles=particles,
        words=words - complexes.keys(),
    )


def _particles(revision: Revision) -> frozenset[str]:
    """What may be written to a name."""
    language, context = revision.language, revision.vocabulary.places.context
    return plain_words((*language.particles, *context, *language.answers.degrees.than_behind))


def _ends(names: Iterable[str], suffixes: tuple[str, ...]) -> Counter[str]:
    """How many names end alike, a suffix of complexes left out."""
    counts: Counter[str] = Counter()
    for name in names:
        bare = next((name.removesuffix(each) for each in suffixes if name.endswith(each)), name)
        for length in ENDING_LETTERS:
            end = bare[-length:]
            if len(bare) >= length + REST and end.isalpha() and not end.isascii():
                counts[end] += 1
    return counts


def _endings(
    counts: Mapping[str, int], suffixes: tuple[str, ...], ordinary: frozenset[str]
) -> frozenset[str]:
    """The endings that many names share, not one that is but the end of a longer one."""
    shared = {end: count for end, count in counts.items() if count >= _SHARED_BY[len(end)]}
    parts = {
        end[cut:]
        for end, count in shared.items()
        for cut in range(1, len(end) - 1)
        if count >= _MOSTLY * shared.get(end[cut:], 0)
    }
    return frozenset(shared.keys() - parts - ordinary - {*suffixes})


def _parts(counts: Mapping[str, int]) -> frozenset[str]:
    """The endings that some names share."""
    return frozenset(end for end, count in counts.items() if count >= _PART_OF)


def _last_words(names: Iterable[str]) -> frozenset[str]:
    """The last words of names of several words (래미안 대치 팰리스), by the letters that compare."""
    counts = Counter(plain(words[-1]) for name in {*names} if len(words := name.split()) > 1)
    return frozenset(word for word, count in counts.items() if count > 1)


def _latin_ends(
    aliases: Mapping[str, tuple[str, ...]], of_id: Mapping[str, list[str]], complexes: Mapping[str, str]
) -> frozenset[str]:
    """The last words of the complexes' names in Latin letters that have several (Palace)."""
    named = {key for keys in of_id.values() for key in keys}
    found = (word for name, words in aliases.items() if plain(name) in named for word in words)
    return frozenset(plain(word.split()[-1]) for word in found if word.isascii() and " " in word)


def _pack_words(revision: Revision) -> Iterator[str]:
    """Every word of the pack's labels, language, vocabulary and conversions, but for names of places."""
    vocabulary = revision.vocabulary
    named = {"aliases", "landmarks", "groups", "brands", "region_words"}
    sources: list[object] = [
        revision.templates.labels if revision.templates else {},
        revision.language.model_dump(exclude=_OF_DEGREES),
        vocabulary.model_dump(exclude={"places": named}),
        *((table.labels, table.units) for table in revision.conversions.values()),
    ]
    for source in sources:
        for text in _texts(source):
            yield text
            yield from text.split()


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, each in cast("Mapping[object, object]", value).items():
            yield from _texts(key)
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in cast("Iterable[object]", value):
            yield from _texts(each)


def lengths_of(names: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """How long the names are that begin alike, the longest first."""
    found: dict[str, set[int]] = {}
    for name in names:
        found.setdefault(name[:FIRST], set()).add(len(name))
    return {first: tuple(sorted(each, reverse=True)) for first, each in found.items()}
