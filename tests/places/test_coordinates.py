"""Coordinates in a sentence are seen as a name that no place has."""

import pytest

from engine.places.coordinates import coordinates


@pytest.mark.parametrize(
    ("sentence", "seen"),
    [
        ("37.4979, 127.0276 근처", ["37.4979, 127.0276"]),
        ("near 37.4979,127.0276", ["37.4979,127.0276"]),
        ("-33.8688, 151.2093 아파트", ["-33.8688, 151.2093"]),
        ("37.4979, 127.0276 말고 37.5, 127.1", ["37.4979, 127.0276"]),
        ("91.4979, 127.0276", []),
        ("37.4979, 181.0276", []),
        ("9.5, 12.5억", []),
        ("84.9871, 59.1234㎡", []),
        ("137.4979, 27.0276", []),
        ("1.2.3456, 7.8901", []),
    ],
)
def test_a_pair_of_degrees_is_seen_and_an_amount_is_not(sentence: str, seen: list[str]) -> None:
    found = [*coordinates(sentence)]
    assert [mention.text for mention in found] == seen
    assert all(sentence[each.start : each.end] == each.text and not each.candidates for each in found)
