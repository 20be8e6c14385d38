"""What is wrong with a filter: wants that are not there, or that no part can meet, and conditions in CEL."""

from collections.abc import Iterator
from dataclasses import replace

from engine.catalog.fields import fields
from engine.config.catalog import Catalog, WantSpec
from engine.config.filter import Filter
from engine.config.revision import Revision
from engine.errors import Problem
from engine.filters.predicate import Predicate, judge
from engine.source.inner import place_in
from engine.source.suggest import closest
from engine.source.tree import nearest, problem_at


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
        yield from check_conditions(each, revision)


def check_conditions(each: Filter, revision: Revision) -> Iterator[Problem]:
    """What is wrong with the filter's conditions in CEL, each at its own letter in the file."""
    for number, source in enumerate(each.also):
        found = judge(source, revision.catalog)
        path = ("also", number)
        node = nearest(revision.document("filter", each.name).node, path)
        faults, severity = (found.warnings, "warning") if isinstance(found, Predicate) else (found, "error")
        for fault in faults:
            line, column = place_in(node, fault.at)
            problem = problem_at(node, fault.code, fault.message, path=path, hint=fault.hint)
            yield replace(problem, line=line, column=column, severity=severity)


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
