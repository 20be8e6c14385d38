"""A pack's data in memory: its documents as columns and its places as an index, loaded once per revision."""

import threading
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypedDict
from weakref import WeakKeyDictionary

from engine.config.revision import Revision
from engine.config.vocabulary import PlaceWords
from engine.errors import ConfigError, InputInvalid, Problem
from engine.places.index import Boosts, PlaceIndex
from engine.places.place import Place, read_places
from engine.runtime.cache import columns_of_file
from engine.search.columns import Columns

_locks: "WeakKeyDictionary[Revision, threading.RLock]" = WeakKeyDictionary()
_naming = threading.Lock()


def columns_of(revision: Revision) -> Columns:
    """The documents of the pack. Raises ConfigError with every broken row, or when there is no file."""
    with _loading(revision):
        return _columns_of(revision)


def documents_file(revision: Revision) -> Path:
    """The file of the pack's documents. Raises ConfigError where the pack names none, or there is none."""
    if revision.pack.documents is None:
        raise ConfigError(
            Problem(
                code="CONF021",
                message="the pack names no file of documents",
                file="rules/pack.yaml",
                hint="documents: FILE, or backend: elasticsearch",
            )
        )
    return _existing(revision, revision.pack.documents)


def index_of(revision: Revision) -> PlaceIndex | None:
    """The places of the pack by name, with the boosts of its lookup tool; None for a pack without places.

    Raises ConfigError for a file that cannot be read and for a pack without a lookup tool.
    """
    if revision.pack.places is None:
        return None
    with _loading(revision):
        return _index_of(revision, revision.pack.places)


def _loading(revision: Revision) -> threading.RLock:
    """One lock for each revision: of several threads the first loads and the others wait for it."""
    with _naming:
        return _locks.setdefault(revision, threading.RLock())


@lru_cache(maxsize=4)
def _columns_of(revision: Revision) -> Columns:
    path = documents_file(revision)
    try:
        return columns_of_file(path, revision)
    except InputInvalid as error:
        raise ConfigError(*error.problems) from error


@lru_cache(maxsize=4)
def _index_of(revision: Revision, file: str) -> PlaceIndex:
    words = revision.vocabulary.places
    match = next((tool.match for tool in revision.tools.values() if tool.match is not None), None)
    if match is None:
        problem = Problem(
            code="TOOL004",
            message="no tool looks up places, so nothing says how much a match counts",
            file="rules/tools",
            hint="add a tool with does: lookup and match:",
        )
        raise ConfigError(problem)
    return PlaceIndex(
        _places(_existing(revision, file)),
        boosts=Boosts(exact=match.exact, partial=match.partial, address=match.address, ngram=match.ngram),
        **index_words(words),
    )


class IndexWords(TypedDict):
    """What an index of places takes from the words around places."""

    suffixes: tuple[str, ...]
    near_words: tuple[str, ...]
    aliases: Mapping[str, Sequence[str]]
    latin: Mapping[str, Sequence[str]]
    region_first: tuple[str, ...]
    regions: tuple[str, ...]
    region_words: Mapping[str, Sequence[str]]


def index_words(words: PlaceWords) -> IndexWords:
    """The words that the index is made with: where they are the same, one index serves two revisions."""
    return IndexWords(
        suffixes=words.suffixes,
        near_words=words.near,
        aliases=words.names(),
        latin=words.latin,
        region_first=words.region_first,
        regions=words.regions,
        region_words=words.region_words,
    )


def _places(path: Path) -> tuple[Place, ...]:
    try:
        return read_places(path)
    except InputInvalid as error:
        raise ConfigError(*error.problems) from error


def _existing(revision: Revision, file: str) -> Path:
    path = revision.root / file
    if not path.is_file():
        raise ConfigError(
            Problem(
                code="CONF021",
                message=f"there is no file {file} in the pack",
                file="rules/pack.yaml",
                hint="build it with rulewright ingest",
            )
        )
    return path
