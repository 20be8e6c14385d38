"""What converting a text gives: parameters, and for each of them the words they came from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Params = Mapping[str, object]
"""camelCase → int, float, a choice or a list of choices; None is an open end, an absent key is unset."""

Why = Literal[
    "masked",  # a mask or the name of a place covers it: 3번 출구
    "ignored",  # words beside it make it no condition of the home: 대출 2억, 30평 아니어도 돼
    "no_table",  # a number that no unit and no label gives a meaning
    "refused",  # a table reads it, but the value is outside what that table accepts
    "unknown_word",  # letters that no table knows stand right behind it: 이억만리
    "cue",  # said of somebody's present home: 지금은 15평에 살고
    "corrected",  # taken back: the A of "A 말고 B"
    "excluded",  # shut out in a way that no range can say: 30평 빼고
    "bare",  # the table wants a word beside its amounts: 2026년
    "overruled",  # an exact amount beside a bound
    "contradicts",  # bounds with nothing between them: 10억 이상 5억 이하
    "no_day",  # counts from today, and no day was given
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What one rule read. `start` and `end` are code points of the text given, and `text` is what stands
    there. `other` are the parameters of each other reading that the rules know, () for a clear phrase."""

    rule: str
    text: str
    start: int
    end: int
    params: Params
    other: tuple[Params, ...] = ()


def _no_params() -> Params:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """Something that looked like a condition and was not used. `params` are what it says by itself, where
    another phrase of the text kept it out (overruled, contradicts)."""

    text: str
    start: int
    end: int
    why: Why
    params: Params = field(default_factory=_no_params)


@dataclass(frozen=True, slots=True, kw_only=True)
class CueSpan:
    """A stretch in which nothing is a wish, places included; with `refused` it names what is unwished."""

    name: str
    start: int
    end: int
    refused: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseholdHint:
    """Who will live there. `assumes` holds only when neither size nor rooms were said: the planner
    decides."""

    name: str
    assumes: Params
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WishSpan:
    """A wish that no parameter can hold."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion:
    """Everything read from one text. `alternatives` are sets of wants of which one must hold; `params` is
    their hull and everything else that was said."""

    params: Params
    alternatives: tuple[Params, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    unread: tuple[Unread, ...] = ()
    cues: tuple[CueSpan, ...] = ()
    households: tuple[HouseholdHint, ...] = ()
    wishes: tuple[WishSpan, ...] = ()


def conversion_json(conversion: Conversion) -> dict[str, object]:
    """The output of `rulewright convert --json`."""
    return {
        "params": dict(conversion.params),
        "alternatives": [dict(each) for each in conversion.alternatives],
        "evidence": [
            {
                "rule": e.rule,
                "text": e.text,
                "start": e.start,
                "end": e.end,
                "params": dict(e.params),
                "other": [dict(each) for each in e.other],
            }
            for e in conversion.evidence
        ],
        "unread": [{"text": u.text, "start": u.start, "end": u.end, "why": u.why} for u in conversion.unread],
        "cues": [{"name": c.name, "start": c.start, "end": c.end} for c in conversion.cues],
        "households": [
            {"name": h.name, "text": h.text, "start": h.start, "end": h.end} for h in conversion.households
        ],
        "wishes": [{"text": w.text, "start": w.start, "end": w.end} for w in conversion.wishes],
    }
