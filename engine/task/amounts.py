"""The numbers that a text says: each with its sign, its value and its unit, however it is written."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from engine.config.task import Keep, Numerals

_DIGITS = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?|(?<![\w.])\.\d+"
_DASHES = "-+±"
_LENGTH_AT_MOST = 40
"""Characters of a number that is computed; a longer one compares as it is written."""


@dataclass(frozen=True, slots=True)
class Amount:
    """One number: where it begins, sign, value and unit as they compare, and the unit alone."""

    start: int
    said: str
    unit: str


def amounts(text: str, keep: Keep) -> Iterator[Amount]:
    """The numbers of a folded text, in order. Commas between groups of three and needless zeros do not count,
    a plus neither; a dash right behind a letter or a digit joins, and is no sign. Words of one unit are one;
    words of numbers count as `numerals` says."""
    numerals = keep.numerals
    scales, digits, alone = tuple(numerals.scales), tuple(numerals.digits), tuple(numerals.alone)
    units = {
        unicodedata.normalize("NFKC", word).casefold(): words[0] for words in keep.spellings for word in words
    }
    number = _number(tuple(units), scales, digits, alone, numerals.minus)
    for found in number.finditer(text):
        sign = found["sign"] or ""
        if sign in _DASHES and text[found.start() - 1 : found.start()].isalnum():
            sign = ""
        minus = "-" if sign in numerals.minus else sign.replace("+", "") if sign in _DASHES else ""
        unit = units.get(found["unit"] or "", "")
        yield Amount(found.start(), f"{minus}{_value(found['number'], numerals)}{unit}", unit)


@lru_cache(maxsize=64)
def _number(*words: tuple[str, ...]) -> re.Pattern[str]:
    unit, scale, digit, one, sign = map(_any_of, words)
    written = rf"(?:{_DIGITS})"
    chain = rf"{written}(?:[ ]?(?:{scale})+(?:[ ]?{written}?(?:{scale})+)*(?:{written})?)?"
    before_unit = rf"(?=[ ]?(?:{unit}))"
    spelled = rf"(?<!\w)(?:(?:{digit})?(?:{scale})(?:{digit}|{scale})*|{one}){before_unit}"
    return re.compile(
        rf"(?:(?P<sign>[{_DASHES}]|{sign})[ ]?)?(?P<number>{chain}|{spelled})(?:[ ]?(?P<unit>{unit}))?"
    )


def _any_of(words: Sequence[str]) -> str:
    """A pattern of any of the words, the longest first; one that fits nothing for none."""
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(map(re.escape, longest_first)) or "(?!)"


def _value(written: str, numerals: Numerals) -> str:
    """The value of digits and words of numbers, by the scales in it: 1억5천만, 7만2000, 삼십만."""
    if len(written) > _LENGTH_AT_MOST:
        return written.replace(",", "")
    words, scales = {**numerals.alone, **numerals.digits}, numerals.scales
    parts: list[Fraction] = []
    for found in _tokens((*words, *scales)).finditer(written):
        word = found.group()
        scale = scales.get(word)
        if scale is None:
            parts.append(Fraction(words[word] if word in words else word.replace(",", "")))
            continue
        smaller: list[Fraction] = []
        while parts and parts[-1] < scale:
            smaller.append(parts.pop())
        parts.append((sum(smaller, Fraction(0)) or Fraction(1)) * scale)
    return str(sum(parts, Fraction(0)))


@lru_cache(maxsize=64)
def _tokens(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"{_DIGITS}|{_any_of(words)}")
