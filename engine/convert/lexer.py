"""A text as tokens: amounts, words, masks, and gaps that no table knows. Every letter belongs to exactly
one, but for marks of mood."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Literal, NamedTuple

from engine.convert.amounts import Amount, amount_at, is_unmade, numeral_amount_at
from engine.convert.normal import NormalText
from engine.convert.scanner import Scanner
from engine.convert.slots import slot_before
from engine.convert.spelling import is_latin, is_letter, is_noise
from engine.convert.tables import Rulebook
from engine.convert.word import BOUNDED, Word

_NONE: frozenset[int] = frozenset()
Kind = Literal["amount", "word", "mask", "gap", "unmade"]


class Token(NamedTuple):
    """Letters start:end. A `word` token has its word, an `amount` token its amount; an `unmade` one is an
    amount that unknown letters behind it turned into no amount. `spaced` says that a space stands before it,
    `speaks_of` holds the tables of the amount that a word stands behind, `is_mark` says that a gap begins
    with a mark, not with a letter, `is_name` that it is the name of a place."""

    kind: Kind
    start: int
    end: int
    spaced: bool
    word: Word | None = None
    amount: Amount | None = None
    speaks_of: frozenset[int] = frozenset()
    is_mark: bool = False
    is_name: bool = False


def lex(scanner: Scanner) -> list[Token]:
    """The tokens from left to right; at each letter the longest thing wins, a mask before all others of its
    length. Marks of mood (ㅋㅋ, ㅠㅠ, pictures) are passed over."""
    tokens: list[Token] = []
    chars = scanner.text.chars
    at, length = 0, len(chars)
    while at < length:
        if is_noise(chars[at]):
            at += 1
            continue
        token = _token(scanner, at, tokens) or _gap(scanner, at)
        if token.kind == "gap" and tokens and tokens[-1].kind == "gap" and not token.spaced:
            tokens[-1] = tokens[-1]._replace(end=token.end)
        else:
            tokens.append(token)
        at = token.end
    return tokens


def with_names(tokens: list[Token], normal: NormalText, named: Sequence[tuple[int, int]]) -> list[Token]:
    """The tokens, those marked as names that lie in one of the names at these code points."""
    starts = [token.start for token in tokens] if named else []
    for begin, end in named:
        start, stop = bisect_left(normal.ends, begin + 1), bisect_left(normal.begins, end)
        for index in range(bisect_left(starts, start), bisect_left(starts, stop)):
            token = tokens[index]
            if token.kind in ("gap", "mask") and token.end <= stop:
                tokens[index] = token._replace(is_name=True)
    return tokens


def _gap(scanner: Scanner, at: int) -> Token:
    mark = not is_letter(scanner.text.chars[at])
    return Token("gap", at, at + 1, scanner.text.spaced[at], is_mark=mark)


def _token(scanner: Scanner, at: int, tokens: list[Token]) -> Token | None:
    mask_end, spot, is_literal = scanner.masked_to(at), scanner.at(at), at in scanner.text.numbers
    if not (mask_end or spot.words or is_literal):
        return None
    spaced = scanner.text.spaced[at]
    town = scanner.town_at(at)
    if town and _is_town(scanner, town, tokens):
        return Token("mask", at, town, spaced, is_name=True)
    inside = _is_inside_word(scanner, at, tokens)
    counts = is_literal or (spot.has_numeral and not inside)
    amount = _amount(scanner, at, tokens) if counts else None
    tables = _tables_before(scanner, tokens) if spot.words else _NONE
    word = _word(scanner, at, inside, tables) if spot.words else None
    if mask_end and mask_end >= max(amount.end if amount else 0, word[0] if word else 0):
        own = next((w for end, w in spot.words if end == mask_end and not w.mask and w.stands_alone), None)
        if own is not None:
            return Token("word", at, mask_end, spaced, own)
        return Token("mask", at, mask_end, spaced, is_name=scanner.place_at(at) == mask_end)
    if amount is not None and (word is None or amount.end >= word[0]):
        return Token(
            "unmade" if is_unmade(scanner, amount) else "amount", at, amount.end, spaced, amount=amount
        )
    return Token("word", at, word[0], spaced, word[1], speaks_of=tables) if word else None


def _is_town(scanner: Scanner, end: int, tokens: list[Token]) -> bool:
    """Whether a town ends here, and no amount: not behind a label (보증금 이천으로), nor where another amount
    in words makes a range with it (이천에서 오천)."""
    before = _last_said(tokens)
    if before is not None and before.word is not None and before.word.labels and not before.word.choices:
        return False
    return not any(word.joins_amounts and scanner.counts(stop) for stop, word in scanner.at(end).words)


def _is_inside_word(scanner: Scanner, at: int, tokens: list[Token]) -> bool:
    """Whether letters without a meaning stand right before this one: a short word here is only a part of
    theirs."""
    if not tokens or scanner.starts_word(at):
        return False
    last = tokens[-1]
    if last.word is not None:
        of_amount = last.word.particle and len(tokens) > 1 and tokens[-2].kind == "amount"
        means = last.speaks_of or last.word.ahead or last.word.home or (of_amount and not last.spaced)
        idle = last.end - last.start == 1 and not means
        return idle and is_letter(last.word.text)
    return last.kind in ("gap", "unmade")


def _amount(scanner: Scanner, at: int, tokens: list[Token]) -> Amount | None:
    """The amount whose number, in digits or in words, begins here."""
    counted = amount_at(scanner, at, slot_before(tokens, scanner.book))
    if at in scanner.text.numbers:
        return counted
    own = numeral_amount_at(scanner, at) if scanner.at(at).own else None
    if counted is not None and counted.number.native and not (counted.readings or counted.counters):
        alone = _follows_counted(tokens, scanner.book) and not _speaks_ahead(scanner, counted)
        counted = counted if alone or _opens_range(scanner, counted) else None
    if own is not None and (counted is None or own.end > counted.end or not counted.readings):
        return own
    return counted


def _speaks_ahead(scanner: Scanner, amount: Amount) -> bool:
    """Whether the numeral is a word about the number right behind it (준공 한 5년)."""
    if not (amount.end in scanner.text.numbers or scanner.at(amount.end).has_numeral):
        return False
    return any(end == amount.end and word.before for end, word in scanner.at(amount.start).words)


def _opens_range(scanner: Scanner, amount: Amount) -> bool:
    """Whether a word joins the numeral to an amount with a unit (two or three bedrooms), or bounds it (two or
    more). In other scripts a numeral without its counter is a word of another kind (네, 30평)."""
    if not is_latin(scanner.text.chars[amount.start]):
        return False
    words = scanner.at(amount.end).words
    if words and not BOUNDED.isdisjoint(words[0][1].after.values()):
        return True
    join = next((end for end, word in scanner.at(amount.end).words if word.joins_amounts), None)
    if join is None or not is_latin(scanner.text.chars[amount.end]):
        return False
    behind = amount_at(scanner, join)
    return behind is not None and bool(behind.readings)


def _follows_counted(tokens: list[Token], book: Rulebook) -> bool:
    """Whether the last word before, but for particles, is a label of things that are counted (방 하나)."""
    last = _last_said(tokens)
    return last is not None and last.word is not None and not last.word.labels.isdisjoint(book.counted)


def _last_said(tokens: list[Token]) -> Token | None:
    """The last token but for particles."""
    for token in reversed(tokens):
        word = token.word
        if word is None or not word.particle or word.labels:
            return token
    return None


def _tables_before(scanner: Scanner, tokens: list[Token]) -> frozenset[int]:
    """The tables of the amount that ends here, but for words; () when there is none, or none with a unit."""
    if not tokens:
        return _NONE
    last = tokens[-1]
    if last.kind == "word":
        return last.speaks_of
    if last.amount is None or last.kind != "amount":
        return _NONE
    return scanner.book.tables_of([reading.scale for reading in last.amount.readings])


def _word(scanner: Scanner, at: int, inside: bool, tables: frozenset[int]) -> tuple[int, Word] | None:
    """The longest word, not one of an amount's that a request goes on from (원해요, 안내해 주세요).

    A shorter one wins when the longest speaks only of tables that the amount before is not of, goes on behind
    a space (30평대 단지 is no 대단지), or leaves unknown letters where the shorter leaves a word.
    """
    words: list[tuple[int, Word]] = []
    is_split = True in scanner.text.spaced[at + 1 : scanner.at(at).words[0][0]]
    for end, word in scanner.at(at).words:
        if not word.is_token or (is_split and scanner.is_cut(at, end, word)):
            continue
        if (word.units or word.changes) and scanner.asks_from(at, end):
            continue
        if word.labels and end - at == 1 and _goes_on_to_ask(scanner, at):
            continue
        words.append((end, word))
    if inside:
        words = [(end, word) for end, word in words if end - at > 1 or not is_letter(scanner.text.chars[at])]
    if len(words) > 1 and tables and _is_foreign(words[0][1], tables):
        words = [(end, word) for end, word in words if not _is_foreign(word, tables)] or words
    if len(words) > 1 and not scanner.text.spaced[at] and scanner.crosses_space(at, *words[0]):
        words = [found for found in words if _is_of_amount(scanner, at, *found, tables)] or words
    if len(words) > 1 and scanner.runs_into_unknown(words[0][0]) and not is_latin(scanner.text.chars[at]):
        longest = words[0][0]
        for end, word in words[1:]:
            if any(behind.is_token and stop > longest for stop, behind in scanner.at(end).words):
                return end, word
    return words[0] if words else None


def _goes_on_to_ask(scanner: Scanner, at: int) -> bool:
    """Whether a word of a request of more letters than one begins here (the 보 of 보고 is no deposit)."""
    return any(
        word.asks and end - at > 1 and not scanner.is_cut(at, end, word) for end, word in scanner.at(at).words
    )


def _is_of_amount(scanner: Scanner, at: int, end: int, word: Word, tables: frozenset[int]) -> bool:
    """Whether a word changes amounts of these tables and has no space inside that is not its own."""
    return bool(word.changes & tables) and not scanner.crosses_space(at, end, word)


def _is_foreign(word: Word, tables: frozenset[int]) -> bool:
    """Whether all that the word does is to change amounts of other tables."""
    return bool(word.changes) and not (
        word.changes & tables
        or word.particle
        or word.stands_alone
        or word.labels
        or word.before
        or word.pairs
        or word.cue_ends
        or word.cues_before
        or word.cues_behind
        or word.refuses
    )
