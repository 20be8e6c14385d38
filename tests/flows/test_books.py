"""Books of a closed list: the model names ids and reasons, everything else comes from the list."""

import json
from pathlib import Path

import pytest

from engine.errors import InputInvalid

from .running import EXAMPLES, events_of, result_of, with_answers

PACK = EXAMPLES / "books"
BOOKS = {
    book["id"]: book
    for book in map(json.loads, (PACK / "data" / "books.jsonl").read_text(encoding="utf-8").splitlines())
}


def test_a_member_gets_books_of_the_list_with_a_reason_each(tmp_path: Path) -> None:
    result = result_of(PACK, "recommend", {"member": "M1", "count": 2}, tmp_path)
    assert result["status"] == "done"
    picked = result["result"]["picked"]
    assert [book["id"] for book in picked] == [1, 4]
    for book in picked:
        assert {key: book[key] for key in book if key != "reason"} == BOOKS[book["id"]]
        assert book["reason"]


def test_a_book_that_was_read_cannot_be_picked_whatever_the_model_says(tmp_path: Path) -> None:
    answer = {"asked_by": "recommend", "say": '[{"id": 3, "reason": "x"}, {"id": 1, "reason": "y"}]'}
    pack = with_answers(PACK, tmp_path / "pack", answer)
    result = result_of(pack, "recommend", {"member": "M1", "count": 2}, tmp_path)
    assert [book["id"] for book in result["result"]["picked"]] == [1]


def test_fewer_than_asked_are_asked_for_again_and_then_said(tmp_path: Path) -> None:
    pack = with_answers(
        PACK, tmp_path / "pack", {"asked_by": "recommend", "say": '[{"id": 1, "reason": "x"}]'}
    )
    told = events_of(pack, "recommend", {"member": "M1", "count": 3}, tmp_path)
    (finished,) = (e for e in told if e.event == "step_finished" and e.data["step"] == "pick")
    assert finished.data["notes"] == ["1 of 3 were named"]
    assert len(told[-1].data["attempts"]) == 2  # pyright: ignore[reportArgumentType]


def test_a_member_that_is_not_known_is_no_failure_of_a_model(tmp_path: Path) -> None:
    result = result_of(PACK, "recommend", {"member": "M9", "count": 1}, tmp_path)
    assert (result["status"], result["reason"], result["attempts"]) == ("no_input", "no_member", [])


BOOK = {"id": "B9", "title": "느린 빵", "author": "달", "subject": "빵"}


def test_a_book_is_registered_though_its_blurb_fails_and_that_is_said(tmp_path: Path) -> None:
    told = events_of(PACK, "register", BOOK, tmp_path)
    assert [event.data["detail"] for event in told if event.event == "degraded"] == [
        "step keep ran without blurb"
    ]
    assert told[-1].data["status"] == "partial"
    assert told[-1].data["missing"] == {"blurb": "step blurb: server"}
    assert json.loads((tmp_path / "books.jsonl").read_text(encoding="utf-8")) == {**BOOK, "blurb": ""}


def test_a_blurb_is_stored_with_the_book(tmp_path: Path) -> None:
    result = result_of(PACK, "register", {**BOOK, "title": "달빛 수첩"}, tmp_path)
    assert result["status"] == "done"
    stored = json.loads((tmp_path / "books.jsonl").read_text(encoding="utf-8"))
    assert stored["blurb"] == result["result"]["blurb"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"count": 1}, "member is missing"),
        ({"member": "M1"}, "count is missing"),
        ({"member": "M1", "count": "2"}, "count must be a number"),
        ({"member": "M1", "count": 11}, "count is above 10"),
        ({"member": "M1", "count": 1, "city": "x"}, "the flow takes no city"),
    ],
)
def test_inputs_that_do_not_fit_are_said_before_anything_runs(
    tmp_path: Path, given: dict[str, object], said: str
) -> None:
    with pytest.raises(InputInvalid, match=f"FLOW011 {said}"):
        result_of(PACK, "recommend", given, tmp_path)


def test_a_flow_that_there_is_not_is_said_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(InputInvalid, match=r"FLOW010 .*recomend.*recommend"):
        result_of(PACK, "recomend", {}, tmp_path)
