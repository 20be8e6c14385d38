"""JSON values that nothing can change: a plan is handed round, so its parameters must stay as checked."""

import math
from collections.abc import Mapping
from typing import Any, NoReturn, cast

DEPTH_AT_MOST = 32
"""Levels of mappings and lists that a plan or a tool's result may have."""

SCALARS = (str, int, float)
"""The types of a JSON value that holds no other; a bool is an int."""


class NotJson(ValueError):
    """A value that JSON cannot hold, or one nested deeper than DEPTH_AT_MOST; the message says which."""


def _refuse(self: object, *_args: object, **_kwargs: object) -> NoReturn:
    raise TypeError(f"{type(self).__name__} cannot be changed; take thaw() of it")


class FrozenDict(dict[str, Any]):
    """A mapping that refuses every change; equal to a dict with the same entries, and json.dumps takes it."""

    __setitem__ = __delitem__ = __ior__ = _refuse  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]  # refusing is the point
    clear = pop = popitem = setdefault = update = _refuse  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]  # as above

    def __copy__(self) -> "FrozenDict":
        return self

    def __deepcopy__(self, memo: object) -> "FrozenDict":
        return self

    def __reduce__(self) -> tuple[type, tuple[dict[str, Any]]]:
        return FrozenDict, (dict(self),)


class FrozenList(list[Any]):
    """A list that refuses every change; equal to a list with the same items, and json.dumps takes it."""

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]  # refusing is the point
    append = extend = insert = clear = pop = remove = reverse = sort = _refuse  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]  # as above

    def __copy__(self) -> "FrozenList":
        return self

    def __deepcopy__(self, memo: object) -> "FrozenList":
        return self

    def __reduce__(self) -> tuple[type, tuple[list[Any]]]:
        return FrozenList, (list(self),)


def as_mapping(value: object) -> Mapping[object, object] | None:
    """The value when it is a mapping, else None."""
    if isinstance(value, (dict, Mapping)):  # a dict is known at once, asking an ABC takes long
        return cast("Mapping[object, object]", value)
    return None


def as_items(value: object) -> list[object] | tuple[object, ...] | None:
    """The value when it is a list or a tuple, else None; a text is no list."""
    if isinstance(value, (list, tuple)):
        return cast("list[object] | tuple[object, ...]", value)
    return None


def freeze(value: object, depth: int = DEPTH_AT_MOST) -> object:
    """An unchangeable copy; raises NotJson for anything JSON cannot hold or nested deeper than `depth`."""
    if value is None or isinstance(value, SCALARS):
        return value
    if depth <= 0:
        raise NotJson(f"nested deeper than {DEPTH_AT_MOST} levels")
    if (mapping := as_mapping(value)) is not None:
        return FrozenDict({_key(key): freeze(item, depth - 1) for key, item in mapping.items()})
    if (items := as_items(value)) is not None:
        return FrozenList([freeze(item, depth - 1) for item in items])
    raise NotJson(f"{type(value).__name__} is no JSON value")


def freeze_mapping(value: Mapping[str, object]) -> FrozenDict:
    """`freeze` of a mapping, typed as one."""
    return FrozenDict({_key(key): freeze(item, DEPTH_AT_MOST - 1) for key, item in value.items()})


def thaw(value: object, depth: int = DEPTH_AT_MOST) -> object:
    """A plain copy of dicts and lists that shares nothing changeable; raises NotJson as `freeze` does, and
    for a number that is not finite."""
    if isinstance(value, float) and not math.isfinite(value):
        raise NotJson("a number is not finite")
    if value is None or isinstance(value, SCALARS):
        return value
    if depth <= 0:
        raise NotJson(f"nested deeper than {DEPTH_AT_MOST} levels")
    if (mapping := as_mapping(value)) is not None:
        return {_key(key): thaw(item, depth - 1) for key, item in mapping.items()}
    if (items := as_items(value)) is not None:
        return [thaw(item, depth - 1) for item in items]
    raise NotJson(f"{type(value).__name__} is no JSON value")


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise NotJson(f"a key is {type(key).__name__}, not text")
    return key
