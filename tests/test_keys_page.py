"""docs/keys.md says what each key of each file says, and names no key that there is not."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from engine.config.kinds import MODELS

PAGE = Path(__file__).resolve().parent.parent / "docs" / "keys.md"
OF_EVERY_FILE = {"kind", "name", "extends"}


def models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    else:
        for part in get_args(annotation):
            yield from models_in(part)


def keys(model: type[BaseModel], lead: str = "") -> Iterator[tuple[str, type[BaseModel]]]:
    """Every key with those that lead to it, as `band.parts`, and the form that has it; a profile's factors
    have names of their own."""
    for name, field in model.model_fields.items():
        key = lead + ("FACTOR" if name == "factors" else field.alias or name)
        yield key, model
        for form in models_in(field.annotation):
            yield from keys(form, f"{key}.")


def explained(kind: str) -> set[str]:
    """The keys of the first column of a kind's table: `a`, `a.b`, or several as `a: {b, c}`."""
    sections = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    (section,) = (each for each in sections if each.partition("\n")[0] == kind)
    found: set[str] = set()
    for row in re.findall(r"^\| (`.*?) \| ", section, re.MULTILINE):
        for lead, _, inner in (code.partition(": ") for code in re.findall("`(.*?)`", row)):
            found |= {lead, *(f"{lead}.{part}" for part in re.findall(r"\w+", inner))}
    return found


@pytest.mark.parametrize("kind", sorted(MODELS))
def test_every_key_is_explained_and_no_other(kind: str) -> None:
    known = dict(keys(MODELS[kind]))
    said = explained(kind)
    forms = {(form, key.rpartition(".")[2]) for key, form in known.items() if key in said}
    missing = {
        key
        for key, form in known.items()
        if key not in said and (form, key.rpartition(".")[2]) not in forms and key not in OF_EVERY_FILE
    }
    assert not missing, f"docs/keys.md does not say what these say: {sorted(missing)}"
    assert not said - set(known), "docs/keys.md names keys that there are not"
