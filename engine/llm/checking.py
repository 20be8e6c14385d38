"""The models of a pack: plugins and models that exist, and keys that act."""

from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec

from engine.config.model import ModelSpec, Script
from engine.config.revision import Document, Revision
from engine.errors import ConfigError, Problem
from engine.llm.cassette import read_entries
from engine.llm.providers import LITELLM, PROVIDERS
from engine.llm.registry import BUILT_IN, plugin_names
from engine.source.suggest import closest

_OF_EVERY_MODEL = ("plugin", "timeout", "silence", "retries", "prices")
_OURS = (
    "model", "messages", "stream", "stream_options", "response_format", "api_base", "base_url", "max_tokens",
    "temperature", "timeout", "max_retries", "num_retries", "extra_headers", "headers",
)  # fmt: skip
_SECRET = ("key", "secret", "password", "authorization", "credentials", "_token")


def check_models(revision: Revision) -> Iterator[Problem]:
    """Every problem of `models:`, `roles:` and `budget:`."""
    pack = revision.pack
    if not pack.models and not pack.roles.model_fields_set:
        return
    document = revision.document("pack", "pack")
    yield from _roles(revision, document)
    yield from _scripts(revision)
    known = plugin_names()
    for name, spec in pack.models.items():
        if spec.plugin not in known:
            message = f"there is no LLM plugin {spec.plugin}; known: {', '.join(known)}"
            hint = closest(spec.plugin, list(known)) or ""
            yield document.problem(["models", name, "plugin"], "LLM020", message, hint=hint)
            continue
        yield from _keys(name, spec, document)
        yield from _options(name, spec, document)
        yield from _named(name, spec, revision, document)
        yield from _provider(name, spec, document)
        package = BUILT_IN[spec.plugin].package if spec.plugin in BUILT_IN else None
        if package is not None and find_spec(package) is None:
            message = f"plugin {spec.plugin} needs the package {package}, which is not installed here"
            yield document.problem(["models", name, "plugin"], "LLM023", message,
                                   "pip install 'rulewright[llm]'", severity="warning")  # fmt: skip
        if pack.budget.cost is not None and package is not None and spec.prices is None:
            message = f"budget: cost cannot hold for {name}, of which no prices are said"
            yield document.problem(["models", name], "LLM027", message, "prices: {prompt: …, completion: …}")


def _roles(revision: Revision, document: Document) -> Iterator[Problem]:
    known = list(revision.pack.models)
    for role in ("planner", "answerer", "tasks"):
        names = revision.pack.roles.names(role)
        for number, name in enumerate(names):
            if name not in known:
                is_list = not isinstance(getattr(revision.pack.roles, role), str)
                path = ["roles", role, *([number] if is_list else [])]
                message = f"there is no model {name}; models: has {', '.join(known) or 'none'}"
                yield document.problem(path, "LLM021", message, hint=closest(name, known) or "")


def _keys(name: str, spec: ModelSpec, document: Document) -> Iterator[Problem]:
    """Keys that the plugin needs and has not, or has and does not read."""
    known = BUILT_IN.get(spec.plugin)
    if known is None:
        return
    for key in known.needs:
        if getattr(spec, key) is None:
            message = f"a model of plugin {spec.plugin} needs {key}"
            yield document.problem(["models", name], "LLM022", message, hint=f"{key}: …", at_key=True)
    for key in sorted(spec.model_fields_set - {*_OF_EVERY_MODEL, *known.needs, *known.takes}):
        message = f"{key} does nothing for plugin {spec.plugin}"
        yield document.problem(["models", name, key], "LLM022", message, hint="take it out", at_key=True)


def _options(name: str, spec: ModelSpec, document: Document) -> Iterator[Problem]:
    for option in spec.options:
        path = ["models", name, "options", option]
        if any(part in option.lower() for part in _SECRET) and not option.endswith("_tokens"):
            message = "a key never stands in a file, only in the environment"
            yield document.problem(path, "LLM026", message, hint="key: NAME_OF_A_VARIABLE", at_key=True)
        elif option in _OURS:
            message = f"{option} is set by keys of its own or by the engine, not by options"
            yield document.problem(path, "LLM022", message, hint="take it out", at_key=True)


def _named(name: str, spec: ModelSpec, revision: Revision, document: Document) -> Iterator[Problem]:
    """The script, the file and the model that a model names."""
    scripts = [script for kind, script in revision.documents if kind == "script"]
    if spec.script is not None and spec.script not in scripts:
        message = f"there is no script {spec.script}; scripts: {', '.join(scripts) or 'none'}"
        hint = closest(spec.script, scripts) or "add one with kind: script"
        yield document.problem(["models", name, "script"], "LLM021", message, hint=hint)
    if spec.over is not None:
        others = [each for each, other in revision.pack.models.items() if other.over is None and each != name]
        if spec.over not in others:
            message = f"over names {spec.over}, which is no model that can be recorded"
            hint = closest(spec.over, others) or ", ".join(others) or "the name of the model that is recorded"
            yield document.problem(["models", name, "over"], "LLM021", message, hint)
    if spec.record and spec.over is None:
        message = "record: true needs over, the model that is asked"
        yield document.problem(["models", name, "record"], "LLM022", message, hint="over: NAME")
    if spec.file is not None and (spec.file.startswith(("/", "~")) or ".." in spec.file.split("/")):
        message = "file must be a path inside the pack"
        yield document.problem(["models", name, "file"], "LLM021", message, hint="examples/answers.jsonl")
    elif spec.file is not None and spec.plugin == "cassette":
        yield from _recorded(["models", name, "file"], spec, revision, document)


def _provider(name: str, spec: ModelSpec, document: Document) -> Iterator[Problem]:
    """LLM031 (warning) for a provider that LiteLLM does not know. A model without one may be a name that it
    places by itself."""
    provider, slash, model = (spec.model or "").partition("/")
    is_named = spec.plugin == "litellm" and slash and "custom_llm_provider" not in spec.options
    if is_named and provider not in PROVIDERS:
        near = closest(provider, sorted(PROVIDERS))
        hint = f"model: {near}/{model}" if near else "model: PROVIDER/MODEL"
        message = f"LiteLLM {LITELLM} knows no provider {provider}"
        yield document.problem(["models", name, "model"], "LLM031", message, hint=hint, severity="warning")


def _recorded(path: list[str], spec: ModelSpec, revision: Revision, document: Document) -> Iterator[Problem]:
    """What is wrong with a file of recorded answers; LLM021 (warning) where there is none and nobody records
    one."""
    file = revision.root / (spec.file or "")
    try:
        read_entries(file)
    except ConfigError as error:
        yield from (replace(problem, file=spec.file or "") for problem in error.problems)
    if not file.is_file() and spec.over is None and not spec.record:
        message = f"the pack has no file {spec.file}, and no model is asked for what is not there"
        yield document.problem(path, "LLM021", message, hint="over: NAME, then --record", severity="warning")


def _scripts(revision: Revision) -> Iterator[Problem]:
    """LLM030 (warning) for answers of scripts to asks of a name that nothing has."""
    askers = ("planner", "answerer", *revision.tasks)
    for (kind, _), document in revision.documents.items():
        if kind != "script" or not isinstance(document.model, Script):
            continue
        for number, answer in enumerate(document.model.answers):
            if answer.asked_by is not None and answer.asked_by not in askers:
                message = f"nothing asks as {answer.asked_by}, so this answer is never given"
                hint = closest(answer.asked_by, askers) or ", ".join(askers)
                path = ["answers", number, "asked_by"]
                yield document.problem(path, "LLM030", message, hint=hint, severity="warning")
