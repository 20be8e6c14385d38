"""Results for a terminal: homes with a bar per factor, what gave way, and what each condition costs.

Everything is plain text that fits `width` cells, wide Korean letters counted as two; colour is added,
never needed.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from io import StringIO
from typing import Any, cast

from rich.console import Console
from rich.text import Text

from engine.answer.facts import SearchAnswer
from engine.answer.labels import Labels, labels_of
from engine.answer.numbers import Wording, number
from engine.answer.reasons import UNKNOWN_BASES, Teller
from engine.answer.wording import condition_name, relaxed_words
from engine.config.pack import Locale
from engine.config.revision import Revision
from engine.prompt.text import fold
from engine.score.explain import FactorScore
from engine.search.request import Hit, SearchResult

_BAR_CELLS = 5
_EIGHTHS = " ▏▎▍▌▋▊▉"
_INDENT = 4


def hits_table(
    result: SearchResult,
    revision: Revision,
    *,
    width: int = 80,
    colour: bool = False,
    language: Locale | None = None,
) -> str:
    """The homes, three lines each or more where the terminal is narrow: rank, name and score; where it lies,
    floor plan, price and distance; a bar per factor.

    A bar is full at a factor's best value; a factor that nobody asked about has dots, one without a value a
    question mark. "" when there are no homes.
    """
    teller = _teller(revision, language)
    lines = [
        line for rank, hit in enumerate(result.hits, 1) for line in _home(rank, hit, result, teller, width)
    ]
    return _shown(lines, width, colour)


def candidates_table(
    candidates: Mapping[str, object],
    revision: Revision,
    *,
    width: int = 80,
    colour: bool = False,
    language: Locale | None = None,
) -> str:
    """`hits_table` of a `candidates` event."""
    hits = cast("Iterable[Mapping[str, Any]]", candidates["hits"])
    score_of = cast("float", candidates["scoreOf"])
    found = tuple(map(_hit, hits))
    result = SearchResult(hits=found, score_of=score_of, total=len(found))
    return hits_table(result, revision, width=width, colour=colour, language=language)


def conditions_table(
    result: SearchResult,
    revision: Revision,
    *,
    params: Mapping[str, object] | None = None,
    width: int = 80,
    colour: bool = False,
    language: Locale | None = None,
) -> str:
    """How many homes there would be without each condition that costs any, the costliest first."""
    teller = _teller(revision, language)
    search = SearchAnswer(result=result, params=params or {})
    costly = sorted((c for c in result.conditions if c.without > result.total), key=lambda c: -c.without)
    lines: list[Text] = []
    for each in costly:
        name = teller.labels.of("without", condition=condition_name(each.want, search, teller))
        count = teller.labels.of("homes", n=f"{each.without:,}")
        lines.append(_apart(Text(name), Text(f"{count} (+{each.without - result.total:,})", "cyan"), width))
    return _shown(lines, width, colour)


def relaxed_lines(
    result: SearchResult,
    revision: Revision,
    *,
    assumed: tuple[str, ...] = (),
    language: Locale | None = None,
) -> tuple[str, ...]:
    """One line for each condition that gave way, in the order it happened."""
    teller = _teller(revision, language)
    search = SearchAnswer(result=result, assumed=assumed)
    return tuple(relaxed_words(each, search, teller) for each in result.relaxed)


def _teller(revision: Revision, language: Locale | None) -> Teller:
    # Ages are not part of a table, so the day does not matter here.
    return Teller(Wording(revision, labels_of(revision, language or revision.pack.locale)), date.min)


def _hit(json: Mapping[str, Any]) -> Hit:
    return Hit(
        id=json["id"],
        name=json["name"],
        score=json["score"],
        distance_m=json["distanceM"],
        floor_plan=json["floorPlan"],
        breakdown={name: FactorScore(**line) for name, line in json["breakdown"].items()},
        link=json["link"],
        doc=json["doc"],
    )


def _home(rank: int, hit: Hit, result: SearchResult, teller: Teller, width: int) -> list[Text]:
    labels = teller.labels
    points = number(round(100 * hit.score, 1))
    score = labels.of("score", points=points, possible=number(round(100 * result.score_of, 1)))
    head = Text.assemble((f"{rank:>2}  ", "dim"), (_name(hit.name), "bold"))
    plan = hit.floor_plan
    prices = [teller.plan(plan), teller.price(plan, hit.doc)] if plan is not None else []
    details = [Text(text) for text in (teller.lies(hit.doc), *prices, teller.distance(hit)) if text]
    bars = [_bar(name, score, labels) for name, score in hit.breakdown.items()]
    return [_apart(head, Text(score, "green"), width), *_flow(details, width), *_flow(bars, width)]


def _name(name: str) -> str:
    """A home's name on one line, a tilde written as in the text of an answer."""
    return fold(name).replace("~", "∼")


def _bar(name: str, score: FactorScore, labels: Labels) -> Text:
    label = labels.find(f"factor_{name}") or fold(name, 12)
    if score.basis == "unasked":
        return Text.assemble(label, " ", ("·" * _BAR_CELLS, "dim"))
    bar = _blocks(score.value)
    if score.basis in UNKNOWN_BASES:
        return Text.assemble(label, " ", (bar[:-1] + "?", "yellow"))
    return Text.assemble(label, " ", (bar, "cyan"))


def _blocks(value: float) -> str:
    """`value` in [0, 1] as a bar of `_BAR_CELLS` cells, rounded down to an eighth of a cell."""
    eighths = int(min(1.0, max(0.0, value)) * _BAR_CELLS * 8)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(_BAR_CELLS, "░")


def _flow(parts: Iterable[Text], width: int) -> list[Text]:
    """The parts side by side, on as many lines as they need."""
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + 2 + part.cell_len <= width:
            lines[-1].append("  ").append_text(part)
        else:
            lines.append(Text(" " * _INDENT).append_text(part))
    return lines


def _apart(left: Text, right: Text, width: int) -> Text:
    """`left`, cut where it must be, and `right` at the end of the line."""
    room = max(8, width - right.cell_len - 2)
    left.truncate(room, overflow="ellipsis", pad=False)
    gap = max(2, width - left.cell_len - right.cell_len)
    return left.append(" " * gap).append_text(right)


def _shown(lines: list[Text], width: int, colour: bool) -> str:
    console = Console(
        file=StringIO(),
        width=width,
        force_terminal=colour,
        color_system="standard" if colour else None,
        no_color=not colour,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    with console.capture() as captured:
        for line in lines:
            console.print(line, no_wrap=True, overflow="ellipsis", crop=True)
    return "\n".join(row.rstrip() for row in captured.get().splitlines()) + "\n" if lines else ""
