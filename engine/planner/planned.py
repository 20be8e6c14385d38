"""What the rule-based planner hands on: the plan, and everything it was read from."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from engine.plan.model import Plan, Removal
from engine.planner.grouping import Group
from engine.planner.strategy import StrategyName

if TYPE_CHECKING:
    from engine.convert import Conversion

Params = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceChoice:
    """A place that a name may mean; `lat` and `lon` in degrees."""

    name: str
    kind: str
    id: str
    lat: float
    lon: float
    region: str = ""

    def to_dict(self) -> dict[str, object]:
        """The choice as a JSON value."""
        return {
            "name": self.name,
            "kind": self.kind,
            "id": self.id,
            "lat": self.lat,
            "lon": self.lon,
            "region": self.region,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceUse:
    """A place the sentence names, at code points `start:end` of it.

    `text` is the name as spoken; name, kind, id and coordinates are those of the best choice, None when
    nothing is called so: then `near_spellings` are names that look alike. `misspelt` says that the name was
    written otherwise, `landmark` that it is something near the place; `full` is the whole name to look up
    where `text` is one that several have. `inside` says that homes in it are wished, not homes around its
    middle. `part` is wished, negated or elsewhere (inside a cue such as the current home); `again` are the
    code points where it is named once more.
    """

    text: str
    start: int
    end: int
    name: str | None = None
    kind: str | None = None
    id: str | None = None
    lat: float | None = None
    lon: float | None = None
    alternatives: tuple[PlaceChoice, ...] = ()
    near_spellings: tuple[str, ...] = ()
    misspelt: bool = False
    landmark: bool = False
    full: str = ""
    inside: bool = False
    part: str = "wished"
    again: tuple[int, ...] = ()

    @property
    def starts(self) -> tuple[int, ...]:
        """Every code point where it is named."""
        return (self.start, *self.again)

    @property
    def unknown(self) -> bool:
        """Whether no place is called so."""
        return self.id is None

    @property
    def is_unheard(self) -> bool:
        """Whether nothing even contains the name."""
        return self.unknown and not self.alternatives

    def to_dict(self) -> dict[str, object]:
        """The place as a JSON value."""
        value: dict[str, object] = {
            "text": self.text,
            "name": self.name,
            "kind": self.kind,
            "id": self.id,
            "lat": self.lat,
            "lon": self.lon,
            "alternatives": [choice.to_dict() for choice in self.alternatives],
        }
        if self.unknown:
            value |= {"unknown": True, "nearSpellings": list(self.near_spellings)}
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumed:
    """Parameters that nobody said: guessed from who will live there. `because` is the sentence for the
    answer."""

    params: Params
    because: str
    household: str

    def to_dict(self) -> dict[str, object]:
        """The assumption as a JSON value."""
        return {"params": dict(self.params), "because": self.because, "household": self.household}


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something to say about how the plan came about: `kind` is for programs, `detail` for people, `about`
    the words of the sentence that it is about, where an answer repeats them.

    Kinds: unknown_place, places_cut, no_context, no_homes (degraded); place_spelling, place_landmark
    (repaired).
    """

    kind: str
    detail: str
    about: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, str]:
        """The notice as a JSON value."""
        return {"kind": self.kind, "detail": self.detail}


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadWord:
    """A word about the wish that nothing read, at code points `start:end` of the text."""

    text: str
    start: int
    end: int

    def to_dict(self) -> dict[str, object]:
        """The word as a JSON value."""
        return {"text": self.text, "start": self.start, "end": self.end}


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What an earlier turn of the session asked: used where a follow-up is silent. A place said anew
    replaces the places, a want said anew that want. `groups` are numbers of places, one group a search, where
    the strategy alone does not say it. `own` is what is said of each place alone, by its number, () where
    nothing is; `params` hold the hull of these sets."""

    params: Params = field(default_factory=dict[str, object])
    alternatives: tuple[Params, ...] = ()
    places: tuple[PlaceUse, ...] = ()
    strategy: StrategyName = "none"
    weights: tuple[float, ...] = ()
    groups: tuple[Group, ...] = ()
    own: tuple[Params, ...] = ()

    def params_around(self, group: Group) -> Params:
        """What the search around these places asks: around one, what is said of it alone."""
        return {**self._common(), **self.own[group[0]]} if self.own and len(group) == 1 else self.params

    def sets_around(self, group: Group) -> tuple[Params, ...]:
        """The alternatives of that search: around several places, what is said of any one of them; around
        none, what is said of any place."""
        if self.alternatives or not self.own or len(group) == 1:
            return self.alternatives
        sets = [self.own[number] for number in group or range(len(self.own))]
        return tuple(each for number, each in enumerate(sets) if each not in sets[:number])

    def with_own(self, own: tuple[Params, ...]) -> "Context":
        """The context with these sets for its places: what is alike of all of them is a condition of all, and
        without any, what was said of each place is said of whatever is searched."""
        if not own:
            return replace(self, alternatives=self.sets_around(()), own=())
        if all(each == own[0] for each in own):
            return replace(self, params={**self._common(), **own[0]}, own=())
        return replace(self, own=own)

    def _common(self) -> dict[str, object]:
        apart = {name for each in self.own for name in each}
        return {name: value for name, value in self.params.items() if name not in apart}

    @property
    def searches(self) -> tuple[Group, ...]:
        """The places of each search by their numbers; () without places."""
        every = tuple(range(len(self.places)))
        if self.groups or not every:
            return self.groups
        return tuple((number,) for number in every) if self.strategy == "independent" else (every,)

    def strategy_of(self, group: Group) -> StrategyName:
        """How the places of one search are read together."""
        if self.strategy != "independent":
            return self.strategy
        return "midpoint" if len(group) > 1 else "single"


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A plan with what it was made of. `params` and `alternatives` are what the customer said about the wish
    (empty for intents that plan nothing but memory); `places` every place named and not negated, the heavier
    first when `weights` are given; `unwished` the negated ones and current homes. `used` is what the search
    searches: what was said, the context and what is assumed. `muted` are code points that speak to the
    machine and were not read, `unread` words that describe a wish and that nothing knows."""

    plan: Plan
    strategy: StrategyName
    params: Params = field(default_factory=dict[str, object])
    alternatives: tuple[Params, ...] = ()
    assumed: tuple[Assumed, ...] = ()
    places: tuple[PlaceUse, ...] = ()
    unwished: tuple[PlaceUse, ...] = ()
    weights: tuple[float, ...] = ()
    used: Context = field(default_factory=Context)
    wishes: tuple[str, ...] = ()
    muted: tuple[tuple[int, int], ...] = ()
    unread: tuple[UnreadWord, ...] = ()
    removed: tuple[Removal, ...] = ()
    repaired: tuple[Notice, ...] = ()
    degraded: tuple[Notice, ...] = ()
    conversion: "Conversion | None" = None


def planned_json(planned: Planned) -> dict[str, object]:
    """The output of `rulewright plan --json`."""
    return {
        "plan": planned.plan.to_dict(),
        "params": dict(planned.params),
        "alternatives": [dict(each) for each in planned.alternatives],
        "assumed": [each.to_dict() for each in planned.assumed],
        "places": [place.to_dict() for place in planned.places],
        "strategy": planned.strategy,
        "weights": list(planned.weights),
        "searches": _searches(planned),
        "unread": [word.to_dict() for word in planned.unread],
        "removed": [removal.to_dict() for removal in planned.removed],
        "repaired": [notice.to_dict() for notice in planned.repaired],
        "degraded": [notice.to_dict() for notice in planned.degraded],
    }


def _searches(planned: Planned) -> list[dict[str, object]]:
    """The places of each search around places, and how they are read together."""
    used = planned.used
    return [
        {
            "places": [used.places[number].name or used.places[number].text for number in group],
            "strategy": used.strategy_of(group),
        }
        for group in used.searches
    ]
