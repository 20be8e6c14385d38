"""Conversions: a table from words to a parameter range."""

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from engine.config.base import AnyQuantity, Exact, Name, Range, StrictModel, Word, Words

Tenths = Annotated[tuple[int, ...], Field(min_length=2, max_length=2)]


class AroundWords(StrictModel):
    """Words that stand behind or before an amount."""

    after: Words = ()
    before: Words = ()


class JoinWords(StrictModel):
    """Words that stand between two amounts."""

    join: Words = ()


class InsteadWords(StrictModel):
    """`join`: of A 말고 B only B counts; `after`: B로 바꿔 takes the place of what stands before it."""

    join: Words = ()
    after: Words = ()


class BandWords(StrictModel):
    """`대`: from the amount to just below the next of its `width`; `parts` are tenths of the band by the
    words behind the amount, `parts_before` by those before it (early 2010s)."""

    after: Words = ()
    width: Literal["last_nonzero_digit"] | int = "last_nonzero_digit"
    parts: dict[Word, Tenths] = {}
    parts_before: dict[Word, Tenths] = {}


class AboutWords(StrictModel):
    """`정도`: the amount ± `spread`, a percentage or a number in the table's unit."""

    after: Words = ()
    before: Words = ()
    spread: AnyQuantity | None = None
    round: Literal["outward"] = "outward"


class SaidBehind(StrictModel):
    """Words behind a condition: what is `too_much` or `too_little` turns a lower or an upper bound alone (7억
    이상은 무리), and a mere amount stays; what is `relaxed` (아니어도 돼) is no condition."""

    after: Words = ()


class ExceptWords(StrictModel):
    """Words that turn a bound round: behind it (6억 초과 빼고) or before it (not the first floor)."""

    after: Words = ()
    before: Words = ()


class IgnoreWords(StrictModel):
    """Words beside which an amount is no condition; `words` hide a choice's word."""

    before: Words = ()
    after: Words = ()
    words: Words = ()


class Tail(StrictModel):
    """What digits without a unit count right after a unit: 9억5 and 9억 500."""

    one_digit: int
    more_digits: int


class SecondBand(StrictModel):
    """Another reading of a band: the one of `width` (a share of the band's own, or a number in the table's
    unit) that the amount lies in, for the numbers `of` as they are said; other tenths for `parts`."""

    of: Literal["every"] | tuple[Exact, ...] = "every"
    width: AnyQuantity | None = None
    parts: dict[Word, Tenths] = {}


class SecondTail(StrictModel):
    """What digits without a unit count right after a unit in another reading: 9억5 = 9억 5만, 9억 50 = 9억
    5천."""

    one_digit: int | None = None
    two_digits: int | None = None


class Second(StrictModel):
    """What else people mean by a table's words: its own keys with the value of the other reading.

    The words under a class belong to another class by the table and may be of this one. `bounded` classes
    count beside a bound when they should not, and the other way round; `between: plain` takes the band word
    off a range's upper end, `pair: last` gives the words behind a pair to its last amount alone."""

    band: SecondBand = SecondBand()
    tail: dict[Word, SecondTail] = {}
    at_most: Words = ()
    below: Words = ()
    at_least: Words = ()
    above: Words = ()
    bounded: tuple[Literal["band", "about"], ...] = ()
    between: Literal["plain"] | None = None
    bare: Literal["at_most"] | None = None
    whole: Literal["down", "up", "outward"] | None = None
    pair: Literal["last"] | None = None


class Into(StrictModel):
    """The parameters that a table fills."""

    min: Name | None = None
    max: Name | None = None
    choice: Name | None = None


class Choice(StrictModel):
    """A value of a choice and the words for it."""

    value: Word | tuple[Word, ...]
    words: Words


class TwoDigits(StrictModel):
    """A number below 100 before one of these words is a year of the given hundred years."""

    before: Words
    into: Range


class Pair(StrictModel):
    """Two amounts in one breath: 1000/50."""

    first: Name
    second: Name
    join: Words
    labelled: Literal["wins", "never"] = "wins"
    first_at_least: int | None = None
    second_at_most: int | None = None


class Conversion(StrictModel):
    """`rules/conversions/*.yaml`: a table of amounts (`into` min/max), of choices, of pairs, or words to
    extend."""

    kind: Literal["conversion"]
    name: Name
    extends: Name | None = None
    into: Into | None = None
    unit: Word | None = None
    units: dict[Word, Exact] = {}
    tail: dict[Word, Tail] = {}
    numerals: dict[Word, int] = {}
    labels: Words = ()
    counters: Words = ()
    unitless: Literal["never", "labelled"] = "never"
    round_before_label: Exact | None = None
    known: tuple[Exact, ...] = ()
    needs: Literal["label"] | None = None
    place_labels: bool = False
    default: bool = False
    accepts: Range | None = None
    two_digits: TwoDigits | None = None
    elided_tens: bool = False
    lowest: int | None = None
    whole: Literal["down", "up"] | None = None
    step: Exact | None = None
    bare: Literal["exact", "at_most", "ignore"] = "exact"
    bare_labelled: Literal["exact", "at_most", "ignore"] | None = None
    sets: dict[Name, Any] = {}
    of_choice: dict[Word, Name] = {}
    with_words: Annotated[dict[Name, dict[Word, Words]], Field(alias="with")] = {}
    band: BandWords = BandWords()
    about: AboutWords = AboutWords()
    plus_minus: JoinWords = JoinWords()
    exact: AroundWords = AroundWords()
    at_most: AroundWords = AroundWords()
    below: AroundWords = AroundWords()
    at_least: AroundWords = AroundWords()
    above: AroundWords = AroundWords()
    between: JoinWords = JoinWords()
    either: JoinWords = JoinWords()
    instead: InsteadWords = InsteadWords()
    except_: Annotated[ExceptWords, Field(alias="except")] = ExceptWords()
    too_much: SaidBehind = SaidBehind()
    too_little: SaidBehind = SaidBehind()
    ignore: IgnoreWords = IgnoreWords()
    relaxed: AroundWords = AroundWords()
    pair: Pair | None = None
    choices: tuple[Choice, ...] = ()
    second: Second = Second()
    examples: dict[Word, Any] = {}

    @model_validator(mode="after")
    def _one_form(self) -> "Conversion":
        forms = [
            self.pair is not None,
            bool(self.choices),
            self.into is not None and self.into.choice is None,
        ]
        if sum(forms) > 1:
            raise PydanticCustomError("conversion_form", "mixes two forms: write amounts, choices or a pair")
        if self.choices and (self.into is None or self.into.choice is None):
            raise PydanticCustomError("conversion_form", "has choices and needs into: {choice: PARAMETER}")
        if (
            self.into is not None
            and self.into.choice is None
            and not (self.units or self.unitless == "labelled")
        ):
            raise PydanticCustomError("conversion_form", "fills a range and needs units")
        return self
