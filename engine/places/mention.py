"""What a sentence says about places: the names in it and what helps to choose among places of one name."""

from dataclasses import dataclass
from typing import Literal

from engine.places.distance import distance_m
from engine.places.index import How, Match
from engine.places.place import Place

_OPENING = ("", "(", "[", "/")
_INTERCHANGE_M = 500.0  # stations no farther apart, one in brackets behind the other, are one
_DONG_REACH_M = 2000.0  # nothing in a dong lies farther from its centre in the cities
_STATION_REACH_M = 2500.0  # a station at the edge of a dong is told by it too: 목동 신정역


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in a sentence: `sentence[start:end]` is where; `text` is the name as spoken.

    They differ only where the name was left out ("래미안 2차 말고 1차" names "래미안 1차").
    `candidates` are the places it may mean, the best first; of several with equal `how` the first is a
    choice that should be said. None: it looks like a name, and nothing is called so. `is_shared` says
    that they are several complexes and nothing tells which is meant; `is_guess` that only the words around it
    make it a name. `full` is the whole name of the best where an area said before chose it (대치동
    현대아파트). One word for several places is a mention of each with `is_group`.
    """

    text: str
    start: int
    end: int
    candidates: tuple[Match, ...]
    is_shared: bool = False
    is_guess: bool = False
    full: str = ""
    is_group: bool = False

    @property
    def how(self) -> How | None:
        return self.candidates[0].how if self.candidates else None


@dataclass(frozen=True, slots=True)
class Hint:
    """A region or a line in a sentence: no place, but it helps to choose among places of one name."""

    kind: Literal["region", "line"]
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Mentions:
    """What a sentence says about places, each tuple from left to right."""

    mentions: tuple[Mention, ...] = ()
    hints: tuple[Hint, ...] = ()
    unknown: tuple[Mention, ...] = ()


def join(mentions: list[Mention], hints: list[Hint], sentence: str) -> tuple[list[Mention], list[Hint]]:
    """Two names in a row for one place are one: an area before what lies in it becomes a hint."""
    kept: list[Mention] = []
    areas: list[Hint] = []
    for mention in mentions:
        kept, area = _without_group(kept, mention, sentence)
        areas += area
        last = kept[-1] if kept else None
        if last and last.candidates and mention.candidates:
            between = sentence[last.end : mention.start].strip()
            one, other = last.candidates[0].place, mention.candidates[0].place
            if between in _OPENING and (one == other or (between and _are_together(one, other))):
                continue  # 서울대입구역(관악구청), 총신대입구(이수)역
            is_told = len(mention.candidates) == 1 or mention.how != "partial"
            if not between and is_told and lies_in(mention.candidates[0].place, last.candidates):
                areas.append(Hint("region", last.text, last.start, last.end))
                kept.pop()  # 대치동 은마아파트
        kept.append(mention)
    return kept, sorted([*hints, *areas], key=lambda hint: hint.start)


def _without_group(kept: list[Mention], mention: Mention, sentence: str) -> tuple[list[Mention], list[Hint]]:
    """A word for several places right before one of them, or before what lies in one, is a hint (고양시
    일산서구)."""
    last = kept[-1] if kept else None
    if last is None or mention.is_group or not last.is_group or sentence[last.end : mention.start].strip():
        return kept, []
    group = [each for each in kept if each.start == last.start]
    places = [match.place for match in mention.candidates[:1]]
    if not any(
        place == each.candidates[0].place or lies_in(place, each.candidates[:1])
        for place in places
        for each in group
        if each.candidates
    ):
        return kept, []
    others = [each for each in kept if each.start != last.start]
    return others, [Hint("region", last.text, last.start, last.end)]


def _are_together(one: Place, other: Place) -> bool:
    """Whether both are stations of one interchange."""
    is_near = distance_m((one.lat, one.lon), (other.lat, other.lon)) <= _INTERCHANGE_M
    return one.kind == other.kind == "station" and is_near


def lies_in(place: Place, areas: tuple[Match, ...]) -> bool:
    """Whether the place lies in one of these districts (by its address), or in or at one of these dongs (by
    distance).

    A name that first of all means a station is an area only before a dong, a district or a complex (강남
    역삼동, 성남 분당).
    """
    if areas[0].place.kind == "station" and place.kind == "station":
        return False
    for area in (match.place for match in areas):
        if area.kind == "district" and place.address.startswith(f"{area.address} "):
            return True
        if area.kind == "district" and place.kind != "district" and area.name in place.address:
            return True
        if area.kind == "dong" and place.kind in ("complex", "station"):
            reach = _STATION_REACH_M if place.kind == "station" else _DONG_REACH_M
            return distance_m((area.lat, area.lon), (place.lat, place.lon)) <= reach
    return False
