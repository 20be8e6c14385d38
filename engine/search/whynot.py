"""Why a home is not among the results, and the smallest change of the conditions that admits it."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.catalog.fields import fields, item_of, parts_of, read_number, read_point
from engine.catalog.wants import Condition, radius_want, want_parameters
from engine.config.catalog import Catalog, WantSpec
from engine.config.revision import Revision
from engine.score.factors import applies
from engine.search.branches import Branch, Wishes, read_wishes, reads_part
from engine.search.columns import Columns, Record
from engine.search.embedded import dropped, judge
from engine.search.geo import Point, centre, distance_m, on_grid
from engine.search.refused import Refused, refused
from engine.search.relax import state_of
from engine.search.request import SearchRequest

Params = Mapping[str, object]
_WHOLE = ("money", "count", "year", "metres")
_KILOMETRE = 1000
_MANY = 1e9
"""Changing one want more costs more than any change of those that change anyway."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyNot:
    """`gate` dropped the home, None when nothing did. `value` is what the home has there (None = unknown),
    `wanted` the want's parameters. `change` are parameters that admit the home, None for one that has to go;
    {} when nothing has to change, and None as a whole when no change of parameters is enough. `reason` is
    no_value where the gate has no answer for the home; `refused` are the conditions in CEL that it does not
    meet, whatever its gate."""

    gate: str | None
    value: object
    wanted: Params
    change: Params | None
    reason: Literal["", "no_value"] = ""
    refused: tuple[Refused, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Need:
    """One want that the home fails: what it has, and what the parameters would have to be. `cost` compares
    changes of one want: how far the value is from the end, as a share of it."""

    want: str
    value: object
    change: Params
    cost: float


def why_not(request: SearchRequest, document: Record, revision: Revision) -> WhyNot:
    """What the request's own conditions say of one home, before anything gives way.

    The change concerns as few wants as can be; among those it moves the ends least. It is tried before it is
    told. Raises InputInvalid and ConfigError as ranking does.
    """
    wishes, middle = read_wishes(request, revision), centre(request.places)
    columns = Columns.build([document], revision)
    out = dropped(columns, middle, wishes)
    if not out:
        return WhyNot(gate=None, value=None, wanted={}, change={})
    left = refused(columns, middle, wishes, revision)
    told = WhyNot(gate=out[0].gate, value=None, wanted={}, change=None, reason=out[0].reason, refused=left)
    options = _all_options(wishes, left, document, request, revision)
    for number, needs in options:
        change = {name: value for need in needs for name, value in need.change.items()}
        if needs and _admits(_changed(request, number, change, revision.catalog), document, revision):
            return replace(
                _at_gate(told, wishes, [(number, needs), *options], revision.catalog), change=change
            )
    return _at_gate(told, wishes, options, revision.catalog)


def _at_gate(
    told: WhyNot, wishes: Wishes, options: Sequence[tuple[int, Sequence[_Need]]], catalog: Catalog
) -> WhyNot:
    """What the home has at the gate and what was asked there; for a filter, whose gate are several wants, at
    the first of them that has to change."""
    needs = [(number, need) for number, each in options for need in each]
    is_want = told.gate in catalog.wants
    first = next(((number, need) for number, need in needs if not is_want or need.want == told.gate), None)
    if first is not None:
        number, need = first
        return replace(told, value=need.value, wanted=state_of(wishes.branches[number], need.want, catalog))
    wanted: Params = state_of(wishes.branches[0], str(told.gate), catalog) if is_want else {}
    return replace(told, wanted=wanted)


def _all_options(
    wishes: Wishes, left: Sequence[Refused], document: Record, request: SearchRequest, revision: Revision
) -> list[tuple[int, tuple[_Need, ...]]]:
    """Sets of needs by the number of their branch, the smallest change first. Where a condition refuses the
    home, the wants that it uses may have to go as well."""
    catalog = revision.catalog
    asked = frozenset(want for each in left for want in each.asks)
    found: list[tuple[int, tuple[_Need, ...]]] = []
    for number, branch in enumerate(wishes.branches):
        extra = tuple(_leaving_out(w, None, catalog) for w in asked if state_of(branch, w, catalog))
        for needs in _options(branch, document, request, revision):
            kept = tuple(need for need in needs if need.want not in asked)
            found += [(number, needs), *([(number, (*kept, *extra))] if extra else [])]
    cost = {number: sum(need.cost + _MANY for need in each[1]) for number, each in enumerate(found)}
    return [found[number] for number in sorted(cost, key=lambda number: (cost[number], found[number][0]))]


def _admits(request: SearchRequest, document: Record, revision: Revision) -> bool:
    columns = Columns.build([document], revision)
    return bool(judge(request, read_wishes(request, revision), columns, revision))


def _changed(request: SearchRequest, number: int, change: Params, catalog: Catalog) -> SearchRequest:
    """The request with the change, in the alternative of that number where it has some."""
    _, place = radius_want(catalog)
    radius = place.max if place is not None else None
    if radius is not None and radius in change and request.radius_km is not None:
        value = change[radius]
        request = replace(request, radius_km=None if value is None else float(str(value)))
        change = {name: each for name, each in change.items() if name != radius}
    if not request.alternatives:
        return replace(request, params=_without_none({**request.params, **change}))
    alternatives = list(request.alternatives)
    alternatives[number] = _without_none({**alternatives[number], **change})
    return replace(request, alternatives=tuple(alternatives))


def _without_none(params: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in params.items() if value is not None}


def _options(
    branch: Branch, document: Record, request: SearchRequest, revision: Revision
) -> Iterator[tuple[_Need, ...]]:
    """Sets of needs of which each may admit the home: what the home itself lacks, with what one part does."""
    catalog = revision.catalog
    home = _Reader(branch=branch, catalog=catalog, request=request, record=document)
    own = [
        *home.place(),
        *(n for c in branch.hard if not reads_part(c, catalog) for n in home.needs(c, None)),
    ]
    inner = [condition for condition in branch.hard if reads_part(condition, catalog)]
    if not inner and not branch.deal_hard:
        yield tuple(own)
        return
    for part in parts_of(document, item_of(catalog)):
        record = replace(home, record=part)
        for deal in record.deals():
            needs = [n for c in inner if applies(c, deal) for n in record.needs(c, deal)]
            yield (*own, *record.deal(deal), *needs)
    deal_want = [branch.asked.deal_want] if branch.deal_hard else []
    wants = [*deal_want, *(condition.want for condition in inner)]
    yield (*own, *(_leaving_out(want, None, catalog) for want in wants if want is not None))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reader:
    """One record (the home, or one of its parts) held against the conditions of a branch."""

    branch: Branch
    catalog: Catalog
    request: SearchRequest
    record: Record

    def offered(self) -> list[str]:
        """The deal types that the part is offered for."""
        name = self.branch.asked.deal_want
        has = self.catalog.wants[name].has if name is not None else {}
        known = fields(self.catalog)
        return [deal for deal, path in has.items()
                if read_number(self.record, known[path], deal) is not None]  # fmt: skip

    def deals(self) -> Sequence[str | None]:
        """The deal types to try: where one was asked, those that the part is offered for."""
        return self.offered() if self.branch.deal_hard else self.branch.deals

    def deal(self, deal: str | None) -> Iterator[_Need]:
        """The deal type, where it would have to be another one than was asked."""
        name = self.branch.asked.deal_want
        choice = self.catalog.wants[name].choice if name is not None else None
        if (
            name is not None
            and choice is not None
            and self.branch.deal_hard
            and deal not in self.branch.deals
        ):
            yield _Need(want=name, value=self.offered(), change={choice: deal}, cost=0.0)

    def metres(self, want: WantSpec) -> float | None:
        """How far the home is from the places; None where that is unknown."""
        middle = centre(self.request.places)
        point = read_point(self.record, want.reads) if want.reads is not None else None
        return None if point is None or middle is None else distance_m(middle, on_grid(Point(*point)))

    def place(self) -> Iterator[_Need]:
        """The radius that reaches the home, where it is in neither the area nor the circle."""
        name, area, radius_m = self.branch.asked.radius_want, self.branch.area, self.branch.radius_m
        if name is None or not self.branch.is_limited:
            return
        want, metres = self.catalog.wants[name], self.metres(self.catalog.wants[name])
        told = area is not None and all(self.record.get(f) in values for f, values in area.terms.items())
        if told or (metres is not None and radius_m is not None and metres <= radius_m):
            return
        if metres is None or want.max is None:
            yield _leaving_out(name, None, self.catalog)
            return
        step = 10 if metres < _KILOMETRE else 100  # as a distance is told
        kilometres = math.ceil(metres / step) * step / _KILOMETRE
        yield _Need(want=name, value=round(metres / _KILOMETRE, 3), change={want.max: kilometres},
                    cost=metres / (radius_m or 1.0))  # fmt: skip

    def needs(self, condition: Condition, deal: str | None) -> Iterator[_Need]:
        """What the condition would have to be for the record to meet it; nothing when it does."""
        want, bound = self.catalog.wants[condition.want], condition.bound
        if condition.from_places:
            value = self.metres(want)
        else:
            value = read_number(self.record, fields(self.catalog)[condition.reads], deal)
        if value is None:
            if condition.unknown == "drop":
                yield _leaving_out(condition.want, None, self.catalog)
            return
        over = bound.high is not None and (value >= bound.high if bound.open_high else value > bound.high)
        end = bound.high if over else bound.low
        if end is None or not (over or value < end):
            return
        shown = value / (want.per_minute or 1.0)
        change = self._change(want, _end(shown, condition, self.catalog, upward=over), upward=over)
        cost = abs(value - end) / max(abs(end), 1.0)
        yield _Need(want=condition.want, value=_tidy(round(shown, 3)), change=change, cost=cost)

    def _change(self, want: WantSpec, end: float | int, *, upward: bool) -> Params:
        """The parameter that sets the end: an age where the customer spoke of one."""
        age = None if want.age is None else want.age.min if upward else want.age.max
        name = want.max if upward else want.min
        said = self.branch.params
        if age is not None and said.get(age) is not None:
            return {age: self.request.today.year - end}
        return {name: end} if name is not None else {}


def _end(value: float, condition: Condition, catalog: Catalog, *, upward: bool) -> float | int:
    """The nearest end, in the want's own way of counting, that admits the value."""
    field = fields(catalog).get(condition.reads)
    spec = None if field is None else (field.parts or (field,))[0].spec
    if condition.from_places or catalog.wants[condition.want].per_minute is not None:
        return math.ceil(value)
    if spec is not None and spec.continuous:
        return math.floor(value)  # a whole upper end v admits what is below v + 1
    if spec is not None and spec.type in _WHOLE:
        return math.ceil(value) if upward else math.floor(value)
    return _tidy(value)


def _leaving_out(want: str, value: object, catalog: Catalog) -> _Need:
    """The need to do without the want."""
    change = dict.fromkeys(want_parameters(catalog.wants[want]))
    return _Need(want=want, value=value, change=change, cost=_MANY / 2)


def _tidy(value: float) -> float | int:
    return int(value) if float(value).is_integer() else value
