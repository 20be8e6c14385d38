"""A customer's sentence as one run of letters to compare by, with the way back to what was written."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, repeat

from engine.places.jamo import plain

_RUN = re.compile(r"[^\W_]+")
# One letter as people see it: a syllable may be typed in parts (NFD).
_CLUSTER = re.compile("[\u1100-\u115f][\u1160-\u11a7]?[\u11a8-\u11ff]?|.", re.DOTALL)
_SOFT = frozenset(" \t-&·ㆍ'’\u00a0\u200b\u200c\u200d\u2060\ufeff")  # what may stand inside a name


@dataclass(frozen=True, slots=True)
class Folded:
    """`text` has letters and digits only; letter i is `written[at[i]:ends[i]]`.

    `gaps[i]` says what stands before letter i: 0 nothing, 1 spaces or a hyphen, 2 other punctuation.
    It has one entry more than the text, for the end.
    """

    written: str
    text: str
    at: list[int]
    ends: list[int]
    gaps: list[int]

    def slice(self, start: int, end: int) -> str:
        """What was written for the letters from `start` to `end`."""
        return self.written[self.at[start] : self.ends[end - 1]]

    def tokens(self) -> list[tuple[int, int]]:
        """Start and end of every run of letters with no gap inside."""
        cuts = [i for i, gap in enumerate(self.gaps) if gap]
        return [(start, end) for start, end in pairwise(cuts) if start < end]


def fold(written: str) -> Folded:
    """The sentence folded like `plain`, with offsets, in linear time."""
    text: list[str] = []
    at: list[int] = []
    ends: list[int] = []
    gaps: list[int] = []
    last = 0
    is_plain = unicodedata.is_normalized("NFKC", written)  # what is typed on a keyboard mostly is
    for found in _RUN.finditer(written):
        start, end = found.span()
        run = found.group()
        letters = run.casefold() if is_plain and run.isalnum() else plain(run)
        size = len(letters)
        if size == end - start and (is_plain or unicodedata.is_normalized("NFC", run)):
            at.extend(range(start, end))
            ends.extend(range(start + 1, end + 1))
        else:
            size = 0
            for letter, first, behind in _letter_by_letter(run):
                text.append(letter)
                at.append(start + first)
                ends.append(start + behind)
                size += 1
            letters = ""
        if size:
            gaps.append(_gap(written[last:start]) if last or start else 2)
            gaps.extend(repeat(0, size - 1))
            text.append(letters)
            last = end
    gaps.append(2)
    return Folded(written, "".join(text), at, ends, gaps)


def _letter_by_letter(run: str) -> Iterator[tuple[str, int, int]]:
    """Each letter of the folded run with start and end of what it was folded from."""
    for found in _CLUSTER.finditer(run):
        for letter in plain(found.group()):
            yield letter, found.start(), found.end()


def _gap(between: str) -> int:
    return 1 if _SOFT.issuperset(between) else 2
