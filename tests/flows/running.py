"""Running a flow of a pack in a test: its events, its result, and models that answer by a script."""

import asyncio
import shutil
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import yaml

from engine.runtime.events import Event
from engine.runtime.flow import run_flow
from engine.runtime.revision import load

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
DAY = date(2026, 6, 30)


def events_of(pack: Path, flow: str, given: Mapping[str, object], out: Path) -> list[Event]:
    async def all_of() -> list[Event]:
        return [event async for event in run_flow(flow, given, load(pack), out=out, today=DAY)]

    return asyncio.run(all_of())


def result_of(pack: Path, flow: str, given: Mapping[str, object], out: Path) -> dict[str, Any]:
    return dict(events_of(pack, flow, given, out)[-1].data)


def with_answers(pack: Path, copy: Path, *answers: Mapping[str, object]) -> Path:
    """A copy of an example pack whose model answers so instead."""
    shutil.copytree(pack, copy)
    script = {"kind": "script", "name": "demo", "answers": list(answers)}
    text = yaml.safe_dump(script, allow_unicode=True)
    (copy / "rules" / "scripts" / "demo.yaml").write_text(text, encoding="utf-8")
    return copy
