"""Facts to views: every figure of an answer put into words, once, by code."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast
from urllib.parse import quote

from engine.answer.conditions import Conditions
from engine.answer.facts import AnswerFacts, InfoAnswer, NearestHome, SearchAnswer, is_by_centre
from engine.answer.labels import labels_of
from engine.answer.notes import notes_of
from engine.answer.numbers import Wording, number
from engine.answer.reasons import Teller
from engine.answer.sources import has_synthetic, is_synthetic
from engine.answer.view import AnswerView, CostView, HomeView, InfoView, SearchView, UnknownView, compare
from engine.catalog.fields import fields, read_based, read_number
from engine.catalog.wants import default_radius_m, want_parameters
from engine.config.revision import Revision
from engine.prompt.text import plain
from engine.search.areas import INSIDE
from engine.search.request import Hit, Relaxed


def view_of(facts: AnswerFacts, revision: Revision) -> AnswerView:
    """The view of an answer. Raises ConfigError (TMPL009) when a label is missing."""
    teller = Teller(Wording(revision, labels_of(revision, facts.language)), facts.today)
    infos = tuple(_info(info, teller) for info in facts.infos)
    return AnswerView(
        question=facts.question,
        intent=facts.intent,
        searches=tuple(_search(search, facts, teller) for search in facts.searches),
        infos=infos,
        comparison=compare(infos),
        notes=notes_of(facts, teller),
    )


def relaxed_words(relaxed: Relaxed, search: SearchAnswer, teller: Teller) -> str:
    """What gave way and to what, with the homes that remained then."""
    conditions = Conditions(teller.wording)
    name = teller.labels.want(relaxed.want, teller.catalog)
    known = relaxed.want in teller.catalog.wants
    standard = conditions.default(relaxed.want) if known else None
    is_own = known and all(search.params.get(key) == value for key, value in relaxed.before.items())
    before = conditions.say(relaxed.want, relaxed.before, search.said if is_own else {}) if known else None
    if before is None:
        before = teller.labels.of("condition", label=name, range=standard) if standard else name
    is_area = INSIDE in relaxed.before
    before = _inside(search, teller) if is_area else before
    remaining = f"{relaxed.remaining:,}"
    after = (conditions.words if is_area else conditions.span)(relaxed.want, relaxed.after) if known else None
    if after is not None:
        return teller.labels.of("relaxed_widened", before=before, after=after, remaining=remaining)
    guessed = bool(relaxed.before) and all(key in search.assumed for key in relaxed.before)
    label = "relaxed_guess_dropped" if guessed else "relaxed_dropped"
    return teller.labels.of(label, before=before, remaining=remaining)


def condition_name(want: str, search: SearchAnswer, teller: Teller) -> str:
    """A condition as it counted last: as it was asked, or as it was widened; what it is called when the
    request does not set it, or sets it differently for each alternative."""
    conditions = Conditions(teller.wording)
    widened = [
        r.after for r in (search.result.relaxed if search.result else ()) if r.want == want and r.after
    ]
    varying = {name for each in search.alternatives for name in each}
    if want in teller.catalog.wants and varying & {*want_parameters(teller.catalog.wants[want])}:
        return teller.labels.want(want, teller.catalog)
    own = (
        conditions.words(want, widened[-1]) if widened else conditions.name(want, search.params, search.said)
    )
    radius = _radius_want(teller)
    if own is None and radius is not None and want == radius[0]:
        radius_m = _radius_m(search, teller)
        own = conditions.words(want, {radius[1]: radius_m / 1000}) if radius_m is not None else None
        own = _inside(search, teller) if own is None and search.inside else own
    return own or teller.labels.want(want, teller.catalog)


def _search(search: SearchAnswer, facts: AnswerFacts, teller: Teller) -> SearchView:
    result = search.result
    conditions = Conditions(teller.wording)
    radius_m = _radius_m(search, teller)
    near = search.nearest
    hits = result.hits if result else ()
    kinds = {place.name: place.kind for place in facts.places}
    place_kind = kinds.get(search.places[0], "") if search.places else ""
    costs = [c for c in (result.conditions if result else ()) if result and c.without > result.total]
    return SearchView(
        where=_where(search, teller, radius_m, place_kind),
        asked=conditions.asked(_own(search), search.alternatives, search.said),
        everywhere=not (search.places or search.params or search.alternatives),
        failed=result is None,
        refused=search.refused,
        not_found=tuple(
            UnknownView(said=place.said, near=place.near)
            for place in facts.unknown_places
            if result is None and place.said in search.places
        ),
        total=max(result.total, len(hits)) if result else 0,
        shown=len(hits),
        more=max(0, result.total - len(hits)) if result else 0,
        points_possible=_possible(search),
        homes=tuple(_home(rank, hit, search, teller, place_kind) for rank, hit in enumerate(hits, start=1)),
        unknown=teller.unknown(search),
        relaxed=tuple(relaxed_words(each, search, teller) for each in (result.relaxed if result else ())),
        costs=tuple(
            CostView(condition=condition_name(c.want, search, teller), without=c.without) for c in costs
        ),
        empty_area=not hits and near is not None and _is_beyond(near, radius_m, search),
        nearest=near.name if near else "",
        nearest_distance=teller.wording.metres(near.distance_m) if near and near.name and radius_m else "",
    )


def _own(search: SearchAnswer) -> dict[str, object]:
    """The parameters that the customer set; what was guessed is said among the notes."""
    return {name: value for name, value in search.params.items() if name not in search.assumed}


def _possible(search: SearchAnswer) -> str:
    """The points of a home that is best in everything that counted."""
    return number(round(100 * search.result.score_of if search.result else 0.0, 1))


def _home(rank: int, hit: Hit, search: SearchAnswer, teller: Teller, place_kind: str) -> HomeView:
    return HomeView(
        rank=rank,
        name=hit.name,
        link=hit.link,
        lies=teller.lies(hit.doc),
        plan=teller.plan(hit.floor_plan) if hit.floor_plan is not None else "",
        price=teller.price(hit.floor_plan, hit.doc) if hit.floor_plan is not None else "",
        reasons=teller.reasons(hit, search, place_kind),
        points=number(round(100 * hit.score, 1)),
        points_possible=_possible(search),
        synthetic=is_synthetic(hit),
    )


def _radius_want(teller: Teller) -> tuple[str, str] | None:
    """The want that sets the radius, and its parameter."""
    for want, spec in teller.catalog.wants.items():
        if spec.source == "places" and spec.per_minute is None and spec.max is not None:
            return want, spec.max
    return None


def _radius_m(search: SearchAnswer, teller: Teller) -> float | None:
    """The radius that counted last: relaxed, asked, or the catalog's own."""
    found = _radius_want(teller)
    if found is None or not search.places:
        return None
    want, parameter = found
    relaxed = [r.after for r in (search.result.relaxed if search.result else ()) if r.want == want]
    for params in (*reversed(relaxed), search.params):
        value = params.get(parameter)
        if isinstance(value, int | float):
            return float(value) * 1000
    return None if search.inside else default_radius_m(teller.catalog.wants[want])


def _is_beyond(near: NearestHome, radius_m: float | None, search: SearchAnswer) -> bool:
    """Whether the nearest home lies outside of where was searched; looked up in an area it has none."""
    return search.inside if radius_m is None else near.distance_m > radius_m


def _inside(search: SearchAnswer, teller: Teller) -> str:
    """The condition to lie in the area that was searched."""
    return teller.labels.of("inside", place=plain(search.places[0], 60) if search.places else "")


def _where(search: SearchAnswer, teller: Teller, radius_m: float | None, place_kind: str) -> str:
    places = [plain(place, 60) for place in search.places]
    if not places:
        return teller.labels.of("where_none")
    if search.inside and radius_m is None:
        return teller.labels.of("where_inside", place=places[0])
    middle = search.strategy in ("midpoint", "weighted") and len(places) > 1
    label = f"where_{search.strategy if middle else 'single'}"
    return teller.labels.either(
        f"{label}_{place_kind}",
        label,
        place=places[0],
        first=places[0],
        places=teller.labels.listed(places),
        radius=teller.wording.metres(radius_m) if radius_m is not None else "",
    )


def _info(info: InfoAnswer, teller: Teller) -> InfoView:
    doc = info.doc
    return InfoView(
        name=str(doc.get(teller.catalog.name, info.name)) if doc is not None else info.name,
        found=doc is not None,
        failed=info.failed,
        link=_link(doc, teller) if doc is not None else None,
        rows=tuple(_rows(doc, teller)) if doc is not None else (),
        plans=tuple(_plans(doc, teller)) if doc is not None else (),
        others=info.alternatives,
        synthetic=doc is not None and has_synthetic(doc),
    )


def _link(doc: Mapping[str, object], teller: Teller) -> str | None:
    link = teller.catalog.link
    return link.replace("{id}", quote(str(doc.get(teller.catalog.id)), safe="")) if link else None


def _rows(doc: Mapping[str, object], teller: Teller) -> Iterator[tuple[str, str]]:
    """The document's fields that customers are told of, as label and value, in the order of the labels."""
    known = fields(teller.catalog)
    for name in dict.fromkeys((*teller.labels.family("field_"), *known)):
        field = known.get(name)
        label = teller.labels.field(name, teller.catalog) if field and field.item is None else None
        if field is None or label is None or (field.spec.type == "metres" and is_by_centre(doc)):
            continue
        if field.spec.type in ("choice", "text"):
            value = doc.get(name)
            text = teller.labels.find(f"{name}_{value}") or (plain(value) if isinstance(value, str) else "")
        else:
            amount = read_number(doc, field)
            text = "" if amount is None else teller.wording.value(amount, name, spec=field.spec)
        if text:
            yield label, text


def _plans(doc: Mapping[str, object], teller: Teller) -> Iterator[str]:
    """Each floor plan with its price for every deal type that it has one for."""
    deals = next((spec.has for spec in teller.catalog.wants.values() if spec.has), dict[str, str]())
    everything = fields(teller.catalog)
    for item in teller.catalog.items:
        parts = doc.get(item)
        plans = cast("Sequence[Mapping[str, object]]", parts) if isinstance(parts, list | tuple) else ()
        for plan in plans:
            prices: list[str] = []
            for deal, path in deals.items():
                value, basis = read_based(plan, everything[path], deal)
                if value is not None:
                    shown = {**plan, everything[path].name: value, "deal": deal, "basis": basis}
                    prices.append(teller.price(shown, doc))
            yield teller.labels.listed((teller.plan(plan), *(prices or (teller.labels.of("price_unknown"),))))
