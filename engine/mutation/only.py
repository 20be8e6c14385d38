"""The mutants of one word, or of one line, of the rules."""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from engine.errors import InputInvalid, Problem
from engine.mutation.mutant import Mutant
from engine.places.jamo import plain
from engine.source.suggest import closest

_PLACE = re.compile(r"(?P<file>.+):(?P<line>\d+)")


def only(mutants: Sequence[Mutant], said: str) -> list[Mutant]:
    """The mutants of the word `said`, spaces and capitals aside, else of the line NAME:LINE or FILE:LINE.

    Raises InputInvalid (USE009) where nothing there is changed, with the word that is spelled most like it or
    the nearest line.
    """
    letters = plain(said) or said
    if found := [each for each in mutants if said == each.old or letters == plain(each.old)]:
        return found
    if place := _PLACE.fullmatch(said):
        return _of_line(mutants, place["file"], int(place["line"]), said)
    message = f"{said!r} is no word that would be changed"
    raise _missing(message, closest(said, list(dict.fromkeys(each.old for each in mutants))) or "")


def _of_line(mutants: Sequence[Mutant], name: str, line: int, said: str) -> list[Mutant]:
    there = [each for each in mutants if name in (each.file, PurePosixPath(each.file).stem)]
    if not there:
        names = {PurePosixPath(each.file).stem: None for each in mutants}
        near = closest(PurePosixPath(name).stem, list(names))
        raise _missing(f"{name} is no file with a change", f"{near}:{line}" if near else ", ".join(names))
    if found := [each for each in there if each.line == line]:
        return found
    nearest = min((each.line for each in there), key=lambda each: abs(each - line))
    raise _missing(f"nothing would be changed at {said}", f"{name}:{nearest}")


def _missing(message: str, hint: str) -> InputInvalid:
    return InputInvalid(Problem(code="USE009", message=message, hint=hint))
