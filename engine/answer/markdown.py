"""Markdown of a sentence: links to homes are read away, whatever else is no plain list or bold is told."""

import re
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

_LINK = re.compile(r"(?<!!)\[([^\[\]\n]{1,200})\]\(([^()\s]{1,400})\)")
_ADDRESS = re.compile(
    r"[a-z][a-z0-9+.-]{1,20}://|(?:javascript|vbscript|mailto|tel|data|file|sms):(?=\S)|\bwww\.|//\w"
    r"|[\w.+-]@[\w-]|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[a-z0-9-]{2,}\.(?:[a-z0-9-]{1,40}\.){0,3}[a-z]{2,24}\b(?!\.)",
    re.IGNORECASE | re.ASCII,
)
_MAY_BE_ADDRESS = re.compile(r"[:@]|//|\.[a-z]|\d\.\d{1,3}\.|www\.", re.IGNORECASE | re.ASCII)
"""What every address holds, so that most sentences are not looked through for one."""
_PHONE = re.compile(
    r"(?<![\w.])\+?\(?\d{2,4}\)?[\s.-]{1,2}\d{3,4}[\s.-]{1,2}\d{4}(?!\d)|(?<!\d)1[568]\d\d-\d{4}(?!\d)"
)
_NAMED_HOST = re.compile(
    r"\w\.(?:com|net|org|info|kr|io|co|me|ly|gl|app|dev|shop|xyz|site|link)\b", re.IGNORECASE
)
_BLOCK = re.compile(
    r"^\s*(?:[-*+]\s+|\d{1,9}[.)]\s+)*(?:#{1,6}(?:\s|$)|>|=+\s*$|(?:[-_*]\s?){3,}$|`{3}|~{3})|[|`]",
    re.MULTILINE,
)
_BRACKETED = re.compile(r"\[[^\[\]\n^]{1,200}\](?!\s?[(\[:])")
_HTML = re.compile(r"<[a-z/!?]|&(?:#\w|[a-z][a-z0-9]*;)|[\[\]]", re.IGNORECASE)
_BOLD = re.compile(r"(\*\*|__)(.*?)(?:\1|\Z)", re.DOTALL)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_ENTITIES = {"&amp;": "&", "&lt;": "<", "&gt;": ">"}
_JOINERS = "\u200c\u200d"
"""Invisible marks that stand in pictures; any other invisible one hides something."""
_ODD = re.compile(r"[^\x20-\x7e\n\r\t\uac00-\ud7a3]")
"""Whatever is no plain letter, digit or mark of English and Korean."""
_BLANK_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and a mark that look like nothing."""
_FULL_STOPS = str.maketrans("。｡．", "...")
"""Full stops that an address may have for its dots."""


class Reduced(NamedTuple):
    """A sentence without its links: the text of each stands alone, as long as it was written.

    `links` are the texts of the links and the homes that their addresses belong to."""

    text: str
    links: tuple[tuple[str, tuple[int, ...]], ...]
    has_foreign: bool


def has_hidden(text: str) -> bool:
    """Whether invisible or control characters stand in the text."""
    beside = f" {text} "
    places = (found.start() for found in _ODD.finditer(text))
    return any(_is_hidden(beside[at], text[at], beside[at + 2]) for at in places)


def _is_hidden(before: str, char: str, behind: str) -> bool:
    """Whether a character between two others shows nothing, or changes how the one before it reads."""
    kind = unicodedata.category(char)
    if char in _JOINERS:
        return before.isalnum() and behind.isalnum()
    is_mark = kind == "Me" or (kind == "Mn" and before.isdigit())
    return is_mark or char in _BLANK_LETTERS or (kind in ("Cf", "Cc", "Co", "Cs") and char not in "\n\r\t")


def has_foreign_number(text: str) -> bool:
    """Whether a number stands in the text in digits or signs of another script, which nothing reads."""
    text = "".join(_ODD.findall(text))
    folded = unicodedata.normalize("NFKC", text)
    shown = any(unicodedata.category(char) == "Nl" for char in text)
    return shown or any(not char.isascii() and unicodedata.numeric(char, None) is not None for char in folded)


def reduce(text: str, addresses: Mapping[str, tuple[int, ...]]) -> Reduced:
    """The sentence without the addresses that an answer may hold."""
    links: list[tuple[str, tuple[int, ...]]] = []

    def named(found: re.Match[str]) -> str:
        homes = addresses.get(found[2])
        if homes is None:
            return found[0]
        links.append((found[1], homes))
        return f" {found[1]}  {' ' * len(found[2])} "

    reduced = _LINK.sub(named, text)
    for address in addresses:
        if address in reduced:
            reduced = re.sub(re.escape(address) + r"(?![\w/?#&=%-])", " " * len(address), reduced)
    return Reduced(reduced, tuple(links), has_address(reduced))


def has_address(text: str) -> bool:
    """Whether an address, a picture, an e-mail address or a phone number stands in the text."""
    folded = unicodedata.normalize("NFKC", text).translate(_FULL_STOPS)
    is_link = re.search(r"!\[|\]\s*[(\[:]", text) is not None
    if is_link or _NAMED_HOST.search(folded) or _PHONE.search(folded):
        return True
    return _MAY_BE_ADDRESS.search(folded) is not None and _ADDRESS.search(folded) is not None


def without_escapes(text: str) -> str:
    """The text as it reads: escaped marks as such, names' entities as their characters. A mark that would be
    one of Markdown's becomes a space."""
    for entity, char in _ENTITIES.items():
        text = text.replace(entity, char)
    return _ESCAPE.sub(lambda found: " " + (" " if found[1] in "*_[]|`<>\\{}" else found[1]), text)


def changes_structure(text: str) -> bool:
    """Whether the text holds a heading, a table, code, a quotation, HTML or half of a link."""
    folded = _BRACKETED.sub("", unicodedata.normalize("NFKC", text))
    return bool(_BLOCK.search(text) or _HTML.search(folded))


def bold_parts(text: str) -> list[tuple[int, int]]:
    """What stands between marks of bold; one that is not closed reaches to the end."""
    return [found.span(2) for found in _BOLD.finditer(text)]
