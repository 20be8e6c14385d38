"""Names that are written nearly like another."""

from engine.places.fuzzy import NearNames

NAMES = NearNames(["강남역", "강남구청역", "신도림역", "신촌역"])


def test_one_wrong_jamo_still_finds_the_name_and_says_how_many_differ() -> None:
    best = NAMES.nearest("신도립역", 0.7)[0]
    assert (best.number, best.edits) == (2, 1)
    assert best.similarity == 1 - 1 / 11


def test_an_equal_name_is_alike_by_one() -> None:
    assert NAMES.nearest("강남역", 0.7)[0].similarity == 1


def test_a_name_below_the_floor_is_not_returned() -> None:
    assert NAMES.nearest("호그와트역", 0.7) == ()
    assert NAMES.nearest("xyz", 0.1) == ()
