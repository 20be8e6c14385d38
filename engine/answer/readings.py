"""Phrases with two readings: which one was searched, and what else the customer may have meant."""

from collections.abc import Mapping

from engine.answer.conditions import Conditions
from engine.answer.facts import AnswerFacts, Reading
from engine.answer.reasons import Teller
from engine.answer.view import ReadingView
from engine.catalog.wants import want_parameters

Params = Mapping[str, object]


def readings_of(facts: AnswerFacts, teller: Teller) -> tuple[ReadingView, ...]:
    """Each disputed phrase that a search went by, once, where its other reading asks for something else.

    Nothing is told of alternatives, whose phrases stand for each other, nor of a reading that differs by one
    unit at the end of a bound: under 6억 and up to 6억.
    """
    searched = [s.params for s in facts.searches if s.result is not None and not s.alternatives]
    told = (_told(each, params, teller) for each in facts.readings for params in searched)
    return tuple(dict.fromkeys(view for view in told if view is not None))


def _told(reading: Reading, searched: Params, teller: Teller) -> ReadingView | None:
    conditions = Conditions(teller.wording)
    for want, spec in teller.catalog.wants.items():
        names = {*want_parameters(spec)} & reading.params.keys()
        taken = conditions.span(want, reading.params) if spec.reads != "nothing" else None
        if taken is None or any(reading.params[name] != searched.get(name) for name in names):
            continue
        others = (
            conditions.span(want, other)
            for other in reading.other
            if not _is_slight(conditions.ends(want, reading.params), conditions.ends(want, other))
        )
        named = tuple(dict.fromkeys(text for text in others if text and text != taken))
        return ReadingView(said=reading.said, taken=taken, others=named) if named else None
    return None


def _is_slight(one: tuple[float | None, float | None], other: tuple[float | None, float | None]) -> bool:
    """Whether two ranges differ by less than one unit, or are bounds that differ by one."""
    gaps: list[float] = []
    for end, moved in zip(one, other, strict=True):
        if (end is None) != (moved is None):
            return False
        gaps.append(abs(end - moved) if end is not None and moved is not None else 0.0)
    return max(gaps) < 1 or (None in one and max(gaps) == 1)
