"""The parts of a sentence of an answer, each of which says one thing, and names that are told of alike."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.answer.attribution import Held
from engine.answer.claims import Said
from engine.answer.degrees import Mark, Part, is_beside
from engine.answer.figures import Figure
from engine.config.revision import Revision

_WORD = re.compile(r"\S+")
_MARKS = "*_\"'”’)]」』）.!?…,;"


class Group(NamedTuple):
    """Names at start:end with nothing but joining words between, each with the homes it may stand for."""

    start: int
    end: int
    names: tuple[tuple[int, ...], ...]

    @property
    def homes(self) -> frozenset[int]:
        """All homes that its names may stand for."""
        return frozenset(home for each in self.names for home in each)


class Sentence(NamedTuple):
    """One sentence to compare by: its parts, its names and what it says, over so many `homes`. `item` are the
    homes that the line of a list is about, `places` the first letters of names of no home, `before` the names
    that were told of last, the one that it was about first."""

    parts: Sequence[Part]
    groups: Sequence[Group]
    said: Said
    item: tuple[int, ...]
    places: Sequence[int]
    homes: range
    before: Sequence[tuple[int, ...]] = ()

    def inside(self, part: Part) -> list[Group]:
        """The names that stand in a part."""
        return [group for group in self.groups if part.start <= group.start < part.end]

    def ends_with(self, part: Part, end: int) -> bool:
        """Whether the word at these letters is the last of its part, which nothing behind it is told of."""
        return len(part.text[end : part.end].split(maxsplit=1)) < 2

    def not_of(self, others: Sequence[Group]) -> list[Group]:
        """The names told of last, but for those that something is compared with."""
        named = {names for group in others for names in group.names}
        return [Group(0, 0, (names,)) for names in self.before if names not in named]

    def others(self, part: Part) -> list[Group]:
        """The names of a part that something is compared with (예림보다)."""
        marks = [mark for mark in part.marks if mark.kind in ("than", "than_behind")]
        return [
            group
            for group in self.inside(part)
            if any(is_beside(mark, group.start, group.end, part.text) for mark in marks)
        ]

    @property
    def two(self) -> list[Group]:
        """The two homes that it names, or that there are; none where there are more."""
        named = {names: Group(0, 0, (names,)) for group in self.groups for names in group.names}
        if len(named) == 2:
            return [*named.values()]
        return [Group(0, 0, ((home,),)) for home in self.homes] if len(self.homes) == 2 else []


def is_blank(text: str, start: int, end: int) -> bool:
    """Whether `end` stands behind `start` with nothing between but marks of bold."""
    return start <= end and not text[start:end].strip("*_ ")


class Clauses:
    """Cuts sentences by one revision's language."""

    def __init__(self, revision: Revision) -> None:
        clauses, degrees = revision.language.clauses, revision.language.answers.degrees
        self._ends, self._unless = clauses.ends, clauses.unless
        self._joins = frozenset(degrees.joins)

    def groups(self, text: str, held: Sequence[Held]) -> list[Group]:
        """The names of a sentence in which they are blank."""
        found: list[Group] = []
        for each in held:
            last = found[-1] if found else None
            if last is not None and self._is_joined(text[last.end : each.start]):
                found[-1] = Group(last.start, each.end, (*last.names, each.homes))
            else:
                found.append(Group(each.start, each.end, (each.homes,)))
        return found

    def _is_joined(self, between: str) -> bool:
        words = (word.strip(_MARKS + "·/&") for word in between.split())
        return all(not word or word.lower() in self._joins for word in words) and bool(between.strip())

    def parts(
        self, text: str, marks: Sequence[Mark], figures: Sequence[Figure], groups: Sequence[Group]
    ) -> list[Part]:
        """The parts from left to right: up to a comma, the last word of a clause, or a word that begins
        another one; never inside a group of names."""
        marks = [
            mark for mark in marks if not any(f.start < mark.end and mark.start < f.end for f in figures)
        ]
        cuts = {mark.start for mark in marks if mark.kind == "apart"}
        for word in _WORD.finditer(text):
            bare = word[0].rstrip(_MARKS)
            if word[0].endswith((",", ";")) or (
                bare.endswith(self._ends) and not bare.endswith(self._unless)
            ):
                cuts.add(word.end())
        kept = [cut for cut in sorted(cuts) if not any(each.start < cut < each.end for each in groups)]
        found: list[Part] = []
        for start, end in zip([0, *kept], [*kept, len(text)], strict=True):
            own = [mark for mark in marks if start <= mark.start < end]
            found.append(Part(text, start, end, own, [f for f in figures if start <= f.start < end]))
        return found
