"""The words about clauses and refusals in the spelling that texts are brought to."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.config.language import Clauses
from engine.config.vocabulary import Refusals
from engine.convert.normal import NormalText
from engine.convert.spelling import Spellings, is_latin


@dataclass(frozen=True, slots=True)
class ClauseRules:
    """The language's words about clauses, as they are compared. `begins` open a clause where a word begins
    with one, `begins_whole`, those in Latin letters, where a word is one."""

    ends: tuple[str, ...] = ()
    finals: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    lists: frozenset[str] = frozenset()
    begins: tuple[str, ...] = ()
    begins_whole: frozenset[str] = frozenset()
    light: frozenset[str] = frozenset()


def compile_clauses(words: Clauses, spellings: Spellings) -> ClauseRules:
    """The rules of a language in the spelling that texts are brought to."""

    def folded(written: Sequence[str]) -> tuple[str, ...]:
        return tuple(NormalText(word, spellings).chars for word in written)

    begins = folded(words.begins)
    return ClauseRules(
        ends=folded((*words.ends, *words.finals)),
        finals=folded(words.finals),
        unless=folded(words.unless),
        lists=frozenset(folded(words.lists)),
        begins=tuple(word for word in begins if word and not is_latin(word[0])),
        begins_whole=frozenset(word for word in begins if word and is_latin(word[0])),
        light=frozenset(folded(words.light)),
    )


@dataclass(frozen=True, slots=True)
class RefusalRules:
    """The vocabulary's words about refusals, as they are compared."""

    because: tuple[str, ...] = ()
    not_of: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    given_up: tuple[str, ...] = ()
    besides: tuple[str, ...] = ()
    between: tuple[str, ...] = ()


def compile_refusals(words: Refusals, between: Sequence[str], spellings: Spellings) -> RefusalRules:
    """The rules of a vocabulary in the spelling that texts are brought to; `between` stands behind names."""
    marks = (words.because, words.not_of, words.topics, words.subjects)
    lists = (*marks, words.reasons, words.goals, words.given_up, words.besides, between)
    folded = (tuple(NormalText(word, spellings).chars for word in each) for each in lists)
    return RefusalRules(*folded)
