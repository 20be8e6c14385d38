"""The servers' own arithmetic by figures known beforehand, and how a compiled query keeps off its traps."""

from typing import Any

import numpy as np
import pytest

from engine.score.curves import Decay
from engine.score.query import ALL, Json, decayed, exists, scored, worth
from tests.elastic.indices import put_raw, scores, searched
from tests.servers.node import SearchNode

pytestmark = pytest.mark.elastic
ORIGIN = {"lat": 37.4979, "lon": 127.0276}
PROPERTIES: Json = {
    "id": {"type": "keyword"},
    "x": {"type": "double"},
    "n": {"type": "double"},
    "at": {"type": "geo_point"},
}
DOCUMENTS: list[Json] = [
    {"id": "x110", "x": 110.0},
    {"id": "x140", "x": 140.0},
    {"id": "hundred", "n": 100.0},
    {"id": "two", "n": 2.0},
    {"id": "near", "at": {"lat": 37.5007, "lon": 127.0365}},
    {"id": "far", "at": {"lat": 37.5133, "lon": 127.1001}},
    {"id": "Busan", "at": {"lat": 35.1796, "lon": 129.0756}},
    {"id": "nothing"},
]


@pytest.fixture(scope="module")
def told(server: SearchNode) -> SearchNode:
    """The server with the documents above in the index `golden`."""
    put_raw(server, "golden", PROPERTIES, DOCUMENTS)
    return server


def score(node: SearchNode, identity: str, query: Json) -> np.float32:
    body = {"query": {"bool": {"filter": [{"term": {"id": identity}}], "must": [query]}}}
    return np.float32(scores(searched(node, "golden", body))[identity])


def raw(functions: list[Json], **more: Any) -> Json:
    return {"function_score": {"query": ALL, "functions": functions, "boost_mode": "replace", **more}}


@pytest.mark.parametrize(
    ("curve", "offset", "identity", "value"),
    [
        ("gauss", 0.0, "x110", 0.8408964), ("exp", 0.0, "x110", 0.70710677), ("linear", 0.0, "x110", 0.75),
        ("gauss", 0.0, "x140", 0.0625), ("exp", 0.0, "x140", 0.25), ("linear", 0.0, "x140", 0.0),
        ("gauss", 10.0, "x140", 0.2102241), ("exp", 10.0, "x140", 0.35355338), ("linear", 10.0, "x140", 0.25),
    ],
)  # fmt: skip
def test_a_curve_in_a_compiled_query_is_the_embedded_one(
    told: SearchNode, curve: Any, offset: float, identity: str, value: float
) -> None:
    decay = Decay(curve=curve, scale=20.0, offset=offset)
    query = scored([worth(1.0, exists("x"), decayed(decay, "x", 100.0))])
    assert score(told, identity, query) == np.float32(value)
    number = float(identity[1:])
    assert np.float32(decay.value(abs(number - 100.0))) == np.float32(value)


@pytest.mark.parametrize(
    ("identity", "metres", "value"),
    [("near", 844.614107, 0.88371724), ("far", 6620.534976, 0.00050275), ("Busan", 316_369.39595, 0.0)],
)
def test_a_distance_is_the_arc_over_the_mean_radius(
    told: SearchNode, identity: str, metres: float, value: float
) -> None:
    decay = Decay(curve="gauss", scale=2000.0)
    query = scored([worth(1.0, exists("at"), decayed(decay, "at", ORIGIN, "m"))])
    assert score(told, identity, query) == pytest.approx(value, abs=5e-9 if value < 0.1 else 5e-8)
    body = {"query": {"term": {"id": identity}}, "sort": [{"_geo_distance": {"at": ORIGIN, "unit": "m"}}]}
    (hit,) = searched(told, "golden", body)["hits"]["hits"]
    assert hit["sort"][0] == pytest.approx(metres, abs=0.02)


def test_a_home_without_a_location_is_perfect_unless_a_filter_stands_before_the_curve(
    told: SearchNode,
) -> None:
    decay = decayed(Decay(curve="gauss", scale=2000.0), "at", ORIGIN, "m")
    price = worth(0.35 * 0.8, ALL)
    assert score(told, "nothing", raw([{**decay, "weight": 0.35}, price], score_mode="sum")) == np.float32(
        0.63
    )
    assert score(told, "nothing", scored([worth(0.35, exists("at"), decay), price])) == np.float32(0.28)


def test_a_home_that_no_function_matches_is_perfect_unless_one_is_always_there(told: SearchNode) -> None:
    functions = [worth(0.5, exists("n"))]
    assert score(told, "nothing", raw(functions, score_mode="sum")) == 1.0
    assert score(told, "nothing", scored(functions)) == 0.0


def test_a_mean_divides_by_the_weights_that_matched(told: SearchNode) -> None:
    number = {"field_value_factor": {"field": "n", "missing": 0}}
    functions = [worth(3, ALL), worth(4, ALL, number)]
    assert score(told, "two", raw(functions, score_mode="avg")) == np.float32(11 / 7)


@pytest.mark.parametrize(("modifier", "value"), [("log1p", 2.0043214), ("ln1p", 4.6151205)])
def test_log1p_is_a_decimal_logarithm_and_ln1p_the_natural_one(
    told: SearchNode, modifier: str, value: float
) -> None:
    number = {"field_value_factor": {"field": "n", "modifier": modifier, "missing": 0}}
    assert score(told, "hundred", scored([worth(1.0, ALL, number)])) == np.float32(value)


def test_one_function_alone_counts_as_one_of_two_does(told: SearchNode) -> None:
    """A server that is given one function without a filter ignores how functions are combined."""
    curve = worth(0.35, exists("x"), decayed(Decay(curve="gauss", scale=20.0), "x", 100.0))
    nothing = worth(0.1, exists("n"))
    assert score(told, "x140", scored([curve])) == np.float32(0.35 * 0.0625)
    assert score(told, "x140", scored([curve, nothing])) == np.float32(0.35 * 0.0625)
