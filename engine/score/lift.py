"""The smallest change of a profile's weights that puts one home before another."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal

_STEP = Decimal("0.01")
"""Weights are told to this many per cent."""
_AHEAD = Decimal("0.000001")
"""By so much the lifted home is in front: scores closer than this count as equal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lift:
    """The weights (per cent, 100 together as before) with which the home comes first, and what moved.

    `weights` is None when no weights are enough: the other home is as good in every factor that counts.
    """

    weights: Mapping[str, Decimal] | None
    moved: Mapping[str, Decimal]


def lift(weights: Mapping[str, float], behind: Mapping[str, float], ahead: Mapping[str, float]) -> Lift:
    """The weights that move least in sum and lift the home `behind` over the one `ahead`.

    `behind` and `ahead` are the homes' values in [0, 1] of the factors that count; the weights of other
    factors stay as they are. The score is linear in the weights, so the cheapest way is to take from the
    factors where `ahead` leads most and to give to the one where `behind` does.
    """
    now = {name: Decimal(str(weight)) for name, weight in weights.items()}
    lead = {name: Decimal(str(behind[name])) - Decimal(str(ahead[name])) for name in now if name in behind}
    missing = _AHEAD * 100 - sum((now[name] * by for name, by in lead.items()), Decimal(0))
    if missing <= 0:
        return Lift(weights=now, moved={})
    gaining = max(lead, key=lambda name: lead[name], default=None)
    if gaining is None or lead[gaining] <= 0:
        return Lift(weights=None, moved={})
    moved: dict[str, Decimal] = {}
    for name in sorted(lead, key=lambda each: lead[each]):
        gain = lead[gaining] - lead[name]
        if missing <= 0 or gain <= 0:
            break
        taken = min(now[name], (missing / gain).quantize(_STEP, ROUND_CEILING))
        if taken > 0:
            moved[name] = -taken
            missing -= taken * gain
    if missing > 0:
        return Lift(weights=None, moved={})
    moved[gaining] = -sum(moved.values(), Decimal(0))
    return Lift(weights={name: now[name] + moved.get(name, Decimal(0)) for name in now}, moved=moved)
