"""What a sentence hides, and numbers and addresses that are written so that nothing reads them."""

import pytest

from engine.answer.markdown import has_address, has_foreign_number, has_hidden


@pytest.mark.parametrize(
    "text",
    [
        "가\u200b나", "\u202e가나", "\u2066가", "가\xad나", "\ufeff가", "\x1b[31m", "가\x00", "\U000e0041",
        "가\u3164", "\u115f가", "가\u2800나", "\uffa0", "가\u200d나", "a\u200cb", "9\ufe0f\u20e3억",
        "9\u0336억",
    ],
    ids=ascii,
)  # fmt: skip
def test_what_shows_nothing_or_changes_how_a_digit_reads_is_hidden(text: str) -> None:
    assert has_hidden(text)


@pytest.mark.parametrize(
    "text", ["좋은 집 👨‍👩‍👧", "❤️ 강남역", "가\n나\t다", "84㎡, 1.2 km", "cafe\u0301"], ids=ascii
)
def test_pictures_and_letters_with_marks_are_not(text: str) -> None:
    assert not has_hidden(text)


@pytest.mark.parametrize("text", ["٩٩억", "९억", "๙억", "九十九億", "Ⅸ억", "ⅸ억", "〇"])
def test_a_number_of_another_script_is_told(text: str) -> None:
    assert has_foreign_number(text)


@pytest.mark.parametrize("text", ["９９억", "84㎡", "10 m²", "½", "①", "구십구억", "가나다"])
def test_a_number_that_the_figures_read_is_left_to_them(text: str) -> None:
    assert not has_foreign_number(text)


@pytest.mark.parametrize("text", ["evil。example 에서", "evil｡example", "1.2.3.4 에", "evil．com"])
def test_an_address_may_have_other_full_stops_and_be_made_of_numbers(text: str) -> None:
    assert has_address(text)


@pytest.mark.parametrize("text", ["2026.11.30 기준", "1.2 km", "넓습니다。 좋습니다。", "3.5억, 4.5억"])
def test_dates_and_figures_are_no_addresses(text: str) -> None:
    assert not has_address(text)
