"""The filters of one branch of wishes in a server's language: the twin of `gates` without any document."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.catalog.fields import fields, item_of, once_per_catalog
from engine.catalog.wants import Condition, deal_types, radius_want
from engine.config.catalog import Catalog
from engine.score.factors import applies
from engine.score.query import ALL, Json, all_of, any_of, disjoint, exists, none_of, present, within
from engine.search.areas import Area
from engine.search.branches import Branch, Wishes
from engine.search.geo import Point
from engine.search.mapping import server_fields
from engine.search.pushed import pushed
from engine.search.request import Terms
from engine.search.reserved import SHARE

_LEAST_M, _MOST_M = 1e-6, 1e8
"""A server takes no circle of radius 0: this one holds as little. The other one is larger than the Earth."""


class GateQueries:
    """The hard wants of one branch as filters, and what the factors ask of the server (`score.query.Server`).

    `middle` is the centre of the places. Filters of homes and filters of parts are made once. `deals` are the
    wanted deal types, (None,) where the catalog knows none; `point` is the field of the location and the
    centre, None without places.
    """

    def __init__(self, branch: Branch, wishes: Wishes, catalog: Catalog, middle: Point | None) -> None:
        self.branch = branch
        self.catalog = catalog
        self.deals = branch.deals
        self._index = _index(catalog)
        self.point = self._centre(middle)
        self._listed = wishes.together
        self._home: dict[str, Json] = {}
        self._part: dict[str, Mapping[str | None, Json | None]] = {}
        asked = branch.asked
        if asked.deal_want is not None and branch.deal_hard:
            self._part[asked.deal_want] = self._deal_filters(asked.deal_want)
        place = self._place(keeps_unknown=wishes.keeps_unlocated)
        if asked.radius_want is not None and place is not None:
            self._home[asked.radius_want] = place
        for condition in branch.hard:
            if self.is_part(condition.reads) and not condition.from_places:
                self._part[condition.want] = {
                    deal: self._admits(condition, deal) if applies(condition, deal) else None
                    for deal in self.deals
                }
            else:
                self._home[condition.want] = self._admits(condition, None)
        self._joint = [want for want in self._part if want in self._listed]
        self._also = pushed(wishes.filters, branch, catalog, self.sources)

    @property
    def residual(self) -> Mapping[str, str]:
        """The filters with a condition that no query can say, each with the first such condition and why."""
        return self._also.residual

    @property
    def wants(self) -> tuple[str, ...]:
        """The wants that are hard here, in catalog order."""
        return tuple(want for want in self.catalog.wants if want in self._home or want in self._part)

    @property
    def share_field(self) -> str:
        """The field of a part's share of its home."""
        return f"{self._index.item}.{SHARE}"

    @property
    def requires_part(self) -> bool:
        """Whether a home without a part that passes is not found anyway."""
        return self._also.joins or bool(self._joint)

    def is_part(self, path: str) -> bool:
        """Whether the field belongs to the parts."""
        return path in self._index.of_parts

    def sources(self, path: str, deal: str | None) -> tuple[str, ...]:
        """The server's fields for the value: the first that a record has counts."""
        return self._index.sources[path, deal]

    def meets(self, condition: Condition, deal: str | None) -> Json:
        """The filter that a record with a known value in the condition's bound passes."""
        if condition.from_places:
            return self._circle(condition.bound.high) if condition.bound.high is not None else ALL
        sources, bound = self._index.sources[condition.reads, deal], condition.bound
        return any_of(disjoint(sources, lambda source: within(source, bound)))

    def known(self, condition: Condition, deal: str | None) -> Json:
        """The filter that a record passes when the condition's value is known."""
        if condition.from_places:
            return exists(self.point[0]) if self.point is not None else none_of([ALL])
        return present(self.sources(condition.reads, deal))

    def passing(self, deal: str | None) -> Json | None:
        """The filter for parts that meet together what the filters list; None = all of them."""
        filters = self._together(deal, self._joint)
        return all_of(filters) if filters else None

    def nested(self, query: Json, score_mode: Literal["none", "max", "sum"] = "none") -> Json:
        """A query over the parts, as one over homes."""
        return {"nested": {"path": self._index.item, "score_mode": score_mode, "query": query}}

    def filters(self, without: str | None = None) -> list[Json]:
        """What a home must pass, the want that is named left out."""
        found = [each for want, each in self._home.items() if want != without]
        found += self._also.homes
        joint = [want for want in self._joint if want != without]
        if joint or self._also.joins:
            found.append(self.nested(any_of([all_of(self._together(deal, joint)) for deal in self.deals])))
        for want, part in self._part.items():
            if want not in self._listed and want != without:
                found.append(self.nested(any_of([part[deal] or ALL for deal in self.deals])))
        return found

    def _together(self, deal: str | None, wants: Sequence[str]) -> list[Json]:
        """What one part must pass for a deal type: these wants, and the conditions in CEL."""
        found = [self._part[want][deal] for want in wants]
        found.append(self._also.parts[deal])
        return [each for each in found if each is not None]

    def _deal_filters(self, want: str) -> Mapping[str | None, Json | None]:
        """Whether a part is offered for the deal type."""
        has = self.catalog.wants[want].has
        if self.branch.asked.deal_unknown != "drop":
            return dict.fromkeys(self.deals)
        return {deal: present(self.sources(has[deal], deal)) if deal in has else None for deal in self.deals}

    def _admits(self, condition: Condition, deal: str | None) -> Json:
        met = self.meets(condition, deal)
        if condition.unknown != "keep_and_say":
            return met
        return any_of([met, none_of([self.known(condition, deal)])])

    def _place(self, *, keeps_unknown: bool) -> Json | None:
        """The homes in the area or in the circle; None where neither is asked."""
        found: list[Json] = []
        if self.branch.area is not None:
            found.append(_inside(self.branch.area, keeps_unknown=keeps_unknown))
        if self.branch.radius_m is not None and self.point is not None:
            circle = self._circle(self.branch.radius_m)
            found.append(any_of([circle, none_of([exists(self.point[0])])]) if keeps_unknown else circle)
        return any_of(found) if found else None

    def _circle(self, radius_m: float) -> Json:
        if self.point is None or radius_m < 0:
            return none_of([ALL])
        field, centre = self.point
        metres = min(max(radius_m, _LEAST_M), _MOST_M)
        return {"geo_distance": {"distance": f"{metres!r}m", "distance_type": "arc", field: dict(centre)}}

    def _centre(self, middle: Point | None) -> tuple[str, Mapping[str, float]] | None:
        field = self._index.point
        if middle is None or field is None or not self.branch.has_distance:
            return None
        return field, {"lat": middle.lat, "lon": middle.lon}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Index:
    """The fields of a catalog's index: the list of the parts, the location that places are compared with, the
    fields that belong to the parts, and the server's fields of every field, by its path and the deal type."""

    item: str | None
    point: str | None
    of_parts: frozenset[str]
    sources: Mapping[tuple[str, str | None], tuple[str, ...]]


@once_per_catalog
def _index(catalog: Catalog) -> _Index:
    known, deals = fields(catalog), (None, *deal_types(catalog))
    _, place = radius_want(catalog)
    return _Index(
        item=item_of(catalog),
        point=place.reads if place is not None else None,
        of_parts=frozenset(path for path, field in known.items() if field.item is not None),
        sources={(path, deal): server_fields(field, deal) for path, field in known.items() for deal in deals},
    )


def _inside(area: Area, *, keeps_unknown: bool) -> Json:
    terms: Terms = area.terms
    found: list[Json] = []
    for name, values in terms.items():
        one: Json = {"terms": {name: list(values)}}
        found.append(any_of([one, none_of([exists(name)])]) if keeps_unknown else one)
    return all_of(found)
