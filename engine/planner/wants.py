"""What the customer's parameters say together: which wants were asked, and what may be assumed beside
them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from engine.catalog.wants import lower_ends, parameters
from engine.config.catalog import Catalog
from engine.config.plan_policy import Sign
from engine.config.vocabulary import Household
from engine.planner.planned import Assumed, Context, Params


@dataclass(frozen=True, slots=True)
class WantKinds:
    """Parameter → its want; wants that only a home has; the choice of deal types; parameters that are lower
    ends; what is said of the way to a place, or read by nothing, by what it is about."""

    want_of: Mapping[str, str]
    measures: frozenset[str]
    deal: str | None
    families: Mapping[str, str]
    lows: frozenset[str] = frozenset()
    ways: frozenset[str] = frozenset()

    def family(self, parameter: str) -> str:
        """What a parameter is about, so that two units of one thing are one: the field its field is made
        from."""
        want = self.want_of.get(parameter, parameter)
        return self.families.get(want, want)


def read_kinds(catalog: Catalog) -> WantKinds:
    """The kinds of the catalog's wants."""
    specs = {
        f"{item}.{name}": (item, spec)
        for item, part in catalog.items.items()
        for name, spec in part.fields.items()
    }
    money = {path for path, (_, spec) in specs.items() if spec.type == "money" or spec.first_of}
    measures = {
        name
        for name, want in catalog.wants.items()
        if not want.choice
        and want.source is None
        and want.age is None
        and want.reads not in (None, "nothing")
        and want.reads not in money
    }
    families: dict[str, str] = {}
    for name, want in catalog.wants.items():
        item, spec = specs.get(want.reads or "", ("", None))
        families[name] = f"{item}.{spec.source}" if spec and spec.source else want.reads or name
        if families[name] == "nothing":
            families[name] = name
    deal = next((want.choice for want in catalog.wants.values() if want.choice), None)
    ways = {families[name] for name, want in catalog.wants.items() if want.source or want.reads == "nothing"}
    return WantKinds(
        parameters(catalog), frozenset(measures), deal, families, lower_ends(catalog), frozenset(ways)
    )


def signs_of(
    params: Params, alternatives: Iterable[Params], kinds: WantKinds, at_least: Mapping[str, float]
) -> frozenset[Sign]:
    """The signs that amounts and deal types give; an amount below `at_least` of its want gives none, one
    that is not below it is a price."""
    said = {
        name
        for each in (params, *alternatives)
        for name, value in each.items()
        if value is not None and not _is_below(value, at_least.get(kinds.want_of.get(name, "")))
    }
    signs: set[Sign] = set()
    if kinds.deal in said:
        signs.add("deal")
    if said - {kinds.deal}:
        signs.add("quantity")
    if any(kinds.want_of.get(name) in kinds.measures for name in said):
        signs.add("measure")
    if any(kinds.want_of.get(name) in at_least for name in said):
        signs.add("price")
    return frozenset(signs)


def _is_below(value: object, least: float | None) -> bool:
    return least is not None and isinstance(value, int | float) and value < least


def assume(
    households: Iterable[Household],
    params: Params,
    alternatives: Iterable[Params],
    every: Iterable[Household],
    kinds: WantKinds,
    locale: str,
) -> tuple[Assumed, ...]:
    """What the first household hints at, and nothing as soon as anything was said that some household is
    about."""
    about = {kinds.family(name) for household in every for name in household.assumes}
    said = {
        kinds.family(name)
        for each in (params, *alternatives)
        for name, value in each.items()
        if value is not None
    }
    first = next(iter(households), None)
    if first is None or about & said:
        return ()
    return (Assumed(params=dict(first.assumes), because=first.reason(locale), household=first.name),)


def merged(said: Context, context: Context | None, kinds: WantKinds) -> Context:
    """What was said, over what the context still holds of other wants, with the context's places."""
    if context is None:
        return said
    new = {kinds.family(name) for each in (said.params, *said.alternatives) for name in each}
    old = {kinds.family(name) for each in context.alternatives for name in each}

    def kept(params: Params) -> dict[str, object]:
        return {name: value for name, value in params.items() if kinds.family(name) not in new}

    own = said.own or tuple({} for _ in context.own)
    before = context.own or tuple({} for _ in own)
    found = Context(
        params={**kept(context.params), **said.params},
        alternatives=said.alternatives or (() if new & old else context.alternatives),
        places=context.places,
        strategy=context.strategy,
        weights=context.weights,
        groups=context.groups,
    )
    sets = tuple({**kept(one), **other} for one, other in zip(before, own, strict=True))
    return replace(found, own=sets).with_own(sets)
