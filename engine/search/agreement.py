"""Where an index and the rules disagree: it was built from others of either, or holds nothing."""

from engine.config.catalog import Catalog
from engine.errors import Problem
from engine.score.query import ALL, Json
from engine.search.marks import is_of_another
from engine.search.reserved import DOCUMENT, ID
from engine.search.transport import Transport, hits_of


async def built_otherwise(index: str | None, catalog: Catalog, server: Transport) -> Problem | None:
    """What is said where the index was built from another catalog: a field that it does not have drops every
    home. Where no home was found to name the `index`, one of any kind is looked at: it may hold none at all,
    too. Raises Unavailable as `server` does."""
    if index is None:
        body: Json = {"query": ALL, "sort": [{ID: "asc"}], "size": 1, "_source": [DOCUMENT]}
        any_home = hits_of(await server.search(body), scored=False)
        if not any_home:
            return disagrees("the index holds no home at all")
        index = str(any_home[0]["_index"])
    if not is_of_another(index, catalog):
        return None
    return disagrees(f"the index {index} was built from another catalog: what it does not hold drops homes")


def disagrees(message: str) -> Problem:
    """A warning (SEARCH020) that a new index mends."""
    return Problem(code="SEARCH020", message=message, hint="rulewright index build", severity="warning")
