"""What a look-up of places is asked and what it finds, wherever the places are held."""

from dataclasses import dataclass
from typing import Literal

from engine.places.distance import Point, distance_m
from engine.places.jamo import plain
from engine.places.place import KINDS, Kind, Place

How = Literal["exact", "partial", "address", "ngram"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Boosts:
    """What each way of finding a name counts; the score is the boost times a quality in (0, 1]."""

    exact: float
    partial: float
    address: float
    ngram: float

    def score(self, how: How, quality: float) -> float:
        """The boost of the way it was found times how well it fits, to six places so that equals tie."""
        if how == "exact":
            boost = self.exact
        elif how == "partial":
            boost = self.partial
        else:
            boost = self.address if how == "address" else self.ngram
        return round(boost * quality, 6)


@dataclass(frozen=True, slots=True)
class Match:
    """A place that may be meant; `matched` is the name, alias, address or line that was found.

    With `how` "ngram" the written name is misspelt or only initials: say so, never take it silently.
    """

    place: Place
    score: float
    how: How
    matched: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hints:
    """What else was said: a point nearby, a region (as written in `regions`), a line."""

    near: Point | None = None
    region: str = ""
    line: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """A key under which an exact name is looked up: the kind of place it must be (None for any); a name's
    quality counts `share` of itself and `more`, together at most 1."""

    key: str
    kind: Kind | None = None
    more: float = 0.0
    share: float = 1.0

    def quality(self, own: float) -> float:
        """How well a name of that quality fits."""
        return min(1.0, own * self.share + self.more)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A written name, read: `key` is all of it as compared and `tokens` its words, without what only helps to
    choose (`hints`); `exact` are the keys that a place's own name may have."""

    key: str
    tokens: tuple[str, ...]
    exact: tuple[Reading, ...]
    hints: Hints


def in_region(place: Place, region: str) -> bool:
    """Whether the place's region or address begins with that word."""
    return place.region.startswith(region) or place.address.startswith(region)


def order(place: Place, rank: int, hints: Hints) -> tuple[object, ...]:
    """What decides between equal scores, the strongest first; `rank` is that of the place's region."""
    return (
        not (hints.region and in_region(place, hints.region)),
        not (hints.line and plain(hints.line) in map(plain, place.lines)),
        KINDS.index(place.kind),
        round(distance_m(hints.near, (place.lat, place.lon)), -2) if hints.near else 0.0,
        rank,
        -len(place.lines),
        len(place.name),
        place.name,
        place.id,
    )
