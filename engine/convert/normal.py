"""A text as it compares: in one spelling and lower case, without its spaces, with the way back to what was
written."""

import re
from bisect import bisect_left
from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple

from engine.convert.spelling import Spellings, spell

_NUMBER = re.compile(r"[0-9](?:[0-9]{0,2}(?:,[0-9]{3})+(?![0-9])|[0-9]*)(?:\.[0-9]+)*")
_UNMADE = re.compile(  # digits that make no number: 1,00,000  5..5  1e5, and ½ in compatible form
    r"[0-9]{1,20}(?:,[0-9]{1,3}){0,6},0[0-9]?(?![0-9])(?:,[0-9]{1,3}){0,6}"
    r"|[0-9]{1,20}(?:\.{2,9}|[eE](?=[0-9]{1,20}(?![0-9A-Za-z]))|\u2044)[0-9]{1,20}"
)
_OF_UNMADE = (",0", "..", "e", "E", "\u2044")  # one of them is in every one
_NEGATIVE = re.compile(r"\s{0,8}-(?=[0-9])")  # a sign at the start; in lines it lists things
_LIST_MARK = re.compile(r"^[ \t]{0,8}[0-9]{1,2}[.)][ \t]", re.MULTILINE)  # "1. " counts lines, nothing else
_NEW_LINE = "\n"
_DIGITS_AT_MOST = 2 * 10  # more are no amount of anything, and decimals are exact up to 28


class Literal(NamedTuple):
    """A number in digits; `value` is None when it has too many of them."""

    end: int
    value: Decimal | None
    digits: int
    leading_zero: bool
    whole: bool


class NormalText:
    """The letters of a text.

    `chars` are in lower case, `cased` the same in their own. `spaced[i]` says that a space or the edge of the
    text stands before letter i (and before the end, for i = len). `begins` and `ends` are code points of the
    original, `numbers` the numbers in digits by their first letter."""

    __slots__ = ("begins", "cased", "chars", "ends", "numbers", "original", "spaced")

    def __init__(self, original: str, spellings: Spellings) -> None:
        spelt = spell(original, spellings)
        text = _without_list_marks(spelt.text)
        words = text.split()
        letters, self.spaced = _places(words, text)
        self.original = original
        self.cased = "".join(words)
        self.chars = _lower(self.cased)
        self.begins = list(map(spelt.begins.__getitem__, letters))
        self.ends = list(map(spelt.ends.__getitem__, letters))
        self.numbers: dict[int, Literal] = {}
        self._note_numbers(text, letters)

    def _note_numbers(self, text: str, letters: list[int]) -> None:
        sign = _NEGATIVE.match(text) if "-" in text and _NEW_LINE not in text else None
        may_be_unmade = any(map(text.__contains__, _OF_UNMADE))
        unmade = {found.start(): found.end() for found in _UNMADE.finditer(text)} if may_be_unmade else {}
        past = 0
        for found in _NUMBER.finditer(text):
            start, end = found.span()
            if start < past:
                continue
            at = bisect_left(letters, start)
            if start in unmade or (sign and start == sign.end()):
                past = max(unmade.get(start, 0), end)
                self.numbers[at] = Literal(bisect_left(letters, past), None, past - start, False, False)
                continue
            for written in _numbers_in(found.group()):
                self.numbers[at] = _literal(written, at)
                at += len(written) + 1

    def __len__(self) -> int:
        return len(self.chars)

    def with_letters(self, letters: Mapping[int, str]) -> "NormalText":
        """The same text with other letters in these places, each for one."""
        other = NormalText.__new__(NormalText)
        for name in NormalText.__slots__:
            setattr(other, name, getattr(self, name))
        cased = list(self.cased)
        for at, letter in letters.items():
            cased[at] = letter
        other.cased = "".join(cased)
        other.chars = _lower(other.cased)
        return other

    def attached(self, at: int) -> bool:
        """Whether letter `at` follows its neighbour without a space."""
        return not self.spaced[at]


def letters_of(text: str, spellings: Spellings) -> str:
    """`chars` of the text alone, for a word to compare with: in less than half the time."""
    return _lower("".join(_without_list_marks(spell(text, spellings).text).split()))


def _places(words: list[str], text: str) -> tuple[list[int], list[bool]]:
    """Where the letters of these words stand in the text, and before which of them, the end included, a space
    or an edge stands."""
    letters: list[int] = []
    spaced: list[bool] = []
    end = 0
    for word in words:
        start = text.index(word, end)
        end = start + len(word)
        letters += range(start, end)
        spaced += (True, *(False,) * (len(word) - 1))
    spaced.append(True)
    return letters, spaced if words else [True, True]


def _without_list_marks(text: str) -> str:
    may_hold_one = ("." in text or ")" in text) and (_NEW_LINE in text or not text[:1].isalpha())
    return _LIST_MARK.sub(_blank, text) if may_hold_one else text


def _numbers_in(written: str) -> list[str]:
    """A decimal is one number, 2026.3.2 are three."""
    return [written] if written.count(".") <= 1 else written.split(".")


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group())


def _lower(text: str) -> str:
    """The text in lower case, letter for letter."""
    lower = text.lower()
    return (
        lower
        if len(lower) == len(text)
        else "".join(low if len(low := char.lower()) == 1 else char for char in text)
    )


def _literal(written: str, at: int) -> Literal:
    digits = written.replace(",", "")
    count = len(digits) - ("." in digits)
    value = Decimal(digits) if count <= _DIGITS_AT_MOST else None
    return Literal(at + len(written), value, count, digits[0] == "0", "." not in digits)
