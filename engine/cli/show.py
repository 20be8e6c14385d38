"""`rulewright show`: a document as it acts, with where each value came from."""

import json
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from engine.cli.options import Json, PackDir, write_json
from engine.cli.outline import outline
from engine.config.revision import Document, Revision
from engine.errors import InputInvalid, Problem
from engine.source.tree import Node, plain


def show(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]", help="A profile, a flow or a task, or KIND/NAME; left out: what there is."
        ),
    ] = None,
    curves: Annotated[
        Path | None,
        typer.Option(
            "--curves", metavar="DIR", help="Write the profile's curves (SVG) and their page there."
        ),
    ] = None,
    pack: PackDir = None,
    as_json: Json = False,
) -> None:
    """Print a profile (or any document) with everything it inherits, each value with its file and line; a
    task or a flow by what goes in, what is called and what comes out."""
    from engine.runtime.revision import load

    revision = load(pack)
    if curves is not None:
        _draw(revision, name or revision.pack.profile, curves, as_json)
        return
    if name is None:
        _list(revision, as_json)
        return
    _print(_find(revision, name), revision, as_json)


def _print(document: Document, revision: Revision, as_json: bool) -> None:
    rows = list(_rows(document))
    if as_json:
        values = [
            {"path": path, "value": value, "file": file, "line": line} for path, value, file, line in rows
        ]
        write_json({"kind": document.kind, "name": document.name, "revision": revision.id, "values": values})
        return
    told = list(outline(document, revision))
    if told:
        print("\n".join(told))
        return
    wide = max((len(path) for path, *_ in rows), default=0)
    for path, value, file, line in rows:
        print(f"{path:<{wide}}  {json.dumps(value, ensure_ascii=False):<24}  {file}:{line}")


def _draw(revision: Revision, profile: str, folder: Path, as_json: bool) -> None:
    from engine.runtime.scoring import write_curves

    try:
        written = write_curves(revision, profile, folder, today=date.today())
    except OSError as error:
        message = f"{folder} cannot be written: {error.strerror or error}"
        raise InputInvalid(Problem(code="USE004", message=message, hint="--curves DIR")) from error
    if as_json:
        write_json({"profile": profile, "files": [str(path) for path in written]})
        return
    print("\n".join(str(path) for path in written))


def _list(revision: Revision, as_json: bool) -> None:
    order = sorted(revision.documents, key=lambda key: (key[0] == "cases", key[0] != "profile", key))
    names = [f"{kind}/{name}" if kind != name else kind for kind, name in order]
    if as_json:
        write_json({"revision": revision.id, "documents": names})
        return
    print("\n".join(names))


def _find(revision: Revision, name: str) -> Document:
    kind, _, rest = name.partition("/")
    found = revision.documents.get(("profile", name)) or revision.documents.get((kind, rest or kind))
    alone = [key for key in (("flow", name), ("task", name)) if key in revision.documents]
    if found is None and len(alone) == 1:
        found = revision.documents[alone[0]]
    if found is None:
        from engine.source.suggest import closest

        known = [f"{k}/{n}" for k, n in revision.documents] + list(revision.profiles)
        message = f"there is no profile or document {name!r}"
        near = closest(name, known) or closest(name, [n for _, n in revision.documents])
        hint = " or ".join(map("/".join, alone)) or near or "rulewright show"
        raise InputInvalid(Problem(code="USE008", message=message, hint=hint))
    return found


def _rows(document: Document) -> Iterator[tuple[str, object, str, int]]:
    """Each scalar and empty part: its path, value, and the file and line where it was written."""
    stack: list[tuple[str, Node]] = [("", document.node)]
    while stack:
        path, node = stack.pop()
        parts = list(_parts(path, node))
        stack += reversed(parts)
        if not parts:
            yield path, plain(node), node.file, node.line


def _parts(path: str, node: Node) -> Iterator[tuple[str, Node]]:
    if isinstance(node.value, Mapping):
        yield from ((f"{path}.{key}" if path else key, part) for key, part in node.value.items())
    elif isinstance(node.value, tuple):
        yield from ((f"{path}[{index}]", part) for index, part in enumerate(node.value))
