"""The cheapest point that keeps within bounds, exactly: a small linear programme."""

from collections.abc import Sequence
from fractions import Fraction

Row = list[Fraction]


def cheapest(
    costs: Sequence[Fraction], rows: Sequence[Sequence[Fraction]], bounds: Sequence[Fraction]
) -> list[Fraction] | None:
    """The numbers, none below 0, with the least sum of `costs` times them, where each row times them is at
    most its bound; None where there are none. No cost may be below 0.

    The dual simplex method: it begins with the cheapest numbers of all and mends one broken bound at a time.
    """
    size = len(costs)
    table = [
        [*row, *(Fraction(number == own) for own in range(len(rows))), bound]
        for number, (row, bound) in enumerate(zip(rows, bounds, strict=True))
    ]
    price = [*costs, *[Fraction(0)] * (len(rows) + 1)]
    basis = [size + number for number in range(len(rows))]
    while broken := [(basis[number], number) for number, row in enumerate(table) if row[-1] < 0]:
        _, leaving = min(broken)  # the first of them, so that no choice comes back
        row = table[leaving]
        ways = [(price[at] / -row[at], at) for at in range(len(price) - 1) if row[at] < 0]
        if not ways:
            return None
        _, entering = min(ways)
        _pivot(table, price, leaving, entering)
        basis[leaving] = entering
    found = dict(zip(basis, (row[-1] for row in table), strict=True))
    return [found.get(at, Fraction(0)) for at in range(size)]


def _pivot(table: list[Row], price: Row, leaving: int, entering: int) -> None:
    row = table[leaving]
    scale = row[entering]
    row[:] = [each / scale for each in row]
    for other in (*(each for number, each in enumerate(table) if number != leaving), price):
        by = other[entering]
        if by:
            other[:] = [mine - by * each for mine, each in zip(other, row, strict=True)]
