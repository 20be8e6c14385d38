"""A district or a dong from the sentence to the answer: its homes, all of them, and no other."""

import gzip
import json
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from engine.config.revision import Revision
from engine.runtime.engine import Engine

TODAY = date(2026, 6, 30)
Doc = dict[str, Any]


@pytest.fixture(scope="module")
def docs(root: Path) -> list[Doc]:
    with gzip.open(root / "examples" / "seoul" / "complexes.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


class Asked:
    """One request's candidates and answer."""

    def __init__(self, text: str, revision: Revision, limit: int = 5) -> None:
        events = list(Engine(revision).ask_sync(text, today=TODAY, limit=limit))
        self.found = [dict(event.data) for event in events if event.event == "candidates"]
        self.answer = next(event.data["text"] for event in events if event.event == "answered")
        self.searches = next(dict(event.data) for event in events if event.event == "trace")["searches"]

    @property
    def districts(self) -> set[str]:
        return {hit["doc"]["sigungu"] for found in self.found for hit in found["hits"]}

    @property
    def total(self) -> int:
        return self.searches[0]["total"]


def test_each_district_by_its_name_has_the_homes_that_a_count_gives(
    docs: list[Doc], revision: Revision
) -> None:
    counted = Counter(doc["sigungu"] for doc in docs)
    assert len(counted) == 25
    for district, count in counted.items():
        asked = Asked(f"{district} 아파트", revision)
        assert (asked.districts, asked.total) == ({district}, count), district


def test_a_price_counts_inside_the_district(docs: list[Doc], revision: Revision) -> None:
    asked = Asked("강남구 아파트 매매 12억 이하", revision, 50)
    meeting = {
        doc["complex_id"]
        for doc in docs
        if doc["sigungu"] == "강남구"
        and any(0 < ((plan.get("traded") or {}).get("DEAL") or 0) <= 120000 for plan in doc["floor_plans"])
    }
    assert {hit["id"] for hit in asked.found[0]["hits"]} == meeting
    assert asked.total == len(meeting)


def test_the_answer_says_in_the_district_and_no_distance_to_its_middle(revision: Revision) -> None:
    answer = Asked("강남구 아파트 12억 이하", revision).answer
    assert "강남구 안에서 5곳을 추천드립니다" in answer
    assert "강남구 안 조건을 빼면" in answer
    assert "강남구 개포동" in answer
    assert "가운데" not in answer
    assert "반경" not in answer


def test_the_english_answer_says_in_the_district(revision: Revision) -> None:
    answer = Asked("apartments in 강남구 under 1.2 billion won", revision).answer
    assert "5 complexes in " in answer
    assert " without staying in " in answer
    assert "middle of" not in answer


def test_two_districts_are_two_searches(revision: Revision) -> None:
    asked = Asked("마포구나 용산구 아파트", revision)
    assert [{hit["doc"]["sigungu"] for hit in found["hits"]} for found in asked.found] == [
        {"마포구"},
        {"용산구"},
    ]


def test_a_radius_that_was_said_makes_a_circle_of_a_district(revision: Revision) -> None:
    asked = Asked("강남구 반경 5km 아파트 10억 이하", revision, 50)
    assert len(asked.districts) > 1
    assert "반경 5 km" in asked.answer


def test_a_dong_is_its_own_homes_and_near_it_is_a_circle(docs: list[Doc], revision: Revision) -> None:
    inside, around = Asked("역삼동 아파트", revision, 50), Asked("역삼동 근처 아파트", revision, 50)
    assert inside.total == sum(doc["dong"] == "역삼동" for doc in docs)
    assert {hit["doc"]["dong"] for hit in inside.found[0]["hits"]} == {"역삼동"}
    assert around.total > inside.total
    assert "역삼동 가운데에서 반경 3 km 안에서" in around.answer


def test_of_two_dongs_of_one_name_the_district_said_decides(docs: list[Doc], revision: Revision) -> None:
    for district in ("은평구", "강남구"):
        asked = Asked(f"{district} 신사동 아파트", revision)
        assert asked.districts == {district}
        assert asked.total == sum((d["sigungu"], d["dong"]) == (district, "신사동") for d in docs)


def test_a_dong_with_too_few_homes_widens_and_the_answer_says_so(revision: Revision) -> None:
    asked = Asked("명동 아파트 20평대 매매 5억에서 6억", revision)
    (place,) = [each for each in asked.found[0]["relaxed"] if each["want"] == "place"]
    assert (set(place["from"]), place["to"]) == ({"inside"}, {"radiusKm": 5.0})
    assert "명동 안 → 반경 5 km" in asked.answer


def test_a_district_without_a_home_in_the_data_is_said_to_have_none(revision: Revision) -> None:
    for text, name in (("성남시 분당구 아파트", "분당구"), ("하남시 전세", "하남시")):
        asked = Asked(text, revision)
        assert asked.total == 0
        assert f"제가 가진 자료에는 {name} 안에 단지가 하나도 없습니다." in asked.answer
        assert "떨어져" not in asked.answer


def test_a_district_of_another_city_never_brings_homes_of_this_one(revision: Revision) -> None:
    assert Asked("인천 중구 아파트", revision).total == 0
    lost = Asked("부산 강서구 아파트", revision)
    assert lost.searches == []
    assert "부산 강서구" in lost.answer
    assert "강서구 (서울특별시)" in lost.answer
