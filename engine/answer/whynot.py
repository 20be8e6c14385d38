"""Why a home is not among the results, in words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from engine.answer.conditions import Conditions
from engine.answer.labels import labels_of
from engine.answer.numbers import Wording
from engine.catalog.wants import want_parameters
from engine.config.pack import Locale
from engine.config.revision import Revision
from engine.search.areas import INSIDE
from engine.search.whynot import WhyNot

Params = Mapping[str, object]


def whynot_lines(told: WhyNot, name: str, revision: Revision, language: Locale) -> tuple[str, ...]:
    """The lines about a home of that name which something keeps out: the condition that it does not meet,
    what was asked and what it has, each condition in CEL that refuses it, and the smallest change."""
    return tuple(_Telling(Conditions(Wording(revision, labels_of(revision, language)))).lines(told, name))


def standing_line(name: str, rank: int | None, of: int, revision: Revision, language: Locale) -> str:
    """Where a home that meets every condition stands among the homes found."""
    labels = labels_of(revision, language)
    if rank is None:
        return labels.of("whynot_elsewhere", home=name, of=f"{of:,}")
    return labels.of("whynot_rank", home=name, rank=f"{rank:,}", of=f"{of:,}")


class _Telling:
    """One answer in one language."""

    def __init__(self, conditions: Conditions) -> None:
        self.conditions = conditions
        self.labels = conditions.labels
        self.catalog = conditions.wording.revision.catalog

    def lines(self, told: WhyNot, name: str) -> Iterator[str]:
        gate = str(told.gate)
        words = self.labels.find(f"filter_{gate}") or self.labels.want(gate, self.catalog)
        yield self.labels.of("whynot_gate", home=name, gate=words)
        want = self._want_of(told.wanted) or (gate if gate in self.catalog.wants else None)
        if told.wanted:
            yield "  " + self.labels.of("whynot_asked", words=self._params(told.wanted))
        if want is not None:
            yield "  " + self.labels.of("whynot_has", words=self._value(want, told.value))
        for each in told.refused:
            yield "  " + self.labels.of(
                "whynot_condition",
                filter=each.filter, where=f"{each.file}:{each.line}", condition=each.condition,
            )  # fmt: skip
            fields = [f"{field} {self._plain(value)}" for field, value in each.values.items()]
            has = self.labels.listed(fields)
            if has:
                yield "    " + self.labels.of("whynot_has", words=has)
        if told.change is None:
            yield "  " + self.labels.of("whynot_no_change")
        else:
            yield "  " + self.labels.of("whynot_change", words=self._params(told.change))

    def _want_of(self, params: Params) -> str | None:
        """The want that the parameters are about."""
        named = ((want, want_parameters(spec)) for want, spec in self.catalog.wants.items())
        return next((want for want, names in named if any(name in params for name in names)), None)

    def _params(self, params: Params) -> str:
        """Each want of the parameters in words; one without any value is to be left out."""
        found: list[str] = []
        for want, spec in self.catalog.wants.items():
            own = {name: params[name] for name in want_parameters(spec) if name in params}
            if own and all(value is None for value in own.values()):
                label = self.labels.want(want, self.catalog)
                found.append(self.labels.of("whynot_leave_out", label=label))
            elif own:
                found.append(self.conditions.words(want, own) or want)
        if INSIDE in params:
            inside = cast("Mapping[str, str | Sequence[str]]", params[INSIDE])
            each = [(value,) if isinstance(value, str) else value for value in inside.values()]
            place = " ".join(self.labels.of("or").join(values) for values in each)
            found.append(self.labels.of("inside", place=place))
        return self.labels.listed(found)

    def _value(self, want: str, value: object) -> str:
        choice = self.catalog.wants[want].choice
        if choice is not None and value:
            return self.conditions.words(want, {choice: value}) or str(value)
        if isinstance(value, int | float):
            return self.conditions.worth(want, float(value))
        return self.labels.of("whynot_no_value")

    def _plain(self, value: object) -> str:
        """A value as the document has it, next to the field as the condition writes it."""
        if isinstance(value, list):
            each = [self._plain(one) for one in cast("list[object]", value)]
            return self.labels.listed(list(dict.fromkeys(each))) or self.labels.of("whynot_no_value")
        if isinstance(value, bool):
            return str(value).lower()
        return self.labels.of("whynot_no_value") if value is None else str(value)
