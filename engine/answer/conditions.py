"""What was asked, in words: a want's parameters as the customer would say them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, cast

from engine.answer.labels import Labels
from engine.answer.numbers import METRES_IN_KM, Wording, field_spec, number
from engine.config.base import read_quantity
from engine.config.catalog import FieldSpec, WantSpec
from engine.prompt.text import fold, plain

_ALWAYS_WHOLE = ("money", "metres")
"""Types whose two ends are both spelt out in a range."""
_ROUND = 100
"""An amount of money that many times its unit is round: an end one unit beside it stands for that amount,
left out (69,999 for under 70,000)."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """Wants of one revision, worded in one language."""

    wording: Wording

    @property
    def labels(self) -> Labels:
        """The words."""
        return self.wording.labels

    def asked(
        self,
        params: Mapping[str, object],
        alternatives: tuple[Mapping[str, object], ...],
        said: Mapping[str, str],
    ) -> tuple[str, ...]:
        """Every condition that the parameters set and homes were compared with, in the catalog's order;
        alternatives as one. What another condition's words contain is not repeated."""
        varying = {name for each in alternatives for name in each}
        common = {name: value for name, value in params.items() if name not in varying}
        wants = self.wording.revision.catalog.wants
        parts = [self.say(want, common, said) for want, spec in wants.items() if spec.reads != "nothing"]
        sets = [self.labels.listed(self.asked(each, (), {})) for each in alternatives]
        either = self.labels.of("or").join(text for text in sets if text)
        told = [text for text in (*parts, either) if text]
        return tuple(text for text in told if not any(text in other for other in told if other != text))

    def say(self, want: str, params: Mapping[str, object], said: Mapping[str, str]) -> str | None:
        """One condition, the customer's own words first where their figures differ; None when not asked."""
        words, own = self.words(want, params), self._own(want, params, said)
        if words is None or not own:
            return words
        if self._is_full(own, want, params):
            return plain(own)
        return self.labels.of("explained", said=plain(own), words=words)

    def name(self, want: str, params: Mapping[str, object], said: Mapping[str, str]) -> str | None:
        """One condition in short: the customer's own words alone where they have any; None when not asked."""
        return plain(self._own(want, params, said)) or self.words(want, params)

    def _own(self, want: str, params: Mapping[str, object], said: Mapping[str, str]) -> str:
        """The customer's own words for a condition; "" where it is clearer in full: for a bare figure, money
        without its unit, and a phrase about several things."""
        own = fold(said.get(want, ""), 40)
        in_full = not own or own[-1].isdigit() or self._is_choice(want) or self.reach(want, params)
        if in_full or self.words(want, params) is None:
            return ""
        spec = self._field(want, params)
        is_bare = self.wording.kind(spec) == "money" and not self.wording.names_money(own, spec)
        return "" if is_bare and self._is_full(own, want, params) else own

    def _is_full(self, own: str, want: str, params: Mapping[str, object]) -> bool:
        """Whether the customer's words name every figure of the condition, as told or as searched."""
        return _digits(own) in (
            _digits(self.words(want, params) or ""),
            _digits(self._exactly(want, params)),
        ) or self._is_named_so(own, want, params)

    def reach(self, want: str, params: Mapping[str, object]) -> Literal["around", "at_most"] | None:
        """How a bare figure was searched, None for what is no bare figure or was searched exactly."""
        spec = self.wording.revision.catalog.wants[want]
        low, high = self.ends(want, params)
        if low is None or low != high or spec.exact is None:
            return None
        return "at_most" if spec.exact == "at_most" else "around"

    def ends(self, want: str, params: Mapping[str, object]) -> tuple[float | None, float | None]:
        """The lower and the upper end that the parameters set, in their own unit."""
        spec = self.wording.revision.catalog.wants[want]
        return _number(params, spec.min), _number(params, spec.max)

    def named_ends(
        self, want: str, params: Mapping[str, object], said: Mapping[str, str]
    ) -> tuple[float | None, float | None]:
        """`ends` as the customer named them: under 1.5 billion is searched as at most one unit less."""
        low, high = self.ends(want, params)
        is_named_so = self._is_named_so(said.get(want, ""), want, params)
        if high is not None and (is_named_so or self._is_short(high + 1, want, params)):
            high += 1
        if low is not None and (is_named_so or self._is_short(low - 1, want, params)):
            low -= 1
        return low, high

    def _is_short(self, named: float, want: str, params: Mapping[str, object]) -> bool:
        """Whether an amount is so round that an end one unit beside it must have been left out."""
        is_money = self.wording.kind(self._field(want, params)) == "money"
        return is_money and named > 0 and named % _ROUND == 0

    def _is_named_so(self, own: str, want: str, params: Mapping[str, object]) -> bool:
        """Whether the customer's figure stands just beyond a range's only end: it was left out itself."""
        spec = self.wording.revision.catalog.wants[want]
        low, high = self.ends(want, params)
        digits = _digits(own)
        if not digits or (low is None) == (high is None) or digits == _digits(self._exactly(want, params)):
            return False
        moved = {spec.max: high + 1} if high is not None else {spec.min: (low or 0.0) - 1}
        named = {**params, **{name: value for name, value in moved.items() if name}}
        return digits == _digits(self._exactly(want, named))

    def words(self, want: str, params: Mapping[str, object]) -> str | None:
        """One condition as label and range, None when `params` do not set it."""
        spec = self.wording.revision.catalog.wants.get(want)
        if spec is None:
            return None
        if spec.choice is not None:
            return self._choice(want, params.get(spec.choice))
        span = self.span(want, params)
        if span is None:
            return None
        told = {"label": self._label(want, params), "range": span}
        return self.labels.either(f"condition_{want}", "condition", **told)

    def span(self, want: str, params: Mapping[str, object]) -> str | None:
        """A want's range alone: "30–39평", "15억원 이하"."""
        spec = self.wording.revision.catalog.wants[want]
        low, high = self.ends(want, params)
        if low is not None or high is not None:
            reach = self.reach(want, params)
            low = None if reach == "at_most" else low
            text = self._left_out(low, high, want, params)
            text = text or self._range(low, high, want, self._field(want, params))
            return self.labels.of("around", n=text) if reach == "around" else text
        if spec.age is not None:
            low, high = _number(params, spec.age.min), _number(params, spec.age.max)
            if low is not None or high is not None:
                return self._range(low, high, "age", None)
        return None

    def worth(self, want: str, value: float) -> str:
        """One value of what the condition compares, in the condition's own unit."""
        if self._is_radius(want):
            return self.wording.metres(value * METRES_IN_KM)
        return self.wording.value(value, want, spec=self._field(want, {}))

    def _exactly(self, want: str, params: Mapping[str, object]) -> str:
        """The range with both ends as they are searched; "" without one."""
        low, high = self.ends(want, params)
        if low is None and high is None:
            return ""
        return self._range(low, high, want, self._field(want, params))

    def _left_out(
        self, low: float | None, high: float | None, want: str, params: Mapping[str, object]
    ) -> str | None:
        """The range of money with the round amount beside an end that was left out; None when none was."""
        spec = self._field(want, params)
        if low == high:
            return None
        if high is not None and self._is_short(high + 1, want, params):
            end = self.wording.value(high + 1, want, spec=spec)
            if low is None:
                return self.labels.of("below", n=end)
            return self.labels.of("between_below", low=self.wording.value(low, want, spec=spec), high=end)
        if high is None and low is not None and self._is_short(low - 1, want, params):
            return self.labels.of("above", n=self.wording.value(low - 1, want, spec=spec))
        return None

    def default(self, want: str) -> str | None:
        """The range that counts when the customer says nothing, such as a radius of 3 km."""
        spec = self.wording.revision.catalog.wants[want]
        if spec.default is None or spec.choice is not None:
            return None
        return self._range(None, float(read_quantity(spec.default).amount), want, self._field(want, {}))

    def _is_choice(self, want: str) -> bool:
        return self.wording.revision.catalog.wants[want].choice is not None

    def _is_radius(self, want: str) -> bool:
        """Whether the want's parameter is a distance from the places; it counts kilometres."""
        spec = self.wording.revision.catalog.wants.get(want)
        return spec is not None and spec.source == "places" and spec.per_minute is None

    def _label(self, want: str, params: Mapping[str, object]) -> str:
        basis = self.wording.revision.catalog.wants[want].basis
        chosen = params.get(basis.parameter) if basis else None
        own = self.labels.find(f"want_{want}_{chosen}") if isinstance(chosen, str) else None
        return own or self.labels.want(want, self.wording.revision.catalog)

    def _field(self, want: str, params: Mapping[str, object]) -> FieldSpec | None:
        """The field whose unit the parameters have; none where they count minutes or kilometres."""
        spec = self.wording.revision.catalog.wants[want]
        if spec.source is not None:
            return None
        return field_spec(_path(spec, params), self.wording.revision.catalog)

    def _choice(self, want: str, value: object) -> str | None:
        several = isinstance(value, list | tuple)
        chosen = cast("Iterable[object]", value if several else (value,))
        words = [self.labels.find(f"{want}_{each}") or str(each) for each in chosen if each is not None]
        return self.labels.of("or").join(words) or None

    def _range(self, low: float | None, high: float | None, want: str, spec: FieldSpec | None) -> str:
        kind = self.wording.kind(spec)

        def one(value: float) -> str:
            if self._is_radius(want):
                return self.wording.metres(value * METRES_IN_KM)
            return self.wording.value(value, want, spec=spec)

        if low is not None and high is not None:
            if low == high:
                return one(low)
            if kind in _ALWAYS_WHOLE or self._is_radius(want):
                return self.labels.of("between", low=one(low), high=one(high))
            digits = self.labels.of("between", low=number(low, spec), high=number(high, spec))
            return self.wording.with_unit(digits, want, spec=spec)
        end, value = ("at_least", low) if low is not None else ("at_most", high)
        text = one(value or 0.0)
        return self.labels.find(f"{end}_{want}", f"{end}_{kind}", n=text) or self.labels.of(end, n=text)


def _path(spec: WantSpec, params: Mapping[str, object]) -> str | None:
    if spec.basis is not None:
        chosen = params.get(spec.basis.parameter)
        own = {"exclusive": spec.basis.exclusive, "supply": spec.basis.supply}.get(str(chosen))
        if own:
            return own
    return spec.reads


def _number(params: Mapping[str, object], name: str | None) -> float | None:
    value = params.get(name) if name else None
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _digits(text: str) -> list[str]:
    """The runs of digits, to see whether two phrases name the same figures."""
    return "".join(mark if mark.isdigit() else " " for mark in text if mark != ",").split()
