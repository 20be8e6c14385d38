"""A package that is installed for one test: a module, and the entry points that name what is in it."""

from collections.abc import Mapping
from pathlib import Path

import pytest


def install(
    folder: Path, patch: pytest.MonkeyPatch, module: str, code: str, points: Mapping[str, Mapping[str, str]]
) -> None:
    """Put the module and its metadata where Python finds packages; `points` are the names by group."""
    about = folder / f"{module}-1.0.dist-info"
    about.mkdir(parents=True)
    (folder / f"{module}.py").write_text(code, encoding="utf-8")
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n", encoding="utf-8"
    )
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {target}\n" for name, target in named.items())
        for group, named in points.items()
    ]
    (about / "entry_points.txt").write_text("\n".join(groups), encoding="utf-8")
    patch.syspath_prepend(str(folder))
    patch.delitem(__import__("sys").modules, module, raising=False)
