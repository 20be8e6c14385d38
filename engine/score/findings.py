"""Warnings about a factor that is valid and still surprises: unknown values that win, curves that never tell
homes apart."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from engine.catalog.wants import default_radius_m
from engine.config.catalog import Catalog
from engine.config.profile import Factor
from engine.config.revision import Document, Revision
from engine.errors import Problem
from engine.score.profile import counted_fields, term_sets
from engine.score.wishes import decay_of

_METRES_APART = 10.0
_ONE_STEP = 2.0**-24
"""Half the distance between float32 scores near 1: less than this, added to a score, may be lost."""
_FLAT = 1 / 100
_NOTHING = 1 / 1000**2
_UNIT_AIM = Fraction(1000)
"""Per cent of an aim are the same share of any aim, so any amount shows them."""


def check_values(
    document: Document,
    name: str,
    spec: Factor,
    weight: float,
    revision: Revision,
    ranges: Mapping[str, tuple[float, float]],
) -> Iterator[Problem]:
    """The warnings about one valid factor; `ranges` are what the documents hold, where known."""
    if 0 < weight / 100 < _ONE_STEP:
        message = f"{name}: a weight of {weight:g} % is lost beside the others, so the factor never counts"
        yield document.problem(("weights", name), "SCORE023", message, f"{name}: 0", severity="warning")
    if spec.near == "places":
        yield from _near_places(document, name, spec, weight, revision.catalog)
    elif spec.near is not None:
        yield from _near_wish(document, name, spec)
    elif spec.unknown >= 1:
        yield _outranks(document, name, "counts as much as a home that is all that was wished")
    if spec.log_up_to is not None:
        field = spec.of or next(iter(counted_fields(name, revision.catalog)), "")
        yield from _log_range(document, name, spec.log_up_to, field, ranges)
    if spec.bonus is not None:
        yield from _bonus_range(document, name, spec.bonus, revision, ranges)


def _near_places(
    document: Document, name: str, spec: Factor, weight: float, catalog: Catalog
) -> Iterator[Problem]:
    decay = decay_of(spec, None)
    if weight > 0 and (decay.value(0.0) - decay.value(_METRES_APART)) * weight / 100 < _ONE_STEP:
        message = f"{name}: homes {_METRES_APART:g} m apart have the same score, so their ids decide"
        yield _warning(document, name, "SCORE022", message, "a narrower curve, or a smaller offset")
    wants = (w for w in catalog.wants.values() if w.source == "places" and w.per_minute is None)
    radius = next((default_radius_m(want) for want in wants), None)
    if radius is None:
        return
    edge = decay.value(radius)
    if spec.unknown > edge:
        shown = f"({spec.unknown:g}) outranks one {radius / 1000:g} km away ({edge:.2g})"
        yield _outranks(document, name, f"{shown}, which is still inside the default radius")
    where = f"within the default radius of {radius / 1000:g} km"
    yield from _shape(document, name, edge, decay.value(radius / 10), where)


def _near_wish(document: Document, name: str, spec: Factor) -> Iterator[Problem]:
    """What a home exactly at the customer's only end is worth, for "at least" and "at most"."""
    shape = spec.gaussian or spec.exponential or spec.linear
    if spec.aim is None or shape is None or any(q is not None and q.unit != "%" for _, q in shape):
        return  # an amount in the want's own unit is wide or narrow only beside a real amount
    lows: list[float] = []
    for word, share in (("at least", spec.aim.at_least), ("at most", spec.aim.at_most)):
        aim = float(_UNIT_AIM * Fraction(share))
        decay = decay_of(spec, aim)
        edge = decay.value(abs(float(_UNIT_AIM) - aim))
        lows.append(decay.value(aim))
        if spec.unknown > edge:
            shown = f"({spec.unknown:g}) outranks one exactly at the end of “{word}” ({edge:.2g})"
            yield _outranks(document, name, shown)
        if edge < _NOTHING:
            message = (
                f"{name}: a home exactly at the end of “{word}” is worth nothing: the aim is out of reach"
            )
            hint = "a wider curve, or an aim nearer to 100%"
            yield _warning(document, name, "SCORE021", message, hint)
    yield from _shape(document, name, min(lows), 1.0, "between nothing and the aim")


def _shape(document: Document, name: str, edge: float, near: float, where: str) -> Iterator[Problem]:
    if 1 - edge < _FLAT:
        message = f"{name}: the curve is flat: every home {where} is worth {edge:.3f} or more"
        yield _warning(document, name, "SCORE021", message, "a narrower curve")
    elif near < _NOTHING:
        message = f"{name}: the curve is out of reach: nearly every home {where} is worth nothing"
        yield _warning(document, name, "SCORE021", message, "a wider curve")


def _log_range(
    document: Document, name: str, cap: int, field: str, ranges: Mapping[str, tuple[float, float]]
) -> Iterator[Problem]:
    low, high = ranges.get(field, (None, None))
    if low is not None and low >= cap:
        message = f"{name}: every home has {field} {low:g} or more, so all reach {cap} and score alike"
        yield _warning(document, name, "SCORE021", message, f"log_up_to: {high:g}")
    elif high is not None and high < cap:
        message = f"{name}: no home has more than {field} {high:g}, so none reaches {cap}"
        yield _warning(document, name, "SCORE021", message, f"log_up_to: {high:g}")


def _bonus_range(
    document: Document, name: str, bonus: str, revision: Revision, ranges: Mapping[str, tuple[float, float]]
) -> Iterator[Problem]:
    for want in revision.catalog.wants.values():
        low, high = ranges.get(want.reads or "", (None, None))
        least = (term_sets(bonus, revision.vocabulary) or {}).get(want.min or "")
        if not isinstance(least, int | float) or low is None or high is None:
            continue
        if high < least or low >= least:
            whom = "no home reaches" if high < least else "every home reaches"
            message = f"{name}: {whom} {want.min} {least:g}, so {bonus} tells no two homes apart"
            yield _warning(document, name, "SCORE021", message)


def _outranks(document: Document, name: str, what: str) -> Problem:
    message = f"{name}: a home whose value is unknown {what}"
    return _warning(document, name, "SCORE020", message, "unknown: 0", key="unknown")


def _warning(
    document: Document, name: str, code: str, message: str, hint: str = "", key: str | None = None
) -> Problem:
    path = (name, key) if key is not None else (name,)
    return document.problem(path, code, message, hint, severity="warning")
