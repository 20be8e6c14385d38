"""What is wrong with a filter: wants that are not there, or that no part can meet."""

from collections.abc import Iterator

from engine.catalog.fields import fields
from engine.config.catalog import Catalog, WantSpec
from engine.config.revision import Revision
from engine.errors import Problem
from engine.source.suggest import closest


def check_filters(revision: Revision) -> Iterator[Problem]:
    """Every problem of every filter of the pack."""
    catalog = revision.catalog
    inner = [name for name, want in catalog.wants.items() if compares_part(want, catalog)]
    for name, each in revision.filters.items():
        document = revision.document("filter", name)
        for number, want in enumerate(each.one_floor_plan_meets):
            path = ("one_floor_plan_meets", number)
            code, message, hint = _fault(want, inner, catalog)
            if code:
                yield document.problem(path, code, message, hint=hint)
        if each.also:
            message = f"{name} has conditions in also, which this version cannot evaluate"
            yield document.problem(("also",), "CONF052", message, hint="also: []")


def _fault(want: str, inner: list[str], catalog: Catalog) -> tuple[str, str, str]:
    """Code, message and hint for a want that one part cannot meet; no code when it can."""
    if want not in catalog.wants:
        hint = closest(want, inner) or f"one of {', '.join(inner)}"
        return "CONF050", f"{want} is no want of the catalog", hint
    if want not in inner:
        message = f"{want} compares nothing of a single part; it holds for the whole document by itself"
        return "CONF051", message, f"leave {want} out of this list"
    if not catalog.wants[want].must:
        message = f"{want} is not must in the catalog, so no filter holds it"
        return "CONF051", message, "must: true in rules/catalog.yaml"
    return "", "", ""


def compares_part(want: WantSpec, catalog: Catalog) -> bool:
    """Whether the want compares a field of the parts."""
    known = fields(catalog)
    paths = (want.reads, *want.has.values()) if want.source is None else ()
    return any((field := known.get(path or "")) is not None and field.item is not None for path in paths)
