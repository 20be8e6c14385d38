"""A user's own asking prices (호가) -> onto documents. No open source has them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.errors import InputInvalid
from engine.ingest.documents import (
    AskingSource,
    Document,
    FloorPlan,
    Prices,
    band_of,
    by_id,
    median,
    middle,
    middle_rent,
)
from engine.ingest.register import DealType
from engine.ingest.table import (
    LeftOut,
    Reading,
    Row,
    RowInvalid,
    header_problem,
    parse_rows,
    read_table,
    squeeze,
)

SYNTHETIC: AskingSource = "synthetic"
_WRITE = "write the complex_id of the document, or its exact name and its sigungu"
_DEAL_TYPES: dict[str, DealType] = {"DEAL": "DEAL", "LEASE": "LEASE", "RENT": "RENT"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One asking price. Money in 만원; a RENT has `deposit` and `monthly`, the others `asking`."""

    line: int
    complex_id: str | None
    name: str | None
    sigungu: str | None
    area_m2: float
    deal_type: DealType
    asking: int | None
    deposit: int | None
    monthly: int | None
    is_synthetic: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """All documents, those with offers changed; offers of the file = joined + len(unjoined)."""

    documents: tuple[Document, ...]
    joined: int
    unjoined: tuple[LeftOut, ...]


def read_asking(path: Path) -> Reading[Offer]:
    """The offers of a CSV.

    Columns: complex_id, or name and sigungu; area_m2, deal_type; asking, or deposit and monthly.

    A column `source` that says `synthetic` marks made-up prices. Lines above the header are passed over.
    Raises InputInvalid (INGEST001 to 003, 006).
    """
    table = read_table(path, ("area_m2", "deal_type"), "a file of asking prices")
    names = set(table.header)
    if "complex_id" not in names and not {"name", "sigungu"} <= names:
        wanted = ("complex_id (or name and sigungu)",)
        raise InputInvalid(header_problem(table.name, "a file of asking prices", wanted, table.header))
    if "asking" not in names and not {"deposit", "monthly"} <= names:
        wanted = ("asking (or deposit and monthly)",)
        raise InputInvalid(header_problem(table.name, "a file of asking prices", wanted, table.header))
    return parse_rows(table, _offer)


def join_asking(documents: Iterable[Document], offers: Reading[Offer]) -> Asked:
    """The documents with the offers on their floor plans; an area without a floor plan gets one."""
    known = dict(by_id(documents))
    by_name: dict[tuple[str, str], list[str]] = defaultdict(list)
    for document in known.values():
        by_name[_name_key(document.name, document.sigungu)].append(document.complex_id)
    found: dict[str, list[Offer]] = defaultdict(list)
    unjoined: list[LeftOut] = []
    for offer in offers.items:
        complex_id = _find(offer, known, by_name)
        if complex_id in known:
            found[complex_id].append(offer)
        else:
            unjoined.append(LeftOut(offers.name, offer.line, complex_id, "INGEST005", _WRITE))
    for complex_id, members in found.items():
        known[complex_id] = _with_offers(known[complex_id], members)
    return Asked(
        documents=tuple(known[key] for key in sorted(known)),
        joined=sum(map(len, found.values())),
        unjoined=tuple(unjoined),
    )


def _offer(row: Row) -> Offer:
    deal_type = _DEAL_TYPES.get(row.required("deal_type"))
    if deal_type is None:
        raise RowInvalid(f"{row.shown('deal_type')}, not DEAL, LEASE or RENT")
    area = row.required_number("area_m2")
    if not 1 <= area <= 10_000:
        raise RowInvalid(row.shown("area_m2"))
    asking = deposit = monthly = None
    if deal_type == "RENT":
        deposit, monthly = _money(row, "deposit"), _money(row, "monthly")
    else:
        asking = _money(row, "asking")
        if not asking:
            raise RowInvalid("asking is 0")
    return Offer(
        line=row.number,
        complex_id=row.text("complex_id"),
        name=row.text("name"),
        sigungu=row.text("sigungu"),
        area_m2=area,
        deal_type=deal_type,
        asking=asking,
        deposit=deposit,
        monthly=monthly,
        is_synthetic=(row.text("source") or "").lower() == SYNTHETIC,
    )


def _money(row: Row, name: str) -> int:
    value = row.required_number(name)
    if not 0 <= value <= 1e8 or value != int(value):
        raise RowInvalid(f"{row.shown(name)}, not whole 만원")
    return int(value)


def _name_key(name: str, sigungu: str | None) -> tuple[str, str]:
    return squeeze(name), squeeze(sigungu or "")


def _find(
    offer: Offer, known: Mapping[str, Document], by_name: Mapping[tuple[str, str], Sequence[str]]
) -> str:
    """The id of the offer's document; a sentence with the reason when there is none."""
    if offer.complex_id:
        return offer.complex_id if offer.complex_id in known else f"no complex {offer.complex_id[:20]!r}"
    if not offer.name or not offer.sigungu:
        return "neither complex_id nor name and sigungu"
    ids = by_name.get(_name_key(offer.name, offer.sigungu), ())
    if len(ids) == 1:
        return ids[0]
    where = f"{offer.name[:30]!r} in {offer.sigungu[:20]}"
    return f"{len(ids)} complexes are called {where}" if ids else f"no complex is called {where}"


def _with_offers(document: Document, offers: Sequence[Offer]) -> Document:
    plans = {int(plan.area_m2): plan for plan in document.floor_plans}
    by_whole: dict[int, list[Offer]] = defaultdict(list)
    for offer in offers:
        by_whole[int(offer.area_m2)].append(offer)
    for whole, members in by_whole.items():
        area = middle(sorted(offer.area_m2 for offer in members)) or float(whole)
        new = FloorPlan(plan_id=f"{document.complex_id}-{whole}", area_m2=area)
        plans[whole] = _priced(plans.get(whole, new), members)
    source = _source(offers) if document.asking_source != SYNTHETIC else SYNTHETIC
    ordered = tuple(plans[whole] for whole in sorted(plans))
    return replace(document, floor_plans=_spread_again(ordered), asking_source=source)


def _priced(plan: FloorPlan, offers: Sequence[Offer]) -> FloorPlan:
    """The plan with the median offer per deal type; a rent is one offer, and replaces the register's pair
    and says so in `rent_source`."""
    old = plan.asking or Prices()
    sales = [offer.asking for offer in offers if offer.deal_type == "DEAL" and offer.asking]
    leases = [offer.asking for offer in offers if offer.deal_type == "LEASE" and offer.asking]
    prices = Prices(DEAL=median(sales) or old.DEAL, LEASE=median(leases) or old.LEASE)
    rents = [offer for offer in offers if offer.deal_type == "RENT"]
    rent = middle_rent(
        (offer.monthly, offer.deposit)
        for offer in rents
        if offer.monthly is not None and offer.deposit is not None
    )
    return replace(
        plan,
        asking=None if prices == Prices() else prices,
        deposit=rent[1] if rent else plan.deposit,
        monthly=rent[0] if rent else plan.monthly,
        rent_source=_source(rents) if rent else plan.rent_source,
    )


def _source(offers: Iterable[Offer]) -> AskingSource:
    """Where prices made of these offers come from: one made-up offer makes them made up."""
    return SYNTHETIC if any(offer.is_synthetic for offer in offers) else "user"


def _spread_again(plans: tuple[FloorPlan, ...]) -> tuple[FloorPlan, ...]:
    """Shares after floor plans were added: a band's share is spread over all its plans again.

    A plan in a band of which nothing is known makes the shares of the complex unknown.
    """
    bands: dict[int, list[FloorPlan]] = defaultdict(list)
    for plan in plans:
        bands[band_of(plan.area_m2)].append(plan)
    if all(plan.share is not None for plan in plans):
        return plans
    totals = {band: sum(plan.share or 0.0 for plan in members) for band, members in bands.items()}
    if not all(totals.values()):
        return tuple(replace(plan, share=None) for plan in plans)
    return tuple(
        replace(plan, share=round(totals[band] / len(bands[band]), 4))
        for plan in plans
        for band in [band_of(plan.area_m2)]
    )
