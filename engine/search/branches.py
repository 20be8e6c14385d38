"""What must hold now: the conditions of a request, one branch for each alternative."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.catalog.fields import fields
from engine.catalog.wants import Asked, Condition, ask, parameters, radius_want, want_parameters
from engine.config.catalog import Catalog
from engine.config.filter import Filter
from engine.config.revision import Revision, once_per_revision
from engine.errors import ConfigError, InputInvalid, Problem
from engine.filters.predicate import Bindings, Value
from engine.search.areas import Area, area_of
from engine.search.bindings import bindings_of
from engine.search.filter_checking import check_conditions
from engine.search.request import WINDOW, SearchRequest
from engine.source.suggest import closest


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """Filters that are switched on: the wants that one part must meet together, and whether a filter has
    conditions in CEL."""

    filters: tuple[Filter, ...]
    together: frozenset[str]
    has_conditions: bool


_NONE = Chosen(filters=(), together=frozenset(), has_conditions=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """One set of wishes. Scores come from `asked`; membership from `hard`, `deal_hard`, `area` and
    `radius_m`, which relaxing changes. A home is in its place when the area or the circle holds it; both
    None is no limit. `params` are what the customer said, `bindings` the same for conditions in CEL."""

    params: Mapping[str, object]
    asked: Asked
    hard: tuple[Condition, ...]
    deal_hard: bool
    radius_m: float | None
    area: Area | None = None
    bindings: Bindings = field(default_factory=dict[str, Value])

    @property
    def is_limited(self) -> bool:
        """Whether a home has to be somewhere."""
        return self.area is not None or self.radius_m is not None

    @property
    def has_distance(self) -> bool:
        """Whether the distance to the middle of the places counts: inside an area it does not."""
        return self.area is None or self.radius_m is not None

    @property
    def deals(self) -> tuple[str | None, ...]:
        """The wanted deal types; (None,) where the catalog knows none."""
        return self.asked.deals or (None,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """The request's branches of which one must hold, and the hull that is said back.

    `hull` is the branch of the request's own parameters; without alternatives it is the only branch.
    `filters` are those of the pack that are switched on, `together` the wants that they have one part meet.
    """

    hull: Branch
    branches: tuple[Branch, ...]
    filters: tuple[Filter, ...]
    together: frozenset[str]
    keeps_unlocated: bool

    @property
    def radius_m(self) -> float | None:
        """The widest radius of any branch; None when no branch has one."""
        return max((b.radius_m for b in self.branches if b.radius_m is not None), default=None)

    @property
    def area(self) -> Area | None:
        """The area of the request's place, where a branch still asks for it."""
        return next((branch.area for branch in self.branches if branch.area is not None), None)

    @property
    def is_limited(self) -> bool:
        """Whether every branch asks a home to be somewhere."""
        return all(branch.is_limited for branch in self.branches)

    @property
    def has_distance(self) -> bool:
        """Whether the distance to the middle of the places counts in any branch."""
        return any(branch.has_distance for branch in self.branches)


def read_wishes(request: SearchRequest, revision: Revision) -> Wishes:
    """The branches of a request. Raises InputInvalid for parameters or filters that the pack does not
    know and for a limit above WINDOW (DOC008), ConfigError for a filter whose conditions the catalog does
    not understand."""
    catalog = revision.catalog
    if request.limit > WINDOW:
        message = f"limit is above {WINDOW:,}, the most homes that one answer holds"
        raise InputInvalid(Problem(code="DOC008", message=message, path="/limit", hint=f"limit: {WINDOW}"))
    chosen = _filters(request, revision)
    hull = _branch(request.params, request, catalog, binds=chosen.has_conditions)
    branches = [
        _branch(_replaced(request.params, each, catalog), request, catalog, binds=chosen.has_conditions)
        for each in request.alternatives
    ]
    _, place = radius_want(catalog)
    return Wishes(
        hull=hull,
        branches=tuple(branches) or (hull,),
        filters=chosen.filters,
        together=chosen.together,
        keeps_unlocated=place is not None and place.unknown == "keep_and_say",
    )


def reads_part(condition: Condition, catalog: Catalog) -> bool:
    """Whether the condition compares a field of the parts."""
    field = None if condition.from_places else fields(catalog).get(condition.reads)
    return field is not None and field.item is not None


def _branch(params: Mapping[str, object], request: SearchRequest, catalog: Catalog, *, binds: bool) -> Branch:
    area = area_of(request, params, catalog)
    has_places = bool(request.places) and area is None
    asked = ask(
        params, catalog, today=request.today, has_places=has_places,
        assumed=request.assumed, radius_km=request.radius_km,
    )  # fmt: skip
    switched_off = request.filters is False
    radius_hard = asked.radius_want is not None and catalog.wants[asked.radius_want].must
    deal_hard = asked.deal_asked and asked.deal_want is not None and catalog.wants[asked.deal_want].must
    return Branch(
        params=params,
        asked=asked,
        hard=() if switched_off else tuple([c for c in asked.conditions if c.must]),
        deal_hard=deal_hard and not switched_off,
        radius_m=asked.radius_m if radius_hard else None,
        area=area,
        bindings=bindings_of(params, asked, request, catalog) if binds else {},
    )


def _replaced(
    params: Mapping[str, object], alternative: Mapping[str, object], catalog: Catalog
) -> dict[str, object]:
    """The parameters with the wants of the alternative replaced by it."""
    owner = parameters(catalog)
    wants = {owner[name] for name in alternative if name in owner}
    hidden = {name for want in wants for name in want_parameters(catalog.wants[want])}
    return {name: value for name, value in params.items() if name not in hidden} | dict(alternative)


def _filters(request: SearchRequest, revision: Revision) -> Chosen:
    if request.filters is False:
        return _NONE
    if request.filters is not None:
        return _chosen(request.filters, revision)
    return _every(revision)


@once_per_revision
def _every(revision: Revision) -> Chosen:
    """All filters, checked once."""
    return _chosen(tuple(revision.filters), revision)


def _chosen(names: tuple[str, ...], revision: Revision) -> Chosen:
    for name in names:
        if name not in revision.filters:
            raise InputInvalid(Problem(code="DOC004", message=f"there is no filter {name}", path="/filters",
                                       hint=closest(name, revision.filters) or ""))  # fmt: skip
    chosen = tuple(revision.filters[name] for name in sorted(set(names)))
    problems = [problem for each in chosen for problem in check_conditions(each, revision)]
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors:
        raise ConfigError(*errors)
    return Chosen(
        filters=chosen,
        together=frozenset(want for each in chosen for want in each.one_floor_plan_meets),
        has_conditions=any(each.also for each in chosen),
    )
