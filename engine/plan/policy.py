"""What a plan is judged by: the whitelisted tools with their parameters, and the policy: caps and intents."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from engine.config.catalog import Catalog, WantSpec
    from engine.config.plan_policy import PlanPolicy as PolicyDocument
    from engine.config.tool import ItemType, Tool, ValueSpec

ParameterType = Literal["text", "number", "count", "flag", "choice", "list", "mapping"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One parameter of a tool. `at_most` caps characters of a text, entries of a list, the value of a number.

    `of` is what a list or mapping holds: one parameter for each entry, or named fields; None = any JSON
    value. `values` are the choices; with `many` a non-empty list of choices is taken too.
    """

    name: str
    type: ParameterType
    required: bool = False
    at_most: int | None = None
    refs_allowed: bool = True
    of: "Parameter | Mapping[str, Parameter] | None" = None
    values: tuple[str, ...] = ()
    many: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """One whitelisted tool. Of the names in `one_of` at least one must be given; `results` are the fields a
    reference may name, none = not declared; `timeout_s` None = the runtime's own; `literal` the parameters
    whose dollars are plain text."""

    name: str
    parameters: Mapping[str, Parameter] = field(default_factory=dict[str, Parameter])
    one_of: tuple[str, ...] = ()
    results: frozenset[str] = frozenset()
    timeout_s: float | None = None
    idempotent: bool = False
    literal: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        denied = (name for name, parameter in self.parameters.items() if not parameter.refs_allowed)
        object.__setattr__(self, "literal", frozenset(denied))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanPolicy:
    """Caps and intents. `intents`: name → whether it needs steps; `intent_tools`: the tools its plan calls;
    `goals`: the tool that answers it. `fallback` is the intent of what nothing else fits."""

    steps_at_most: int = 10
    free_text: Mapping[str, int] = field(default_factory=dict[str, int])
    intents: Mapping[str, bool] = field(default_factory=dict[str, bool])
    intent_tools: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    goals: Mapping[str, str] = field(default_factory=dict[str, str])
    fallback: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class PlanRules:
    """Everything `sanitize` reads."""

    tools: Mapping[str, ToolSpec]
    plan_policy: PlanPolicy

    def timeouts(self) -> dict[str, float]:
        """Tool → seconds, for those whose file says."""
        return {name: tool.timeout_s for name, tool in self.tools.items() if tool.timeout_s is not None}


class RevisionLike(Protocol):
    """The part of a revision that plans are judged by."""

    @property
    def catalog(self) -> "Catalog": ...
    @property
    def tools(self) -> "Mapping[str, Tool]": ...
    @property
    def plan_policy(self) -> "PolicyDocument": ...


_CACHE: "WeakKeyDictionary[RevisionLike, PlanRules]" = WeakKeyDictionary()


def policy_of(revision: "RevisionLike | PlanRules") -> PlanRules:
    """The plan rules of a revision, built once for each; rules built already are returned as they are."""
    if isinstance(revision, PlanRules):
        return revision
    rules = _CACHE.get(revision)
    if rules is None:
        wants = _want_parameters(revision.catalog)
        tools = {name: _tool(tool, wants) for name, tool in revision.tools.items()}
        rules = PlanRules(tools=tools, plan_policy=_policy(revision.plan_policy))
        _CACHE[revision] = rules
    return rules


def _policy(document: "PolicyDocument") -> PlanPolicy:
    needs: dict[str, bool] = {}
    tools: dict[str, frozenset[str]] = {}
    goals: dict[str, str] = {}
    fallback = ""
    for intent in document.intents:
        shape = None if intent.plan == "none" else intent.plan
        called = [name for name in (shape.each_place, shape.then) if name] if shape else []
        needs[intent.name] = needs.get(intent.name, False) or shape is not None
        tools[intent.name] = tools.get(intent.name, frozenset()) | frozenset(called)
        if called:
            goals.setdefault(intent.name, called[-1])
        if intent.otherwise:
            fallback = fallback or intent.name
    return PlanPolicy(
        steps_at_most=document.steps_at_most,
        free_text={
            "etcCondition": document.free_text.etc_condition,
            "systemContext": document.free_text.system_context,
        },
        intents=needs,
        intent_tools=tools,
        goals=goals,
        fallback=fallback or (document.intents[-1].name if document.intents else ""),
    )


def _tool(tool: "Tool", wants: Mapping[str, Parameter]) -> ToolSpec:
    parameters: dict[str, Parameter] = {}
    for name, spec in tool.parameters.items():
        if spec.type == "wants":
            parameters.update({key: value for key, value in wants.items() if key not in tool.parameters})
            for extra in (
                Parameter(name="alternatives", type="list", of=wants, refs_allowed=False),
                Parameter(name="assumed", type="list", of=Parameter(name="assumed", type="text")),
            ):
                parameters.setdefault(extra.name, extra)
        else:
            parameters[name] = parameter_of(name, spec, wants)
    return ToolSpec(
        name=tool.name,
        parameters=parameters,
        one_of=tool.one_of,
        results=frozenset(tool.results),
        timeout_s=tool.timeout,
        idempotent=tool.idempotent,
    )


def parameter_of(name: str, spec: "ValueSpec", wants: "Mapping[str, Parameter] | None" = None) -> Parameter:
    """The parameter that a file describes; `wants` are those of the catalog, for entries that hold them."""
    wants, refs = wants or {}, getattr(spec, "refs", "allow")
    of: Parameter | Mapping[str, Parameter] | None = None
    if isinstance(spec.of, dict):
        of = {key: _item(key, kind, wants) for key, kind in spec.of.items()}
    elif spec.of == "wants":
        of = wants
    elif spec.of is not None:
        of = Parameter(name=name, type=spec.of)
    return Parameter(
        name=name,
        type="mapping" if spec.type == "wants" else spec.type,
        required=spec.required,
        at_most=spec.at_most,
        refs_allowed=refs == "allow" and spec.of != "wants",  # what a customer wants is no tool's result
        of=of,
        values=spec.values,
    )


def _item(name: str, kind: "ItemType", wants: Mapping[str, Parameter]) -> Parameter:
    """A field of an entry. Numbers must be there; a text, only shown, and a mapping may be left out."""
    if kind == "wants":
        return Parameter(name=name, type="mapping", of=wants)
    return Parameter(name=name, type=kind, required=kind not in ("text", "mapping"))


def _want_parameters(catalog: "Catalog") -> dict[str, Parameter]:
    found: dict[str, Parameter] = {}
    for want in catalog.wants.values():
        for parameter in _of_want(want):
            found[parameter.name] = parameter
    return found


def _of_want(want: "WantSpec") -> list[Parameter]:
    numbers = [want.min, want.max, *((want.age.min, want.age.max) if want.age else ())]
    found = [Parameter(name=name, type="number") for name in numbers if name]
    if want.choice:
        found.append(Parameter(name=want.choice, type="choice", values=tuple(want.has), many=True))
    if want.basis:
        found.append(Parameter(name=want.basis.parameter, type="choice", values=("exclusive", "supply")))
    return found
