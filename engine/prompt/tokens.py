"""How many tokens a text is, near enough to see what a prompt costs."""

import math
import unicodedata

_A_LETTER = 0.24
_A_SYLLABLE = 0.72
_A_DIGIT = 0.4
_A_MARK = 0.55


def estimate_tokens(text: str) -> int:
    """About how many tokens a present-day model counts for the text, within a quarter or so; no tokenizer is
    loaded."""
    return math.ceil(sum(_share(mark) for mark in text))


def _share(mark: str) -> float:
    if mark.isspace():
        return 0.1
    if mark.isascii():
        return _A_LETTER if mark.isalpha() else _A_DIGIT if mark.isdigit() else _A_MARK
    return _A_SYLLABLE if unicodedata.category(mark) == "Lo" else 1.0
