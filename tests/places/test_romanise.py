"""Hangul in Latin letters."""

import pytest

from engine.places.romanise import romanise


@pytest.mark.parametrize(
    ("hangul", "latin"),
    [
        ("강남", "gangnam"),
        ("왕십리", "wangsimni"),
        ("신림", "sillim"),
        ("선릉", "seolleung"),
        ("종로", "jongno"),
        ("독립문", "dongnimmun"),
        ("잠실새내", "jamsilsaenae"),
        ("압구정", "apgujeong"),
        ("여의도", "yeouido"),
        ("한남", "hannam"),
        ("목이", "mogi"),
        ("", ""),
    ],
)
def test_sounds_change_where_syllables_meet(hangul: str, latin: str) -> None:
    assert romanise(hangul) == latin


@pytest.mark.parametrize("other", ["종로3가", "DMC", "ㄱㄴ"])
def test_what_is_no_hangul_has_no_sound(other: str) -> None:
    assert romanise(other) == ""
