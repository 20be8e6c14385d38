"""What a case expects beside what came: the forms in which the two compare."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from engine.config.cases import Case

DEFAULT_DAY = date(2026, 6, 30)
"""The day of a case that names none, so that ages do not change with the calendar."""


def day_of(case: Case) -> date:
    """The day on which the case's words are said."""
    return date.fromisoformat(case.today) if case.today else DEFAULT_DAY


def said(params: Mapping[str, object]) -> dict[str, object]:
    """Parameters as they compare: an open end is an unset one, a list of choices is a set."""
    return {key: _value(value) for key, value in sorted(params.items()) if value is not None}


def _value(value: object) -> object:
    if isinstance(value, list | tuple):
        return sorted(map(str, value))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def plain(value: object) -> object:
    """A value of a file as JSON, mappings and lists of one's own."""
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return value


def same(what: str, got: object, expected: object) -> Iterator[str]:
    """What differs, in one clause; nothing where the two are equal."""
    if isinstance(got, Sequence) and isinstance(expected, Sequence):
        got, expected = (list(each) if not isinstance(each, str) else each for each in (got, expected))  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if got != expected:
        yield f"{what}: {got}, expected {expected}"
