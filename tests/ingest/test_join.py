"""Which complex a deal belongs to."""

from engine.ingest.complexes import Complex, Placed
from engine.ingest.geography import Dong, DongIndex, Point
from engine.ingest.join import join, plain_name
from engine.ingest.register import Deal

MAJANG = Dong(
    code="1120010500",
    sido="서울특별시",
    sigungu="성동구",
    name="마장동",
    centre=Point(37.566, 127.04),
    area_km2=1.0,
    radius_km=0.56,
)
INDEX = DongIndex([MAJANG])


def listed(key: str, name: str, *, road: str = "", year: int | None = 1998, homes: int = 100) -> Placed:
    entry = Complex(
        id=key,
        name=name,
        sido="서울특별시",
        sigungu="성동구",
        dong="마장동",
        dong_code=MAJANG.code,
        road_address=road,
        households=homes,
        built_year=year,
        bands=None,
        lat=None,
        lon=None,
    )
    return Placed(complex=entry, dong=MAJANG, point=MAJANG.centre, located_by="dong", verdict="missing")


def deal(
    name: str, *, road: str = "", year: int | None = 1998, region: str = "서울특별시 성동구 마장동"
) -> Deal:
    return Deal(
        deal_type="DEAL",
        region=region,
        complex_name=name,
        road=road,
        area_m2=59.9,
        month=202306,
        day=1,
        amount=80_000,
        monthly=0,
        floor=3,
        built_year=year,
    )


def home_of(deals: list[Deal], *complexes: Placed) -> list[str]:
    joined = join(deals, complexes, INDEX)
    assert sum(map(len, joined.by_complex.values())) + sum(map(len, joined.by_dong.values())) == len(deals)
    return sorted(joined.by_complex)


def test_an_address_joins_whatever_its_spaces() -> None:
    complexes = [listed("A1", "가", road="서울특별시 성동구 마장로35길 76"), listed("A2", "나")]
    assert home_of([deal("다", road="마장로 35길 76")], *complexes) == ["A1"]


def test_the_same_road_in_another_district_does_not_join() -> None:
    assert home_of([deal("다", road="마장로 1")], listed("A1", "가", road="서울특별시 중구 마장로 1")) == []


def test_of_two_complexes_at_one_address_the_name_decides_then_age_then_the_rental_part() -> None:
    road = "서울특별시 성동구 마장로 1"
    six, seven = listed("A1", "주공6단지", road=road), listed("A2", "주공7단지", road=road, homes=50)
    assert home_of([deal("주공7단지", road="마장로 1")], six, seven) == ["A2"]
    old, new = listed("A1", "우성", road=road, year=1991), listed("A2", "더샵", road=road, year=2021)
    assert home_of([deal("샵트리에", road="마장로 1", year=2021)], old, new) == ["A2"]
    rental, sold = listed("A1", "현대임대", road=road, homes=900), listed("A2", "현대(분양)", road=road)
    assert home_of([deal("한화", road="마장로 1")], rental, sold) == ["A2"]


def test_a_name_joins_within_the_dong_when_the_age_agrees() -> None:
    complexes = [listed("A1", "마장현대아파트", road="서울특별시 성동구 마장로35길 76")]
    assert home_of([deal("현대", road="살곶이길 50")], *complexes) == ["A1"]
    assert home_of([deal("현대", road="살곶이길 50", year=2008)], *complexes) == []


def test_a_name_that_two_complexes_share_joins_neither() -> None:
    assert home_of([deal("현대")], listed("A1", "마장현대"), listed("A2", "현대아파트")) == []


def test_a_listed_complex_without_a_year_needs_the_very_same_name() -> None:
    assert home_of([deal("중명하니빌")], listed("A1", "중명하니빌", year=None)) == ["A1"]
    assert home_of([deal("하니빌")], listed("A1", "마장하니빌", year=None)) == []


def test_a_second_address_follows_the_deals_of_the_same_name_and_year() -> None:
    complexes = [listed("A1", "전혀다른이름", road="서울특별시 성동구 마장로 1")]
    assert home_of([deal("현대", road="마장로 1"), deal("현대", road="마장로 3")], *complexes) == ["A1"]


def test_a_complex_that_no_list_has_is_grouped_by_name_and_year() -> None:
    joined = join([deal("킴스", year=2018), deal("킴스", year=2023), deal("킴스", year=2023)], [], INDEX)
    assert sorted((group.name, group.built_year, len(d)) for group, d in joined.by_dong.items()) == [
        ("킴스", 2018, 1),
        ("킴스", 2023, 2),
    ]


def test_a_deal_in_no_known_dong_is_counted_as_unjoined() -> None:
    joined = join([deal("가", region="부산광역시 연제구 거제동")], [], INDEX)
    assert [item.region for item in joined.unjoined] == ["부산광역시 연제구 거제동"]


def test_plain_names_drop_brackets_but_not_numbers() -> None:
    assert plain_name("마장 현대(분양)아파트", MAJANG) == "현대"
    assert plain_name("신동아아파트(1차)", MAJANG) == "신동아(1차)"
    assert plain_name("마장", MAJANG) == "마장"
