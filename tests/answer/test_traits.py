from decimal import Decimal

import pytest

from engine.answer.facts import InfoAnswer
from engine.answer.traits import Money, Traits
from engine.config.revision import Revision

from .conftest import SITUATIONS, TODAY, home


def traits(revision: Revision, **doc: object) -> Traits:
    found = Traits()
    found.of_hit(home("A 단지", doc=doc), 0, revision)
    return found


def test_a_hit_holds_the_money_of_its_own_deal_alone(revision: Revision) -> None:
    assert traits(revision).money == {Money("price", "DEAL", Decimal(148000))}


def test_a_home_that_was_asked_about_holds_every_deal_of_every_floor_plan(revision: Revision) -> None:
    (info,) = SITUATIONS["info"].infos
    found = Traits()
    found.of_info(info, revision)
    found.of_info(InfoAnswer(name="B 단지"), revision)
    assert found.money == {
        Money("price", "DEAL", Decimal(195000)),
        Money("price", "LEASE", Decimal(98000)),
        Money("deposit", "RENT", Decimal(10000)),
        Money("monthly", "RENT", Decimal(150)),
    }


@pytest.mark.parametrize(
    ("params", "is_met"),
    [
        ({"builtYearMin": 2020}, True),
        ({"builtYearMin": 2022}, False),
        ({"ageMax": 5}, True),
        ({"householdsMin": 1000}, True),
        ({"householdsMin": 1201}, False),
        ({"areaM2Min": 84, "areaM2Max": 84}, True),
        ({"areaM2Min": 59, "areaM2Max": 59}, False),
        ({"roomCountMin": 3, "roomCountMax": 3}, False),
        ({"stationDistanceMaxM": 500}, False),
    ],
)
def test_a_home_meets_only_what_is_known_of_it(
    params: dict[str, object], is_met: bool, revision: Revision
) -> None:
    assert traits(revision).meets(params, revision, TODAY) is is_met


def test_nothing_near_a_home_is_known_by_the_middle_of_its_dong(revision: Revision) -> None:
    near = {"stationDistanceMaxM": 500}
    assert traits(revision, station_m=300).meets(near, revision, TODAY)
    assert not traits(revision, station_m=300, located_by="dong").meets(near, revision, TODAY)
