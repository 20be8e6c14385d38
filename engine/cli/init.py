"""`rulewright init`: a pack of your own to edit."""

import shutil
from pathlib import Path
from typing import Annotated

import typer

from engine.cli.options import Json, PackDir, write_json
from engine.errors import InputInvalid, Problem

_CREDITS = "NOTICE"
"""Goes with the data: its sources ask to be named."""


def init(
    directory: Annotated[
        Path, typer.Argument(metavar="DIR", help="A directory that does not exist yet, or is empty.")
    ],
    pack: PackDir = None,
    as_json: Json = False,
) -> None:
    """Copy the property pack (rules, profiles, templates and its data) into DIR, ready to edit."""
    from engine.runtime.revision import FOLDERS, find_pack, load

    source = find_pack(pack)
    revision = load(source)
    if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
        problem = Problem(
            code="USE003",
            message=f"{directory} is not empty; nothing was written",
            hint="name a new directory",
        )
        raise InputInvalid(problem)
    named = (revision.pack.documents, revision.pack.places, _CREDITS)
    data = [file for file in named if file and (source / file).is_file()]
    try:
        for folder in FOLDERS:
            if (source / folder).is_dir():
                shutil.copytree(source / folder, directory / folder)
        for file in data:
            (directory / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / file, directory / file)
    except OSError as error:
        problem = Problem(
            code="USE004", message=f"{error.filename or directory} cannot be written: {error.strerror}"
        )
        raise InputInvalid(problem) from error
    files = sum(1 for path in directory.rglob("*") if path.is_file())
    if as_json:
        write_json({"directory": str(directory), "files": files, "revision": load(directory).id})
        return
    print(f"Copied {files} files into {directory}. Next:")
    print(f"  rulewright check --pack {directory}")
    print(f"  rulewright test --pack {directory}")
