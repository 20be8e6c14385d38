"""Whether an answer ends in the middle of a sentence, although its model says that it has finished."""

import re

from engine.answer.pieces import CLOSERS, ENDS
from engine.config.revision import Revision

_GOES_ON = tuple(",;:·(（[「‘“–—&+=/")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])\s")
_BRACKETS = (("(", ")"), ("（", "）"), ("[", "]"))
_CLOSED = tuple(closes for _, closes in _BRACKETS)
_BOLD = "**"


class Ending:
    """Knows by one revision's language how a clause ends that goes on."""

    def __init__(self, revision: Revision) -> None:
        clauses = revision.language.clauses
        self._finals, self._clauses, self._unless = clauses.finals, clauses.ends, clauses.unless
        self._topics = revision.vocabulary.places.topics

    def is_cut(self, last: str, before: str, name_end: int) -> bool:
        """Whether the last sentence goes on where it stops: behind a mark that opens something, inside
        brackets or bold, behind a clause that another one follows or a home's name with its particle
        (`name_end` is where the last name in it ends), or without a full stop right behind a sentence that
        has one. The line of a list, one in brackets and one without a sentence before it need none."""
        text = last.rstrip()
        if text.endswith(_GOES_ON) or text.count(_BOLD) % 2 or _is_open(text):
            return True
        text = text.rstrip("".join(CLOSERS))
        if text[name_end:].strip("*_") in self._topics:
            return True
        if not text[-1:].isalnum() or _ITEM.match(last):
            return False
        if text.endswith(self._clauses) and not text.endswith((*self._unless, *self._finals)):
            return True
        if last.rstrip().endswith(_CLOSED):
            return False
        goes_on = bool(before.strip()) and not before.rstrip(" \t").endswith("\n")
        ended = before.rstrip().rstrip("".join(CLOSERS)).endswith(tuple(ENDS))
        return goes_on and ended and not text.endswith(self._finals)


def _is_open(text: str) -> bool:
    return any(text.count(opens) > text.count(closes) for opens, closes in _BRACKETS)
