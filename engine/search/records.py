"""The documents behind columns: those of a file are read one by one when a hit needs them."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import overload

import numpy as np
from numpy.typing import NDArray

Record = Mapping[str, object]
Order = NDArray[np.int32]
_KEPT = 2048
"""Documents of a file that stay in memory once they were read."""


class Lines:
    """Documents as JSON texts one after the other in memory (or in a mapped file)."""

    def __init__(self, text: memoryview, ends: Sequence[int] | NDArray[np.int64]) -> None:
        """`ends` (documents,) is where each text ends."""
        self._text = text
        self._ends = ends
        self._read = lru_cache(maxsize=_KEPT)(self._parsed)

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, row: int) -> Record:
        return self._read(row)

    def __iter__(self) -> Iterator[Record]:
        return (self._parsed(row) for row in range(len(self)))

    def _parsed(self, row: int) -> Record:
        start = int(self._ends[row - 1]) if row else 0
        return json.loads(str(self._text[start : int(self._ends[row])], "utf-8", "surrogatepass"))


@dataclass(frozen=True, eq=False, slots=True)
class Records(Sequence[Record]):
    """Documents in an order of their own: at each position the document of row `order[position]`, which is
    in `changed` when it is not (any more) that of `rows`."""

    rows: Lines | Sequence[Record]
    order: Order
    changed: Mapping[int, Record]

    def __len__(self) -> int:
        return len(self.order)

    @overload
    def __getitem__(self, index: int) -> Record: ...
    @overload
    def __getitem__(self, index: slice) -> "Records": ...
    def __getitem__(self, index: int | slice) -> "Record | Records":
        if isinstance(index, slice):
            return replace(self, order=self.order[index])
        return self._row(int(self.order[index]))

    def __iter__(self) -> Iterator[Record]:
        return map(self._row, self.order.tolist())

    def picked(self, positions: NDArray[np.int64]) -> "Records":
        """The documents at these positions; those that no position has are let go."""
        order = self.order[positions]
        left = self.changed.keys() & set(order.tolist()) if self.changed else ()
        return replace(self, order=order, changed={row: self.changed[row] for row in left})

    def with_changed(self, documents: Mapping[int, Record]) -> "Records":
        """The same with other documents at these positions."""
        changed = {int(self.order[position]): document for position, document in documents.items()}
        return replace(self, changed={**self.changed, **changed})

    def followed_by(self, documents: Iterable[Record]) -> "Records":
        """The same with more documents at the end."""
        free = max(len(self.rows), max(self.changed, default=-1) + 1)
        added = dict(enumerate(documents, start=free))
        order = np.concatenate((self.order, np.arange(free, free + len(added), dtype=np.int32)))
        return replace(self, order=order, changed={**self.changed, **added})

    def _row(self, row: int) -> Record:
        document = self.changed.get(row)
        return self.rows[row] if document is None else document


class ById(Mapping[str, Record]):
    """Documents by their ids; each is read when it is asked for."""

    def __init__(self, ids: Sequence[str], find: Callable[[str], Record | None]) -> None:
        self._ids = ids
        self._find = find

    def __getitem__(self, key: str) -> Record:
        found = self._find(key)
        if found is None:
            raise KeyError(key)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)
