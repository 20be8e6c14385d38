"""A profile made ready: which kind each factor is, its weight, and the field or term it looks at."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from engine.catalog.fields import fields
from engine.config.base import Params
from engine.config.catalog import Catalog
from engine.config.profile import Factor, Profile
from engine.config.revision import Revision
from engine.config.vocabulary import Vocabulary
from engine.errors import ConfigError, InputInvalid, Problem
from engine.source.suggest import closest

if TYPE_CHECKING:
    from engine.score.wishes import Wish


@dataclass(frozen=True, slots=True, kw_only=True)
class CompiledFactor:
    """One factor with its weight in per cent and its registered kind.

    `wants` are those that it looks at, `counts` is the field of a capped logarithm, `sets` the parameters
    that a bonus term stands for. `meant` is what it wishes by day and by whether there are places, kept from
    one request to the next, where nothing else of a request counts.
    """

    name: str
    kind: str
    weight: float
    spec: Factor
    wants: tuple[str, ...] = ()
    counts: str | None = None
    sets: Params | None = None
    meant: "dict[tuple[date, bool], Wish]" = field(
        default_factory=dict[tuple[date, bool], "Wish"], compare=False, repr=False
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CompiledProfile:
    """A profile's factors in the order of its weights."""

    name: str
    factors: tuple[CompiledFactor, ...]


_compiled: WeakKeyDictionary[Revision, dict[str, CompiledProfile]] = WeakKeyDictionary()


def profile_of(revision: Revision, name: str) -> CompiledProfile:
    """The compiled profile of that name, made once per revision.

    Raises InputInvalid when there is none, ConfigError when it cannot be compiled.
    """
    known = _compiled.get(revision)
    if known is None:
        known = _compiled[revision] = {}
    if name not in known:
        if name not in revision.profiles:
            hint = closest(name, revision.profiles) or f"one of {', '.join(revision.profiles)}"
            problem = Problem(
                code="DOC004", message=f"there is no profile {name}", path="/profile", hint=hint
            )
            raise InputInvalid(problem)
        known[name] = compile_profile(revision.profiles[name], revision.catalog, revision.vocabulary)
    return known[name]


def compile_profile(profile: Profile, catalog: Catalog, vocabulary: Vocabulary) -> CompiledProfile:
    """The factors that have a weight. Raises ConfigError for a name that nothing stands behind."""
    factors: list[CompiledFactor] = []
    for name, weight in profile.weights.items():
        spec = profile.factors.get(name)
        if spec is None:
            problem = Problem(
                code="SCORE001", message=f"{profile.name}: the weight {name} has no factor of that name"
            )
            raise ConfigError(problem)
        factors.append(
            CompiledFactor(
                name=name,
                kind=kind_of(spec),
                weight=float(weight),
                spec=spec,
                wants=wants_of(spec),
                counts=_counted(name, spec, catalog),
                sets=_sets(name, spec, vocabulary),
            )
        )
    return CompiledProfile(name=profile.name, factors=tuple(factors))


def kind_of(spec: Factor) -> str:
    """The registered name of the factor's kind."""
    if spec.uses is not None:
        return spec.uses
    if spec.near is not None:
        return "near_places" if spec.near == "places" else "near_wish"
    if spec.share_in is not None:
        return "share_in_wish"
    return "term_bonus" if spec.bonus is not None else "capped_log"


def wants_of(spec: Factor) -> tuple[str, ...]:
    """The wants that the factor looks at, in the order of the file."""
    named = spec.near if isinstance(spec.near, tuple) else spec.share_in
    if named is None:
        return ()
    return named if isinstance(named, tuple) else (named,)


def counted_fields(name: str, catalog: Catalog) -> list[str]:
    """Root count fields whose name starts with the factor's name without its plural s (listings →
    listing_count)."""
    stem = name.removesuffix("s")
    return [f for f, spec in catalog.fields.items() if spec.type == "count" and f.startswith(stem)]


def term_sets(term: str, vocabulary: Vocabulary) -> Params | None:
    """The parameters that a term of the vocabulary stands for, or None when there is no such term."""
    return next((t.sets for t in vocabulary.terms if t.name == term), None)


def _counted(name: str, spec: Factor, catalog: Catalog) -> str | None:
    if spec.log_up_to is None:
        return None
    known: Mapping[str, object] = fields(catalog)
    found = ([spec.of] if spec.of in known else []) if spec.of is not None else counted_fields(name, catalog)
    if len(found) != 1:
        message = f"{name} takes a logarithm, and no one field says of what: add of: FIELD"
        raise ConfigError(Problem(code="SCORE010", message=message))
    return found[0]


def _sets(name: str, spec: Factor, vocabulary: Vocabulary) -> Params | None:
    if spec.bonus is None:
        return None
    sets = term_sets(spec.bonus, vocabulary)
    if sets is None:
        message = f"{name} gives a bonus for {spec.bonus}, which is no term of the vocabulary"
        raise ConfigError(Problem(code="SCORE005", message=message))
    return sets
