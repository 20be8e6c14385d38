"""Which home each figure of a sentence is told of, where a sentence names several homes."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from engine.answer.figures import Figure


class Held(NamedTuple):
    """A name at start:end of the sentence, with the homes that it may stand for."""

    start: int
    end: int
    homes: tuple[int, ...]


Of = Callable[[int, Figure], bool]
"""Whether a home has the figure."""


def fits(own: Sequence[Figure], figures: Sequence[Figure], held: Sequence[Held], of: Of) -> bool:
    """Whether the figures `own` of a sentence are those of the homes that it names.

    Of the figures between two names the first ones may be of the name before, the others of the name behind
    (A는 14억이고 B는 12억; 14억인 A와 12억인 B). A name that has none yet has the figure right behind it. Or
    all are of the first home, which is compared with the others. No home has a figure twice.

    Names without a figure between them count as one (A와 B는 각각 14억과 12억): as many figures of a kind as
    names are told in their order.
    """
    groups = _groups(figures, held)
    if len(groups) == 1:
        return _share(own, groups[0], of)
    dealt = _dealt(own, figures, groups, of)
    if dealt is not None and all(
        _is_told_once(part) and _share(part, group, of) for part, group in zip(dealt, groups, strict=True)
    ):
        return True
    return _is_told_once(own) and any(all(_has(name, figure, of) for figure in own) for name in groups[0])


def _groups(figures: Sequence[Figure], held: Sequence[Held]) -> list[list[Held]]:
    """The names, those together between which no figure stands."""
    starts = [figure.start for figure in figures]

    def figures_before(name: Held) -> int:
        return sum(start < name.start for start in starts)

    return [list(names) for _, names in groupby(held, key=figures_before)]


def _dealt(
    own: Sequence[Figure], figures: Sequence[Figure], groups: Sequence[list[Held]], of: Of
) -> list[list[Figure]] | None:
    """The figures of each group of names, or None where they cannot be dealt. A name before which another
    figure stands (15억 이하인 A와 8억인 B) needs none of its own."""
    between: list[list[Figure]] = [[] for _ in range(len(groups) + 1)]
    others = [0] * (len(groups) + 1)
    for figure in figures:
        gap = sum(group[0].start < figure.start for group in groups)
        if figure in own:
            between[gap].append(figure)
        else:
            others[gap] += 1
    dealt = [[*between[0]], *([] for _ in groups[1:])]
    for at, gap in enumerate(between[1:-1]):
        has_own = dealt[at] or others[at]
        cut = _cut(gap, groups[at], groups[at + 1], of, at_least=0 if has_own else min(1, len(gap)))
        if cut is None:
            return None
        dealt[at] += gap[:cut]
        dealt[at + 1] += gap[cut:]
    dealt[-1] += between[-1]
    return dealt


def _cut(
    gap: Sequence[Figure], before: Sequence[Held], behind: Sequence[Held], of: Of, *, at_least: int
) -> int | None:
    """How many of the figures between two groups are of the one before, as few as may be."""
    for cut in range(at_least, len(gap) + 1):
        if _all_of(gap[:cut], before, of) and _all_of(gap[cut:], behind, of):
            return cut
    return None


def _is_told_once(figures: Sequence[Figure]) -> bool:
    return len({(figure.measures, figure.word, figure.number) for figure in figures}) == len(figures)


def _share(figures: Sequence[Figure], group: Sequence[Held], of: Of) -> bool:
    """Whether each figure is of one of the names; as many of a kind as names, each of its own."""
    if not _all_of(figures, group, of):
        return False
    if len(group) < 2:
        return True
    kinds: dict[object, list[Figure]] = {}
    for figure in figures:
        kinds.setdefault((figure.word, frozenset(scale for scale, _ in figure.measures)), []).append(figure)
    return all(
        all(_has(name, figure, of) for name, figure in zip(group, same, strict=True))
        for same in kinds.values()
        if len(same) == len(group)
    )


def _all_of(figures: Sequence[Figure], group: Sequence[Held], of: Of) -> bool:
    return all(any(_has(name, figure, of) for name in group) for figure in figures)


def _has(name: Held, figure: Figure, of: Of) -> bool:
    return any(of(home, figure) for home in name.homes)
