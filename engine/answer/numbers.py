"""Values in words: money, lengths, areas, years and counts, as the labels of a language spell them.

Money is exact. What 억 or billion count stands in the conversion tables, where the same words are read.
"""

import re
from dataclasses import dataclass
from decimal import Decimal

from engine.answer.labels import Labels
from engine.catalog.fields import fields
from engine.config.catalog import Catalog, FieldSpec
from engine.config.revision import Revision

METRES_IN_KM = 1000


@dataclass(frozen=True, slots=True)
class Wording:
    """How one revision's values read in one language."""

    revision: Revision
    labels: Labels

    def value(self, value: float, *names: str, spec: FieldSpec | None = None) -> str:
        """A value by the first `as_NAME` of `names`, else by its field's type, else with its field's unit."""
        kind = self.kind(spec)
        if kind == "money":
            return self.money(value, self.unit(spec))
        if kind == "metres":
            return self.metres(value)
        if kind == "ratio":
            return self.percent(value)
        return self.with_unit(number(value, spec), *names, spec=spec)

    def with_unit(self, digits: str, *names: str, spec: FieldSpec | None = None) -> str:
        """Digits (or a range of them) with the words that `value` would give them."""
        labels = [f"as_{name}" for name in (*names, self.kind(spec)) if name]
        return self.labels.find(*labels, n=digits) or digits + self.unit(spec)

    def kind(self, spec: FieldSpec | None) -> str:
        """The type of a field; a `first_of` has that of its first part, "" without a field."""
        return (self._first(spec).type or "") if spec else ""

    def unit(self, spec: FieldSpec | None) -> str:
        """The unit a field counts in, "" for none."""
        return (self._first(spec).unit or "") if spec else ""

    def metres(self, value: float) -> str:
        """Whole metres below a kilometre, else kilometres with one decimal."""
        told = told_metres(value)
        if told < METRES_IN_KM:
            return self.labels.of("as_metres", n=f"{told:.0f}")
        return self.labels.of("as_kilometres", n=number(told / METRES_IN_KM))

    def percent(self, share: float) -> str:
        """A ratio as whole per cent, rounded down so that 100 means all."""
        return f"{int(share * 100 + 1e-9)}%"

    def money(self, amount: float, unit: str) -> str:
        """An amount in `unit`, exactly: in several units of falling size, or as decimals of one."""
        left = Decimal(str(amount))
        base = self.labels.of("money_base")
        sizes = self._sizes(unit)
        if (words := self.labels.find("money_mixed")) is not None and sizes:
            return self.labels.of("money", n=_mixed(left, words.split(), sizes, base))
        if (words := self.labels.find("money_decimal")) is not None and sizes:
            return self.labels.of("money", n=_decimal(left, words.split(), sizes, base))
        return f"{number(amount)}{unit}"

    def names_money(self, text: str, spec: FieldSpec | None) -> bool:
        """Whether a figure of the text has a word behind it that counts money of that field."""
        units = "|".join(re.escape(word.casefold()) for word in self._sizes(self.unit(spec)))
        return bool(units) and re.search(rf"[0-9]\s*(?:{units})", text.casefold()) is not None

    def _first(self, spec: FieldSpec) -> FieldSpec:
        if not spec.first_of:
            return spec
        siblings = [i.fields for i in self.revision.catalog.items.values()] + [self.revision.catalog.fields]
        return next((group[spec.first_of[0]] for group in siblings if spec.first_of[0] in group), spec)

    def _sizes(self, unit: str) -> dict[str, Decimal]:
        """What each money word counts in `unit`, from the conversions that read it."""
        return {
            word: Decimal(str(size))
            for table in self.revision.conversions.values()
            if table.unit == unit
            for word, size in table.units.items()
        }


def number(value: float, spec: FieldSpec | None = None) -> str:
    """Digits with thousands separated, years without; two decimals at most, one for a computed value."""
    if spec is not None and spec.type == "year":
        return str(round(value))
    return f"{rounded(value, spec):,.2f}".rstrip("0").rstrip(".")


def rounded(value: float, spec: FieldSpec | None = None) -> float:
    """A value as its digits tell it; metres as `told_metres`."""
    if spec is not None and spec.type == "metres":
        return told_metres(value)
    if spec is not None and spec.type == "year":
        return round(value)
    return round(value, 1 if spec is not None and spec.source is not None else 2)


def told_metres(value: float) -> float:
    """Metres as they are told: whole below a kilometre, else to the tenth of one."""
    whole = round(value)
    return whole if whole < METRES_IN_KM else round(value / METRES_IN_KM, 1) * METRES_IN_KM


def field_spec(path: str | None, catalog: Catalog) -> FieldSpec | None:
    """The field at a path such as "floor_plans.area", None for none or "nothing"."""
    field = fields(catalog).get(path or "")
    return field.spec if field else None


def _mixed(left: Decimal, words: list[str], sizes: dict[str, Decimal], base: str) -> str:
    parts: list[str] = []
    for word in words:
        count, left = divmod(left, sizes.get(word, Decimal(1)))
        if count:
            parts.append(f"{count:,}{word}")
    if left and base in sizes:
        parts.append(f"{(left / sizes[base]).normalize():,f}")
    return " ".join(parts) or "0"


def _decimal(amount: Decimal, words: list[str], sizes: dict[str, Decimal], base: str) -> str:
    for word in words:
        size = sizes.get(word)
        if size is not None and abs(amount) >= size:
            return f"{(amount / size).normalize():,f} {word}"
    return f"{(amount / sizes.get(base, Decimal(1))).normalize():,f}" if amount else "0"
