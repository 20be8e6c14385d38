"""What is always said beside an answer: how places were read, what was guessed, left out or made up."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from engine.answer.conditions import Conditions
from engine.answer.facts import AnswerFacts, Assumption, Failure, OtherPlace, PlaceFact, is_by_centre
from engine.answer.labels import Labels
from engine.answer.readings import readings_of
from engine.answer.reasons import UNKNOWN_BASES, Teller
from engine.answer.sources import has_synthetic, is_made_up, is_synthetic
from engine.answer.view import Notes, PlaceView, UnknownView
from engine.config.pack import Locale
from engine.config.profile import Profile
from engine.prompt.text import plain
from engine.search.request import Hit

_SAID_BY_NAME = frozenset({"not_found"})
"""Kinds of failure that are told as the name that nobody knows: asking again would not help."""
_MONTH = re.compile(r"(?<![0-9])([0-9]{4})-([0-9]{2})(?![0-9])")


def place_factors(profile: Profile) -> frozenset[str]:
    """The factors that rest on where a home lies."""
    return frozenset(name for name, factor in profile.factors.items() if factor.near == "places")


def real_share(hits: Iterable[Hit], of_places: Collection[str] = ()) -> int | None:
    """Whole per cent, rounded down, of the hits' weight that rests on real figures; None without hits.

    `of_places` are the factors that rest on where a home lies: real only where that is its own address.
    """
    real = counted = 0.0
    for hit in hits:
        is_somewhere = is_by_centre(hit.doc)
        for name, score in hit.breakdown.items():
            if score.basis == "unasked":
                continue
            counted += score.weight
            made_up = is_made_up(score.basis, hit.floor_plan or {}, hit.doc)
            guessed = made_up or (is_somewhere and name in of_places)
            if score.basis not in UNKNOWN_BASES and not guessed:
                real += score.weight
    return int(100 * real / counted + 1e-9) if counted else None


def notes_of(facts: AnswerFacts, teller: Teller) -> Notes:
    """The notes of an answer; empty where nothing applies."""
    labels = teller.labels
    profiles = teller.wording.revision.profiles
    used = {s.profile for s in facts.searches if s.profile in profiles}
    of_places = frozenset(name for profile in used for name in place_factors(profiles[profile]))
    hits = [hit for search in facts.searches if search.result for hit in search.result.hits]
    asked = [want for search in facts.searches if search.result for want in search.result.not_checked]
    docs = [info.doc for info in facts.infos if info.doc is not None]
    told = {place for search in facts.searches for place in search.places if search.result is None}
    failures = [f for f in facts.failures if not (facts.unknown_places and f.kind in _SAID_BY_NAME)]
    return Notes(
        places=tuple(_place(place, labels) for place in facts.places if place.guessed or place.others),
        unknown_places=tuple(
            UnknownView(said=p.said, near=p.near) for p in facts.unknown_places if p.said not in told
        ),
        assumed=tuple(_assumed(a, teller) for a in facts.assumptions),
        readings=readings_of(facts, teller),
        not_understood=facts.not_understood,
        not_checked=tuple(_not_checked(want, teller) for want in dict.fromkeys((*asked, *facts.not_checked))),
        wishes=facts.wishes,
        failed=tuple(dict.fromkeys(_failed(f, labels) for f in failures)),
        degraded=tuple(dict.fromkeys((*_without_homes(facts, labels), *_degraded(facts, labels)))),
        synthetic=any(map(is_synthetic, hits)) or any(has_synthetic(doc) for doc in docs),
        real_share=real_share(hits, of_places),
        deals=_deals(teller) if hits or docs else "",
    )


def _without_homes(facts: AnswerFacts, labels: Labels) -> Iterator[str]:
    if facts.without_homes:
        places = labels.listed(plain(region, 40) for region in facts.without_homes)
        yield labels.find("degraded_no_homes", "degraded", places=places) or ""


def _degraded(facts: AnswerFacts, labels: Labels) -> Iterator[str]:
    for kind in facts.degraded:
        yield labels.find(f"degraded_{kind}", "degraded") or ""


def _assumed(assumption: Assumption, teller: Teller) -> str:
    """The reason, or where that is in another language what was assumed."""
    because = assumption.because
    foreign = isinstance(because, str) and teller.labels.language != teller.wording.revision.pack.locale
    own = teller.labels.listed(Conditions(teller.wording).asked(assumption.params, (), {})) if foreign else ""
    return own or _in(because, teller.labels.language)


def _failed(failure: Failure, labels: Labels) -> str:
    what = labels.find(f"tool_{failure.tool}") or failure.tool
    return labels.find(f"failed_{failure.kind}", what=what) or labels.of("failed", what=what)


def _place(place: PlaceFact, labels: Labels) -> PlaceView:
    here = OtherPlace(name=place.name, where=place.where, lines=place.lines)
    return PlaceView(
        said=place.said,
        name=place.name,
        about=_about(here, labels),
        guessed=place.guessed,
        others=tuple(_about(other, labels) for other in place.others if other.name == place.name),
        instead=tuple(_named(other) for other in place.others if other.name != place.name),
    )


def _named(place: OtherPlace) -> str:
    """A place by its name and where it is."""
    name, where = plain(place.name, 60), plain(place.where, 40)
    within = where.removesuffix(name).strip()
    return f"{name} ({within})" if within else name


def _about(place: OtherPlace, labels: Labels) -> str:
    """Where a place of that name is."""
    lines = labels.listed(plain(line, 30) for line in place.lines)
    return " ".join(part for part in (plain(place.where, 40), lines) if part)


def _not_checked(want: str, teller: Teller) -> str:
    spec = teller.catalog.wants.get(want)
    if spec is not None and spec.say is not None:
        own = _in(spec.say, teller.labels.language) if not isinstance(spec.say, str) else spec.say
        if not isinstance(spec.say, str) or teller.labels.language == teller.wording.revision.pack.locale:
            return own
    return teller.labels.of("not_checked", label=teller.labels.want(want, teller.catalog))


def _in(text: str | Mapping[Locale, str], language: Locale) -> str:
    """The text of that language, else of any."""
    if isinstance(text, str):
        return text
    return text.get(language) or next(iter(text.values()), "")


def _deals(teller: Teller) -> str:
    """Of which months the recorded deals are, from what the catalog says its fields mean; "" for none."""
    found = [m for spec in teller.catalog.fields.values() for m in _MONTH.findall(spec.means or "")]
    names = (teller.labels.find("month_names") or "").split()
    years: dict[str, list[str]] = {}
    for year, month in dict.fromkeys(found):
        named = names[int(month) - 1] if 0 < int(month) <= len(names) else str(int(month))
        years.setdefault(year, []).append(teller.labels.of("month", month=named))
    told = [
        teller.labels.of("months_of", year=year, months=teller.labels.together(months))
        for year, months in years.items()
    ]
    return teller.labels.of("deals_of", months=teller.labels.together(told)) if told else ""
