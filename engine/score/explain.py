"""Why a home has its score: the value, weight, points and basis of every factor."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.score.profile import CompiledFactor

if TYPE_CHECKING:
    from engine.score.factors import Scored

KNOWN, UNKNOWN, MISSING, UNASKED = "known", "unknown", "missing", "unasked"
Line = tuple[float, float, float, str]
"""value in [0, 1], weight in per cent, points = weight / 100 × value, basis."""


def breakdown(
    factors: tuple[CompiledFactor, ...], scored: "Mapping[str, Scored]", home: int, shown_basis: str
) -> dict[str, Line]:
    """One line per factor for the home at that position among the candidates.

    `shown_basis` is where the number of the part that is shown comes from: the basis of a factor whose
    value is that of a part. A factor that was left out has basis unasked and adds nothing.
    """
    lines: dict[str, Line] = {}
    for factor in factors:
        result = scored.get(factor.name)
        if result is None:
            lines[factor.name] = (0.0, factor.weight, 0.0, UNASKED)
            continue
        value = float(result.values[home])
        known = result.known is None or bool(result.known[home])
        basis = shown_basis if result.parts else (KNOWN if known else UNKNOWN)
        lines[factor.name] = (value, factor.weight, factor.weight / 100 * value, basis)
    return lines
