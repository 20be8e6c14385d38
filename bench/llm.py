"""The two plugins that speak HTTP, side by side: processor time for a piece of an answer, and what loading
each takes in a process of its own."""

import asyncio
import json
import multiprocessing
import statistics
import subprocess
import sys
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

from engine.config.model import ModelSpec
from engine.llm.failure import LlmFailure
from engine.llm.port import Ask, Llm, Message
from engine.llm.registry import plugin_named
from engine.llm.setup import Setup
from tests.llm.fake_llm_server import serving, streamed

_MODELS = {"openai_compatible": "m", "litellm": "openai/m"}
_FEW, _MANY, _ROUNDS = 50, 850, 5
_ROOT = Path(__file__).resolve().parent.parent
_LOADS: Mapping[str, str] = {
    "engine alone": "import engine.llm.port, engine.llm.registry",
    "openai_compatible": "import engine.llm.registry, engine.llm.openai_compatible, httpx",
    "litellm": "import engine.llm.registry; from engine.llm.litellm_client import load; load()",
}
_LOADING = """
import json, time
{code}
used = time.process_time()
with open("/proc/self/status") as status:
    kilobytes = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
print(json.dumps([used, kilobytes / 1000]))
"""

Figure = dict[str, object]


def measure() -> Iterator[Figure]:
    """Both over one server on loopback, which is a process of its own; one that is not installed is left
    out."""
    taken: dict[str, float] = {}
    with _server() as url:
        for name in _MODELS:
            try:
                taken[name] = asyncio.run(_chunk_us(name, url))
            except LlmFailure as failure:
                sys.stderr.write(f"{name} is left out: {failure}\n")
                continue
            yield _figure(f"{name}, processor time of a chunk (µs)", taken[name])
    if len(taken) == len(_MODELS):
        yield _figure("litellm / openai_compatible, a chunk", taken["litellm"] / taken["openai_compatible"])
    yield from _loading(taken)


async def _chunk_us(name: str, url: str) -> float:
    """The median of some answers, what an ask takes before and behind its pieces taken off."""
    spec = ModelSpec(plugin=name, model=_MODELS[name], url=url, key="SOME_KEY")
    llm = plugin_named(name)(Setup(name=name, spec=spec, root=_ROOT, key="none"))
    try:
        await _read(llm, _FEW)
        least = statistics.median([await _read(llm, _FEW) for _ in range(_ROUNDS)])
        most = statistics.median([await _read(llm, _MANY) for _ in range(_ROUNDS)])
    finally:
        await llm.close()
    return (most - least) / (_MANY - _FEW) * 1e6


async def _read(llm: Llm, count: int) -> float:
    ask = Ask((Message("user", str(count)),))
    began = time.process_time()
    deadline = asyncio.get_running_loop().time() + 60
    pieces = 0
    async for chunk in llm.stream(ask, deadline=deadline):
        pieces += bool(chunk.text)
    assert pieces == count  # noqa: S101  fewer would cost less
    return time.process_time() - began


@contextmanager
def _server() -> Generator[str]:
    """Its address. A process of its own, so that its work does not count."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(there,), daemon=True)
    process.start()
    try:
        yield str(here.recv())
    finally:
        here.send("end")
        process.join(10)


def _serve(pipe: Connection) -> None:
    # each piece another one: LiteLLM takes a hundred alike for a model that has gone astray
    answers = {str(count): streamed(*(f"{number}번 " for number in range(count))) for count in (_FEW, _MANY)}
    with serving(lambda asked: answers[asked.body["messages"][-1]["content"]]) as fake:
        pipe.send(fake.url)
        pipe.recv()


def _loading(taken: Mapping[str, float]) -> Iterator[Figure]:
    if not Path("/proc/self/status").exists():
        sys.stderr.write("memory after loading is left out: this system has no /proc\n")
        return
    found: dict[str, tuple[float, float]] = {}
    for name, code in _LOADS.items():
        if name in _MODELS and name not in taken:
            continue
        done = subprocess.run(  # noqa: S603  our own interpreter on the code above
            [sys.executable, "-c", _LOADING.format(code=code)],
            capture_output=True, text=True, check=True, cwd=_ROOT,
        )  # fmt: skip
        used, megabytes = json.loads(done.stdout.splitlines()[-1])
        found[name] = used, megabytes
        yield _figure(f"{name}: processor time of loading (s)", used)
        yield _figure(f"{name}: memory after loading (MB)", megabytes)
    if set(_MODELS) <= found.keys():
        ratio = found["litellm"][0] / found["openai_compatible"][0]
        yield _figure("litellm / openai_compatible, loading", ratio)
        ratio = found["litellm"][1] / found["openai_compatible"][1]
        yield _figure("litellm / openai_compatible, memory", ratio)


def _figure(metric: str, value: float) -> Figure:
    return {"bench": "llm", "metric": metric, "value": round(value, 4), "target": None, "ok": None}
