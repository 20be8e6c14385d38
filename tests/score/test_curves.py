"""Decay curves against the figures of the servers."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.score.curves import Decay, exponential, gauss, linear
from engine.score.near import faded

GOLDEN = [
    ("gauss", 0, 10, 0.8408964), ("exp", 0, 10, 0.70710677), ("linear", 0, 10, 0.75),
    ("gauss", 0, 40, 0.0625), ("exp", 0, 40, 0.25), ("linear", 0, 40, 0.0),
    ("gauss", 10, 40, 0.2102241), ("exp", 10, 40, 0.35355338), ("linear", 10, 40, 0.25),
]  # fmt: skip
curves = st.sampled_from(["gauss", "exp", "linear"])


@pytest.mark.parametrize(("curve", "offset", "distance", "value"), GOLDEN)
def test_the_curves_give_the_servers_figures(
    curve: str, offset: float, distance: float, value: float
) -> None:
    decay = Decay(curve=curve, scale=20.0, decay=0.5, offset=offset)
    assert np.float32(decay.value(distance)) == pytest.approx(value, abs=5e-8)


@pytest.mark.parametrize(
    ("metres", "value"), [(844.614107, 0.88371724), (6620.534976, 0.00050275), (316369.4, 0.0)]
)
def test_a_place_two_kilometres_wide_gives_the_servers_figures(metres: float, value: float) -> None:
    assert np.float32(Decay(curve="gauss", scale=2000.0).value(metres)) == pytest.approx(value, abs=3e-8)


@given(curves, st.floats(1e-3, 1e6), st.floats(0.01, 0.99), st.floats(0, 1e5))
def test_the_value_at_offset_and_scale_is_the_decay(
    curve: str, scale: float, decay: float, offset: float
) -> None:
    shape = Decay(curve=curve, scale=scale, decay=decay, offset=offset)
    assert shape.value(offset) == 1.0
    assert shape.value(offset + scale) == pytest.approx(decay, rel=1e-5, abs=1e-6)


@given(curves, st.floats(1e-3, 1e6), st.floats(0, 1e6), st.floats(0, 1e6))
def test_further_is_never_worth_more_and_every_value_lies_between_nothing_and_one(
    curve: str, scale: float, one: float, other: float
) -> None:
    shape = Decay(curve=curve, scale=scale)
    near, far = sorted((one, other))
    assert 0 <= shape.value(far) <= shape.value(near) <= 1


@given(curves, st.floats(1, 1e5), st.floats(0, 100), st.lists(st.floats(0, 1e6), min_size=1, max_size=5))
def test_the_array_form_is_the_scalar_form(
    curve: str, scale: float, offset: float, distances: list[float]
) -> None:
    shape = Decay(curve=curve, scale=scale, offset=offset)
    assert faded(shape, np.array(distances)).tolist() == pytest.approx(
        [shape.value(d) for d in distances], rel=1e-14
    )


def test_sigma_half_and_zero_mean_what_they_say() -> None:
    assert gauss(1200).value(1200) == pytest.approx(math.exp(-0.5))
    assert gauss(1200, offset=300).value(1500) == pytest.approx(math.exp(-0.5))
    assert [exponential(500).value(d) for d in (500, 1000)] == pytest.approx([0.5, 0.25])
    assert [linear(800).value(d) for d in (0, 400, 800, 900)] == pytest.approx([1, 0.5, 0, 0])


@pytest.mark.parametrize(("scale", "decay", "offset"), [(0, 0.5, 0), (1, 1.0, 0), (1, 0.0, 0), (1, 0.5, -1)])
def test_what_a_server_refuses_is_refused(scale: float, decay: float, offset: float) -> None:
    with pytest.raises(ValueError, match="scale="):
        Decay(curve="gauss", scale=scale, decay=decay, offset=offset)
