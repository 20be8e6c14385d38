"""Hangul in Latin letters by the rules of the official romanisation, as far as names of places need them.

Sounds change where syllables meet: 왕십리 is wangsimni, 신림 is sillim.
"""

from engine.places.jamo import is_syllable, numbers

_LEADS = ("g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t", "p", "h")
_VOWELS = (
    "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u", "wo", "we", "wi", "yu",
    "eu", "ui", "i",
)  # fmt: skip
_TAILS = (
    "", "k", "k", "k", "n", "n", "n", "t", "l", "k", "m", "l", "l", "l", "l", "l", "m", "p", "p", "t", "t",
    "ng", "t", "t", "k", "t", "p", "t",
)  # fmt: skip
_CARRIED = (
    "", "g", "kk", "ks", "n", "nj", "n", "d", "r", "lg", "lm", "lb", "ls", "lt", "lp", "r", "m", "b", "ps",
    "s", "ss", "ng", "j", "ch", "k", "t", "p", "",
)  # fmt: skip  # the tails before a syllable that begins with its vowel
_NASAL = {"k": "ng", "t": "n", "p": "m"}
_N, _R, _M, _SILENT = 2, 5, 6, 11  # leads by their number


def romanise(word: str) -> str:
    """The word in small Latin letters; "" if it has other letters than Hangul.

    >>> romanise("왕십리"), romanise("신림"), romanise("독립문")
    ('wangsimni', 'sillim', 'dongnimmun')
    """
    if not all(map(is_syllable, word)):
        return ""
    out = ""
    syllables = [*map(numbers, word)]
    before = 0
    for at, (lead, vowel, tail) in enumerate(syllables):
        behind = syllables[at + 1][0] if at + 1 < len(syllables) else None
        out += _onset(_TAILS[before], lead) + _VOWELS[vowel] + _coda(tail, behind)
        before = tail
    return out


def _onset(before: str, lead: int) -> str:
    """The first consonant of a syllable behind the last sound of another."""
    if lead == _R and before:
        return "l" if before in ("n", "l") else "n"
    return "l" if lead == _N and before == "l" else _LEADS[lead]


def _coda(tail: int, behind: int | None) -> str:
    """The last consonant of a syllable before the first of the next, None at the end of the word."""
    sound = _TAILS[tail]
    if behind == _SILENT:
        return _CARRIED[tail]
    if behind in (_N, _M, _R) and sound in _NASAL:
        return _NASAL[sound]
    return "l" if behind == _R and sound == "n" else sound
