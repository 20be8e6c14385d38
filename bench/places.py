"""Looking up names: how often the first answer is right, how long it takes, how much memory it holds, and the
same names and wrong spellings with rapidfuzz over jamo where that is installed."""

import importlib
import random
import statistics
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol, cast

from engine.places.finder import find_mentions
from engine.places.index import Boosts, PlaceIndex
from engine.places.jamo import is_syllable, letters
from engine.places.lexicon import FinderWords, Lexicon
from engine.places.place import Place, read_places

FILE = Path(__file__).resolve().parent.parent / "examples" / "seoul" / "places.csv.gz"
STATION = "역"
SENTENCE = "저는 삼성역 쪽으로 출근하고 예비신랑은 여의도로 출근합니다. 전세 최대 4억5천까지 20평대"
WORDS = FinderWords(
    near=("근처", "쪽"),
    context=("이랑", "하고", "에서", "으로", "로"),
    before=("near", "in"),
    phases=("차", "단지"),
)
REPEATS = 5
REPEATED = 50
_FIRST_SYLLABLE, _VOWELS, _TAILS = 0xAC00, 21, 28


def measure() -> Iterator[dict[str, object]]:
    """One figure a line; times are the best of several runs, so that a busy machine counts less."""
    places = read_places(FILE)
    yield _figure("read the file, ms", 1000 * _seconds(lambda: read_places(FILE)), None)
    yield _figure("build, s", _seconds(lambda: _build(places)), 1.0, at_most=True)
    index = _build(places)
    yield _figure("places", float(len(places)), None)
    yield from _first_answers(index)
    yield from _times(index)
    yield from _side_by_side(index, places)
    yield _figure("memory with n-grams and lexicon, MB", _megabytes(places), 20.0, at_most=True)


def _first_answers(index: PlaceIndex) -> Iterator[dict[str, object]]:
    names = sorted({place.name for place in index.places if place.kind == "station"})
    chance = random.Random(1)  # noqa: S311 - which jamo is wrong, not a secret
    ways: tuple[tuple[str, Callable[[str], str], float], ...] = (
        ("written plainly", str, 98.0),
        ("suffix left out", lambda name: name.removesuffix(STATION), 95.0),
        ("with a space", lambda name: f"{name.removesuffix(STATION)} {STATION}", 95.0),
        ("one jamo wrong", lambda name: _one_wrong(name, chance), 90.0),
    )
    for way, write, target in ways:
        right = sum(_first(index, write(name)) == name for name in names)
        yield _figure(f"first answer right, {way}, %", 100 * right / len(names), target)


def _times(index: PlaceIndex) -> Iterator[dict[str, object]]:
    names = sorted({place.name for place in index.places if place.kind == "station"})
    chance = random.Random(2)  # noqa: S311 - which jamo is wrong, not a secret
    wrong = [_one_wrong(name, chance) for name in names]
    bare = [name.removesuffix(STATION) for name in names]
    for way, texts in (("as written", names), ("suffix left out", bare), ("one jamo wrong", wrong)):
        yield _figure(f"look up, {way}, median ms", 1000 * _median(index.lookup, texts), 1.0, at_most=True)
    yield _figure("lexicon of the finder, s", _seconds(lambda: Lexicon(index, WORDS)), None)
    lexicon = Lexicon(index, WORDS)
    spent = _seconds(lambda: [find_mentions(SENTENCE, lexicon) for _ in range(REPEATED)]) / REPEATED
    spent *= 50 / len(SENTENCE)
    yield _figure("find in a sentence, ms for 50 characters", 1000 * spent, 0.1, at_most=True)


class _Extract(Protocol):
    """`rapidfuzz.process.extractOne`: the best of the choices, its score and its number."""

    def __call__(
        self, query: str, choices: Sequence[str], *, scorer: object
    ) -> tuple[str, float, int] | None: ...


def _side_by_side(index: PlaceIndex, places: Sequence[Place]) -> Iterator[dict[str, object]]:
    """The index and rapidfuzz over the same names and the same wrong spellings."""
    other = _rapidfuzz(places)
    if other is None:
        yield _figure("side by side with rapidfuzz", "not installed", None)
        return

    def ours(text: str) -> str:
        return _first(index, text)

    names = sorted({place.name for place in places if place.kind == "station"})
    chance = random.Random(1)  # noqa: S311 - which jamo is wrong, not a secret
    bare = [name.removesuffix(STATION) for name in names]
    wrong = [_one_wrong(name, chance) for name in names]
    for way, texts in (("suffix left out", bare), ("one jamo wrong", wrong)):
        right = [_share_right(first, texts, names) for first in (ours, other)]
        spent = [1e6 * _median(first, texts) for first in (ours, other)]
        yield from _pair(f"first answer right, {way}, %", *right)
        yield from _pair(f"look up, {way}, us", *spent)
    jamo = _seconds(lambda: list(map(letters, (place.name for place in places))))
    yield from _pair("build, ms", 1000 * _seconds(lambda: _build(places)), 1000 * jamo)


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


def _build(places: Sequence[Place]) -> PlaceIndex:
    return PlaceIndex(
        places,
        boosts=Boosts(exact=10, partial=5, address=3, ngram=1),
        suffixes=(STATION, "동", "구", "아파트", "단지", "station"),
        near_words=("근처",),
        region_first=("서울", "수도권"),
        regions=("서울", "부산", "대구"),
        latin={STATION: ("station", "stn"), "동": ("dong",), "구": ("gu", "district")},
    )


def _first(index: PlaceIndex, text: str) -> str:
    found = index.lookup(text, limit=1)
    return found[0].place.name if found else ""


def _one_wrong(name: str, chance: random.Random) -> str:
    """The name with another vowel or another first consonant in one syllable before the suffix."""
    at = chance.choice([i for i, letter in enumerate(name[:-1]) if is_syllable(letter)])
    lead, rest = divmod(ord(name[at]) - _FIRST_SYLLABLE, _VOWELS * _TAILS)
    vowel, tail = divmod(rest, _TAILS)
    if chance.random() < 0.5:
        lead = (lead + chance.randrange(1, 19)) % 19
    else:
        vowel = (vowel + chance.randrange(1, _VOWELS)) % _VOWELS
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


def _megabytes(places: Sequence[Place]) -> float:
    """What the index, its n-grams and the lexicon hold beside the places themselves."""
    tracemalloc.start()
    index = _build(places)
    lexicon = Lexicon(index, WORDS)
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
