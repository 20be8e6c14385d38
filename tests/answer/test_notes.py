from dataclasses import replace

from engine.answer.facts import Failure, OtherPlace, PlaceFact, SearchAnswer, UnknownPlace
from engine.answer.labels import labels_of
from engine.answer.notes import notes_of, place_factors, real_share
from engine.answer.numbers import Wording
from engine.answer.reasons import Teller
from engine.answer.sources import is_synthetic
from engine.config.pack import Locale
from engine.config.revision import Revision
from engine.score.explain import FactorScore

from .conftest import SITUATIONS, TODAY, facts, home, search


def teller(revision: Revision, language: Locale = "ko") -> Teller:
    return Teller(Wording(revision, labels_of(revision, language)), TODAY)


def test_only_an_asking_price_can_be_made_up() -> None:
    made_up = {"asking_source": "synthetic"}
    assert is_synthetic(home("A", doc=made_up))
    assert not is_synthetic(home("A", basis="traded", doc=made_up))
    assert not is_synthetic(home("A"))
    assert not is_synthetic(replace(home("A", doc=made_up), floor_plan=None)), "no price is shown"


def test_a_made_up_rent_is_told_and_no_real_figure() -> None:
    rent = {"plan_id": "1", "deposit": 500, "monthly": 90, "deal": "RENT", "rent_source": "synthetic"}
    hit = replace(home("A", basis="monthly"), floor_plan=rent)
    assert is_synthetic(hit)
    assert real_share([hit]) == 65
    recorded = replace(hit, floor_plan={k: v for k, v in rent.items() if k != "rent_source"})
    assert not is_synthetic(recorded)
    assert real_share([recorded]) == 100


def test_a_place_nobody_knows_is_told_once_and_is_no_failure_to_wait_for(revision: Revision) -> None:
    lost = facts(
        SearchAnswer(places=("호그와트역",), strategy="single"),
        unknown_places=(UnknownPlace(said="호그와트역", near=("호구포역",)),),
        failures=(Failure(tool="poi_search", kind="not_found"),),
    )
    notes = notes_of(lost, teller(revision))
    assert notes.unknown_places == ()
    assert notes.failed == ()
    beside = replace(lost, searches=(search(home("A")),))
    assert [place.said for place in notes_of(beside, teller(revision)).unknown_places] == ["호그와트역"]


def test_a_district_is_not_told_twice(revision: Revision) -> None:
    place = PlaceFact(
        said="송파",
        name="송파동",
        where="서울특별시 송파구",
        others=(OtherPlace(name="송파구", where="서울특별시 송파구"),),
    )
    (told,) = notes_of(facts(places=(place,)), teller(revision)).places
    assert told.about == "서울특별시 송파구"
    assert told.others == ()
    assert told.instead == ("송파구 (서울특별시)",)


def test_the_real_share_counts_weights_that_rest_on_records() -> None:
    assert real_share([home("A")]) == 100
    assert real_share([home("A", doc={"asking_source": "synthetic"})]) == 65
    assert real_share([home("A"), home("B", doc={"asking_source": "synthetic"})]) == 82
    assert real_share([]) is None


def test_a_distance_from_the_middle_of_a_dong_is_no_real_figure(revision: Revision) -> None:
    factors = place_factors(revision.profiles["default"])
    assert factors == {"distance"}
    there = home("A", doc={"located_by": "dong"})
    assert real_share([there], factors) == 100 - there.breakdown["distance"].weight
    assert real_share([home("A", doc={"located_by": "address"})], factors) == 100


def test_a_missing_price_is_no_real_figure_and_an_unasked_one_does_not_count() -> None:
    hit = home("A", basis="missing")
    assert real_share([hit]) == 65
    unasked = FactorScore(value=0, weight=35, points=0, basis="unasked")
    assert real_share([replace(hit, breakdown={**hit.breakdown, "price": unasked})]) == 100


def test_the_months_of_the_records_come_from_the_catalog(revision: Revision) -> None:
    notes = notes_of(SITUATIONS["one_search"], teller(revision))
    assert notes.deals == "실거래가는 2023년 6월, 7월 계약 기록입니다."
    fields = dict(revision.catalog.fields)
    fields["listing_count"] = fields["listing_count"].model_copy(
        update={"means": "deals of 2023-12 and 2024-01"}
    )
    moved = replace(revision, catalog=revision.catalog.model_copy(update={"fields": fields}))
    assert (
        notes_of(SITUATIONS["one_search"], teller(moved)).deals
        == "실거래가는 2023년 12월, 2024년 1월 계약 기록입니다."
    )


def test_months_are_called_by_their_names_in_english(revision: Revision) -> None:
    notes = notes_of(SITUATIONS["one_search"], teller(revision, "en"))
    assert notes.deals == "Recorded prices are contracts of June and July 2023."


def test_an_answer_without_homes_says_nothing_about_records(revision: Revision) -> None:
    notes = notes_of(SITUATIONS["general"], teller(revision))
    assert notes.deals == ""
    assert notes.real_share is None


def test_a_want_that_no_field_holds_is_said_in_the_catalogs_words(revision: Revision) -> None:
    given = facts(search(home("A")), not_checked=("transit", "baths"))
    assert notes_of(given, teller(revision)).not_checked == (
        "이동 시간은 확인하지 못했습니다",
        "화장실 수는 확인하지 못했습니다",
    )
    english = notes_of(replace(given, language="en"), teller(revision, "en")).not_checked
    assert len(english) == 2
    assert all(any(word in line for word in ("transit", "bath")) for line in english)


def test_a_reason_in_another_language_gives_way_to_what_was_assumed(revision: Revision) -> None:
    given = replace(SITUATIONS["all_notes"], language="en")
    assert notes_of(given, teller(revision, "en")).assumed == ("size 15–25 pyeong",)
    reasons = {"ko": "두 분이라 가정", "en": "as there are two of you"}
    both = replace(given, assumptions=(replace(given.assumptions[0], because=reasons),))
    assert notes_of(both, teller(revision, "en")).assumed == ("as there are two of you",)


def test_a_kind_of_degradation_without_its_own_words_is_still_said(revision: Revision) -> None:
    given = facts(degraded=("something_new", "another_one"))
    assert notes_of(given, teller(revision)).degraded == ("일부는 기본 방식으로 처리했습니다.",)


def test_a_region_without_homes_is_named(revision: Revision) -> None:
    given = facts(without_homes=("제주도", "부산"))
    (line,) = notes_of(given, teller(revision)).degraded
    assert "제주도" in line
    assert "부산" in line
    (english,) = notes_of(replace(given, language="en"), teller(revision, "en")).degraded
    assert "제주도" in english
    assert english.isascii() is False
