import pytest

from engine.answer.language import language_of


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("강남역 근처 30평대 15억 이하 신축 아파트 추천해줘", "ko"),
        ("DSR 40% 면 대출 얼마까지 나와요?", "ko"),
        ("ㄱㄴ역 20평대", "ko"),
        ("Looking for a 30평대 apt near 판교역, budget under 15억, built after 2015", "en"),
        ("jeonse under 400 million won near Mapo station", "en"),
    ],
)
def test_the_language_is_that_of_most_letters(question: str, language: str) -> None:
    assert language_of(question) == language


def test_a_question_without_letters_takes_the_packs_language() -> None:
    assert language_of("30 15 ?", "en") == "en"
    assert language_of("", "ko") == "ko"
