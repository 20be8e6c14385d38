"""Places on the sphere: the weighted centre of several, the servers' coordinate grid, and the box around
a circle."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from engine.errors import InputInvalid, Problem
from engine.search.request import SearchPlace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EARTH_RADIUS_M = 6_371_008.7714
"""Mean radius of the WGS84 ellipsoid, as the servers use it."""
_LATITUDE_STEP = 180 / 2**32
_LONGITUDE_STEP = 360 / 2**32
NEAR_M, NEAR_RAD = 1000.0, 1.5e-3
"""Up to this distance, and difference of longitudes, what servers lose in rounding can be seen in a score."""
_BOX_MARGIN = 1e-6
_OPPOSITE = 1e-9


_Radians = TypeVar("_Radians", float, "NDArray[np.float64]")


@dataclass(frozen=True, slots=True)
class Point:
    """Degrees, latitude in [-90, 90] and longitude in [-180, 180]."""

    lat: float
    lon: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """Degrees between which every point of a circle lies. `lon` ends are None when the circle holds a pole or
    reaches over the date line."""

    south: float
    north: float
    west: float | None
    east: float | None


def centre(places: Sequence[SearchPlace]) -> Point | None:
    """The geodesic weighted centre: the mean of the places' normal vectors, back on the sphere; None
    without places.

    A single place is its own centre, to the bit. Raises InputInvalid when the places cancel out.
    """
    if not places:
        return None
    if len(places) == 1:
        return Point(places[0].lat, places[0].lon)
    heaviest = max(place.weight for place in places)
    weights = [place.weight / heaviest for place in places]  # weights of any size: only their ratio counts
    x = y = z = 0.0
    for place, weight in zip(places, weights, strict=True):
        latitude, longitude = math.radians(place.lat), math.radians(place.lon)
        x += weight * math.cos(latitude) * math.cos(longitude)
        y += weight * math.cos(latitude) * math.sin(longitude)
        z += weight * math.sin(latitude)
    if math.hypot(x, y, z) <= _OPPOSITE * sum(weights):
        message = "the places lie opposite each other on the globe: no point is their centre"
        raise InputInvalid(Problem(code="DOC005", message=message, path="/places"))
    return Point(math.degrees(math.atan2(z, math.hypot(x, y))), math.degrees(math.atan2(y, x)))


def on_grid(point: Point) -> Point:
    """The point as a server's index holds it: both coordinates rounded down to steps of 2^-32 of their
    range."""
    lat = math.nextafter(90.0, 0.0) if point.lat == 90.0 else point.lat
    lon = math.nextafter(180.0, 0.0) if point.lon == 180.0 else point.lon
    return Point(
        math.floor(lat / _LATITUDE_STEP) * _LATITUDE_STEP,
        math.floor(lon / _LONGITUDE_STEP) * _LONGITUDE_STEP,
    )


def distance_m(origin: Point, point: Point) -> float:
    """Metres along the great circle; `point` is taken as given (put it on the grid first)."""
    latitude, other = math.radians(origin.lat), math.radians(point.lat)
    north, east = other - latitude, math.radians(point.lon) - math.radians(origin.lon)
    half_north, half_east = math.sin(north / 2), math.sin(east / 2)
    cosines = math.cos(latitude) * math.cos(other)
    metres = arc_m(half_north * half_north + cosines * half_east * half_east)
    east = math.remainder(east, math.tau)
    if metres < NEAR_M and abs(east) < NEAR_RAD:
        return arc_m((versine(north) + cosines * versine(east)) / 2)
    return metres


def arc_m(haversine: float) -> float:
    """The metres of an arc by the haversine of its angle."""
    return 2 * EARTH_RADIUS_M * math.asin(min(1.0, math.sqrt(haversine)))


def versine(angle: _Radians) -> _Radians:
    """1 - cos of a small angle as servers have it: their cosine is rounded before it is taken from 1, so that
    places within some centimetres are at no distance."""
    return 1.0 - (1.0 + angle * (angle * (-0.5 + angle * (angle * (1 / 24)))))


def box(origin: Point, radius_m: float) -> Box:
    """The smallest box of latitudes and longitudes around the circle, a hair wider."""
    angle = min(radius_m / EARTH_RADIUS_M, math.pi)
    reach = math.degrees(angle) + _BOX_MARGIN
    south, north = origin.lat - reach, origin.lat + reach
    if south <= -90 or north >= 90:
        return Box(south=max(south, -90.0), north=min(north, 90.0), west=None, east=None)
    sideways = math.degrees(math.asin(min(1.0, math.sin(angle) / math.cos(math.radians(origin.lat)))))
    west, east = origin.lon - sideways - _BOX_MARGIN, origin.lon + sideways + _BOX_MARGIN
    if west < -180 or east > 180:
        return Box(south=south, north=north, west=None, east=None)
    return Box(south=south, north=north, west=west, east=east)
