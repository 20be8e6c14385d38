"""What the planner's template sees of a revision: tools, intents, conditions and worked examples, as short
texts in the order of the pack's files. Nothing here depends on a customer or a day."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.config.catalog import WantSpec
from engine.config.revision import Revision, once_per_revision
from engine.convert import convert
from engine.plan.policy import Parameter, policy_of
from engine.prompt.examples import examples_of

_NO_NAMES: frozenset[str] = frozenset()
_WORDS_AT_MOST = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolView:
    """One whitelisted tool. A parameter reads like `near?: string` (`?` may be left out, `$` takes a
    reference, `≤` is its cap); `has_wants` when it takes every condition too; `results` are what a reference
    may name."""

    name: str
    description: str
    parameters: tuple[str, ...]
    has_wants: bool
    one_of: tuple[str, ...]
    results: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentView:
    """One intent and the tools that its plans call, none where it plans nothing."""

    name: str
    tools: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WantView:
    """One condition: its parameters with their units, the values of a choice, the deals it is of."""

    name: str
    parameters: tuple[str, ...]
    values: tuple[str, ...]
    deals: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LineView:
    """Words and the parameters that the converter makes of them."""

    said: str
    params: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """A conversion and its examples."""

    name: str
    lines: tuple[LineView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseholdView:
    """Who will live there, other words for it, what may be assumed then, and the reason to give."""

    name: str
    words: tuple[str, ...]
    params: str
    because: str


@once_per_revision
def static_inputs(revision: Revision) -> Mapping[str, object]:
    """The inputs of a planner's template that are the same for every customer and day, by name."""
    policy, examples = revision.plan_policy, examples_of(revision)
    return {
        "tools": tuple(_tools(revision)),
        "intents": tuple(_intents(revision)),
        "steps_at_most": policy.steps_at_most,
        "etc_at_most": policy.free_text.etc_condition,
        "context_at_most": policy.free_text.system_context,
        "wants": tuple(_wants(revision)),
        "conversions": tuple(_tables(revision)),
        "terms": tuple(_terms(revision)),
        "households": tuple(_households(revision)),
        "strategies": examples.strategies,
        "examples": examples.plans,
    }


STATIC = (
    "tools", "intents", "steps_at_most", "etc_at_most", "context_at_most", "wants", "conversions", "terms",
    "households", "strategies", "examples",
)  # fmt: skip
"""The names of `static_inputs`."""


def _tools(revision: Revision) -> Iterator[ToolView]:
    every = _want_names(revision)
    for name, spec in policy_of(revision).tools.items():
        tool = revision.tools[name]
        has_wants = any(each.type == "wants" for each in tool.parameters.values())
        left_out = every - tool.parameters.keys() if has_wants else frozenset[str]()
        shown = [each for key, each in spec.parameters.items() if key not in left_out]
        yield ToolView(
            name=name,
            description=tool.description,
            parameters=tuple(_declared(each, every) for each in shown),
            has_wants=has_wants,
            one_of=tool.one_of,
            results=tuple(tool.results),
        )


def _declared(parameter: Parameter, wants: frozenset[str]) -> str:
    mark = "" if parameter.required else "?"
    return f"{parameter.name}{mark}: {_form(parameter, wants)}"


def _form(parameter: Parameter, wants: frozenset[str]) -> str:
    cap = f"≤{parameter.at_most}" if parameter.at_most is not None else ""
    reference = "|$" if parameter.refs_allowed and parameter.type != "text" else ""
    match parameter.type:
        case "choice":
            form = "|".join(f'"{value}"' for value in parameter.values) + ("|[…]" if parameter.many else "")
        case "list":
            form = f"[{_entry(parameter, wants)}]"
        case "mapping":
            form = _fields(parameter.of, wants) if isinstance(parameter.of, Mapping) else ""
        case "text":
            form = "string"
        case "flag":
            form = "boolean"
        case _:
            form = "integer" if parameter.type == "count" else "number"
    return f"{form}{cap}{reference}".removeprefix("|")


def _entry(parameter: Parameter, wants: frozenset[str]) -> str:
    if isinstance(parameter.of, Parameter):
        return _form(parameter.of, wants)
    return _fields(parameter.of, wants) if parameter.of else "any"


def _fields(fields: Mapping[str, Parameter], wants: frozenset[str]) -> str:
    own = [_declared(each, wants) for name, each in fields.items() if name not in wants]
    return "{" + ", ".join([*own, *(["…wants"] if fields.keys() & wants else [])]) + "}"


def _want_names(revision: Revision) -> frozenset[str]:
    return frozenset(name for want in revision.catalog.wants.values() for name in _parameters(want))


def _parameters(want: WantSpec) -> Iterator[str]:
    """The names of a want's parameters."""
    age = (want.age.min, want.age.max) if want.age else ()
    basis = want.basis.parameter if want.basis else None
    yield from (name for name in (want.min, want.max, *age, want.choice, basis) if name)


def _intents(revision: Revision) -> Iterator[IntentView]:
    """Each intent once, with the tools of all its rows that the pack has."""
    tools: dict[str, dict[str, None]] = {}
    for intent in revision.plan_policy.intents:
        called = tools.setdefault(intent.name, {})
        if intent.plan != "none":
            names = (intent.plan.each_place, intent.plan.then)
            called |= dict.fromkeys(name for name in names if name in revision.tools)
    for name, called in tools.items():
        yield IntentView(name=name, tools=tuple(name for name in called if name))


def _wants(revision: Revision) -> Iterator[WantView]:
    if not any(each.type == "wants" for tool in revision.tools.values() for each in tool.parameters.values()):
        return
    units = {
        name: table.unit
        for table in revision.conversions.values()
        if table.into and table.unit
        for name in (table.into.min, table.into.max)
        if name
    }
    for name, want in revision.catalog.wants.items():
        named = (f"{each} ({units[each]})" if each in units else each for each in _parameters(want))
        yield WantView(
            name=name, parameters=tuple(named), values=tuple(want.has), deals=tuple(want.deal or ())
        )


def _tables(revision: Revision) -> Iterator[TableView]:
    """The first examples of each table's own, as many as the pack says, as the converter reads them."""
    at_most = revision.templates.examples.a_table if revision.templates else 0
    for name, table in revision.conversions.items():
        parent = revision.conversions.get(table.extends or "")
        own = [text for text in table.examples if parent is None or text not in parent.examples]
        lines = (_line(text, revision) for text in own[:at_most])
        if read := tuple(line for line in lines if line):
            yield TableView(name=name, lines=read)


def _terms(revision: Revision) -> Iterator[LineView]:
    """The words with one number that people dispute; one that counts only beside an exclusion, with it."""
    outside = next((word for table in revision.conversions.values() for word in table.except_.after), "")
    for term in revision.vocabulary.terms:
        said = f"{term.words[0]} {outside}" if term.only_with else term.words[0]
        if line := _line(said, revision):
            yield line


def _line(said: str, revision: Revision) -> LineView | None:
    params = worded(convert(said, revision, place_words=_NO_NAMES).params)
    return LineView(said=said, params=params) if params else None


def worded(params: Mapping[str, object]) -> str:
    """Parameters as `priceMin: 50000, priceMax: 59999`; open ends are left out."""
    return ", ".join(f"{name}: {_value(value)}" for name, value in params.items() if value is not None)


def _value(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(str(each) for each in value)}]"  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return f"{value:g}" if isinstance(value, float) else str(value)


def _households(revision: Revision) -> Iterator[HouseholdView]:
    for each in revision.vocabulary.households:
        yield HouseholdView(
            name=each.name,
            words=tuple(word for word in each.words if word != each.name)[:_WORDS_AT_MOST],
            params=worded(each.assumes),
            because=each.reason(revision.pack.locale),
        )
