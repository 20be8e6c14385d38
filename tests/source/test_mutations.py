import random

from engine.source.tree import read_source

from .mutations import mutate

RULES = """\
kind: conversion
name: price
extends: words
into: {min: priceMin, max: priceMax}
units: {억: 10000, 만: 1, billion: 100000}   # words and factors
labels: [매매가, 전세가, "price"]
default: true
weights: {distance: 35, price: 35.5, area: 15%}
choices:
  - {name: 신축, words: [신축, 새 아파트], sets: {builtYearMin: 2020}}
  - name: 역세권
    words: [역세권]
    because: 역에서 가까운 집
note: |
  first line
  둘째 줄
examples: {5억대: 50000..59999, 30억 이하: ..300000}
"""


def test_every_mutant_is_read_without_an_exception_and_most_reach_the_models() -> None:
    rng = random.Random(20240607)
    read = [read_source(mutate(RULES, rng), "rules/price.yaml") for _ in range(600)]
    trees = sum(source.node is not None for source in read)
    sound = sum(source.node is not None and not source.problems for source in read)
    assert trees >= 360
    assert sound >= 240
    assert all(source.node is not None or source.problems for source in read)


def test_mutants_differ_from_the_original_and_repeat_with_the_seed() -> None:
    first = [mutate(RULES, random.Random(seed)) for seed in range(50)]
    assert first == [mutate(RULES, random.Random(seed)) for seed in range(50)]
    assert sum(mutant != RULES.encode() for mutant in first) >= 45
    assert len(set(first)) >= 45


def test_an_empty_file_can_be_mutated() -> None:
    for seed in range(100):
        assert isinstance(mutate("", random.Random(seed)), bytes)


def test_mutants_of_the_whole_pack_are_read_without_an_exception(shared) -> None:
    rng = random.Random(7)
    for path in sorted((shared / "pack_sketch").rglob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        for _ in range(15):
            source = read_source(mutate(text, rng), path.name)
            assert source.node is not None or source.problems
