"""Second readings that never act: of a word, a unit or a part that the table does not have."""

from collections.abc import Iterable, Iterator

from engine.config.base import Quantity
from engine.config.conversion import Conversion
from engine.config.revision import Document
from engine.convert.checks.place import Path, is_own
from engine.errors import Problem
from engine.source.suggest import closest

_BOUNDS = ("at_most", "below", "at_least", "above")
_CLASSES = (*_BOUNDS, "about", "exact")


def check_second(document: Document, conversion: Conversion) -> Iterator[Problem]:
    """CONV006: a second reading of what this table does not read, or of a width or tenths that no band
    has."""
    yield from _words(document, conversion)
    second = conversion.second
    for unit in second.tail:
        if unit not in conversion.tail:
            yield from _foreign(
                document, ("second", "tail", unit), unit, "a unit with a tail", conversion.tail
            )
    for part, tenths in second.band.parts.items():
        path: Path = ("second", "band", "parts", part)
        if part not in conversion.band.parts:
            yield from _foreign(document, path, part, "a part of the band", conversion.band.parts)
        elif is_own(document, path) and not 0 <= tenths[0] <= tenths[1] < 10:
            message = f"{part} is tenths {tenths[0]} to {tenths[1]}; a band has tenths 0 to 9, low to high"
            yield document.problem(path, "CONV006", message, "[0, 4]")
    if second.band.width is not None and not _fits(second.band.width, conversion):
        path = ("second", "band", "width")
        if is_own(document, path):
            unit = conversion.unit or "the unit"
            message = f"a width of {second.band.width} is neither a percentage nor a number of {unit}"
            yield document.problem(path, "CONV006", message, "10%")
    if second.pair is not None and conversion.pair is None and is_own(document, ("second", "pair")):
        yield document.problem(("second", "pair"), "CONV006", "the table is no pair", "leave it out")


def _words(document: Document, conversion: Conversion) -> Iterator[Problem]:
    """Words of a second class that the table has in no other class."""
    for name in _BOUNDS:
        written: tuple[str, ...] = getattr(conversion.second, name)
        others = [getattr(conversion, other) for other in _CLASSES if other != name]
        known = {word for each in others for word in (*each.after, *each.before)}
        for index, word in enumerate(written):
            if word not in known:
                what = f"a word of another class than {name}"
                yield from _foreign(document, ("second", name, index), word, what, known)


def _foreign(document: Document, path: Path, word: str, what: str, known: Iterable[str]) -> Iterator[Problem]:
    if is_own(document, path):
        hint = closest(word, sorted(known)) or "leave it out"
        yield document.problem(path, "CONV006", f"{word} is not {what} in this table", hint)


def _fits(width: Quantity, conversion: Conversion) -> bool:
    return width.unit in ("", "%", conversion.unit) and width.amount > 0
