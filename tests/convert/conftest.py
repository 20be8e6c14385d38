"""The property pack, and a small pack of another domain whose files a test may change."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date

import pytest
import yaml

from engine.config.revision import Revision
from engine.convert import Conversion, convert
from engine.convert.checking import check_conversions
from engine.runtime.revision import Inspection, check_files

TODAY = date(2026, 6, 30)

HIKES: Mapping[str, str] = {
    "rules/pack.yaml": "kind: pack\nname: hikes\nlocale: en\ndocuments: hikes.jsonl\n",
    "rules/catalog.yaml": """\
kind: catalog
document: hike
id: hike_id
name: name
fields:
  km: {type: number}
  hours: {type: number}
  huts: {type: count}
  marked: {type: year}
wants:
  way: {choice: way, default: LOOP, has: {LOOP: km, LINE: km}}
  length: {min: kmMin, max: kmMax, reads: km}
  time: {min: hoursMin, max: hoursMax, reads: hours}
  huts: {min: hutsMin, max: hutsMax, reads: huts}
  marked: {min: markedMin, max: markedMax, reads: marked}
""",
    "scoring_profiles/default.yaml": """\
kind: profile
name: default
weights: {shelter: 100}
shelter: {log_up_to: 10, of: huts, unknown: 0}
""",
    "rules/language.yaml": """\
kind: language
numerals: {native: {one: 1, two: 2, three: 3}, pairs: {couple: [2, 3]}}
particles: [of, is]
clause_ends: [".", ","]
masks: ["route {n}", "{n} persons"]
""",
    "rules/conversions/words.yaml": """\
kind: conversion
name: words
band: {after: [ish], width: last_nonzero_digit, parts: {low: [0, 3], high: [7, 9]}}
about: {after: [or so], before: [about], spread: 10%}
plus_minus: {join: [plus minus]}
exact: {after: [sharp], before: [exactly]}
at_most: {after: [at most], before: [up to]}
below: {before: [under]}
at_least: {after: [at least], before: [from]}
above: {before: [over]}
between: {join: [to, "-"]}
either: {join: [or]}
instead: {join: [rather]}
except: {after: [excluded]}
ignore: {before: [paid], after: [by train]}
""",
    "rules/conversions/length.yaml": """\
kind: conversion
name: length
extends: words
into: {min: kmMin, max: kmMax}
unit: km
units: {km: 1, miles: 1.6, steps: 0.001}
labels: [length]
unitless: labelled
default: true
examples: {5 km: 5..5, under 10 km: ..9}
""",
    "rules/conversions/huts.yaml": """\
kind: conversion
name: huts
extends: words
into: {min: hutsMin, max: hutsMax}
units: {huts: 1}
""",
    "rules/conversions/way.yaml": """\
kind: conversion
name: way
extends: words
into: {choice: way}
choices: [{value: LOOP, words: [loop]}, {value: LINE, words: [one way]}]
""",
}

Keys = Mapping[str, object]
Read = Callable[..., dict[str, object]]
ReadNamed = Callable[..., Conversion]
Inspect = Callable[[Mapping[str, str]], Inspection]


def changed(file: str, keys: Keys) -> str:
    """A file of the small pack with these keys written anew; None takes a key out."""
    document = {**yaml.safe_load(HIKES.get(file, "{}")), **keys}
    return yaml.safe_dump(
        {key: value for key, value in document.items() if value is not None}, allow_unicode=True
    )


def said(conversion: Conversion) -> dict[str, object]:
    """The parameters, open ends left out."""
    return {name: value for name, value in conversion.params.items() if value is not None}


@pytest.fixture(scope="session")
def read(revision: Revision) -> Callable[[str], Conversion]:
    """What the property pack reads from a text on a fixed day, with a few names of places."""
    names = frozenset({"이천역", "구로역", "천호역", "이천"})
    return lambda text: convert(text, revision, TODAY, place_words=names)


@pytest.fixture(scope="session")
def read_named(revision: Revision) -> ReadNamed:
    """What the property pack reads from a text on a fixed day, with these words of it as names of places."""

    def run(text: str, *names: str) -> Conversion:
        places = [(text.index(name), text.index(name) + len(name)) for name in names]
        return convert(text, revision, TODAY, place_words=frozenset(names), places_at=places)

    return run


@pytest.fixture(scope="session")
def inspect_hikes(tmp_path_factory: pytest.TempPathFactory) -> Inspect:
    """Checks the small pack with some of its files written anew; a file of "" is left out."""
    folder = tmp_path_factory.mktemp("hikes")
    (folder / "hikes.jsonl").write_text("", encoding="utf-8")

    def inspect(changes: Mapping[str, str]) -> Inspection:
        files = {name: text.encode() for name, text in {**HIKES, **changes}.items() if text}
        inspection = check_files(folder, files, templates=False)
        own = check_conversions(inspection.revision) if inspection.revision else ()
        return replace(inspection, problems=tuple({*inspection.problems, *own}))

    return inspect


@pytest.fixture(scope="session")
def read_hikes(inspect_hikes: Inspect) -> Read:
    """What the small pack reads from a text with keys of its files (by name) written anew; open ends left
    out."""

    def read(text: str, **files: Keys) -> dict[str, object]:
        paths = {"language": "rules/language.yaml", "vocabulary": "rules/vocabulary.yaml"}
        named = {paths.get(name, f"rules/conversions/{name}.yaml"): keys for name, keys in files.items()}
        inspection = inspect_hikes({path: changed(path, keys) for path, keys in named.items()})
        assert inspection.revision is not None, [str(problem) for problem in inspection.problems]
        params = convert(text, inspection.revision, TODAY).params
        return {key: value for key, value in params.items() if value is not None}

    return read
