"""What a call costs, and what is reckoned where nobody counts."""

import pytest

from engine.config.model import Prices
from engine.llm.failure import LlmFailure
from engine.llm.port import Ask, Message, Usage
from engine.llm.spending import Allowance, Spending, cost_of, prompt_tokens

PRICES = Prices(prompt=3.0, completion=15.0, cached=0.3)


def test_cost_is_by_the_million_and_the_cached_part_is_cheaper() -> None:
    assert cost_of(Usage(1_000_000, 0), PRICES) == 3.0
    assert cost_of(Usage(1_000_000, 0, 1_000_000), PRICES) == 0.3
    assert cost_of(Usage(0, 1_000_000), PRICES) == 15.0
    assert cost_of(Usage(10, 10), None) is None
    assert cost_of(Usage(None, 10), PRICES) is None


def test_without_a_price_for_the_cached_part_it_costs_the_same() -> None:
    assert cost_of(Usage(1_000_000, 0, 1_000_000), Prices(prompt=3.0, completion=15.0)) == 3.0


def test_a_prompt_is_reckoned_by_its_bytes() -> None:
    assert prompt_tokens(Ask((Message("system", "강남"), Message("user", "abc")))) == 3


def test_what_a_provider_counted_is_booked_with_its_cost_and_the_rest_stays_unknown() -> None:
    spending = Spending()
    assert spending.begin("a", PRICES, 5).settle(Usage(1_000_000, 0), 9) == Usage(1_000_000, 0, None, 3.0)
    assert spending.begin("a", PRICES, 5).settle(None, 9) is None
    assert (spending.tokens, spending.cost) == (1_000_008, pytest.approx(3.00006))


def test_what_still_runs_counts_and_what_nobody_counts_is_given_back() -> None:
    spending = Spending(Allowance(tokens=100))
    one, other = spending.begin("a", None, 40), spending.begin("b", None, 40)
    one.grow(30)
    other.grow(30)
    with pytest.raises(LlmFailure, match="LLM016"):
        other.grow(33)
    one.release()
    other.grow(33)
    assert spending.tokens == 51


def test_what_costs_nothing_is_never_beyond_the_cost() -> None:
    spending = Spending(Allowance(cost=1.0))
    spending.begin("a", PRICES, 1).settle(Usage(1_000_000, 0), 9)
    spending.begin("b", Prices(prompt=0, completion=0), 1_000).grow(9_000)
    with pytest.raises(LlmFailure, match="LLM016"):
        spending.begin("a", PRICES, 1).grow(0)


def test_a_prompt_that_the_provider_did_not_count_is_reckoned() -> None:
    spending = Spending(Allowance(tokens=100))
    spending.begin("a", None, 90).settle(Usage(completion=5), 9)
    assert spending.tokens == 95
    with pytest.raises(LlmFailure, match="LLM016"):
        spending.begin("a", None, 90).grow(0)


def test_a_count_below_nothing_gives_nothing_back() -> None:
    spending = Spending()
    spending.begin("a", None, 9).settle(Usage(prompt=-1_000, completion=5), 9)
    assert spending.tokens == 5
