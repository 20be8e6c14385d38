"""Looking up names in the pack's own index: how often the first answer is right, how long it takes, how much
memory it holds, and the same spellings with rapidfuzz over jamo where that is installed."""

import importlib
import random
import statistics
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol, cast

from engine.config.revision import Revision
from engine.places.finder import find_mentions
from engine.places.index import Boosts, PlaceIndex
from engine.places.jamo import is_syllable, letters
from engine.places.lexicon import Lexicon
from engine.places.place import Place, read_places
from engine.planner.compiled import finder_words
from engine.runtime.data import index_words
from engine.runtime.revision import load

ROOT = Path(__file__).resolve().parent.parent
STATION = "역"
SENTENCE = "저는 삼성역 쪽으로 출근하고 예비신랑은 여의도로 출근합니다. 전세 최대 4억5천까지 20평대"
REPEATS = 5
REPEATED = 50
JAMO = ("initial", "vowel", "final")
_FIRST_SYLLABLE, _LEADS, _VOWELS, _TAILS = 0xAC00, 19, 21, 28


def measure() -> Iterator[dict[str, object]]:
    """One figure a line; times are the best of several runs, so that a busy machine counts less."""
    revision = load(ROOT)
    file = ROOT / str(revision.pack.places)
    places = read_places(file)
    yield _figure("read the file, ms", 1000 * _seconds(lambda: read_places(file)), None)
    yield _figure("build, s", _seconds(lambda: _build(places, revision)), 1.0, at_most=True)
    index = _build(places, revision)
    yield _figure("places", float(len(places)), None)
    yield from _first_answers(index)
    yield from _times(index, revision)
    yield from _side_by_side(index, places, revision)
    yield _figure("memory with n-grams and lexicon, MB", _megabytes(places, revision), 20.0, at_most=True)


def _stations(places: Sequence[Place]) -> list[str]:
    return sorted({place.name for place in places if place.kind == "station"})


def _spellings(names: Sequence[str]) -> Iterator[tuple[str, Sequence[str], float]]:
    """The names as they may be written: what is done to them, each of them so, and how many should be
    found."""
    bare = [name.removesuffix(STATION) for name in names]
    yield "written plainly", names, 98.0
    yield "suffix left out", bare, 95.0
    yield "with a space", [f"{name} {STATION}" for name in bare], 95.0
    for seed, part in enumerate(JAMO):
        chance = random.Random(seed)  # noqa: S311 - which syllable is wrong, not a secret
        yield f"{part} wrong", [_one_wrong(name, part, chance) for name in names], 90.0
    chance = random.Random(len(JAMO))  # noqa: S311 - which jamo is wrong, not a secret
    wrong = [_one_wrong(name, chance.choice(JAMO), chance) for name in names]
    yield "one jamo wrong", wrong, 90.0


def _first_answers(index: PlaceIndex) -> Iterator[dict[str, object]]:
    names = _stations(index.places)
    for way, texts, target in _spellings(names):
        share = _share_right(lambda text: _first(index, text), texts, names)
        yield _figure(f"first answer right, {way}, %", share, target)


def _times(index: PlaceIndex, revision: Revision) -> Iterator[dict[str, object]]:
    for way, texts, _ in _spellings(_stations(index.places)):
        yield _figure(f"look up, {way}, median ms", 1000 * _median(index.lookup, texts), 1.0, at_most=True)
    around = finder_words(revision.vocabulary.places)
    yield _figure("lexicon of the finder, s", _seconds(lambda: Lexicon(index, around)), None)
    lexicon = Lexicon(index, around)
    spent = _seconds(lambda: [find_mentions(SENTENCE, lexicon) for _ in range(REPEATED)]) / REPEATED
    spent *= 50 / len(SENTENCE)
    yield _figure("find in a sentence, ms for 50 characters", 1000 * spent, 0.1, at_most=True)


class _Extract(Protocol):
    """`rapidfuzz.process.extractOne`: the best of the choices, its score and its number."""

    def __call__(
        self, query: str, choices: Sequence[str], *, scorer: object
    ) -> tuple[str, float, int] | None: ...


def _side_by_side(
    index: PlaceIndex, places: Sequence[Place], revision: Revision
) -> Iterator[dict[str, object]]:
    """The index and rapidfuzz over the same names and the same wrong spellings."""
    other = _rapidfuzz(places)
    if other is None:
        yield _figure("side by side with rapidfuzz", "not installed", None)
        return

    def ours(text: str) -> str:
        return _first(index, text)

    names = _stations(places)
    for way, texts, _ in _spellings(names):
        right = [_share_right(first, texts, names) for first in (ours, other)]
        spent = [1e6 * _median(first, texts) for first in (ours, other)]
        yield from _pair(f"first answer right, {way}, %", *right)
        yield from _pair(f"look up, {way}, us", *spent)
    jamo = _seconds(lambda: list(map(letters, (place.name for place in places))))
    yield from _pair("build, ms", 1000 * _seconds(lambda: _build(places, revision)), 1000 * jamo)


def _rapidfuzz(places: Sequence[Place]) -> Callable[[str], str] | None:
    """The name that Jaro-Winkler over jamo takes first, stations also without their suffix; None where
    rapidfuzz is not installed."""
    try:
        extract = cast("_Extract", importlib.import_module("rapidfuzz.process").extractOne)
        scorer: object = importlib.import_module("rapidfuzz.distance").JaroWinkler.normalized_similarity
    except ImportError:
        return None
    named = [(place.name, place.name) for place in places]
    named += [(place.name.removesuffix(STATION), place.name) for place in places if place.kind == "station"]
    jamo = [letters(written) for written, _ in named]

    def first(text: str) -> str:
        found = extract(letters(text), jamo, scorer=scorer)
        return named[found[2]][1] if found else ""

    return first


def _share_right(first: Callable[[str], str], texts: Sequence[str], names: Sequence[str]) -> float:
    return 100 * sum(first(text) == name for text, name in zip(texts, names, strict=True)) / len(names)


def _pair(metric: str, ours: float, theirs: float) -> Iterator[dict[str, object]]:
    yield _figure(f"{metric}: rapidfuzz", theirs, None)
    yield _figure(f"{metric}: index / rapidfuzz", ours / theirs, None)


def _build(places: Sequence[Place], revision: Revision) -> PlaceIndex:
    """The index as the pack's words and its lookup tool make it."""
    match = next(tool.match for tool in revision.tools.values() if tool.match is not None)
    boosts = Boosts(exact=match.exact, partial=match.partial, address=match.address, ngram=match.ngram)
    return PlaceIndex(places, boosts=boosts, **index_words(revision.vocabulary.places))


def _first(index: PlaceIndex, text: str) -> str:
    found = index.lookup(text, limit=1)
    return found[0].place.name if found else ""


def _one_wrong(name: str, part: str, chance: random.Random) -> str:
    """The name with another initial, vowel or final in one syllable before the suffix; another final may be
    none, and a syllable without one may get one."""
    at = chance.choice([i for i, letter in enumerate(name[:-1]) if is_syllable(letter)])
    lead, rest = divmod(ord(name[at]) - _FIRST_SYLLABLE, _VOWELS * _TAILS)
    vowel, tail = divmod(rest, _TAILS)
    if part == "initial":
        lead = (lead + chance.randrange(1, _LEADS)) % _LEADS
    elif part == "vowel":
        vowel = (vowel + chance.randrange(1, _VOWELS)) % _VOWELS
    else:
        tail = (tail + chance.randrange(1, _TAILS)) % _TAILS
    return name[:at] + chr(_FIRST_SYLLABLE + (lead * _VOWELS + vowel) * _TAILS + tail) + name[at + 1 :]


def _seconds(work: Callable[[], object]) -> float:
    work()
    spent: list[float] = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        spent.append(time.perf_counter() - start)
    return min(spent)


def _median(work: Callable[[str], object], texts: Sequence[str]) -> float:
    work(texts[0])
    spent: list[float] = []
    for text in texts:
        start = time.perf_counter()
        work(text)
        spent.append(time.perf_counter() - start)
    return statistics.median(spent)


def _megabytes(places: Sequence[Place], revision: Revision) -> float:
    """What the index, its n-grams and the lexicon hold beside the places themselves."""
    around = finder_words(revision.vocabulary.places)
    tracemalloc.start()
    index = _build(places, revision)
    lexicon = Lexicon(index, around)
    index.near_spellings("없는이름")
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert lexicon.roles  # noqa: S101 - keeps the lexicon alive while it is weighed
    return held / 1e6


def _figure(
    metric: str, value: float | str, target: float | None, *, at_most: bool = False
) -> dict[str, object]:
    figure: dict[str, object] = {
        "bench": "places",
        "metric": metric,
        "value": round(value, 4) if isinstance(value, float) else value,
        "target": target,
    }
    is_met = target is None or (
        isinstance(value, float) and (value <= target if at_most else value >= target)
    )
    return {**figure, "ok": is_met}
