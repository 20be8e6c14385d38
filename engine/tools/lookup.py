"""The tool that finds a place: a name as spoken → where it is, and the other places of that name."""

from collections.abc import Callable, Mapping, Sequence

from engine.catalog.wants import radius_want
from engine.config.revision import Revision
from engine.config.tool import Tool
from engine.errors import InputInvalid, Problem
from engine.places.homonyms import is_outside, of_same_name
from engine.places.index import PlaceIndex
from engine.places.match import Match
from engine.places.meant import TYPO_EDITS
from engine.places.place import Place
from engine.search.areas import INSIDE, terms_json, terms_of
from engine.search.columns import Columns
from engine.search.homes import Embedded, Homes
from engine.tools.registry import NotFound, Resources, ToolFunction, Work, at_once, kind, tool_of

_NEAR_SPELLINGS = 3


@kind("lookup")
def lookup_factory(resources: Resources, tool: Tool) -> ToolFunction:
    """The look-up over the request's places."""
    homes = resources.homes_for(tool)
    return tool_of(homes, _lookup(homes, resources.index, resources.revision, tool))


def lookup_tool(
    index: PlaceIndex | None, revision: Revision, tool: Tool, columns: Columns | None = None
) -> Callable[[Mapping[str, object]], dict[str, object]]:
    """The look-up over an index in memory, with the documents of `columns` (none unless given)."""
    held = columns if columns is not None else Columns.build((), revision)
    return at_once(_lookup(Embedded(held, revision, index), index, revision, tool))


def _lookup(homes: Homes, index: PlaceIndex | None, revision: Revision, tool: Tool) -> Work:
    """A function from `{location, near?}` to `{name, kind, id, lat, lon, inside, alternatives}`, degrees in
    WGS 84.

    `near` is a region or another place and decides between places of one name; `alternatives` are the others
    of that name. `inside` says by which values the documents of `homes` tell that they lie in the place, None
    for what is no area. A tool `over: complex` finds complexes only. Raises NotFound (PLACE010) for a name
    that no one place has (names like it in the hint) and for an area that is not in the region said,
    InputInvalid (PLACE011) when the pack has no places.
    """
    kinds = None if tool.over in (None, "places") else tool.over
    _, want = radius_want(revision.catalog)
    areas: Mapping[str, Sequence[str]] = {**want.inside} if want is not None else {}

    async def lookup(params: Mapping[str, object]) -> dict[str, object]:
        if index is None:
            raise InputInvalid(_without_places(revision))
        name = str(params.get("location") or "")
        near = params.get("near")
        around = near if isinstance(near, str) and near else None
        found = await homes.lookup(name, near=around, edits=TYPO_EDITS)
        matches = [match for match in found if kinds is None or match.place.kind == kinds]
        if not matches:
            raise NotFound(_unknown(name, index))
        best = matches[0]
        is_told = bool(near) and best.how != "partial"
        if best.place.kind == "complex" and not is_told and index.is_shared(name):
            raise NotFound(_shared(matches))
        if best.place.kind in areas and is_outside(best.place, (near, *name.split()), index):
            raise NotFound(_unknown(name, index))
        others = of_same_name(index, matches)
        fields = areas.get(best.place.kind, ())
        return {
            **_fields(best),
            INSIDE: await _inside(best.place, fields, homes, revision) if fields else None,
            "alternatives": [{**_fields(match), "region": match.place.region} for match in others],
        }

    return lookup


def _fields(match: Match) -> dict[str, object]:
    place = match.place
    return {"name": place.name, "kind": place.kind, "id": place.id, "lat": place.lat, "lon": place.lon}


async def _inside(
    place: Place, fields: Sequence[str], homes: Homes, revision: Revision
) -> dict[str, object] | None:
    """How documents say that they lie in the place; None where its address is not its own (a neighbourhood
    that several complexes are named after)."""
    if place.address.split()[-1:] != place.name.split()[-1:]:
        return None
    told = await homes.told(fields)
    return terms_json(terms_of(place.address, fields, told, revision.vocabulary.places.regions))


def _unknown(name: str, index: PlaceIndex) -> Problem:
    return Problem(
        code="PLACE010",
        message="no place has that name",
        path="/location",
        hint=", ".join(index.near_spellings(name, limit=_NEAR_SPELLINGS)),
    )


def _shared(matches: Sequence[Match]) -> Problem:
    return Problem(
        code="PLACE010",
        message="several places have that name, and nothing says which is meant",
        path="/location",
        hint=", ".join(f"{match.place.name} ({match.place.address})" for match in matches[:_NEAR_SPELLINGS]),
    )


def _without_places(revision: Revision) -> Problem:
    return Problem(
        code="PLACE011",
        message=f"the pack {revision.pack.name} has no file of places",
        path="/location",
        hint="name one in rules/pack.yaml, such as places: examples/seoul/places.csv.gz",
    )
