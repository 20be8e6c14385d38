"""Every published layout of the register, its traps, and counting each contract once."""

from pathlib import Path

import pytest

from engine.errors import InputInvalid
from engine.ingest.register import Deal, RegisterFile, merge, read_register

SALE_16 = (
    "시군구,번지,본번,부번,단지명,전용면적(㎡),계약년월,계약일,거래금액(만원),층,건축년도,도로명,"
    "해제사유발생일,등기일자,거래유형,중개사소재지\n"
)
SALE_9 = "시군구,단지명,전용면적(㎡),계약년월,계약일,거래금액(만원),층,건축년도,도로명\n"
SALE_2024 = (
    '"NO","시군구","번지","본번","부번","단지명","전용면적(㎡)","계약년월","계약일","거래금액(만원)","동","층",'
    '"매수자","매도자","건축년도","도로명","해제사유발생일","거래유형","중개사소재지","등기일자","주택유형"\r\n'
)
RENT_15 = (
    "시군구,단지명,전월세구분,전용면적(㎡),계약년월,보증금(만원),월세(만원),층,건축년도,도로명,계약기간,계약구분,"
    "갱신요구권 사용,종전계약 보증금 (만원),종전계약 월세 (만원)\n"
)
RENT_2024 = (
    '"NO","시군구","번지","본번","부번","단지명","전월세구분","전용면적(㎡)","계약년월","계약일","보증금(만원)",'
    '"월세금(만원)","층","건축년도","도로명","계약기간","계약구분","갱신요구권 사용","종전계약 보증금(만원)",'
    '"종전계약 월세(만원)","주택유형"\r\n'
)
PREAMBLE = '"□ 본 서비스는"\r\n""\r\n"시군구 : 강남구"\r\n'
GAEPO = "서울특별시 강남구 개포동"


def read(folder: Path, text: str, *, encoding: str = "utf-8", name: str = "r.csv") -> RegisterFile:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return read_register(path)


def quoted(cells: str) -> str:
    """A row of the 2024 layout from cells joined by "|"."""
    return ",".join(f'"{cell}"' for cell in cells.split("|")) + "\r\n"


def sale_16(*, floor: str = "8", cancelled: str = "", agent: str = "서울 강남구") -> str:
    head = f'{GAEPO},651-1,0651,0001,개포더샵,105.8064,202306,29,"       240,000"'
    return f'{head},{floor},2021,개포로 311,{cancelled}, ,중개거래,"{agent}"\n'


def sale_2024(cancelled: str = "-", floor: str = "8") -> str:
    head = f"1|{GAEPO}|-|-|-|개포더샵|105.8064|202306|29|240,000|-|{floor}|-|-|2021|개포로 311"
    return quoted(f"{head}|{cancelled}|중개거래|서울 강남구, 서울 송파구|-|아파트")


def only(file: RegisterFile) -> Deal:
    assert not file.broken
    (deal,) = file.deals
    return deal


@pytest.mark.parametrize("encoding", ["cp949", "utf-8", "utf-8-sig"])
def test_the_sale_layouts_of_2023_and_2024_say_the_same(tmp_path: Path, encoding: str) -> None:
    old = read(tmp_path, SALE_16 + sale_16(agent="서울 강남구, 서울 송파구"), encoding=encoding)
    short = f'{GAEPO},개포더샵,105.8064,202306,29,"240,000",8,2021,개포로 311\n'
    files = [
        old,
        read(tmp_path, SALE_9 + short, encoding=encoding),
        read(tmp_path, PREAMBLE + SALE_2024 + sale_2024(), encoding="cp949"),
    ]
    assert {file.kind for file in files} == {"sale"}
    assert len({only(file) for file in files}) == 1
    assert only(old) == Deal(
        deal_type="DEAL",
        region=GAEPO,
        complex_name="개포더샵",
        road="개포로 311",
        area_m2=105.8064,
        month=202306,
        day=29,
        amount=240_000,
        monthly=0,
        floor=8,
        built_year=2021,
    )


def test_a_basement_is_a_floor_and_a_dash_is_none(tmp_path: Path) -> None:
    file = read(tmp_path, SALE_16 + sale_16(floor="-1") + sale_16(floor="-") + sale_16(floor=" "))
    assert [deal.floor for deal in file.deals] == [-1, None, None]


@pytest.mark.parametrize("entry", ["20230727", "26.08.20"])
def test_cancelled_sales_are_set_apart(tmp_path: Path, entry: str) -> None:
    old = read(tmp_path, SALE_16 + sale_16(cancelled=entry) + sale_16())
    new = read(tmp_path, PREAMBLE + SALE_2024 + sale_2024(entry) + sale_2024())
    assert [(len(file.deals), len(file.cancelled)) for file in (old, new)] == [(1, 1), (1, 1)]


def test_the_old_contract_s_deposit_is_never_taken_for_the_deposit(tmp_path: Path) -> None:
    row = '"42,000",             0,5,1987,언주로 3,202308~202508,갱신,-,"99,000",77\n'
    old = read(tmp_path, RENT_15 + f"{GAEPO},우성1동~8동,전세,79.97,202307,{row}")
    head = f"1|{GAEPO}|-|-|-|우성1동~8동|전세|79.9700|202307|-|42,000|0|5|1987|언주로 3"
    new = read(tmp_path, PREAMBLE + RENT_2024 + quoted(f"{head}|-|갱신|-|99,000|77|아파트"))
    assert only(old) == only(new)
    assert (only(old).deal_type, only(old).amount, only(old).monthly, old.kind) == (
        "LEASE",
        42_000,
        0,
        "rent",
    )


def test_a_rent_header_with_only_the_old_deposit_is_refused(tmp_path: Path) -> None:
    header = RENT_15.replace(",보증금(만원),", ",어떤금액,")
    with pytest.raises(InputInvalid, match="INGEST003") as caught:
        read(tmp_path, header)
    assert "거래금액(만원) or 보증금(만원)" in str(caught.value)


def test_a_rent_without_deposit_is_real(tmp_path: Path) -> None:
    row = f"{GAEPO},개포더샵,월세,59.9,202307,0,250,5,1987,언주로 3,-,-,-, , \n"
    assert (only(read(tmp_path, RENT_15 + row)).amount, only(read(tmp_path, RENT_15 + row)).monthly) == (
        0,
        250,
    )


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("105.8064", "abc", "전용면적(m2) is 'abc'"),
        ("105.8064", "0", "전용면적(m2) is '0'"),
        ("202306", "202313", "계약년월 is '202313'"),
        (",29,", ",32,", "계약일 is '32'"),
        ("240,000", "24만", "거래금액(만원) is '24만'"),
        ("240,000", "2,40,000", "거래금액(만원) is '2,40,000'"),
        ("240,000", "0", "거래금액(만원) is 0"),
        (",8,", ",팔,", "층 is '팔'"),
        ("개포더샵", " ", "단지명 is missing"),
        ("2021", "20O1", "건축년도 is '20O1'"),
    ],
)
def test_a_broken_row_is_kept_with_its_line_and_reason(
    tmp_path: Path, old: str, new: str, reason: str
) -> None:
    good = f'{GAEPO},개포더샵,105.8064,202306,29,"240,000",8,2021,개포로 311\n'
    file = read(tmp_path, SALE_9 + good + good.replace(old, new))
    assert len(file.deals) == 1
    assert [(row.number, row.reason) for row in file.broken] == [(3, reason)]
    assert str(file.broken[0].problem()).startswith("r.csv:3:1: INGEST004")


def test_a_file_of_broken_rows_only_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputInvalid, match="INGEST006"):
        read(tmp_path, SALE_9 + "a,b\n" * 3)


def test_an_export_without_rows_is_an_empty_export(tmp_path: Path) -> None:
    assert read(tmp_path, SALE_9).deals == ()


def test_the_same_file_given_twice_counts_once(tmp_path: Path) -> None:
    file = read(tmp_path, SALE_16 + sale_16() + sale_16(floor="9"))
    assert merge([file, file]) == merge([file])
    assert len(merge([file])) == 2


def test_equal_rows_of_one_file_are_several_contracts(tmp_path: Path) -> None:
    twice = read(tmp_path, SALE_16 + sale_16() * 2)
    once = read(tmp_path, PREAMBLE + SALE_2024 + sale_2024())
    assert len(merge([twice])) == 2
    assert len(merge([once, twice])) == 2


def test_a_contract_cancelled_in_the_later_export_alone_is_dropped(tmp_path: Path) -> None:
    earlier = read(tmp_path, SALE_16 + sale_16())
    later = read(tmp_path, PREAMBLE + SALE_2024 + sale_2024("23.07.27"))
    reported_again = read(tmp_path, SALE_16 + sale_16(cancelled="20230727") + sale_16())
    assert merge([earlier, later]) == ()
    assert len(merge([earlier, reported_again])) == 1


def test_a_rent_with_and_without_its_day_is_one_contract(tmp_path: Path) -> None:
    old = read(tmp_path, RENT_15 + f"{GAEPO},개포더샵,월세,59.9,202307,1000,250,5,1987,언주로 3,-,-,-, , \n")
    head = f"1|{GAEPO}|-|-|-|개포더샵|월세|59.9000|202307|17|1,000|250|5|1987|언주로 3"
    new = read(tmp_path, RENT_2024 + quoted(f"{head}|-|-|-|||아파트"))
    assert len(merge([old, new])) == 1


def test_the_order_of_the_files_changes_nothing(tmp_path: Path) -> None:
    a = read(tmp_path, SALE_16 + sale_16() * 2 + sale_16(cancelled="20230727"))
    b = read(tmp_path, PREAMBLE + SALE_2024 + sale_2024() + sale_2024(floor="3"))
    assert merge([a, b]) == merge([b, a])


def test_the_public_files_are_read_whole(shared: Path) -> None:
    folder = shared / "data" / "molit"
    figures = {
        path.name: (file.kind, len(file.deals), len(file.cancelled), len(file.broken))
        for path in sorted(folder.glob("*.csv"))
        for file in [read_register(path)]
    }
    assert figures == {
        "apt_rent_seoul_202307_cp949.csv": ("rent", 14_361, 0, 1),
        "apt_trade_seoul_202306_cp949.csv": ("sale", 3_853, 106, 0),
        "apt_trade_seoul_202307_min_cp949.csv": ("sale", 2_608, 0, 0),
        "layout2024_rent_mapo_202307_cp949.csv": ("rent", 735, 0, 0),
        "layout2024_trade_gangnam_202306_cp949.csv": ("sale", 251, 10, 0),
    }


@pytest.mark.parametrize(
    ("whole", "part"),
    [
        ("apt_trade_seoul_202306_cp949.csv", "layout2024_trade_gangnam_202306_cp949.csv"),
        ("apt_rent_seoul_202307_cp949.csv", "layout2024_rent_mapo_202307_cp949.csv"),
    ],
)
def test_a_relaid_part_of_a_month_adds_no_deal(shared: Path, whole: str, part: str) -> None:
    month, district = (read_register(shared / "data" / "molit" / name) for name in (whole, part))
    assert len(merge([month, district])) == len(month.deals)
