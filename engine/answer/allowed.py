"""What an answer may say: the figures of each home and of the request, names and links of homes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from engine.answer.facts import AnswerFacts
from engine.answer.figures import Figure, FigureReader, Measure, figure_reader
from engine.answer.known import KnownNames
from engine.answer.labels import Labels, labels_of
from engine.answer.numbers import Wording
from engine.answer.traits import Traits
from engine.answer.view import AnswerView, HomeView, InfoView
from engine.answer.wording import view_of
from engine.answer.worth import Worths, measures_of
from engine.catalog.fields import fields, read_number
from engine.config.revision import Revision
from engine.places.jamo import plain

_SHORTEST_SHORT = 3


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures that may be said: amounts by scale, numbers by the word that they count ("" for none), and
    numbers whose value is the number itself."""

    measures: frozenset[Measure] = frozenset()
    words: frozenset[tuple[str, Decimal]] = frozenset()
    numbers: frozenset[Decimal] = frozenset()

    def holds(self, figure: Figure) -> bool:
        """Whether the figure is among them."""
        if figure.number is None:
            return False
        if figure.measures:
            return not figure.measures.isdisjoint(self.measures)
        if figure.word:
            return not {(figure.word, figure.number), ("", figure.number)}.isdisjoint(self.words)
        return figure.number in self.numbers


@dataclass(slots=True)
class HomeFacts:
    """One home that may be told of: its name, what the customer `called` it, its links, its places in the
    results, the areas it lies in, and the texts in which its figures stand."""

    id: str
    name: str
    links: set[str] = field(default_factory=set[str])
    texts: list[str] = field(default_factory=list[str])
    traits: Traits = field(default_factory=Traits)
    ranks: set[int] = field(default_factory=set[int])
    areas: tuple[str, ...] = ()
    called: set[str] = field(default_factory=set[str])


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """What one answer may say. `names` are the spellings of homes by the letters that compare, `links` the
    homes of each address, `homes` the figures of each home, `traits` what it is and `ranks` its places in the
    results; `asked` are the figures of the request's conditions as they were read, `told` those of everything
    else that is no home's, `spoken` those of the customer's own words; `found` are the
    counts of homes that were found, `counts` those with the homes that there were or would be; `words` are
    the words of the facts, `texts` the facts as they are worded. `worths` are what each home has of what may
    be compared, `areas` where it lies, `sets` the homes that stand side by side, `limits` the parameters of
    the only search, and `is_whole` says that all it found is shown."""

    names: Mapping[str, tuple[int, ...]]
    said: frozenset[str]
    links: Mapping[str, tuple[int, ...]]
    shown: tuple[str, ...]
    homes: tuple[Figures, ...]
    ranks: tuple[frozenset[Decimal], ...]
    traits: tuple[Traits, ...]
    asked: Figures
    told: Figures
    spoken: Figures
    found: frozenset[Decimal]
    counts: frozenset[Decimal]
    words: frozenset[str]
    texts: tuple[str, ...]
    worths: tuple[Worths, ...]
    areas: tuple[tuple[str, ...], ...]
    sets: tuple[frozenset[int], ...]
    limits: Mapping[str, object]
    is_whole: bool


def allowed_by(
    facts: AnswerFacts, revision: Revision, known: KnownNames, memory: Sequence[str] = ()
) -> Allowed:
    """What an answer from these facts may say, in every language of the pack's labels.

    Raises ConfigError (TMPL009) when a label is missing.
    """
    languages = revision.templates.labels if revision.templates else {}
    views = [view_of(replace(facts, language=each), revision) for each in languages]
    homes = _homes(facts, views, revision)
    reader = figure_reader(revision)
    asked = [text for view in views for text in _asked_texts(view)]
    told = [text for view in views for text in _told_texts(view)]
    told += [text for place in facts.places for text in (place.where, *place.lines)]
    spoken = [facts.question, *memory]
    own = [text for home in homes for text in home.texts]
    names = _names(homes, known)
    return Allowed(
        names=names,
        said=_said(facts),
        links=_links(homes),
        shown=tuple(home.name for home in homes),
        homes=tuple(_figures(home.texts, reader, with_counted=True) for home in homes),
        ranks=tuple(frozenset(map(Decimal, home.ranks)) for home in homes),
        traits=tuple(home.traits for home in homes),
        asked=_figures(asked, reader),
        told=_figures(told, reader),
        spoken=_figures(spoken, reader),
        found=frozenset(map(Decimal, _found(facts, views))),
        counts=frozenset(map(Decimal, {*_found(facts, views), *_counts(facts, views)})),
        words=frozenset(
            key for text in (*asked, *told, *spoken, *own) for word in text.split() if (key := plain(word))
        ),
        texts=(*asked, *told, *spoken, *own),
        worths=tuple(map(measures_of(revision).worths, (home.traits for home in homes))),
        areas=tuple(home.areas for home in homes),
        sets=_sets(homes),
        limits=facts.searches[0].params if len(facts.searches) == 1 else {},
        is_whole=all(each.result and each.result.total == len(each.result.hits) for each in facts.searches),
    )


def _sets(homes: Sequence[HomeFacts]) -> tuple[frozenset[int], ...]:
    """The homes of each search, by number."""
    found: dict[int, set[int]] = {}
    for number, home in enumerate(homes):
        for stands in home.traits.standings:
            found.setdefault(stands.search, set()).add(number)
    return tuple(map(frozenset, found.values()))


def _homes(facts: AnswerFacts, views: Sequence[AnswerView], revision: Revision) -> list[HomeFacts]:
    """The homes that were found, each once, with all that is worded about it."""
    homes: dict[str, HomeFacts] = {}
    languages = list(revision.templates.labels) if revision.templates else []
    for language, view in zip(languages, views, strict=True):
        labels = labels_of(revision, language)
        for number, (search, seen) in enumerate(zip(facts.searches, view.searches, strict=True)):
            for hit, home in zip(search.result.hits if search.result else (), seen.homes, strict=True):
                one = homes.setdefault(hit.id, HomeFacts(hit.id, hit.name))
                _add(one, _home_texts(home, labels), home.link, hit.doc, revision)
                one.traits.of_hit(hit, number, revision)
                one.ranks.add(home.rank)
        for info, seen in zip(facts.infos, view.infos, strict=True):
            if info.doc is not None:
                key = str(info.doc.get(revision.catalog.id))
                one = homes.setdefault(key, HomeFacts(key, seen.name))
                one.called.add(plain(info.name))
                _add(one, _info_texts(seen), seen.link, info.doc, revision)
                one.traits.of_info(info, revision)
    return list(homes.values())


def _add(
    home: HomeFacts, texts: Iterable[str], link: str | None, doc: Mapping[str, object], revision: Revision
) -> None:
    home.texts += [*texts, *_doc_texts(doc, revision)]
    if link:
        home.links.add(link)
    spoken = (doc.get(name) for name, spec in revision.catalog.fields.items() if spec.type == "text")
    home.areas = tuple(area for value in spoken if isinstance(value, str) and (area := plain(value)))


def _home_texts(home: HomeView, labels: Labels) -> Iterator[str]:
    yield from (home.lies, home.plan, home.price, home.points, home.points_possible, *home.reasons)
    yield labels.find("score", points=home.points, possible=home.points_possible) or ""


def _info_texts(info: InfoView) -> Iterator[str]:
    yield from (text for row in info.rows for text in row)
    yield from info.plans


def _doc_texts(doc: Mapping[str, object], revision: Revision) -> Iterator[str]:
    """The document's own fields: texts as they are, amounts worded and exact, in every language."""
    for name, each in fields(revision.catalog).items():
        if each.item is not None:
            continue
        if each.spec.type == "text" and isinstance(text := doc.get(name), str):
            yield text
        elif (amount := read_number(doc, each)) is not None:
            for language in revision.templates.labels if revision.templates else ():
                wording = Wording(revision, labels_of(revision, language))
                value = wording.value(amount, name, spec=each.spec)
                is_count = each.spec.type == "count"
                yield (wording.labels.find(f"fact_{name}", n=value) if is_count else None) or value
                if each.spec.type == "metres":
                    yield wording.labels.of("as_metres", n=f"{amount:f}")


def _asked_texts(view: AnswerView) -> Iterator[str]:
    """What is worded of the request's conditions."""
    for search in view.searches:
        yield from (search.where, *search.asked, *search.relaxed, *(cost.condition for cost in search.costs))
    notes = view.notes
    yield from notes.assumed
    yield from (text for reading in notes.readings for text in (reading.taken, *reading.others))


def _told_texts(view: AnswerView) -> Iterator[str]:
    """What else is worded that is not about a home."""
    for search in view.searches:
        yield from (*search.unknown, search.points_possible, search.nearest_distance)
    notes = view.notes
    yield from (place.about for place in notes.places)
    yield from (text for place in notes.places for text in (*place.others, *place.instead))
    yield from (*notes.not_checked, *notes.failed, *notes.degraded, notes.deals)
    if notes.real_share is not None:
        yield f"{notes.real_share}%"


def _found(facts: AnswerFacts, views: Sequence[AnswerView]) -> set[int]:
    """How many homes there are; one of them may always be spoken of."""
    searches = [search for view in views for search in view.searches]
    return {1, len(facts.infos), *(count for each in searches for count in (each.total, each.shown))}


def _counts(facts: AnswerFacts, views: Sequence[AnswerView]) -> Iterator[int]:
    """How many homes are not shown, were left, or would be there without a condition."""
    yield len(facts.searches)
    for search in (search for view in views for search in view.searches):
        yield from (search.more, *(cost.without for cost in search.costs))
    for search in facts.searches:
        yield from (each.remaining for each in (search.result.relaxed if search.result else ()))


def _figures(texts: Iterable[str], reader: FigureReader, *, with_counted: bool = False) -> Figures:
    """The figures of the texts; `with_counted` a number that counts something may stand without its word."""
    read = [figure for text in dict.fromkeys(texts) for figure in reader.worded(text)]
    known = [figure for figure in read if figure.number is not None]
    return Figures(
        measures=frozenset(measure for figure in read for measure in figure.measures),
        words=frozenset((f.word, f.number) for f in known if not f.measures and f.number is not None),
        numbers=frozenset(
            f.number for f in known if f.plain and (with_counted or not f.word) and f.number is not None
        ),
    )


def _names(homes: Sequence[HomeFacts], known: KnownNames) -> dict[str, tuple[int, ...]]:
    """The spellings of homes: their names, and short forms that only one of them has."""
    full: dict[str, list[int]] = {}
    short: dict[str, list[int]] = {}
    for number, home in enumerate(homes):
        own = plain(home.name)
        full.setdefault(own, []).append(number)
        for key in {
            *home.called,
            *known.of_id.get(home.id, ()),
            *_shorter(own, home.areas, known.suffixes),
        } - {own}:
            short.setdefault(key, []).append(number)
    found = {key: (*numbers,) for key, numbers in full.items()}
    for key, numbers in short.items():
        is_word = key in known.words or key in known.places or key in known.endings
        only = homes[numbers[0]]
        is_own = key in known.of_id.get(only.id, ()) or key in only.called
        is_other = key in known.complexes and not is_own
        if len(numbers) == 1 and key not in found and not (is_word or is_other):
            found[key] = (*numbers,)
    named = {key + each: numbers for key, numbers in found.items() for each in known.suffixes}
    return {**named, **found}


def _shorter(name: str, areas: Iterable[str], suffixes: Iterable[str]) -> Iterator[str]:
    """The name without the area that it begins with (잠실파크리오 in 잠실동), and up to a suffix of complexes
    inside it (청학아파트에이동)."""
    for area in areas:
        for cut in (area, area[:-1]):
            rest = name.removeprefix(cut)
            if rest != name and len(rest) >= _SHORTEST_SHORT and len(cut) > 1:
                yield rest
    for suffix in suffixes:
        first, _, rest = name.partition(suffix)
        if rest and len(first) > 1:
            yield first + suffix


def _said(facts: AnswerFacts) -> frozenset[str]:
    """Names that may be said though no home that is shown has them."""
    names = [place.said for place in facts.places] + [place.name for place in facts.places]
    names += [near for place in facts.unknown_places for near in (place.said, *place.near)]
    names += [name for info in facts.infos for name in (info.name, *info.alternatives)]
    names += [other.name for place in facts.places for other in place.others]
    names += [search.nearest.name for search in facts.searches if search.nearest]
    names += [place for search in facts.searches for place in search.places]
    return frozenset(key for name in names for each in (name, name.split(" (")[0]) if (key := plain(each)))


def _links(homes: Sequence[HomeFacts]) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for number, home in enumerate(homes):
        for link in home.links:
            found[link] = (*found.get(link, ()), number)
    return found
