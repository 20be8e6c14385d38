"""How a value fades with distance: the decay curves of Elasticsearch's function_score, to the bit."""

import math
from dataclasses import dataclass
from typing import Literal

Curve = Literal["gauss", "exp", "linear"]
_ONE_SIGMA = math.exp(-0.5)
_HALF = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Decay:
    """A curve from 1 at distance 0 towards 0: `decay` at `offset + scale`, flat at 1 within `offset`.

    `scale` and `offset` share the unit of the distance. Raises ValueError unless scale > 0, offset >= 0
    and 0 < decay < 1, the ranges that every server accepts.
    """

    curve: Curve
    scale: float
    decay: float = _HALF
    offset: float = 0.0

    def __post_init__(self) -> None:
        if not (self.scale > 0 and self.offset >= 0 and 0 < self.decay < 1):
            raise ValueError(f"scale={self.scale}, offset={self.offset}, decay={self.decay}")

    @property
    def parameter(self) -> float:
        """The one number that the server computes from scale and decay before it looks at any document."""
        if self.curve == "gauss":
            return 0.5 * self.scale**2 / math.log(self.decay)
        if self.curve == "exp":
            return math.log(self.decay) / self.scale
        return self.scale / (1.0 - self.decay)

    def value(self, distance: float) -> float:
        """The curve at a distance >= 0, in the server's order of operations."""
        excess = max(0.0, distance - self.offset)
        parameter = self.parameter
        if self.curve == "gauss":
            return math.exp(0.5 * (excess * excess) / parameter)
        if self.curve == "exp":
            return math.exp(parameter * excess)
        return max(0.0, (parameter - excess) / parameter)


def gauss(sigma: float, offset: float = 0.0) -> Decay:
    """exp(-0.5·(d/sigma)²): `sigma` is one standard deviation, exp(-0.5) there."""
    return Decay(curve="gauss", scale=sigma, decay=_ONE_SIGMA, offset=offset)


def exponential(half_at: float, offset: float = 0.0) -> Decay:
    """0.5 at `half_at`, 0.25 at twice that."""
    return Decay(curve="exp", scale=half_at, offset=offset)


def linear(zero_at: float, offset: float = 0.0) -> Decay:
    """A straight line to 0 at `zero_at`; written as half at half of it, since older servers refuse a
    decay of 0."""
    return Decay(curve="linear", scale=zero_at / 2, offset=offset)
