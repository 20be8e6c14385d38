"""Checks of profiles: each mistake at its place with the text that mends it."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
import yaml

from engine.errors import Problem
from engine.score.checking import check_profiles
from tests.search.packs import DEFAULT, edited, pack

CHILD = "scoring_profiles/child.yaml"


def found(*edits: tuple[str, str], ranges: dict | None = None) -> list[Problem]:
    return [p for p in check_profiles(edited({DEFAULT: list(edits)}), ranges) if p.file == DEFAULT]


def test_the_profiles_of_the_pack_are_right() -> None:
    assert list(check_profiles(pack())) == []


def test_weights_that_do_not_add_up_are_said_at_the_weights_with_the_edit_that_mends_them() -> None:
    problem = found(("listings: 10}", "listings: 15}"))[0]
    assert (problem.code, problem.line, problem.column, problem.path) == ("SCORE003", 3, 11, "/weights")
    assert problem.message == "weights add up to 105, must be 100"
    assert problem.hint == "set listings to 10"


@pytest.mark.parametrize(
    ("weights", "total", "hint"),
    [
        (
            "distance: 35.1, price: 35.1, area: 14.9, newness: 4.9, listings: 10.1",
            "100.1",
            "set listings to 10",
        ),
        ("distance: 0, price: 0, area: 0, newness: 0, listings: 0", "0", "set listings to 100"),
        ("distance: 90, price: 90, area: 0, newness: 0, listings: 1", "181", "set price to 9"),
        (
            "distance: 90, price: 50, area: 50, newness: 50, listings: 1",
            "241",
            "change the weights by -141 in all",
        ),
    ],
)
def test_the_sum_is_exact_and_the_last_weight_that_can_takes_the_difference(
    weights: str, total: str, hint: str
) -> None:
    problem = found(("distance: 35, price: 35, area: 15, newness: 5, listings: 10", weights))[0]
    assert problem.message == f"weights add up to {total}, must be 100"
    assert problem.hint == hint


def test_weights_with_decimals_may_add_up_to_exactly_100() -> None:
    assert not found(("distance: 35, price: 35, area: 15, newness: 5, listings: 10",
                      "distance: 33.3, price: 33.3, area: 15.4, newness: 8, listings: 10"))  # fmt: skip


def test_a_child_that_changes_one_weight_of_five_is_told_at_its_own_weights() -> None:
    revision = edited(files={CHILD: "kind: profile\nname: child\nextends: default\nweights: {price: 40}\n"})
    problem = next(p for p in check_profiles(revision) if p.code == "SCORE003")
    assert (problem.file, problem.line, problem.hint) == (CHILD, 4, "set listings to 5")
    inherited = "distance 35, area 15, newness 5, listings 10"
    assert problem.message == f"weights add up to 105, must be 100, with those that it inherits ({inherited})"


def test_a_kind_that_is_misspelt_is_told_the_one_that_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    large = EntryPoint(name="large", value="large_complexes:LARGE", group="rulewright.factors")
    monkeypatch.setattr(
        "engine.score.checking.entry_points", lambda **which: [large] if which.get("name") != "larg" else []
    )
    (problem,) = found(("{bonus: 신축,", "{uses: larg,"))
    assert (problem.code, problem.hint) == ("SCORE008", "large")


TABLE = yaml.safe_load((Path(__file__).parent / "mistakes.yaml").read_text(encoding="utf-8"))
MISTAKES = {row.pop("name"): row for row in TABLE["mistakes"]}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_mistake_is_found_and_mended(mistake: str) -> None:
    row = MISTAKES[mistake]
    old, new, code, hint = row["old"], row["new"], row["code"], row["hint"]
    problem = next((p for p in found((old, new)) if p.code == code), None)
    assert problem is not None
    assert (problem.hint, problem.severity) == (hint, "error")
    assert problem.line > 2


def test_a_width_may_be_written_in_the_wants_own_unit() -> None:
    assert not found(("gaussian: {sigma: 30%}", "gaussian: {sigma: 20000만원}"))


def test_a_profile_may_share_in_several_wants() -> None:
    assert not found(("share_in: area", "share_in: [area, area_m2]"))


SURPRISES = {row.pop("name"): row for row in TABLE["surprises"]}


@pytest.mark.parametrize("surprise", SURPRISES)
def test_what_would_surprise_is_a_warning(surprise: str) -> None:
    row = SURPRISES[surprise]
    old, new, code, word = row["old"], row["new"], row["code"], row["says"]
    problem = next((p for p in found((old, new)) if p.code == code), None)
    assert problem is not None
    assert problem.severity == "warning"
    assert word in problem.message


def test_curves_are_held_against_what_the_documents_hold() -> None:
    def codes(ranges: dict) -> list[str]:
        return [p.message.partition(":")[0] for p in found(ranges=ranges)]

    assert codes({"listing_count": (0, 80), "built_year": (1975, 2024)}) == []
    assert codes({"listing_count": (0, 20)}) == ["listings"]
    assert codes({"listing_count": (60, 90)}) == ["listings"]
    assert codes({"built_year": (1975, 2010)}) == ["newness"]
    assert codes({"built_year": (2021, 2024)}) == ["newness"]
