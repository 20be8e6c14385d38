"""What an answer is made from: plain facts of one request, nothing worded yet, nothing that is not known."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import date
from typing import Literal, cast

from engine.config.catalog import Catalog
from engine.config.pack import Locale
from engine.config.plan_policy import IntentName
from engine.search.request import SearchResult

Strategy = Literal["none", "single", "midpoint", "weighted", "independent"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherPlace:
    """Another place of the same name: `where` is a part of the country, `lines` those of a station."""

    name: str
    where: str = ""
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceFact:
    """A place as it was read. `said` are the customer's words, `guessed` whether they only look like it;
    `kind` is that of the places' file ("district"), "" where nobody says."""

    said: str
    name: str
    kind: str = ""
    where: str = ""
    lines: tuple[str, ...] = ()
    guessed: bool = False
    others: tuple[OtherPlace, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownPlace:
    """A place that nothing is known of, and names spelt like it."""

    said: str
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumption:
    """Parameters that were guessed, and why; the reason may be given by language."""

    because: str | Mapping[Locale, str]
    params: Mapping[str, object] = field(default_factory=dict[str, object])


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A phrase with several readings: `params` as it was read, `other` as it may have been meant."""

    said: str
    params: Mapping[str, object]
    other: tuple[Mapping[str, object], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NearestHome:
    """The home of the data that lies nearest to the searched place, whatever was asked; "" and infinitely far
    where the data knows the place of none."""

    name: str
    distance_m: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchAnswer:
    """One search with its result.

    `places` in the order of their weights, heaviest first. `params`, `alternatives` and `assumed` are
    those of the request (before relaxing). `said` gives the customer's own words by want ("built": "신축").
    `nearest` helps to say that the data has no home there; None when it was not looked up. With `inside` the
    homes in the place were searched, not those in a circle. `result` is None when the search failed, with
    `refused` since its conditions cannot be asked: to try again would not help.
    """

    places: tuple[str, ...] = ()
    strategy: Strategy = "none"
    result: SearchResult | None = None
    params: Mapping[str, object] = field(default_factory=dict[str, object])
    alternatives: tuple[Mapping[str, object], ...] = ()
    assumed: tuple[str, ...] = ()
    profile: str = "default"
    said: Mapping[str, str] = field(default_factory=dict[str, str])
    nearest: NearestHome | None = None
    inside: bool = False
    refused: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class InfoAnswer:
    """A home that was asked about: its document, or None when the data has none of that name, or when looking
    it up `failed`."""

    name: str
    doc: Mapping[str, object] | None = None
    alternatives: tuple[str, ...] = ()
    failed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A step that gave nothing: the tool's name and the kind of failure, such as "timeout" or "network"."""

    tool: str
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerFacts:
    """Everything one answer may say.

    `not_understood` are the customer's phrases that were seen and not used, `wishes` those that no data can
    confirm, `not_checked` wants that no field holds. `without_homes` are regions that were named and in which
    the data holds no homes. `degraded` are kinds of what was done another way than
    asked, each with a label `degraded_KIND`. `today` is the day ages count from.
    """

    question: str
    language: Locale
    intent: IntentName
    today: date
    searches: tuple[SearchAnswer, ...] = ()
    infos: tuple[InfoAnswer, ...] = ()
    places: tuple[PlaceFact, ...] = ()
    unknown_places: tuple[UnknownPlace, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    readings: tuple[Reading, ...] = ()
    not_understood: tuple[str, ...] = ()
    not_checked: tuple[str, ...] = ()
    wishes: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()
    without_homes: tuple[str, ...] = ()
    degraded: tuple[str, ...] = ()


_LOCATED_BY, _CENTRE = "located_by", "dong"
"""The document's key that says where its location comes from, and its value for the middle of a dong."""


def is_by_centre(doc: Mapping[str, object]) -> bool:
    """Whether the home's location is only the middle of its dong, so that nothing near it is measured."""
    return doc.get(_LOCATED_BY) == _CENTRE


def said_by_want(evidence: Iterable[tuple[str, Collection[str]]], catalog: Catalog) -> dict[str, str]:
    """The customer's words by want, from phrases and the parameters that each gave a value.

    Of two phrases for one parameter the later wins; phrases for different ends of a want stand side by side.
    """
    said: dict[str, dict[str, str]] = {}
    for phrase, given in evidence:
        for want, spec in catalog.wants.items():
            age = (spec.age.min, spec.age.max) if spec.age else ()
            for name in (spec.min, spec.max, spec.choice, *age):
                if name and name in given:
                    said.setdefault(want, {}).pop(name, None)
                    said[want][name] = phrase
    return {want: " ".join(dict.fromkeys(phrases.values())) for want, phrases in said.items()}


def facts_json(value: object) -> object:
    """Facts as a JSON value: the engine's own names in camelCase, documents and parameters as they are. What
    takes no part in comparing two of them, such as the query of a search, is no fact."""
    if is_dataclass(value) and not isinstance(value, type):
        told = (f.name for f in fields(value) if f.compare)
        return {_camel(name): facts_json(getattr(value, name)) for name in told}
    if isinstance(value, Mapping):
        return {str(key): facts_json(item) for key, item in cast("Mapping[object, object]", value).items()}
    if isinstance(value, tuple | list):
        return [facts_json(item) for item in cast("Iterable[object]", value)]
    return value.isoformat() if isinstance(value, date) else value


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)
