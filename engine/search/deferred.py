"""A sequence that is made when somebody first looks at it."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, cast, overload

T = TypeVar("T")


class Deferred(Sequence[T]):
    """The tuple that `make` returns, made once on first use; equal to any sequence of the same entries.

    For what most callers of a search never read: the gate of every home that was dropped, the price of each
    condition.
    """

    def __init__(self, make: Callable[[], tuple[T, ...]]) -> None:
        self._make: Callable[[], tuple[T, ...]] | None = make
        self._made: tuple[T, ...] = ()

    def _all(self) -> tuple[T, ...]:
        make = self._make
        if make is not None:
            self._made = make()
            self._make = None
        return self._made

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        return self._all()[index]

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[T]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Deferred | tuple | list):
            return self._all() == tuple(cast("Sequence[object]", other))
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())
