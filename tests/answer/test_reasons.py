from dataclasses import replace

from engine.answer.facts import SearchAnswer
from engine.answer.labels import labels_of
from engine.answer.numbers import Wording
from engine.answer.reasons import Teller
from engine.config.pack import Locale
from engine.config.revision import Revision
from engine.score.explain import FactorScore
from engine.search.request import Hit

from .conftest import ASKED, TODAY, home, search


def teller(revision: Revision, language: Locale = "ko") -> Teller:
    return Teller(Wording(revision, labels_of(revision, language)), TODAY)


def reasons(revision: Revision, hit: Hit, **rest: object) -> tuple[str, ...]:
    return teller(revision).reasons(hit, search(hit, **rest))


def test_a_midpoint_is_told_as_the_middle_of_its_places(revision: Revision) -> None:
    hit = home("A")
    told = reasons(revision, hit, places=("신림역", "강남역"), strategy="midpoint")
    assert told[0] == "신림역, 강남역 가운데에서 600 m"
    weighted = reasons(revision, hit, places=("판교역", "강남역"), strategy="weighted")
    assert weighted[0] == "판교역, 강남역 사이(판교역 쪽)에서 600 m"


def test_a_price_above_the_customers_own_limit_is_said(revision: Revision) -> None:
    told = reasons(revision, home("A"), params={"priceMax": 140000})
    assert "가격 상한보다 8,000만원 높음" in told


def test_a_price_below_the_customers_own_minimum_is_said(revision: Revision) -> None:
    assert "가격 하한보다 2,000만원 낮음" in reasons(revision, home("A"), params={"priceMin": 150000})


def test_a_price_inside_a_range_needs_no_words(revision: Revision) -> None:
    told = reasons(revision, home("A"), params={"priceMin": 140000, "priceMax": 150000})
    assert not any("가격" in each for each in told)


def test_a_share_is_of_homes_only_where_the_document_says_how_they_spread(revision: Revision) -> None:
    shares = [
        {"plan_id": "1", "area_m2": 59.9, "share": 0.3},
        {"plan_id": "2", "area_m2": 84.9, "share": 0.7},
    ]
    assert "단지의 50%가 찾는 넓이" in reasons(revision, home("A", doc={"floor_plans": shares}))
    assert "평형의 50%가 찾는 넓이" in reasons(revision, home("A"))


def test_the_new_build_year_is_the_vocabularys(revision: Revision) -> None:
    assert "신축(2020년 이후)" in reasons(revision, home("A"))
    terms = tuple(
        replace_sets(term, {"builtYearMin": 2015}) if term.name == "신축" else term
        for term in revision.vocabulary.terms
    )
    moved = replace(revision, vocabulary=revision.vocabulary.model_copy(update={"terms": terms}))
    assert "신축(2015년 이후)" in reasons(moved, home("A"))


def replace_sets(term: object, sets: dict[str, object]) -> object:
    return term.model_copy(update={"sets": sets})  # type: ignore[attr-defined]


def test_a_home_that_misses_an_asked_bonus_says_so(revision: Revision) -> None:
    old = home("A", doc={"built_year": 2001})
    old = replace(
        old, breakdown={**old.breakdown, "newness": FactorScore(value=0, weight=5, points=0, basis="known")}
    )
    assert "신축 아님" in reasons(revision, old)
    assert not any("신축" in each for each in reasons(revision, old, params={"priceMax": 150000}))


def test_a_position_from_the_dongs_centre_is_told(revision: Revision) -> None:
    assert "위치는 법정동 중심점 기준" in reasons(revision, home("A", doc={"located_by": "dong"}))
    assert not any("위치" in each for each in reasons(revision, home("A")))


def test_near_a_home_known_by_its_dong_alone_nothing_is_measured(revision: Revision) -> None:
    there = home("A", doc={"located_by": "dong", "station_m": 63})
    told = reasons(revision, there)
    assert "강남역에서 약 600 m" in told
    assert not any("역까지" in each for each in told)
    assert "가까운 역까지 63 m" in reasons(revision, home("A", doc={"station_m": 63}))


def test_a_home_known_by_the_middle_searched_around_has_no_distance_to_it(revision: Revision) -> None:
    there = replace(home("A", doc={"located_by": "dong"}), distance_m=0.2)
    assert not any(" m" in each for each in reasons(revision, there, place="송파동"))
    assert "송파동에서 0 m" in reasons(revision, replace(home("A"), distance_m=0.2), place="송파동")


def test_a_price_beside_a_bare_figure_is_no_limit_passed(revision: Revision) -> None:
    told = reasons(revision, home("A"), params={"priceMin": 150000, "priceMax": 150000})
    assert "말씀하신 가격보다 2,000만원 낮음" in told
    rent = replace(home("A"), floor_plan={"plan_id": "1", "deposit": 500, "monthly": 90, "deal": "RENT"})
    told = reasons(revision, rent, params={"depositMin": 10000, "depositMax": 10000})
    assert "보증금 상한보다 9,500만원 낮음" in told


def test_a_price_under_a_limit_that_was_left_out_counts_from_that_limit(revision: Revision) -> None:
    told = reasons(revision, home("A"), params={"priceMax": 149999}, said={"price": "15억 미만"})
    assert "가격 상한보다 2,000만원 낮음" in told


def test_deals_are_called_by_the_labels_of_their_want_whatever_it_is_named(revision: Revision) -> None:
    wants = dict(revision.catalog.wants)
    wants["kind_of_deal"] = wants.pop("deal")
    renamed = replace(revision, catalog=revision.catalog.model_copy(update={"wants": wants}))
    words = {**labels_of(revision, "ko").words, "kind_of_deal_LEASE": "전세로"}
    tell = Teller(Wording(renamed, replace(labels_of(revision, "ko"), words=words)), TODAY)
    assert tell.price({"price": 98000, "deal": "LEASE"}, {}) == "전세로 9억 8,000만원"


def test_one_of_something_is_not_told_as_many(revision: Revision) -> None:
    told = tuple(teller(revision, "en").facts({"listing_count": 1, "households": 1}))
    assert told == ("1 home", "1 recorded deal")
    assert "12 recorded deals" in tuple(teller(revision, "en").facts({"listing_count": 12}))


def test_what_could_not_be_checked_of_a_home_is_told(revision: Revision) -> None:
    one, other = replace(home("A"), unknown=("rooms", "station")), replace(home("B"), unknown=("rooms",))
    found = search(one, other)
    assert "역까지 거리는 확인되지 않음" in teller(revision).reasons(one, found)
    assert not any("방" in each for each in teller(revision).reasons(one, found))
    assert teller(revision).unknown(found) == ("이 단지들의 자료에는 방 개수가 없어 확인하지 못했습니다",)


def test_a_home_says_where_it_lies(revision: Revision) -> None:
    assert teller(revision).lies({"sigungu": "도봉구", "dong": "창동"}) == "도봉구 창동"
    assert teller(revision).lies({"dong": "<창동>"}) == "&lt;창동&gt;"
    words = {k: v for k, v in labels_of(revision, "ko").words.items() if k != "lies"}
    quiet = Teller(Wording(revision, replace(labels_of(revision, "ko"), words=words)), TODAY)
    assert quiet.lies({"sigungu": "도봉구"}) == ""


def test_a_made_up_price_or_rent_says_so_wherever_it_is_told(revision: Revision) -> None:
    tell, made_up = teller(revision), {"asking_source": "synthetic"}
    sale = {"price": 98000, "deal": "DEAL", "basis": "asking"}
    assert tell.price(sale, made_up) == "매매 9억 8,000만원(가상 호가)"
    assert tell.price(sale, {"asking_source": "user"}) == "매매 9억 8,000만원(호가)"
    rent = {"deposit": 1000, "monthly": 70, "deal": "RENT", "basis": "deposit"}
    assert tell.price(rent, made_up) == "월세 보증금 1,000만원, 월 70만원", "a recorded one"
    told = tell.price(rent | {"rent_source": "synthetic"}, made_up)
    assert told == "월세 보증금 1,000만원, 월 70만원(가상 호가)"
    english = teller(revision, "en").price(rent | {"rent_source": "synthetic", "monthly": 85}, {})
    assert english == "deposit 10 million won, 850,000 won a month (made-up asking price)"
    assert tell.price(rent | {"rent_source": "user"}, {}).endswith("(호가)")


def test_a_factor_without_a_value_gives_no_reason(revision: Revision) -> None:
    hit = home("A")
    unknown = {**hit.breakdown, "area": FactorScore(value=0, weight=15, points=0, basis="unknown")}
    assert not any("넓이" in each for each in reasons(revision, replace(hit, breakdown=unknown)))


def test_a_price_says_its_deal_type_and_where_it_comes_from(revision: Revision) -> None:
    tell = teller(revision)
    assert (
        tell.price({"price": 98000, "deal": "LEASE", "basis": "traded"}, {}) == "전세 9억 8,000만원(실거래가)"
    )
    rent = {"deposit": 1000, "monthly": 70, "deal": "RENT"}
    assert tell.price(rent, {}) == "월세 보증금 1,000만원, 월 70만원"
    assert tell.price({"deal": "DEAL"}, {}) == "가격 정보 없음"


def test_a_fact_is_told_only_where_a_label_tells_it(revision: Revision) -> None:
    words = {k: v for k, v in labels_of(revision, "ko").words.items() if k != "fact_households"}
    quiet = Teller(Wording(revision, replace(labels_of(revision, "ko"), words=words)), TODAY)
    doc = home("A").doc
    assert "1,200세대" in tuple(teller(revision).facts(doc))
    assert "1,200세대" not in tuple(quiet.facts(doc))


def test_a_home_without_place_or_floor_plan_has_reasons_all_the_same(revision: Revision) -> None:
    hit = replace(home("A"), distance_m=None, floor_plan=None)
    told = teller(revision).reasons(hit, SearchAnswer(params=ASKED))
    assert "2021년 준공" in told
