"""The factors of a request's profile that count for it, as every backend looks at them."""

from collections.abc import Iterator

from engine.config.revision import Revision
from engine.score.profile import CompiledFactor, profile_of
from engine.score.wishes import Wish, wish_of
from engine.search.branches import Branch
from engine.search.request import SearchRequest


def wished(
    request: SearchRequest, branch: Branch, revision: Revision
) -> Iterator[tuple[CompiledFactor, Wish]]:
    """The profile's factors that are about something that was asked, in its order, with what they wish."""
    has_places = bool(request.places) and branch.has_distance
    for factor in profile_of(revision, request.profile or revision.pack.profile).factors:
        wish = wish_of(factor, branch.asked, revision.catalog, today=request.today, has_places=has_places)
        if wish is not None:
            yield factor, wish
