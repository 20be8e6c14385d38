"""Names of homes in a sentence: those that an answer may name, and those that it may not."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, cast
from weakref import WeakKeyDictionary

from engine.config.revision import Revision
from engine.places.index import PlaceIndex
from engine.places.jamo import plain, plain_words

SHORT = 3
"""A name of no more letters may be a word too (정원, 제일)."""
_FIRST = 2
_ENDING_LETTERS = (2, 3, 4)
_SHARED_BY = {2: 25, 3: 8, 4: 8}
"""How many complexes end alike where that ending makes any name look like a complex (팰리스)."""
_REST = 2
"""Letters before such an ending without which it is a word of its own."""
_REST_OF_SUFFIX = 3
_MOSTLY = 0.9
_LATIN_WORDS = 3
_PARTICLE = 4
_CHARACTERS_KEPT = 10_000
_NAMING = frozenset({"full", "bare", "given"})


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownNames:
    """What a pack knows of names, by the letters that compare.

    `complexes` are the names of all complexes, as they are shown; `of_id` every spelling of each complex;
    `places` those of other places. A word that ends in one of `endings` looks like a complex, also one with
    one of `apart` behind it; one that ends in one of `suffixes` does where the rest is no word that the pack
    knows. `latin_ends` end names in Latin letters. `words` are the pack's own words.
    """

    complexes: Mapping[str, str]
    lengths: Mapping[str, tuple[int, ...]]
    of_id: Mapping[str, tuple[str, ...]]
    places: frozenset[str]
    endings: frozenset[str]
    apart: frozenset[str]
    suffixes: tuple[str, ...]
    latin_ends: frozenset[str]
    particles: frozenset[str]
    words: frozenset[str]


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
    endings = _endings(complexes, suffixes, ordinary) | (plain_words(vocabulary.brands) - ordinary)
    return KnownNames(
        complexes=complexes,
        lengths=lengths_of(complexes),
        of_id={each: tuple(keys) for each, keys in of_id.items()},
        places=frozenset(places),
        endings=endings,
        apart=endings & _last_words(complexes.values()),
        suffixes=suffixes,
        latin_ends=_latin_ends(vocabulary.aliases, of_id, complexes),
        particles=plain_words((*revision.language.particles, *vocabulary.context)),
        words=words - complexes.keys(),
    )


def _endings(names: Iterable[str], suffixes: tuple[str, ...], ordinary: frozenset[str]) -> frozenset[str]:
    """The endings that many names share, not one that is but the end of a longer one."""
    counts: Counter[str] = Counter()
    for name in names:
        bare = next((name.removesuffix(each) for each in suffixes if name.endswith(each)), name)
        for length in _ENDING_LETTERS:
            end = bare[-length:]
            if len(bare) >= length + _REST and end.isalpha() and not end.isascii():
                counts[end] += 1
    shared = {end: count for end, count in counts.items() if count >= _SHARED_BY[len(end)]}
    parts = {
        end[cut:]
        for end, count in shared.items()
        for cut in range(1, len(end) - 1)
        if count >= _MOSTLY * shared.get(end[cut:], 0)
    }
    return frozenset(shared.keys() - parts - ordinary - set(suffixes))


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
        revision.language.model_dump(),
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


class Mention(NamedTuple):
    """A name at start:end of a text by the letters that compare: the homes it may stand for by number, () for
    one without figures, and whether the answer may name it; `shown` is another complex in full."""

    start: int
    end: int
    homes: tuple[int, ...]
    key: str
    shown: str
    is_allowed: bool


class _Line:
    """A text by the letters that compare (`keys`), without spaces and marks, each with where it stands."""

    __slots__ = ("_begins", "_text", "keys")

    def __init__(self, text: str) -> None:
        self._text = text
        pairs = [(key, at) for at, char in enumerate(text) for key in _key(char)]
        self.keys = "".join(key for key, _ in pairs)
        self._begins = [at for _, at in pairs]

    def word_starts(self) -> Iterator[int]:
        """Every letter that nothing is written to on its left."""
        return (at for at in range(len(self.keys)) if at == 0 or self.ends_word(at))

    def ends_word(self, end: int) -> bool:
        """Whether something else than a letter, or nothing, stands before this one."""
        return end >= len(self.keys) or self._begins[end] > self._begins[end - 1] + 1

    def is_apart(self, end: int) -> bool:
        """Whether more than one space stands before this letter."""
        return self._text[self._begins[end - 1] + 1 : self._begins[end]] != " "

    def word_end(self, at: int) -> int:
        """Behind the last letter of the word that this letter is in."""
        end = at + 1
        while not self.ends_word(end):
            end += 1
        return end

    def cuts_number(self, end: int) -> bool:
        """Whether letters in Latin or digits stand on both sides."""
        keys = self.keys
        return not self.ends_word(end) and keys[end].isascii() and keys[end - 1].isascii()

    def is_capital(self, at: int) -> bool:
        return self._text[self._begins[at]].isupper()

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where these letters stand in the text."""
        return self._begins[start], self._begins[end - 1] + 1


@lru_cache(maxsize=_CHARACTERS_KEPT)
def _key(char: str) -> str:
    return plain(char)


class NameFinder:
    """Finds names in sentences. `homes` are the spellings that an answer may name, with the homes they stand
    for; `said` those that it may name though no home shown has them."""

    def __init__(self, known: KnownNames, homes: Mapping[str, tuple[int, ...]], said: Iterable[str]) -> None:
        self._known = known
        self._homes: Mapping[str, tuple[int, ...]] = {**dict.fromkeys(said, ()), **homes}
        self._lengths = lengths_of(self._homes)

    def find(self, text: str) -> list[Mention]:
        """The names from left to right, at each word the longest, and what only looks like one."""
        line = _Line(text)
        found: list[Mention] = []
        past = 0
        for at in line.word_starts():
            if at < past:
                continue
            mention, past = self._name(line, at)
            if mention is not None:
                found.append(mention)
        return found

    def said_in(self, text: str) -> set[str]:
        """The complexes and what looks like one in a customer's words, by the letters that compare."""
        line, known = _Line(unicodedata.normalize("NFC", text)), self._known
        found = {mention.key for mention in self.find(text)}
        for at in line.word_starts():
            lengths = known.lengths.get(line.keys[at : at + _FIRST], ())
            found |= {key for each in lengths if (key := line.keys[at : at + each]) in known.complexes}
        return found

    def names(self, text: str) -> tuple[int, ...] | None:
        """The homes that the whole text is the name of, None for no name that an answer may say."""
        return self._homes.get(plain(text))

    def _name(self, line: _Line, at: int) -> tuple[Mention | None, int]:
        own, other = self._own(line, at), self._other(line, at)
        if own and own >= other:
            key = line.keys[at:own]
            return Mention(*line.span(at, own), self._homes[key], key, "", True), own
        if other:
            key = line.keys[at:other]
            return Mention(*line.span(at, other), (), key, self._known.complexes[key], False), other
        end = self._look_alike(line, at)
        return (
            (Mention(*line.span(at, end), (), line.keys[at:end], "", False), end) if end else (None, at + 1)
        )

    def _own(self, line: _Line, at: int) -> int:
        """Where the longest name that the answer may say ends, or 0; a short one is a word of its own."""
        for length in self._lengths.get(line.keys[at : at + _FIRST], ()):
            end, key = at + length, line.keys[at : at + length]
            if len(key) < length or key not in self._homes or line.cuts_number(end):
                continue
            if length > SHORT or line.ends_word(end) or self._is_marked(line, end):
                return end
        return 0

    def _other(self, line: _Line, at: int) -> int:
        """Where the longest name of any complex ends, or 0; a short one has a particle or a suffix."""
        for length in self._known.lengths.get(line.keys[at : at + _FIRST], ()):
            end, key = at + length, line.keys[at : at + length]
            if len(key) < length or key not in self._known.complexes or line.cuts_number(end):
                continue
            if length > SHORT or self._is_marked(line, end):
                return end
        return 0

    def _is_marked(self, line: _Line, end: int) -> bool:
        """Whether a suffix of complexes stands behind a name, or a particle written to it."""
        known = self._known
        if known.suffixes and line.keys.startswith(known.suffixes, end):
            return True
        return not line.ends_word(end) and line.keys[end : line.word_end(end)] in known.particles

    def _look_alike(self, line: _Line, at: int) -> int:
        """Where a word ends that no place has and that ends like the names of complexes, or 0."""
        if line.keys[at].isascii():
            return self._latin(line, at)
        end, known = line.word_end(at), self._known
        if self._ends_name_before(line, at, end):
            return line.word_end(end)
        for stem in self._stems(line.keys[at:end]):
            if self._is_word(stem):
                return 0
            bare = next((cut for each in known.suffixes if (cut := stem.removesuffix(each)) != stem), "")
            if len(bare) >= _REST_OF_SUFFIX and not self._is_word(bare):
                return end
            ends = (stem[-length:] for length in _ENDING_LETTERS if len(stem) >= length + _REST)
            if not known.endings.isdisjoint(ends):
                return end
        return 0

    def _ends_name_before(self, line: _Line, at: int, end: int) -> bool:
        """Whether the next word is such an ending alone, and this one no word that is known (드림 팰리스)."""
        word = line.keys[at:end]
        if end >= len(line.keys) or end - at < _REST or line.is_apart(end) or any(map(str.isdigit, word)):
            return False
        behind = line.keys[end : line.word_end(end)]
        is_ending = any(stem in self._known.apart for stem in self._stems(behind))
        return (
            is_ending
            and not any(self._is_word(stem) for stem in self._stems(word))
            and not any(word.endswith(particle) for particle in self._known.particles)
        )

    def _is_word(self, key: str) -> bool:
        return key in self._known.words or key in self._known.places

    def _latin(self, line: _Line, at: int) -> int:
        """Where capitalised words end of which the last is that of complexes (Dream Palace), or 0."""
        end, ends = line.word_end(at), self._known.latin_ends
        if not line.is_capital(at) or line.keys[at:end] in ends:
            return 0
        for _ in range(_LATIN_WORDS):
            if end >= len(line.keys) or not line.is_capital(end) or not line.keys[end].isascii():
                return 0
            begin, end = end, line.word_end(end)
            if line.keys[begin:end] in ends and line.keys[at:end] not in self._known.places:
                return end
        return 0

    def _stems(self, word: str) -> Iterator[str]:
        """The word, and what is left of it without a particle."""
        yield word
        for cut in range(max(1, len(word) - _PARTICLE), len(word)):
            if word[cut:] in self._known.particles:
                yield word[:cut]


def lengths_of(names: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """How long the names are that begin alike, the longest first."""
    found: dict[str, set[int]] = {}
    for name in names:
        found.setdefault(name[:_FIRST], set()).add(len(name))
    return {first: tuple(sorted(each, reverse=True)) for first, each in found.items()}
