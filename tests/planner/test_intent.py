"""What a sentence is about."""

import pytest

from tests.planner.conftest import Planner

SEARCH, INFO, QA, MEMORY, OTHER = (
    "PROPERTY_SEARCH",
    "PROPERTY_INFO",
    "GENERAL_QA",
    "MEMORY",
    "OUT_OF_DOMAIN",
)


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("강남역 근처 카페 많은 동네 아파트 추천해줘", SEARCH),
        ("아파트 찾아줘. 카페도 가까우면 좋겠어", SEARCH),
        ("청약 가능한 아파트 추천해줘", SEARCH),
        ("대출 2억 받아서 강남역 근처 8억 아파트 찾아줘", SEARCH),
        ("세금 때문에 9억 이하로 보고 있어요 강남역 근처", SEARCH),
        ("30평대 말고 20평대로 다시", SEARCH),
        ("더 싼 걸로", SEARCH),
        ("그중에 전세만", SEARCH),
        ("은마아파트 근처 30평대 찾아줘", SEARCH),
        ("은마아파트랑 헬리오시티 사이 전세", SEARCH),
        ("show me cheaper ones", SEARCH),
        ("헬리오시티 전세 시세 얼마야?", INFO),
        ("은마아파트 33평 매매", INFO),
        ("래미안 원베일리 84타입 매물 있어?", INFO),
        ("반포자이랑 래미안퍼스티지 차이가 뭐야", INFO),
        ("Compare Helio City and Parkrio", INFO),
        ("When was Eunma apartment built?", INFO),
        ("강남역 근처 아파트 사면 취득세 얼마야?", QA),
        ("청약 가점 계산 어떻게 해?", QA),
        ("전세사기 안 당하려면 어떻게 해야돼?", QA),
        ("전세 5억 대출 한도 알려줘", QA),
        ("월세 세액공제 받을 수 있나요?", QA),
        ("전세랑 월세 중에 뭐가 유리해?", QA),
        ("재건축 초과이익환수제가 뭐야", QA),
        ("등기부등본 보는 법 알려줘", QA),
        ("What is the acquisition tax on a 1 billion won apartment?", QA),
        ("앞으로 전세는 빼고 매매만 추천해줘", MEMORY),
        ("제 조건 초기화해주세요", MEMORY),
        ("예산 6억인 거 잊지 마", MEMORY),
        ("from now on only show me leases", MEMORY),
        ("Remember my budget is 1 billion won", MEMORY),
        ("우리 아파트 근처 맛집 알려줘", OTHER),
        ("강남역에서 판교역까지 얼마나 걸려?", OTHER),
        ("중고차 2천만원 이하 추천해줘", OTHER),
        ("노트북 100만원 이하로 찾아줘", OTHER),
        ("오늘 저녁 메뉴 추천해줘", OTHER),
        ("너 이름이 뭐야", OTHER),
        ("고마워요!", OTHER),
        ("Recommend a restaurant near Gangnam Station", OTHER),
        ("", OTHER),
        ("🏠", OTHER),
    ],
)
def test_the_first_intent_that_fits_is_taken(planned: Planner, text: str, intent: str) -> None:
    assert planned(text).plan.intent == intent
