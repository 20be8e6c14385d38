"""`rulewright ingest` from files to files, on a district of three homes."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from engine.cli.ingest import ingest
from engine.errors import EngineError, InputInvalid

SALES = (
    "□ 안내\n시군구,단지명,전용면적(㎡),계약년월,계약일,거래금액(만원),층,건축년도,도로명\n"
    '서울특별시 강남구 개포동,자이,84.97,202307,5,"187,000",5,2004,개포로 1\n'
    '서울특별시 강남구 개포동,다른집,59.9,202307,6,"90,000",-1,1999,없는길 9\n'
    "서울특별시 강남구 개포동,자이,84.97,202307,5,비쌈,5,2004,개포로 1\n"
    "부산광역시 연제구 거제동,자이,84.97,202307,5,50000,5,2004,거제로 1\n"
)
COMPLEXES = (
    "complex_id,name,sido,sigungu,dong,dong_code,road_address,households,built_year,"
    "hh_le60,hh_60_85,hh_85_135,hh_gt135,lat,lon,flag\n"
    "A1,개포자이,서울특별시,강남구,개포동,1168010300,서울특별시 강남구 개포로 1,"
    "212,2004,12,200,0,,37.481,127.061,\n"
    "A2,개포우성,서울특별시,강남구,개포동,1168010300,,100,1990,,,,,,,\n"
    "A77777777,시험,서울특별시,강남구,개포동,1168010300,,1,2020,,,,,37.481,127.061,\n"
)
STATIONS = (
    "name,line,lat,lon,address,aliases,name_en,station_no,region\n"
    "개포동역,수인분당선,37.489,127.066,서울특별시 강남구 개포로 2,개포동,Gaepo-dong,1,수도권\n"
)
DONGS = (
    "code,sido,sigungu,dong,lat,lon,area_km2,equiv_radius_km\n"
    "1168010300,서울특별시,강남구,개포동,37.48,127.06,5.0,1.262\n"
)
ASKING = "source,complex_id,area_m2,deal_type,asking\nsynthetic,A1,84.9,DEAL,195000\n,A9,84.9,DEAL,195000\n"

app = typer.Typer()
app.command()(ingest)


def run(*arguments: str) -> str:
    """Standard output of the command; raises what it raises."""
    result = CliRunner().invoke(app, arguments)
    if isinstance(result.exception, EngineError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def arguments(tmp_path: Path) -> list[str]:
    given: list[str] = ["--out", str(tmp_path / "out")]
    texts = {"trades": SALES, "complexes": COMPLEXES, "stations": STATIONS, "dongs": DONGS}
    for name, text in texts.items():
        path = tmp_path / f"{name}.csv"
        path.write_bytes(text.encode("cp949" if name == "trades" else "utf-8-sig"))
        given += [f"--{name}", str(path)]
    return given


def documents_in(folder: Path) -> dict[str, Any]:
    lines = gzip.decompress((folder / "complexes.jsonl.gz").read_bytes()).decode().splitlines()
    return {document["name"]: document for document in map(json.loads, lines)}


def test_files_become_documents_places_and_a_report(tmp_path: Path, arguments: list[str]) -> None:
    report = json.loads(run(*arguments, "--json"))
    found = documents_in(tmp_path / "out")
    assert list(found) == ["개포자이", "개포우성", "다른집"]
    assert found["개포자이"] == {
        "complex_id": "A1",
        "name": "개포자이",
        "location": {"lat": 37.481, "lon": 127.061},
        "located_by": "address",
        "sido": "서울특별시",
        "sigungu": "강남구",
        "dong": "개포동",
        "road_address": "서울특별시 강남구 개포로 1",
        "households": 212,
        "built_year": 2004,
        "listing_count": 1,
        "station_m": 993,
        "floor_plans": [
            {"plan_id": "A1-84", "area_m2": 84.97, "share": 0.9434, "traded": {"DEAL": 187000}},
        ],
    }
    assert (found["다른집"]["located_by"], "households" in found["다른집"]) == ("dong", False)
    assert "station_m" not in found["다른집"]
    assert report["unjoined"] == {"no legal dong 부산광역시 연제구 거제동": 1}
    assert report["problem_count"] == 1
    assert "trades.csv:5:1: INGEST004" in report["problems"][0]
    assert json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8")) == report
    assert str(tmp_path) not in json.dumps(report, ensure_ascii=False)


def test_a_person_reads_a_table(arguments: list[str]) -> None:
    lines = run(*arguments).splitlines()
    assert "  trades.csv     sale: 4 rows, 3 kept, 1 broken" in lines
    assert "  complexes.csv  complexes: 3 rows, 2 kept, 1 left out" in lines


def test_asking_prices_are_joined_in_the_same_run_or_afterwards(tmp_path: Path, arguments: list[str]) -> None:
    asking = tmp_path / "asking.csv"
    asking.write_text(ASKING, encoding="utf-8")
    run(*arguments)
    documents = str(tmp_path / "out" / "complexes.jsonl.gz")
    report = json.loads(
        run("--documents", documents, "--asking", str(asking), "--out", str(tmp_path / "later"), "--json")
    )
    assert (report["asking"]["joined"], report["asking"]["unjoined"]) == (1, 1)
    assert not (tmp_path / "later" / "places.csv.gz").exists()
    arguments[1] = str(tmp_path / "at-once")
    run(*arguments, "--asking", str(asking))
    assert documents_in(tmp_path / "later") == documents_in(tmp_path / "at-once")
    changed = documents_in(tmp_path / "later")["개포자이"]
    assert changed["asking_source"] == "synthetic"
    assert changed["floor_plans"][0]["asking"] == {"DEAL": 195000}


def test_the_next_step_is_the_lines_of_the_pack_as_they_are_to_be_typed(
    tmp_path: Path, arguments: list[str]
) -> None:
    pack = tmp_path / "pack"
    (pack / "rules").mkdir(parents=True)
    (pack / "rules" / "pack.yaml").write_text("kind: pack\n", encoding="utf-8")
    for out, shown in ((pack / "mine", "mine"), (tmp_path / "out", "../out")):
        arguments[1] = str(out)
        result = CliRunner().invoke(app, [*arguments, "--pack", str(pack), "--json"])
        assert json.loads(result.stdout)["documents"]
        assert f"  documents: {shown}/complexes.jsonl.gz\n  places: {shown}/places.csv.gz\n" in result.stderr


def test_a_wrong_file_stops_the_run_and_leaves_no_output(tmp_path: Path, arguments: list[str]) -> None:
    with pytest.raises(InputInvalid, match="INGEST003"):
        run(*arguments, "--rents", str(tmp_path / "stations.csv"))
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("given", [[], ["--trades", "x.csv"], ["--documents", "x.gz"]])
def test_a_run_without_its_files_says_which_it_needs(tmp_path: Path, given: list[str]) -> None:
    with pytest.raises(InputInvalid, match="INGEST009"):
        run(*given, "--out", str(tmp_path / "out"))
