"""How several places are read together, by the words around them."""

import pytest

from tests.planner.conftest import Planner


@pytest.mark.parametrize(
    ("text", "strategy", "places"),
    [
        ("강남역 근처", "single", ["강남역"]),
        ("강남구청역 쪽으로", "single", ["강남구청역"]),
        ("아파트 추천해줘", "none", []),
        ("신림역과강남역사이아파트", "midpoint", ["신림역", "강남역"]),
        ("강남역이랑 판교역 둘 다 가까운 곳", "midpoint", ["강남역", "판교역"]),
        ("강남역 신림역 둘 중간 지점", "midpoint", ["강남역", "신림역"]),
        ("남편은 판교 저는 강남", "midpoint", ["판교역", "강남역"]),
        ("저는 삼성역 쪽으로 출근하고 남편은 여의도역으로 출근", "midpoint", ["삼성역", "여의도역"]),
        ("강남역에서 신림역 사이 2호선 라인 아파트", "midpoint", ["강남역", "신림역"]),
        ("강남역 쪽이 더 가까웠으면 좋겠고 신림역도 멀지 않게", "weighted", ["강남역", "신림역"]),
        ("신림역보다는 강남역 쪽에 가까운 집", "weighted", ["강남역", "신림역"]),
        ("월수금 강남역 화목 판교역 출근하는데", "weighted", ["강남역", "판교역"]),
        ("강남역 7 신림역 3 비중으로", "weighted", ["강남역", "신림역"]),
        ("아내는 주 4일 판교역, 저는 주 1일 강남역 출근", "weighted", ["판교역", "강남역"]),
        ("closer to Pangyo Station than Gangnam Station", "weighted", ["판교역", "강남역"]),
        ("강남역이나 신림역 전세", "independent", ["강남역", "신림역"]),
        ("강남역 근처나 판교역 근처", "independent", ["강남역", "판교역"]),
        ("강남역이든 역삼역이든", "independent", ["강남역", "역삼역"]),
        ("강남역 or 판교역 근처 apt", "independent", ["강남역", "판교역"]),
        ("강남역도 신림역도 괜찮아요", "independent", ["강남역", "신림역"]),
        ("강남역이랑 판교역 중에 더 싼 데로", "independent", ["강남역", "판교역"]),
        ("강남역 선릉역 삼성역 아무데나", "independent", ["강남역", "선릉역", "삼성역"]),
        ("강남역 전세 또는 월세 신림역이랑 사이", "midpoint", ["강남역", "신림역"]),
        ("월수금은 판교, 화목은 광화문 출근", "weighted", ["판교역", "광화문역"]),
        ("잠실역 근처가 제일 좋은데 석촌역도 괜찮아요", "independent", ["잠실역", "석촌역"]),
        ("잠실역이랑 천호역 사이인데 석촌역도 괜찮아요", "independent", ["잠실역", "천호역", "석촌역"]),
        ("송파구 강동구 광진구 중에서", "independent", ["송파구", "강동구", "광진구"]),
        ("강남역 판교역 사이 어디든 괜찮아요", "midpoint", ["강남역", "판교역"]),
        ("잠실역이랑 성수역 사이인데 성수역에 최대한 가깝게", "weighted", ["성수역", "잠실역"]),
        ("잠실역이랑 성수역에 최대한 가까운 곳", "midpoint", ["잠실역", "성수역"]),
        ("강남구, 서초구 아파트", "independent", ["강남구", "서초구"]),
        ("강남구 서초구 위주로", "independent", ["강남구", "서초구"]),
        ("역삼동, 논현동 20평대", "independent", ["역삼동", "논현동"]),
        ("강남구랑 서초구 사이", "midpoint", ["강남구", "서초구"]),
        ("회사는 강남구 집은 송파구", "midpoint", ["강남구", "송파구"]),
        ("강남세브란스랑 분당서울대병원 근처", "midpoint", ["도곡동", "구미동"]),
        ("강남구, 판교역 아파트", "midpoint", ["강남구", "판교역"]),
        ("강남역이랑 역삼역 사이 말고 선릉역", "single", ["선릉역"]),
        ("강남역이랑 역삼역 중간 말고 선릉역 쪽", "single", ["선릉역"]),
        ("강남역에서 역삼역으로 이사", "single", ["역삼역"]),
        ("강남역, 역삼역으로 이사하고 싶어요", "midpoint", ["강남역", "역삼역"]),
        ("강남역이랑 역삼역으로 바꿔줘", "midpoint", ["강남역", "역삼역"]),
    ],
)
def test_the_words_around_places_choose_the_strategy(
    planned: Planner, text: str, strategy: str, places: list[str]
) -> None:
    found = planned(text)
    assert (found.strategy, [place.name for place in found.places]) == (strategy, places)


@pytest.mark.parametrize(
    ("text", "places", "unwished"),
    [
        ("강남역 쪽은 제외하고 신림역 근처", ["신림역"], ["강남역"]),
        ("강남역이랑 신림역 말고 판교역이요", ["판교역"], ["강남역", "신림역"]),
        ("강남역이랑 신림역 말고 판교역 사이", ["강남역", "판교역"], ["신림역"]),
        ("강남역 대신에 사당역 근처", ["사당역"], ["강남역"]),
        ("not near Gangnam Station but near Seocho Station", ["서초역"], ["강남역"]),
        ("강남역 말고 역삼역. 아니 그냥 강남역 근처로", ["역삼역", "강남역"], []),
        ("지금은 신림역에 살고 판교역으로 이사", ["판교역"], ["신림역"]),
        ("신림역에 살고 있는데 교대역 근처로 이사하고 싶어요", ["교대역"], ["신림역"]),
        ("현재 노원역 거주중이고 강남역 쪽으로 이사가려고요", ["강남역"], ["노원역"]),
        ("부모님은 잠실역에 사시는데 저는 강남역 근처 구해요", ["강남역"], ["잠실역"]),
        ("송파구 잠실역 근처", ["잠실역"], []),
        ("강남역에서 역삼역으로 바꿔주세요", ["역삼역"], ["강남역"]),
        ("아까 강남역이라고 했는데 역삼역이요", ["역삼역"], ["강남역"]),
        ("강남역. 역삼역으로 바꿔도 될까요", ["강남역", "역삼역"], []),
        ("강남역 근처는 추천하지 마", [], ["강남역"]),
        ("강남역 역삼역 선릉역 말고 잠실역", ["잠실역"], ["강남역", "역삼역", "선릉역"]),
        ("강남역, 역삼역은 빼고 선릉역이랑 삼성역 사이", ["선릉역", "삼성역"], ["강남역", "역삼역"]),
        ("강남역 아니어도 돼요 역삼역 근처", ["역삼역"], ["강남역"]),
    ],
)
def test_negated_places_and_present_homes_are_no_wish(
    planned: Planner, text: str, places: list[str], unwished: list[str]
) -> None:
    found = planned(text)
    assert sorted(place.name or "" for place in found.places) == sorted(places)
    assert [place.name for place in found.unwished] == unwished
