import pytest

from engine.prompt.tokens import estimate_tokens


@pytest.mark.parametrize(
    ("text", "counted"),  # by a tokenizer of 200,000 words
    [
        ("강남역 근처 30평대 15억 이하 신축 아파트 추천해줘", 20),
        ("Reply with one compact JSON object on a single line and nothing else.", 14),
        ('{"intent":"PROPERTY_SEARCH","steps":[{"id":"1","name":"poi_search"}]}', 20),
    ],
)
def test_the_estimate_is_near_what_a_tokenizer_counts(text: str, counted: int) -> None:
    assert counted * 0.7 <= estimate_tokens(text) <= counted * 1.5


def test_nothing_has_no_tokens() -> None:
    assert estimate_tokens("") == 0
