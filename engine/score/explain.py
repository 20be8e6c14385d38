"""Why homes have their scores: the value, weight, points and basis of every factor."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engine.score.factors import Scored
    from engine.score.profile import CompiledFactor

KNOWN, UNKNOWN, MISSING, UNASKED = "known", "unknown", "missing", "unasked"
"""Where a factor's value came from, beside the names of fields (asking, traded)."""


class FactorScore(NamedTuple):
    """One factor of one home: `value` in [0, 1], `weight` in per cent, `points` = weight / 100 × value."""

    value: float
    weight: float
    points: float
    basis: str


def breakdown(
    factors: "tuple[CompiledFactor, ...]",
    scored: "Mapping[str, Scored]",
    homes: "NDArray[np.int64]",
    shown_bases: Sequence[str],
) -> list[dict[str, FactorScore]]:
    """The factors by name for each of the homes at those positions among the candidates.

    `shown_bases` say where the number of the part that is shown comes from: the basis of a factor whose
    value is that of a part. A factor that was left out has basis unasked and adds nothing.
    """
    names = [factor.name for factor in factors]
    columns = [_of(factor.weight, scored.get(factor.name), homes, shown_bases) for factor in factors]
    return [dict(zip(names, each, strict=True)) for each in zip(*columns, strict=True)]


def _of(
    weight: float, result: "Scored | None", homes: "NDArray[np.int64]", shown_bases: Sequence[str]
) -> list[FactorScore]:
    """One factor of every home."""
    if result is None:
        return [FactorScore(0.0, weight, 0.0, UNASKED)] * len(homes)
    bases = shown_bases
    if not result.parts:
        known = [True] * len(homes) if result.known is None else result.known[homes].tolist()
        bases = [KNOWN if each else UNKNOWN for each in known]
    values: list[float] = result.values[homes].tolist()
    share = weight / 100
    return [
        FactorScore(value, weight, share * value, basis) for value, basis in zip(values, bases, strict=True)
    ]
