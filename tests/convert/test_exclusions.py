"""What is said of the homes behind an amount takes back the amount that describes them."""

from collections.abc import Callable

import pytest

from engine.convert import Conversion
from tests.convert.conftest import said

Read = Callable[[str], Conversion]


@pytest.mark.parametrize(
    ("text", "params"),
    [
        ("7억 넘는 집은 빼줘", {"priceMax": 70000}),
        ("15평 미만 원룸은 빼주세요", {"areaMin": 15}),
        ("15평 미만 원룸 안 봐요", {"areaMin": 15}),
        ("20년 넘은 빌라는 빼줘", {"ageMax": 20}),
        ("20평 미만 반지하는 제외", {"areaMin": 20}),
        ("30평 초과 전세는 빼주세요", {"areaMax": 30}),
        ("15평 미만 원룸은 빼고 투룸으로", {"areaMin": 15, "roomCountMin": 2, "roomCountMax": 2}),
    ],
)
def test_homes_behind_a_strict_bound_are_taken_back_with_it(
    read: Read, text: str, params: dict[str, object]
) -> None:
    assert said(read(text)) == params


@pytest.mark.parametrize(
    ("text", "params"),
    [
        ("5억 이하 빌라는 빼줘", {"priceMax": 50000}),
        ("15평 미만 빌라 말고 아파트로", {"areaMax": 14}),
        ("20평 이상, 원룸은 빼주세요", {"areaMin": 20}),
        ("30평 초과 전세는 빼고 매매로", {"areaMin": 31, "dealType": "DEAL"}),
    ],
)
def test_a_kind_of_home_alone_is_taken_back_where_the_bound_is_a_wish(
    read: Read, text: str, params: dict[str, object]
) -> None:
    assert said(read(text)) == params
