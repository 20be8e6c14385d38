"""Hangul below the syllable."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.places.jamo import (
    edits,
    fits_initials,
    from_keyboard,
    in_brackets,
    initials,
    letters,
    plain,
    without_brackets,
)

syllables = st.text(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3), max_size=8)


@pytest.mark.parametrize(
    ("written", "compared"),
    [
        ("강남 역", "강남역"),
        ("ＧＡＮＧＮＡＭ Station", "gangnamstation"),
        (unicodedata.normalize("NFD", "신도림역"), "신도림역"),
        ("e-편한세상", "e편한세상"),
        ("ㄱㄴ역", "ㄱㄴ역"),
        (" ·-", ""),
    ],
)
def test_spelling_differences_that_mean_nothing_are_folded_away(written: str, compared: str) -> None:
    assert plain(written) == compared


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("rkdska", "강남"),
        ("rkdskadur", "강남역"),
        ("tlsfla", "신림"),
        ("dhkdtlqfl", "왕십리"),
        ("Qkfrk", "빨가"),
    ],
)
def test_latin_keys_give_the_hangul_they_stand_for(typed: str, meant: str) -> None:
    assert from_keyboard(typed) == meant


@pytest.mark.parametrize("typed", ["gangnam", "rent", "강남", "rkdskar", "12"])
def test_what_is_no_whole_hangul_on_the_keyboard_gives_nothing(typed: str) -> None:
    assert from_keyboard(typed) == ""


def test_brackets_are_told_from_the_name() -> None:
    assert without_brackets("서울대입구역(관악구청)") == "서울대입구역"
    assert in_brackets("서울대입구역(관악구청)") == ("관악구청",)
    assert without_brackets("(임대)") == "(임대)"


def test_initials_fit_only_syllables_that_begin_so() -> None:
    assert initials("강남역") == "ㄱㄴㅇ"
    assert fits_initials("ㄱㄴ역", "강남역")
    assert not fits_initials("ㄱㄴ역", "강남구")
    assert not fits_initials("ㄱㄷ역", "강남역")


@given(syllables)
def test_taking_apart_is_what_unicode_takes_apart(text: str) -> None:
    assert letters(text) == unicodedata.normalize("NFD", text)


@given(syllables, syllables)
def test_edits_are_symmetric_and_zero_only_for_equals(one: str, other: str) -> None:
    assert edits(one, other, 30) == edits(other, one, 30)
    assert (edits(one, other, 30) == 0) == (one == other)


def test_edits_stop_counting_at_the_limit() -> None:
    assert edits(letters("강남"), letters("깅남"), 3) == 1
    assert edits("abcdef", "uvwxyz", 2) == 3
    assert edits("abc", "abcdefgh", 2) == 3


def test_capitals_alone_say_that_the_lock_was_on() -> None:
    assert from_keyboard("RKDSKA") == from_keyboard("rkdska") == "강남"
    assert from_keyboard("Rkdska") == "깡남"
