"""Addresses and markup in what a model wrote: it knows none, so those that its task was not given are a
stranger's."""

import re
import unicodedata

_ADDRESS = re.compile(
    r"(?:[a-z][a-z0-9+.-]{1,20}://|www\.)[^\s)\]>\"']+"
    r"|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}"
    r"|(?<![\w.-])(?:[\w-]{1,63}\.){1,8}[a-z]{2,63}/[^\s)\]>\"']*"
    r"|(?<!\w)(?:javascript|data|mailto|tel):[^\s)\]>\"']+",
    re.IGNORECASE,
)
_MARKUP = re.compile(
    r"</?[a-z][a-z0-9]*(?:\s[^<>]*=[^<>]*|\s*/?)>|<!--|!?\[[^\[\]]*\]\([^()]*\)", re.IGNORECASE
)
_CLOSING = ".,!?;:"


def links(text: str) -> set[str]:
    """The addresses (of pages and of mail), tags and links in the text, as they compare."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    addresses = {found.group().rstrip(_CLOSING) for found in _ADDRESS.finditer(folded)}
    return addresses | {found.group() for found in _MARKUP.finditer(folded)}


def without_links(text: str) -> str:
    """The text without them, where it has any."""
    if not links(text):
        return text
    return " ".join(_ADDRESS.sub("", _MARKUP.sub("", unicodedata.normalize("NFKC", text))).split())
