"""What is wrong with a pack's conversions, language and vocabulary."""

from collections.abc import Iterator

from engine.config.revision import Revision
from engine.convert.checks.examples import check_examples
from engine.convert.checks.language import check_language, check_vocabulary
from engine.convert.checks.parameters import check_parameters
from engine.convert.checks.placewords import check_place_words
from engine.convert.checks.tables import check_tables
from engine.convert.checks.words import check_words
from engine.errors import Problem


def check_conversions(revision: Revision) -> Iterator[Problem]:
    """Every problem of the conversions, the language and the vocabulary; examples only when nothing else is
    wrong."""
    found = [
        problem
        for check in (
            *(check_tables, check_parameters, check_words),
            *(check_language, check_vocabulary, check_place_words),
        )
        for problem in check(revision)
    ]
    yield from found
    is_read = ("language", "language") in revision.documents  # without it nearly no example computes
    if is_read and not any(problem.severity == "error" for problem in found):
        yield from check_examples(revision)
