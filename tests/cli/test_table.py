from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion

from engine.cli.table import candidates_table, conditions_table, hits_table, relaxed_lines
from engine.config.revision import Revision
from engine.runtime.revision import load
from engine.score.explain import FactorScore
from engine.search.request import ConditionPrice, Hit, Relaxed, SearchResult


@pytest.fixture(scope="module")
def revision(root: Path) -> Revision:
    return load(root)


def factor(value: float, weight: float, basis: str = "known") -> FactorScore:
    return FactorScore(value=value, weight=weight, points=weight / 100 * value, basis=basis)


HIT = Hit(
    id="A",
    name="래미안 원베일리 한강 조망 프리미엄 단지",
    score=0.831534,
    distance_m=600.0,
    floor_plan={
        "plan_id": "A-34",
        "area_m2": 84.9,
        "area": 34.2,
        "price": 148000,
        "basis": "asking",
        "deal": "DEAL",
    },
    breakdown={
        "distance": factor(0.882494, 35),
        "price": factor(0.949788, 35, "asking"),
        "area": factor(0, 15, "unasked"),
        "newness": factor(1.0, 5),
        "listings": factor(0.3, 10, "missing"),
    },
    link=None,
    doc={},
)
RESULT = SearchResult(
    hits=(HIT, replace(HIT, id="B", name="B", floor_plan=None, distance_m=None, score=0.5)),
    score_of=0.85,
    total=2,
    conditions=(
        ConditionPrice(want="price", without=7),
        ConditionPrice(want="area", without=9),
        ConditionPrice(want="built", without=2),
    ),
    relaxed=(Relaxed(want="price", before={"priceMax": 150000}, after={"priceMax": 165000}, remaining=2),),
)


@pytest.mark.parametrize("width", [80, 44])
def test_the_table_of_homes(width: int, revision: Revision, snapshot: SnapshotAssertion) -> None:
    assert hits_table(RESULT, revision, width=width) == snapshot


def test_the_table_in_english(revision: Revision, snapshot: SnapshotAssertion) -> None:
    assert hits_table(RESULT, revision, language="en") == snapshot


@pytest.mark.parametrize("width", [30, 44, 80, 120])
def test_no_line_is_wider_than_the_terminal(width: int, revision: Revision) -> None:
    lines = hits_table(RESULT, revision, width=width).splitlines()
    assert all(cell_len(line) <= width for line in lines)
    assert cell_len(lines[0]) == width


def test_colour_adds_nothing_but_colour(revision: Revision) -> None:
    from rich.text import Text

    coloured = hits_table(RESULT, revision, colour=True)
    assert "\x1b[" in coloured
    bare = hits_table(RESULT, revision)
    assert "\x1b" not in bare
    assert [line.rstrip() for line in Text.from_ansi(coloured).plain.splitlines()] == bare.splitlines()


def test_a_full_bar_is_the_best_value_and_others_say_why_there_is_none(revision: Revision) -> None:
    bars = hits_table(RESULT, revision).splitlines()[2]
    assert "신축 █████" in bars
    assert "넓이 ·····" in bars
    assert "거래 █▌░░?" in bars


@pytest.mark.parametrize("width", [44, 60])
def test_a_narrow_terminal_cuts_neither_price_nor_distance(width: int, revision: Revision) -> None:
    hit = replace(HIT, doc={"sigungu": "서초구", "dong": "반포동", "asking_source": "synthetic"})
    text = hits_table(replace(RESULT, hits=(hit,)), revision, width=width)
    for part in ("서초구 반포동", "매매 14억 8,000만원(가상 호가)", "600 m"):
        assert part in text
    assert "~" not in hits_table(replace(RESULT, hits=(replace(HIT, name="1~2차"),)), revision)


def test_names_cannot_move_the_cursor_or_be_markup(revision: Revision) -> None:
    hostile = replace(HIT, name="[bold]\x1b[2J나쁜\n이름\u202e")
    text = hits_table(replace(RESULT, hits=(hostile,)), revision)
    assert "[bold] [2J나쁜 이름" in text
    assert "\x1b" not in text
    assert len(text.splitlines()) == 3


def test_no_homes_make_no_table(revision: Revision) -> None:
    assert hits_table(SearchResult(hits=(), score_of=1, total=0), revision) == ""


def test_conditions_come_costliest_first_and_only_those_that_cost(revision: Revision) -> None:
    text = conditions_table(RESULT, revision, params={"areaMin": 30, "areaMax": 39})
    lines = text.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("넓이 30∼39평 조건을 빼면")
    assert lines[0].endswith("9곳 (+7)")
    assert lines[1].startswith("가격 16억 5,000만원 이하 조건을 빼면"), "as it was widened"


def test_what_gave_way_is_one_line_each(revision: Revision) -> None:
    assert relaxed_lines(RESULT, revision) == ("가격 15억원 이하 → 16억 5,000만원 이하 (2곳)",)


def test_a_candidates_event_makes_the_same_table(revision: Revision) -> None:
    from engine.search.wire import result_json

    event = {"step": "2", **result_json(RESULT)}
    assert candidates_table(event, revision) == hits_table(RESULT, revision)
