"""Files of documents and places: same bytes for the same content, all or nothing."""

import gzip
import json
from pathlib import Path

import pytest

from engine.errors import InputInvalid
from engine.ingest.documents import Document, FloorPlan, Location, Prices
from engine.ingest.report import IngestReport
from engine.ingest.storage import document_line, encode_documents, read_documents, write_files

DOCUMENT = Document(
    complex_id="A1",
    name="개포자이",
    location=Location(lat=37.5, lon=127.0),
    located_by="address",
    floor_plans=(FloorPlan(plan_id="A1-84", area_m2=84.97, traded=Prices(DEAL=1), deposit=0, monthly=5),),
)
REPORT = IngestReport(files=(), documents={"documents": 1}, problems=(), problem_count=0)


def test_what_is_unknown_is_left_out_and_a_deposit_of_nothing_is_not() -> None:
    assert json.loads(document_line(DOCUMENT)) == {
        "complex_id": "A1",
        "name": "개포자이",
        "location": {"lat": 37.5, "lon": 127.0},
        "located_by": "address",
        "listing_count": 0,
        "floor_plans": [
            {"plan_id": "A1-84", "area_m2": 84.97, "traded": {"DEAL": 1}, "deposit": 0, "monthly": 5}
        ],
    }


def test_documents_come_back_as_they_were_written(tmp_path: Path) -> None:
    write_files(tmp_path, (DOCUMENT,), None, REPORT)
    assert read_documents(tmp_path / "complexes.jsonl.gz") == (DOCUMENT,)
    plain = tmp_path / "plain.jsonl"
    plain.write_text(document_line(DOCUMENT) + "\n", encoding="utf-8")
    assert read_documents(plain) == (DOCUMENT,)


def test_the_same_content_gives_the_same_bytes() -> None:
    data = encode_documents([DOCUMENT])
    assert data == encode_documents([DOCUMENT])
    assert data[4:8] == bytes(4)  # no time in the header


def test_nothing_but_the_files_is_left_behind(tmp_path: Path) -> None:
    report = write_files(tmp_path / "new" / "folder", (DOCUMENT,), (), REPORT)
    names = sorted(path.name for path in (tmp_path / "new" / "folder").iterdir())
    assert names == ["complexes.jsonl.gz", "places.csv.gz", "report.json"]
    assert report.bytes["complexes.jsonl.gz"] == len(encode_documents([DOCUMENT]))


def test_a_failure_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, (DOCUMENT,), (), REPORT)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def full_disk(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full_disk)
    with pytest.raises(InputInvalid, match="INGEST007"):
        write_files(tmp_path, (), (), REPORT)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_file_in_the_way_of_the_folder_is_said(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    with pytest.raises(InputInvalid, match="INGEST007"):
        write_files(tmp_path / "out", (DOCUMENT,), None, REPORT)


@pytest.mark.parametrize(
    "data",
    [
        b'{"id": 1}\n',
        b"{",
        b"\xff\xfe",
        gzip.compress(b"{}", mtime=0)[:-4],
        b"\x1f\x8bxx",
        b'{"complex_id": "A", "name": 5}',
    ],
)
def test_what_holds_no_documents_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "d.jsonl"
    path.write_bytes(data)
    with pytest.raises(InputInvalid, match="INGEST008"):
        read_documents(path)


def test_documents_that_are_not_there_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputInvalid, match="INGEST001"):
        read_documents(tmp_path / "none.jsonl.gz")
