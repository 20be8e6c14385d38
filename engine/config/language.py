"""The language: how people write numbers and sentences, whatever the number is about."""

from typing import Annotated, Literal

from pydantic import Field

from engine.config.base import StrictModel, Word, Words

TwoNumbers = Annotated[tuple[int, ...], Field(min_length=2, max_length=2)]


class Numerals(StrictModel):
    """Number words: digits (일), times (십), native counters (하나), pairs that are ranges (서너) and the
    point (점)."""

    digits: dict[Word, int] = {}
    times: dict[Word, int] = {}
    native: dict[Word, int] = {}
    pairs: dict[Word, TwoNumbers] = {}
    point: Words = ()


class Language(StrictModel):
    """`rules/language.yaml`."""

    kind: Literal["language"]
    numerals: Numerals = Numerals()
    same: dict[Word, Words] = {}
    particles: Words = ()
    clause_ends: Words = ()
    masks: Words = ()
