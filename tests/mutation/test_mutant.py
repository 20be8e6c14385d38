"""What is changed in a document, how, and where it stands."""

from pathlib import Path

import pytest

from engine.config.revision import Revision
from engine.mutation.mutant import NO_LETTER, Mutant, mutants_of
from engine.mutation.revision import mutants, with_mutants
from engine.runtime.revision import load
from tests.mutation.hikes import write_hikes


@pytest.fixture
def hikes(tmp_path: Path) -> Revision:
    return load(write_hikes(tmp_path), cases=True)


def changes(revision: Revision, name: str) -> dict[str, tuple[str, str]]:
    found = mutants_of(revision.document("conversion", name))
    return {f"{m.kind} /{'/'.join(map(str, m.path))} {m.column}": (m.old, m.new) for m in found}


def test_each_word_number_end_and_choice_is_changed_once(hikes: Revision) -> None:
    assert changes(hikes, "length") == {
        "key /units/km 9": ("km", NO_LETTER * 2),
        "number /units/km 13": ("1", "2"),
        "key /units/miles 16": ("miles", NO_LETTER * 5),
        "number /units/miles 23": ("1.6", "1.7"),
        "word /labels/0 10": ("length", NO_LETTER * 6),
        "choice /unitless 11": ("labelled", "never"),
        "range /accepts 10": ("2", "3"),
        "range /accepts 13": ("50", "51"),
        "choice /default 10": ("true", "false"),
    }


def test_what_another_file_writes_is_changed_there_only(hikes: Revision) -> None:
    found = list(mutants(hikes))
    assert [m.file for m in found if m.old == "at most"] == ["rules/conversions/words.yaml"]
    assert len({(m.file, m.line, m.column) for m in found}) == len(found)


def test_names_parameters_and_examples_are_not_changed(hikes: Revision) -> None:
    told = {m.old for m in mutants(hikes)}
    assert told.isdisjoint({"words", "length.yaml", "kmMin", "5 km", "5..5", "hutsMax", "conversion"})


def of(revision: Revision, old: str) -> Mutant:
    return next(m for m in mutants(revision) if m.old == old)


def test_a_change_reaches_every_document_that_extends_the_changed_one(hikes: Revision) -> None:
    changed = with_mutants(hikes, [of(hikes, "at most")])
    assert changed is not None
    for name in ("words", "length"):
        assert changed.conversions[name].at_most.after == (f"{NO_LETTER * 2} {NO_LETTER * 4}",)
    assert hikes.conversions["length"].at_most.after == ("at most",)


def test_changes_of_one_document_go_together_whatever_lies_in_the_other(hikes: Revision) -> None:
    key, inside = of(hikes, "miles"), of(hikes, "1.6")
    changed = with_mutants(hikes, [key, inside])
    assert changed is not None
    assert {word: float(n) for word, n in changed.conversions["length"].units.items()} == {
        "km": 1.0,
        NO_LETTER * 5: 1.7,
    }


def test_a_change_that_no_document_may_have_gives_no_revision(tmp_path: Path) -> None:
    narrow = ("rules/conversions/length.yaml", "2..50", "50..50")
    revision = load(write_hikes(tmp_path, narrow), cases=True)
    low = next(m for m in mutants(revision) if m.kind == "range")
    assert (low.old, low.new, low.becomes) == ("50", "51", "51..50")
    assert with_mutants(revision, [low]) is None


def test_every_mutant_of_a_table_is_another_table(revision: Revision) -> None:
    for document in (revision.document("vocabulary", "vocabulary"), revision.document("conversion", "price")):
        for mutant in mutants_of(document):
            changed = with_mutants(revision, [mutant])
            if changed is not None:
                assert (changed.vocabulary, changed.conversions) != (
                    revision.vocabulary,
                    revision.conversions,
                )
