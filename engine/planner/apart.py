"""What a sentence says of one of its places alone: 강남역은 30평, 판교역은 20평."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise

from engine.convert.result import Evidence
from engine.places.jamo import plain
from engine.plan.model import Plan, Step
from engine.planner.planned import Params, PlaceUse, Planned

Number = int
"""Which of the wished places, in the order in which the rules have them."""


@dataclass(frozen=True, slots=True)
class Apart:
    """What is said of each place, by what it is about. `own` are the parameters of each place, where one
    phrase stands beside every place; `unclear` those of each of several phrases of which nobody can say which
    place they are of; `beside` the only place that a single phrase stands beside, other places behind it."""

    own: Mapping[str, Mapping[Number, Params]] = field(default_factory=dict[str, Mapping[Number, Params]])
    unclear: Mapping[str, tuple[Params, ...]] = field(default_factory=dict[str, tuple[Params, ...]])
    beside: Mapping[str, Number] = field(default_factory=dict[str, Number])

    def of(self, about: str, places: Sequence[Number]) -> Params | None:
        """What is said about it of a place alone, None for several places or where that is not clear."""
        return self.own.get(about, {}).get(places[0]) if len(places) == 1 else None


def read_apart(ruled: Planned, family: Callable[[str], str]) -> Apart:
    """Which phrases are said of which place: where as many stand right behind the places as there are places,
    or as many right before them, each is of its own. Amounts beyond those are of every place."""
    said = ruled.conversion.evidence if ruled.conversion is not None else ()
    order = sorted(range(len(ruled.places)), key=lambda number: ruled.places[number].start)
    starts = [ruled.places[number].start for number in order]
    if len(order) < 2 or len({*starts}) < len(starts):
        return Apart()
    parts = list(_parts(said, starts))
    own: dict[str, Mapping[Number, Params]] = {}
    unclear: dict[str, tuple[Params, ...]] = {}
    beside: dict[str, Number] = {}
    for about in dict.fromkeys(family(name) for each in said for name in each.params):
        phrases = [[p for each in part if (p := _about(each, about, family))] for part in parts]
        told = [_together(each) for each in phrases]
        spoken = [params for params in told if params != {}]
        mine = told[1:] if not phrases[0] else told[:-1] if not phrases[-1] else []
        if len(spoken) == 1 and told[0] == told[-1] == {}:
            beside[about] = order[next(at for at, params in enumerate(told[1:]) if params != {})]
        elif all(params == spoken[0] for params in spoken):
            continue
        elif mine and all(mine):
            own[about] = {number: params for number, params in zip(order, mine, strict=True) if params}
        else:
            unclear[about] = tuple(chain.from_iterable(phrases))
    return Apart(own, unclear, beside)


def _parts(said: Sequence[Evidence], starts: Sequence[int]) -> Iterator[list[Evidence]]:
    """The phrases before the first place, and those behind each place."""
    ends = [0, *starts, max([each.end for each in said], default=0) + starts[-1] + 1]
    for begin, end in pairwise(ends):
        yield [each for each in said if begin <= each.start < end]


def _about(said: Evidence, about: str, family: Callable[[str], str]) -> Params:
    """What a phrase says about one thing, {} where nothing."""
    return {name: value for name, value in said.params.items() if value is not None and family(name) == about}


def _together(phrases: Sequence[Params]) -> Params | None:
    """What phrases say together, {} where nothing, None where they differ."""
    found: dict[str, object] = {}
    for each in phrases:
        for name, value in each.items():
            if found.setdefault(name, value) != value:
                return None
    return found


def places_of(search: Step, plan: Plan, places: Sequence[PlaceUse]) -> tuple[Number, ...]:
    """The places that a search is around, as far as the rules read them too."""
    looked_up = [step for step in plan.steps if step.id in search.deps]
    found = (number_of(str(step.params.get("location") or ""), places) for step in looked_up)
    return tuple(number for number in found if number is not None)


def number_of(name: str, places: Sequence[PlaceUse]) -> Number | None:
    """Which of the places is called so, as it was spoken or as it is, None for none."""
    key = plain(name)
    named = ((use.text, use.full, use.name) for use in places)
    return next((at for at, each in enumerate(named) if key and key in map(plain, filter(None, each))), None)
