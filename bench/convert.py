"""What a phrase costs to convert (CPU time), and how that grows with the text and with the rules."""

import gc
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from engine.config.conversion import Conversion
from engine.config.revision import Revision
from engine.convert import convert
from engine.convert.compile import compile_rules
from engine.runtime.revision import load

Figure = dict[str, object]

_PHRASE_AT_MOST_US = 200.0
_GROWTH_AT_MOST = (
    2.0  # a quadratic step would make it 20 or 100; caches and a busy machine make it more than 1
)
_SHORT, _LONG, _LONG_UNDER_HARD_RULES = 1_000, 100_000, 20_000
_REPEATS = 7


def measure() -> Iterator[Figure]:
    """One figure after the other: a phrase, a sentence, long texts, hard rules, compiling."""
    revision = load(Path(__file__).resolve().parent.parent, cases=True)
    convert("5억 이하", revision)
    phrases, sentences = (
        _texts(revision, ("conversion", "language", "vocabulary")),
        _texts(revision, ("plan",)),
    )
    median = statistics.median(_best(lambda text=text: convert(text, revision)) for text in phrases) * 1e6
    yield _figure("median µs a phrase", median, _PHRASE_AT_MOST_US)
    if sentences:
        median = (
            statistics.median(_best(lambda text=text: convert(text, revision)) for text in sentences) * 1e6
        )
        yield _figure("median µs a sentence", median, None)
    for name, piece in (
        ("phrases", "강남역 30평대 15억 이하 "),
        ("digits", "9"),
        ("numerals", "억천"),
        ("ranges", "5~"),
    ):
        growth = _growth(revision, piece, _LONG)
        yield _figure(f"growth per letter, {name}, 1k to 100k letters", growth, _GROWTH_AT_MOST)
    for name, rules, piece in _hard_rules(revision):
        growth = _growth(rules, piece, _LONG_UNDER_HARD_RULES)
        yield _figure(f"growth per letter, {name}, 1k to 20k letters", growth, _GROWTH_AT_MOST)
    yield _figure("ms to compile the pack's rules", _best(lambda: compile_rules(revision)) * 1e3, None)


def _texts(revision: Revision, kinds: tuple[str, ...]) -> list[str]:
    """The texts of the pack's own cases."""
    cases = [each for each in (revision.cases or {}).values() if each.of.partition("/")[0] in kinds]
    return [case.text for each in cases for case in each.cases if case.text]


def _best(work: Callable[[], object]) -> float:
    """Seconds of the quickest of a few runs."""
    return min(_seconds(work) for _ in range(_REPEATS))


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _growth(revision: Revision, piece: str, longest: int) -> float:
    """Time per letter of a long text over that of a short one, garbage left lying."""
    short, long = ((piece * length)[:length] for length in (_SHORT, longest))
    gc.disable()
    try:
        quick = _best(lambda: convert(short, revision)) / _SHORT
        return min(_seconds(lambda: convert(long, revision)) for _ in range(2)) / longest / quick
    finally:
        gc.enable()


def _hard_rules(revision: Revision) -> Iterator[tuple[str, Revision, str]]:
    """Rules that overlap as much as rules can: nested words, nested units, masks of numbers."""
    price = revision.conversions["price"]
    nested = tuple("가" * size for size in range(1, 101))
    yield "100 nested labels", _with_price(revision, price.model_copy(update={"labels": nested})), "가"
    units = {**price.units, **dict.fromkeys(nested, 1)}
    yield "100 nested units", _with_price(revision, price.model_copy(update={"units": units})), "5가"
    masks = tuple("{n}" + "-{n}" * size for size in range(1, 4))
    language = revision.language.model_copy(update={"masks": masks})
    yield "overlapping masks", replace(revision, language=language), "1-"


def _with_price(revision: Revision, price: Conversion) -> Revision:
    return replace(revision, conversions={**revision.conversions, "price": price})


def _figure(metric: str, value: float, target: float | None) -> Figure:
    ok = target is None or value <= target
    return {"bench": "convert", "metric": metric, "value": round(value, 2), "target": target, "ok": ok}
