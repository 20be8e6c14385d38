"""The words and scales by which a pack counts: the units of its labels, the words for homes, and which scales
measure money, things or areas."""

import re
from collections.abc import Callable, Iterable, Iterator

from engine.answer.numbers import field_spec
from engine.config.catalog import FieldSpec
from engine.config.revision import Revision
from engine.convert.compile import rulebook

_UNIT_LABELS = ("as_", "score", "month")
"""The labels that say what a value counts right behind its gap."""
_UNIT = re.compile(r"\}\s?([^\W\d_]+)(?=$|[\s{/])")


def unit_words(revision: Revision) -> Iterator[str]:
    """The words that the labels put right behind a value, in every language."""
    labels = revision.templates.labels if revision.templates else {}
    counts = {name for name, spec in revision.catalog.fields.items() if spec.type == "count"}
    for words in labels.values():
        told = {f"fact_{name}" for name in counts if f"as_{name}" not in words}
        for name, phrase in words.items():
            if name.startswith(_UNIT_LABELS) or name in told:
                yield from _UNIT.findall(phrase)


def home_words(revision: Revision) -> Iterator[str]:
    """The words that count homes."""
    labels = revision.templates.labels if revision.templates else {}
    for words in labels.values():
        yield from _UNIT.findall(words.get("homes", ""))
    yield from revision.language.homes


def by_first(words: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The words by their first letter, as a text compares with them, the longest first."""
    found: dict[str, list[str]] = {}
    for word in sorted({word.lower() for word in words}, key=len, reverse=True):
        found.setdefault(word[0], []).append(word)
    return {first: tuple(each) for first, each in found.items()}


def scales_of(revision: Revision, is_meant: Callable[[FieldSpec], bool]) -> frozenset[int]:
    """The scales of the tables whose wants read such a field (세대, rooms)."""
    read = {
        name
        for spec in revision.catalog.wants.values()
        if (field := field_spec(spec.reads, revision.catalog)) is not None and is_meant(field)
        for name in (spec.min, spec.max)
        if name
    }
    tables = rulebook(revision).tables
    return frozenset(table.scale for table in tables if not read.isdisjoint({table.low, table.high}))


def is_money(spec: FieldSpec, revision: Revision) -> bool:
    """Whether a field holds money; one that is the first of several holds what they hold."""
    parts = [
        part
        for each in revision.catalog.items.values()
        for name, part in each.fields.items()
        if name in spec.first_of
    ]
    return any(part.type == "money" for part in (spec, *parts))
