"""What misspelt words mean: by sound anywhere, by one stroke only where little else can be meant."""

import pytest

from engine.convert.sounds import Sounds, sound
from engine.convert.word import Word

LEASE = Word(text="전세", labels={0})
DEPOSIT = Word(text="보증금", labels={0})
BELOW = Word(text="미만", after={0: "below"})
BAND = Word(text="대", after={0: "band"})
SALE_PRICE = Word(text="매매가격", labels={0})
SOUNDS = Sounds([LEASE, DEPOSIT, BELOW, BAND, SALE_PRICE, Word(text="jeonse", labels={0})])


@pytest.mark.parametrize("written", ["전쎄", "쩐세", "젼새", "전셰"])
def test_tense_and_palatal_letters_sound_alike(written: str) -> None:
    assert sound(written) == sound("전세")
    assert SOUNDS.meant(written, behind=False, before=False) == "전세"


@pytest.mark.parametrize("written", ["정치", "전시", "사과", "한강"])
def test_a_word_that_sounds_different_is_left_alone(written: str) -> None:
    assert SOUNDS.meant(written, behind=True, before=True) is None


def test_what_is_written_right_is_no_typo() -> None:
    assert SOUNDS.meant("전세", behind=False, before=False) is None


def test_a_long_word_is_itself_with_any_one_stroke_wrong() -> None:
    assert SOUNDS.meant("매매가겻", behind=False, before=False) == "매매가격"
    assert SOUNDS.meant("배매가겻", behind=False, before=False) is None


def test_a_word_of_three_syllables_needs_an_amount_beside_it() -> None:
    assert SOUNDS.meant("보징금", behind=False, before=False) is None
    assert SOUNDS.meant("보징금", behind=False, before=True) == "보증금"
    assert SOUNDS.meant("보징금", behind=True, before=False) is None


def test_a_word_of_two_syllables_may_differ_in_a_closing_consonant_only() -> None:
    assert SOUNDS.meant("전센", behind=False, before=True) == "전세"
    assert SOUNDS.meant("진세", behind=False, before=True) is None
    assert SOUNDS.meant("미맘", behind=True, before=False) == "미만"


def test_one_syllable_counts_only_right_behind_an_amount() -> None:
    assert SOUNDS.meant("데", behind=True, before=False) == "대"
    assert SOUNDS.meant("데", behind=False, before=True) is None


def test_a_sound_that_two_words_share_means_neither() -> None:
    two = Sounds([LEASE, Word(text="전새", labels={1})])
    assert two.meant("쩐쎄", behind=False, before=False) is None
