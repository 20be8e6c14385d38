"""The figures of a floor plan and of a complex."""

import pytest

from engine.ingest.complexes import Complex, Placed
from engine.ingest.documents import Document, FloorPlan, build_documents, median, middle_rent
from engine.ingest.geography import Dong, Nearest, Point
from engine.ingest.join import DongGroup, Joined
from engine.ingest.register import Deal, DealType

DONG = Dong(
    code="1168010300",
    sido="서울특별시",
    sigungu="강남구",
    name="개포동",
    centre=Point(37.48, 127.06),
    area_km2=5.0,
    radius_km=1.26,
)


def deal(area: float, amount: int, kind: DealType = "DEAL", monthly: int = 0) -> Deal:
    return Deal(
        deal_type=kind,
        region="서울특별시 강남구 개포동",
        complex_name="자이",
        road="개포로 1",
        area_m2=area,
        month=202306,
        day=1,
        amount=amount,
        monthly=monthly,
        floor=1,
        built_year=2004,
    )


def document(
    deals: list[Deal], bands: tuple[int, int, int, int] | None = None, year: int | None = None
) -> Document:
    entry = Complex(
        id="A1",
        name="개포자이",
        sido="서울특별시",
        sigungu="강남구",
        dong="개포동",
        dong_code=DONG.code,
        road_address="서울특별시 강남구 개포로 1",
        households=100,
        built_year=year,
        bands=bands,
        lat=None,
        lon=None,
    )
    placed = Placed(
        complex=entry, dong=DONG, point=Point(37.49629551, 127.0766), located_by="address", verdict="good"
    )
    joined = Joined(by_complex={"A1": deals}, by_dong={}, unjoined=(), ways={}, names={})
    (made,) = build_documents([placed], joined, Nearest([Point(37.5, 127.0766)]))
    return made


def plans(made: Document) -> dict[str, FloorPlan]:
    return {plan.plan_id: plan for plan in made.floor_plans}


def test_floor_plans_are_whole_square_metres_smallest_first() -> None:
    made = document([deal(84.97, 200), deal(83.99, 190), deal(84.2, 210), deal(59.9, 100)])
    assert [(plan.plan_id, plan.area_m2) for plan in made.floor_plans] == [
        ("A1-59", 59.9),
        ("A1-83", 83.99),
        ("A1-84", 84.2),
    ]
    assert made.listing_count == 4


def test_prices_are_medians_by_deal_type_and_never_mixed() -> None:
    deals = [
        deal(84.9, 100),
        deal(84.9, 103),
        deal(84.9, 900),
        deal(84.9, 50, "LEASE"),
        deal(84.9, 5, "RENT", 30),
    ]
    plan = plans(document(deals))["A1-84"]
    assert plan.traded is not None
    assert (plan.traded.DEAL, plan.traded.LEASE, plan.deposit, plan.monthly) == (103, 50, 5, 30)


def test_a_median_between_two_is_their_mean_rounded_down() -> None:
    assert (median([100, 103]), median([7]), median([])) == (101, 7, None)


@pytest.mark.parametrize(
    ("pairs", "chosen"),
    [
        ([(320, 130_000), (100, 0)], (320, 130_000)),
        ([(50, 10_000), (80, 5_000), (90, 1_000)], (80, 5_000)),
        ([(50, 9), (50, 7), (50, 8)], (50, 8)),
        ([], None),
    ],
)
def test_a_rent_is_one_pair_that_occurs(pairs: list[tuple[int, int]], chosen: tuple[int, int] | None) -> None:
    assert middle_rent(pairs) == chosen
    assert middle_rent(reversed(pairs)) == chosen


def test_a_band_s_homes_are_spread_over_its_floor_plans() -> None:
    made = document([deal(59.9, 1), deal(60.0, 1), deal(84.9, 1), deal(85.0, 1)], bands=(20, 60, 10, 10))
    shares = {key: plan.share for key, plan in plans(made).items()}
    assert shares == {"A1-59": 0.1, "A1-60": 0.1, "A1-84": 0.3, "A1-85": 0.3}


def test_shares_are_absent_without_bands_and_where_the_sources_contradict() -> None:
    assert all(plan.share is None for plan in document([deal(59.9, 1)]).floor_plans)
    contradicting = document([deal(59.9, 1), deal(84.9, 1)], bands=(0, 60, 0, 0))
    assert all(plan.share is None for plan in contradicting.floor_plans)


def test_a_complex_without_deals_is_a_document_too() -> None:
    made = document([], year=1999)
    assert (made.floor_plans, made.listing_count, made.built_year, made.households) == ((), 0, 1999, 100)


def test_the_register_s_year_fills_in_where_the_list_has_none() -> None:
    assert document([deal(59.9, 1)]).built_year == 2004
    assert document([deal(59.9, 1)], year=1999).built_year == 1999


def test_a_location_has_six_decimals_and_its_station_whole_metres() -> None:
    made = document([])
    assert made.location is not None
    assert (made.location.lat, made.station_m) == (37.496296, 412)


def test_a_complex_by_dong_says_so_and_has_no_households() -> None:
    group = DongGroup(DONG, "자이", 2004)
    joined = Joined(by_complex={}, by_dong={group: [deal(59.9, 1)]}, unjoined=(), ways={}, names={})
    (made,) = build_documents([], joined, Nearest([]))
    assert made.complex_id.startswith("D1168010300-")
    assert (made.located_by, made.households, made.built_year, made.station_m) == ("dong", None, 2004, None)
    assert made.road_address == "서울특별시 강남구 개포로 1"
