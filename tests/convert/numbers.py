"""Amounts of a table as people write them: digits, commas, words, both mixed, one unit or several."""

from collections.abc import Callable, Iterator
from decimal import Decimal

from hypothesis import strategies as st

from engine.config.conversion import Conversion
from engine.config.language import Numerals

Writing = Callable[[Decimal, Numerals], str]
"""Spells one number."""

_COUNTED, _COMMON = 9, 999  # the most of what is counted one by one, and of a table without bounds
_YEARS = (1981, 2026)
_LEADS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 25, 34, 59, 84, 95, 125, 350)


def plain(number: Decimal, numerals: Numerals) -> str:
    """5000"""
    return f"{number.normalize():f}"


def commas(number: Decimal, numerals: Numerals) -> str:
    """5,000"""
    return f"{number.normalize():,f}"


def in_words(number: Decimal, numerals: Numerals) -> str:
    """오천; a number with a fraction in digits."""
    return "".join(_groups(number, numerals, digits=False)) if not number % 1 else plain(number, numerals)


def mixed(number: Decimal, numerals: Numerals) -> str:
    """5천; 1천5백"""
    return "".join(_groups(number, numerals, digits=True)) if not number % 1 else plain(number, numerals)


def native(number: Decimal, numerals: Numerals) -> str:
    """스물다섯, as counted before a unit: 한, 두, not 하나, 둘; numbers from 100 on like `in_words`."""
    words = {value: word for word, value in numerals.native.items() if not word.isascii()}
    ten, one = divmod(int(number), 10)
    if number % 1 or not 0 < number < 100:
        return in_words(number, numerals)
    if one == 0 and ten == 2:
        return next(
            word for word, value in reversed(numerals.native.items()) if value == 20 and not word.isascii()
        )
    return f"{words[ten * 10] if ten else ''}{words[one] if one else ''}"


def _groups(number: Decimal, numerals: Numerals, *, digits: bool) -> Iterator[str]:
    ones = {value: word for word, value in reversed(numerals.digits.items())}
    rest = int(number)
    if rest >= 10 * max(numerals.times.values()) or (rest == 0):
        yield str(rest)
        return
    for word, times in sorted(numerals.times.items(), key=lambda each: -each[1]):
        count, rest = divmod(rest, times)
        if not count:
            continue
        if digits and times == min(numerals.times.values()):
            rest += count * times
            break
        yield (str(count) if digits else ones[count] if count > 1 else "") + word
    if rest:
        yield str(rest) if digits else ones[rest]


WRITINGS: tuple[Writing, ...] = (plain, commas, in_words, mixed)


def hangul_units(table: Conversion) -> dict[Decimal, tuple[str, ...]]:
    """The table's units in Hangul (or its counters, worth one) by what they are worth, the largest first."""
    found: dict[Decimal, tuple[str, ...]] = {}
    for word, factor in table.units.items():
        if not word.isascii() and all("가" <= char <= "힣" for char in word):
            found[factor] = (*found.get(factor, ()), word)
    if not found and table.counters:
        found[Decimal(1)] = table.counters
    return dict(sorted(found.items(), reverse=True))


def fitting(table: Conversion) -> list[Decimal]:
    """Numbers that the table accepts, in its unit: round ones of every size, or each of a narrow range."""
    span, units = table.accepts, hangul_units(table)
    if not units:
        return []
    low = max(1, int(span.low) if span and span.low is not None else 1)
    high = int(span.high) if span and span.high is not None else _COUNTED if table.counters else _COMMON
    if high < 2 * low:
        return [Decimal(year) for year in range(*_YEARS)]
    found = {Decimal(lead) * 10**size for lead in _LEADS for size in range(8)}
    return sorted(value for value in found if low <= value <= high)


def parts_of(table: Conversion, value: Decimal) -> list[tuple[Decimal, tuple[str, ...]]]:
    """The value in falling units: (9, 억), (5000, 만)."""
    found: list[tuple[Decimal, tuple[str, ...]]] = []
    for factor, words in hangul_units(table).items():
        count = value // factor
        if count and factor >= 1:
            found.append((count, words))
            value -= count * factor
    return found


@st.composite
def written(
    draw: st.DrawFn, table: Conversion, value: Decimal, numerals: Numerals, writing: Writing
) -> tuple[str, ...]:
    """The value with falling units, its numbers spelt by `writing`: (9, 억, 5000, 만)."""
    pieces: list[str] = []
    for count, words in parts_of(table, value):
        pieces += [writing(count, numerals), draw(st.sampled_from(words))]
    return tuple(pieces)


def flat(table: Conversion, value: Decimal) -> list[str]:
    """The value in each unit alone, where few digits say it: 9.5억, 95,000만, 950,000,000원."""
    found: list[str] = []
    for factor, words in hangul_units(table).items():
        count = value / factor
        if count >= Decimal("0.1") and count * 100 == int(count * 100) and count < 10**13:
            found += [f"{count.normalize():,f}{word}" for word in words]
    return found


def tailed(table: Conversion, value: Decimal) -> list[str]:
    """The value with its last digits behind a unit that tells what they count: 9억5, 9억 500."""
    found: list[str] = []
    units = {word: factor for factor, words in hangul_units(table).items() for word in words}
    for word, tail in table.tail.items():
        count, rest = divmod(value, units[word])
        if not count or not rest:
            continue
        if not rest % tail.one_digit and rest / tail.one_digit < 10:
            found.append(f"{count}{word}{rest / tail.one_digit:f}")
        if rest >= 10 * tail.more_digits:
            found.append(f"{count}{word} {rest / tail.more_digits:f}")
    return found
