"""A pack's files as validated documents: read, place, inherit, validate, and report every problem at once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath

from engine.config.kinds import FOLDERS, MODELS, NAMED
from engine.config.revision import Document
from engine.config.validate import validate
from engine.errors import Problem
from engine.source.suggest import closest
from engine.source.tree import Node, Source, merge, read_source

Key = tuple[str, str]
_read = lru_cache(maxsize=512)(read_source)
"""A file that has not changed is not read again when a pack is loaded anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """Documents that are valid by themselves, ordered by kind and name, and every problem met on the way."""

    documents: Mapping[Key, Document]
    sources: Mapping[str, Source]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Draft:
    kind: str
    name: str
    node: Node


def load_documents(files: Mapping[str, bytes]) -> Loaded:
    """Every document of `files` (path relative to the pack → bytes). Never raises on bad content.

    The order of the files does not matter; a document that inherits from a broken one is not reported again.
    """
    sources = {file: _read(files[file], file) for file in sorted(files)}
    problems = [problem for source in sources.values() for problem in source.problems]
    drafts: dict[Key, _Draft] = {}
    for source in sources.values():
        if source.node is None:
            continue
        draft, problem = _draft(source.node)
        if problem is not None:
            problems.append(problem)
        elif draft is not None:
            earlier = drafts.setdefault((draft.kind, draft.name), draft)
            if earlier is not draft:
                problems.append(_twice(draft, earlier))
    documents: dict[Key, Document] = {}
    misread = {(p.file, p.line, p.column) for p in problems if p.severity == "error"}
    broken = {_key_of(sources[file].node) for file, _, _ in misread if file in sources}
    for key in sorted(drafts):
        node, chain, found = _inherit(drafts[key], drafts)
        problems += found
        if node is None:
            continue
        model, found = validate(node, MODELS[key[0]])
        # Where the YAML itself was misread, the value is a guess: what the model thinks of it says nothing.
        problems += [p for p in found if (p.file, p.line, p.column) not in misread]
        if model is not None and not broken & set(chain):
            documents[key] = Document(
                kind=key[0], name=key[1], file=drafts[key].node.file, node=node, model=model
            )
    return Loaded(documents=documents, sources=sources, problems=tuple(dict.fromkeys(problems)))


def _key_of(node: Node | None) -> Key | None:
    draft = _draft(node)[0] if node is not None else None
    return (draft.kind, draft.name) if draft else None


def _draft(node: Node) -> tuple[_Draft | None, Problem | None]:
    """The document's kind and name, or why it has none."""
    if not isinstance(node.value, Mapping):
        return None, _problem(
            node, "CONF001", "a document is a mapping whose first key is kind", hint="kind: ..."
        )
    entry = node.value.get("kind")
    if entry is None:
        return None, _problem(
            node, "CONF001", f"the document has no kind; one of {', '.join(MODELS)}", hint="kind: ..."
        )
    if not isinstance(entry.value, str) or entry.value not in MODELS:
        hint = closest(str(entry.value), list(MODELS)) or ""
        message = f"unknown kind {entry.value!r}; one of {', '.join(MODELS)}"
        return None, _problem(entry, "CONF001", message, hint=hint, path="/kind")
    kind = entry.value
    folder = FOLDERS.get(kind, "rules")
    if kind != "cases" and PurePosixPath(node.file).parts[0] != folder:
        message = f"a document of kind {kind} lies in {folder}/"
        return None, _problem(entry, "CONF006", message, path="/kind")
    if kind == "cases":
        return _Draft(kind=kind, name=node.file, node=node), None
    if kind not in NAMED:
        return _Draft(kind=kind, name=kind, node=node), None
    name = node.value.get("name")
    if name is None or not isinstance(name.value, str):
        place = name if name is not None else node
        return None, _problem(
            place, "CONF003", f"a {kind} needs a name", path="/name", hint=f"name: my_{kind}"
        )
    return _Draft(kind=kind, name=name.value, node=node), None


def _twice(draft: _Draft, earlier: _Draft) -> Problem:
    place = _entry(draft.node, "name") or _entry(draft.node, "kind") or draft.node
    called = f"{draft.kind} named {draft.name}" if draft.kind in NAMED else draft.kind
    return _problem(
        place, "CONF007", f"there is already a {called} in {earlier.node.file}:{earlier.node.line}"
    )


def _inherit(draft: _Draft, drafts: Mapping[Key, _Draft]) -> tuple[Node | None, list[Key], list[Problem]]:
    """The document with what it extends underneath and the documents it is made of, or the problem that
    stops it."""
    chain = [draft]
    while (extends := _entry(chain[-1].node, "extends")) is not None:
        if draft.kind not in NAMED:
            return (
                None,
                [],
                [_problem(extends, "CONF008", f"a {draft.kind} cannot extend another", path="/extends")],
            )
        key = (draft.kind, str(extends.value))
        base = drafts.get(key)
        if base is None:
            names = [name for kind, name in drafts if kind == draft.kind and name != draft.name]
            message = f"extends {extends.value!r}, but there is no {draft.kind} of that name"
            return (
                None,
                [],
                [_problem(extends, "CONF008", message, path="/extends", hint=closest(key[1], names) or "")],
            )
        if base in chain:
            names = [link.name for link in chain[chain.index(base) :]]
            if draft.name != min(names):  # a circle is said once, at its first document by name
                return None, [], []
            loop = " -> ".join([*names, base.name])
            return (
                None,
                [],
                [_problem(extends, "CONF009", f"extends goes round in a circle: {loop}", path="/extends")],
            )
        chain.append(base)
    node = chain[-1].node
    for link in reversed(chain[:-1]):
        node = merge(node, link.node)
    return node, [(link.kind, link.name) for link in chain], []


def _entry(node: Node, key: str) -> Node | None:
    return node.value.get(key) if isinstance(node.value, Mapping) else None


def _problem(node: Node, code: str, message: str, *, hint: str = "", path: str = "") -> Problem:
    return Problem(
        code=code, message=message, file=node.file, line=node.line, column=node.column, path=path, hint=hint
    )


def models_of(documents: Mapping[Key, Document], kind: str) -> Iterator[Document]:
    """The documents of one kind, by name."""
    return (document for (each, _), document in sorted(documents.items()) if each == kind)
