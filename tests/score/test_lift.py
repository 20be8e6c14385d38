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


def best(weight: dict, alternatives: list[dict]) -> Decimal:
    return max(score(weight, value) for value in alternatives)


def test_weight_goes_from_where_the_other_leads_most_to_where_this_one_does() -> None:
    found = lift(
        {"distance": 50, "price": 30, "area": 20},
        [{"distance": 0.2, "price": 0.9, "area": 0.5}],
        [{"distance": 0.8, "price": 0.4, "area": 0.5}],
    )
    assert found.moved == {"distance": Decimal("-13.64"), "price": Decimal("13.64")}
    assert found.weights == {"distance": Decimal("36.36"), "price": Decimal("43.64"), "area": Decimal("20")}


def test_a_home_that_leads_nowhere_is_not_lifted() -> None:
    assert lift({"a": 60, "b": 40}, [{"a": 0.1, "b": 0.5}], [{"a": 0.2, "b": 0.5}]).weights is None


def test_factors_that_do_not_count_keep_their_weight() -> None:
    found = lift({"a": 40, "b": 40, "c": 20}, [{"a": 0.0, "b": 1.0}], [{"a": 1.0, "b": 0.9}])
    assert found.weights is not None
    assert found.weights["c"] == 20
    assert sum(found.weights.values()) == 100


def test_a_factor_that_only_one_alternative_counts_is_worth_nothing_in_the_others() -> None:
    weights = {"a": 50, "b": 50}
    assert lift(weights, [{"a": 0.6}], [{"a": 0.5, "b": 0.9}]).moved == {
        "a": Decimal("40.01"),
        "b": Decimal("-40.01"),
    }
    assert lift(weights, [{"a": 0.5, "b": 0.9}], [{"a": 0.6}]).moved == {}


def test_another_alternative_of_the_home_in_front_holds_the_lifted_one_back() -> None:
    weights, behind = {"a": 40, "b": 60}, [{"a": 1.0, "b": 0.0}]
    assert lift(weights, behind, [{"a": 0.0, "b": 0.9}]).moved["a"] == Decimal("7.37")
    assert lift(weights, behind, [{"a": 0.0, "b": 0.9}, {"a": 0.9, "b": 0.8}]).moved["a"] == Decimal("48.89")
    assert lift(weights, behind, [{"a": 0.0, "b": 0.9}, {"a": 1.0}]).weights is None


def test_a_lead_that_shows_in_no_score_lifts_nothing() -> None:
    assert lift({"a": 60, "b": 40}, [{"a": 0.5, "b": 0.5}], [{"a": 0.5, "b": 0.4999995}]).weights is None


alternatives = st.lists(values, min_size=1, max_size=3)


@given(weights, alternatives, alternatives)
def test_the_lifted_home_is_in_front_and_nothing_cheaper_would_do(
    given_: tuple[float, ...], behind: list[dict], ahead: list[dict]
) -> None:
    before = dict(zip(NAMES, given_, strict=True))
    assume(best(before, behind) < best(before, ahead))
    found = lift(before, behind, ahead)
    grid = [
        {"distance": Decimal(a), "price": Decimal(b), "area": Decimal(100 - a - b)}
        for a, b in product(range(0, 101, 5), repeat=2)
        if a + b <= 100
    ]
    better = [each for each in grid if best(each, behind) > best(each, ahead)]
    if found.weights is None:
        assert not better
        return
    assert sum(found.weights.values()) == 100
    assert all(weight >= 0 for weight in found.weights.values())
    assert best(dict(found.weights), behind) > best(dict(found.weights), ahead)
    cost = sum(abs(by) for by in found.moved.values())
    for each in better:
        assert cost <= sum(abs(each[name] - Decimal(str(before[name]))) for name in NAMES) + Decimal("0.06")
