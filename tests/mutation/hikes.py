"""A small pack about hikes, as files, whose every word and number has its case."""

from pathlib import Path

FILES = {
    "rules/pack.yaml": "kind: pack\nname: hikes\nlocale: en\ndocuments: hikes.jsonl\n",
    "rules/catalog.yaml": """\
kind: catalog
document: hike
id: hike_id
name: name
fields:
  km: {type: number}
  huts: {type: count}
wants:
  length: {min: kmMin, max: kmMax, reads: km}
  huts: {min: hutsMin, max: hutsMax, reads: huts}
""",
    "scoring_profiles/default.yaml": """\
kind: profile
name: default
weights: {shelter: 100}
shelter: {log_up_to: 10, of: huts, unknown: 0}
""",
    "rules/language.yaml": "kind: language\n",
    "rules/vocabulary.yaml": """\
kind: vocabulary
terms: [{name: remote, words: [remote], sets: {hutsMax: 0}}]
wishes: [quiet]
""",
    "rules/conversions/words.yaml": """\
kind: conversion
name: words
at_most: {after: [at most], before: [up to]}
""",
    "rules/conversions/length.yaml": """\
kind: conversion
name: length
extends: words
into: {min: kmMin, max: kmMax}
unit: km
units: {km: 1, miles: 1.6}
labels: [length]
unitless: labelled
accepts: 2..50
default: true
examples: {5 km: 5..5}
""",
    "rules/conversions/length.cases.yaml": """\
kind: cases
of: conversion/length
cases:
  - {id: shortest, text: 2 km, params: {kmMin: 2, kmMax: 2}}
  - {id: longest, text: 50 km, params: {kmMin: 50, kmMax: 50}}
  - {id: too_long, text: 51 km, params: {}}
  - {id: miles, text: 10 miles at most, params: {kmMax: 16}}
  - {id: labelled, text: length up to 7, params: {kmMax: 7}}
""",
    "rules/vocabulary.cases.yaml": """\
kind: cases
of: vocabulary
cases:
  - {id: remote_and_quiet, text: "remote, quiet", params: {hutsMax: 0}, wishes: [quiet]}
""",
}


def write_hikes(folder: Path, *edits: tuple[str, str, str]) -> Path:
    """The pack in a folder, with edits of its files: (file, old text, new text)."""
    files = dict(FILES)
    for file, old, new in edits:
        assert old in files[file], f"{file} has no {old!r}"
        files[file] = files[file].replace(old, new)
    for file, text in files.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "hikes.jsonl").write_text("", encoding="utf-8")
    return folder
