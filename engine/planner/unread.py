"""Words that describe a home and that nothing read: said back, so that nobody thinks they counted."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.config.plan_policy import UnreadWords
from engine.planner.planned import UnreadWord
from engine.planner.sentence import Hit, Sentence, compile_phrases, compile_words
from engine.planner.strategy import longest

_NOUN = 2  # letters that a noun has at least
_MARK = 2  # the gap that punctuation leaves


class WordParts:
    """Words that one of a sentence may be made of; one in Latin letters is made of no other."""

    def __init__(self, words: Iterable[str]) -> None:
        self._by_first: dict[str, list[str]] = {}
        for word in compile_words(words):
            self._by_first.setdefault(word[0], []).append(word)

    def make(self, word: str) -> bool:
        """Whether nothing but these words, one behind the other, makes up the word."""
        if word.isascii():
            return word in self._by_first.get(word[:1], ())
        at = 0
        while at < len(word):
            part = next((each for each in self._by_first.get(word[at], ()) if word.startswith(each, at)), "")
            if not part:
                return False
            at += len(part)
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadRules:
    """The policy's words as they are compared; `homes` for `Sentence.hits`. `passing` words are walked over,
    particles and words near places too; `understood` have their meaning elsewhere in the policy."""

    at_most: int
    homes: tuple[str, ...]
    describing: tuple[str, ...]
    describing_home: tuple[str, ...]
    linking: tuple[str, ...]
    light: tuple[str, ...]
    adverbs: tuple[str, ...]
    closing: tuple[str, ...]
    subjects: tuple[str, ...]
    hoped: tuple[str, ...]
    hoping: tuple[str, ...]
    plain: "WordParts"
    passing: "WordParts"
    understood: tuple[str, ...]


def compile_unread(
    policy: UnreadWords, passing: Iterable[str], plain: Iterable[str], understood: Iterable[str]
) -> UnreadRules:
    """The rules of a policy with the words that other parts of it know."""
    return UnreadRules(
        at_most=policy.at_most,
        homes=compile_phrases(policy.homes),
        describing=compile_words(policy.describing),
        describing_home=compile_words((*policy.describing, *policy.describing_home)),
        linking=compile_words(policy.linking),
        light=compile_words(policy.light),
        adverbs=compile_words(policy.adverbs),
        closing=compile_words(policy.closing),
        subjects=compile_words(policy.subjects),
        hoped=compile_words(policy.hoped),
        hoping=compile_words(policy.hoping),
        plain=WordParts((*policy.plain, *plain, *policy.passing, *passing)),
        passing=WordParts((*policy.passing, *passing)),
        understood=compile_phrases(understood),
    )


def unread_words(
    sentence: Sentence,
    read: Iterable[tuple[int, int]],
    conditions: Sequence[int],
    requests: Sequence[Hit],
    rules: UnreadRules,
) -> tuple[UnreadWord, ...]:
    """The words before a home, or before a condition, that describe it and were not read, and those that are
    hoped for, each once and from left to right.

    `read` are the spans of letters that something read, `conditions` the letters where one begins. A walk
    goes from the home to the left over what was read, up to a mark, a request or a plain word.
    """
    walk = _Walk(sentence, read, requests, rules)
    spans: set[tuple[int, int]] = set()
    for hit in longest(sentence.hits(rules.homes)):
        spans |= {*walk.before(hit.start, is_home=True)}
    for start in conditions:
        spans |= {*walk.before(start, is_home=False)}
    spans |= {*walk.hoped()}
    found: dict[str, UnreadWord] = {}
    for span in sorted(spans):
        word = walk.word(*span)
        found.setdefault(word.text, word)
    return tuple(found.values())[: rules.at_most]


class _Walk:
    """From a letter of the sentence to the left, word by word."""

    def __init__(
        self,
        sentence: Sentence,
        read: Iterable[tuple[int, int]],
        requests: Sequence[Hit],
        rules: UnreadRules,
    ) -> None:
        self._sentence, self._rules = sentence, rules
        self._read = bytearray(len(sentence.text) + 1)
        for start, end in (*read, *((h.start, h.end) for h in longest(sentence.hits(rules.understood)))):
            self._read[start:end] = b"\x01" * (end - start)
        self._walked: set[tuple[int, bool]] = set()
        self._asked = {letter for hit in requests for letter in range(hit.start, hit.end)}

    def before(self, at: int, *, is_home: bool) -> Iterator[tuple[int, int]]:
        """Spans of letters that describe what begins here; a word right before a home need not look like a
        description."""
        sentence, rules = self._sentence, self._rules
        describing = rules.describing_home if is_home else rules.describing
        is_first, behind = is_home, False
        while at > 0 and sentence.gaps[at] < _MARK and (at, is_home) not in self._walked:
            self._walked.add((at, is_home))
            start = self._start(at)
            word = sentence.text[start:at]
            if not self._asked.isdisjoint(range(start, at)):
                return
            if self._read[start] or rules.passing.make(word):
                is_first, behind = is_first and not self._read[start], False
                at = start
                continue
            if rules.plain.make(word) and word not in rules.light:
                return
            if word.endswith(describing):
                start = self._with_word_before(start, is_light=word in rules.light)
            elif not (
                (behind and sentence.gaps[start] and word.endswith(rules.linking))
                or (is_first and len(word) >= _NOUN and not word.endswith(rules.closing))
                or (is_home and word.isascii())
            ):
                return
            if start < 0:
                return
            yield start, at
            at, is_first, behind = start, False, True

    def hoped(self) -> Iterator[tuple[int, int]]:
        """Words in a form that wishes for something (깨끗했으면 좋겠어요)."""
        sentence, rules = self._sentence, self._rules
        for at in range(1, len(sentence.text)):
            if not sentence.gaps[at] or not sentence.starting_at(rules.hoping, at):
                continue
            start = self._start(at)
            word = sentence.text[start:at]
            if self._read[start] or rules.plain.make(word) or not word.endswith(rules.hoped):
                continue
            start = self._with_word_before(start, is_light=word in rules.light)
            if start == 0 or (start > 0 and sentence.gaps[start]):
                yield start, at

    def word(self, start: int, end: int) -> UnreadWord:
        """What stands at these letters, as it was written."""
        folded = self._sentence.folded
        first, last = folded.at[start], folded.ends[end - 1]
        return UnreadWord(text=" ".join(folded.written[first:last].split()), start=first, end=last)

    def _start(self, at: int) -> int:
        """Where the word ends here begins: up to a gap, or to where it was read or not."""
        start = at - 1
        while start > 0 and not self._sentence.gaps[start] and self._read[start - 1] == self._read[at - 1]:
            start -= 1
        return start

    def _with_word_before(self, start: int, *, is_light: bool) -> int:
        """Where a description begins with what it is said of (천장이 높은); -1 for a light one without."""
        sentence, rules = self._sentence, self._rules
        at = sentence.ending_at(rules.adverbs, start) if start and sentence.gaps[start] == 1 else -1
        if at >= 0 and (not at or sentence.gaps[at]):
            start, is_light = at, False
        alone = -1 if is_light else start
        if not start or sentence.gaps[start] >= _MARK or self._read[start - 1] or start - 1 in self._asked:
            return alone
        before = self._start(start)
        word = sentence.text[before:start]
        if rules.plain.make(word) or word.isascii():
            return alone
        is_named = is_light or word.endswith(rules.subjects) or not word.endswith(rules.closing)
        return before if is_named and not word.endswith(rules.describing_home) else alone
