"""Which way a text says that things go, and whether a word turns it round."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from engine.config.task import Directions

_CLAUSE_END = re.compile(r"[.,!?\n]")
_GAP_AT_MOST = 5
"""Letters between a word of direction and the word behind it that turns it round (오르지는 않)."""
_LEAD_AT_MOST = 60
"""How far before a word the one right before it may begin."""


@dataclass(frozen=True, slots=True)
class Direction:
    """One word of direction: where it begins, which way it goes, whether it is turned round."""

    start: int
    way: str
    is_turned: bool


def directions(text: str, spec: Directions) -> Iterator[Direction]:
    """The directions of a folded text, in order. Words and text are compared letter by letter, not by
    syllables, so that a word is found in each of its forms: 오르 in 오른, 올라 in 올랐."""
    letters = _split(text)
    ways = {_split(word.casefold()): way for way, words in spec.words.items() for word in words}
    hits = list(_any_of(tuple(ways)).finditer(letters))
    turned = False
    found: list[tuple[int, str, bool]] = []
    for at in reversed(range(len(hits))):
        hit, end = hits[at], hits[at + 1].start("word") if at + 1 < len(hits) else len(letters)
        is_shared = turned and letters[hit.end() : end].strip() in map(_split, spec.shared)
        turned = is_shared or _is_turned(letters, hit, end, spec)
        found.append((hit.start("word"), ways[hit["word"]], turned))
    ends = list(accumulate(len(_split(letter)) for letter in text))
    for start, way, is_turned in reversed(found):
        yield Direction(bisect_right(ends, start), way, is_turned)


def _is_turned(letters: str, hit: re.Match[str], end: int, spec: Directions) -> bool:
    """Whether a word beside a word of direction turns it round, in its clause and before the next one."""
    start = hit.start("word")
    lead = letters[max(0, start - _LEAD_AT_MOST) : start].rstrip().rpartition(" ")[2]
    if lead in map(_split, spec.not_before):
        return True
    behind = _any_of(tuple(map(_split, spec.not_after))).search(letters, hit.end(), end)
    if behind is None:
        return False
    between = letters[hit.end() : behind.start("word")]
    gap = unicodedata.normalize("NFC", between.replace(" ", ""))
    return len(gap) <= _GAP_AT_MOST and not _CLAUSE_END.search(between)


def _split(text: str) -> str:
    return unicodedata.normalize("NFD", text)


@lru_cache(maxsize=64)
def _any_of(words: Sequence[str]) -> re.Pattern[str]:
    """Any of the words, the longest first; one that fits nothing for none."""
    longest_first = sorted(set(words), key=lambda word: (-len(word), word))
    return re.compile(rf"[ ]?(?P<word>{'|'.join(map(re.escape, longest_first)) or '(?!)'})")
