"""The wheel carries the property pack: installed anywhere, it answers without a checkout."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, root: Path) -> Path:
    """The built wheel, unpacked as an installer would."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=root, check=True, capture_output=True)  # noqa: S603  our own build
    (wheel,) = folder.glob("rulewright-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def run(installed: Path, cwd: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "engine", *words]
    return subprocess.run(  # noqa: S603  our own command
        command,
        cwd=cwd,
        env={"PYTHONPATH": str(installed), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_wheel_answers_from_an_empty_directory(installed: Path, tmp_path: Path) -> None:
    done = run(installed, tmp_path, "ask", "강남역 근처 30평대 15억 이하 신축 아파트 추천해줘", "--json")
    assert done.returncode == 0, done.stderr
    events = [json.loads(line) for line in done.stdout.splitlines()]
    candidates = next(event for event in events if event["event"] == "candidates")
    assert len(candidates["hits"]) >= 3


def test_the_wheel_explains_codes_and_copies_its_pack(installed: Path, tmp_path: Path) -> None:
    assert "# CONF002" in run(installed, tmp_path, "explain", "CONF002").stdout
    assert run(installed, tmp_path, "init", "mine").returncode == 0
    assert run(installed, tmp_path, "check", "--pack", "mine").returncode == 0


def test_the_wheel_holds_no_tests_and_no_raw_register_rows(installed: Path) -> None:
    names = {path.relative_to(installed).parts[0] for path in installed.iterdir()}
    assert {name for name in names if not name.endswith(".dist-info")} == {"engine"}
    assert (installed / "engine" / "_pack" / "NOTICE").is_file()
    assert (
        sum(path.stat().st_size for path in installed.rglob("*") if path.is_file() and path.suffix != ".pyc")
        < 4_000_000
    )
