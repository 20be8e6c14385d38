"""The home nearest to some places, and whether an area has any, whatever was asked: to say where the data
begins."""

from collections.abc import Sequence

import numpy as np

from engine.search.candidates import everywhere, within
from engine.search.columns import Columns
from engine.search.geo import centre
from engine.search.request import SearchPlace, Terms


def nearest_home(columns: Columns, places: Sequence[SearchPlace]) -> tuple[str, float] | None:
    """Name and distance in metres of the home nearest to the places' centre; None when no home is located."""
    homes = everywhere(columns, centre(places))
    if homes.distance_m is None or np.isnan(homes.distance_m).all():
        return None
    nearest = int(np.nanargmin(homes.distance_m))
    home = int(homes.positions[nearest])
    name = columns.records[home].get(columns.catalog.name, columns.ids[home])
    return str(name), float(homes.distance_m[nearest])


def is_bare(columns: Columns, area: Terms) -> bool:
    """Whether no home of the data lies in the area."""
    return not within(columns, area, None, None, unknown=False).count
