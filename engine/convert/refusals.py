"""What a text refuses or complains of: a place or a choice that is not wished, an amount that gives way."""

from collections.abc import Iterator
from itertools import pairwise

from engine.convert.clauserules import RefusalRules
from engine.convert.clauses import Clauses, SpacedWord, Thing
from engine.convert.tables import Rulebook
from engine.convert.word import Word

_WORDS_BACK = 10  # how far before its refusal a thing may be named


def complained_of(clauses: Clauses, book: Rulebook) -> frozenset[int]:
    """Tokens of the amounts and terms that a clause complains of: they give way to a later one of their want
    (30평대는 너무 크네요 20평대로)."""
    complains = any(token.word is not None and token.word.complains for token in clauses.tokens)
    if not complains and not any(map(clauses.normal.chars.__contains__, book.refusals.given_up)):
        return frozenset()
    return frozenset(Refusals(clauses, book.refusals).complained_of())


class Refusals:
    """What the clauses of a text refuse and complain of, by the rules of a vocabulary."""

    def __init__(self, clauses: Clauses, rules: RefusalRules) -> None:
        self._clauses, self._rules = clauses, rules
        self._words = clauses.words
        self._marks = (*rules.topics, *rules.subjects)

    def refused(self) -> Iterator[tuple[int, int]]:
        """First and last token of what is refused, a place or a choice, and of the reason for it."""
        yield from self._left()
        for index, number, word in self._clauses.opening():
            found = self._refusal(number, index) if word.refuses else None
            if found is not None:
                thing, last, rest = found
                yield thing, last
                yield rest, index

    def _left(self) -> Iterator[tuple[int, int]]:
        """What a clause that gives a reason is about, where the next one names where to go instead (전세는
        매물이 없어서 월세로)."""
        for number, (word, behind) in enumerate(pairwise(self._words)):
            if word.clause == behind.clause:
                continue
            left = self._left_for_reason(number)
            goes_on = word.sentence == behind.sentence or self._complains(word)
            if not (left and left.may_be_refused and goes_on and self._goes_to(number + 1, left)):
                left = self._changed_choice(number)
            if left is not None:
                yield left.token, word.last

    def _left_for_reason(self, number: int) -> Thing | None:
        """What the clause that ends in a word is about, if it says that this is left."""
        word, rules = self._words[number], self._rules
        said = self._words[self._clauses.firsts[number] : number]
        if word.text.endswith(rules.given_up):
            return next((each.thing for each in said if each.thing), None)
        if not (word.text.endswith(rules.reasons) or self._complains(word)):
            return None
        for before, each in zip([None, *said], said, strict=False):
            if each.thing and each.thing.kind == "other" and each.tail in rules.topics:
                return before.thing if before and not before.tail else None  # 전세 5억은 부담스러워서 월세로
            if each.thing and self._is_marked(each):
                return each.thing
        return None

    def _changed_choice(self, number: int) -> Thing | None:
        """The one choice of a clause that gives a reason, where the next names another in its place (월세
        너무 올라서 전세 3억)."""
        word, marks = self._words[number], ("", *self._marks)
        said = self._words[self._clauses.firsts[number] : number + 1]
        choices = [each for each in said if each.thing and each.thing.kind == "choice"]
        if not word.text.endswith(self._rules.reasons) or len(choices) != 1 or choices[0].tail not in marks:
            return None
        left = choices[0].thing
        behind = self._words[number + 1 : number + 1 + _WORDS_BACK]
        named = next((each for each in behind if each.thing and each.thing.kind == "choice"), None)
        if left is None or named is None or named.thing is None or named.clause > behind[0].clause + 1:
            return None
        if named.tail.startswith((*self._rules.besides, *self._rules.topics)) or self._is_same(
            left, named.thing
        ):
            return None
        has_amount = any(each.thing and each.thing.kind == "other" for each in said)
        return None if has_amount and not choices[0].tail else left

    def _is_same(self, one: Thing, other: Thing) -> bool:
        """Whether two choices have a value in common, or are of two tables."""
        words = [self._clauses.tokens[thing.token].word for thing in (one, other)]
        first, second = (each.choices if each else {} for each in words)
        shared = first.keys() & second.keys()
        return not shared or any(set(first[table]) & set(second[table]) for table in shared)

    def _is_marked(self, word: SpacedWord) -> bool:
        """Whether a word names what its clause is about; a near word may stand behind it (신림역 쪽은)."""
        if word.tail:
            return word.tail in self._rules.topics
        behind = self._clauses.number_of[word.first] + 1
        if behind == len(self._words) or not self._is_near(self._words[behind]):
            return False
        return self._words[behind].text.endswith(self._rules.topics)

    def _goes_to(self, number: int, left: Thing) -> bool:
        """Whether the first thing from this word on in its clause is of the kind of another, and where one
        goes to; a near word may stand behind it, and a reason before it."""
        for at in range(number, min(number + _WORDS_BACK, len(self._words))):
            word = self._words[at]
            if word.clause > self._words[number].clause + 1:
                break
            if word.thing is not None:
                behind = self._words[at + 1 : at + 2] if not word.tail else [word]
                return word.thing.kind == left.kind and any(
                    each.tail.endswith(self._rules.goals) for each in behind
                )
        return False

    def _refusal(self, number: int, index: int) -> tuple[int, int, int] | None:
        """The thing that a refusal at a token is about, the last token of its word, and the token where the
        rest of what is said of it begins."""
        own = self._words[number]
        if own.first < index:
            thing = self._clauses.thing_before(index)
            is_own = thing is not None and thing.token >= own.first and thing.may_be_refused
            return (thing.token, index, thing.token) if thing and is_own else None
        reason = -1
        for at in range(number - 1, max(-1, number - 1 - _WORDS_BACK), -1):
            word = self._words[at]
            if word.sentence != own.sentence:
                return None
            if word.thing is None:
                is_between = word.text.startswith(self._rules.between)  # it, not a name, is refused
                if is_between or (reason < 0 and not self._leads_to_refusal(word)):
                    return None
                reason = at if reason < 0 and self._gives_reason(word) else reason
            elif not word.thing.may_be_refused:
                if reason < 0 or not (at + 1 == reason or word.tail.endswith(self._marks)):
                    return None
            elif word.tail in self._rules.not_of:
                return None
            elif reason < 0 or word.tail or word.thing.kind == "name":
                thing, last = self._topic(at)
                start = self._clauses.firsts[reason if reason >= 0 else number]
                return thing.token, last, max(self._words[start].first, thing.token)
        return None

    def _topic(self, number: int) -> tuple[Thing, int]:
        """What a clause is about with the last token of its word: where the thing in word `number` is only a
        part of what is said (강남역은 월세가 비싸서), the one before it."""
        for at in range(number, max(self._clauses.firsts[number], number - _WORDS_BACK) - 1, -1):
            word = self._words[at]
            is_about = at == number and not word.tail.endswith(self._rules.subjects)
            if (
                word.thing
                and word.thing.may_be_refused
                and (is_about or word.tail.endswith(self._rules.topics))
            ):
                return word.thing, word.last
        nearest = self._words[number]
        return nearest.thing or self._clauses.things[0], nearest.last

    def _leads_to_refusal(self, word: SpacedWord) -> bool:
        """Whether a word may stand between a thing and its refusal: a reason, or one that says nothing."""
        if self._clauses.is_light(word) or self._gives_reason(word):
            return True
        return self._is_near(word)

    def _gives_reason(self, word: SpacedWord) -> bool:
        """Whether a word ends like a reason and does not belong behind a name (공릉역 빌라 말고)."""
        own = self._clauses.tokens[word.first].word if word.first == word.last else None
        return not (own and own.follows_place) and word.text.endswith(self._rules.because)

    def _is_near(self, word: SpacedWord) -> bool:
        """Whether a word is a near word with particles, or particles alone."""
        words = self._clauses.words_in(word.first, word.last)
        if words[0] is not None and words[0].near_place and word.text[len(words[0].text) :] in self._marks:
            return True
        return all(each is not None and (each.near_place or each.particle) for each in words)

    def complained_of(self) -> Iterator[int]:
        """The amounts and terms that clauses complain of."""
        for word in self._words:
            is_given_up = word.text.endswith(self._rules.given_up)
            if not (is_given_up or self._complains(word)):
                continue
            first = self._clauses.firsts[self._clauses.number_of[word.first]]
            for at in range(self._clauses.number_of[word.first] - 1, first - 1, -1):
                thing = self._words[at].thing
                if thing is not None:
                    if is_given_up or self._is_topic(thing, at):
                        yield thing.token
                    break

    def _complains(self, word: SpacedWord) -> bool:
        """Whether the word says what is wrong with something."""
        said = self._clauses.words_in(word.first, word.last)
        return any(each is not None and each.complains for each in said)

    def _is_topic(self, thing: Thing, number: int) -> bool:
        """Whether an amount or a term in a word is what its clause is about, and bounds nothing."""
        word = self._words[number]
        if not word.tail and number + 1 < len(self._words):
            word = self._words[number + 1]
        if not word.tail.endswith(self._marks):
            return False
        between = self._clauses.words_in(thing.token + 1, word.last)
        return all(each is not None and (each.particle or _is_vague(each)) for each in between)


def _is_vague(word: Word) -> bool:
    """Whether the word bounds no amount that it stands behind (30평대, 30평 정도, 6억짜리)."""
    said = set(word.after.values())
    return bool(said) and said <= {"band", "about", "exact"}
