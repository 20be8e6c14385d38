"""Which cases a mutant could make fail, and which mutants can be tried together for that."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.convert.sounds import sound
from engine.mutation.mutant import Mutant
from engine.places.jamo import is_syllable, letters, plain

_TOGETHER_AT_MOST = 40  # so that there are enough groups for all processes
_WORDS_KEPT = 10_000
_LETTERS_OF_A_SLIP = 3  # two letters are mended only where their closing consonants differ


class CaseTexts:
    """The texts of all cases, searched for the words of mutants."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = tuple(texts)
        self._letters = [plain(text) for text in self._texts]
        self._sounds = list(map(sound, self._letters))
        self._open = list(map(_opened, self._letters))
        self._with = lru_cache(maxsize=_WORDS_KEPT)(self._search)

    def near(self, mutant: Mutant) -> frozenset[int]:
        """The numbers of the cases that the mutant could make fail: for a word those whose text has it, or
        what sounds or looks like it; for a number, a choice, or a word that also acts where it is not
        written, all of them."""
        if not mutant.is_read:
            return frozenset(range(len(self._texts)))
        return frozenset[int]().union(*(self._with(word) for word in mutant.read_as))

    def _search(self, word: str) -> frozenset[int]:
        written = plain(word)
        if not written:
            return frozenset(number for number, text in enumerate(self._texts) if word in text)
        heard, opened = sound(written), _opened(written)
        one_off = [f"{written[:at]}.{written[at + 1 :]}" for at in range(len(written))]
        alike = re.compile("|".join(one_off) if len(written) >= _LETTERS_OF_A_SLIP else written)
        return frozenset(
            number
            for number, text in enumerate(self._letters)
            if heard in self._sounds[number] or opened in self._open[number] or alike.search(text)
        )


def _opened(text: str) -> str:
    """The text without the closing consonants of its syllables."""
    return "".join(f"{''.join(letters(each)[:2])} " if is_syllable(each) else each for each in text)


def groups(mutants: Sequence[Mutant], texts: CaseTexts) -> list[tuple[Mutant, ...]]:
    """The mutants in groups that can be tried at once: no case is near two of one group, so a case that fails
    says which it was. Words around places of one key are kept together: for some keys all names of places
    are indexed anew."""
    made: dict[object, list[tuple[list[Mutant], set[int]]]] = {}
    for mutant in mutants:
        near = texts.near(mutant)
        alike = made.setdefault(mutant.path[:2] if mutant.path[0] == "places" else None, [])
        for members, taken in alike:
            if len(members) < _TOGETHER_AT_MOST and taken.isdisjoint(near):
                members.append(mutant)
                taken |= near
                break
        else:
            alike.append(([mutant], set(near)))
    return [tuple(members) for alike in made.values() for members, _ in alike]
