"""Numbers as people write them: digits, words, and both mixed (7천5백, 이천십오, 서른네, 서너, 삼점사)."""

from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from engine.convert.scanner import Scanner, Spot

_TEN = Decimal(10)
_ONE = Decimal(1)


class Number(NamedTuple):
    """A number at letters start:end; low and high differ for pairs (서너).

    `times` is the multiplier when the number is one coefficient and one multiplier (6천), `digits` how many
    digits were written when it is digits alone, 0 otherwise. `overflow` says that it has more digits than are
    counted, `in_digits` that a digit begins it."""

    start: int
    end: int
    low: Decimal
    high: Decimal
    digits: int = 0
    leading_zero: bool = False
    has_times: bool = False
    times: Decimal = _ONE
    in_words: bool = False
    in_digits: bool = False
    native: bool = False
    overflow: bool = False

    @property
    def counts_alone(self) -> bool:
        """Whether it is a number even without a unit: digits, or words with a multiplier (오백)."""
        return bool(self.digits) or self.has_times


class _Part(NamedTuple):
    end: int
    low: Decimal
    high: Decimal
    words: bool
    digits: int = 0
    leading_zero: bool = False
    overflow: bool = False


class _Groups(NamedTuple):
    """Coefficients with their multipliers from `start` to `end`; `last` is the smallest multiplier.

    `counted` says how many, `in_words` that a word is among them, `spoken` that the last one is a word."""

    start: int
    end: int
    low: Decimal = Decimal(0)
    high: Decimal = Decimal(0)
    last: Decimal | None = None
    counted: int = 0
    in_words: bool = False
    spoken: bool = False

    def and_then(self, part: _Part | None, end: int, times: Decimal) -> "_Groups":
        """With one more multiplier, which ends at `end`; without a `part` it counts once (천)."""
        spoken = part is None or part.words
        low = self.low + (times * part.low if part else times)
        high = self.high + (times * part.high if part else times)
        return _Groups(self.start, end, low, high, times, self.counted + 1, self.in_words or spoken, spoken)

    def number(self, *, in_digits: bool) -> Number:
        """What they come to."""
        times = self.last if self.counted == 1 and self.last is not None else _ONE
        return Number(
            self.start,
            self.end,
            self.low,
            self.high,
            has_times=True,
            times=times,
            in_words=self.in_words,
            in_digits=in_digits,
        )


def numbers_at(scanner: Scanner, start: int) -> list[Number]:
    """The readings of the number that begins at this letter, the longest first; none when there is none."""
    found = scanner.numbers.get(start)
    if found is None:
        found = scanner.numbers[start] = _numbers_at(scanner, start)
    return found


def _numbers_at(scanner: Scanner, start: int) -> list[Number]:
    literal = scanner.text.numbers.get(start)
    if literal is None:
        spot = scanner.at(start)
        found = _lone_digit(scanner, start, spot)
        if not found and (spot.digit or spot.times or spot.pair):
            found = list(_counted(scanner, start))
        return found + _native(scanner, start) if spot.native else found
    behind = scanner.at(literal.end)
    if literal.value is None or behind.times or behind.point:
        return list(_counted(scanner, start))
    zero = literal.leading_zero and literal.whole
    value = literal.value
    return [Number(start, literal.end, value, value, literal.digits, zero, in_digits=True)]


def _lone_digit(scanner: Scanner, start: int, spot: Spot) -> list[Number]:
    """A digit in words with no number behind it, as most are (the 이 of 이하): what `_counted` finds."""
    if spot.digit is None or spot.pair:
        return []
    end, word = spot.digit
    behind = scanner.at(end)
    if word.digit is None or behind.digit or behind.times or behind.point:
        return []
    value = Decimal(word.digit)
    return [Number(start, end, value, value, in_words=True)]


def _counted(scanner: Scanner, start: int) -> Iterator[Number]:
    """Coefficients and falling multipliers: 4천3백21."""
    groups = _Groups(start, start)
    while True:
        at = groups.end
        part = _coefficient(scanner, at, first=not groups.counted)
        if part is not None and part.overflow and not groups.counted:
            yield Number(
                start=start, end=part.end, low=part.low, high=part.high, digits=part.digits, overflow=True
            )
            return
        if part is not None and groups.counted and not _continues(scanner, groups, part):
            part = None
            break
        multiplier = _multiplier(scanner, part.end if part else at, groups.last)
        if multiplier is None or (part is None and groups.counted and scanner.text.spaced[at]):
            break
        groups = groups.and_then(part, *multiplier)
    yield from _finished(scanner, groups, part)


def _finished(scanner: Scanner, groups: _Groups, part: _Part | None) -> Iterator[Number]:
    """The number with its last coefficient, and, when that is a word or stands after a space, also
    without it (오천|이하, 5천|1층)."""
    start, at = groups.start, groups.end
    in_digits = start in scanner.text.numbers
    whole = groups.number(in_digits=in_digits) if groups.counted else None
    if part is None:
        if whole:
            yield whole
        return
    fits = not whole or not scanner.is_blocked(at, part.end) or _counts_further(scanner, at, part.end)
    if fits:
        yield Number(
            start,
            part.end,
            groups.low + part.low,
            groups.high + part.high,
            digits=0 if whole else part.digits,
            leading_zero=part.leading_zero,
            has_times=whole is not None,
            in_words=groups.in_words or part.words,
            in_digits=in_digits,
        )
    if whole and (part.words or not fits or scanner.text.spaced[at]):
        yield whole


def _counts_further(scanner: Scanner, at: int, end: int) -> bool:
    """Whether a unit behind a coefficient reaches further than the word or mask that begins with it (십사시간
    holds 사시)."""
    longer = max(scanner.at(at).blocked_to, scanner.masked_to(at))
    return any(reach > longer for reach, _ in scanner.at(end).units.values())


def _continues(scanner: Scanner, groups: _Groups, part: _Part) -> bool:
    """Whether a coefficient may follow a multiplier: it is smaller, and digits behind words have no space
    before them (이천 3억 are two things)."""
    if part.overflow or groups.last is None or part.high >= groups.last:
        return False
    return not (scanner.text.spaced[groups.end] and groups.spoken and part.digits)


def _coefficient(scanner: Scanner, at: int, *, first: bool) -> _Part | None:
    literal = scanner.text.numbers.get(at)
    if literal is not None:
        if literal.value is None:
            return _Part(literal.end, Decimal(0), Decimal(0), False, literal.digits, overflow=True)
        zero = literal.leading_zero and literal.whole
        return _with_point(
            scanner, _Part(literal.end, literal.value, literal.value, False, literal.digits, zero)
        )
    pair = scanner.at(at).pair if first else None
    if pair is not None and pair[1].pair is not None:
        low, high = pair[1].pair
        return _Part(pair[0], Decimal(low), Decimal(high), True)
    if scanner.at(at).digit is None:
        return None
    digits = list(_digit_words(scanner, at))
    if len(digits) > 2:  # 이공이공: digit by digit
        value = sum(digit * _TEN**place for place, (_, digit) in enumerate(reversed(digits)))
        return _Part(digits[-1][0], Decimal(value), Decimal(value), True)
    end, value = digits[0]
    return _with_point(scanner, _Part(end, value, value, True))


def _digit_words(scanner: Scanner, at: int) -> Iterator[tuple[int, Decimal]]:
    """Digits as words, one behind the other without spaces, as many as an amount may have."""
    for _ in range(10):
        found = scanner.at(at).digit
        if found is None or found[1].digit is None:
            return
        at = found[0]
        yield at, Decimal(found[1].digit)
        if not scanner.text.attached(at):
            return


def _with_point(scanner: Scanner, part: _Part) -> _Part:
    """A decimal in words: 삼점사, 3점5."""
    point = scanner.at(part.end).point
    if point is None or not scanner.text.attached(part.end):
        return part
    literal = scanner.text.numbers.get(point[0])
    if literal is not None and literal.value is not None and literal.whole:
        fraction, end = literal.value / _TEN**literal.digits, literal.end
    else:
        digit = scanner.at(point[0]).digit
        if digit is None or digit[1].digit is None:
            return part
        fraction, end = Decimal(digit[1].digit) / _TEN, digit[0]
    return part._replace(end=end, low=part.low + fraction, high=part.high + fraction)


def _multiplier(scanner: Scanner, at: int, last: Decimal | None) -> tuple[int, Decimal] | None:
    found = scanner.at(at).times
    if found is None or found[1].times is None:
        return None
    value = Decimal(found[1].times)
    if last is not None and value >= last:
        return None
    if at < len(scanner.text) and scanner.text.spaced[at] and scanner.is_blocked(at, found[0]):
        return None
    return found[0], value


def _native(scanner: Scanner, start: int) -> list[Number]:
    """Native numerals: tens and ones (스물다섯), the longest first."""
    found: list[Number] = []
    at, total = start, Decimal(0)
    while (word := scanner.at(at).native) is not None and word[1].native is not None:
        value = Decimal(word[1].native)
        if found and (value >= _TEN or total % _TEN or total < _TEN):
            break
        total += value
        at = word[0]
        found.append(Number(start=start, end=at, low=total, high=total, in_words=True, native=True))
    return found[::-1]
