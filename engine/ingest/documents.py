"""Complexes with their deals -> the documents of the catalog, one per complex."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, TypeVar

from pydantic import ConfigDict

from engine.ingest.complexes import BANDS_M2, LocatedBy, Placed
from engine.ingest.geography import Nearest, Point
from engine.ingest.join import DongGroup, Joined
from engine.ingest.register import Deal, DealType

AskingSource = Literal["synthetic", "user"]
T = TypeVar("T")
STRICT = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Location:
    """Degrees, WGS 84, six decimals (0.1 m)."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    lat: float
    lon: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """Money in 만원 by deal type, under the names that documents use; None = unknown."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    DEAL: int | None = None
    LEASE: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorPlan:
    """One floor plan (평형): the homes of one whole ㎡ of exclusive area.

    `area_m2` is an area that occurs. `share` is the part of the complex's homes, None when unknown.
    `deposit` and `monthly` come from one contract, or from one offer where `rent_source` says whose.
    """

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    plan_id: str
    area_m2: float
    share: float | None = None
    rooms: int | None = None
    asking: Prices | None = None
    traded: Prices | None = None
    deposit: int | None = None
    monthly: int | None = None
    rent_source: AskingSource | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One complex. `listing_count` counts recorded deals; `station_m` is from `location`, in whole metres,
    and None where that is only the centre of its dong: from there nothing near the home can be measured."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    complex_id: str
    name: str
    location: Location | None = None
    located_by: LocatedBy | None = None
    sido: str | None = None
    sigungu: str | None = None
    dong: str | None = None
    road_address: str | None = None
    households: int | None = None
    built_year: int | None = None
    listing_count: int = 0
    station_m: int | None = None
    asking_source: AskingSource | None = None
    floor_plans: tuple[FloorPlan, ...] = ()


def build_documents(placed: Iterable[Placed], joined: Joined, stations: Nearest) -> tuple[Document, ...]:
    """One document per listed complex, with deals or not, and one per group of deals without a complex."""
    listed = [_listed(item, joined.by_complex.get(item.complex.id, ()), stations) for item in placed]
    unlisted = [_unlisted(group, deals) for group, deals in joined.by_dong.items()]
    return tuple(sorted((*listed, *unlisted), key=lambda document: document.complex_id))


def group_id(group: DongGroup) -> str:
    """A stable id for a complex that no list has: the dong's code and a digest of name and built year."""
    digest = hashlib.sha256(f"{group.name}|{group.built_year}".encode()).hexdigest()
    return f"D{group.dong.code}-{digest[:8]}"


def band_of(area_m2: float) -> int:
    """Index of the size band (BANDS_M2) an exclusive area lies in."""
    return sum(area_m2 > upper for upper in BANDS_M2)


def _listed(item: Placed, deals: Sequence[Deal], stations: Nearest) -> Document:
    entry = item.complex
    return Document(
        complex_id=entry.id,
        name=entry.name,
        location=_location(item.point),
        located_by=item.located_by if item.point else None,
        sido=item.dong.sido if item.dong else entry.sido or None,
        sigungu=entry.sigungu,
        dong=item.dong.name if item.dong else entry.dong or None,
        road_address=entry.road_address or None,
        households=entry.households,
        built_year=entry.built_year or _usual_year(deals),
        listing_count=len(deals),
        station_m=stations.distance_m(item.point) if item.point and item.located_by == "address" else None,
        floor_plans=_shared(_floor_plans(entry.id, deals), entry.bands),
    )


def _unlisted(group: DongGroup, deals: Sequence[Deal]) -> Document:
    key = group_id(group)
    return Document(
        complex_id=key,
        name=group.name,
        location=_location(group.dong.centre),
        located_by="dong",
        sido=group.dong.sido,
        sigungu=group.dong.sigungu,
        dong=group.dong.name,
        road_address=_usual_road(deals),
        built_year=group.built_year,
        listing_count=len(deals),
        floor_plans=_floor_plans(key, deals),
    )


def _location(point: Point | None) -> Location | None:
    return Location(lat=round(point.lat, 6), lon=round(point.lon, 6)) if point else None


def _usual_year(deals: Sequence[Deal]) -> int | None:
    years = Counter(deal.built_year for deal in deals if deal.built_year)
    return min(years, key=lambda year: (-years[year], year), default=None)


def _usual_road(deals: Sequence[Deal]) -> str | None:
    """The address most deals have, with its city and district."""
    roads = Counter(" ".join((*deal.region.split()[:-1], *deal.road.split())) for deal in deals if deal.road)
    return min(roads, key=lambda road: (-roads[road], road), default=None)


def _floor_plans(complex_id: str, deals: Sequence[Deal]) -> tuple[FloorPlan, ...]:
    """Floor plans by whole ㎡, smallest first."""
    by_whole: dict[int, list[Deal]] = defaultdict(list)
    for deal in deals:
        by_whole[int(deal.area_m2)].append(deal)
    return tuple(_floor_plan(complex_id, whole, by_whole[whole]) for whole in sorted(by_whole))


def _floor_plan(complex_id: str, whole: int, deals: Sequence[Deal]) -> FloorPlan:
    by_type: dict[DealType, list[Deal]] = defaultdict(list)
    for deal in deals:
        by_type[deal.deal_type].append(deal)
    sales = [deal.amount for deal in by_type["DEAL"]]
    leases = [deal.amount for deal in by_type["LEASE"]]
    rent = middle_rent((deal.monthly, deal.amount) for deal in by_type["RENT"])
    traded = Prices(DEAL=median(sales), LEASE=median(leases))
    return FloorPlan(
        plan_id=f"{complex_id}-{whole}",
        area_m2=middle(sorted(deal.area_m2 for deal in deals)) or float(whole),
        traded=traded if sales or leases else None,
        deposit=rent[1] if rent else None,
        monthly=rent[0] if rent else None,
    )


def middle(ordered: Sequence[T]) -> T | None:
    """The middle value that occurs, the lower one of two; None when empty."""
    return ordered[(len(ordered) - 1) // 2] if ordered else None


def middle_rent(pairs: Iterable[tuple[int, int]]) -> tuple[int, int] | None:
    """The middle one of (monthly, deposit) pairs by monthly rent, then deposit; None when empty.

    A pair that occurs: halves of two contracts are never mixed. Of two in the middle the dearer one,
    because what is far too cheap is mostly a let of some weeks or a public home.
    """
    ordered = sorted(pairs)
    return ordered[len(ordered) // 2] if ordered else None


def median(amounts: Sequence[int]) -> int | None:
    """The median in 만원; between two middle values their mean, rounded down. None when empty."""
    if not amounts:
        return None
    ordered = sorted(amounts)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) // 2


def _shared(plans: tuple[FloorPlan, ...], bands: tuple[int, int, int, int] | None) -> tuple[FloorPlan, ...]:
    """The floor plans with their share of homes: a band's homes, spread evenly over its floor plans.

    Absent when the list gives no bands, or when it has no home in a band that was dealt in: then the
    two sources do not speak of the same homes.
    """
    counts = Counter(band_of(plan.area_m2) for plan in plans)
    if bands is None or any(not bands[band] for band in counts):
        return plans
    total = sum(bands)
    return tuple(
        replace(plan, share=round(bands[band] / total / counts[band], 4))
        for plan in plans
        for band in [band_of(plan.area_m2)]
    )


def is_priced(document: Document) -> bool:
    """Whether one floor plan at least has a sale price of the register."""
    return bool(sale_priced_plans(document))


def sale_priced_plans(document: Document) -> int:
    """How many floor plans have a sale price of the register."""
    return sum(plan.traded is not None and plan.traded.DEAL is not None for plan in document.floor_plans)


def with_shares(documents: Iterable[Document]) -> int:
    """How many documents say which share of their homes each floor plan is."""
    return sum(any(plan.share is not None for plan in document.floor_plans) for document in documents)


def by_id(documents: Iterable[Document]) -> Mapping[str, Document]:
    """The documents by complex id."""
    return {document.complex_id: document for document in documents}
