"""The register of real transactions: its layouts of 2023 and 2024 -> deals, each counted once."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from engine.errors import InputInvalid
from engine.ingest.table import (
    LeftOut,
    Row,
    RowInvalid,
    Table,
    header_problem,
    parse_rows,
    read_table,
    squeeze,
)

Kind = Literal["sale", "rent"]
DealType = Literal["DEAL", "LEASE", "RENT"]

REGISTER_HEADER = ("시군구", "단지명")
# Squeezed names. The old contract's deposit (종전계약보증금) is another name, so it is never taken for one.
SALE_AMOUNT = "거래금액(만원)"
RENT_AMOUNT = "보증금(만원)"
RENT_MONTHLY = ("월세(만원)", "월세금(만원)")
_ALWAYS = ("전용면적(m2)", "계약년월", "층", "건축년도", "도로명")
_RENT_TYPES: dict[str, DealType] = {"전세": "LEASE", "월세": "RENT"}

_AMOUNT = re.compile(r"[0-9]{1,9}|[0-9]{1,3}(,[0-9]{3}){1,2}")
_AREA = re.compile(r"[0-9]{1,5}(\.[0-9]{1,6})?")
_MONTH = re.compile(r"(19|20)[0-9]{2}(0[1-9]|1[0-2])")
_FLOOR = re.compile(r"-?[0-9]{1,3}")
_YEAR = re.compile(r"(19|20)[0-9]{2}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """One recorded contract. Money in 만원; `amount` is the price of a sale, else the deposit.

    `floor` -1 is a basement; None is not written. `day` is absent in the rents of 2023.
    """

    deal_type: DealType
    region: str
    complex_name: str
    road: str
    area_m2: float
    month: int
    day: int | None
    amount: int
    monthly: int
    floor: int | None
    built_year: int | None

    def identity(self) -> tuple[object, ...]:
        """Equal for the same contract in two exports.

        A rent has no day here: the layout of 2023 leaves it out and that of 2024 may hold it.
        """
        day = self.day if self.deal_type == "DEAL" else None
        where = (squeeze(self.region), squeeze(self.complex_name), squeeze(self.road))
        what = (self.deal_type, round(self.area_m2 * 10_000), self.month, day, self.floor)
        return (*where, *what, self.amount, self.monthly)


@dataclass(frozen=True, slots=True)
class _Contract:
    deal: Deal
    cancelled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterFile:
    """One export as read. rows = len(deals) + len(cancelled) + len(broken)."""

    name: str
    sha256: str
    kind: Kind
    deals: tuple[Deal, ...]
    cancelled: tuple[Deal, ...]
    broken: tuple[LeftOut, ...]


def read_register(path: Path) -> RegisterFile:
    """The deals of one export; whether it holds sales or rents follows from its header.

    Raises InputInvalid: INGEST001 to 003 as `read_table`, INGEST006 when no row at all can be used.
    """
    table = read_table(path, REGISTER_HEADER, "an export of the transaction register")
    kind, monthly = _layout(table)
    reading = parse_rows(table, lambda row: _contract(row, kind, monthly))
    return RegisterFile(
        name=reading.name,
        sha256=reading.sha256,
        kind=kind,
        deals=tuple(contract.deal for contract in reading.items if not contract.cancelled),
        cancelled=tuple(contract.deal for contract in reading.items if contract.cancelled),
        broken=reading.broken,
    )


def merge(files: Iterable[RegisterFile]) -> tuple[Deal, ...]:
    """The standing deals of all files, each contract once, in a fixed order.

    Exports overlap: the same file given twice, a month downloaded again in the newer layout. Two equal rows
    of *one* file are two contracts (same flat size, floor and price on one day do happen), equal rows of
    *two* files are one contract seen twice. So a contract counts as often as the file that shows it most
    often, cancelled rows included, less the most cancellations that any file shows; summing would count
    overlaps twice, and a contract cancelled in the later export alone would stay.
    """
    shown: Counter[tuple[object, ...]] = Counter()
    withdrawn: Counter[tuple[object, ...]] = Counter()
    sample: dict[tuple[object, ...], Deal] = {}
    for file in files:
        cancelled = Counter(deal.identity() for deal in file.cancelled)
        shown |= Counter(deal.identity() for deal in file.deals) + cancelled
        withdrawn |= cancelled
        for deal in (*file.deals, *file.cancelled):
            key = deal.identity()
            sample[key] = max(sample.get(key, deal), deal, key=_fullest)
    standing = shown - withdrawn
    ordered = sorted(standing, key=repr)
    return tuple(sample[key] for key in ordered for _ in range(standing[key]))


def _fullest(deal: Deal) -> tuple[int, int]:
    """Which of two readings of one contract is taken, whatever the order of the files."""
    return (deal.built_year or 0, deal.day or 0)


def _layout(table: Table) -> tuple[Kind, str]:
    """Kind of the file and the name of its monthly rent column."""
    names = set(table.header)
    if SALE_AMOUNT in names:
        wanted: tuple[str, ...] = (*_ALWAYS, "계약일", SALE_AMOUNT)
        kind: Kind = "sale"
        monthly = ""
    elif RENT_AMOUNT in names:
        monthly = next((name for name in RENT_MONTHLY if name in names), RENT_MONTHLY[0])
        wanted = (*_ALWAYS, "전월세구분", RENT_AMOUNT, monthly)
        kind = "rent"
    else:
        wanted = (f"{SALE_AMOUNT} or {RENT_AMOUNT}",)
        raise InputInvalid(header_problem(table.name, "a sale or rent export", wanted, table.header))
    missing = tuple(name for name in wanted if name not in names)
    if missing:
        raise InputInvalid(header_problem(table.name, f"a {kind} export", missing, table.header))
    return kind, monthly


def _contract(row: Row, kind: Kind, monthly: str) -> _Contract:
    """A row; any entry in 해제사유발생일 (20230727, 26.08.20) means that the contract was cancelled."""
    deal = _sale(row) if kind == "sale" else _rent(row, monthly)
    return _Contract(deal, row.text("해제사유발생일") is not None)


def _sale(row: Row) -> Deal:
    price = _amount(row, SALE_AMOUNT)
    if price == 0:
        raise RowInvalid(f"{SALE_AMOUNT} is 0")
    return _deal(row, "DEAL", amount=price, monthly=0, day=_day(row.required("계약일")))


def _rent(row: Row, monthly_name: str) -> Deal:
    kind = _RENT_TYPES.get(row.required("전월세구분"))
    if kind is None:
        raise RowInvalid(f"{row.shown('전월세구분')}, not 전세 or 월세")
    deposit = _amount(row, RENT_AMOUNT)
    monthly = _amount(row, monthly_name)
    if kind == "LEASE" and (monthly or not deposit):
        raise RowInvalid(f"a 전세 with deposit {deposit} and monthly rent {monthly}")
    if kind == "RENT" and not monthly:
        raise RowInvalid("a 월세 without a monthly rent")
    day = row.text("계약일")
    return _deal(row, kind, amount=deposit, monthly=monthly, day=_day(day) if day else None)


def _deal(row: Row, deal_type: DealType, *, amount: int, monthly: int, day: int | None) -> Deal:
    region = row.required("시군구")
    name = row.required("단지명")
    floor = row.matching("층", _FLOOR)
    built = row.matching("건축년도", _YEAR)
    row.required("계약년월")
    month = row.matching("계약년월", _MONTH) or ""
    area = row.matching("전용면적(m2)", _AREA)
    if area is None or float(area) < 1:
        raise RowInvalid(row.shown("전용면적(m2)"))
    return Deal(
        deal_type=deal_type,
        region=" ".join(region.split()),
        complex_name=name,
        road=row.text("도로명") or "",
        area_m2=float(area),
        month=int(month),
        day=day,
        amount=amount,
        monthly=monthly,
        floor=int(floor) if floor else None,
        built_year=int(built) if built else None,
    )


def _amount(row: Row, name: str) -> int:
    row.required(name)
    return int((row.matching(name, _AMOUNT) or "").replace(",", ""))


def _day(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,2}", text) or not 1 <= int(text) <= 31:
        raise RowInvalid(f"계약일 is {text[:20]!r}")
    return int(text)
