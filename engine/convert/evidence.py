"""What was read and what was not, each with the words of the original text that it came from."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engine.config.vocabulary import Household
from engine.convert.choices import Chosen
from engine.convert.cues import CueFound
from engine.convert.lexer import Token
from engine.convert.meaning import statement_params
from engine.convert.merge import Merged, chosen_value
from engine.convert.normal import NormalText
from engine.convert.result import CueSpan, Evidence, HouseholdHint, Params, Unread, Why, WishSpan
from engine.convert.statements import Failure, Statement
from engine.convert.vocabulary import Named


class Witness:
    """Knows where the tokens of a text stand in its original."""

    def __init__(self, normal: NormalText, tokens: Sequence[Token]) -> None:
        self._normal = normal
        self._tokens = tokens

    def evidence(
        self,
        statements: Iterable[Statement],
        chosen: Iterable[Chosen],
        terms: Iterable[Named],
        merged: Merged,
    ) -> Iterator[Evidence]:
        """One for each range, choice and term that counts."""
        left_out = {id(statement) for statement in (*merged.overruled, *merged.contradictory)}
        for statement in statements:
            if id(statement) not in left_out:
                params, *other = _said(statement, merged)
                yield self._read(statement.rule, statement.first, statement.last, params, other)
        for choice in chosen:
            if choice.why is None and choice.table.choice:
                params: dict[str, object] = {choice.table.choice: chosen_value([choice])}
                yield self._read(choice.table.rule, choice.token, choice.token, params)
        for named in terms:
            if named.why is None:
                rule = f"vocabulary/{named.term.term.name}"
                yield self._read(rule, named.token, named.token, named.sets, named.other)

    def unread(
        self,
        stated: Iterable[Statement | Failure],
        chosen: Iterable[Chosen],
        terms: Iterable[Named],
        merged: Merged,
        muted: Sequence[bool],
    ) -> Iterator[Unread]:
        """One for each thing that looked like a condition and is none."""
        for one in stated:
            if isinstance(one, Failure):
                yield self._unread(one.first, one.last, one.why)
        for one in merged.overruled:
            yield self._kept_out(one, "overruled", merged)
        for one in merged.contradictory:
            yield self._kept_out(one, "contradicts", merged)
        for named in (*chosen, *terms):
            if named.why is not None:
                yield self._unread(named.token, named.token, named.why)
        for token, why in self._skipped(muted):
            yield self._unread(token, token, why)

    def cues(self, found: Iterable[CueFound]) -> Iterator[CueSpan]:
        """Cues where they stand."""
        for cue in found:
            _, start, end = self._written(cue.first, cue.last)
            yield CueSpan(name=cue.name, start=start, end=end, refused=cue.refused)

    def households(self, found: Iterable[tuple[Household, int]]) -> Iterator[HouseholdHint]:
        """Households with the token that names them."""
        for household, token in found:
            text, start, end = self._written(token, token)
            yield HouseholdHint(
                name=household.name, assumes=household.assumes, text=text, start=start, end=end
            )

    def wishes(self, found: Iterable[int]) -> Iterator[WishSpan]:
        """Wishes by their token."""
        for token in found:
            text, start, end = self._written(token, token)
            yield WishSpan(text=text, start=start, end=end)

    def _skipped(self, muted: Sequence[bool]) -> Iterator[tuple[int, Why]]:
        """Amounts that are none: inside a cue, before unknown letters, or numbers that a mask covers."""
        for index, token in enumerate(self._tokens):
            if token.kind == "unmade":
                yield index, "unknown_word"
            elif token.kind == "amount" and muted[index]:
                yield index, "cue"
            elif token.kind == "mask" and any(map(str.isdigit, self._normal.chars[token.start : token.end])):
                yield index, "masked"

    def _read(
        self, rule: str, first: int, last: int, params: Params, other: Iterable[Params] = ()
    ) -> Evidence:
        text, start, end = self._written(first, last)
        return Evidence(rule=rule, text=text, start=start, end=end, params=params, other=tuple(other))

    def _kept_out(self, one: Statement, why: Why, merged: Merged) -> Unread:
        return replace(self._unread(one.first, one.last, why), params=next(_said(one, merged)))

    def _unread(self, first: int, last: int, why: Why) -> Unread:
        text, start, end = self._written(first, last)
        return Unread(text=text, start=start, end=end, why=why)

    def _written(self, first: int, last: int) -> tuple[str, int, int]:
        start = self._normal.begins[self._tokens[first].start]
        end = self._normal.ends[self._tokens[last].end - 1]
        return self._normal.original[start:end], start, end


def _said(statement: Statement, merged: Merged) -> Iterator[dict[str, object]]:
    """What a statement sets by itself, and in each of its other readings, with those of its rule's other
    parameters that came through."""
    came_through = {name: value for name, value in statement.sets.items() if merged.params.get(name) == value}
    for meant in (statement.meant, *statement.other):
        params = statement_params(statement.table, (meant.low, meant.high))
        yield {**params, **statement.adds, **came_through}
