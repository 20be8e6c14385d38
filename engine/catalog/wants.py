"""What the customer asked, as conditions on fields: the one meaning that filter, score, relaxing and
answer share."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal, cast

from engine.catalog.bounds import Bound, moved, number_of, reached, written_bound
from engine.catalog.fields import once_per_catalog
from engine.config.base import Quantity, read_quantity
from engine.config.catalog import Catalog, WantSpec
from engine.errors import InputInvalid, Problem
from engine.source.suggest import closest

Unknown = Literal["drop", "keep_and_say"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """One want that was asked (or assumed), ready to compare.

    `bound` is what search compares, with reach and continuous ends; `written` the customer's own ends, in
    the field's unit, from which aims are made. `reads` is a field's path; with `from_places` the value
    compared is the distance in metres to the centre of the places. `deals` are the deal types it counts
    for, () = every one.
    """

    want: str
    reads: str
    bound: Bound
    written: Bound
    deals: tuple[str, ...] = ()
    must: bool = True
    unknown: Unknown = "drop"
    assumed: bool = False
    from_places: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Everything that one set of parameters asks.

    `deals` are the wanted deal types, the catalog's default when nothing was said (`deal_asked` False).
    `radius_m` is None without a place. `not_checked` names wants whose value no field holds.
    """

    conditions: tuple[Condition, ...]
    deals: tuple[str, ...]
    deal_want: str | None
    deal_asked: bool
    deal_unknown: Unknown
    radius_want: str | None
    radius_m: float | None
    radius_asked: bool
    not_checked: tuple[str, ...]

    def condition(self, want: str) -> Condition | None:
        """The condition of that want, or None when it was not asked."""
        for condition in self.conditions:
            if condition.want == want:
                return condition
        return None


@once_per_catalog
def deal_types(catalog: Catalog) -> tuple[str, ...]:
    """The deal types that the catalog's wants know."""
    return tuple(dict.fromkeys(deal for want in catalog.wants.values() for deal in (*want.has, *want.deal)))


@once_per_catalog
def parameters(catalog: Catalog) -> Mapping[str, str]:
    """Every parameter of the catalog's wants → the want it belongs to."""
    found: dict[str, str] = {}
    for name, want in catalog.wants.items():
        for parameter in want_parameters(want):
            found[parameter] = name
    return found


def want_parameters(want: WantSpec) -> tuple[str, ...]:
    """The parameters that set this want, its basis included."""
    age = (want.age.min, want.age.max) if want.age else ()
    basis = (want.basis.parameter,) if want.basis else ()
    return tuple(p for p in (want.min, want.max, want.choice, *age, *basis) if p is not None)


def lower_ends(catalog: Catalog) -> frozenset[str]:
    """The parameters that are the lower end of a want, or of its age."""
    ends = ((want.min, want.age.min if want.age else None) for want in catalog.wants.values())
    return frozenset(name for pair in ends for name in pair if name)


def ask(
    params: Mapping[str, object],
    catalog: Catalog,
    *,
    today: date,
    has_places: bool,
    assumed: Collection[str] = (),
    radius_km: float | None = None,
) -> Asked:
    """The conditions that `params` (camelCase → number, choice or list of choices; None = open end) set.

    Ages count back from `today`, `assumed` were guessed, `radius_km` counts before the radius of `params`.
    Raises InputInvalid for a value of the wrong type, an unknown parameter, or a range from high to low.
    """
    said = _said(params, catalog)
    deal_name, deal_spec = _deal_want(catalog)
    deals, deal_asked = _deals(params, deal_spec)
    radius_name, radius_spec = radius_want(catalog)
    said -= {deal_name, radius_name}
    kept: list[Condition] = []
    not_checked: list[str] = []
    for name, condition in _conditions(said, params, catalog, today, has_places, assumed):
        if condition is None or (condition.deals and not any(deal in deals for deal in condition.deals)):
            not_checked.append(name)
        else:
            kept.append(condition)
    radius_m, radius_asked = _radius_m(params, radius_km, radius_spec, catalog)
    if radius_asked and not has_places and radius_name:
        not_checked.append(radius_name)
    return Asked(
        conditions=tuple(kept),
        deals=deals,
        deal_want=deal_name,
        deal_asked=deal_asked,
        deal_unknown=deal_spec.unknown if deal_spec else "drop",
        radius_want=radius_name,
        radius_m=radius_m if has_places else None,
        radius_asked=radius_asked,
        not_checked=tuple(not_checked),
    )


def widen(condition: Condition, by: Quantity, catalog: Catalog) -> Condition:
    """The condition with each written end moved outward by `by` (per cent of it, or an amount in its unit).

    Whole units stay whole, rounded outward. Ends never move inward: what the reach of a bare amount
    already admits stays admitted.
    """
    return replace(condition, bound=moved(condition.bound, condition.written, by, condition.reads, catalog))


def _said(params: Mapping[str, object], catalog: Catalog) -> set[str]:
    """The wants that the parameters belong to."""
    known = parameters(catalog)
    if params.keys() <= known.keys():
        return {*map(known.__getitem__, params)}
    unknown = sorted(params.keys() - known.keys())
    message = f"no want has the parameter {', '.join(unknown)}"
    hint = closest(unknown[0], known) or f"one of {', '.join(sorted(known))}"
    raise InputInvalid(Problem(code="DOC001", message=message, path=f"/params/{unknown[0]}", hint=hint))


@once_per_catalog
def _deal_want(catalog: Catalog) -> tuple[str | None, WantSpec | None]:
    return next(((name, want) for name, want in catalog.wants.items() if want.choice), (None, None))


@once_per_catalog
def radius_want(catalog: Catalog) -> tuple[str | None, WantSpec | None]:
    """The want that says where, by a radius round places or an area: its name and itself; None without."""
    return next(((name, want) for name, want in catalog.wants.items() if is_radius(want)), (None, None))


@once_per_catalog
def area_fields(catalog: Catalog) -> tuple[str, ...]:
    """The document's fields that tell the catalog's areas, each once."""
    _, want = radius_want(catalog)
    every = (name for names in want.inside.values() for name in names) if want is not None else ()
    return tuple(dict.fromkeys(every))


def is_radius(want: WantSpec) -> bool:
    """Whether the want sets the radius: it is from places and counts no minutes."""
    return want.source == "places" and want.per_minute is None


def _deals(params: Mapping[str, object], spec: WantSpec | None) -> tuple[tuple[str, ...], bool]:
    if spec is None or spec.choice is None:
        return (), False
    value = params.get(spec.choice)
    if value is None:
        return ((str(spec.default),) if spec.default is not None else tuple(spec.has)), False
    values = cast("Sequence[object]", value if isinstance(value, list | tuple) else (value,))
    if not values or not all(isinstance(v, str) and v in spec.has for v in values):
        message = f"{spec.choice} must be one or a list of {', '.join(spec.has)}"
        raise InputInvalid(Problem(code="DOC002", message=message, path=f"/params/{spec.choice}"))
    return tuple(d for d in spec.has if d in values), True


def _radius_m(
    params: Mapping[str, object], radius_km: float | None, want: WantSpec | None, catalog: Catalog
) -> tuple[float | None, bool]:
    """Metres around the centre, and whether they were asked or are the default. The parameter counts
    kilometres."""
    if want is None:
        return None, False
    said = number_of(params, want.max)
    if said is not None and said < 0:
        problem = Problem(
            code="DOC002", message=f"{want.max} must not be negative", path=f"/params/{want.max}"
        )
        raise InputInvalid(problem)
    asked = radius_km if radius_km is not None else said
    return (_default_radius_m(catalog), False) if asked is None else (asked * 1000, True)


def radius_of(metres: float) -> float:
    """What the parameter of the radius holds for so many metres."""
    return metres / 1000


def default_radius_m(want: WantSpec) -> float | None:
    """The default radius of the place want in metres, or None when it has none."""
    if want.default is None:
        return None
    quantity = read_quantity(want.default)
    return float(quantity.amount * (1000 if quantity.unit == "km" else 1))


@once_per_catalog
def _default_radius_m(catalog: Catalog) -> float | None:
    _, want = radius_want(catalog)
    return default_radius_m(want) if want is not None else None


def _conditions(
    said: Collection[str],
    params: Mapping[str, object],
    catalog: Catalog,
    today: date,
    has_places: bool,
    assumed: Collection[str],
) -> Iterator[tuple[str, Condition | None]]:
    """What each of these wants asks, in catalog order; None where no field holds its value."""
    for name, want in catalog.wants.items():
        if name in said and (written := written_bound(params, want, today)) is not None:
            yield name, _condition(name, want, written, params, catalog, has_places, assumed)


def _condition(
    name: str,
    want: WantSpec,
    written: Bound,
    params: Mapping[str, object],
    catalog: Catalog,
    has_places: bool,
    assumed: Collection[str],
) -> Condition | None:
    reads = _field_read(want, params)
    from_places = False
    if want.source == "places" and want.per_minute is not None:
        written = Bound(high=None if written.high is None else written.high * want.per_minute)
        from_places = has_places
        reads = reads if has_places else want.without_place
    if reads is None or reads == "nothing":
        return None
    is_assumed = bool(assumed) and all(
        parameter in assumed for parameter in want_parameters(want) if params.get(parameter) is not None
    )
    return Condition(
        want=name,
        reads=reads,
        bound=reached(written, want, reads, catalog),
        written=written,
        deals=want.deal,
        must=want.must,
        unknown=want.unknown,
        assumed=is_assumed,
        from_places=from_places,
    )


def _field_read(want: WantSpec, params: Mapping[str, object]) -> str | None:
    basis = want.basis
    chosen = params.get(basis.parameter) if basis is not None else None
    if basis is None or chosen is None:
        return want.reads
    if chosen not in ("exclusive", "supply"):
        raise InputInvalid(Problem(code="DOC002", message=f"{basis.parameter} must be exclusive or supply",
                                   path=f"/params/{basis.parameter}"))  # fmt: skip
    return (basis.exclusive if chosen == "exclusive" else basis.supply) or want.reads
