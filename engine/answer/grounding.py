"""The grounding check: each sentence of a model's answer against the facts, before it is sent.

Homes that a sentence names must be those of the facts, its figures theirs or the request's, its links the
catalog's. What is sent is what was checked; the first violation ends the answer.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from engine.answer.allowed import Allowed, allowed_by
from engine.answer.attribution import Held
from engine.answer.ending import Ending
from engine.answer.facts import AnswerFacts
from engine.answer.figures import Figure, figure_reader
from engine.answer.fitting import Fitting, Telling
from engine.answer.homes import Mention, NameFinder
from engine.answer.known import KnownNames
from engine.answer.markdown import (
    bold_parts,
    changes_structure,
    has_foreign_number,
    has_hidden,
    reduce,
    without_escapes,
)
from engine.answer.pieces import Pieces
from engine.config.revision import Revision
from engine.convert.scanner import Scanner
from engine.places.jamo import plain

ViolationKind = Literal[
    "unknown_home",
    "wrong_figure",
    "wrong_claim",
    "foreign_link",
    "markup",
    "leaked_prompt",
    "too_long",
    "unfinished",
    "empty",
]

LEAK_AT_LEAST = 40
"""Characters in a row of the system prompt that no answer may hold, white space counted as one."""
SENTENCE_AT_MOST = 1_500
ANSWER_AT_MOST = 20_000
_FIGURES_AT_MOST = 60


@dataclass(frozen=True, slots=True)
class Violation:
    """Why a sentence may not be sent. `detail` quotes neither the customer nor the model, but for the public
    name of a home."""

    kind: ViolationKind
    detail: str = ""


_LONG_SENTENCE = Violation("too_long", "sentence")


class Grounding:
    """Checks one answer as it arrives. Fed in any pieces, it gives the same sentences and violation."""

    def __init__(
        self,
        facts: AnswerFacts,
        revision: Revision,
        known: KnownNames,
        *,
        system_prompt: str = "",
        memory: Sequence[str] = (),
        at_most: int = ANSWER_AT_MOST,
    ) -> None:
        """`known` is `known_names` of the revision; `memory` are lines that the answer may ask about;
        `at_most` counts the characters of the answer.

        Raises ConfigError (TMPL009) when a label of the pack is missing.
        """
        self._allowed = allowed_by(facts, revision, known, memory)
        self._check = _SentenceCheck(self._allowed, facts, revision, known, system_prompt)
        self._pieces = Pieces()
        self._left = at_most
        self._has_words = False
        self.violation: Violation | None = None

    def feed(self, piece: str) -> list[str]:
        """The sentences that are over and may be sent, in order; none after a violation, which
        `violation` then holds. Exactly the sentence that is not over is held back."""
        if self.violation is not None:
            return []
        is_over = len(piece) > self._left
        taken = piece[: self._left]
        self._left -= len(taken)
        sent = self._send(self._pieces.feed(taken))
        if self.violation is None and self._pieces.held > SENTENCE_AT_MOST:
            self.violation = _LONG_SENTENCE
        if is_over and self.violation is None:
            self.violation = Violation("too_long", "answer")
        return sent

    def finish(self) -> list[str]:
        """The last sentence, when it may be sent. One that is not over is a violation, and so is an answer
        without a word."""
        if self.violation is not None:
            return []
        rest = self._pieces.rest()
        is_cut = bool(rest) and self._check.is_cut(rest)
        sent = self._send([rest] if rest else [])
        if self.violation is None and is_cut:
            self.violation = Violation("unfinished")
            return []
        if self.violation is None and not self._has_words:
            self.violation = Violation("empty")
        return sent

    def _send(self, sentences: Iterable[str]) -> list[str]:
        sent: list[str] = []
        for sentence in sentences:
            if self.violation is None:
                is_long = len(sentence) > SENTENCE_AT_MOST
                self.violation = _LONG_SENTENCE if is_long else self._check.violation(sentence)
            if self.violation is None:
                self._has_words = self._has_words or bool(plain(sentence))
                sent.append(sentence)
        return sent


class _SentenceCheck:
    """Checks sentences in their order: a list item's home is that of its first lines, and a stretch of the
    prompt may go on over several sentences."""

    def __init__(
        self, allowed: Allowed, facts: AnswerFacts, revision: Revision, known: KnownNames, prompt: str
    ) -> None:
        self._allowed = allowed
        self._known = known
        self._reader = figure_reader(revision)
        self._ending = Ending(revision)
        self._fitting = Fitting(allowed, self._reader, revision, facts.today)
        said = NameFinder(known, allowed.names, allowed.said).said_in(facts.question)
        self._names = NameFinder(known, allowed.names, allowed.said | said)
        self._leaks = _stretches(prompt)
        self._worded = " ".join(map(_flat, allowed.texts))
        self._tail = ""
        self._item: tuple[int, ...] = ()
        self._before = "\n"

    def violation(self, sentence: str) -> Violation | None:
        """What is wrong with the next sentence, or None."""
        if self._leaks and self._leaked(sentence):
            return Violation("leaked_prompt")
        text = unicodedata.normalize("NFC", sentence)
        if has_hidden(text):
            return Violation("markup", "hidden characters")
        reduced = reduce(text, self._allowed.links)
        if reduced.has_foreign:
            return Violation("foreign_link")
        for label, homes in reduced.links:
            named = self._names.names(without_escapes(label))
            if named is None or not set(named) & set(homes):
                return Violation("unknown_home", "text of a link")
        text = without_escapes(reduced.text)
        if changes_structure(text):
            return Violation("markup")
        return self._content(sentence, text)

    def is_cut(self, last: str) -> bool:
        """Whether the next sentence, which is the last, stops in the middle."""
        text = unicodedata.normalize("NFC", last)
        name_end = max(
            (mention.end for mention in self._names.find(text) if mention.homes), default=len(text)
        )
        return self._ending.is_cut(text, self._before, name_end)

    def _content(self, sentence: str, text: str) -> Violation | None:
        """Its names, figures and claims."""
        mentions = self._names.find(text)
        wrong = next((mention for mention in mentions if not mention.is_allowed), None)
        if wrong is not None:
            return Violation("unknown_home", wrong.shown)
        blank = _without(text, mentions)
        if has_foreign_number(blank):
            return Violation("wrong_figure", _shown(mentions, self._allowed.shown))
        scanner = self._reader.scan(blank)
        figures = self._reader.figures(scanner)
        if any(self._is_foreign(text[a:b], a, mentions, figures) for a, b in bold_parts(text)):
            return Violation("unknown_home", "in bold")
        self._follow(sentence, mentions)
        told = self._telling(blank, scanner, mentions)
        kind = "wrong_figure" if len(figures) > _FIGURES_AT_MOST else self._fitting.wrong(figures, told)
        return Violation(kind, _shown(mentions, self._allowed.shown)) if kind else None

    def _telling(self, blank: str, scanner: Scanner, mentions: Sequence[Mention]) -> Telling:
        """What the sentence tells of; read for its claims when first asked."""
        held = [Held(mention.start, mention.end, mention.homes) for mention in mentions if mention.homes]
        spans = [(mention.start, mention.end) for mention in mentions]
        return Telling(
            text=blank,
            held=held,
            places=[mention.start for mention in mentions if not mention.homes],
            item=() if held else self._item,
            is_other=any(mention.key in self._known.complexes for mention in mentions),
            said=cache(lambda: self._fitting.claims.read(scanner, blank, spans)),
        )

    def _follow(self, sentence: str, mentions: Sequence[Mention]) -> None:
        """Remember which homes the item of a list is about, as long as its lines go on."""
        begins_line = self._before.rstrip(" \t").endswith("\n")
        goes_on = not begins_line or self._before[-1:] in " \t"
        homes = tuple(dict.fromkeys(home for mention in mentions for home in mention.homes))
        lead = sentence.lstrip("*_ ")
        is_item = begins_line and (lead[:1].isdigit() or sentence.lstrip()[:2] in ("- ", "* ", "+ "))
        if is_item and not (goes_on and self._item):
            self._item = homes
        elif not goes_on:
            self._item = ()
        self._before = sentence

    def _is_foreign(
        self, part: str, start: int, mentions: Sequence[Mention], figures: Sequence[Figure]
    ) -> bool:
        """Whether what is bold is neither a home nor made of figures and the pack's own words."""
        end = start + len(part)
        if any(start <= mention.start and mention.end <= end for mention in mentions):
            return False
        rest = list(part)
        for figure in figures:
            for at in range(max(start, figure.start), min(end, figure.end)):
                rest[at - start] = " "
        words = (key for word in "".join(rest).split() if (key := plain(word)))
        return not all(self._is_word(word) for word in words)

    def _is_word(self, word: str) -> bool:
        known = self._known
        if word in known.words or word in self._allowed.words or word in known.particles or word.isdigit():
            return True
        cuts = (word[:at] for at in range(1, len(word)) if word[at:] in known.particles)
        return any(cut in known.words or cut in self._allowed.words for cut in cuts)

    def _leaked(self, sentence: str) -> bool:
        """Whether the answer so far ends in a stretch of the prompt that the facts do not hold."""
        flat = _flat(self._tail + sentence)
        self._tail = flat[-LEAK_AT_LEAST:] + (" " if sentence[-1:].isspace() else "")
        for at in range(len(flat) - LEAK_AT_LEAST + 1):
            stretch = flat[at : at + LEAK_AT_LEAST]
            if stretch in self._leaks and stretch not in self._worded:
                return True
        return False


def _shown(mentions: Iterable[Mention], names: Sequence[str]) -> str:
    """The names of the homes in a sentence, as the data has them."""
    return ", ".join(dict.fromkeys(names[home] for mention in mentions for home in mention.homes))


def _without(text: str, mentions: Iterable[Mention]) -> str:
    """The text with blanks for the names."""
    letters = list(text)
    for mention in mentions:
        letters[mention.start : mention.end] = " " * (mention.end - mention.start)
    return "".join(letters)


def _flat(text: str) -> str:
    """The text in lower case, white space as one space."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


@lru_cache(maxsize=8)
def _stretches(prompt: str) -> frozenset[str]:
    flat = _flat(prompt)
    return frozenset(flat[at : at + LEAK_AT_LEAST] for at in range(len(flat) - LEAK_AT_LEAST + 1))
