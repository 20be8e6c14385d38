"""What the names of a condition stand for: fields of the catalog, what was asked, and how."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.catalog.fields import Field, fields, item_of, once_per_catalog
from engine.config.catalog import Catalog, FieldSpec
from engine.filters.tree import Kind

_KINDS: Mapping[str, Kind] = {"choice": "text", "text": "text", "flag": "flag"}
"""Every other type of the catalog is a number, but for points."""
REQUEST: Mapping[str, tuple[Kind, bool]] = {
    "radiusKm": ("number", True),
    "hasPlaces": ("flag", False),
    "year": ("number", False),
}
"""`request.NAME` → its kind and whether it may be null."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """What a field of `doc`, of a floor plan or of `want` is. `deals` are the deal types that tell its
    amounts apart, () when they do not; what is not `indexed` stands in documents only."""

    path: str
    kind: Kind
    nullable: bool
    choices: tuple[str, ...] = ()
    deals: tuple[str, ...] = ()
    indexed: bool = True


@once_per_catalog
def document_names(catalog: Catalog) -> Mapping[str, Named]:
    """The fields of `doc` by name, and the document's own name; the list of parts is not among them."""
    own = {field.name: _named(field, catalog) for field in fields(catalog).values() if field.item is None}
    return {catalog.name: Named(path=catalog.name, kind="text", nullable=False, indexed=False), **own}


@once_per_catalog
def part_names(catalog: Catalog) -> Mapping[str, Named]:
    """The fields of one part (`plan`, or what a loop calls it)."""
    item = item_of(catalog)
    inner = (field for field in fields(catalog).values() if item is not None and field.item == item)
    return {field.name: _named(field, catalog) for field in inner}


@once_per_catalog
def want_names(catalog: Catalog) -> Mapping[str, Mapping[str, Named]]:
    """`want.NAME` → its ends: min and max, each null when the customer did not say it; for a choice, which
    is a list itself, nothing."""
    return {name: dict(_ends(name, catalog)) for name in catalog.wants}


def deals_of(catalog: Catalog) -> tuple[str, ...]:
    """The deal types of the catalog, in its order."""
    return next((tuple(want.has) for want in catalog.wants.values() if want.choice is not None), ())


def _ends(name: str, catalog: Catalog) -> Iterator[tuple[str, Named]]:
    want = catalog.wants[name]
    age = want.age
    # an age counts back: the oldest home asked for is the least year
    has = {"min": want.min or (age and age.max), "max": want.max or (age and age.min)}
    for end, parameter in has.items():
        if parameter is not None:
            yield end, Named(path=f"want.{name}.{end}", kind="number", nullable=True)


def _named(field: Field, catalog: Catalog) -> Named:
    specs = [part.spec for part in field.parts] or [field.spec]
    kind: Kind = "unknown" if specs[0].type == "point" else _KINDS.get(specs[0].type or "", "number")
    per_deal = field.varies_by_deal
    return Named(
        path=field.path,
        kind=kind,
        nullable=per_deal or all(_may_be_absent(spec) for spec in specs),
        choices=field.spec.values if field.spec.type == "choice" else (),
        deals=deals_of(catalog) if per_deal else (),
    )


def _may_be_absent(spec: FieldSpec) -> bool:
    return spec.absent is not None or spec.zero is not None
