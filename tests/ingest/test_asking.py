"""A user's asking prices on documents."""

from pathlib import Path

import pytest

from engine.errors import InputInvalid
from engine.ingest.asking import Asked, join_asking, read_asking
from engine.ingest.documents import Document, FloorPlan, Prices

HEADER = "source,complex_id,name,sigungu,area_m2,deal_type,asking,deposit,monthly\n"
ONE = Document(
    complex_id="A1",
    name="개포 자이",
    sigungu="강남구",
    floor_plans=(
        FloorPlan(
            plan_id="A1-59", area_m2=59.9, share=0.4, traded=Prices(DEAL=100_000), deposit=9, monthly=9
        ),
        FloorPlan(plan_id="A1-84", area_m2=84.9, share=0.6, traded=Prices(DEAL=150_000)),
    ),
)
DOCUMENTS = (
    ONE,
    Document(complex_id="A2", name="현대", sigungu="강남구"),
    Document(complex_id="A3", name="현대", sigungu="강남구"),
)


def asked(folder: Path, rows: str, header: str = HEADER) -> Asked:
    path = folder / "asking.csv"
    path.write_text("# a note above the header\n" + header + rows, encoding="utf-8")
    return join_asking(DOCUMENTS, read_asking(path))


def first(result: Asked) -> dict[str, FloorPlan]:
    return {plan.plan_id: plan for plan in result.documents[0].floor_plans}


def test_an_id_or_a_name_with_its_district_finds_the_document(tmp_path: Path) -> None:
    rows = ",A1,,,84.2,DEAL,160000,,\n,,개포자이,강남구,84.9,DEAL,170000,,\n,A1,,,59.9,LEASE,50000,,\n"
    result = asked(tmp_path, rows)
    assert result.joined == 3
    assert first(result)["A1-84"].asking == Prices(DEAL=165_000)
    assert first(result)["A1-59"].asking == Prices(LEASE=50_000)
    assert first(result)["A1-84"].traded == Prices(DEAL=150_000)
    assert [document.asking_source for document in result.documents] == ["user", None, None]


def test_one_synthetic_price_marks_the_document(tmp_path: Path) -> None:
    result = asked(tmp_path, "synthetic,A1,,,84.9,DEAL,160000,,\n,A1,,,59.9,DEAL,110000,,\n")
    assert result.documents[0].asking_source == "synthetic"


def test_a_rent_offer_replaces_the_recorded_pair_whole(tmp_path: Path) -> None:
    plan = first(asked(tmp_path, ",A1,,,59.9,RENT,,0,250\n"))["A1-59"]
    assert (plan.deposit, plan.monthly, plan.asking) == (0, 250, None)
    assert plan.rent_source == "user"


def test_a_made_up_rent_marks_its_floor_plan_and_no_other(tmp_path: Path) -> None:
    rows = "synthetic,A1,,,59.9,RENT,,0,250\n,A1,,,59.9,RENT,,0,260\nsynthetic,A1,,,84.9,DEAL,160000,,\n"
    plans = first(asked(tmp_path, rows))
    assert {key: plan.rent_source for key, plan in plans.items()} == {"A1-59": "synthetic", "A1-84": None}


def test_rows_that_join_nothing_are_told_apart(tmp_path: Path) -> None:
    result = asked(
        tmp_path, ",A9,,,84,DEAL,1,,\n,,현대,강남구,84,DEAL,1,,\n,,없음,강남구,84,DEAL,1,,\n,,,,84,DEAL,1,,\n"
    )
    assert (result.joined, result.documents) == (0, DOCUMENTS)
    assert [(item.number, item.reason) for item in result.unjoined] == [
        (3, "no complex 'A9'"),
        (4, "2 complexes are called '현대' in 강남구"),
        (5, "no complex is called '없음' in 강남구"),
        (6, "neither complex_id nor name and sigungu"),
    ]


def test_broken_offers_are_kept_with_their_reason(tmp_path: Path) -> None:
    path = tmp_path / "asking.csv"
    rows = ",A1,,,84,BUY,1,,\n,A1,,,84,DEAL,0,,\n,A1,,,84,RENT,,5,\n,A1,,,84,DEAL,1.5,,\n,A1,,,84,DEAL,1,,\n"
    path.write_text(HEADER + rows, encoding="cp949")
    reading = read_asking(path)
    assert [row.reason for row in reading.broken] == [
        "deal_type is 'BUY', not DEAL, LEASE or RENT",
        "asking is 0",
        "monthly is missing",
        "asking is '1.5', not whole 만원",
    ]
    assert len(reading.items) == 1


def test_a_new_floor_plan_shares_the_homes_of_its_band(tmp_path: Path) -> None:
    plans = first(asked(tmp_path, ",A1,,,74.5,DEAL,120000,,\n"))
    assert {key: plan.share for key, plan in plans.items()} == {"A1-59": 0.4, "A1-74": 0.3, "A1-84": 0.3}
    unknown = first(asked(tmp_path, ",A1,,,114.5,DEAL,220000,,\n"))
    assert {plan.share for plan in unknown.values()} == {None}


@pytest.mark.parametrize("header", ["name,area_m2,deal_type,asking\n", "complex_id,area_m2,deal_type\n"])
def test_a_file_that_lacks_a_column_is_refused(tmp_path: Path, header: str) -> None:
    with pytest.raises(InputInvalid, match="INGEST003"):
        asked(tmp_path, "", header)
