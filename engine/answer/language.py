"""The language of a question, by its letters alone."""

from engine.config.pack import Locale

_HANGUL = (range(0x1100, 0x1200), range(0x3130, 0x3190), range(0xA960, 0xA980), range(0xAC00, 0xD800))
_SHARE = 0.25
"""Share of Hangul among the letters from which on a question is Korean. A syllable stands for two or three
letters: a Korean sentence with English names stays above it, an English one with Korean names below."""


def language_of(question: str, otherwise: Locale = "ko") -> Locale:
    """Korean or English; `otherwise` for a question without a letter of either."""
    hangul = sum(any(ord(mark) in block for block in _HANGUL) for mark in question)
    latin = sum(mark.isascii() and mark.isalpha() for mark in question)
    if hangul + latin == 0:
        return otherwise
    return "ko" if hangul >= _SHARE * (hangul + latin) else "en"
