"""What a sentence says of one of its places alone: 강남역은 30평, 판교역은 20평."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise
from typing import Any, TypeVar

from engine.convert.merge import hull
from engine.convert.result import Conversion, Evidence, Unread
from engine.places.jamo import plain
from engine.plan.model import Plan, Step
from engine.planner.planned import Context, Params, PlaceUse, Planned
from engine.planner.wants import WantKinds

_Phrase = TypeVar("_Phrase", Evidence, Unread)
Number = int
"""Which of the wished places, in the order in which the rules have them."""


@dataclass(frozen=True, slots=True)
class Apart:
    """What is said of each place, by what it is about. `own` are the parameters of each place, where each has
    a phrase of its own; {} of one of which nothing is said where another one is named again for it. `unclear`
    are those of each of several phrases of which nobody can say which place they are of; `beside` the only
    place that a single phrase stands beside, other places behind it."""

    own: Mapping[str, Mapping[Number, Params]] = field(default_factory=dict[str, Mapping[Number, Params]])
    unclear: Mapping[str, tuple[Params, ...]] = field(default_factory=dict[str, tuple[Params, ...]])
    beside: Mapping[str, Number] = field(default_factory=dict[str, Number])

    def of(self, about: str, places: Sequence[Number]) -> Params | None:
        """What is said about it of a place alone, None for several places or where that is not clear."""
        return self.own.get(about, {}).get(places[0]) if len(places) == 1 else None


def read_apart(ruled: Planned, family: Callable[[str], str]) -> Apart:
    """Which phrases of a sentence that the rules have planned are said of which of its places."""
    if ruled.conversion is None:
        return Apart()
    return apart_of(ruled.conversion, [place.starts for place in ruled.places], family)


def apart_of(conversion: Conversion, at: Sequence[Sequence[int]], family: Callable[[str], str]) -> Apart:
    """Which phrases are said of which of the places, each of which is named `at` these code points: where
    some stand right behind each place, or right before each, each is of its own. Where that is so, what
    stands only where a place is named again is of that place alone (강남역은 30평, 판교역은 20평, 강남역은
    신축). Amounts beyond those are of every place. A phrase that another one kept out counts where nothing
    else says that of its place (강남역은 30평 이상, 판교역은 20평 이하)."""
    named = sorted((start, number) for number, starts in enumerate(at) for start in starts)
    starts = [start for start, _ in named]
    if len(at) < 2 or len({*starts}) < len(starts):
        return Apart()
    read = _Read(tuple(number for _, number in named), len(at))
    kept_out = [each for each in conversion.unread if each.params]
    parts = [*zip(_parts(conversion.evidence, starts), _parts(kept_out, starts), strict=True)]
    spoken_of = (family(name) for each in (*conversion.evidence, *kept_out) for name in each.params)
    for about in dict.fromkeys(spoken_of):
        read.take(about, [_about(part, about, family) or _about(rest, about, family) for part, rest in parts])
    return Apart({**read.own, **(read.again if read.own else {})}, read.unclear, read.beside)


class _Read:
    """What is read of the phrases so far. `owners` are the numbers of the places in the order in which they
    are named, one as often as it is."""

    def __init__(self, owners: tuple[Number, ...], places: int) -> None:
        self._owners = owners
        self._places = range(places)
        self.own: dict[str, Mapping[Number, Params]] = {}
        self.again: dict[str, Mapping[Number, Params]] = {}
        self.unclear: dict[str, tuple[Params, ...]] = {}
        self.beside: dict[str, Number] = {}

    def take(self, about: str, phrases: Sequence[list[Params]]) -> None:
        """Read what is said about one thing before the first name, and behind each."""
        told = [_together(each) for each in phrases]
        spoken = [params for params in told if params != {}]
        behind = [at for at, params in enumerate(told[1:]) if params != {}]
        none: Sequence[list[Params]] = ()
        mine = phrases[1:] if not phrases[0] else phrases[:-1] if not phrases[-1] else none
        each = {n: _together(self._of(n, mine)) for n in self._places}
        is_again = (
            bool(behind) and not phrases[0] and all(self._owners[at] in self._owners[:at] for at in behind)
        )
        if is_again and any(params == {} for params in each.values()) and None not in each.values():
            self.again[about] = {number: params or {} for number, params in each.items()}
        elif len(spoken) == 1 and told[0] == told[-1] == {}:
            self.beside[about] = self._owners[behind[0]]
        elif not all(params == spoken[0] for params in spoken):
            if all(each.values()):
                self.own[about] = {number: params for number, params in each.items() if params}
            else:
                self.unclear[about] = tuple(chain.from_iterable(phrases))

    def _of(self, number: Number, phrases: Sequence[list[Params]]) -> list[Params]:
        """The phrases that stand at the names of one place."""
        mine = (said for owner, said in zip(self._owners, phrases, strict=False) if owner == number)
        return [*chain.from_iterable(mine)]


def sets_apart(apart: Apart, alternatives: Sequence[Params], kinds: WantKinds) -> bool:
    """Whether each place has conditions of its own that no one home meets, and no phrase is unclear: about
    homes themselves, for one home may well be ten minutes from one place and twenty from the other."""
    is_clear = not apart.unclear and about_differing(alternatives, kinds.family) <= apart.own.keys()
    return is_clear and not kinds.ways >= apart.own.keys()


def told_apart(said: Context, apart: Apart, kinds: WantKinds) -> Context:
    """What was said, with what is said of each place alone as its own and with the hull of that."""
    if not apart.own:
        return said
    numbers = range(len(next(iter(apart.own.values()))))
    own = tuple(_merged(each[number] for each in apart.own.values()) for number in numbers)
    of_some = {about for about, each in apart.own.items() if not all(each.values())}
    ends = {n: value for n, value in hull_of(own, kinds.lows).items() if kinds.family(n) not in of_some}
    common = {n: value for n, value in said.params.items() if n in ends or kinds.family(n) not in apart.own}
    is_told = about_differing(said.alternatives, kinds.family) <= apart.own.keys()
    sets = () if is_told else said.alternatives
    return replace(said, params={**common, **ends}, alternatives=sets, own=own)


def about_differing(sets: Sequence[Mapping[Any, object]], family: Callable[[str], str]) -> set[str]:
    """What the sets are about that say not all the same of it."""
    first: Mapping[Any, object] = sets[0] if sets else {}
    names = {str(name) for each in sets for name in {**first, **each} if each.get(name) != first.get(name)}
    return set(map(family, names))


def hull_of(own: Sequence[Params], lows: frozenset[str]) -> dict[str, object]:
    """What every one of these sets lies within, open where one of them is."""
    names = dict.fromkeys(chain.from_iterable(own))
    closed = [name for name in names if all(each.get(name) is not None for each in own)]
    return {**dict.fromkeys(names), **hull([{name: each[name] for name in closed} for each in own], lows)}


def for_places(context: Context, places: Sequence[PlaceUse], *, each_alone: bool) -> Context:
    """The context with what it says of each place alone put to these places, where it knows all of them and
    each is searched alone."""
    ids = [place.id for place in context.places]
    known = each_alone and bool(context.own) and all(place.id in ids for place in places)
    return context.with_own(tuple(context.own[ids.index(place.id)] for place in places) if known else ())


def _merged(sets: Iterable[Params]) -> Params:
    return {name: value for each in sets for name, value in each.items()}


def _parts(said: Sequence[_Phrase], starts: Sequence[int]) -> Iterator[Sequence[_Phrase]]:
    """The phrases before the first place, and those behind each place; all in their order in the text."""
    at = [each.start for each in said]
    for begin, end in pairwise([0, *(bisect_left(at, start) for start in starts), len(said)]):
        yield said[begin:end]


def _about(said: Iterable[Evidence | Unread], about: str, family: Callable[[str], str]) -> list[Params]:
    """What phrases say about one thing, those alone that say anything."""
    told = (
        {name: value for name, value in each.params.items() if value is not None and family(name) == about}
        for each in said
    )
    return [params for params in told if params]


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
