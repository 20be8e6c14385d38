"""Which of the places are searched together: one search for each group of them."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from engine.config.tool import Tool
from engine.planner.sentence import Hit

Group = tuple[int, ...]
"""Numbers of places that one search is around."""


class Spot(NamedTuple):
    """Where one of the wished places is named, at letters `start:end`; `number` is the place's."""

    start: int
    end: int
    number: int


def groups_of(
    spots: Sequence[Spot], is_cut: Callable[[int], bool], middles: Sequence[Hit]
) -> tuple[Group, ...]:
    """The searches of a sentence that asks for several, one of them between places ("between A and B, or near
    C"); () when none is between any.

    `is_cut(n)` says whether an alternative begins behind the n-th spot; `middles` are the words that put a
    wish between places: one in Latin letters stands before the places, another one behind them.
    """
    parts: list[list[Spot]] = [[]]
    for number, (one, other) in enumerate(pairwise(spots)):
        parts[-1].append(one)
        if is_cut(number) or any(one.end <= hit.start < other.start for hit in middles):
            parts.append([])
    parts[-1].extend(spots[-1:])
    edges = [part[0].start for part in parts[1:]]
    between = [
        _is_between(part, end_before, start_behind, middles)
        for part, end_before, start_behind in zip(
            parts, [0, *(part[-1].end for part in parts[:-1])], [*edges, None], strict=True
        )
    ]
    if len(parts) < 2 or not any(between):
        return ()
    return tuple(dict.fromkeys(chain.from_iterable(map(_of_part, parts, between))))


def _of_part(part: Sequence[Spot], is_between: bool) -> Iterator[Group]:
    numbers = tuple(dict.fromkeys(spot.number for spot in part))
    if is_between:
        yield numbers
    else:
        yield from ((number,) for number in numbers)


def _is_between(
    part: Sequence[Spot], end_before: int, start_behind: int | None, middles: Sequence[Hit]
) -> bool:
    if len({spot.number for spot in part}) < 2:
        return False
    for hit in middles:
        if hit.word.isascii():
            if end_before <= hit.start < part[0].start:
                return True
        elif hit.start >= part[-1].end and (start_behind is None or hit.start < start_behind):
            return True
    return False


def fitting(groups: Sequence[Group], steps_at_most: int, search: Tool | None) -> tuple[Group, ...]:
    """The groups that a plan can hold, from the first on: a look-up for each place and a search for each
    group, or one step for each place without a search. The first group is shortened to what fits."""
    if search is None:
        return tuple(groups[:steps_at_most])
    pois = search.parameters.get("pois")
    around = pois.at_most if pois and pois.at_most else steps_at_most
    kept: list[Group] = []
    places: set[int] = set()
    for group in groups:
        shortened = group[: around if kept else max(1, min(around, steps_at_most - 1))]
        if kept and len(places | {*shortened}) + len(kept) + 1 > steps_at_most:
            break
        kept.append(shortened)
        places |= {*shortened}
    return tuple(kept)
