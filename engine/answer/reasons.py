"""Why a home is among the hits: its figures in words, from its breakdown, its document and what was asked.

Which of a document's facts are told is the labels' choice: a field is told when it has a `fact_NAME` label.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import cast

from engine.answer.conditions import Conditions
from engine.answer.facts import SearchAnswer, is_by_centre
from engine.answer.labels import LIES, Labels
from engine.answer.numbers import Wording, field_spec
from engine.answer.sources import asked_basis, is_made_up
from engine.catalog.fields import Field, fields, read_number
from engine.config.catalog import Catalog, WantSpec
from engine.config.profile import Factor
from engine.config.vocabulary import Term
from engine.prompt.text import plain
from engine.search.request import Hit

UNKNOWN_BASES = frozenset({"missing", "unknown"})
_MIDDLE = frozenset({"midpoint", "weighted"})


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells the facts of homes of one revision in one language; `today` is the day ages count from."""

    wording: Wording
    today: date

    @property
    def labels(self) -> Labels:
        """The words."""
        return self.wording.labels

    @property
    def catalog(self) -> Catalog:
        """The catalog of the revision."""
        return self.wording.revision.catalog

    def reasons(self, hit: Hit, search: SearchAnswer, place_kind: str = "") -> tuple[str, ...]:
        """Distance, price against the wish, share of the wanted size, the home's facts, what is unknown.

        `place_kind` is the kind of the place around which was searched, "" where nobody says.
        """
        of_all = _unknown_of_all(search)
        found = (
            *self._distance(hit, search, place_kind),
            *self._wishes(hit, search),
            *self._factors(hit, search),
            *self.facts(hit.doc),
            *(self._unknown("unknown_kept", want) for want in hit.unknown if want not in of_all),
        )
        return tuple(dict.fromkeys(found))

    def unknown(self, search: SearchAnswer) -> tuple[str, ...]:
        """What could not be checked for any home of the search, a sentence each."""
        return tuple(self._unknown("unknown_all", want) for want in _unknown_of_all(search))

    def lies(self, doc: Mapping[str, object]) -> str:
        """Where the home lies, as the label `lies` puts the document's text fields; "" without that label."""
        texts = {name: doc.get(name) for name, spec in self.catalog.fields.items() if spec.type == "text"}
        words = {name: plain(text, 60) if isinstance(text, str) else "" for name, text in texts.items()}
        return " ".join((self.labels.find(LIES, **words) or "").split())

    def _unknown(self, label: str, want: str) -> str:
        name = self.labels.want(want, self.catalog)
        return self.labels.either(f"{label}_{want}", label, label=name)

    def facts(self, doc: Mapping[str, object]) -> Iterator[str]:
        """The document's own fields that have a `fact_NAME` label and a value, in the order of the labels.

        Nothing is told of what lies near a home whose own place is not known.
        """
        known = fields(self.catalog)
        for label in self.labels.family("fact_"):
            name = next((n for n in known if n == label or label.startswith(f"{n}_")), "")
            if name in self.catalog.fields and (text := self.fact(doc, name, known[name])) is not None:
                yield text

    def fact(self, doc: Mapping[str, object], name: str, field: Field) -> str | None:
        """One field as a phrase, None without a label or a value."""
        if field.spec.type == "choice":
            return self.labels.find(f"fact_{name}_{doc.get(name)}")
        value = read_number(doc, field)
        if value is None or (field.spec.type == "metres" and is_by_centre(doc)):
            return None
        text = self.wording.value(value, name, spec=field.spec)
        age = str(self.today.year - round(value)) if field.spec.type == "year" else ""
        return self.labels.find(f"fact_{name}", n=text, age=age)

    def plan(self, plan: Mapping[str, object]) -> str:
        """A floor plan by its fields that have a `plan_NAME` label: "34.3평, 전용 84.9㎡"."""
        texts: list[str] = []
        parts = {field.name: field for field in fields(self.catalog).values() if field.item is not None}
        for field in (parts[name] for name in self.labels.family("plan_") if name in parts):
            value = None if self.wording.kind(field.spec) == "money" else read_number(plan, field)
            if value is not None:
                text = self.wording.value(value, field.name, spec=field.spec)
                texts.append(self.labels.of(f"plan_{field.name}", n=text))
        return self.labels.listed(texts)

    def price(self, plan: Mapping[str, object], doc: Mapping[str, object]) -> str:
        """What the chosen floor plan of that home costs, of which deal type, and whether asked, made up or
        traded."""
        deal = plan.get("deal")
        amounts: list[str] = []
        for _, spec in self._money_wants(deal):
            value = _number(plan.get(_leaf(spec)))
            if value is not None:
                text = self.wording.value(value, spec=field_spec(spec.reads, self.catalog))
                amounts.append(self.labels.find(f"plan_{_leaf(spec)}", n=text) or text)
        if not amounts:
            return self.labels.of("price_unknown")
        choices = (name for name, spec in self.catalog.wants.items() if spec.has)
        named = self.labels.find(*(f"{name}_{deal}" for name in choices)) or ""
        told = {"deal": named, "amounts": self.labels.listed(amounts)}
        text = self.labels.either(f"price_{deal}", "price", **told).strip()
        basis = asked_basis(plan)
        ending = "_synthetic" if is_made_up(basis, plan, doc) else ""
        source = self.labels.find(f"basis_{basis}{ending}", f"basis_{basis}")
        return self.labels.of("price_by", price=text, basis=source) if source else text

    def _money_wants(self, deal: object) -> Iterator[tuple[str, WantSpec]]:
        """The wants about money that count for a deal type."""
        for name, spec in self.catalog.wants.items():
            if spec.deal and (deal in spec.deal or deal is None):
                yield name, spec

    def _distance(self, hit: Hit, search: SearchAnswer, place_kind: str) -> Iterator[str]:
        distance = self.distance(hit)
        if not distance or not search.places:
            return
        places = [plain(place, 60) for place in search.places]
        kind = search.strategy if search.strategy in _MIDDLE and len(places) > 1 else "single"
        told = {"place": places[0], "first": places[0], "places": self.labels.listed(places)}
        yield self.labels.either(f"from_{kind}_{place_kind}", f"from_{kind}", **told, distance=distance)

    def distance(self, hit: Hit) -> str:
        """How far a home is, only about where its own place is not known; "" without a distance, and for a
        home known by the very middle of the dong that was searched around."""
        if hit.distance_m is None or (is_by_centre(hit.doc) and round(hit.distance_m) == 0):
            return ""
        text = self.wording.metres(hit.distance_m)
        return self.labels.of("about", n=text) if is_by_centre(hit.doc) else text

    def _wishes(self, hit: Hit, search: SearchAnswer) -> Iterator[str]:
        """How the price stands to the customer's own limits, also after these were relaxed."""
        plan = hit.floor_plan
        if plan is None or search.alternatives:
            return
        conditions = Conditions(self.wording)
        for name, spec in self._money_wants(plan.get("deal")):
            value = _number(plan.get(_leaf(spec)))
            low, high = conditions.named_ends(name, search.params, search.said)
            reach = conditions.reach(name, search.params)
            found = None if value is None else _gap(value, None if reach == "at_most" else low, high)
            if found is not None:
                gap = self.wording.value(found[1], spec=field_spec(spec.reads, self.catalog))
                yield self.labels.of(found[0], label=self.labels.want(name, self.catalog), gap=gap)

    def _factors(self, hit: Hit, search: SearchAnswer) -> Iterator[str]:
        profile = self.wording.revision.profiles.get(search.profile)
        for name, score in hit.breakdown.items():
            factor = profile.factors.get(name) if profile else None
            if factor is None or score.basis in UNKNOWN_BASES or score.basis == "unasked":
                continue
            if factor.share_in is not None:
                wants = (factor.share_in,) if isinstance(factor.share_in, str) else factor.share_in
                label = "share" if self._has_shares(hit.doc, wants[0]) else "share_of_plans"
                yield self.labels.of(label, share=self.wording.percent(score.value))
            elif factor.bonus is not None:
                yield from self._bonus(factor, score.value, search)

    def _bonus(self, factor: Factor, value: float, search: SearchAnswer) -> Iterator[str]:
        terms = self.wording.revision.vocabulary.terms
        term = next((term for term in terms if term.name == factor.bonus), None)
        if term is None:
            return
        conditions = Conditions(self.wording)
        ranges = (conditions.span(want, term.sets) for want, s in self.catalog.wants.items() if not s.choice)
        rule = self.labels.listed(text for text in ranges if text)
        if value >= 1:
            yield self.labels.of("bonus", term=_name(term, self.labels), rule=rule)
        elif any(name in search.params for name in term.sets):
            yield self.labels.of("no_bonus", term=_name(term, self.labels), rule=rule)

    def _has_shares(self, doc: Mapping[str, object], want: str) -> bool:
        """Whether the document says how its homes spread over the floor plans."""
        item = (self.catalog.wants[want].reads or "").partition(".")[0] if want in self.catalog.wants else ""
        spec = self.catalog.items.get(item)
        ratios = [name for name, f in spec.fields.items() if f.type == "ratio"] if spec else []
        parts = doc.get(item)
        plans = cast("Sequence[Mapping[str, object]]", parts) if isinstance(parts, list | tuple) else ()
        return bool(ratios) and bool(plans) and all(_number(p.get(ratios[0])) is not None for p in plans)


def _name(term: Term, labels: Labels) -> str:
    """The term in the answer's language: its name, or in English the first of its words in Latin letters."""
    if labels.language == "en":
        return next((word for word in term.words if word.isascii()), term.name)
    return term.name


def _gap(value: float, low: float | None, high: float | None) -> tuple[str, float] | None:
    """The label and the distance to the limit that matters: a passed one first, then room below the only.

    A bare figure is no limit: what is cheaper or dearer than it is told as such.
    """
    if low is not None and low == high:
        return None if value == low else ("below_said" if value < low else "above_said", abs(value - low))
    if high is not None and value > high:
        return "over_max", value - high
    if low is not None and value < low:
        return "under_min", low - value
    if high is not None and low is None and value < high:
        return "under_max", high - value
    return None


def _unknown_of_all(search: SearchAnswer) -> tuple[str, ...]:
    """The wants that could be checked for none of the homes shown, in the order of the first."""
    hits = search.result.hits if search.result else ()
    return tuple(want for want in hits[0].unknown if all(want in hit.unknown for hit in hits)) if hits else ()


def _leaf(spec: WantSpec) -> str:
    return (spec.reads or "").rpartition(".")[2]


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
