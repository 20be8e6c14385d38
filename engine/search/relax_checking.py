"""What is wrong with relaxing: steps that name nothing, that cannot be taken, or that never change
anything."""

from collections.abc import Iterator
from decimal import Decimal

from engine.catalog.wants import is_radius
from engine.config.base import Quantity
from engine.config.catalog import Catalog
from engine.config.relax import RelaxStep
from engine.config.revision import Document, Revision
from engine.errors import Problem
from engine.score.checking import unit_of
from engine.source.suggest import closest

Path = tuple[str | int, ...]


def check_relax(revision: Revision) -> Iterator[Problem]:
    """Every problem of the pack's relaxing; nothing for a pack without it."""
    if revision.relax is None:
        return
    document, catalog = revision.document("relax", "relax"), revision.catalog
    gone: dict[str, int] = {}
    widest: dict[tuple[str, str], Decimal] = {}
    radius = 0.0
    for number, step in enumerate(revision.relax.steps):
        yield from _check_step(document, number, step, catalog)
        yield from _check_order(document, number, step, gone, widest)
        if step.drop is not None:
            gone.setdefault(step.drop, number)
        for want, by in (step.widen or {}).items():
            widest[want, by.unit] = max(by.amount, widest.get((want, by.unit), Decimal(0)))
        if step.radius is not None:
            if step.radius <= radius:
                message = "an earlier step already searches as far, so this one changes nothing"
                yield document.problem(("steps", number, "radius"), "CONF062", message, severity="warning")
            radius = max(radius, step.radius)


def _check_step(document: Document, number: int, step: RelaxStep, catalog: Catalog) -> Iterator[Problem]:
    at: Path = ("steps", number)
    if step.drop is not None and step.drop != "assumed" and step.drop not in catalog.wants:
        hint = closest(step.drop, [*catalog.wants, "assumed"]) or "a want, or assumed"
        yield document.problem((*at, "drop"), "CONF060", f"{step.drop} is no want of the catalog", hint)
    if step.radius is not None and not any(map(is_radius, catalog.wants.values())):
        yield document.problem((*at, "radius"), "CONF061", "the catalog has no want that sets a radius")
    for name, by in (step.widen or {}).items():
        yield from _check_widen(document, (*at, "widen", name), name, by, catalog)


def _check_widen(
    document: Document, path: Path, name: str, by: Quantity, catalog: Catalog
) -> Iterator[Problem]:
    want = catalog.wants.get(name)
    if want is None:
        hint = closest(name, catalog.wants) or ""
        yield document.problem(path, "CONF060", f"{name} is no want of the catalog", hint)
        return
    if want.choice is not None or is_radius(want) or want.reads in (None, "nothing"):
        hint = "radius: 5km" if is_radius(want) else f"drop: {name}"
        yield document.problem(path, "CONF061", f"{name} has no ends that could be moved", hint)
        return
    unit = "m" if want.source == "places" else unit_of(name, catalog)
    if by.amount <= 0 or by.unit not in {"%", unit or ""}:
        message = (
            f"{name} is widened by {by}; it is a share in % or an amount in {unit or 'its unit'}, above 0"
        )
        yield document.problem(path, "CONF061", message, "10%")


def _check_order(
    document: Document,
    number: int,
    step: RelaxStep,
    gone: dict[str, int],
    widest: dict[tuple[str, str], Decimal],
) -> Iterator[Problem]:
    """Warnings about steps that an earlier one leaves nothing to do."""
    at: Path = ("steps", number)
    if step.drop in gone:
        message = f"step {gone[step.drop] + 1} has dropped {step.drop} already"
        yield document.problem((*at, "drop"), "CONF062", message, severity="warning")
    for want, by in (step.widen or {}).items():
        if want in gone:
            message = f"step {gone[want] + 1} has dropped {want}, so there is nothing left to widen"
            yield document.problem((*at, "widen", want), "CONF062", message, severity="warning")
        elif by.amount <= widest.get((want, by.unit), Decimal(0)):
            message = f"an earlier step widens {want} as far: each counts from the customer's own words"
            yield document.problem((*at, "widen", want), "CONF062", message, severity="warning")
