"""The kinds of document: their models, and the folder of a pack in which each may lie."""

from engine.config.base import StrictModel
from engine.config.cases import Cases
from engine.config.catalog import Catalog
from engine.config.conversion import Conversion
from engine.config.filter import Filter
from engine.config.flow import Flow
from engine.config.language import Language
from engine.config.model import Script
from engine.config.pack import Pack
from engine.config.plan_policy import PlanPolicy
from engine.config.profile import Profile
from engine.config.relax import Relax
from engine.config.task import Task
from engine.config.templates import Templates
from engine.config.tool import Tool
from engine.config.vocabulary import Vocabulary

MODELS: dict[str, type[StrictModel]] = {
    "pack": Pack,
    "catalog": Catalog,
    "conversion": Conversion,
    "language": Language,
    "vocabulary": Vocabulary,
    "tool": Tool,
    "plan_policy": PlanPolicy,
    "filter": Filter,
    "relax": Relax,
    "profile": Profile,
    "templates": Templates,
    "script": Script,
    "task": Task,
    "flow": Flow,
    "cases": Cases,
}

FOLDERS: dict[str, str] = {"profile": "scoring_profiles", "templates": "prompt_templates"}
"""Where a kind lies when that is not `rules`; cases lie beside anything."""

NAMED = frozenset({"conversion", "tool", "filter", "profile", "script", "task", "flow"})
"""Kinds of which a pack has several, told apart by `name`; of the others it has one."""
