"""Where a search around places found nothing: the home of the data that lies nearest to them."""

import math

from engine.answer.facts import NearestHome
from engine.config.catalog import Catalog
from engine.errors import Unavailable
from engine.runtime.request import Request
from engine.runtime.resources import searches_of
from engine.search.areas import area_of
from engine.search.request import SearchRequest, SearchResult
from engine.tools.registry import Resources


async def find_nearest(request: Request, catalog: Catalog) -> None:
    """Put the nearest home beside each search that found none; a server that does not answer leaves it out,
    and is said to."""
    resources = request.resources
    if resources is None:
        return
    for number, (asked, result) in searches_of(request).items():
        try:
            found = await _nearest(asked, result, resources, catalog)
        except Unavailable as error:
            request.degraded += [("nearest", f"{each.code} {each.message}") for each in error.problems]
            return
        if found is not None:
            request.nearest[number] = found


async def _nearest(
    asked: SearchRequest, result: SearchResult, resources: Resources, catalog: Catalog
) -> NearestHome | None:
    """The nearest home, looked up only where a search around places found none and, inside of an area, where
    there is none at all."""
    if result.hits or not asked.places:
        return None
    area = area_of(asked, asked.params, catalog)
    if area is not None and not await resources.homes.is_bare(area.terms):
        return None
    name, distance_m = await resources.homes.nearest(asked.places) or ("", math.inf)
    return NearestHome(name=name, distance_m=distance_m)
