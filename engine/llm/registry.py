"""The plugins by name, and the models of a pack built with them.

Outside packages add a `Plugin` under the entry point `rulewright.llms`; a model names it with
`plugin: NAME`.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from typing import Literal, cast

from engine.config.installed import brought
from engine.config.model import ModelSpec, Script
from engine.config.revision import Revision
from engine.errors import ConfigError, Problem
from engine.llm.calling import Model, Policy
from engine.llm.port import Llm
from engine.llm.setup import Plugin, Setup
from engine.llm.spending import Allowance, Spending
from engine.source.suggest import closest

GROUP = "rulewright.llms"
_KEY_ENDS = ("_KEY", "_TOKEN")


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltIn:
    """A plugin of ours: where its entry is, the package it needs, and the keys that it needs and takes
    besides those of every model."""

    entry: str
    package: str | None
    needs: tuple[str, ...]
    takes: tuple[str, ...]


_HOSTED = ("key", "max_tokens", "temperature", "dialect", "cache_marks", "options")
BUILT_IN: Mapping[str, BuiltIn] = {
    "litellm": BuiltIn(
        entry="engine.llm.litellm_client:build", package="litellm", needs=("model",), takes=("url", *_HOSTED)
    ),
    "openai_compatible": BuiltIn(
        entry="engine.llm.openai_compatible:build", package="httpx", needs=("model", "url"), takes=_HOSTED
    ),
    "scripted": BuiltIn(entry="engine.llm.scripted:build", package=None, needs=("script",), takes=()),
    "cassette": BuiltIn(
        entry="engine.llm.cassette:build", package=None, needs=("file",), takes=("model", "over", "record")
    ),
}
Role = Literal["planner", "answerer", "tasks"]


def plugin_names() -> tuple[str, ...]:
    """The built-in plugins, then those of installed packages."""
    outside = sorted({point.name for point in entry_points(group=GROUP)} - set(BUILT_IN))
    return (*BUILT_IN, *outside)


def plugin_named(name: str) -> Plugin:
    """The plugin of that name. Raises ConfigError (LLM020) where there is none, or it is none."""
    if name in BUILT_IN:
        module, _, function = BUILT_IN[name].entry.partition(":")
        return cast("Plugin", getattr(import_module(module), function))
    plugin = brought(GROUP, name, "LLM020")
    if plugin is None:
        hint = f"plugin: {next(iter(BUILT_IN))}"
        raise ConfigError(Problem(code="LLM020", message=f"there is no LLM plugin {name}", hint=hint))
    if not callable(plugin):
        message = f"the plugin {name} is {type(plugin).__name__}, not a function that builds a model"
        raise ConfigError(Problem(code="LLM020", message=message))
    return cast("Plugin", plugin)


def build_models(revision: Revision, environment: Mapping[str, str]) -> dict[str, Model]:
    """Every model of the pack by its name. Keys are read from `environment`; where one is missing the model
    is built all the same, and asking it ends in `no_key`.

    Raises ConfigError for a plugin that is not there, and for recorded answers that cannot be read.
    """
    built: dict[str, Model] = {}
    specs = revision.pack.models
    ordered = sorted(
        specs, key=lambda name: specs[name].over is not None
    )  # what records comes after the others
    for name in ordered:
        over = built.get(specs[name].over or "")
        built[name] = _model(name, specs[name], revision, environment, over.llm if over else None)
    return {name: built[name] for name in specs}


def models_of(role: Role, revision: Revision, built: Mapping[str, Model]) -> tuple[Model, ...]:
    """The models of a role in the order in which they are asked; none where the pack names none."""
    return tuple(built[name] for name in revision.pack.roles.names(role))


def spending_of(revision: Revision) -> Spending:
    """The budget of one request, or of one run of a flow, of which nothing is spent."""
    budget = revision.pack.budget
    return Spending(Allowance(tokens=budget.tokens, cost=budget.cost, bytes=budget.bytes))


def policy_of(revision: Revision, *, deadline_s: float, spending: Spending | None = None) -> Policy:
    """What a call of the pack may take, within so many seconds: out of the `spending` of its request, or by
    itself all of the budget."""
    return Policy(deadline_s=deadline_s, spending=spending or spending_of(revision))


def warm(revision: Revision) -> None:
    """Load now what the pack's plugins would load at the first ask, which takes some seconds: at the start of
    a service, on a thread of its own. What cannot be loaded is said by the ask."""
    if any(spec.plugin == "litellm" for spec in revision.pack.models.values()):
        from engine.llm.litellm_client import load

        with suppress(ImportError):
            load()


def _model(
    name: str, spec: ModelSpec, revision: Revision, environment: Mapping[str, str], over: Llm | None
) -> Model:
    key = environment.get(spec.key) or None if spec.key else None
    document = revision.documents.get(("script", spec.script)) if spec.script else None
    script = document.model if document is not None and isinstance(document.model, Script) else None
    setup = Setup(name=name, spec=spec, root=revision.root, key=key, script=script, over=over)
    return Model(
        name=name,
        llm=plugin_named(spec.plugin)(setup),
        timeout_s=spec.timeout,
        silence_s=spec.silence,
        retries=spec.retries,
        prices=spec.prices,
        missing_key=spec.key if spec.key and key is None else "",
        near_key=_near_key(spec.key, environment) if spec.key and key is None else "",
    )


def _near_key(wanted: str, environment: Mapping[str, str]) -> str:
    """The variable that is set and was probably meant: OPENAI_API_KEY for OPENAI_KEY; "" for none. Only those
    that are named as keys are looked at."""
    keys = sorted(name for name, value in environment.items() if value and name.endswith(_KEY_ENDS))
    words = set(wanted.split("_"))
    of_same_words = (name for name in keys if words <= (its := set(name.split("_"))) or its <= words)
    return next(of_same_words, "") or closest(wanted, keys) or ""
