"""Under which spellings a place is found, and how well each of them names it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from engine.places.jamo import in_brackets, plain, without_brackets
from engine.places.place import SHORTEST, Kind, Place
from engine.places.romanise import romanise

Source = Literal["full", "bare", "alias", "given", "roman", "part"]

# How well a spelling names its place, as a share of the boost for an exact name.
QUALITY: Mapping[Source, float] = {
    "full": 1.0,
    "given": 0.95,
    "bare": 0.9,
    "roman": 0.9,
    "alias": 0.85,
    "part": 0.8,
}
_WITH_SUFFIX = 0.1  # what a suffix of the right kind adds to a spelling that lacks it
_SHORTEST_ROMAN = 3
_SHORTEST_SCHOOL = 5
# What the files of stations write short, and people write out ("Konkuk University Station").
_SHORT_FORMS = {"univ": "university", "nat'l": "national", "int'l": "international", "&": "and"}
_SCHOOL = "university"  # "Konkuk" says which one; the word may be left out
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘`", "'"))


@dataclass(frozen=True, slots=True)
class Spelling:
    """One way to write a name: the key to compare by, as it is shown, and where it comes from.

    `given` is an alias a person wrote into the vocabulary, `alias` one of the file of places, `part` the name
    that the parts of a quarter share.
    """

    key: str
    shown: str
    source: Source
    quality: float


@dataclass(frozen=True, slots=True)
class Suffixes:
    """The words that may be left out at the end of a name, and the kind of place each belongs to.

    `of_kind` holds the words in the script of the names; `roman` those in Latin letters (station), of which
    `latin` tells the kind where it is known, and `ends` are the words they stand for (역, 구).
    """

    of_kind: Mapping[Kind, tuple[str, ...]]
    roman: tuple[str, ...]
    latin: Mapping[str, Kind] = field(default_factory=dict[str, Kind])
    ends: tuple[str, ...] = ()

    def of(self, kind: Kind) -> tuple[str, ...]:
        return self.of_kind.get(kind, ())


def read_suffixes(
    places: Iterable[Place], written: Iterable[str], latin: Mapping[str, Iterable[str]] | None = None
) -> Suffixes:
    """Each suffix goes to the kind of place whose names end in it most often, as the file shows. `latin` are
    the words in Latin letters for each; what stands only there may not be left out of a name."""
    tails = {plain(word): word for word in written if plain(word)}
    words = {plain(end): tuple(map(plain, found)) for end, found in (latin or {}).items()}
    every = {
        *(tail for tail in tails if tail.isascii()),
        *(word for found in words.values() for word in found),
    }
    roman = tuple(sorted(every, key=lambda word: (-len(word), word)))
    counts: dict[str, Counter[Kind]] = {tail: Counter() for tail in (*tails, *words) if not tail.isascii()}
    ends = tuple(counts)
    for place in places:
        name = plain(without_brackets(place.name))
        if name.endswith(ends):
            for tail, count in counts.items():
                count[place.kind] += name.endswith(tail)
    of_kind: dict[Kind, list[str]] = {}
    kinds: dict[str, Kind] = {}
    for tail in sorted(counts, key=len, reverse=True):
        if total := counts[tail].most_common(1):
            kind = total[0][0]
            kinds |= dict.fromkeys(words.get(tail, ()), kind)
            if tail in tails:
                of_kind.setdefault(kind, []).append(tail)
    ends = tuple(sorted(words, key=len, reverse=True))
    return Suffixes({kind: tuple(found) for kind, found in of_kind.items()}, roman, kinds, ends)


def spellings(place: Place, suffixes: Suffixes, given: Sequence[str] = ()) -> Iterator[Spelling]:
    """Every spelling of the place, the better ones first; a key may come twice.

    >>> from engine.places.place import Place
    >>> suffixes = Suffixes({"station": ("역",)}, ("station",))
    >>> place = Place("1", "강남역", "station", 37.5, 127.0, name_en="Gangnam")
    >>> [(spelling.key, spelling.source) for spelling in spellings(place, suffixes)]
    [('강남역', 'full'), ('강남', 'bare'), ('gangnam', 'roman')]
    """
    name = without_brackets(place.name)
    full = plain(name)
    ends = suffixes.of(place.kind)
    for alias in given:
        key = plain(alias)
        yield Spelling(key, alias, "given", QUALITY["given"])
        if short := without_suffix(key, suffixes.roman if key.isascii() else ends):
            yield Spelling(short, alias, "given", QUALITY["bare"])
    # Many complexes and some dongs lack their suffix (은마, 종로3가); without it the kind is not said.
    yield Spelling(full, name, "full", QUALITY["full"] if full.endswith(ends) else QUALITY["bare"])
    if bare := without_suffix(full, (*ends, *(suffixes.ends if place.kind == "district" else ()))):
        yield Spelling(bare, name, "bare", QUALITY["bare"])
    # In brackets a station has its second name, a complex only remarks (고층, 임대, 113동).
    for alias in (*place.aliases, *(in_brackets(place.name) if place.kind != "complex" else ())):
        inside = in_brackets(alias) if place.kind != "complex" else ()
        for key in dict.fromkeys(map(plain, (without_brackets(alias), *inside))):
            if len(key) >= SHORTEST and not key.isdigit():
                yield Spelling(key, alias, "alias", QUALITY["alias"])
    yield from _roman(place, suffixes)


def _roman(place: Place, suffixes: Suffixes) -> Iterator[Spelling]:
    """The name in Latin letters: as the file has it, written out, and by the sounds of the Hangul."""
    shown = without_brackets(place.name_en)
    outside = plain(shown)
    ends = tuple(end for end in suffixes.roman if suffixes.latin.get(end, place.kind) == place.kind)
    key = without_suffix(outside, ends) or outside
    if len(key) >= _SHORTEST_ROMAN:
        yield Spelling(key, shown, "roman", QUALITY["roman"])
        if (long := plain(_written_out(place.name_en))) != outside:
            yield Spelling(long, shown, "roman", QUALITY["roman"])
        if (short := long.removesuffix(_SCHOOL)) != long and len(short) >= _SHORTEST_SCHOOL:
            yield Spelling(short, shown, "roman", QUALITY["alias"])
    if suffixes.ends and place.kind != "complex":
        name = plain(without_brackets(place.name))
        sounds = romanise(without_suffix(name, suffixes.ends) or name)
        if len(sounds) >= _SHORTEST_ROMAN:
            yield Spelling(sounds, place.name, "roman", QUALITY["alias"])


def _written_out(name: str) -> str:
    """The Latin name with its short forms written out.

    >>> _written_out("Konkuk Univ. (Rear Gate)")
    'Konkuk university'
    """
    parts = without_brackets(name).translate(_APOSTROPHES).split()
    return " ".join(_SHORT_FORMS.get(part.rstrip(".").casefold(), part) for part in parts)


def without_suffix(key: str, ends: Iterable[str]) -> str:
    """The key without the first of these ends that it has; "" when none fits or too little is left."""
    for end in ends:
        if key.endswith(end) and len(key) - len(end) >= SHORTEST:
            return key[: -len(end)]
    return ""


def readings(key: str, suffixes: Suffixes) -> Iterator[tuple[str, Kind | None, float]]:
    """The keys to look up for a written one: itself, then without the suffix of each kind.

    Yields the key, the kind of place it must be (None for any), and what to add to the quality.
    """
    yield key, None, 0.0
    for kind, ends in suffixes.of_kind.items():
        for end in ends:
            if bare := without_suffix(key, (end,)):
                yield bare, kind, _WITH_SUFFIX
    for end in suffixes.roman if key.isascii() else ():
        if bare := without_suffix(key, (end,)):
            yield bare, suffixes.latin.get(end), _WITH_SUFFIX


def without_number(key: str, suffixes: Suffixes) -> str:
    """The legal dong behind an administrative one (역삼1동 → 역삼동); "" where no number stands."""
    for end in suffixes.of("dong"):
        stem = key.removesuffix(end)
        if stem != key and stem[-1:].isdigit():
            return stem.rstrip("0123456789") + end
    return ""
