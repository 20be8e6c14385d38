"""How far two points lie apart."""

import math

Point = tuple[float, float]  # latitude, longitude in degrees


def distance_m(one: Point, other: Point) -> float:
    """Metres between two points, by the flat map: within 1 % inside one country."""
    middle = math.radians((one[0] + other[0]) / 2)
    return 111_195 * math.hypot(one[0] - other[0], (one[1] - other[1]) * math.cos(middle))
