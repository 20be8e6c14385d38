"""A text character by character in one spelling, each with the code points that it was written with."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.places.jamo import is_syllable

_PIECE_AT_MOST = 100  # combining marks on one letter; their order is found in quadratic time
_CHARACTERS_KEPT = 10 * 1000  # of which is known what they are; those of Korean and English are fewer
_INVISIBLE = "Cf"
_PICTURE = frozenset({"So", "Sk", "Mn", "Me"})  # pictures, and what may stand behind one: skin tones, frames
_KEYCAP = re.compile("[0-9#*](?=\ufe0f?\u20e3)")
_FRAME = "\u20e3"
_CONTROL = re.compile("\x1b\\[[0-9;]{0,20}m|[\x00-\x08\x0e-\x1f\x7f]")  # of a terminal: they say nothing

_FIRST, _LAST = unicodedata.lookup("HANGUL SYLLABLE GA"), unicodedata.lookup("HANGUL SYLLABLE HIH")
_ALONE = f"[\\x00-\\x7f{_FIRST}-{_LAST}]"  # characters that compare as they stand
_COMPOSED = re.compile(f"{_ALONE}*")
_RUN = re.compile(f"{_ALONE}+(?={_ALONE}|\\Z)")  # not the last one before another that may compose with it


class Spellings:
    """Other spellings of words; given as (as written, as read), both in the spelling that texts are brought
    to."""

    def __init__(self, pairs: Iterable[tuple[str, str]] = ()) -> None:
        known = sorted({written: read for written, read in pairs if written and written != read}.items())
        self._at: dict[str, list[tuple[str, str]]] = {}
        for written, read in sorted(known, key=lambda pair: -len(pair[0])):
            self._at.setdefault(written[0], []).append((written, read))
        self._any = re.compile("|".join(re.escape(written) for written, _ in known)) if known else None

    def occur_in(self, text: str) -> bool:
        """Whether the text (in lower case) holds any of them."""
        return self._any is not None and self._any.search(text) is not None

    def at(self, text: str, at: int) -> tuple[str, str] | None:
        """The longest that stands at this place of the text, and what is read instead."""
        for written, read in self._at.get(text[at], ()):
            end = at + len(written)
            if not text.startswith(written, at):
                continue
            cut_left = is_latin(written[0]) and at > 0 and is_latin(text[at - 1])
            cut_right = is_latin(written[-1]) and end < len(text) and is_latin(text[end])
            if not (cut_left or cut_right):
                return written, read
        return None


class Spelt(NamedTuple):
    """Characters, and for each of them where what it was written with begins and ends."""

    text: str
    begins: list[int]
    ends: list[int]


def spell(text: str, spellings: Spellings) -> Spelt:
    """The text composed, compatible forms unfolded, invisible characters dropped, other spellings read as the
    one."""
    if not text.isprintable():
        text = _CONTROL.sub(lambda found: " " * len(found.group()), text)
    if _COMPOSED.fullmatch(text):
        plain = Spelt(text, list(range(len(text))), list(range(1, len(text) + 1)))
    else:
        plain = _spelt(_letters(_KEYCAP.sub(_FRAME, text)))
    if not spellings.occur_in(plain.text.lower()):
        return plain
    return _spelt(_respelt(plain, spellings))


@lru_cache(maxsize=_CHARACTERS_KEPT)
def is_letter(char: str) -> bool:
    """Whether the character can be part of a word; a lone jamo (ㅋㅋ, ㅠㅠ) cannot."""
    return char.isalpha() and (_stands_alone(char) or not _is_jamo(char))


@lru_cache(maxsize=_CHARACTERS_KEPT)
def is_noise(char: str) -> bool:
    """Whether the character only shows a mood: a lone jamo or a picture."""
    return not (char.isascii() or is_syllable(char)) and (
        _is_jamo(char) or unicodedata.category(char) in _PICTURE
    )


@lru_cache(maxsize=_CHARACTERS_KEPT)
def is_latin(char: str) -> bool:
    """Whether words in this character's script have spaces around them."""
    return char.isalpha() and not is_syllable(char) and not _is_jamo(char)


def _spelt(letters: Iterator[tuple[str, int, int]]) -> Spelt:
    found = list(letters)
    return Spelt(
        "".join([char for char, _, _ in found]), [at for _, at, _ in found], [end for _, _, end in found]
    )


def _is_jamo(char: str) -> bool:
    return not char.isascii() and unicodedata.name(char, "").startswith("HANGUL ") and not is_syllable(char)


def _stands_alone(char: str) -> bool:
    return char.isascii() or is_syllable(char)


def _letters(text: str) -> Iterator[tuple[str, int, int]]:
    past = 0
    for run in _RUN.finditer(text):
        at, end = run.span()
        yield from _unfolded(text, past, at)
        yield from zip(run[0], range(at, end), range(at + 1, end + 1), strict=True)
        past = end
    yield from _unfolded(text, past, len(text))


def _unfolded(text: str, start: int, stop: int) -> Iterator[tuple[str, int, int]]:
    """The letters of a part of the text, whatever characters they were written with."""
    for piece, begin, end in _pieces(text[start:stop]):
        for composed in piece:
            if unicodedata.category(composed) == _INVISIBLE:
                continue
            if _stands_alone(composed):
                yield composed, start + begin, start + end
            else:
                yield from (
                    (char, start + begin, start + end) for char in unicodedata.normalize("NFKC", composed)
                )


def _pieces(text: str) -> Iterator[tuple[str, int, int]]:
    """The text cut before every character that does not compose with what stands before it; each piece
    composed."""
    piece, begin = "", 0
    for at, char in enumerate(text):
        joined = "" if not piece or _stands_alone(char) else unicodedata.normalize("NFC", piece + char)
        if joined and (len(joined) == 1 or (unicodedata.combining(char) and at - begin < _PIECE_AT_MOST)):
            piece = joined
            continue
        if piece:
            yield piece, begin, at
        piece, begin = unicodedata.normalize("NFC", char), at
    if piece:
        yield piece, begin, len(text)


def _respelt(plain: Spelt, spellings: Spellings) -> Iterator[tuple[str, int, int]]:
    """Other spellings of a word (`same`) as the one that the tables use."""
    text = plain.text.lower()
    if len(text) != len(plain.text):
        text = plain.text
    at = 0
    while at < len(text):
        read = spellings.at(text, at)
        if read is None:
            yield plain.text[at], plain.begins[at], plain.ends[at]
            at += 1
            continue
        written, word = read
        begin, end = plain.begins[at], plain.ends[at + len(written) - 1]
        yield from ((char, begin, end) for char in word)
        at += len(written)
