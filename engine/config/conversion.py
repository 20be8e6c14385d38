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
    """`대`: from the amount to just below the next of its `width`; `parts` are tenths of the band."""

    after: Words = ()
    width: Literal["last_nonzero_digit"] | int = "last_nonzero_digit"
    parts: dict[Word, Tenths] = {}


class AboutWords(StrictModel):
    """`정도`: the amount ± `spread`, a percentage or a number in the table's unit."""

    after: Words = ()
    before: Words = ()
    spread: AnyQuantity | None = None
    round: Literal["outward"] = "outward"


class ExceptWords(StrictModel):
    """`빼고`: turns the bound before it round."""

    after: Words = ()


class IgnoreWords(StrictModel):
    """Words beside which an amount is no condition; `words` hide a choice's word."""

    before: Words = ()
    after: Words = ()
    words: Words = ()


class Tail(StrictModel):
    """What digits without a unit count right after a unit: 9억5 and 9억 500."""

    one_digit: int
    more_digits: int


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
    needs: Literal["label"] | None = None
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
    ignore: IgnoreWords = IgnoreWords()
    pair: Pair | None = None
    choices: tuple[Choice, ...] = ()
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
