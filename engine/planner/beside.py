"""A distance from a station that is said of the station right before it: 강남역 역세권 is around that one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.catalog.wants import radius_of, radius_want
from engine.config.catalog import Catalog
from engine.convert.result import Evidence
from engine.planner.named import Named
from engine.planner.planned import Context
from engine.planner.sentence import Sentence


@dataclass(frozen=True, slots=True)
class DistanceRule:
    """The parameter that holds metres to the nearest place of that kind, and that of the radius."""

    parameter: str
    kind: str
    radius: str


def read_distances(catalog: Catalog) -> tuple[DistanceRule, ...]:
    """The wants of the catalog that say to the nearest of which kind of place they are."""
    _, around = radius_want(catalog)
    radius = around.max if around is not None else None
    return tuple(
        DistanceRule(want.max, want.nearest, radius)
        for want in catalog.wants.values()
        if want.nearest and want.max and radius
    )


def with_radius(
    used: Context,
    named: Sequence[Named],
    sentence: Sentence,
    said: Sequence[Evidence],
    rules: Sequence[DistanceRule],
    suffixes: tuple[str, ...],
) -> Context:
    """The context with the radius that a distance gives which stands right behind one of its places: those
    are of the distance's kind, searched each by itself, and the name has one of `suffixes`. A radius that was
    said stays."""
    if not used.places or (len(used.places) > 1 and used.strategy != "independent"):
        return used
    ends = {occurrence.end for place in named for occurrence in place.occurrences
            if occurrence.mention.text.endswith(suffixes)}  # fmt: skip
    for rule in rules:
        metres = used.params.get(rule.parameter)
        starts = (each.start for each in said if rule.parameter in each.params)
        if (
            isinstance(metres, int | float)
            and used.params.get(rule.radius) is None
            and all(place.kind == rule.kind for place in used.places)
            and any(_is_behind(sentence.letters(at, at + 1)[0], ends, sentence) for at in starts)
        ):
            return _within(used, metres, rule)
    return used


def _within(used: Context, metres: float, rule: DistanceRule) -> Context:
    """The context with that radius, of each place its own where the distance is."""
    own = tuple(
        {**each, rule.radius: radius_of(at)}
        if isinstance(at := each.get(rule.parameter), int | float)
        else each
        for each in used.own
    )
    return replace(used, params={**used.params, rule.radius: radius_of(metres)}, own=own)


def _is_behind(start: int, ends: set[int], sentence: Sentence) -> bool:
    """Whether one of the names ends at that letter, particles between them aside."""
    return any(start in (end, sentence.skip(sentence.particles, end)) for end in ends)
