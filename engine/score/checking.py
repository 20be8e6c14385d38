"""What is wrong with a scoring profile: weights that do not add up, names that nothing stands behind, odd
curves."""

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from importlib.metadata import entry_points

from engine.catalog.fields import fields
from engine.catalog.wants import ask, parameters
from engine.config.base import Quantity
from engine.config.catalog import Catalog
from engine.config.profile import Factor, Profile
from engine.config.revision import Document, Revision
from engine.errors import InputInvalid, Problem
from engine.score.findings import check_values
from engine.score.profile import counted_fields, kind_of, term_sets, wants_of
from engine.source.node import nearest
from engine.source.suggest import closest

_TOTAL = Decimal(100)
_LENGTHS = ("m", "km")
_SOME_DAY = date.min
"""Whether a term can be scored does not depend on the day; its ages need one to be read at all."""
Path = tuple[str | int, ...]


def check_profiles(
    revision: Revision, ranges: Mapping[str, tuple[float, float]] | None = None
) -> Iterator[Problem]:
    """Every problem of every profile, each where it stands.

    `ranges` are the least and greatest value of fields as the documents have them, by path; with them
    curves are also held against the real data.
    """
    seen: set[Problem] = set()
    for name, profile in revision.profiles.items():
        for problem in _check_profile(revision.document("profile", name), profile, revision, ranges or {}):
            # profiles share what they inherit: one mistake is said once
            if problem not in seen:
                seen.add(problem)
                yield problem


def _check_profile(
    document: Document, profile: Profile, revision: Revision, ranges: Mapping[str, tuple[float, float]]
) -> Iterator[Problem]:
    yield from _check_weights(document, profile)
    for name, spec in profile.factors.items():
        found = list(_check_factor(document, name, spec, revision))
        yield from found
        if not found and name in profile.weights:
            yield from check_values(document, name, spec, float(profile.weights[name]), revision, ranges)
    yield from _check_one_part_factor(document, profile, revision.catalog)


def _check_weights(document: Document, profile: Profile) -> Iterator[Problem]:
    for name, weight in profile.weights.items():
        if name not in profile.factors:
            hint = closest(name, profile.factors) or f"add the factor {name}, or remove its weight"
            message = f"the weight {name} has no factor of that name"
            yield document.problem(("weights", name), "SCORE001", message, hint)
        if weight < 0:
            message = f"the weight of {name} is {weight}; a weight is never negative"
            yield document.problem(("weights", name), "SCORE004", message, f"{name}: 0")
    for name in profile.factors.keys() - profile.weights.keys():
        hint = closest(name, profile.weights) or f"weights: {{{name}: 0, …}}, or remove the factor"
        yield document.problem(
            (name,), "SCORE002", f"the factor {name} has no weight, so it never counts", hint
        )
    if profile.total != _TOTAL:
        message = f"weights add up to {_plain(profile.total)}, must be 100{_inherited(document, profile)}"
        yield document.problem(("weights",), "SCORE003", message, _mend(profile))


def _inherited(document: Document, profile: Profile) -> str:
    """The weights of a profile that come from the one it extends, and so do not stand in its own file."""
    own = nearest(document.node, ("weights",)).file
    theirs = [name for name in profile.weights if nearest(document.node, ("weights", name)).file != own]
    told = ", ".join(f"{name} {_plain(profile.weights[name])}" for name in theirs)
    return f", with those that it inherits ({told})" if theirs else ""


def _mend(profile: Profile) -> str:
    """The last weight that can take the whole difference and still counts, set to what makes the sum 100."""
    difference = profile.total - _TOTAL
    for name, weight in reversed(profile.weights.items()):
        if 0 < weight - difference <= _TOTAL:
            return f"set {name} to {_plain(weight - difference)}"
    return f"change the weights by {_plain(-difference)} in all"


def _plain(number: Decimal) -> str:
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _check_factor(document: Document, name: str, spec: Factor, revision: Revision) -> Iterator[Problem]:
    yield from _check_names(document, name, spec, revision)
    yield from _check_curve(document, name, spec, revision.catalog)
    if spec.uses is not None and not _has_kind(kind_of(spec)):
        message = f"{name} uses {spec.uses}, and no factor kind of that name is installed"
        installed = [point.name for point in entry_points(group="rulewright.factors")]
        hint = closest(spec.uses, installed) or "a name of the entry point rulewright.factors"
        yield document.problem((name, "uses"), "SCORE008", message, hint)
    if spec.log_up_to is not None:
        yield from _check_counted(document, name, spec, revision.catalog)


def _check_counted(document: Document, name: str, spec: Factor, catalog: Catalog) -> Iterator[Problem]:
    if spec.of is not None:
        field = fields(catalog).get(spec.of)
        if field is None or field.item is not None or field.spec.type not in ("count", "number"):
            hint = closest(spec.of, catalog.fields) or "a root field of type count"
            message = f"{name} takes the logarithm of {spec.of}, which is no count of a document"
            yield document.problem((name, "of"), "SCORE010", message, hint)
    elif len(found := counted_fields(name, catalog)) != 1:
        counts = found or [f for f, s in catalog.fields.items() if s.type == "count"]
        message = f"{name} takes a logarithm, and {len(found)} count fields begin with its name; say which"
        yield document.problem((name,), "SCORE010", message, f"of: {' or '.join(counts)}")


def _has_kind(kind: str) -> bool:
    return bool(entry_points(group="rulewright.factors", name=kind))


def _check_names(document: Document, name: str, spec: Factor, revision: Revision) -> Iterator[Problem]:
    catalog = revision.catalog
    key = "near" if spec.near is not None else "share_in"
    for want in wants_of(spec):
        known = catalog.wants.get(want)
        if known is None:
            hint = closest(want, catalog.wants) or f"one of {', '.join(catalog.wants)}"
            yield document.problem((name, key), "SCORE005", f"{name} looks at {want}, which is no want", hint)
        elif known.reads in (None, "nothing") or (known.source == "places" and known.per_minute is None):
            message = f"{name} looks at {want}, which compares no number of a home"
            yield document.problem((name, key), "SCORE005", message)
    if spec.near == "places" and not any(want.source == "places" for want in catalog.wants.values()):
        message = f"{name} is near places, and no want of the catalog is from places"
        yield document.problem((name, "near"), "SCORE005", message)
    if spec.bonus is not None:
        yield from _check_bonus(document, name, spec.bonus, revision)


def _check_bonus(document: Document, name: str, bonus: str, revision: Revision) -> Iterator[Problem]:
    catalog, terms = revision.catalog, [term.name for term in revision.vocabulary.terms]
    sets = term_sets(bonus, revision.vocabulary)
    if sets is None:
        hint = closest(bonus, terms) or "a term of rules/vocabulary.yaml"
        message = f"{name} gives a bonus for {bonus}, which is no term of the vocabulary"
        yield document.problem((name, "bonus"), "SCORE005", message, hint)
        return
    try:
        meant = ask(sets, catalog, today=_SOME_DAY, has_places=False)
    except InputInvalid as error:
        message = f"{name} gives a bonus for {bonus}, whose parameters make no want"
        yield document.problem((name, "bonus"), "SCORE011", f"{message}: {error.problems[0].message}")
        return
    known, owner = fields(catalog), parameters(catalog)
    scored = {c.want for c in meant.conditions if c.reads in known and not known[c.reads].varies_by_deal}
    unscored = sorted({owner[parameter] for parameter in sets} - scored)
    if unscored:
        message = f"{name} gives a bonus for {bonus}, and nothing tells whether a home has its {unscored[0]}"
        hint = "a term about the home itself, such as its year"
        yield document.problem((name, "bonus"), "SCORE011", message, hint)


def _check_curve(document: Document, name: str, spec: Factor, catalog: Catalog) -> Iterator[Problem]:
    shapes = {"gaussian": spec.gaussian, "exponential": spec.exponential, "linear": spec.linear}
    for curve, shape in shapes.items():
        for key, quantity in shape if shape is not None else ():
            if isinstance(quantity, Quantity):
                yield from _check_width(document, (name, curve, key), quantity, spec, catalog)
    for key in ("at_least", "at_most"):
        if spec.aim is not None and getattr(spec.aim, key) <= 0:
            message = f"{name}: an aim must be above 0% of what was asked"
            yield document.problem((name, "aim", key), "SCORE009", message, "90%")


def _check_width(
    document: Document, path: Path, quantity: Quantity, spec: Factor, catalog: Catalog
) -> Iterator[Problem]:
    key = path[-1]
    if quantity.amount < 0 or (quantity.amount == 0 and key != "offset"):
        message = f"{key} is {quantity}; it must be above 0"
        yield document.problem(path, "SCORE007", message)
    if spec.near == "places":
        if quantity.unit not in _LENGTHS:
            message = f"{key} is {quantity}; near places it is a length"
            yield document.problem(path, "SCORE006", message, f"{_plain(quantity.amount)}km or 500m")
        return
    units = {unit_of(want, catalog) for want in wants_of(spec)} - {None}
    allowed = {"%"} | (units if len(units) == 1 else set[str | None]())
    if quantity.unit not in allowed:
        named = " or ".join(sorted(unit for unit in allowed if unit))
        message = f"{key} is {quantity}; near what was asked it is in {named}, % being of the aim"
        yield document.problem(path, "SCORE006", message, f"{_plain(quantity.amount)}%")


def unit_of(want: str, catalog: Catalog) -> str | None:
    """The unit in which a want is compared: its field's, or that of the first field that it is taken from."""
    spec = catalog.wants.get(want)
    field = fields(catalog).get(spec.reads or "") if spec is not None else None
    while field is not None and field.parts:
        field = field.parts[0]
    return field.spec.unit if field is not None else None


def _check_one_part_factor(document: Document, profile: Profile, catalog: Catalog) -> Iterator[Problem]:
    """A home shows one part, so only one factor may choose it."""
    choosing = [
        name
        for name, spec in profile.factors.items()
        if isinstance(spec.near, tuple) and any(_compares_part(want, catalog) for want in spec.near)
    ]
    for name in choosing[1:]:
        message = (
            f"{choosing[0]} and {name} are both near something of one part; one factor alone can choose it"
        )
        hint = "share_in counts parts without choosing one"
        yield document.problem((name, "near"), "SCORE012", message, hint)


def _compares_part(want: str, catalog: Catalog) -> bool:
    spec = catalog.wants.get(want)
    field = fields(catalog).get(spec.reads or "") if spec is not None and spec.source is None else None
    return field is not None and field.item is not None
