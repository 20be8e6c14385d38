"""A pack on disk → a revision: found, read, checked whole, and named by the hash of what can change a
decision."""

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import engine
from engine.check.registry import run_checks
from engine.config.base import StrictModel
from engine.config.cases import Cases
from engine.config.catalog import Catalog
from engine.config.conversion import Conversion
from engine.config.filter import Filter
from engine.config.flow import Flow
from engine.config.language import Language
from engine.config.load import Loaded, load_documents, models_of
from engine.config.pack import Pack
from engine.config.plan_policy import PlanPolicy
from engine.config.profile import Profile
from engine.config.relax import Relax
from engine.config.revision import Document, Revision
from engine.config.task import Task
from engine.config.templates import Templates
from engine.config.tool import Tool
from engine.config.vocabulary import Vocabulary
from engine.errors import ConfigError, Problem

FOLDERS = ("rules", "scoring_profiles", "prompt_templates")
MARKER = Path("rules", "pack.yaml")
VARIABLE = "RULEWRIGHT_PACK"
_YAML = (".yaml", ".yml")
_CASES = (".cases.yaml", ".cases.yml")
_SAYS_CASES = re.compile(rb"^kind:[ \t]+cases[ \t]*(?:#.*)?\r?$", re.MULTILINE)
_M = TypeVar("_M", bound=StrictModel)


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspection:
    """What loading a pack found: the revision when no problem is an error, every problem, the text of each
    file."""

    revision: Revision | None
    problems: tuple[Problem, ...]
    texts: Mapping[str, str]


def load(path: str | Path | None = None, *, templates: bool = True, cases: bool = False) -> Revision:
    """The pack in `path` (or the one that `find_pack` finds) as a checked revision.

    Without `templates` they are not checked: for a caller that renders none and need not load their engine.
    Files of cases are read and checked with `cases` only: they are most of a pack and decide nothing.
    Raises ConfigError with every error when the pack is not valid: nothing runs on half a pack.
    """
    root = find_pack(path)
    inspection = check_files(root, read_files(root), templates=templates, cases=cases)
    if inspection.revision is None:
        raise ConfigError(*(p for p in inspection.problems if p.severity == "error"))
    return inspection.revision


def inspect(root: Path) -> Inspection:
    """Read and check everything; never raises on what the files hold."""
    return check_files(root, read_files(root))


def check_files(
    root: Path, files: Mapping[str, bytes], *, templates: bool = True, cases: bool = True
) -> Inspection:
    """`inspect` over files that are already read (path relative to the pack → bytes)."""
    if not cases:
        files = {file: data for file, data in files.items() if not _holds_cases(file, data)}
    loaded = load_documents({file: data for file, data in files.items() if file.endswith(_YAML)})
    problems = list(loaded.problems)
    revision, missing = _build(loaded, root, files, cases=cases)
    problems += missing
    if revision is not None and not any(p.severity == "error" for p in problems):
        problems += run_checks(revision, templates=templates)
    failed = any(p.severity == "error" for p in problems)
    ordered = sorted(set(problems), key=lambda p: (p.file, p.line, p.column, p.code, p.message))
    texts = {file: source.text for file, source in loaded.sources.items()}
    return Inspection(revision=None if failed else revision, problems=tuple(ordered), texts=texts)


def find_pack(path: str | Path | None = None) -> Path:
    """The pack's directory: `path`, else the variable, else the nearest parent that holds rules/pack.yaml,
    else the
    copy inside the installed package. Raises ConfigError when there is none."""
    named = path or os.environ.get(VARIABLE)
    if named:
        root = Path(named)
        if not (root / MARKER).is_file():
            source = "--pack" if path else VARIABLE
            raise ConfigError(
                Problem(
                    code="CONF010",
                    message=f"{source} names {named}, which holds no {MARKER.as_posix()}",
                    hint="name a directory with rules/, scoring_profiles/ and prompt_templates/",
                )
            )
        return root
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / MARKER).is_file():
            return folder
    package = Path(engine.__file__).parent
    for folder in (package / "_pack", package.parent):
        if (folder / MARKER).is_file():
            return folder
    raise ConfigError(
        Problem(
            code="CONF010",
            message="no pack was found here, in a parent directory or in the package",
            hint="rulewright init my_pack, or --pack DIR",
        )
    )


def read_files(root: Path) -> dict[str, bytes]:
    """Every YAML file and template of the pack: path relative to it → bytes. Raises ConfigError for
    unreadable ones."""
    files: dict[str, bytes] = {}
    for folder in FOLDERS:
        for directory, _, names in os.walk(root / folder):
            for name in names:
                if name.endswith((*_YAML, ".j2")) and not name.startswith("."):
                    path = Path(directory, name)
                    files[path.relative_to(root).as_posix()] = _read(path, root)
    return dict(sorted(files.items()))


def _read(path: Path, root: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        file = path.relative_to(root).as_posix()
        raise ConfigError(
            Problem(code="CONF011", message=f"cannot be read: {error.strerror}", file=file)
        ) from error


def _holds_cases(file: str, data: bytes) -> bool:
    """Whether a file holds cases by its name and its words, without reading it as YAML. One that says
    otherwise is read, so that no rule hides under the name of cases."""
    return file.endswith(_CASES) and _SAYS_CASES.search(data) is not None


def _build(
    loaded: Loaded, root: Path, files: Mapping[str, bytes], *, cases: bool
) -> tuple[Revision | None, list[Problem]]:
    documents = loaded.documents
    pack, catalog = _one(documents, Pack), _one(documents, Catalog)
    missing = [
        Problem(
            code="CONF012",
            message=f"the pack has no {kind}",
            file=f"rules/{kind}.yaml",
            line=1,
            column=1,
            hint=f"add rules/{kind}.yaml with kind: {kind}",
        )
        for kind, model in (("pack", pack), ("catalog", catalog))
        if model is None
        and not any(source.node and _says_kind(source.node.value, kind) for source in loaded.sources.values())
    ]
    if pack is None or catalog is None:
        return None, missing
    revision = Revision(
        id="",
        root=root,
        pack=pack,
        catalog=catalog,
        language=_one(documents, Language) or Language(kind="language"),
        vocabulary=_one(documents, Vocabulary) or Vocabulary(kind="vocabulary"),
        plan_policy=_one(documents, PlanPolicy) or PlanPolicy(kind="plan_policy", intents=()),
        conversions=_many(documents, "conversion", Conversion),
        tools=_many(documents, "tool", Tool),
        filters=_many(documents, "filter", Filter),
        relax=_one(documents, Relax),
        profiles=_many(documents, "profile", Profile),
        templates=_one(documents, Templates),
        tasks=_many(documents, "task", Task),
        flows=_many(documents, "flow", Flow),
        cases=_many(documents, "cases", Cases) if cases else None,
        documents=documents,
    )
    return replace(revision, id=_hash(revision, files)), missing


def _says_kind(value: object, kind: str) -> bool:
    entry = value.get("kind") if isinstance(value, Mapping) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return getattr(entry, "value", None) == kind  # pyright: ignore[reportUnknownArgumentType]


def _one(documents: Mapping[tuple[str, str], Document], model: type[_M]) -> _M | None:
    return next((d.model for d in documents.values() if isinstance(d.model, model)), None)


def _many(documents: Mapping[tuple[str, str], Document], kind: str, model: type[_M]) -> dict[str, _M]:
    return {d.name: d.model for d in models_of(documents, kind) if isinstance(d.model, model)}


def _hash(revision: Revision, files: Mapping[str, bytes]) -> str:
    """Everything that can change a decision: rules, profiles, templates, data and the engine's version;
    not the cases."""
    digest = hashlib.sha256(f"engine {engine.__version__}\n".encode())
    cases = {d.file for d in revision.documents.values() if d.kind == "cases"}
    parts = ((file, data) for file, data in files.items() if file not in cases)
    for file, data in (*parts, *_data_files(revision)):
        digest.update(f"{file} {len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()[:16]


def _data_files(revision: Revision) -> Iterator[tuple[str, bytes]]:
    sources = (tool.source for tool in revision.tools.values() if tool.source is not None)
    rows = [rows.file for source in sources for rows in (source, source.among) if rows is not None]
    taped = [spec.file for spec in revision.pack.models.values()]
    for file in dict.fromkeys((revision.pack.documents, revision.pack.places, *rows, *taped)):
        path = revision.root / file if file else None
        if path is not None and path.is_file():
            yield str(file), path.read_bytes()
