"""The models of a pack, built when they are first asked, and the plans that they wrote."""

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from engine.config.revision import Revision
from engine.errors import InputInvalid, Problem
from engine.llm.calling import Model
from engine.llm.registry import Role, build_models, models_of
from engine.plan.cache import PlanCache


def recording(revision: Revision) -> Revision:
    """The revision with every recorded model asking the one that it is recorded over for what is not
    there, and writing it down. Raises InputInvalid (USE024) for a pack without such a model."""
    if all(spec.over is None for spec in revision.pack.models.values()):
        hint = "models: {taped: {plugin: cassette, file: examples/answers.jsonl, model: MODEL, over: NAME}}"
        message = "there is nothing to record: no model of the pack says over:"
        raise InputInvalid(Problem(code="USE024", message=message, hint=hint))
    models = {
        name: spec.model_copy(update={"record": True}) if spec.over is not None else spec
        for name, spec in revision.pack.models.items()
    }
    return replace(revision, pack=revision.pack.model_copy(update={"models": models}))


def planned_by(revision: Revision, planner: Literal["rules", "llm"] | None) -> Revision:
    """The revision with another planner; as it is for None."""
    if planner is None:
        return revision
    return replace(revision, pack=revision.pack.model_copy(update={"planner": planner}))


class Models:
    """What one engine asks: the models that the pack describes, or those given by the same names. Keys are
    read from the environment when the first model is built."""

    def __init__(self, revision: Revision, given: Mapping[str, Model] | None = None) -> None:
        self._revision = revision
        self._built = dict(given) if given is not None else None
        self.plans = PlanCache()

    def of(self, role: Role) -> tuple[Model, ...]:
        """The models of a role in the order in which they are asked; none where the pack names none.

        Raises ConfigError for a plugin that cannot be built.
        """
        if self._built is None:
            self._built = build_models(self._revision, os.environ)
        return models_of(role, self._revision, self._built)

    def all(self) -> dict[str, Model]:
        """Every model by its name; raises as `of`."""
        self.of("tasks")
        return dict(self._built or {})

    async def close(self) -> None:
        """Give back what the models hold on the running loop; they can be asked again."""
        for model in (self._built or {}).values():
            await model.llm.close()
