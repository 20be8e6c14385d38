"""A revision in which one word or number is another."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.config.conversion import Conversion
from engine.config.revision import Revision
from engine.config.task import Task
from engine.config.validate import validate
from engine.config.vocabulary import Vocabulary
from engine.mutation.mutant import Mutant, mutants_of, mutated

KINDS = ("conversion", "vocabulary", "task")
"""The documents whose words and numbers are changed: those that read a customer's text, and those by which
a model's reply is judged."""


def mutants(revision: Revision, of: str | None = None) -> Iterator[Mutant]:
    """The mutants of every such document, or of one of them (KIND or KIND/NAME), by file and place."""
    found = [
        mutant
        for (kind, name), document in revision.documents.items()
        if kind in KINDS and of in (None, kind, f"{kind}/{name}")
        for mutant in mutants_of(document)
    ]
    yield from sorted(found, key=lambda mutant: (mutant.file, mutant.line, mutant.column))


def with_mutants(revision: Revision, together: Iterable[Mutant]) -> Revision | None:
    """The revision with these changes in every document that has them, those that extend their document too;
    None when one of them is not valid then. The revision given stays as it is, and no file is touched."""
    inside_out = sorted(together, key=lambda mutant: (mutant.kind == "key", -len(mutant.path)))
    conversions, vocabulary = dict(revision.conversions), revision.vocabulary
    tasks = dict(revision.tasks)
    for (kind, name), document in revision.documents.items():
        if kind not in KINDS:
            continue
        node = document.node
        for mutant in inside_out:  # a key last: what lies below it is found by it
            node = (mutated(node, mutant) if kind == mutant.document[0] else None) or node
        if node is document.node:
            continue
        model, _ = validate(node, type(document.model))
        if isinstance(model, Conversion):
            conversions[name] = model
        elif isinstance(model, Vocabulary):
            vocabulary = model
        elif isinstance(model, Task):
            tasks[name] = model
        else:
            return None
    return replace(revision, conversions=conversions, vocabulary=vocabulary, tasks=tasks)
