"""Small hand-made facts of answers, over the pack of this checkout."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from engine.answer.facts import (
    AnswerFacts,
    Assumption,
    Failure,
    InfoAnswer,
    NearestHome,
    OtherPlace,
    PlaceFact,
    Reading,
    SearchAnswer,
    UnknownPlace,
)
from engine.config.revision import Revision
from engine.runtime.revision import load
from engine.score.explain import FactorScore
from engine.search.request import ConditionPrice, Hit, Relaxed, SearchResult

TODAY = date(2026, 6, 30)
ASKED = {"priceMax": 150000, "areaMin": 30, "areaMax": 39, "builtYearMin": 2020}


@pytest.fixture(scope="session")
def revision(root: Path) -> Revision:
    """The property pack."""
    return load(root)


def score(value: float, weight: float, basis: str = "known") -> FactorScore:
    return FactorScore(value=value, weight=weight, points=weight / 100 * value, basis=basis)


def home(name: str, *, basis: str = "asking", doc: Mapping[str, object] | None = None) -> Hit:
    """A home 600 m away with a 34평 floor plan of 14억 8,000만원, half of it in the wanted size."""
    own: dict[str, object] = {
        "complex_id": "A1",
        "name": name,
        "located_by": "address",
        "households": 1200,
        "built_year": 2021,
        "listing_count": 12,
        "floor_plans": [{"plan_id": "A-24", "area_m2": 59.9}, {"plan_id": "A-34", "area_m2": 84.9}],
    }
    return Hit(
        id="A1",
        name=name,
        score=0.831534,
        distance_m=600.0,
        floor_plan={
            "plan_id": "A-34",
            "area_m2": 84.9,
            "area": 34.2,
            "price": 148000,
            "basis": basis,
            "deal": "DEAL",
        },
        breakdown={
            "distance": score(0.882494, 35),
            "price": score(0.949788, 35, basis),
            "area": score(0.5, 15),
            "newness": score(1.0, 5),
            "listings": score(0.652356, 10),
        },
        link="https://homes.example/complex/A1",
        doc=own | dict(doc or {}),
    )


def search(*hits: Hit, place: str = "강남역", **rest: object) -> SearchAnswer:
    result = SearchResult(hits=hits, score_of=1.0, total=len(hits))
    return SearchAnswer(
        **({"places": (place,), "strategy": "single", "result": result, "params": ASKED} | rest)
    )  # type: ignore[arg-type]


def facts(*searches: SearchAnswer, **rest: object) -> AnswerFacts:
    base: dict[str, object] = {
        "question": "강남역 근처 30평대 15억 이하 신축",
        "language": "ko",
        "today": TODAY,
    }
    return AnswerFacts(**({"intent": "PROPERTY_SEARCH", "searches": searches} | base | rest))  # type: ignore[arg-type]


SAID = {"price": "15억 이하", "area": "30평대", "built": "신축"}


TEN_EOK = Reading(
    said="10억대",
    params={"priceMin": 100000, "priceMax": 199999},
    other=({"priceMin": 100000, "priceMax": 109999},),
)


def _rent() -> SearchAnswer:
    hit = Hit(
        id="R1",
        name="봉천 하늘채",
        score=0.4,
        distance_m=1830.0,
        floor_plan={
            "plan_id": "R-1",
            "area_m2": 39.5,
            "area": 16.1,
            "deposit": 1000,
            "monthly": 70,
            "deal": "RENT",
        },
        breakdown={"distance": score(0.3, 35), "listings": score(0.5, 10), "price": score(0, 35, "unasked")},
        link="https://homes.example/complex/R1",
        doc={
            "complex_id": "R1",
            "located_by": "dong",
            "listing_count": 3,
            "station_m": 350,
            "floor_plans": [],
        },
        unknown=("rooms",),
    )
    asked = {"dealType": "RENT", "depositMax": 1000, "monthlyMax": 60, "roomCountMin": 2, "roomCountMax": 2}
    relaxed = (
        Relaxed(want="area", before={"areaMin": 10, "areaMax": 20}, after={}, remaining=0),
        Relaxed(want="monthly", before={"monthlyMax": 60}, after={"monthlyMax": 72}, remaining=1),
        Relaxed(want="place", before={"radiusKm": 3}, after={"radiusKm": 5}, remaining=1),
    )
    result = SearchResult(
        hits=(hit,),
        score_of=0.45,
        total=1,
        relaxed=relaxed,
        not_checked=("transit",),
        conditions=(ConditionPrice(want="rooms", without=4), ConditionPrice(want="deposit", without=1)),
    )
    return SearchAnswer(
        places=("신림역", "강남역"),
        strategy="midpoint",
        result=result,
        params=asked | {"areaMin": 10, "areaMax": 20},
        assumed=("areaMin", "areaMax"),
        said={"monthly": "월세 60 이하", "rooms": "투룸"},
    )


def _situations() -> dict[str, AnswerFacts]:
    none_found = SearchResult(
        hits=(),
        score_of=1.0,
        total=0,
        conditions=(ConditionPrice(want="price", without=7), ConditionPrice(want="built", without=2)),
        relaxed=(
            Relaxed(want="price", before={"priceMax": 150000}, after={"priceMax": 165000}, remaining=0),
            Relaxed(want="built", before={"builtYearMin": 2020}, after={}, remaining=0),
        ),
    )
    empty = SearchResult(hits=(), score_of=1.0, total=0)
    one = home("A 단지")
    synthetic = home("B 단지", doc={"asking_source": "synthetic"})
    doc: dict[str, object] = {
        "complex_id": "H1",
        "name": "헬리오시티",
        "located_by": "address",
        "households": 9510,
        "built_year": 2018,
        "listing_count": 40,
        "floor_plans": [
            {"plan_id": "H-33", "area_m2": 84.99, "traded": {"DEAL": 195000, "LEASE": 98000}},
            {"plan_id": "H-17", "area_m2": 39.1, "deposit": 10000, "monthly": 150},
            {"plan_id": "H-50", "area_m2": 130.06},
        ],
    }
    other = {
        "complex_id": "P1",
        "name": "파크리오",
        "households": 6864,
        "built_year": 2008,
        "listing_count": 21,
    }
    gyodae = PlaceFact(
        said="교대역",
        name="교대역",
        where="서울특별시",
        lines=("2호선", "3호선"),
        others=(
            OtherPlace(name="교대역", where="부산광역시", lines=("1호선",)),
            OtherPlace(name="교대역", where="대구광역시"),
        ),
    )
    there = replace(home("D 단지", doc={"sigungu": "도봉구", "dong": "창동"}), score=0.41)
    here = replace(home("E 단지", doc={"sigungu": "강북구", "dong": "번동", "located_by": "dong"}), score=0.4)
    return {
        "one_search": facts(search(one, said=SAID)),
        "traded_price": facts(search(home("C 단지", basis="traded"), said=SAID)),
        "synthetic_prices": facts(search(synthetic)),
        "rent_midpoint_relaxed": facts(_rent()),
        "independent": facts(
            search(one, place="신림역", strategy="independent"),
            search(place="강남역", strategy="independent", result=none_found, said=SAID),
        ),
        "none_found": facts(search(result=none_found, said=SAID)),
        "no_homes_there": facts(
            search(place="부산역", result=empty, nearest=NearestHome(name="가산 단지", distance_m=301234.0))
        ),
        "no_place": facts(search(one, places=(), strategy="none")),
        "alternatives": facts(
            search(
                one,
                params={"areaMin": 25, "areaMax": 33, "priceMin": 80000, "priceMax": 100000},
                alternatives=(
                    {"areaMin": 33, "areaMax": 33, "priceMin": 100000, "priceMax": 100000},
                    {"areaMin": 25, "areaMax": 25, "priceMin": 80000, "priceMax": 80000},
                ),
            )
        ),
        "all_notes": facts(
            search(one),
            places=(gyodae, PlaceFact(said="강냠역", name="강남역", guessed=True)),
            unknown_places=(UnknownPlace(said="호그와트역", near=("호구포역",)),),
            assumptions=(
                Assumption(
                    because="신혼부부 두 분으로 보아 15~25평을 가정", params={"areaMin": 15, "areaMax": 25}
                ),
            ),
            not_understood=("8500 이하",),
            not_checked=("transit", "floor"),
            wishes=("초품아", "조용한 곳"),
            failures=(
                Failure(tool="poi_search", kind="timeout"),
                Failure(tool="property_info", kind="network"),
            ),
            degraded=("llm_planner", "places_cut"),
        ),
        "two_readings": facts(search(one, params=TEN_EOK.params), readings=(TEN_EOK,)),
        "no_homes_with_a_place": facts(
            search(result=empty, nearest=NearestHome(name="", distance_m=float("inf")))
        ),
        "nothing_asked": facts(search(one, places=(), strategy="none", params={})),
        "price_widened": facts(
            search(
                one,
                result=replace(none_found, hits=(one,), total=1, relaxed=none_found.relaxed[:1]),
                said=SAID,
            )
        ),
        "search_failed": facts(
            SearchAnswer(places=("강남역",), strategy="single", result=None),
            failures=(Failure(tool="property_search", kind="timeout"),),
        ),
        "place_unknown": facts(
            SearchAnswer(places=("호그와트역",), strategy="single", result=None),
            unknown_places=(UnknownPlace(said="호그와트역", near=("오금역", "호구포역")),),
            failures=(Failure(tool="poi_search", kind="not_found"),),
        ),
        "around_a_district": facts(
            search(
                place="강북구",
                result=replace(
                    empty,
                    hits=(replace(there, unknown=("rooms",)), replace(here, unknown=("rooms", "station"))),
                    total=1234,
                    score_of=0.5,
                    conditions=(ConditionPrice(want="price", without=4321),),
                ),
                said=SAID,
            ),
            places=(PlaceFact(said="강북구", name="강북구", kind="district", where="서울특별시"),),
        ),
        "nothing_searched": facts(unknown_places=(UnknownPlace(said="호그와트역"),)),
        "info": facts(intent="PROPERTY_INFO", infos=(InfoAnswer(name="헬리오시티", doc=doc),)),
        "comparison": facts(
            intent="PROPERTY_INFO",
            infos=(InfoAnswer(name="헬리오시티", doc=doc), InfoAnswer(name="파크리오", doc=other)),
        ),
        "info_unknown": facts(
            intent="PROPERTY_INFO", infos=(InfoAnswer(name="래미안 1차", alternatives=("래미안 2차",)),)
        ),
        "info_failed": facts(intent="PROPERTY_INFO", infos=(InfoAnswer(name="은마", failed=True),)),
        "info_nothing": facts(intent="PROPERTY_INFO"),
        "general": facts(intent="GENERAL_QA", question="DSR 40% 면 대출 얼마까지 나와요?"),
        "memory": facts(intent="MEMORY", question="앞으로는 전세만 보여줘"),
        "out_of_domain": facts(intent="OUT_OF_DOMAIN", question="파이썬으로 피보나치 함수 짜줘"),
    }


SITUATIONS = _situations()
