"""The words of the tables by their sound and one stroke away, to find what a misspelt word means."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from engine.convert.word import Word
from engine.places.jamo import edits, is_syllable, letters

_HIDDEN = "?"
_SURE_LETTERS = 2 + 2  # a word this long is itself with any one stroke wrong, a shorter one beside an amount

_ALIKE: Mapping[str, str] = {  # parts of a syllable that are taken for one another, by their names
    "CHOSEONG": "SSANGKIYEOK=KIYEOK SSANGTIKEUT=TIKEUT SSANGPIEUP=PIEUP SSANGSIOS=SIOS SSANGCIEUC=CIEUC",
    "JUNGSEONG": "AE=E YAE=E YE=E YA=A YEO=EO YO=O YU=U WAE=OE WE=OE YI=I",
    "JONGSEONG": "SSANGKIYEOK=KIYEOK KHIEUKH=KIYEOK SIOS=TIKEUT SSANGSIOS=TIKEUT CIEUC=TIKEUT "
    "CHIEUCH=TIKEUT THIEUTH=TIKEUT PHIEUPH=PIEUP NIEUN-HIEUH=NIEUN",
}


def _alike() -> dict[int, str]:
    found: dict[int, str] = {}
    for part, pairs in _ALIKE.items():
        for pair in pairs.split():
            one, other = (unicodedata.lookup(f"HANGUL {part} {name}") for name in pair.split("="))
            found[ord(one)] = other
    return found


_SOUNDS = _alike()


def sound(word: str) -> str:
    """The word as it sounds to a quick ear: tense and plain, palatal and plain, closing consonants alike."""
    return "".join(map(_sound_of, word))


@cache
def _sound_of(syllable: str) -> str:
    return letters(syllable).translate(_SOUNDS)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a window stands: right behind an amount, right before one."""

    behind: bool
    before: bool


class Sounds:
    """The words of the tables by their sound and with one syllable hidden. Looking one up takes a few steps
    for each letter, however many words there are."""

    def __init__(self, words: Iterable[Word]) -> None:
        self._words: dict[str, Word] = {}
        for word in words:
            if word.text and all(map(is_syllable, word.text)):
                self._words.setdefault(word.text, word)
        self._sounds: dict[str, tuple[str, ...]] = {}
        self._hidden: dict[str, tuple[str, ...]] = {}
        for text in self._words:
            key = sound(text)
            self._sounds[key] = (*self._sounds.get(key, ()), text)
            for shape in _shapes(text) if len(text) > 1 else ():
                self._hidden[shape] = (*self._hidden.get(shape, ()), text)
        self.longest = max(map(len, self._words), default=0)

    def meant(self, written: str, *, behind: bool, before: bool) -> str | None:
        """The one word that unknown letters mean, or None; `behind` and `before` say that an amount stands
        right there."""
        if written in self._words:
            return None
        place = _Place(behind, before)
        return self._only(self._sounds.get(sound(written), ()), place) or self._slip(written, place)

    def _slip(self, written: str, place: _Place) -> str | None:
        sure = len(written) >= _SURE_LETTERS
        if len(written) < 2 or not (sure or place.behind or place.before):
            return None
        near = {
            word
            for shape in _shapes(written)
            for word in self._hidden.get(shape, ())
            if (sure or (self._fits(word, place) and (len(word) > 2 or _differ_in_close(word, written))))
            and edits(letters(word), letters(written), 1) == 1
        }
        return near.pop() if len(near) == 1 else None

    def _only(self, words: tuple[str, ...], place: _Place) -> str | None:
        fitting = [word for word in words if len(word) > 1 or (place.behind and self._fits(word, place))]
        return fitting[0] if len(fitting) == 1 else None

    def _fits(self, text: str, place: _Place) -> bool:
        """Whether the word may stand where the letters do."""
        word = self._words[text]
        ends = word.units or word.after or word.parts
        begins = word.labels or word.before or word.choices
        return bool((place.behind and ends) or (place.before and begins))


def _shapes(text: str) -> Iterator[str]:
    return (text[:at] + _HIDDEN + text[at + 1 :] for at in range(len(text)))


def _differ_in_close(one: str, other: str) -> bool:
    """Whether no syllable differs in more than its closing consonant; two syllables that differ elsewhere are
    too often another word."""
    return all(letters(a)[:2] == letters(b)[:2] for a, b in zip(one, other, strict=True))
