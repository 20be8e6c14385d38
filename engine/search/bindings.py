"""What a request says, by the names that conditions in CEL use."""

from collections.abc import Mapping

from engine.catalog.bounds import written_bound
from engine.catalog.wants import Asked, radius_want
from engine.config.catalog import Catalog
from engine.filters.predicate import Bindings, Value
from engine.search.request import SearchRequest


def bindings_of(
    params: Mapping[str, object], asked: Asked, request: SearchRequest, catalog: Catalog
) -> Bindings:
    """What `want` and `request` say in a condition: the customer's own ends, before any reach or relaxing.

    `want.DEAL` lists the deal types that are looked for, the catalog's default included;
    `request.radiusKm` is the radius that is looked in, None without a place.
    """
    found: dict[str, Value] = {}
    radius, _ = radius_want(catalog)
    for name, want in catalog.wants.items():
        if want.choice is not None:
            found[f"want.{name}"] = asked.deals
            continue
        bound = written_bound(params, want, request.today)
        low, high = (bound.low, bound.high) if bound is not None else (None, None)
        if name == radius and request.radius_km is not None:
            high = request.radius_km
        found |= {f"want.{name}.min": low, f"want.{name}.max": high}
    return found | {
        "request.radiusKm": None if asked.radius_m is None else asked.radius_m / 1000,
        "request.hasPlaces": bool(request.places),
        "request.year": float(request.today.year),
    }
