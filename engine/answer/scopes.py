"""Of which homes something is said to be the most: of all that are shown, or of some that a sentence names or
limits."""

from collections.abc import Sequence

from engine.answer.allowed import Allowed
from engine.answer.clauses import Group, Sentence, is_blank
from engine.answer.degrees import Degree, DegreeReader, Mark, Part
from engine.answer.meeting import Meeting
from engine.places.jamo import plain


class Scopes:
    """Reads the scopes of one answer's sentences."""

    def __init__(self, allowed: Allowed, degrees: DegreeReader, meeting: Meeting) -> None:
        self._allowed, self._degrees, self._meeting = allowed, degrees, meeting
        self._all = frozenset(range(len(allowed.shown)))

    def of(self, degree: Degree, part: Part, sentence: Sentence) -> frozenset[int] | None:
        """The homes among which the most is meant; None where that cannot be told."""
        said = sentence.said
        among = [mark for mark in part.marks if mark.kind == "among"]
        if among and any(not degree.start <= at < degree.end for at in said.terms_at):
            return None
        named = [group for group in sentence.inside(part) if self.is_scope(group, part)]
        if named:
            return frozenset(home for group in named for home in group.homes)
        if any(not self._is_count_of_all(mark, part) for mark in among):
            return None
        limits = [f for f in self._meeting.limits(part, said) if f.end <= degree.start or among]
        found = self._meeting.among(self._inside(degree, part, among), limits, said)
        return found or None

    def is_scope(self, group: Group, part: Part) -> bool:
        """Whether the names are those among which one is the most (A와 B 중에서)."""
        if len(group.names) < 2:
            return False
        for mark in part.marks:
            is_behind = is_blank(part.text, group.end, mark.start)
            if mark.kind == "among" and (is_behind or is_blank(part.text, mark.end, group.start)):
                return True
        return False

    def leaves_out(self, degree: Degree, parts: Sequence[Part]) -> bool:
        """Whether words before it leave some homes out (예림을 빼면), or tell of another place."""
        return any(mark.kind == "aside" and mark.start < degree.end for part in parts for mark in part.marks)

    def _is_count_of_all(self, mark: Mark, part: Part) -> bool:
        """Whether the number beside such a word is no other than that of the homes."""
        sizes = {len(self._allowed.shown), *map(len, self._allowed.sets)}
        for figure in part.figures:
            beside = (part.text[figure.end : mark.start], part.text[mark.end : figure.start])
            if any(each.strip(" *_") in ("", "the") for each in beside if each) and not figure.measures:
                return figure.number in sizes
        return True

    def _inside(self, degree: Degree, part: Part, among: Sequence[Mark]) -> frozenset[int]:
        """The homes of the area that is named right before it, or among whose homes it is."""
        ends = [degree.start, *(mark.start for mark in among)]
        for end in ends:
            words = part.text[part.start : end].split()[-2:]
            for area in {area for home in self._allowed.areas for area in home}:
                if any(plain(word).startswith(area) for word in words):
                    return frozenset(home for home in self._all if area in self._allowed.areas[home])
        return self._all
