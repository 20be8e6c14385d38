"""Hangul below the syllable: jamo, initials, the keyboard, and one spelling to compare by.

Syllables are computed by code points: U+AC00 + (lead * 21 + vowel) * 28 + tail.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

_FIRST, _LAST = 0xAC00, 0xD7A3
_VOWELS, _TAILS = 21, 28
_LEAD_BASE, _VOWEL_BASE, _TAIL_BASE = 0x1100, 0x1161, 0x11A7
# Compatibility jamo (what a keyboard types alone) of the 19 leads, in the order of Unicode.
_LEADS = tuple(map(chr, (
    0x3131, 0x3132, 0x3134, 0x3137, 0x3138, 0x3139, 0x3141, 0x3142, 0x3143, 0x3145,
    0x3146, 0x3147, 0x3148, 0x3149, 0x314A, 0x314B, 0x314C, 0x314D, 0x314E,
)))  # fmt: skip
_INITIAL = frozenset(_LEADS)
_COMPATIBILITY = re.compile("[\u3131-\u318e]")

# The two-set keyboard: what is pressed for each lead, vowel and tail, in the order of Unicode.
_LEAD_KEYS = tuple("rRseEfaqQtTdwWczxvg")
_VOWEL_KEYS = (
    "k", "o", "i", "O", "j", "p", "u", "P", "h", "hk", "ho", "hl", "y", "n", "nj", "np", "nl", "b", "m", "ml",
    "l",
)  # fmt: skip
_TAIL_KEYS = (
    "", "r", "R", "rt", "s", "sw", "sg", "e", "f", "fr", "fa", "fq", "ft", "fx", "fv", "fg", "a", "q", "qt",
    "t", "T", "d", "w", "c", "z", "x", "v", "g",
)  # fmt: skip
_LEAD_OF = {keys: number for number, keys in enumerate(_LEAD_KEYS)}
_VOWEL_OF = {keys: number for number, keys in enumerate(_VOWEL_KEYS)}
_TAIL_OF = {keys: number for number, keys in enumerate(_TAIL_KEYS)}


def _longest_first(keys: tuple[str, ...]) -> str:
    return "|".join(sorted(filter(None, keys), key=len, reverse=True))


# A consonant before a vowel begins the next syllable, so a tail is never followed by one.
_TYPED = re.compile(
    f"([{''.join(_LEAD_KEYS)}])({_longest_first(_VOWEL_KEYS)})(?:({_longest_first(_TAIL_KEYS)})(?![koiOjpuPhynbml]))?"
)
_BRACKETS = re.compile(r"[(（\[［][^)）\]］]*[)）\]］]?")


def is_syllable(letter: str) -> bool:
    """Whether the character is a whole Hangul syllable."""
    return _FIRST <= ord(letter) <= _LAST


def is_lone(letter: str) -> bool:
    """Whether the character is a consonant typed alone."""
    return letter in _INITIAL


def plain(text: str) -> str:
    """The text to compare by: composed, width and case folded, letters and digits only (no spaces).

    Compatibility jamo stay as typed, because Unicode's folding would turn them into parts of syllables.
    """
    text = unicodedata.normalize("NFC", text)
    if _COMPATIBILITY.search(text):
        text = "".join(c if _COMPATIBILITY.match(c) else unicodedata.normalize("NFKC", c) for c in text)
    else:
        text = unicodedata.normalize("NFKC", text)
    text = text.casefold()
    return text if text.isalnum() else "".join(filter(str.isalnum, text))


def plain_words(words: Iterable[str]) -> frozenset[str]:
    """Words to compare by, without those of which nothing is left."""
    return frozenset(key for word in words if (key := plain(word)))


def without_brackets(name: str) -> str:
    """The name without what stands in brackets; the whole name when nothing else is left."""
    outside = _BRACKETS.sub("", name).strip()
    return outside or name


def in_brackets(name: str) -> tuple[str, ...]:
    """What stands in brackets, each without them."""
    return tuple(found.group()[1:].rstrip(")）]］").strip() for found in _BRACKETS.finditer(name))


def letters(text: str) -> str:
    """The text with each syllable taken apart into two or three jamo; other characters stay."""
    out: list[str] = []
    for character in text:
        code = ord(character) - _FIRST
        if 0 <= code <= _LAST - _FIRST:
            lead, rest = divmod(code, _VOWELS * _TAILS)
            vowel, tail = divmod(rest, _TAILS)
            out += chr(_LEAD_BASE + lead), chr(_VOWEL_BASE + vowel)
            if tail:
                out.append(chr(_TAIL_BASE + tail))
        else:
            out.append(character)
    return "".join(out)


def numbers(syllable: str) -> tuple[int, int, int]:
    """The numbers of its lead, vowel and tail in the order of Unicode; tail 0 is none."""
    lead, rest = divmod(ord(syllable) - _FIRST, _VOWELS * _TAILS)
    return lead, *divmod(rest, _TAILS)


def slips(syllable: str) -> Iterator[str]:
    """The syllables that differ from this one in one jamo, a tail put in or left out too."""
    lead, vowel, tail = numbers(syllable)
    for changed in (
        *((each, vowel, tail) for each in range(len(_LEADS)) if each != lead),
        *((lead, each, tail) for each in range(_VOWELS) if each != vowel),
        *((lead, vowel, each) for each in range(_TAILS) if each != tail),
    ):
        yield chr(_FIRST + (changed[0] * _VOWELS + changed[1]) * _TAILS + changed[2])


def initials(text: str) -> str:
    """The first consonant of each syllable as it is typed alone; other characters stay."""
    return "".join(_LEADS[(ord(c) - _FIRST) // (_VOWELS * _TAILS)] if is_syllable(c) else c for c in text)


def has_initials(text: str) -> bool:
    """Whether a consonant stands alone in the text."""
    return any(c in _INITIAL for c in text)


def fits_initials(written: str, name: str) -> bool:
    """Whether each lone consonant of `written` begins the syllable of `name` there, and the rest is equal."""
    return len(written) == len(name) and all(
        w == n or (w in _INITIAL and is_syllable(n) and initials(n) == w)
        for w, n in zip(written, name, strict=True)
    )


def from_keyboard(typed: str) -> str:
    """The Hangul that these Latin keys type on the two-set keyboard; "" unless all of it is syllables.

    Capitals count only where the keyboard has a second letter on the key, and not where all are capitals.
    """
    typed = typed.lower() if typed.isupper() else typed
    keys = "".join(c if c in "RETOPQW" else c.lower() for c in typed if not c.isspace())
    out: list[str] = []
    at = 0
    while at < len(keys):
        found = _TYPED.match(keys, at)
        if not found:
            return ""
        lead, vowel, tail = found.groups(default="")
        code = (_LEAD_OF[lead] * _VOWELS + _VOWEL_OF[vowel]) * _TAILS + _TAIL_OF[tail]
        out.append(chr(_FIRST + code))
        at = found.end()
    return "".join(out)


def edits(one: str, other: str, at_most: int) -> int:
    """How many letters must be put in, left out or changed; at_most + 1 stands for more than that.

    Time is the product of the lengths at worst.
    """
    if abs(len(one) - len(other)) > at_most:
        return at_most + 1
    row = list(range(len(other) + 1))
    for number, letter in enumerate(one, 1):
        diagonal, row[0] = row[0], number
        for place, against in enumerate(other, 1):
            cost = diagonal if letter == against else 1 + min(diagonal, row[place], row[place - 1])
            diagonal, row[place] = row[place], cost
        if min(row) > at_most:
            return at_most + 1
    return min(row[-1], at_most + 1)
