"""Sentences folded with the way back."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from engine.places.folded import fold
from engine.places.jamo import plain


def test_spaces_are_soft_gaps_and_commas_hard_ones() -> None:
    folded = fold("강남 역, 판교")
    assert folded.text == "강남역판교"
    assert folded.gaps == [2, 0, 1, 2, 0, 2]


def test_a_slice_is_what_was_written() -> None:
    written = unicodedata.normalize("NFD", "집은 강남 역")
    folded = fold(written)
    at = folded.text.index("강남역")
    assert unicodedata.normalize("NFC", folded.slice(at, at + 3)) == "강남 역"


def test_letters_that_become_several_point_to_the_same_place() -> None:
    folded = fold("ﬁ강남 ½")
    assert folded.text == "fi강남12"
    assert [folded.slice(at, at + 1) for at in range(6)] == ["ﬁ", "ﬁ", "강", "남", "½", "½"]


@given(st.text(max_size=60))
def test_any_text_folds_to_its_plain_letters_with_ordered_offsets(written: str) -> None:
    folded = fold(written)
    assert len(folded.text) == len(folded.at) == len(folded.ends) == len(folded.gaps) - 1
    assert folded.at == sorted(folded.at)
    assert all(start < end <= len(written) for start, end in zip(folded.at, folded.ends, strict=True))
    assert set(folded.text) <= set(plain(written)) | set(folded.text.casefold())
