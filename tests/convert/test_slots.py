"""A number in a money slot ends at a space where what stands behind it counts something else."""

from collections.abc import Callable

import pytest

from engine.convert.result import Conversion

Read = Callable[[str], Conversion]


@pytest.mark.parametrize(
    ("text", "params"),
    [
        (
            "보증금은 최대 5천 20평대로",
            {"depositMax": 5000, "areaMin": 20, "areaMax": 29, "dealType": "RENT"},
        ),
        ("전세 3억 ±2천 25평", {"priceMin": 28000, "priceMax": 32000, "areaMin": 25, "areaMax": 25}),
        ("전세 칠천 이백세대 이상", {"priceMin": 7000, "priceMax": 7000, "householdsMin": 200}),
        ("전세 오천 이백만원", {"priceMin": 5200, "priceMax": 5200}),
        ("세대수 1천 500 이상", {"householdsMin": 1500}),
        ("5천 20평대", {"areaMin": 20, "areaMax": 29}),
        ("1천 500평", {}),
    ],
)
def test_what_is_counted_behind_a_space_is_read_by_itself(
    read: Read, text: str, params: dict[str, object]
) -> None:
    found = {name: value for name, value in read(text).params.items() if value is not None}
    assert found == params | ({"dealType": "LEASE"} if "전세" in text else {})
