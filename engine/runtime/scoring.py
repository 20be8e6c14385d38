"""The pages about scoring that are made from the code: each kind of factor, and the curves of a profile."""

import inspect
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from engine.config.revision import Revision
from engine.report.svg import curve_svg
from engine.score.profile import CompiledFactor, profile_of
from engine.score.registry import kind_named
from engine.score.sketch import sketches

PAGE = "factors.md"


def write_curves(revision: Revision, profile: str, folder: Path, *, today: date) -> tuple[Path, ...]:
    """Write the profile's curves as SVG and the page of its factors into the folder; the files written.

    Raises InputInvalid for a profile that is not there.
    """
    factors = profile_of(revision, profile).factors
    curves = sketches(factors, revision.catalog, today=today)
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for name, curve in curves.items():
        path = folder / f"{profile}-{name}.svg"
        path.write_text(curve_svg(name, curve.unit, curve.x.tolist(), curve.y.tolist(), curve.unknown),
                        encoding="utf-8")  # fmt: skip
        written.append(path)
    page = folder / PAGE
    page.write_text("\n".join(_lines(profile, factors, set(curves))) + "\n", encoding="utf-8")
    return (*written, page)


def _lines(profile: str, factors: tuple[CompiledFactor, ...], drawn: set[str]) -> Iterator[str]:
    yield f"# The factors of {profile}"
    yield ""
    yield "Made by `rulewright show PROFILE --curves DIR`: the curves are worked out by the code that ranks."
    for factor in factors:
        kind = kind_named(factor.kind)
        yield ""
        yield f"## {factor.name}: {factor.weight:g} %"
        yield ""
        if factor.name in drawn:
            yield f"![{factor.name}]({profile}-{factor.name}.svg)"
            yield ""
        yield f"Kind `{kind.name}`, unknown {factor.spec.unknown:g}. {_told(kind.values)}"
        if kind.query is not None:
            yield ""
            yield f"On a server: {_told(kind.query)}"


def _told(form: object) -> str:
    return " ".join((inspect.getdoc(form) or "").split())
