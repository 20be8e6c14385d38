"""What a template sees: the facts of an answer as short phrases, in the order they are told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeView:
    """One home; `lies` says in which part of a town. `points` of `points_possible`, out of 100; `synthetic`
    when the price that is shown is made up (`price` says so too)."""

    rank: int
    name: str
    link: str | None
    lies: str
    plan: str
    price: str
    reasons: tuple[str, ...]
    points: str
    points_possible: str
    synthetic: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CostView:
    """A condition and how many homes there would be without it."""

    condition: str
    without: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownView:
    """A place nobody knows, and names spelt like it."""

    said: str
    near: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchView:
    """One search, `everywhere` when it asked for nothing at all. `failed` when it has no result at all,
    `refused` when its conditions cannot be asked: for neither that nor `not_found` asking again would help;
    `not_found` are the places of it that nobody knows.

    `empty_area` when the data has no home there, whatever was asked; `nearest` and `nearest_distance` then
    say which home is nearest, "" when no home of the data has a place; the distance is "" where an area was
    searched. `more` counts homes that met
    every condition and are not shown. `points_possible` are the points that a home can have here.
    `unknown` says what could not be checked for any of the homes, a sentence each, without their full stops.
    """

    where: str
    asked: tuple[str, ...]
    everywhere: bool
    failed: bool
    refused: bool
    not_found: tuple[UnknownView, ...]
    total: int
    shown: int
    more: int
    points_possible: str
    homes: tuple[HomeView, ...]
    unknown: tuple[str, ...]
    relaxed: tuple[str, ...]
    costs: tuple[CostView, ...]
    empty_area: bool
    nearest: str
    nearest_distance: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InfoView:
    """One home that was asked about; `rows` are label and value, `plans` its floor plans with prices.
    `failed` when it could not be looked up, so that nobody knows whether it is there."""

    name: str
    found: bool
    failed: bool
    link: str | None
    rows: tuple[tuple[str, str], ...]
    plans: tuple[str, ...]
    others: tuple[str, ...]
    synthetic: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonRow:
    """One fact of several homes, in the order of the homes; "–" where one has no value."""

    label: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceView:
    """How a place was read; `about` and each of `others`, which have its name, say where that is. `instead`
    are places of another name that the words may mean as well (강남: 강남구 for 강남역)."""

    said: str
    name: str
    about: str
    guessed: bool
    others: tuple[str, ...]
    instead: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingView:
    """How a phrase with several readings was searched, and what else it may have meant."""

    said: str
    taken: str
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """What is always said where it applies.

    `real_share` is the per cent of the shown scores' weight that rests on real figures, None without homes;
    `deals` says of which months the recorded deals are.
    """

    places: tuple[PlaceView, ...]
    unknown_places: tuple[UnknownView, ...]
    assumed: tuple[str, ...]
    readings: tuple[ReadingView, ...]
    not_understood: tuple[str, ...]
    not_checked: tuple[str, ...]
    wishes: tuple[str, ...]
    failed: tuple[str, ...]
    degraded: tuple[str, ...]
    synthetic: bool
    real_share: int | None
    deals: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerView:
    """Everything a template of role `answer` may declare as an input, by these names."""

    question: str
    intent: str
    searches: tuple[SearchView, ...]
    infos: tuple[InfoView, ...]
    comparison: tuple[ComparisonRow, ...]
    notes: Notes

    def inputs(self) -> Mapping[str, object]:
        """The inputs by name."""
        return {
            "question": self.question,
            "intent": self.intent,
            "searches": self.searches,
            "infos": self.infos,
            "comparison": self.comparison,
            "notes": self.notes,
        }


def compare(infos: Sequence[InfoView]) -> tuple[ComparisonRow, ...]:
    """The rows of two or more homes that were found, side by side; nothing for one."""
    found = [info for info in infos if info.found]
    if len(found) < 2:
        return ()
    labels = dict.fromkeys(label for info in found for label, _ in info.rows)
    tables = [dict(info.rows) for info in found]
    return tuple(
        ComparisonRow(label=label, values=tuple(table.get(label, "–") for table in tables))
        for label in labels
    )
