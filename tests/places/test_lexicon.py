"""The roles of names in a sentence."""

import pytest

from engine.places.lexicon import Lexicon


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("강남역", "anywhere"),
        ("역삼동", "area"),
        ("강남", "word"),
        ("목동", "word"),
        ("서면", "far"),
        ("가능", "ordinary"),
        ("가능역", "anywhere"),
        ("이대로", "never"),
        ("파크리오", "home"),
        ("은마", "home"),
        ("반포자이", "home"),
        ("래미안", "home"),
        ("상계주공", "home"),
        ("gangnam", "roman"),
        ("부산", "region"),
        ("2호선", "line"),
    ],
)
def test_each_name_has_the_role_its_kind_and_length_give(lexicon: Lexicon, name: str, role: str) -> None:
    assert lexicon.roles[name] == role


def test_names_that_many_complexes_share_need_more_than_themselves(lexicon: Lexicon) -> None:
    for brand in ("현대", "삼호", "자이"):
        assert lexicon.roles.get(brand) in (None, "stem", "home_in_full")


def test_remarks_and_second_names_of_two_letters_are_not_looked_for(lexicon: Lexicon) -> None:
    assert lexicon.roles.get("지하") is None
    assert lexicon.roles.get("임대") is None


def test_longer_names_are_tried_first(lexicon: Lexicon) -> None:
    for lengths in lexicon.heads.values():
        assert list(lengths) == sorted(lengths, reverse=True)
