"""Coordinates that a sentence gives in the place of a name: they are seen, and no place is called so."""

import re
from collections.abc import Iterator

from engine.places.mention import Mention

_PAIR = re.compile(  # three decimals are a hundred metres; fewer are amounts
    r"(?<![\w.])(-?[0-9]{1,2}\.[0-9]{3,15})\s{0,2}[,/]\s{0,2}(-?[0-9]{1,3}\.[0-9]{3,15})(?![^\s,;:)\]?!])"
)
_LAT, _LON = 90.0, 180.0


def coordinates(sentence: str) -> Iterator[Mention]:
    """The pairs of degrees in the sentence, latitude first, as names that nothing has."""
    for found in _PAIR.finditer(sentence):
        if abs(float(found[1])) <= _LAT and abs(float(found[2])) <= _LON:
            yield Mention(found[0], found.start(), found.end(), ())
