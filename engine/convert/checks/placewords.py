"""Words for places that name nothing, or two things."""

from collections.abc import Iterator, Mapping

from engine.config.base import Words
from engine.config.revision import Document, Revision
from engine.convert.checks.place import Path
from engine.convert.checks.words import Fold
from engine.errors import Problem


def check_place_words(revision: Revision) -> Iterator[Problem]:
    """CONV040: one word for two places; CONV041: an entry without words; CONV043: a group that names a
    group."""
    document = revision.documents.get(("vocabulary", "vocabulary"))
    if document is None:
        return
    places = revision.vocabulary.places
    fold = Fold(revision)
    tables = {"aliases": places.aliases, "landmarks": places.landmarks, "groups": places.groups}
    for key, table in tables.items():
        for name, words in table.items():
            if not words:
                message = f"{name} has no words, so it does nothing"
                yield document.problem(("places", key, name), "CONV041", message, f"{name}: [WORD]")
    yield from _meant_twice(document, {key: tables[key] for key in ("aliases", "landmarks")}, fold)
    yield from _groups(document, places.groups, fold)


def _meant_twice(
    document: Document, tables: Mapping[str, Mapping[str, Words]], fold: Fold
) -> Iterator[Problem]:
    owners: dict[str, str] = {}
    for key, table in tables.items():
        for name, words in table.items():
            for at, word in enumerate(words):
                owner = owners.setdefault(fold(word), name)
                if owner != name:
                    path: Path = ("places", key, name, at)
                    message = f"{word} is a word for {owner} too"
                    yield document.problem(path, "CONV040", message, "leave it in one of them")


def _groups(document: Document, groups: Mapping[str, Words], fold: Fold) -> Iterator[Problem]:
    names = {fold(name): name for name in groups}
    for name, members in groups.items():
        for at, member in enumerate(members):
            other = names.get(fold(member))
            if other is not None:
                message = f"{member} is a group itself; a group names places"
                hint = ", ".join(groups[other]) if other != name else "leave it out"
                yield document.problem(("places", "groups", name, at), "CONV043", message, hint)
