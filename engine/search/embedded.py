"""The embedded backend: ranks documents in memory with the servers' arithmetic. The default; no server."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from engine.config.revision import Revision
from engine.score.factors import Passing, Scored
from engine.score.profile import CompiledProfile, profile_of
from engine.score.registry import score
from engine.search.branches import Branch, Wishes, read_wishes
from engine.search.candidates import Candidates, Mask, around, everywhere, within
from engine.search.columns import Columns
from engine.search.compile import compile_query
from engine.search.deferred import Deferred
from engine.search.gates import NO_GATE, Gates
from engine.search.geo import Point, centre
from engine.search.hits import Ranked, as_hits
from engine.search.relax import ladder, relax
from engine.search.request import (
    ConditionPrice,
    Dropped,
    Hit,
    Relaxed,
    SearchRequest,
    SearchResult,
    Standing,
)
from engine.search.wished import wished

Record = Mapping[str, object]
_BELOW_ALL = np.float32(-1.0)


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Admission:
    """The wishes as they hold in the end (after relaxing), the homes looked at and one set of gates per
    branch."""

    wishes: Wishes
    homes: Candidates
    gates: tuple[Gates, ...]

    def passing(self, without: str | None = None) -> Mask:
        """The homes that one of the branches admits (homes,)."""
        masks = [gates.passing(without) for gates in self.gates]
        return masks[0] if len(masks) == 1 else np.logical_or.reduce(masks)

    @property
    def count(self) -> int:
        """How many homes are admitted."""
        return int(np.count_nonzero(self.passing()))


def rank(request: SearchRequest, documents: Iterable[Record] | Columns, revision: Revision) -> SearchResult:
    """The best homes for the request, with why they are there and why others are not.

    Scores are the servers' float32, held as float64; ties go by id, whatever the order of the documents.
    The dropped homes and the price of each condition are worked out when first read. Raises InputInvalid
    for a request that the catalog does not understand, ConfigError for a profile or filter that cannot be
    evaluated.
    """
    columns = documents if isinstance(documents, Columns) else Columns.build(documents, revision)
    middle = centre(request.places)
    # values of any size are allowed in documents: an overflow is an infinite distance and scores 0
    with np.errstate(over="ignore"):
        admission, relaxed = _admit(request, columns, middle, revision)
        hits, total, counted = _rank(request, admission, revision)
    return SearchResult(
        hits=hits,
        score_of=counted,
        total=total,
        dropped=Deferred(lambda: dropped(columns, middle, admission.wishes)),
        relaxed=relaxed,
        conditions=Deferred(lambda: conditions(columns, middle, admission)),
        not_checked=admission.wishes.hull.asked.not_checked,
        query=partial(compile_query, request, revision, wishes=admission.wishes),
    )


def standing(identity: str, request: SearchRequest, columns: Columns, revision: Revision) -> Standing:
    """Where one home stands among those that `rank` finds for the request, without a limit."""
    with np.errstate(over="ignore"):
        admission, _ = _admit(request, columns, centre(request.places), revision)
        ranked = _ranked(request, admission, revision)
        best, _ = _scores(ranked)
    found, positions = best > _BELOW_ALL, ranked[0].homes.positions
    of = int(np.count_nonzero(found))
    position = columns.position(identity)
    mine = np.flatnonzero(found & (positions == (-1 if position is None else position)))
    if not len(mine):
        return Standing(rank=None, of=of)
    order, score = columns.id_order[positions], best[mine[0]]
    before = (best > score) | ((best == score) & (order < order[mine[0]]))
    return Standing(rank=1 + int(np.count_nonzero(before)), of=of)


def judge(request: SearchRequest, wishes: Wishes, columns: Columns, revision: Revision) -> Mapping[str, Hit]:
    """Those of these homes that the wishes admit, by id: what `rank` would say of each."""
    middle = centre(request.places)
    with np.errstate(over="ignore"):
        admission = look(columns, middle, wishes)
        hits, _, _ = _rank(replace(request, limit=len(columns)), admission, revision)
    return {hit.id: hit for hit in hits}


def look(columns: Columns, middle: Point | None, wishes: Wishes, *, all_homes: bool = False) -> Admission:
    """The gates of every branch over the homes of the area and inside the widest radius, or over all of
    them."""
    centre, radius, unknown = middle if wishes.has_distance else None, wishes.radius_m, wishes.keeps_unlocated
    area = wishes.area
    if all_homes or not wishes.is_limited:
        homes = everywhere(columns, centre)
    elif area is not None:
        homes = within(columns, area.terms, centre, radius, unknown=unknown)
    elif centre is not None and radius is not None:
        homes = around(columns, centre, radius, unlocated=unknown)
    else:
        homes = everywhere(columns, centre)
    gates = tuple(
        Gates(branch, homes, wishes.filters, keeps_unlocated=wishes.keeps_unlocated)
        for branch in wishes.branches
    )
    return Admission(wishes=wishes, homes=homes, gates=gates)


def dropped(columns: Columns, middle: Point | None, wishes: Wishes) -> tuple[Dropped, ...]:
    """Every home that no branch admits, by id, with the first gate in its fixed order.

    With alternatives, the gate is that of the branch that the home got furthest in.
    """
    admission = look(columns, middle, wishes, all_homes=True)
    order = [*columns.catalog.wants, *(each.name for each in wishes.filters)]
    place = {name: number for number, name in enumerate(order)}
    where = admission.homes.positions
    furthest = np.full(len(where), NO_GATE, dtype=np.int64)
    unanswered = np.zeros(len(where), dtype=np.bool_)
    for gates in admission.gates:
        names, gate, lost = gates.first_gates()
        places = np.array([*(place[name] for name in names), NO_GATE], dtype=np.int64)[gate]
        unanswered = np.where(places > furthest, lost, unanswered & ((places < furthest) | lost))
        furthest = np.maximum(furthest, places)
    out = np.flatnonzero(~admission.passing())
    by_id: list[int] = out[np.argsort(columns.id_order[where[out]])].tolist()
    return tuple(
        Dropped(
            id=columns.ids[int(where[home])],
            gate=order[int(furthest[home])],
            reason="no_value" if unanswered[home] else "",
        )
        for home in by_id
    )


def conditions(columns: Columns, middle: Point | None, admission: Admission) -> tuple[ConditionPrice, ...]:
    """How many homes there would be without each hard want, everything else kept; in catalog order."""
    asked = {want for gates in admission.gates for want in gates.wants}
    radius_want = admission.wishes.hull.asked.radius_want
    found: list[ConditionPrice] = []
    for want in columns.catalog.wants:
        if want not in asked:
            continue
        over = look(columns, middle, admission.wishes, all_homes=True) if want == radius_want else admission
        found.append(ConditionPrice(want=want, without=int(np.count_nonzero(over.passing(want)))))
    return tuple(found)


def _rank(
    request: SearchRequest, admission: Admission, revision: Revision
) -> tuple[tuple[Hit, ...], int, float]:
    """The best homes, how many there are, and the share of the weights that counted."""
    ranked = _ranked(request, admission, revision)
    hits, total = _best(ranked, request.limit)
    return hits, total, max(_counted(each) for each in ranked)


def _ranked(request: SearchRequest, admission: Admission, revision: Revision) -> tuple[Ranked, ...]:
    """Each branch's scores of the homes that one of the branches admits."""
    masks = [gates.passing() for gates in admission.gates]
    found = (masks[0] if len(masks) == 1 else np.logical_or.reduce(masks)).nonzero()[0]
    homes, parts = admission.homes.only(found)
    return tuple(
        _score(
            request,
            gates.branch,
            homes,
            {deal: None if each is None else each[parts] for deal, each in gates.passing_parts().items()},
            mask[found],
            revision,
        )
        for gates, mask in zip(admission.gates, masks, strict=True)
    )


def _admit(
    request: SearchRequest, columns: Columns, middle: Point | None, revision: Revision
) -> tuple[Admission, tuple[Relaxed, ...]]:
    latest = look(columns, middle, read_wishes(request, revision))
    policy = revision.relax
    if not request.relax or policy is None:
        return latest, ()

    def steps() -> Iterator[tuple[Wishes, int]]:
        nonlocal latest
        for wishes in ladder(latest.wishes, policy, revision.catalog):
            latest = look(columns, middle, wishes)
            yield wishes, latest.count

    _, relaxed = relax(latest.wishes, latest.count, steps(), policy, revision.catalog)
    return latest, relaxed


def _score(
    request: SearchRequest,
    branch: Branch,
    homes: Candidates,
    passing: Passing,
    admits: Mask,
    revision: Revision,
) -> Ranked:
    """Every factor of the profile over the homes."""
    profile = profile_of(revision, request.profile or revision.pack.profile)
    found = list(wished(request, branch, revision))
    scored = {factor.name: score(factor.kind, wish, homes, passing) for factor, wish in found}
    wishes = {factor.name: wish for factor, wish in found}
    return Ranked(branch=branch, homes=homes, profile=profile, wishes=wishes, scored=scored,
                  passing=passing, admits=admits, score=_total(profile, scored, homes.count))  # fmt: skip


def _total(profile: CompiledProfile, scored: Mapping[str, Scored], count: int) -> NDArray[np.float32]:
    """The servers' sum: the factors of the home itself are added up in double and rounded, so are the
    clauses, each rounded before, and the two float32 are added."""
    own, clauses = np.zeros(count), np.zeros(count)
    for factor in profile.factors:
        if factor.name not in scored:
            continue
        each = scored[factor.name]
        if each.is_clause:
            clauses += each.terms(factor.weight).astype(np.float32)
        else:
            own += each.terms(factor.weight)
    return own.astype(np.float32) + clauses.astype(np.float32)


def _best(ranked: tuple[Ranked, ...], limit: int) -> tuple[tuple[Hit, ...], int]:
    """The `limit` best homes of all branches, each by the branch that it scores best in, and how many
    there are."""
    homes = ranked[0].homes
    best, branch = _scores(ranked)
    found = (best > _BELOW_ALL).nonzero()[0]
    kept = found
    if 0 < limit < len(found):
        worst = np.partition(best[found], len(found) - limit)[len(found) - limit]
        kept = found[best[found] >= worst]
    order = np.lexsort((homes.columns.id_order[homes.positions[kept]], -best[kept]))
    chosen = kept[order][:limit]
    made: dict[int, Hit] = {}
    numbers: set[int] = set(branch[chosen].tolist())
    for number in numbers:
        mine = chosen[branch[chosen] == number]
        made |= zip(mine.tolist(), as_hits(ranked[number], mine), strict=True)
    if len(ranked) > 1:
        made = {
            home: replace(hit, others=_others(ranked, home, int(branch[home]))) for home, hit in made.items()
        }
    return tuple(made[home] for home in chosen.tolist()), len(found)


def _others(ranked: tuple[Ranked, ...], home: int, best: int) -> tuple[Mapping[str, float], ...]:
    """The home's values of the factors that count, in each branch that admits it but the best one."""
    return tuple(
        {name: float(each.values[home]) for name, each in other.scored.items()}
        for number, other in enumerate(ranked)
        if number != best and other.admits[home]
    )


def _scores(ranked: tuple[Ranked, ...]) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Each home's score in the branch that it scores best in, _BELOW_ALL where none admits it, and the
    number of the branch."""
    best = np.where(ranked[0].admits, ranked[0].score, _BELOW_ALL)
    branch = np.zeros(len(best), dtype=np.int64)
    for number, each in enumerate(ranked[1:], start=1):
        better = each.admits & (each.score > best)
        best, branch = np.where(better, each.score, best), np.where(better, number, branch)
    return best, branch


def _counted(ranked: Ranked) -> float:
    return sum(f.weight for f in ranked.profile.factors if f.name in ranked.scored) / 100
