import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.plan import Step, critical_path, schedule
from engine.plan.graph import cycles


def steps(*needs: str) -> list[Step]:
    """One step for each word, "a:b,c" = step a waits for b and c."""
    found: list[Step] = []
    for word in needs:
        name, _, deps = word.partition(":")
        found.append(Step(id=name, name="tool", deps=tuple(dep for dep in deps.split(",") if dep)))
    return found


def test_edges_are_declared_and_referenced_ones_together() -> None:
    found = schedule(
        [
            Step(id="1", name="a"),
            Step(id="2", name="a", params={"x": "$1.name", "y": "$4.name"}, deps=("3",)),
            Step(id="3", name="a", params={"x": "$1.name"}, literal=frozenset({"x"})),
            Step(id="4", name="a"),
        ]
    )
    assert found.needs == ((), ("3", "1", "4"), (), ())
    assert found.waits == (0, 3, 0, 0)
    assert found.dependants == ((1,), (), (1,), (1,))
    assert found.order == (0, 2, 3, 1)


def test_what_can_never_start_is_told_apart() -> None:
    found = schedule(
        [
            *steps("a:b", "b:a", "tail:a", "self:self", "x", "x", "lost:nowhere"),
            Step(id="bad", name="tool", params={"p": "$x[-1]"}),
        ]
    )
    assert found.cyclic == {0: ("a", "b"), 1: ("a", "b"), 3: ("self",)}
    assert found.doubled == {4, 5}
    assert found.dangling == {6: "nowhere"}
    assert list(found.unreadable) == [7]


def test_a_cycle_is_named_from_its_smallest_id() -> None:
    assert cycles({"c": ["a"], "a": ["b"], "b": ["c"], "d": ["a"]}) == dict.fromkeys("cab", ("a", "b", "c"))
    assert cycles({"a": [], "b": ["a"]}) == {}


def test_depth_is_no_limit() -> None:
    many = {str(i): [str(i + 1)] for i in range(50_000)}
    assert cycles(many) == {}
    assert len(cycles({**many, "50000": ["0"]})) == 50_001


def test_the_critical_path_is_the_longest_way_through() -> None:
    found = schedule(steps("a", "b:a", "c:a", "d:b,c"))
    assert critical_path(found, [1.0, 2.0, 5.0, 1.0]) == pytest.approx(7.0)


GRAPHS = st.lists(st.lists(st.integers(0, 7), max_size=3), max_size=8)


@given(GRAPHS)
def test_every_step_is_in_the_order_or_in_or_behind_a_cycle(graph: list[list[int]]) -> None:
    found = schedule(
        [
            Step(id=str(i), name="t", deps=tuple(str(need) for need in set(needs)))
            for i, needs in enumerate(graph)
        ]
    )
    place = {str(index): position for position, index in enumerate(found.order)}
    for index in found.order:
        needs = [need for need in found.needs[index] if int(need) < len(graph)]
        assert all(place[need] < place[str(index)] for need in needs)
    behind = set(range(len(graph))) - set(found.order)
    assert set(found.cyclic) <= behind
    assert bool(behind) == bool(found.cyclic)


@given(GRAPHS, st.randoms(use_true_random=False))
def test_cycles_do_not_depend_on_the_order_of_steps(graph: list[list[int]], rng: random.Random) -> None:
    needs = {str(i): [str(need) for need in needs] for i, needs in enumerate(graph)}
    shuffled = dict(rng.sample(list(needs.items()), len(needs)))
    assert cycles(needs) == cycles(shuffled)
