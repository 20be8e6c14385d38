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
from engine.search.columns import Columns
from engine.search.wire import read_documents_file

_locks: "WeakKeyDictionary[Revision, threading.RLock]" = WeakKeyDictionary()
_naming = threading.Lock()


def columns_of(revision: Revision) -> Columns:
    """The documents of the pack. Raises ConfigError with every broken row, or when there is no file."""
    with _loading(revision):
        return _columns_of(revision)


def documents_of(revision: Revision) -> Mapping[str, Mapping[str, object]]:
    """The documents of the pack by id. Raises as `columns_of`."""
    with _loading(revision):
        return _documents_of(revision)


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
    path = _existing(revision, revision.pack.documents)
    try:
        return Columns.build(read_documents_file(path, revision.catalog), revision)
    except InputInvalid as error:
        raise ConfigError(*error.problems) from error


@lru_cache(maxsize=4)
def _documents_of(revision: Revision) -> Mapping[str, Mapping[str, object]]:
    columns = _columns_of(revision)
    return dict(zip(columns.ids, columns.documents, strict=True))


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


def index_words(words: PlaceWords) -> IndexWords:
    """The words that the index is made with: where they are the same, one index serves two revisions."""
    return IndexWords(
        suffixes=words.suffixes,
        near_words=words.near,
        aliases=words.names(),
        latin=words.latin,
        region_first=words.region_first,
        regions=words.regions,
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
