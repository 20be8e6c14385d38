"""Words about the wish that nothing reads, and the many others that are no wish."""

from typing import Any

import pytest
import yaml

from engine.config.revision import Revision
from engine.planner.unread import WordParts
from tests.planner.conftest import Planner


def unread(planned: Planner, text: str) -> list[str]:
    return [word.text for word in planned(text).unread]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("강남역 근처 저렴한 아파트 추천해줘", ["저렴한"]),
        ("역 코앞 아파트 찾아줘", ["코앞"]),
        ("남향 고층 아파트", ["고층"]),
        ("깨끗하고 저렴한 투룸 월세", ["깨끗하고", "저렴한"]),
        ("강남역 근처 아파트 저렴했으면 좋겠어요", ["저렴했으면"]),
        ("천장이 높은 집이면 좋겠어요 성수역", ["천장이 높은"]),
        ("텃밭 있는 아파트 노원역", ["텃밭 있는"]),
        ("햇빛 말고 빛이 잘 드는 집", ["빛이 잘 드는"]),
        ("저렴한 집, 저렴한 아파트", ["저렴한"]),
        ("a cheap, cozy 2 bedroom apartment near Mapo Station", ["cozy"]),
        ("show me cheaper ones", ["cheaper"]),
        ("신촌역 저렴한 전세", ["저렴한"]),
    ],
)
def test_what_describes_a_home_and_nobody_reads_is_said(
    planned: Planner, text: str, words: list[str]
) -> None:
    assert unread(planned, text) == words


@pytest.mark.parametrize(
    "text",
    [
        "안녕하세요 반갑습니다 강남역 근처 아파트 추천 부탁드려요",
        "저는 전세를 찾고 있어요 마포역",
        "혼자 살 집 찾아요 신림역 월세",
        "초품아 조용한 아파트",
        "강남역에서 가까운 집",
        "이번에 이사 갈 집은 30평대 아파트",
        "My wife and I want a home near Pangyo Station",
        "강남역 저렴한 맛집",
        "저렴한 대출 금리가 뭐예요",
    ],
)
def test_greetings_requests_and_wishes_that_are_read_are_silent(planned: Planner, text: str) -> None:
    assert unread(planned, text) == []


def test_a_word_is_told_with_where_it_stands(planned: Planner) -> None:
    text = "강남역 근처  저렴한 아파트"
    (word,) = planned(text).unread
    assert text[word.start : word.end] == word.text == "저렴한"
    assert planned(text).unread[0].to_dict() == {"text": "저렴한", "start": 8, "end": 11}


def test_the_reference_sentences_and_most_cases_have_nothing_unread(planned: Planner, root: Any) -> None:
    rows = yaml.safe_load((root / "rules/plan.cases.yaml").read_text("utf-8"))["cases"][:120]
    searches = [found for row in rows if (found := planned(row["text"])).plan.intent == "PROPERTY_SEARCH"]
    told = [found for found in searches if found.unread]
    assert len(searches) > 50
    assert len(told) <= 0.05 * len(searches)


def test_no_more_words_are_told_than_the_policy_allows(planned: Planner, revision: Revision) -> None:
    described = " ".join(f"{letter}{letter}한 집" for letter in "멋빛꽃숲별달강들길창")
    assert len(unread(planned, f"강남역 {described}")) == revision.plan_policy.unread.at_most


def test_words_are_made_of_words_and_latin_ones_only_of_themselves() -> None:
    parts = WordParts(["사는", "데", "은", "the"])
    assert parts.make("사는데은")
    assert parts.make("the")
    assert not parts.make("사는집")
    assert not parts.make("thethe")
