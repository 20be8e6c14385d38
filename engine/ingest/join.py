"""Deals -> the complex they belong to: by road address, by name within the dong, else by dong alone."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from engine.ingest.complexes import Placed
from engine.ingest.geography import Dong, DongIndex
from engine.ingest.register import Deal
from engine.ingest.table import squeeze

Way = Literal["address", "name", "dong"]
_BRACKETS_WITHOUT_NUMBER = re.compile(r"\([^()0-9]*\)")
_PUBLIC_RENTAL = re.compile(r"임대|SH|제2")  # the part of a complex whose homes are not traded
YEARS_APART = 1  # built years of the two sources differ by more in under 1 % of joined deals


@dataclass(frozen=True, slots=True)
class DongGroup:
    """Deals without a listed complex. The built year keeps two buildings of one name apart."""

    dong: Dong
    name: str
    built_year: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """Every deal in exactly one of the first three.

    `ways` counts deals, `names` are the register's names by complex id.
    """

    by_complex: Mapping[str, Sequence[Deal]]
    by_dong: Mapping[DongGroup, Sequence[Deal]]
    unjoined: Sequence[Deal]
    ways: Mapping[Way, int]
    names: Mapping[str, frozenset[str]]


@dataclass(slots=True)
class _Joiner:
    """What is known while joining."""

    dongs: DongIndex
    by_road: dict[str, list[Placed]] = field(default_factory=lambda: defaultdict(list))
    by_name: dict[tuple[str, str], list[Placed]] = field(default_factory=lambda: defaultdict(list))

    def learn(self, placed: Placed) -> None:
        if placed.complex.road_address:
            self.by_road[squeeze(placed.complex.road_address)].append(placed)
        if placed.dong:
            key = (placed.dong.code, plain_name(placed.complex.name, placed.dong))
            self.by_name[key].append(placed)

    def by_address(self, deal: Deal) -> Placed | None:
        """The complex at the deal's road address (시도 + 구 + 도로명, without spaces)."""
        if not deal.road:
            return None
        district = " ".join(deal.region.split()[:-1])
        here = self.by_road.get(squeeze(district + deal.road), [])
        return min(here, key=lambda placed: _rank(placed, deal), default=None)

    def by_dong_and_name(self, deal: Deal, dong: Dong) -> Placed | None:
        """The one complex of the dong with the deal's name and built year.

        Where the list lacks the year, the name has to be the same to the letter.
        """
        same = self.by_name.get((dong.code, plain_name(deal.complex_name, dong)), [])
        same = [placed for placed in same if _same_age_or_name(placed, deal)]
        return same[0] if len(same) == 1 else None


def join(deals: Iterable[Deal], complexes: Iterable[Placed], dongs: DongIndex) -> Joined:
    """Deals by complex. A K-apt address misses about a fifth of the deals: buildings of one complex have
    several addresses, or none is listed. The name within the dong finds a part of those, so that a complex
    does not become two documents.
    """
    joiner = _Joiner(dongs)
    for placed in complexes:
        joiner.learn(placed)
    found: dict[str, list[Deal]] = defaultdict(list)
    rest: list[Deal] = []
    for deal in deals:
        placed = joiner.by_address(deal)
        if placed:
            found[placed.complex.id].append(deal)
        else:
            rest.append(deal)
    ways: dict[Way, int] = {"address": sum(map(len, found.values())), "name": 0, "dong": 0}
    sisters = _only_complex_of_group(found)
    groups: dict[DongGroup, list[Deal]] = defaultdict(list)
    unjoined: list[Deal] = []
    for deal in rest:
        dong = dongs.by_region(deal.region)
        if dong is None:
            unjoined.append(deal)
            continue
        placed = joiner.by_dong_and_name(deal, dong)
        complex_id = placed.complex.id if placed else sisters.get(_group(deal))
        if complex_id:
            found[complex_id].append(deal)
            ways["name"] += 1
        else:
            groups[DongGroup(dong, deal.complex_name, deal.built_year)].append(deal)
            ways["dong"] += 1
    names = {key: frozenset(deal.complex_name for deal in members) for key, members in found.items()}
    return Joined(by_complex=found, by_dong=groups, unjoined=unjoined, ways=ways, names=names)


def plain_name(name: str, dong: Dong) -> str:
    """A complex's name as both sources would write it.

    Without spaces, 아파트, the dong in front (마장현대 = 현대 in 마장동) and brackets;
    a bracket with a number stays, because (1차) and (2차) are two complexes.
    """
    plain = squeeze(_BRACKETS_WITHOUT_NUMBER.sub("", name)).lower().replace("아파트", "")
    for prefix in (dong.name, dong.stem):
        if plain.startswith(prefix) and len(plain) > len(prefix):
            return plain.removeprefix(prefix)
    return plain


def _rank(placed: Placed, deal: Deal) -> tuple[bool, bool, bool, float, int, str]:
    """Which of several complexes at one address a deal belongs to: the smallest.

    Same name, then the same age, then not the rental part, then the most alike name, then the larger.
    """
    dong = placed.dong
    listed = plain_name(placed.complex.name, dong) if dong else squeeze(placed.complex.name)
    recorded = plain_name(deal.complex_name, dong) if dong else squeeze(deal.complex_name)
    return (
        listed != recorded,
        _years_apart(placed, deal) > YEARS_APART,
        _PUBLIC_RENTAL.search(placed.complex.name) is not None,
        -_alike(listed, recorded),
        -(placed.complex.households or 0),
        placed.complex.id,
    )


def _years_apart(placed: Placed, deal: Deal) -> int:
    listed = placed.complex.built_year
    return 99 if listed is None or deal.built_year is None else abs(listed - deal.built_year)


def _same_age_or_name(placed: Placed, deal: Deal) -> bool:
    if placed.complex.built_year is None:
        return squeeze(placed.complex.name) == squeeze(deal.complex_name)
    return _years_apart(placed, deal) <= YEARS_APART


def _alike(a: str, b: str) -> float:
    """Share of neighbouring letter pairs that two names have in common (Dice), 0 to 1."""
    pairs_a, pairs_b = ({text[i : i + 2] for i in range(len(text) - 1)} for text in (a, b))
    total = len(pairs_a) + len(pairs_b)
    return 2 * len(pairs_a & pairs_b) / total if total else 0.0


def _group(deal: Deal) -> tuple[str, str, int | None]:
    return (squeeze(deal.region), squeeze(deal.complex_name), deal.built_year)


def _only_complex_of_group(found: Mapping[str, Sequence[Deal]]) -> dict[tuple[str, str, int | None], str]:
    """Register name and year -> complex id, where all deals joined by address agree on one complex."""
    seen: dict[tuple[str, str, int | None], set[str]] = defaultdict(set)
    for complex_id, deals in found.items():
        for deal in deals:
            seen[_group(deal)].add(complex_id)
    return {key: next(iter(ids)) for key, ids in seen.items() if len(ids) == 1}
