"""Places that are areas: meant as such or as the middle of a circle, and in which region."""

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

from engine.catalog.wants import radius_want
from engine.config.catalog import Catalog
from engine.convert.result import CueSpan
from engine.places.homonyms import is_outside
from engine.places.index import PlaceIndex
from engine.places.mention import Hint, Mention, Mentions
from engine.places.regions import has_homes
from engine.planner.named import Named, PlaceCues, follows, precedes, read_named
from engine.planner.planned import PlaceUse
from engine.planner.sentence import Sentence


@dataclass(frozen=True, slots=True)
class AreaKinds:
    """The kinds of place that are areas, and those of them that a near word turns into a circle."""

    inside: frozenset[str] = frozenset()
    around: frozenset[str] = frozenset()


def read_areas(catalog: Catalog) -> AreaKinds:
    """The kinds that the want which sets the radius lists."""
    _, want = radius_want(catalog)
    return AreaKinds(frozenset(want.inside), frozenset(want.around)) if want is not None else AreaKinds()


def in_their_region(found: Mentions, text: str, index: PlaceIndex, kinds: AreaKinds) -> Mentions:
    """The names, but an area behind a region that has none of that name is unknown, with the region as a part
    of its name: nothing tells that the one elsewhere is meant."""
    kept: list[Mention] = []
    lost: list[Mention] = []
    ends = {hint.end: hint for hint in found.hints if hint.kind == "region"}
    for mention in found.mentions:
        hint = ends.get(len(text[: mention.start].rstrip()))
        is_area = bool(mention.candidates) and mention.candidates[0].place.kind in kinds.inside
        if hint is None or not is_area or not _is_outside(mention, hint.text, index):
            kept.append(mention)
            continue
        whole = text[hint.start : mention.end]
        lost.append(replace(mention, text=whole, start=hint.start, is_shared=True))
    return replace(found, mentions=tuple(kept), unknown=(*found.unknown, *lost)) if lost else found


def regions_without_homes(
    hints: Sequence[Hint], sentence: Sentence, cues: PlaceCues, said_of: Sequence[CueSpan], index: PlaceIndex
) -> tuple[str, ...]:
    """The regions named as a wish in which no home lies, as they were written, each once."""
    named = tuple(Mention(hint.text, hint.start, hint.end, ()) for hint in hints if hint.kind == "region")
    wished, _ = read_named(sentence, Mentions(unknown=named), cues, said_of, is_between=False)
    return tuple(place.mention.text for place in wished if not has_homes(place.mention.text, index))


def are_areas(wished: Sequence[Named], kinds: AreaKinds, landmarks: Container[str]) -> bool:
    """Whether every place is an area itself, and not one that a landmark lies in."""
    return all(
        place.kind in kinds.inside and place.mention.candidates[0].matched not in landmarks
        for place in wished
    )


def with_areas(
    uses: Sequence[PlaceUse], named: Sequence[Named], sentence: Sentence, cues: PlaceCues, kinds: AreaKinds
) -> tuple[PlaceUse, ...]:
    """The uses, those marked that are areas; `named` are the places that they are made from."""
    return tuple(
        replace(use, inside=_is_inside(use, place, sentence, cues, kinds))
        for use, place in zip(uses, named, strict=True)
    )


def _is_inside(use: PlaceUse, named: Named, sentence: Sentence, cues: PlaceCues, kinds: AreaKinds) -> bool:
    if use.unknown or use.landmark or use.kind not in kinds.inside:
        return False
    before = tuple(word for word in cues.near if word.isascii())
    is_near = any(
        follows(sentence, cues.near, occurrence.end, cues)
        or precedes(sentence, before, occurrence.start, cues)
        for occurrence in named.occurrences
    )
    return not (is_near and use.kind in kinds.around)


def _is_outside(mention: Mention, region: str, index: PlaceIndex) -> bool:
    return all(is_outside(match.place, (region,), index) for match in mention.candidates)
