"""What is wrong with the catalog: fields and wants that name something that is not there."""

from collections.abc import Iterator, Mapping

from engine.catalog.fields import fields
from engine.catalog.wants import is_radius, want_parameters
from engine.config.base import read_quantity
from engine.config.catalog import Catalog, FieldSpec, WantSpec
from engine.config.revision import Document, Revision
from engine.errors import Problem
from engine.source.suggest import closest

Path = tuple[str | int, ...]
_WORDS = ("text", "choice", "flag", "point")


def check_catalog(revision: Revision) -> Iterator[Problem]:
    """Every reference of the catalog that leads nowhere, and every want that nothing could compare."""
    catalog, document = revision.catalog, revision.document("catalog", "catalog")
    if len(catalog.items) > 1:
        extra = list(catalog.items)[1]
        message = f"there are {len(catalog.items)} lists of parts; a document has one"
        yield document.problem(("items", extra), "CONF041", message, "one entry under items")
    yield from _check_siblings(document, ("fields",), catalog.fields)
    for item, spec in catalog.items.items():
        yield from _check_siblings(document, ("items", item, "fields"), spec.fields)
    yield from _check_deals(document, catalog)
    for name, want in catalog.wants.items():
        yield from _check_want(document, name, want, catalog)
    yield from _check_parameters(document, catalog)
    if catalog.link is not None and "{id}" not in catalog.link:
        message = "the link leads to the same page for every document: {id} is missing"
        yield document.problem(("link",), "CONF048", message, f"{catalog.link}/{{id}}")


def _check_siblings(document: Document, path: Path, specs: Mapping[str, FieldSpec]) -> Iterator[Problem]:
    """`from` and `first_of` name fields beside them that hold a value of their own."""
    for name, spec in specs.items():
        named = [("from", spec.source)] if spec.source is not None else []
        for key, other in (*named, *(("first_of", each) for each in spec.first_of)):
            place = (*path, name, key)
            target = specs.get(other)
            if target is None:
                hint = closest(other, specs) or f"one of {', '.join(specs)}"
                message = f"{name} is taken from {other}, which is no field beside it"
                yield document.problem(place, "CONF040", message, hint)
            elif other == name or target.first_of or (key == "from" and target.source is not None):
                message = f"{name} is taken from {other}, which is itself taken from another field"
                yield document.problem(place, "CONF042", message, "a field with its own type and no from")
            elif target.type in _WORDS:
                yield document.problem(place, "CONF042", f"{name} is taken from {other}, which is no number")


def _check_deals(document: Document, catalog: Catalog) -> Iterator[Problem]:
    choices = [name for name, want in catalog.wants.items() if want.choice is not None]
    for name in choices[1:]:
        message = f"{choices[0]} and {name} are both a choice; a catalog has one"
        yield document.problem(("wants", name), "CONF043", message, "min and max for the other one")
    radii = [n for n, w in catalog.wants.items() if w.source == "places" and w.per_minute is None]
    for name in radii[1:]:
        message = f"{radii[0]} and {name} both set the radius; a catalog has one such want"
        yield document.problem(("wants", name), "CONF043", message, "per_minute for a time on foot")
    if not choices and any(field.per_deal for field in fields(catalog).values()):
        message = "a field is per deal_type, and no want is a choice of deal types"
        yield document.problem(("wants",), "CONF043", message, "deal: {choice: dealType, has: {…}}")
    deals = {deal for want in catalog.wants.values() for deal in want.has}
    for name, want in catalog.wants.items():
        for deal in want.deal:
            if deal not in deals:
                message = f"{name} counts for {deal}, which is no deal type"
                yield document.problem(
                    ("wants", name, "deal"), "CONF044", message, closest(deal, deals) or ""
                )
        if want.choice is not None and want.default is not None and want.default not in want.has:
            message = f"the default {want.default} of {name} is none of {', '.join(want.has)}"
            hint = closest(str(want.default), want.has) or ""
            yield document.problem(("wants", name, "default"), "CONF044", message, hint)


def _check_want(document: Document, name: str, want: WantSpec, catalog: Catalog) -> Iterator[Problem]:
    at: Path = ("wants", name)
    if want.source == "places":
        yield from _check_reads(document, (*at, "reads"), want.reads, catalog, "point")
        if is_radius(want) and want.default is not None:
            yield from _check_radius(document, (*at, "default"), want)
    elif want.reads is not None and want.reads != "nothing":
        yield from _check_reads(document, (*at, "reads"), want.reads, catalog, "number")
    if want.default is not None and want.choice is None and not is_radius(want):
        message = f"{name} has a default, and only a choice and the radius around places act on one"
        yield document.problem(
            (*at, "default"), "CONF063", message, "remove it; what nobody asked never filters"
        )
    for deal, path in want.has.items():
        yield from _check_reads(document, (*at, "has", deal), path, catalog, "number")
    if want.basis is not None:
        for key in ("exclusive", "supply"):
            if (path := getattr(want.basis, key)) is not None:
                yield from _check_reads(document, (*at, "basis", key), path, catalog, "number")
    if want.without_place is not None:
        yield from _check_reads(document, (*at, "without_place"), want.without_place, catalog, "number")
    if want.exact is not None and want.exact != "at_most":
        yield from _check_exact(document, (*at, "exact"), want, catalog)
    if want.inside or want.around:
        yield from _check_areas(document, at, want, catalog)


def _check_areas(document: Document, at: Path, want: WantSpec, catalog: Catalog) -> Iterator[Problem]:
    """Areas belong to the want that sets the radius, and are told by words of the document itself."""
    if not is_radius(want):
        key = "inside" if want.inside else "around"
        message = "only the want that sets the radius around places has areas"
        yield document.problem((*at, key), "CONF065", message, "inside: under the want with from: places")
    for kind, names in want.inside.items():
        for number, name in enumerate(names):
            spec = catalog.fields.get(name)
            if spec is None or spec.type not in ("text", "choice"):
                words = [key for key, each in catalog.fields.items() if each.type in ("text", "choice")]
                message = f"a {kind} is told by {name}, which is no field of the document that holds a word"
                hint = closest(name, words) or f"one of {', '.join(words)}"
                yield document.problem((*at, "inside", kind, number), "CONF065", message, hint)
    for number, kind in enumerate(want.around):
        if kind not in want.inside:
            message = f"a {kind} is a circle already: inside does not name it"
            hint = closest(kind, want.inside) or "remove it"
            yield document.problem((*at, "around", number), "CONF065", message, hint)


def _check_reads(
    document: Document, path: Path, reads: str | None, catalog: Catalog, kind: str
) -> Iterator[Problem]:
    known = fields(catalog)
    field = known.get(reads or "")
    if field is None:
        hint = closest(reads or "", known) or "a field, such as built_year or floor_plans.area"
        yield document.problem(path, "CONF045", f"{reads} is no field of the catalog", hint)
    elif (field.spec.type == "point") != (kind == "point"):
        message = f"{reads} is {'a' if field.spec.type == 'point' else 'no'} point, and this want compares "
        yield document.problem(path, "CONF046", message + ("places" if kind == "point" else "numbers"))
    elif kind == "number" and field.spec.type in _WORDS:
        message = f"{reads} is a {field.spec.type}, and this want compares numbers"
        yield document.problem(path, "CONF046", message)


def _check_radius(document: Document, path: Path, want: WantSpec) -> Iterator[Problem]:
    try:
        quantity = read_quantity(want.default)
    except ValueError:
        quantity = None
    if quantity is None or quantity.unit not in ("m", "km") or quantity.amount <= 0:
        yield document.problem(
            path, "CONF047", f"the default radius is {want.default}; it is a length", "3km"
        )


def _check_exact(document: Document, path: Path, want: WantSpec, catalog: Catalog) -> Iterator[Problem]:
    """The reach of a bare amount is a share of it, or an amount in the field's own unit."""
    field = fields(catalog).get(want.reads or "")
    while field is not None and field.parts:
        field = field.parts[0]
    unit = field.spec.unit if field is not None else None
    exact = want.exact
    if exact is None or exact == "at_most":
        return
    if exact.amount < 0 or exact.unit not in {"%", unit or ""}:
        message = f"the reach {exact} is no amount in {unit or '%'} and no share in %"
        yield document.problem(path, "CONF047", message, f"10% or {exact.amount}{unit or ''}")


def _check_parameters(document: Document, catalog: Catalog) -> Iterator[Problem]:
    owner: dict[str, str] = {}
    for name, want in catalog.wants.items():
        for parameter in want_parameters(want):
            earlier = owner.setdefault(parameter, name)
            if earlier != name:
                message = f"{parameter} is a parameter of {earlier} and of {name}"
                yield document.problem(("wants", name), "CONF049", message, "another name for one of them")
