"""Names that are written nearly like another: bigrams of jamo find the few, edit distance orders them.

A wrong vowel changes a whole syllable, so syllables share nothing with the right name; jamo still do.
NumPy is imported here and nowhere else in this package, when a name is found in no other way.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.places.jamo import edits, letters

_EDGE = "\x00"  # marks both ends, so that the first and the last letter count in two bigrams
_BIGRAMS_OF_EDIT = 2  # so many bigrams of a name a wrong letter changes
_KEPT = 24  # how many names the bigrams hand on to the exact distance


@dataclass(frozen=True, slots=True)
class Near:
    """A name by its number in the list, how alike it is (1 = equal), and the jamo that differ."""

    number: int
    similarity: float
    edits: int


class NearNames:
    """Postings from each bigram of jamo to the names that have it, as flat arrays.

    `_starts[g]:_starts[g + 1]` of `_names` are the names with bigram number g; `_sizes` counts the
    bigrams of each name.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._letters = tuple(map(letters, names))
        numbers: dict[str, int] = {}
        pairs: list[int] = []
        owners: list[int] = []
        sizes: list[int] = []
        for owner, word in enumerate(self._letters):
            grams = bigrams(word)
            sizes.append(len(grams))
            owners += [owner] * len(grams)
            pairs += [numbers.setdefault(gram, len(numbers)) for gram in grams]
        pair_array = np.asarray(pairs, dtype=np.int32)
        order = np.argsort(pair_array, kind="stable")
        self._numbers = numbers
        self._names: NDArray[np.int32] = np.asarray(owners, dtype=np.int32)[order]
        self._starts = np.searchsorted(pair_array[order], np.arange(len(numbers) + 1))
        self._sizes: NDArray[np.float32] = np.asarray(sizes, dtype=np.float32)

    def nearest(self, word: str, floor: float, most: int | None = None) -> tuple[Near, ...]:
        """The names at least `floor` alike (0..1) and at most `most` edits away, the most alike first;
        similarity = 1 - edits / letters."""
        written = letters(word)
        grams = bigrams(written)
        known = [self._numbers[gram] for gram in grams if gram in self._numbers]
        if not known:
            return ()
        found = np.concatenate([self._names[self._starts[g] : self._starts[g + 1]] for g in known])
        shared = np.bincount(found, minlength=len(self._sizes))
        alike = shared / (self._sizes + len(grams))
        first = np.argpartition(alike, -min(_KEPT, len(alike)))[-_KEPT:]
        near: list[Near] = []
        for number in map(int, first):
            longest = max(len(written), len(self._letters[number]))
            at_most = int(longest * (1 - floor) + 1e-9)
            at_most = at_most if most is None else min(at_most, most)
            if shared[number] < max(self._sizes[number], len(grams)) - _BIGRAMS_OF_EDIT * at_most:
                continue
            differ = edits(written, self._letters[number], at_most)
            if differ <= at_most:
                near.append(Near(number, 1 - differ / longest, differ))
        return tuple(sorted(near, key=lambda found: (-found.similarity, found.number)))


def fewest_shared(word: str, count: int, floor: float, most: int | None = None) -> int:
    """How many of the `count` bigrams of the word a name has that is at least `floor` alike and at most so
    many edits away."""
    longest = len(letters(word)) / floor  # no longer name is alike
    at_most = int(longest * (1 - floor) + 1e-9)
    at_most = at_most if most is None else min(at_most, most)
    return max(1, count - _BIGRAMS_OF_EDIT * at_most)


def alike(word: str, name: str, floor: float, most: int | None = None) -> float:
    """How alike the two are (1 = equal) where that is at least `floor` and at most so many edits; else 0."""
    written, listed = letters(word), letters(name)
    longest = max(len(written), len(listed))
    at_most = int(longest * (1 - floor) + 1e-9)
    at_most = at_most if most is None else min(at_most, most)
    differ = edits(written, listed, at_most)
    return 1 - differ / longest if differ <= at_most else 0.0


def bigrams(word: str) -> set[str]:
    """Every two letters in a row, both ends marked."""
    edged = _EDGE + word + _EDGE
    return {edged[at : at + 2] for at in range(len(edged) - 1)}
