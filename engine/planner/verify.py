"""A planner's numbers against the rules' own reading of the customer's words: what differs is repaired, told
or refused, as the pack says."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache

from engine.config.revision import Revision
from engine.convert import convert
from engine.plan.frozen import as_items, as_mapping
from engine.plan.model import Plan, Step
from engine.planner.apart import Apart, about_differing, places_of, read_apart
from engine.planner.compiled import rules_of
from engine.planner.planned import Notice, Params, Planned
from engine.planner.steps import search_params

_ALTERNATIVES, _ASSUMED = "alternatives", "assumed"
_NOT_THE_WISH = frozenset({"cue", "ignored", "corrected", "excluded"})
"""Why the rules left an amount out: the sentence says it of something else than the wished home."""
_NINES = re.compile("999+")
"""So many nines and nothing else are an open end, where the customer said no such amount."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """The plan as it may run. `repaired` names each condition that was set right, `flagged` each that only
    one of the two read, or that differs and was left; `rejected` says why it may not run, "" when it may."""

    plan: Plan
    repaired: tuple[Notice, ...] = ()
    flagged: tuple[Notice, ...] = ()
    rejected: str = ""


def verify(plan: Plan, ruled: Planned, revision: Revision, *, today: date) -> Verified:
    """`plan`, sanitized, its searches held against those of `ruled`, the rules' plan for the same sentence.

    A condition that both read and read otherwise is a mismatch, and so is an amount that the sentence says of
    another home; what only one of them read is kept and flagged. A search around one of several places is
    held against what is said of that place; where nobody can tell of which place it is said, what one of the
    phrases says stays and is flagged. Pure; verifying twice changes nothing.
    """
    policy = revision.plan_policy.on_mismatch
    elsewhere = cache(lambda: tuple(_elsewhere(ruled, revision, today)))
    apart = read_apart(ruled, rules_of(revision).kinds.family)
    around = {step.id: places_of(step, plan, ruled.places) for step in plan.steps}
    repaired: list[Notice] = []
    flagged = [*_unsearched(plan, ruled, revision)]
    steps: list[Step] = []
    for step in plan.steps:
        if not _is_search(step, revision):
            steps.append(step)
            continue
        group = places_of(step, plan, ruled.used.places)
        held = _Held(
            ours=search_params(ruled.used, ruled.assumed, revision.tools[step.name], group),
            is_own=group in ruled.used.searches,
            told=bool(ruled.used.alternatives or ruled.used.own),
            apart=apart,
            around=around[step.id],
            others=frozenset(n for name, found in around.items() if name != step.id for n in found),
            places=len(ruled.places),
            elsewhere=elsewhere,
        )
        changes = _moved([*_changes(step.params, held, revision)], revision)
        wrong = [change for change in changes if change.is_mismatch]
        if wrong and policy == "reject":
            return Verified(plan=plan, rejected="; ".join(change.said(step) for change in wrong))
        kept = [change for change in changes if policy == "repair" or not change.is_mismatch]
        for change in changes:
            notices = repaired if change.is_mismatch and policy == "repair" else flagged
            notices.append(Notice(kind=change.kind, detail=change.said(step)))
        steps.append(replace(step, params=_changed(step.params, kept)))
    return Verified(plan=replace(plan, steps=tuple(steps)), repaired=tuple(repaired), flagged=tuple(flagged))


def _is_search(step: Step, revision: Revision) -> bool:
    """Whether the step asks for homes by what a customer wants."""
    tool = revision.tools.get(step.name)
    return tool is not None and any(spec.type == "wants" for spec in tool.parameters.values())


def _unsearched(plan: Plan, ruled: Planned, revision: Revision) -> Iterator[Notice]:
    """That the planner searches nothing where the rules search by conditions of the sentence."""
    searched, ours = (any(_is_search(step, revision) for step in each.steps) for each in (plan, ruled.plan))
    if ours and ruled.params and not searched:
        detail = f"{plan.intent}, and the rules read {ruled.plan.intent} by {', '.join(ruled.params)}"
        yield Notice(kind="no_search", detail=detail)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Change:
    """One condition: what the planner wrote and what it becomes. Kinds: `conversion` (both read it, and not
    alike), `open_end` (a number that stands for none), `other_home`, `rules_only`, `planner_only`,
    `which_place` (said of one of several places, nobody can tell of which)."""

    kind: str
    before: Params
    after: Params

    @property
    def is_mismatch(self) -> bool:
        """Whether the planner wrote something that the sentence does not say."""
        return self.kind in ("conversion", "open_end", "other_home")

    def said(self, step: Step) -> str:
        """The change in one clause, with numbers and names of parameters alone."""
        return f"step {step.id}: {_listed(self.before)} → {_listed(self.after)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """What one search is held against: `ours` is what a search of the rules around its places asks (`is_own`:
    they have one around just these), `apart` what is said of single places, `told` whether the sentence has
    alternatives. The search is `around` some of so many `places`, the plan's other searches are around
    `others`. `elsewhere` are amounts that are said of something else."""

    ours: Params
    is_own: bool
    told: bool
    apart: Apart
    around: tuple[int, ...]
    others: frozenset[int]
    places: int
    elsewhere: Callable[[], Sequence[Params]]

    def own(self, about: str) -> Params | None:
        """What is said about it of the place of the search alone, if the rules have no search around it."""
        return None if self.is_own else self.apart.of(about, self.around)

    def may_stay(self, before: Params, about: str) -> bool:
        """Whether what the planner wrote may be right, though all places together are asked something else:
        one of the phrases says so, or the only phrase stands beside the place of another search."""
        if not 0 < len({*self.around}) < self.places:
            return False
        if not before:
            one = self.apart.beside.get(about)
            return one in self.others and one not in self.around
        return any(_plain(before) == _plain(each) for each in self.apart.unclear.get(about, ()))

    def sets(self, family: Callable[[str], str]) -> object:
        """The alternatives that the search may ask: none of what is said of its place alone."""
        sets = self.ours.get(_ALTERNATIVES)
        about = about_differing([as_mapping(each) or {} for each in as_items(sets) or ()], family)
        return None if about and all(self.own(each) is not None for each in about) else sets


def _changes(written: Params, held: _Held, revision: Revision) -> Iterator[_Change]:
    """What is to change in the conditions of one search, condition by condition."""
    family = rules_of(revision).kinds.family
    known = rules_of(revision).kinds.want_of
    theirs = {name: value for name, value in written.items() if name in known}
    rules = {name: value for name, value in held.ours.items() if name in known}
    for about in dict.fromkeys(map(family, (*rules, *theirs))):
        before = {name: value for name, value in theirs.items() if family(name) == about}
        after = {name: value for name, value in rules.items() if family(name) == about}
        own = held.own(about)
        change = _change(before, after if own is None else own, held.elsewhere)
        if change is not None and held.may_stay(before, about):
            change = _Change(kind="which_place", before=before, after=before)
        if change is not None:
            yield change
    yield from _of_sets(written.get(_ALTERNATIVES), held, family)
    guessed = list(as_items(held.ours.get(_ASSUMED)) or ())
    if guessed and guessed != written.get(_ASSUMED):
        yield _Change(kind="rules_only", before={}, after={_ASSUMED: guessed})


def _of_sets(written: object, held: _Held, family: Callable[[str], str]) -> Iterator[_Change]:
    """What is to change in the alternatives."""
    before, after = {_ALTERNATIVES: written}, {_ALTERNATIVES: held.sets(family)}
    if _plain(before) == _plain(after):
        return
    kind = "conversion" if held.told else "planner_only"
    yield _Change(kind=kind, before=before, after=after if held.told else before)


def _moved(changes: Sequence[_Change], revision: Revision) -> list[_Change]:
    """The changes, an amount that the planner put under another parameter than the rules (보증금 for the
    price of a 전세) as one mismatch."""
    lacking = [change for change in changes if change.kind in ("rules_only", "conversion")]
    moved: list[_Change] = []
    gone: set[int] = set()
    for change in changes:
        for each in lacking if change.kind == "planner_only" else ():
            if id(each) not in gone and _is_lacking(change.before, each, revision):
                before = {**each.before, **change.before}
                moved.append(_Change(kind="conversion", before=before, after=each.after))
                gone |= {id(each), id(change)}
                break
    return [*(change for change in changes if id(change) not in gone), *moved]


def _is_lacking(written: Params, change: _Change, revision: Revision) -> bool:
    """Whether a condition holds just the numbers that another one lacks, or minutes on foot as the metres
    that they are."""
    wants, known = revision.catalog.wants, rules_of(revision).kinds.want_of

    def numbers(params: Params, *, in_metres: bool) -> set[float]:
        return {
            value * ((in_metres and name in known and wants[known[name]].per_minute) or 1)
            for name, value in params.items()
            if isinstance(value, int | float) and not isinstance(value, bool)
        }

    for each in (False, True):
        lacking = numbers(change.after, in_metres=each) - numbers(change.before, in_metres=each)
        if lacking and numbers(written, in_metres=each) == lacking:
            return True
    return False


def _change(before: Params, after: Params, elsewhere: Callable[[], Sequence[Params]]) -> _Change | None:
    if _plain(before) == _plain(after):
        return None
    if not before:
        return _Change(kind="rules_only", before=before, after=after)
    opened = {name: value for name, value in before.items() if not _is_open(value)}
    if _plain(opened) == _plain(after):
        return _Change(kind="open_end", before=before, after=after)
    if after:
        return _Change(kind="conversion", before=before, after=after)
    if opened and any(_plain(opened).items() <= _plain(other).items() for other in elsewhere()):
        return _Change(kind="other_home", before=before, after={})
    if opened != before:
        return _Change(kind="open_end", before=before, after=opened)
    return _Change(kind="planner_only", before=before, after=before)


def _changed(params: Params, changes: Sequence[_Change]) -> dict[str, object]:
    """The parameters after these changes; a guess that is not there any more is no guess."""
    found = dict(params)
    for change in changes:
        for name in change.before:
            found.pop(name, None)
        found |= {name: value for name, value in change.after.items() if value is not None}
    guessed = [name for name in as_items(found.get(_ASSUMED)) or () if name in found]
    found.pop(_ASSUMED, None)
    return {**found, _ASSUMED: guessed} if guessed else found


def _elsewhere(ruled: Planned, revision: Revision, today: date) -> Iterator[Params]:
    """What the amounts would ask that the sentence says of something else than the wished home."""
    unread = ruled.conversion.unread if ruled.conversion is not None else ()
    for each in unread:
        if each.why in _NOT_THE_WISH:
            words = each.text.split()
            for start in range(len(words)):  # without the word that makes it no wish: 대출 2억
                yield convert(" ".join(words[start:]), revision, today).params


def _is_open(value: object) -> bool:
    """Whether a number is one of those that stand for "no limit": nines alone, zero, and what is below it."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value is None
    return value <= 0 or _NINES.fullmatch(f"{value:.0f}") is not None


def _plain(params: Params) -> dict[str, object]:
    """Parameters as they compare: without open ends, whole numbers whole, a choice and a list of it alike."""
    return {name: _compared(value) for name, value in params.items() if value is not None and value != []}


def _compared(value: object) -> object:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    items, mapping = as_items(value), as_mapping(value)
    if mapping is not None:
        return frozenset((name, _compared(each)) for name, each in mapping.items() if each is not None)
    if items is None:
        return value
    found = frozenset(map(_compared, items))
    return next(iter(found)) if len(found) == 1 else found


def _listed(params: Mapping[str, object]) -> str:
    told = (f"{name} {value}" for name, value in params.items() if value is not None)
    return ", ".join(told) or "unset"
