"""Aims, widths and left-out factors: what a profile wishes of a request."""

from datetime import date

import pytest

from engine.catalog.bounds import Bound
from engine.catalog.wants import ask
from engine.score.profile import profile_of
from engine.score.wishes import CappedLog, NearPlaces, NearWish, ShareInWish, TermBonus, aim_of, wish_of
from tests.search.packs import DEFAULT, edited, pack

TODAY = date(2026, 1, 1)


def wishes(params: dict, revision=None, *, has_places: bool = True) -> dict:
    revision = revision or pack()
    asked = ask(params, revision.catalog, today=TODAY, has_places=has_places)
    return {
        factor.name: wish_of(factor, asked, revision.catalog, today=TODAY, has_places=has_places)
        for factor in profile_of(revision, "default").factors
    }


@pytest.mark.parametrize(
    ("low", "high", "aim"), [(50_000, 59_999, 54_999.5), (50_000, None, 75_000), (None, 150_000, 135_000)]
)
def test_the_aim_is_the_middle_or_the_profile_s_share_of_the_only_end(
    low: float | None, high: float | None, aim: float
) -> None:
    spec = pack().profiles["default"].factors["price"].aim
    assert aim_of(Bound(low=low, high=high), spec) == aim


def test_a_width_in_per_cent_is_of_the_aim() -> None:
    price = wishes({"priceMax": 150_000})["price"]
    assert price.targets["DEAL"].aim == 135_000
    assert price.targets["DEAL"].decay.scale == 40_500


def test_an_aim_of_nothing_lets_only_the_aim_itself_count() -> None:
    target = wishes({"dealType": "RENT", "monthlyMax": 0})["price"].targets["RENT"]
    assert [target.decay.value(gap) for gap in (0, 1)] == [1.0, 0.0]


def test_each_deal_type_aims_at_its_own_amount() -> None:
    params = {"dealType": ["LEASE", "RENT"], "priceMax": 50_000, "monthlyMax": 100}
    targets = wishes(params)["price"].targets
    assert {deal: (t.reads, t.aim) for deal, t in targets.items()} == {
        "LEASE": ("floor_plans.price", 45_000), "RENT": ("floor_plans.monthly", 90),
    }  # fmt: skip


def test_what_was_not_asked_is_left_out_and_the_home_itself_always_counts() -> None:
    nothing = wishes({}, has_places=False)
    assert [nothing[name] for name in ("distance", "price", "area")] == [None, None, None]
    assert isinstance(nothing["newness"], TermBonus)
    assert isinstance(nothing["listings"], CappedLog)
    asked = wishes({"priceMax": 1, "areaMin": 30})
    kinds = [type(asked[name]) for name in ("distance", "price", "area")]
    assert kinds == [NearPlaces, NearWish, ShareInWish]


def test_the_year_of_new_homes_comes_from_the_vocabulary() -> None:
    revision = edited({"rules/vocabulary.yaml": [("builtYearMin: 2020", "builtYearMin: 2023")]})
    assert wishes({}, revision)["newness"].conditions[0].bound.low == 2023
    assert wishes({})["newness"].conditions[0].bound.low == 2020


def test_an_age_in_a_bonus_counts_back_from_the_day_of_each_request() -> None:
    revision = edited({DEFAULT: [("bonus: 신축", "bonus: 준신축")]})
    factor = next(f for f in profile_of(revision, "default").factors if f.name == "newness")
    for year in (2026, 2030):
        day = date(year, 1, 1)
        asked = ask({}, revision.catalog, today=day, has_places=False)
        wish = wish_of(factor, asked, revision.catalog, today=day, has_places=False)
        assert (wish.conditions[0].bound.low, wish.conditions[0].bound.high) == (year - 9, year - 4)
