"""Which share of its home each part is, as every backend counts it."""

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def part_shares(own: Numbers | None, first_part: NDArray[np.int64]) -> Numbers:
    """The shares (parts,) of homes whose parts begin at `first_part` (homes + 1,).

    Where every part of a home says its share (`own`, NaN for none), that one, taken down so that they are at
    most 1 together; in any other home the same share for each part. A share below 0 is none.
    """
    counts = np.diff(first_part)
    alike = np.repeat(1.0 / np.maximum(counts, 1), counts)
    if own is None:
        return alike
    told = np.where(own >= 0.0, own, np.nan)
    filled = counts > 0
    sums = np.full(len(counts), np.nan)
    if filled.any():
        sums[filled] = np.add.reduceat(told, first_part[:-1][filled])
    whole = np.repeat(np.maximum(sums, 1.0), counts)
    return np.where(np.isnan(whole), alike, told / whole)
