"""The centre of places, the coordinate grid, distances and boxes."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputInvalid
from engine.search.geo import Point, box, centre, distance_m, on_grid
from engine.search.request import SearchPlace

GANGNAM = Point(37.4979, 127.0276)
points = st.builds(Point, st.floats(-90, 90), st.floats(-180, 180))


def place(lat: float, lon: float, weight: float = 1.0) -> SearchPlace:
    return SearchPlace(name="p", lat=lat, lon=lon, weight=weight)


@pytest.mark.parametrize(
    ("lat", "lon", "metres"),
    [(37.5007, 127.0365, 844.617676), (37.5133, 127.1001, 6620.534976), (35.1796, 129.0756, 316369.39595)],
)
def test_distances_are_the_servers(lat: float, lon: float, metres: float) -> None:
    assert distance_m(GANGNAM, Point(lat, lon)) == pytest.approx(metres, abs=0.02)


@given(points)
def test_the_grid_moves_a_point_down_by_less_than_a_step_and_moves_it_once(point: Point) -> None:
    snapped = on_grid(point)
    assert 0 <= point.lat - snapped.lat < 180 / 2**32 + 1e-12
    assert 0 <= point.lon - snapped.lon < 360 / 2**32 + 1e-12
    assert on_grid(snapped) == snapped


def test_one_place_is_its_own_centre_to_the_bit_and_none_has_none() -> None:
    assert centre([place(37.497958, 127.027539)]) == Point(37.497958, 127.027539)
    assert centre([]) is None


def test_the_centre_of_two_places_lies_on_the_great_circle_between_them() -> None:
    middle = centre([place(0, 0), place(0, 90)])
    assert (middle.lat, middle.lon) == pytest.approx((0, 45))
    north = centre([place(60, 0), place(60, 90)])
    assert north.lat == pytest.approx(67.7923457)


def test_weights_pull_the_centre_towards_their_place() -> None:
    one, other = place(37.5, 127.0, 2.0), place(37.5, 127.3, 1.0)
    middle = centre([one, other])
    assert middle.lon == pytest.approx(127.1, abs=1e-4)


def test_the_centre_over_the_date_line_is_not_on_the_other_side_of_the_world() -> None:
    assert abs(centre([place(0, 179), place(0, -179)]).lon) == pytest.approx(180)


@pytest.mark.parametrize("size", [1e308, 1e-308])
def test_only_the_ratio_of_the_weights_counts_however_big_they_are(size: float) -> None:
    middle = centre([place(37.5, 127.0, size), place(37.5, 127.3, size / 2)])
    assert middle == centre([place(37.5, 127.0, 2.0), place(37.5, 127.3, 1.0)])


def test_places_opposite_each_other_have_no_centre() -> None:
    with pytest.raises(InputInvalid, match="DOC005"):
        centre([place(0, 0), place(0, 180)])


@given(points, points, st.floats(1, 20_000_000))
def test_whatever_is_inside_the_circle_is_inside_its_box(origin: Point, point: Point, radius: float) -> None:
    if distance_m(origin, point) > radius:
        return
    area = box(origin, radius)
    assert area.south <= point.lat <= area.north
    if area.west is not None:
        assert area.west <= point.lon <= area.east


def test_a_box_near_a_pole_or_the_date_line_has_no_sides() -> None:
    for origin in (Point(89.99, 0), Point(0, 179.99), Point(-89.99, 10), Point(0, -179.99)):
        assert box(origin, 5000).west is None
    assert math.isclose(box(GANGNAM, 3000).north - GANGNAM.lat, 3000 / 111_195.08, rel_tol=1e-3)
