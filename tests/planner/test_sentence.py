"""Words in a sentence: spaces do not count, punctuation and longer Latin words do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.planner.sentence import Sentence, compile_phrases, compile_words

PARTICLES = compile_words(["이", "을", "에서"])


def found(text: str, *words: str) -> list[str]:
    sentence = Sentence(text, PARTICLES)
    folded = sentence.folded
    hits = sentence.hits(compile_phrases(words))
    return [text[folded.at[hit.start] : folded.ends[hit.end - 1]] for hit in hits]


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("다 지워 주세요", "다 지우", []),
        ("다지워 주세요", "다 지워", ["다지워"]),
        ("둘 다 가까운", "둘 다", ["둘 다"]),
        ("둘다 가까운", "둘 다", ["둘다"]),
        ("제가 사는 곳", "가사", []),
        ("아파트. 집", "아파트 집", []),
        ("ＡＰＴ 추천", "apt", ["ＡＰＴ"]),
        ("capture", "apt", []),
        ("or 판교", "or", ["or"]),
        ("for 판교", "or", []),
        ("강남역or판교역", "or", ["or"]),
        ("집을 찾아", "집", ["집"]),
        ("집중해서 찾아", "집", []),
        ("모집 공고", "집", []),
        ("우리 집에서", "집", ["집"]),
    ],
)
def test_words_are_found_where_they_are_words(text: str, word: str, expected: list[str]) -> None:
    assert found(text, word) == expected


def test_words_inside_a_name_do_not_count() -> None:
    sentence = Sentence("구로디지털단지역 단지", PARTICLES)
    sentence.block(*sentence.letters(0, 8))
    assert [(hit.start, hit.end) for hit in sentence.hits(compile_phrases(["단지"]))] == [(8, 10)]


def test_a_name_stops_what_may_follow_another() -> None:
    sentence = Sentence("강남역 이수역", PARTICLES)
    sentence.block(*sentence.letters(4, 7))
    assert sentence.skip(PARTICLES, 3) == 3


def test_sentences_end_at_full_stops_and_not_inside_numbers() -> None:
    sentence = Sentence("9.5억 아파트. 카페", PARTICLES)
    assert sentence.same_sentence(0, 5)
    assert not sentence.same_sentence(0, 6)


@given(st.text(max_size=60), st.lists(st.text(min_size=1, max_size=4), max_size=5))
def test_hits_lie_inside_the_text_and_spell_their_word(text: str, words: list[str]) -> None:
    sentence = Sentence(text, PARTICLES)
    for hit in sentence.hits(compile_phrases(words)):
        assert sentence.text[hit.start : hit.end] == hit.word.replace(" ", "")
        assert 0 <= sentence.folded.at[hit.start] < sentence.folded.ends[hit.end - 1] <= len(text)


@given(st.text(max_size=60))
def test_code_points_and_letters_lead_to_each_other(text: str) -> None:
    sentence = Sentence(text, PARTICLES)
    for letter, (start, end) in enumerate(zip(sentence.folded.at, sentence.folded.ends, strict=True)):
        first, last = sentence.letters(start, end)
        assert first <= letter < last
