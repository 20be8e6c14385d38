"""Named places as the plan and the answer use them."""

from collections.abc import Collection, Sequence

from engine.places.homonyms import of_same_name
from engine.places.index import Match, PlaceIndex
from engine.places.jamo import from_keyboard, has_initials, plain
from engine.places.mention import Mention
from engine.planner.named import Named
from engine.planner.planned import Notice, PlaceChoice, PlaceUse

REPAIRED = frozenset({"place_spelling", "place_landmark"})
"""The notices of a name that was read as that of a place; every other notice says that something is
missing."""


def place_uses(
    named: Sequence[Named], index: PlaceIndex | None, landmarks: Collection[str] = ()
) -> tuple[tuple[PlaceUse, ...], tuple[Notice, ...]]:
    """Each named place with its best choice and the others of that name, and what should be said about it:
    also where it is one of the `landmarks`, which only stand near the place."""
    uses = tuple(_use(place, index, landmarks) for place in named)
    notices = [notice for use in uses if use.part == "wished" and (notice := _notice(use))]
    return uses, tuple(notices)


def _use(named: Named, index: PlaceIndex | None, landmarks: Collection[str]) -> PlaceUse:
    mention = named.mention
    if not named.is_known:
        parts = tuple(map(_where, mention.candidates))
        near = parts or (index.near_spellings(mention.text) if index is not None else ())
        return PlaceUse(
            text=mention.text,
            start=mention.start,
            end=mention.end,
            alternatives=tuple(map(choice_of, mention.candidates)),
            near_spellings=near,
            part=named.part,
            again=named.starts[1:],
        )
    best = mention.candidates[0].place
    return PlaceUse(
        text=mention.text,
        start=mention.start,
        end=mention.end,
        name=best.name,
        kind=best.kind,
        id=best.id,
        lat=best.lat,
        lon=best.lon,
        alternatives=tuple(map(choice_of, _others(mention, index) if index else ())),
        misspelt=mention.how == "ngram" or _is_typed(mention),
        landmark=mention.candidates[0].matched in landmarks,
        full=best.name if mention.is_group else mention.full,
        part=named.part,
        again=named.starts[1:],
    )


def _others(mention: Mention, index: PlaceIndex) -> tuple[Match, ...]:
    """The other places that may be meant: those of the same name, or with the same initials."""
    if has_initials(plain(mention.text)):
        return mention.candidates[1:]
    return of_same_name(index, mention.candidates)


def _is_typed(mention: Mention) -> bool:
    """Whether the name was typed while the keyboard stood on Latin (rkdska)."""
    typed = from_keyboard(mention.text) if mention.text.isascii() else ""
    return bool(typed) and plain(mention.candidates[0].matched).startswith(typed)


def _where(match: Match) -> str:
    """The name with the district it is in, or a district with its city, as far as its address says it."""
    city, *wider = match.place.address.split()[:2] or [""]
    within = next((word for word in wider if word != match.place.name), city if wider else "")
    return f"{match.place.name} ({within})" if within else match.place.name


def choice_of(match: Match) -> PlaceChoice:
    """A match without how it was found."""
    place = match.place
    return PlaceChoice(
        name=place.name, kind=place.kind, id=place.id, lat=place.lat, lon=place.lon, region=place.region
    )


def _notice(use: PlaceUse) -> Notice | None:
    if use.unknown:
        like = f"; names like it: {', '.join(use.near_spellings)}" if use.near_spellings else ""
        return Notice(kind="unknown_place", detail=f"no one place is called {use.text}{like}")
    if use.misspelt:
        return Notice(kind="place_spelling", detail=f"{use.text} → {use.name}")
    if use.landmark:
        return Notice(kind="place_landmark", detail=f"{use.text} → {use.name}")
    return None
