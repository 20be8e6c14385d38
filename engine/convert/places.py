"""The names of places that hide numerals, read from the pack's file of places when no others are given."""

from functools import lru_cache
from pathlib import Path
from weakref import WeakKeyDictionary

from engine.config.revision import Revision
from engine.convert.normal import letters_of
from engine.convert.scanner import PlaceNames
from engine.convert.spelling import Spellings
from engine.convert.tables import Rulebook
from engine.errors import InputInvalid
from engine.places.place import read_places, words

_SETS_KEPT = 2 * 2
_of_revision: "WeakKeyDictionary[Revision, PlaceNames]" = WeakKeyDictionary()


def place_names(revision: Revision, book: Rulebook, given: frozenset[str] | None) -> PlaceNames:
    """The names to hide: those given, else those of the pack. A pack without a file of places has none."""
    if given is not None:
        words = book.places
        return _compiled(given, book.spellings, words.suffixes, words.ordinary, words.towns)
    names = _of_revision.get(revision)
    if names is None:
        names = _of_revision[revision] = place_names(revision, book, words_of(revision))
    return names


def words_of(revision: Revision) -> frozenset[str]:
    """The names that hide numerals, from the pack's file of places; none where it cannot be read."""
    file = revision.pack.places
    path = revision.root / Path(file) if file else None
    if path is None or not path.is_file():
        return frozenset()
    vocabulary = revision.vocabulary.places
    try:
        return words(read_places(path), vocabulary.suffixes, vocabulary.names(), vocabulary.groups)
    except InputInvalid:
        return frozenset()  # `check` reports a broken file; without it only numerals inside names are at risk


@lru_cache(maxsize=_SETS_KEPT)
def _compiled(
    names: frozenset[str],
    spellings: Spellings,
    suffixes: tuple[str, ...],
    ordinary: tuple[str, ...],
    towns: tuple[str, ...],
) -> PlaceNames:
    return PlaceNames(names, suffixes, ordinary, towns, lambda name: letters_of(name, spellings))
