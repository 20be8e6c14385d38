"""The smallest change of a profile's weights that puts one home before another."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from fractions import Fraction

from engine.score.cheapest import cheapest

_STEPS = (Decimal("0.01"), Decimal("0.0001"), Decimal("0.000001"))
"""Weights are told to so many per cent, to the first that is fine enough."""
_AHEAD = Fraction("0.0001")
"""Per cent by which the lifted home is in front: scores closer than a millionth count as equal."""

Values = Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lift:
    """The weights (per cent, 100 together as before) with which the home comes first, and what moved.

    `weights` is None when no weights are enough: the other home is as good whatever counts most.
    """

    weights: Mapping[str, Decimal] | None
    moved: Mapping[str, Decimal]


def lift(weights: Values, behind: Sequence[Values], ahead: Sequence[Values]) -> Lift:
    """The weights that move least in sum and lift the home `behind` over the one `ahead`.

    Each home's values in [0, 1] of the factors that count, once for each alternative of the wishes that it
    meets: the best of them is its score. The weights of other factors stay as they are.
    """
    now = {name: Decimal(str(weight)) for name, weight in weights.items()}
    counted = [name for name in now if any(name in each for each in (*behind, *ahead))]
    every = [[_lead(mine, theirs, counted) for theirs in ahead] for mine in behind]
    if any(_leads(leads, now) for leads in every):
        return Lift(weights=now, moved={})
    ways = [moved for leads in every if (moved := _cheapest(leads, now, counted)) is not None]
    if not ways:
        return Lift(weights=None, moved={})
    moved = min(ways, key=lambda each: sum(map(abs, each.values())))
    return Lift(weights={name: now[name] + moved.get(name, Decimal(0)) for name in now}, moved=moved)


def _lead(mine: Values, theirs: Values, counted: Sequence[str]) -> dict[str, Fraction]:
    """By how much the home's value is above the other's; a factor that an alternative leaves out is worth
    nothing there."""
    return {
        name: Fraction(str(mine.get(name, 0.0))) - Fraction(str(theirs.get(name, 0.0))) for name in counted
    }


def _leads(leads: Sequence[Mapping[str, Fraction]], weights: Mapping[str, Decimal]) -> bool:
    """Whether the home is in front of each of the other's alternatives."""
    return all(sum(by * Fraction(weights[name]) for name, by in lead.items()) >= _AHEAD for lead in leads)


def _cheapest(
    leads: Sequence[Mapping[str, Fraction]], now: Mapping[str, Decimal], counted: Sequence[str]
) -> dict[str, Decimal] | None:
    """What moves at least, rounded so that the home is in front all the same; None where nothing helps."""
    for step in _STEPS:
        for spare in range(2 * len(counted) + 1):  # rounding takes less than a step from each weight
            exact = _moves(leads, now, counted, _AHEAD + spare * Fraction(step))
            if exact is None:
                break
            moved = dict(_rounded(exact, now, step))
            if _leads(leads, {name: now[name] + moved.get(name, Decimal(0)) for name in counted}):
                return moved
    return None


def _moves(
    leads: Sequence[Mapping[str, Fraction]],
    now: Mapping[str, Decimal],
    counted: Sequence[str],
    ahead: Fraction,
) -> dict[str, Fraction] | None:
    """The cheapest moves that put the home so far in front: each weight goes up or down, not below 0."""
    size = len(counted)
    one, none = [Fraction(1)] * size, [Fraction(0)] * size
    rows, bounds = (
        [[*one, *(-each for each in one)], [*(-each for each in one), *one]],
        [*none[:1], *none[:1]],
    )
    for at, name in enumerate(counted):
        rows.append([*none, *(Fraction(at == each) for each in range(size))])
        bounds.append(Fraction(now[name]))
    for lead in leads:
        by = [lead[name] for name in counted]
        rows.append([*(-each for each in by), *by])
        bounds.append(sum((lead[name] * Fraction(now[name]) for name in counted), -ahead))
    found = cheapest([*one, *one], rows, bounds)
    if found is None:
        return None
    return {
        name: found[at] - found[size + at] for at, name in enumerate(counted) if found[at] != found[size + at]
    }


def _rounded(
    exact: Mapping[str, Fraction], now: Mapping[str, Decimal], step: Decimal
) -> Iterator[tuple[str, Decimal]]:
    """The moves in whole steps, 0 together: what is taken is rounded up, as far as there is something, and
    what is given down, but for the largest, which gets the rest."""
    down = [name for name, by in exact.items() if by < 0]
    up = sorted((name for name, by in exact.items() if by > 0), key=lambda name: exact[name])
    rest = Decimal(0)
    for name in down:
        taken = min(now[name], _whole(-exact[name], step, ROUND_CEILING))
        rest += taken
        yield name, -taken
    for name in up[:-1]:
        given = _whole(exact[name], step, ROUND_FLOOR)
        rest -= given
        if given:
            yield name, given
    for name in up[-1:]:
        yield name, rest


def _whole(value: Fraction, step: Decimal, rounding: str) -> Decimal:
    return (Decimal(value.numerator) / Decimal(value.denominator)).quantize(step, rounding)
