"""`convert`: a customer's text → parameters, with the words that each came from. Read this module first."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise
from typing import TypeVar

from engine.config.revision import Revision
from engine.convert.choices import Chosen, choices_in, chosen_beside
from engine.convert.clauses import Clauses
from engine.convert.combine import state
from engine.convert.compile import rulebook
from engine.convert.cues import cue_spans, muted_tokens
from engine.convert.elision import complete
from engine.convert.evidence import Witness
from engine.convert.lexer import Token, lex, with_names
from engine.convert.merge import merge
from engine.convert.normal import NormalText
from engine.convert.phrases import phrases_of
from engine.convert.places import place_names
from engine.convert.refusals import complained_of
from engine.convert.result import Conversion, Evidence, Unread
from engine.convert.scanner import PlaceNames, Scanner
from engine.convert.statements import Failure, Resolver, Statement
from engine.convert.tables import Rulebook
from engine.convert.typos import mended
from engine.convert.vocabulary import Named, chosen_by_terms, households_in, terms_in, wishes_in

_Found = TypeVar("_Found", Chosen, Named)
_Written = TypeVar("_Written", Evidence, Unread)


def convert(
    text: str,
    revision: Revision,
    today: date | None = None,
    *,
    place_words: frozenset[str] | None = None,
    places_at: Sequence[tuple[int, int]] = (),
) -> Conversion:
    """Everything the revision's tables and vocabulary read from the text.

    `today` gives 작년 and 올해 their year; ages stay ages. `place_words` are names that hide numerals, by
    default those of the pack's places; `places_at` are code points where places are named, for cues and
    amounts that are about them. Linear in the length of the text."""
    book = rulebook(revision)
    normal = NormalText(text, book.spellings)
    tokens = _tokens(normal, book, place_names(revision, book, place_words))
    tokens = with_names(tokens, normal, places_at)
    clauses = Clauses(tokens, normal, book.clauses, places_at)
    cues = cue_spans(clauses, book)
    muted = muted_tokens(tokens, cues)
    named = choices_in(tokens, muted, book)
    left = complained_of(clauses, book)
    terms = terms_in(tokens, muted, book, left)
    phrases = phrases_of(tokens, muted, book, left)
    complete(phrases, book)
    stated = state(Resolver(book, today, _deals(named, terms, book)), phrases)
    chosen = _without_corrected(named, stated)
    statements = [one for one in stated if isinstance(one, Statement)]
    chosen += chosen_beside(tokens, _counting(chosen), statements, book)
    merged = merge(statements, _counting(chosen), _counting(terms), book.lows)
    witness = Witness(normal, tokens)
    return Conversion(
        params=merged.params,
        alternatives=merged.alternatives,
        evidence=_in_order(witness.evidence(statements, chosen, terms, merged)),
        unread=_in_order(witness.unread(stated, chosen, terms, merged, muted)),
        cues=tuple(witness.cues(cues)),
        households=tuple(witness.households(households_in(tokens, muted, book))),
        wishes=tuple(witness.wishes(wishes_in(tokens, muted))),
    )


def _tokens(normal: NormalText, book: Rulebook, names: PlaceNames) -> list[Token]:
    """The tokens of the text, misspelt words read as they are meant."""
    scanner = Scanner(normal, book, names)
    tokens = lex(scanner)
    corrected = mended(tokens, scanner, book.sounds)
    return tokens if corrected is None else lex(Scanner(corrected, book, names))


def _deals(named: Sequence[Chosen], terms: Sequence[Named], book: Rulebook) -> frozenset[str]:
    """The deals that are wished, by their names, else by the terms."""
    deals = frozenset([value for choice in named if choice.why is None for value in choice.values])
    return deals or chosen_by_terms(terms, book)


def _counting(found: Iterable[_Found]) -> list[_Found]:
    """Those that nothing speaks against."""
    return [each for each in found if each.why is None]


def _in_order(written: Iterable[_Written]) -> tuple[_Written, ...]:
    """As they stand in the text."""
    found = list(written)
    if len(found) > 1:
        found.sort(key=lambda each: (each.start, each.end))
    return tuple(found)


def _without_corrected(chosen: Sequence[Chosen], stated: Sequence[Statement | Failure]) -> list[Chosen]:
    """A label goes with the amount that is taken back, when another label takes its place (전세 5억 말고 매매
    10억)."""
    out = list(chosen)
    if not chosen or len(stated) < 2:
        return out
    places = [choice.token for choice in chosen]
    for one, other in pairwise(stated):
        if isinstance(one, Failure) and one.why == "corrected":
            first, after = bisect_left(places, one.first), bisect_right(places, one.last)
            replaced = {choice.table.choice for choice in chosen[after : bisect_right(places, other.last)]}
            if isinstance(other, Statement):
                replaced |= other.sets.keys()
            for at in range(first, after):
                if out[at].table.choice in replaced:
                    out[at] = replace(out[at], why="corrected")
    return out
