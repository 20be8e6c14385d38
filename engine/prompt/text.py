"""Text from strangers made harmless in Markdown, particles that fit a word, and phrases with gaps."""

import re
import unicodedata
from collections.abc import Mapping

_ENTITY = re.compile(r"&(?=#|[A-Za-z][A-Za-z0-9]*;)")
_LEADING = re.compile(r"^(?:[#+=-]|[0-9]{1,9}(?=[.)]))")
_LINK = re.compile(r"https?://[^\s()<>\[\]\"'`\\|]+")
_PLACEHOLDER = re.compile(r"\{(\w+)(?::([^{}/]+)/([^{}]+))?\}")
_ACTIVE = str.maketrans(
    {
        **{mark: "\\" + mark for mark in "\\`*_[]|"},
        "<": "&lt;",
        ">": "&gt;",
        "~": "\u223c",  # two tildes on one line would strike out what is between them
        "@": "\uff20",  # an address would become a link
    }
)

_UNSEEN = frozenset({"Cf", "Cs", "Cn", "Co"})
"""Unicode categories without a shape: invisible and bidi characters, halves, unassigned, private."""

_SYLLABLES = range(0xAC00, 0xD7A4)
_FINALS = 28  # endings of a syllable, the first of them is none
_FINAL_L = 8
_EU = "\uc73c"  # the particle that also follows a final l without it
_READ_WITH_FINAL = frozenset("013678LMNRlmnr")
_READ_WITH_L = frozenset("178LRlr")


def fold(text: str, at_most: int = 200) -> str:
    """One line of printable text: control characters become spaces, invisible and bidi characters go.

    `at_most` characters remain, the last of them an ellipsis when something was cut.
    """
    kept = [" " if _is_space(mark) else mark for mark in text if unicodedata.category(mark) not in _UNSEEN]
    line = " ".join("".join(kept).split())
    return line if len(line) <= at_most else line[: at_most - 1] + "…"


def plain(text: str, at_most: int = 200) -> str:
    """`fold`ed text in which no character means anything to Markdown or HTML; it reads as it was written."""
    line = _ENTITY.sub("&amp;", fold(text, at_most)).translate(_ACTIVE)
    line = line.replace("://", "\\://").replace("www.", "www\\.")
    return _LEADING.sub(_escape_leading, line)


def linked(text: str, url: str | None) -> str:
    """A Markdown link to `url` when that is an http address without spaces or brackets, else `plain` text."""
    return f"[{plain(text)}]({url})" if url and _LINK.fullmatch(url) else plain(text)


def with_particle(word: str, pair: str) -> str:
    """`word` with the particle of `pair` that fits its last sound.

    A pair is written "first/second": first after a consonant, second after a vowel. Digits and Latin letters
    are read in Korean; any other ending gets both, as "first(second)".
    """
    after_consonant, _, after_vowel = pair.partition("/")
    last = next((mark for mark in reversed(word) if mark.isalnum()), "")
    final = _final_sound(last)
    if final is None:
        return f"{word}{after_consonant}({after_vowel})"
    takes_second = final == "" or (final == "l" and after_consonant.startswith(_EU))
    return word + (after_vowel if takes_second else after_consonant)


def fill(phrase: str, values: Mapping[str, str]) -> str:
    """`phrase` with each `{name}` replaced, and `{name:first/second}` with the particle that fits.

    Values are put in once and never read for gaps again. Raises KeyError for a name without a value.
    """

    def replace(found: re.Match[str]) -> str:
        value = values[found[1]]
        return with_particle(value, f"{found[2]}/{found[3]}") if found[2] else value

    return _PLACEHOLDER.sub(replace, phrase)


def placeholders(phrase: str) -> frozenset[str]:
    """The names that `fill` needs for `phrase`."""
    return frozenset(found[1] for found in _PLACEHOLDER.finditer(phrase))


def _is_space(mark: str) -> bool:
    return mark.isspace() or unicodedata.category(mark) in ("Cc", "Zl", "Zp")


def _escape_leading(found: re.Match[str]) -> str:
    mark = found[0]
    return f"{mark}\\" if mark.isdigit() else f"\\{mark}"


def _final_sound(mark: str) -> str | None:
    """ "" for a vowel, "l", "other", or None when nobody can tell how the character is read."""
    if len(mark) == 1 and ord(mark) in _SYLLABLES:
        final = (ord(mark) - _SYLLABLES.start) % _FINALS
        return "" if final == 0 else ("l" if final == _FINAL_L else "other")
    if not mark.isascii() or not mark:
        return None
    if mark in _READ_WITH_L:
        return "l"
    return "other" if mark in _READ_WITH_FINAL else ""
