"""What a rewritten text must still say: its numbers with their signs, which way things go, who is named, and
of whom it says the one and the other.

Each is read from a text by the words of the pack; a text and its rewriting must give the same.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.config.task import Keep
from engine.source.characters import UNSEEN
from engine.task.amounts import Amount, amounts
from engine.task.directions import Direction, directions

_ASIDE = re.compile(r"[–—](?=\s)")
"""A dash between two clauses, and no sign of a number."""
_MINUS = str.maketrans(dict.fromkeys("−–—﹣－▼▽", "-") | dict.fromkeys("＋﹢▲△", "+"))
_HIDDEN = re.compile(f"[{UNSEEN}]")
_NAME = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands for each letter of a name where numbers and directions are read: those in a name say nothing."""
_NAMES_AT_LEAST = 2
_SPACED_FROM = 3
"""Letters from which on a name may be written with a space in it."""


@dataclass(frozen=True, slots=True)
class _Said:
    """What a text says, each with where it begins."""

    names: tuple[tuple[int, str], ...]
    amounts: tuple[Amount, ...]
    directions: tuple[Direction, ...]


def changed(original: str, rewritten: str, keep: Keep, names: Sequence[str]) -> Iterator[str]:
    """Which of numbers, directions and names `rewritten` does not say as `original` does, and that it says
    them of other names or two numbers of one unit the other way round."""
    known = _any_of(tuple(names))
    before, after = _said(original, keep, known), _said(rewritten, keep, known)
    lost = [what for what, of in _KEPT if of(before) != of(after)]
    yield from lost
    owned, others = _owned(before), _owned(after)
    if lost:
        return
    if owned is not None and others is not None:
        if owned != others:
            yield "numbers and directions of each name"
    elif _pair(before) != _pair(after):
        yield "order of its numbers"


def _said(text: str, keep: Keep, known: re.Pattern[str]) -> _Said:
    folded = _folded(text)
    rest = known.sub(lambda hit: _NAME * len(hit.group()), folded)
    return _Said(
        names=tuple((hit.start(), hit.group().replace(" ", "")) for hit in known.finditer(folded)),
        amounts=tuple(amounts(rest, keep)) if keep.numbers else (),
        directions=tuple(directions(rest, keep.directions)) if keep.directions is not None else (),
    )


def _folded(text: str) -> str:
    plain = _ASIDE.sub(",", _HIDDEN.sub("", unicodedata.normalize("NFKC", text)))
    return unicodedata.normalize("NFC", plain.translate(_MINUS).casefold())


def _numbers(said: _Said) -> object:
    return Counter(each.said for each in said.amounts)


def _ways(said: _Said) -> object:
    """Saying one twice is saying it once."""
    return {(each.way, each.is_turned) for each in said.directions}


def _named(said: _Said) -> object:
    return {name for _, name in said.names}


_KEPT: tuple[tuple[str, Callable[[_Said], object]], ...] = (
    ("numbers", _numbers), ("directions", _ways), ("names", _named),
)  # fmt: skip


def _pair(said: _Said) -> tuple[str, ...]:
    """The two numbers of a text that says no more, in their order; () where they have not one unit."""
    amounts = said.amounts
    return (
        tuple(each.said for each in amounts)
        if len(amounts) == 2 and len({a.unit for a in amounts}) == 1
        else ()
    )


def _owned(said: _Said) -> Mapping[str, Counter[str]] | None:
    """What is said of each name: the numbers and directions behind it and before the next name. None where
    that is no way to tell: fewer than two names, one named twice, something before all of them, nothing
    behind one."""
    owned: dict[str, Counter[str]] = {name: Counter() for _, name in said.names}
    if len(owned) < max(_NAMES_AT_LEAST, len(said.names)):
        return None
    things = [(each.start, each.said) for each in said.amounts]
    things += [(each.start, f"{each.way} {each.is_turned}") for each in said.directions]
    for start, thing in things:
        owner = next((name for at, name in reversed(said.names) if at < start), None)
        if owner is None:
            return None
        owned[owner][thing] += 1
    return owned if all(owned.values()) else None


@lru_cache(maxsize=64)
def _any_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """Any of the names, the longest first, also with spaces in it; one that fits nothing for none."""
    folded = {_folded(name).replace(" ", "") for name in names} - {""}
    longest_first = sorted(folded, key=lambda name: (-len(name), name))
    return re.compile("|".join(map(_spaced, longest_first)) or "(?!)")


def _spaced(name: str) -> str:
    return ("[ ]?" if len(name) >= _SPACED_FROM else "").join(map(re.escape, name))
