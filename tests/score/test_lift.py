"""Which weights lift a home: tried on the scores they give, and no more moved than a plain search finds."""

from decimal import Decimal
from itertools import product

from hypothesis import assume, given
from hypothesis import strategies as st

from engine.score.lift import lift

NAMES = ("distance", "price", "area")
values = st.fixed_dictionaries({name: st.sampled_from([0.0, 0.2, 0.5, 0.9, 1.0]) for name in NAMES})
weights = st.sampled_from([(35.0, 35.0, 30.0), (50.0, 20.0, 30.0), (10.0, 80.0, 10.0), (0.0, 60.0, 40.0)])


def score(weight: dict, value: dict) -> Decimal:
    return sum((Decimal(str(weight[name])) * Decimal(str(value[name])) for name in NAMES), Decimal(0))


def test_weight_goes_from_where_the_other_leads_most_to_where_this_one_does() -> None:
    found = lift(
        {"distance": 50, "price": 30, "area": 20},
        {"distance": 0.2, "price": 0.9, "area": 0.5},
        {"distance": 0.8, "price": 0.4, "area": 0.5},
    )
    assert found.moved == {"distance": Decimal("-13.64"), "price": Decimal("13.64")}
    assert found.weights == {"distance": Decimal("36.36"), "price": Decimal("43.64"), "area": Decimal("20")}


def test_a_home_that_leads_nowhere_is_not_lifted() -> None:
    assert lift({"a": 60, "b": 40}, {"a": 0.1, "b": 0.5}, {"a": 0.2, "b": 0.5}).weights is None


def test_factors_that_do_not_count_keep_their_weight() -> None:
    found = lift({"a": 40, "b": 40, "c": 20}, {"a": 0.0, "b": 1.0}, {"a": 1.0, "b": 0.9})
    assert found.weights is not None
    assert found.weights["c"] == 20
    assert sum(found.weights.values()) == 100


@given(weights, values, values)
def test_the_lifted_home_is_in_front_and_nothing_cheaper_would_do(
    given_: tuple[float, ...], behind: dict, ahead: dict
) -> None:
    before = dict(zip(NAMES, given_, strict=True))
    assume(score(before, behind) < score(before, ahead))
    found = lift(before, behind, ahead)
    grid = [
        {"distance": Decimal(a), "price": Decimal(b), "area": Decimal(100 - a - b)}
        for a, b in product(range(0, 101, 5), repeat=2)
        if a + b <= 100
    ]
    better = [each for each in grid if score(each, behind) > score(each, ahead)]
    if found.weights is None:
        assert not better
        return
    assert sum(found.weights.values()) == 100
    assert all(weight >= 0 for weight in found.weights.values())
    assert score(dict(found.weights), behind) > score(dict(found.weights), ahead)
    cost = sum(abs(by) for by in found.moved.values())
    for each in better:
        assert cost <= sum(abs(each[name] - Decimal(str(before[name]))) for name in NAMES) + Decimal("0.06")
