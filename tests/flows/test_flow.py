"""How a flow ends: on time, with what there is, and with the one cause of what there is not."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.runtime.events import Event
from engine.runtime.flow import run_flow
from engine.runtime.revision import load
from tests.llm.fake_llm_server import Reply, delta, serving

from .running import DAY, EXAMPLES, events_of, result_of, with_answers

PACK = EXAMPLES / "comments"
FLOW, REWRITE = "rules/flows/daily.yaml", "rules/tasks/rewrite.yaml"
COMPANY = {"company": "한빛전자"}
JUDGE = {"asked_by": "unsuitable", "say": "[]"}
SUMMARY = {"asked_by": "summary", "say": "오늘의 흐름을 반기는 말과 신중한 말이 함께 있습니다."}
SERVED = """
  demo: {plugin: openai_compatible, model: m, url: URL, timeout: 20s, silence: 20s, retries: 0}
"""


def copied(tmp_path: Path, *answers: Mapping[str, object], rows: list[dict[str, Any]] | None = None) -> Path:
    """The example with these answers, and these comments in place of its own."""
    pack = with_answers(PACK, tmp_path / "pack", *answers)
    if rows is not None:
        lines = "".join(json.dumps({"company": "한빛전자", **row}, ensure_ascii=False) + "\n" for row in rows)
        (pack / "data" / "comments.jsonl").write_text(lines, encoding="utf-8")
    return pack


def edited(pack: Path, file: str, old: str, new: str) -> Path:
    text = (pack / file).read_text(encoding="utf-8")
    assert old in text
    (pack / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return pack


def finished(events: list[Event]) -> dict[str, Any]:
    return {str(event.data["step"]): event.data for event in events if event.event == "step_finished"}


def test_at_its_deadline_a_flow_hands_back_what_there_is_and_hangs_up(tmp_path: Path) -> None:
    with serving([Reply(parts=(delta("[0"), "stall"))]) as server:
        pack = edited(
            copied(tmp_path, JUDGE),
            "rules/pack.yaml",
            "  demo:",
            f"{SERVED.replace('URL', server.url)}  old:",
        )
        (pack / FLOW).write_text(
            (pack / FLOW).read_text(encoding="utf-8") + "timeout: 1s\n", encoding="utf-8"
        )
        told = events_of(pack, "daily", COMPANY, tmp_path / "out")
        assert server.hung_up.wait(timeout=10)
        assert len(server.asked) == 1
    result = told[-1].data
    assert (result["status"], result["reason"]) == ("partial", "deadline")
    assert list(result["result"]) == ["comments"]  # pyright: ignore[reportArgumentType, reportUnknownArgumentType]
    assert result["missing"]["kept"] == "step judge: deadline"  # pyright: ignore[reportIndexIssue]
    states = {step: (data["state"], data["kind"]) for step, data in finished(told).items()}
    assert states["collect"] == ("ok", "")
    assert states["judge"] == ("timeout", "deadline")
    assert states["rewrite"] == ("cancelled", "deadline")
    assert states["keep"] == ("ok", "")  # `without` stands in for what the deadline stopped
    kept = json.loads((tmp_path / "out" / "days.jsonl").read_text(encoding="utf-8"))
    assert kept["comments"] == result["result"]["comments"]  # pyright: ignore[reportIndexIssue, reportCallIssue, reportArgumentType]


def test_a_step_that_takes_too_long_stops_what_needs_it_and_is_a_timeout(tmp_path: Path) -> None:
    pack = copied(tmp_path, {**JUDGE, "first": "30s"}, SUMMARY)
    edited(pack, "rules/tasks/unsuitable.yaml", "attempts: 2", "timeout: 1s")
    result = result_of(pack, "daily", COMPANY, tmp_path / "out")
    assert (result["status"], result["reason"]) == ("partial", "timeout")
    assert result["missing"]["kept"] == "step judge: timeout"
    kept = json.loads((tmp_path / "out" / "days.jsonl").read_text(encoding="utf-8"))
    assert kept["comments"] == result["result"]["comments"]


def test_more_than_a_template_renders_is_too_long_and_the_comments_stay(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [{"id": number, "text": "좋은 하루 " * 40} for number in range(1_500)]
    pack = copied(tmp_path, JUDGE, SUMMARY, rows=rows)
    told = events_of(pack, "daily", COMPANY, tmp_path / "out")
    result = told[-1].data
    assert (result["status"], result["reason"], result["attempts"]) == ("partial", "context_too_long", [])
    assert finished(told)["judge"]["kind"] == "context_too_long"
    assert "TMPL008" in finished(told)["judge"]["message"]
    assert finished(told)["collect"]["notes"] == [
        "data/comments.jsonl has 1,500 such rows, the first 1,000 are read"
    ]
    kept = json.loads((tmp_path / "out" / "days.jsonl").read_text(encoding="utf-8"))
    assert [row["text"] for row in kept["comments"]] == ["좋은 하루 " * 40] * 1_000


ODD = [
    "좋다\u200b\u202e다",
    "ㅋ" * 400,
    "가" * 1_500,
    " \t앞뒤 ",
    "\x07",
    "$1.name $input.company $$",
    "{{ 7*7 }}",
    "e\u0301",
    "</data>",
]


def test_whatever_stands_in_a_comment_it_is_kept_to_the_byte(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [{"id": number, "text": text} for number, text in enumerate(ODD)]
    rows.append({"id": 12_345_678_901_234_567_890, "text": "수", "score": 1.5, "of": {"a": [None, True]}})
    pack = copied(tmp_path, {"asked_by": "unsuitable", "say": "[4]"}, SUMMARY, rows=rows)
    result = result_of(pack, "daily", COMPANY, tmp_path / "out")
    found, kept = result["result"], json.loads((tmp_path / "out" / "days.jsonl").read_text(encoding="utf-8"))
    assert found["comments"] == kept["comments"] == [{"company": "한빛전자", **row} for row in rows]
    assert kept["removed"] == found["removed"] == ["\x07"]
    assert kept["kept"] == [text for text in [*ODD, "수"] if text != "\x07"]


def test_what_a_tool_is_given_is_held_to_its_file(tmp_path: Path) -> None:
    """A text beyond its `at_most`, and a list where its file says text."""
    pack = copied(tmp_path, JUDGE, SUMMARY)
    edited(
        pack,
        "rules/tools/keep_day.yaml",
        "summary: {type: text, at_most: 600}",
        "summary: {type: text, at_most: 9}",
    )
    told = events_of(pack, "daily", COMPANY, tmp_path / "out")
    assert finished(told)["keep"]["kind"] == "bad_param"
    assert "summary has 30 characters, at most 9 are read" in finished(told)["keep"]["message"]
    assert (told[-1].data["status"], told[-1].data["reason"]) == ("partial", "bad_request; bad_param")
    assert not (tmp_path / "out").exists()


def test_all_comments_unsuitable_leaves_nothing_to_ask_about(tmp_path: Path) -> None:
    pack = copied(
        tmp_path, {"asked_by": "unsuitable", "say": "[0]"}, SUMMARY, rows=[{"id": 1, "text": "광고"}]
    )
    result = result_of(pack, "daily", COMPANY, tmp_path / "out")
    assert (result["status"], result["reason"]) == ("partial", "comments is empty")
    assert result["result"]["removed"] == ["광고"]
    assert set(result["missing"]) == {"rewritten", "summary"}
    assert len(result["attempts"]) == 1


def test_a_blank_comment_is_a_failure_that_names_it(tmp_path: Path) -> None:
    pack = copied(tmp_path, JUDGE, SUMMARY, rows=[{"id": 1, "text": "좋다"}, {"id": 2, "text": " "}])
    told = events_of(pack, "daily", COMPANY, tmp_path / "out")
    assert (finished(told)["rewrite"]["kind"], told[-1].data["status"]) == ("bad_param", "partial")
    assert "comments[1] is blank" in finished(told)["rewrite"]["message"]


@pytest.mark.parametrize(
    ("data", "line"),
    [(b'{"company": "x"}\n{"company"\n', 2), ("한빛".encode("cp949"), 1), (b'{"company": "\\ud83d"}', 1)],
)
def test_a_source_that_cannot_be_read_is_the_cause_with_its_line(
    tmp_path: Path, data: bytes, line: int
) -> None:
    pack = copied(tmp_path, JUDGE, SUMMARY)
    (pack / "data" / "comments.jsonl").write_bytes(data)
    told = events_of(pack, "daily", COMPANY, tmp_path / "out")
    assert (told[-1].data["status"], told[-1].data["reason"]) == ("failed", "unreadable")
    assert f"TOOL011 at data/comments.jsonl:{line}" in finished(told)["collect"]["message"]


def test_a_source_that_is_gone_while_the_pack_is_loaded_is_the_cause(tmp_path: Path) -> None:
    pack = copied(tmp_path, JUDGE, SUMMARY)
    revision = load(pack)
    (pack / "data" / "comments.jsonl").unlink()

    async def told() -> list[Event]:
        return [each async for each in run_flow("daily", COMPANY, revision, out=tmp_path, today=DAY)]

    result = asyncio.run(told())[-1].data
    assert (result["status"], result["reason"]) == ("failed", "unreadable")


def test_a_folder_that_cannot_be_written_loses_nothing_of_the_result(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("", encoding="utf-8")
    result = result_of(PACK, "daily", COMPANY, tmp_path / "out")
    assert (result["status"], result["reason"], result["missing"]) == ("partial", "not_kept", {})
    assert set(result["result"]) == {"comments", "kept", "removed", "rewritten", "summary"}


def test_runs_side_by_side_keep_every_day(tmp_path: Path) -> None:
    script = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from tests.flows.running import EXAMPLES, result_of\n"
        "for n in range(5):\n"
        "    book = {'id': f'{sys.argv[2]}-{n}', 'title': '달빛 수첩', 'author': '달'}\n"
        "    assert result_of(EXAMPLES / 'books', 'register', book, Path(sys.argv[1]))['status'] == 'done'\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    root = EXAMPLES.parent
    running = [subprocess.Popen([*command, name], cwd=root) for name in ("a", "b")]  # noqa: S603  # the lines above
    for each in running:
        each.communicate(timeout=120)
    assert [each.returncode for each in running] == [0, 0]
    lines = (tmp_path / "books.jsonl").read_text(encoding="utf-8").splitlines()
    assert sorted(json.loads(line)["id"] for line in lines) == sorted(
        f"{a}-{n}" for a in "ab" for n in range(5)
    )


def test_whoever_leaves_a_flow_halfway_stops_it(tmp_path: Path) -> None:
    pack = copied(tmp_path, {**JUDGE, "first": "30s"})

    async def left() -> list[str]:
        names: list[str] = []
        events = run_flow("daily", COMPANY, load(pack), out=tmp_path / "out", today=DAY)
        async for event in events:
            names.append(event.event)
            if event.data.get("step") == "judge":
                break
        await events.aclose()
        return [*names, str(len(asyncio.all_tasks()) - 1)]

    assert asyncio.run(left())[-2:] == ["step_started", "0"]
    assert not (tmp_path / "out").exists()


TWICE = """
kind: flow
name: twice
inputs: {}
steps:
  - {id: a, tool: known_companies}
  - {id: b, tool: known_companies}
result: {a: $a.count, b: $b.count}
"""


def test_each_step_runs_once_whether_its_tool_may_be_called_twice_or_not(tmp_path: Path) -> None:
    pack = copied(tmp_path, JUDGE)
    (pack / "rules" / "flows" / "twice.yaml").write_text(TWICE, encoding="utf-8")
    told = events_of(pack, "twice", {}, tmp_path / "out")
    assert [e.data["step"] for e in told if e.event == "step_started"] == ["a", "b"]
    assert told[-1].data["result"] == {"a": 4, "b": 4}
