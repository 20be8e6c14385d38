from dataclasses import replace
from decimal import Decimal

import pytest

from engine.answer.facts import InfoAnswer
from engine.answer.figures import figure_reader
from engine.answer.traits import Traits
from engine.answer.worth import Key, Worth, common, is_apart, measures_of
from engine.config.revision import Revision

from .conftest import home

PLANS = [
    {"plan_id": "a", "area_m2": 84.98, "traded": {"DEAL": 194750, "LEASE": 100000}},
    {"plan_id": "b", "area_m2": 59.96, "traded": {"DEAL": 161650}},
]


def of(traits: Traits, measure: str, revision: Revision) -> dict[Key, Worth]:
    return dict(measures_of(revision).worths(traits)[measure])


def test_what_a_hit_has_is_compared_as_it_is_and_as_it_is_told(revision: Revision) -> None:
    traits = Traits()
    traits.of_hit(replace(home("A 단지"), distance_m=1309.97), 0, revision)
    assert of(traits, "price", revision) == {("DEAL",): Worth(Decimal(148000), Decimal(148000))}
    assert of(traits, "place", revision) == {(0,): Worth(Decimal("1309.97"), Decimal(1300))}
    assert of(traits, "score", revision)[(0,)].told == Decimal("83.2")
    assert of(traits, "built", revision)[()].exact == 2021
    assert of(traits, "station", revision) == {}


def test_amounts_of_a_home_that_was_asked_about_are_told_apart_by_deal_and_floor_plan(
    revision: Revision,
) -> None:
    traits = Traits()
    doc = {"complex_id": "H", "name": "H", "households": 9510, "floor_plans": PLANS}
    traits.of_info(InfoAnswer(name="H", doc=doc), revision)
    assert set(of(traits, "price", revision)) == {("DEAL", 84), ("LEASE", 84), ("DEAL", 59)}
    assert of(traits, "area", revision) == {}
    assert list(common(of(traits, "price", revision), {("DEAL", 59): Worth(Decimal(1), Decimal(1))}))


@pytest.mark.parametrize(
    ("text", "measure", "amount"),
    [
        ("117 m", "place", "117"),
        ("0.1 km", "place", "100"),
        ("117 m", "station", "117"),
        ("1.7평", "area", "1.7"),
        ("29년", "built", "29"),
        ("8 years", "built", "8"),
        ("4억 2,000만원", "price", "42000"),
        ("150 more", "households", "150"),
        ("3건", "listing_count", "3"),
    ],
)
def test_a_figure_counts_a_difference_in_the_unit_of_what_is_compared(
    text: str, measure: str, amount: str, revision: Revision
) -> None:
    (figure,) = figure_reader(revision).read(text)
    assert measures_of(revision).amounts(figure, measure) == {Decimal(amount)}


@pytest.mark.parametrize(
    ("amount", "steps", "is_right"),
    [("117", "1", True), ("118", "1", False), ("100", "0", True), ("120", "10", True), ("130", "10", False)],
)
def test_values_are_apart_as_exactly_as_it_is_written_or_as_they_are_told(
    amount: str, steps: str, is_right: bool
) -> None:
    one, other = Worth(Decimal("1427.05"), Decimal(1400)), Worth(Decimal("1309.97"), Decimal(1300))
    assert is_apart(Decimal(amount), one, other, steps=Decimal(steps)) is is_right
