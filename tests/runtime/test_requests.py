"""What a request leaves behind and how it ends, whoever calls it and whatever breaks."""

import asyncio
import gc
import threading
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

import engine.runtime.engine as running
from engine.config.revision import Revision
from engine.errors import ConfigError, InputInvalid, Problem
from engine.runtime.engine import Engine
from engine.runtime.events import Event
from engine.runtime.revision import load
from engine.tools.registry import Resources, ToolFunction

DAY = date(2026, 6, 30)
NEAR = "강남역 근처 전세 5억 이하"
EITHER = "신림역 혹은 강남역 근처 아파트"
FACTS = "은마아파트 세대수 몇이야"


@pytest.fixture(scope="module")
def ready(revision: Revision) -> Engine:
    engine = Engine(revision)
    engine.prepare()
    return engine


async def events_of(engine: Engine, text: str) -> list[Event]:
    return [event async for event in engine.ask(text, today=DAY)]


def one(events: list[Event], name: str) -> Mapping[str, Any]:
    (found,) = [event.data for event in events if event.event == name]
    return found


def others() -> set[asyncio.Task[Any]]:
    return {task for task in asyncio.all_tasks() if task is not asyncio.current_task() and not task.done()}


def test_many_requests_side_by_side_answer_as_each_does_alone(ready: Engine) -> None:
    async def many() -> list[list[Event]]:
        return await asyncio.gather(*(events_of(ready, NEAR if n % 2 else EITHER) for n in range(12)))

    answers = {n % 2: one(events, "answered")["text"] for n, events in enumerate(asyncio.run(many()))}
    alone = [one(list(ready.ask_sync(text, today=DAY)), "answered")["text"] for text in (EITHER, NEAR)]
    assert [answers[0], answers[1]] == alone


@pytest.mark.parametrize("heard", range(8))
def test_a_request_closed_early_leaves_no_task(ready: Engine, heard: int) -> None:
    async def closing() -> set[asyncio.Task[Any]]:
        events = ready.ask(NEAR, today=DAY)
        for _ in range(heard):
            await anext(events)
        await events.aclose()
        return others()

    assert asyncio.run(closing()) == set()


@pytest.mark.parametrize("after_s", [0.0, 0.001, 0.004])
def test_a_cancelled_request_leaves_no_task(ready: Engine, after_s: float) -> None:
    async def cancelling() -> set[asyncio.Task[Any]]:
        task = asyncio.create_task(events_of(ready, NEAR))
        await asyncio.sleep(after_s)
        task.cancel()
        await asyncio.wait([task])
        return others()

    assert asyncio.run(cancelling()) == set()


def test_a_caller_who_stops_listening_gets_no_warning(ready: Engine) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for event in ready.ask_sync(NEAR, today=DAY):
            if event.event == "step_started":
                break
        gc.collect()


def test_asking_synchronously_inside_a_loop_is_refused_with_the_mend(ready: Engine) -> None:
    async def inside() -> None:
        ready.ask_sync(NEAR)

    with pytest.raises(InputInvalid, match=r"USE015.*async for"):
        asyncio.run(inside())


def test_planning_synchronously_inside_a_loop_is_refused_with_the_mend(ready: Engine) -> None:
    async def inside() -> None:
        ready.plan_json(NEAR, today=DAY)

    with pytest.raises(InputInvalid, match=r"USE015.*to_thread"):
        asyncio.run(inside())


def test_threads_that_ask_first_at_once_load_the_data_once(
    revision: Revision, monkeypatch: pytest.MonkeyPatch
) -> None:
    import engine.runtime.data as data

    loads: list[Path] = []
    read = data.read_places
    monkeypatch.setattr(data, "read_places", lambda path: loads.append(path) or read(path))
    engine = Engine(replace(revision))
    ends: list[str] = []

    def asking() -> None:
        ends.append(list(engine.ask_sync("오늘 날씨 어때", today=DAY))[-2].event)

    threads = [threading.Thread(target=asking) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ends == ["answered"] * 4
    assert len(loads) == 1


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"limit": 0}, "USE012"),
        ({"limit": 51}, "USE012"),
        ({"limit": True}, "USE016"),
        ({"limit": "5"}, "USE016"),
        ({"profile": ""}, "USE011"),
        ({"profile": 7}, "USE016"),
        ({"today": "2026-06-30"}, "USE016"),
    ],
)
def test_an_option_that_does_not_fit_is_one_typed_failure(
    ready: Engine, options: dict[str, Any], code: str
) -> None:
    events = list(ready.ask_sync(NEAR, **options))
    assert [event.event for event in events] == ["failed", "trace"]
    assert events[0].data["code"] == code


@pytest.mark.parametrize("text", [None, 7, b"x"])
def test_what_is_no_text_is_one_typed_failure(ready: Engine, text: Any) -> None:
    events = list(ready.ask_sync(text))
    assert [event.event for event in events] == ["failed", "trace"]
    assert events[0].data["code"] == "USE016"


@pytest.mark.parametrize("day", [date.min, date.max, datetime(2026, 6, 30, 12, 30)])
def test_any_day_is_a_day(ready: Engine, day: date) -> None:
    events = list(ready.ask_sync("강남역 10년 이내", today=day))
    assert events[-2].event == "answered"
    assert len(str(events[-1].data["today"])) == 10


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "?!.,",
        "\ud800강남역",
        "강남역\x00 \u202e\u200b",
        "강남역\n\n전세",
        "$1.name ${2.lat} 강남역",
        "👨‍👩‍👧‍👦" * 50,
    ],
)
def test_every_text_ends_in_an_answer(ready: Engine, text: str) -> None:
    assert [event.event for event in ready.ask_sync(text, today=DAY)][-2:] == ["answered", "trace"]


Tools = dict[str, ToolFunction]


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch, ready: Engine) -> Callable[..., list[Event]]:
    """`broken(text, tool=function, …)`: the events of a request whose tools are replaced."""
    built = running.build_tools

    def ask(text: str, **tools: ToolFunction) -> list[Event]:
        def build(resources: Resources) -> Tools:
            return {**built(resources), **tools}

        monkeypatch.setattr(running, "build_tools", build)
        return list(ready.ask_sync(text, today=DAY))

    return ask


def raising(_params: Mapping[str, object]) -> dict[str, object]:
    raise RuntimeError("secret")


def test_a_search_that_breaks_is_said_with_its_place_and_no_home_is_invented(
    broken: Callable[..., list[Event]],
) -> None:
    for tools in ({"property_search": raising}, {"poi_search": raising}):
        events = broken(NEAR, **tools)
        answer = one(events, "answered")["text"]
        assert "강남역" in answer
        assert "마치지 못했습니다" in answer
        assert "전체 자료" not in answer
        assert "secret" not in "".join(str(event.data) for event in events)


def test_each_of_several_searches_that_break_is_said_with_its_own_place(
    broken: Callable[..., list[Event]],
) -> None:
    answer = one(broken(EITHER, property_search=raising), "answered")["text"]
    assert answer.index("신림역") < answer.index("강남역")


def test_a_fetch_that_breaks_does_not_say_that_the_home_is_not_there(
    broken: Callable[..., list[Event]],
) -> None:
    for function in (raising, lambda _: {"other": 1}):
        answer = one(broken(FACTS, property_info=function), "answered")["text"]
        assert "마치지 못했습니다" in answer
        assert "찾지 못했습니다" not in answer


@pytest.mark.parametrize("value", [{"hits": object()}, {"other": 1}])
def test_a_search_that_returns_something_else_is_a_search_that_broke(
    broken: Callable[..., list[Event]], value: dict[str, object]
) -> None:
    assert "마치지 못했습니다" in one(broken(NEAR, property_search=lambda _: value), "answered")["text"]


def test_a_search_that_refuses_its_conditions_does_not_ask_to_try_later(
    broken: Callable[..., list[Event]],
) -> None:
    def refusing(_params: Mapping[str, object]) -> dict[str, object]:
        raise InputInvalid(Problem(code="TOOL007", message="the conditions do not fit"))

    answer = one(broken(NEAR, property_search=refusing), "answered")["text"]
    assert "조건을 바꾸어" in answer
    assert "잠시 뒤" not in answer


def test_a_tool_that_hangs_is_stopped_at_the_time_its_file_gives(
    broken: Callable[..., list[Event]], ready: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hanging(_params: Mapping[str, object]) -> dict[str, object]:
        await asyncio.sleep(60)
        return {}

    tools = {name: tool.model_copy(update={"timeout": 0.05}) for name, tool in ready.revision.tools.items()}
    monkeypatch.setattr(ready, "revision", replace(ready.revision, tools=tools))
    events = broken(NEAR, property_search=hanging)  # type: ignore[dict-item]
    assert [e.data["state"] for e in events if e.event == "step_finished"] == ["ok", "timeout"]
    assert events[-2].event == "answered"


def test_data_that_cannot_be_read_is_a_failure_of_the_pack_that_names_the_file(
    edited_pack: Callable[..., Path], root: Path
) -> None:
    pack = edited_pack({})
    (pack / "examples").unlink()
    (pack / "examples" / "seoul").mkdir(parents=True)
    for name in ("complexes.jsonl.gz", "places.csv.gz"):
        whole = (root / "examples" / "seoul" / name).read_bytes()
        (pack / "examples" / "seoul" / name).write_bytes(whole[:3000])
    failed = one(list(Engine(load(pack)).ask_sync(NEAR)), "failed")
    assert failed["kind"] == "config"
    assert failed["file"] == "complexes.jsonl.gz"
    with pytest.raises(ConfigError):
        Engine(load(pack)).prepare()


def test_a_pack_without_intents_says_so_instead_of_refusing_every_question(
    edited_pack: Callable[..., Path],
) -> None:
    pack = edited_pack({})
    (pack / "rules" / "plan.yaml").unlink()
    failed = one(list(Engine(load(pack)).ask_sync(NEAR)), "failed")
    assert (failed["kind"], failed["code"]) == ("config", "CONF012")


def test_templates_that_vanish_after_loading_are_a_typed_failure(edited_pack: Callable[..., Path]) -> None:
    pack = edited_pack({})
    revision = load(pack, templates=False)
    (pack / "prompt_templates" / "answer_ko.md.j2").unlink()
    events = list(Engine(revision).ask_sync(NEAR))
    assert [event.event for event in events] == ["failed", "trace"]
    assert events[0].data["code"] == "TMPL001"


def test_tools_may_have_any_names(edited_pack: Callable[..., Path], ready: Engine) -> None:
    pack = edited_pack({})
    names = {"poi_search": "find_spot", "property_search": "seek", "property_info": "facts"}
    for path in [*pack.glob("rules/**/*.yaml"), *pack.glob("prompt_templates/*.yaml")]:
        text = path.read_text(encoding="utf-8")
        for old, new in names.items():
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
    renamed = Engine(load(pack))
    for text in (NEAR, EITHER, FACTS):
        mine, theirs = (one(list(e.ask_sync(text, today=DAY)), "answered") for e in (renamed, ready))
        assert mine == theirs


def test_an_english_answer_calls_stations_by_their_english_name(ready: Engine) -> None:
    text = "jeonse near Gangnam Station"
    answer = one(list(ready.ask_sync(text, today=DAY, limit=1)), "answered")["text"]
    assert "within 3 km of Gangnam (강남역)" in answer


def test_another_place_of_the_name_is_told_with_its_region(ready: Engine) -> None:
    answer = one(list(ready.ask_sync("용산역 근처 아파트", today=DAY, limit=1)), "answered")["text"]
    assert "대구권 달서구" in answer
    assert "달구벌대로" not in answer
