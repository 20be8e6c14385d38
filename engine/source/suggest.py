"""The name somebody probably meant.

Words are compared as the keys that type them: a Korean letter is its jamo on the two-set keyboard, so a
slip inside a syllable counts one, and an English word typed with the Korean input method on
(`ㅈ댷ㅗㅅㄴ` for `weights`) is the word itself.
"""

import unicodedata
from collections.abc import Iterable

_LENGTH_AT_MOST = 64
_FIRST = ("r", "R", "s", "e", "E", "f", "a", "q", "Q", "t", "T", "d", "w", "W", "c", "z", "x", "v", "g")
_MIDDLE = (
    *("k", "o", "i", "O", "j", "p", "u", "P", "h", "hk", "ho", "hl"),
    *("y", "n", "nj", "np", "nl", "b", "m", "ml", "l"),
)
_LAST = (
    *("", "r", "R", "rt", "s", "sw", "sg", "e", "f", "fr", "fa", "fq", "ft", "fx"),
    *("fv", "fg", "a", "q", "qt", "t", "T", "d", "w", "c", "z", "x", "v", "g"),
)
# the single letters U+3131 to U+3163, in their order
_LETTERS = (
    *(
        "r",
        "R",
        "rt",
        "s",
        "sw",
        "sg",
        "e",
        "E",
        "f",
        "fr",
        "fa",
        "fq",
        "ft",
        "fx",
        "fv",
        "fg",
        "a",
        "q",
        "Q",
    ),
    *("qt", "t", "T", "d", "w", "W", "c", "z", "x", "v", "g"),
    *_MIDDLE,
)
_SYLLABLES, _LETTERS_START = 0xAC00, 0x3131
_TWINS = str.maketrans(
    "аеорсухіјѕԁһԛԝαοριν\N{NO-BREAK SPACE}",
    "aeopcyxijsdhqwaopiv ",
)


def closest(word: str, allowed: Iterable[str]) -> str | None:
    """The allowed name nearest to `word`, or None when none is near or the nearest looks just like it.

    Near is one slip (a key too many, missing, wrong, or two swapped) for a short word, two from six keys,
    three from ten; letter case, `_`, `-` and spaces do not count. Failing that, the one allowed name that
    begins with the word, or with which the word begins. Ties go to the first in code-point order.
    """
    if not 0 < len(word) <= _LENGTH_AT_MOST:
        return None
    names = sorted({name for name in allowed if len(name) <= _LENGTH_AT_MOST and _look(name) != _look(word)})
    keys = _keys(word)
    limit = _slips(len(keys))
    best: tuple[int, str] | None = None
    for name in names:
        slips = _distance(keys, _keys(name), limit)
        if slips <= limit and (best is None or slips < best[0]):
            best = (slips, name)
    return best[1] if best is not None else _by_beginning(keys, names)


def _by_beginning(keys: str, names: list[str]) -> str | None:
    if len(keys) < 3:
        return None
    spelled = [(name, _keys(name)) for name in names]
    fits = [
        name
        for name, other in spelled
        if other.startswith(keys) or (len(other) > 3 and keys.startswith(other))
    ]
    return fits[0] if len(fits) == 1 else None


def _slips(length: int) -> int:
    return 0 if length < 2 else 1 if length < 6 else 2 if length < 10 else 3


def _look(name: str) -> str:
    """What a reader sees: composed, without characters that do not show, look-alike letters made one."""
    seen = "".join(char for char in unicodedata.normalize("NFC", name) if unicodedata.category(char) != "Cf")
    return seen.translate(_TWINS).strip()


def _keys(name: str) -> str:
    """The key presses that type a name, without case, separators and spaces."""
    pressed = "".join(_pressed(char) for char in unicodedata.normalize("NFC", name))
    return "".join(char for char in pressed.casefold() if char not in "_- ")


def _pressed(char: str) -> str:
    code = ord(char)
    if _SYLLABLES <= code <= 0xD7A3:
        rest, last = divmod(code - _SYLLABLES, 28)
        first, middle = divmod(rest, 21)
        return _FIRST[first] + _MIDDLE[middle] + _LAST[last]
    if _LETTERS_START <= code < _LETTERS_START + len(_LETTERS):
        return _LETTERS[code - _LETTERS_START]
    return unicodedata.normalize("NFKC", char)


def _distance(one: str, other: str, limit: int) -> int:
    """How many slips lie between two texts, or `limit` + 1 when it is more than `limit`.

    A slip is one character too many, missing or wrong, or two neighbours swapped (each at most once).
    """
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    before_last: list[int] = []
    last = list(range(len(other) + 1))
    for row, char in enumerate(one, 1):
        current = [row]
        for column, target in enumerate(other, 1):
            cost = min(last[column] + 1, current[-1] + 1, last[column - 1] + (char != target))
            if row > 1 and column > 1 and char == other[column - 2] and target == one[row - 2]:
                cost = min(cost, before_last[column - 2] + 1)
            current.append(cost)
        before_last, last = last, current
    return last[-1]
