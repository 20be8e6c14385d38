"""The words of an answer: a pack's labels in one language, and which of them the engine asks for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.config.catalog import Catalog
from engine.config.pack import Locale
from engine.config.revision import Revision
from engine.errors import ConfigError, Problem
from engine.prompt.text import fill

NEEDED: Mapping[str, tuple[str, ...]] = {
    "list": (),
    "or": (),
    "and": (),
    "between": ("low", "high"),
    "between_below": ("low", "high"),
    "at_least": ("n",),
    "at_most": ("n",),
    "above": ("n",),
    "below": ("n",),
    "condition": ("label", "range"),
    "explained": ("said", "words"),
    "around": ("n",),
    "about": ("n",),
    "money": ("n",),
    "money_base": (),
    "as_metres": ("n",),
    "as_kilometres": ("n",),
    "where_none": (),
    "where_inside": ("place",),
    "inside": ("place",),
    "where_single": ("place", "radius"),
    "where_midpoint": ("places", "radius"),
    "where_weighted": ("places", "first", "radius"),
    "from_single": ("place", "distance"),
    "from_midpoint": ("places", "distance"),
    "from_weighted": ("places", "first", "distance"),
    "price": ("deal", "amounts"),
    "price_by": ("price", "basis"),
    "price_unknown": (),
    "under_max": ("label", "gap"),
    "over_max": ("label", "gap"),
    "under_min": ("label", "gap"),
    "below_said": ("label", "gap"),
    "above_said": ("label", "gap"),
    "share": ("share",),
    "share_of_plans": ("share",),
    "bonus": ("term", "rule"),
    "no_bonus": ("term", "rule"),
    "unknown_kept": ("label",),
    "unknown_all": ("label",),
    "relaxed_widened": ("before", "after", "remaining"),
    "relaxed_dropped": ("before", "remaining"),
    "relaxed_guess_dropped": ("before", "remaining"),
    "month": ("month",),
    "months_of": ("year", "months"),
    "deals_of": ("months",),
    "not_checked": ("label",),
    "failed": ("what",),
    "degraded": (),
    "score": ("points", "possible"),
    "without": ("condition",),
    "homes": ("n",),
    "whynot_rank": ("home", "rank", "of"),
    "whynot_elsewhere": ("home", "of"),
    "whynot_gate": ("home", "gate"),
    "whynot_asked": ("words",),
    "whynot_has": ("words",),
    "whynot_no_value": (),
    "whynot_condition": ("filter", "where", "condition"),
    "whynot_change": ("words",),
    "whynot_leave_out": ("label",),
    "whynot_no_change": (),
}
"""Labels that an answer cannot do without, with the gaps that each may have."""

FAMILIES: Mapping[str, tuple[str, ...]] = {
    "as_": ("n",),
    "condition_": ("label", "range"),
    "where_single_": ("place", "radius"),
    "from_single_": ("place", "distance"),
    "price_": ("deal", "amounts"),
    "unknown_kept_": ("label",),
    "unknown_all_": ("label",),
    "month_names": (),
    "at_least_": ("n",),
    "at_most_": ("n",),
    "fact_": ("n", "age"),
    "plan_": ("n",),
    "failed_": ("what",),
    "degraded_": ("places",),
    "want_": (),
    "field_": (),
    "deal_": (),
    "basis_": (),
    "factor_": (),
    "filter_": (),
    "tool_": (),
    "money_mixed": (),
    "money_decimal": (),
}
"""Beginnings of labels that may be left out: how a value reads by its want, field or type (`as_area`), what
wants, fields, deal types, filters and tools are called, which facts of a home are told (`fact_households`),
how one want, kind of place or deal type is worded otherwise than the rest (`condition_monthly`)."""

LIES = "lies"
"""The label that tells where a home lies; its gaps are the document's text fields. It may be left out."""


ONE = "_1"
"""The end of a label's name that is its form for one of something."""


@dataclass(frozen=True, slots=True)
class Labels:
    """Words of one language. `of` needs the label, `find` gives None without it.

    For one of something (`n` is "1") a label may have a form of its own beside it, `NAME_1`.
    """

    language: Locale
    words: Mapping[str, str]

    def of(self, name: str, **values: str) -> str:
        """The label with its gaps filled. Raises ConfigError (TMPL009) where one lacks."""
        phrase = self.words.get(f"{name}{ONE}" if values.get("n") == "1" else name, self.words.get(name))
        if phrase is None:
            raise ConfigError(_missing(name, self.language))
        try:
            return fill(phrase, values)
        except KeyError as error:
            raise ConfigError(_bad_gap(name, self.language, str(error.args[0]), values)) from error

    def find(self, *names: str, **values: str) -> str | None:
        """The first of these labels that exists, filled."""
        return next((self.of(name, **values) for name in names if name in self.words), None)

    def either(self, own: str, usual: str, **values: str) -> str:
        """The label `own` where it exists, else `usual`, filled. Raises ConfigError (TMPL009) without."""
        return self.of(own if own in self.words else usual, **values)

    def family(self, prefix: str) -> Iterator[str]:
        """The rest of every label's name that begins so, in the order they were written."""
        found = (name for name in self.words if name.startswith(prefix))
        return (name.removeprefix(prefix) for name in found if not name.endswith(ONE))

    def listed(self, parts: Iterable[str]) -> str:
        """The parts as one phrase."""
        return self.of("list").join(parts)

    def together(self, parts: Sequence[str]) -> str:
        """The parts as one phrase, the last joined by the word for and."""
        first = [self.listed(parts[:-1])] if len(parts) > 1 else []
        return self.of("and").join((*first, *parts[-1:]))

    def want(self, name: str, catalog: Catalog) -> str:
        """What a condition is called: by the catalog, else by `want_NAME`, else its name."""
        spec = catalog.wants.get(name)
        own = spec.label.get(self.language) if spec else None
        return own or self.find(f"want_{name}") or name

    def field(self, name: str, catalog: Catalog) -> str | None:
        """What a field of the document is called, or None when customers are not told of it."""
        spec = catalog.fields.get(name)
        own = spec.label.get(self.language) if spec else None
        return own or self.find(f"field_{name}")


def labels_of(revision: Revision, language: Locale) -> Labels:
    """The revision's words in that language."""
    return Labels(language, revision.templates.labels.get(language, {}) if revision.templates else {})


def _missing(name: str, language: Locale) -> Problem:
    return Problem(
        code="TMPL009",
        message=f"the label {name} is missing in {language}",
        file="prompt_templates/prompts.yaml",
        path=f"/labels/{language}/{name}",
        hint=f"{name}: ...",
    )


def _bad_gap(name: str, language: Locale, gap: str, values: Iterable[str]) -> Problem:
    return Problem(
        code="TMPL009",
        message=f"the label {name} has a gap {{{gap}}} that nothing fills",
        file="prompt_templates/prompts.yaml",
        path=f"/labels/{language}/{name}",
        hint=f"it may use {', '.join(sorted(values)) or 'none'}",
    )
