"""A revision: every validated document of a pack, and the hash of all that can change a decision."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TypeVar
from weakref import WeakKeyDictionary

from engine.config.base import StrictModel
from engine.config.cases import Cases
from engine.config.catalog import Catalog
from engine.config.conversion import Conversion
from engine.config.filter import Filter
from engine.config.flow import Flow
from engine.config.language import Language
from engine.config.pack import Pack
from engine.config.plan_policy import PlanPolicy
from engine.config.profile import Profile
from engine.config.relax import Relax
from engine.config.task import Task
from engine.config.templates import Templates
from engine.config.tool import Tool
from engine.config.vocabulary import Vocabulary
from engine.errors import Problem, Severity
from engine.source.tree import Node, nearest, problem_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One file's document: its validated model and the positioned tree it came from, `extends` resolved."""

    kind: str
    name: str
    file: str
    node: Node
    model: StrictModel

    def problem(
        self,
        path: Sequence[str | int],
        code: str,
        message: str,
        hint: str = "",
        *,
        severity: Severity = "error",
        at_key: bool = False,
    ) -> Problem:
        """A problem at the deepest existing value of `path` (or at its key), in the file that wrote it."""
        node = nearest(self.node, path)
        return problem_at(node, code, message, path=path, hint=hint, severity=severity, at_key=at_key)


@dataclass(frozen=True, eq=False, kw_only=True)
class Revision:
    """A pack that passed every check. Two revisions are equal only when they are the same object, so that
    what is compiled from one can be cached by it; `id` says whether two would decide alike.

    `root` is the pack's directory. Mappings are keyed by document name and ordered by name. `cases` are None
    where the pack was loaded without them.
    """

    id: str
    root: Path
    pack: Pack
    catalog: Catalog
    language: Language
    vocabulary: Vocabulary
    plan_policy: PlanPolicy
    conversions: Mapping[str, Conversion]
    tools: Mapping[str, Tool]
    filters: Mapping[str, Filter]
    relax: Relax | None
    profiles: Mapping[str, Profile]
    templates: Templates | None
    tasks: Mapping[str, Task]
    flows: Mapping[str, Flow]
    cases: Mapping[str, Cases] | None
    documents: Mapping[tuple[str, str], Document]

    def document(self, kind: str, name: str) -> Document:
        """The document of that kind and name; raises KeyError."""
        return self.documents[kind, name]

    def does(self, tool: str) -> str:
        """What the tool of that name does (`lookup`, `search`, …), "" where the pack has none."""
        found = self.tools.get(tool)
        return found.does if found is not None else ""


_T = TypeVar("_T")


def once_per_revision(make: Callable[[Revision], _T]) -> Callable[[Revision], _T]:
    """Remember what `make` returns for as long as the revision lives; callers must not change it."""
    kept: WeakKeyDictionary[Revision, _T] = WeakKeyDictionary()

    @wraps(make)
    def remembered(revision: Revision) -> _T:
        made = kept.get(revision)
        if made is None:
            made = kept[revision] = make(revision)
        return made

    return remembered
