"""A condition asked of columns: CEL's meaning for every row at once, errors absorbed as `&&` and `||` do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, cast

import numpy as np

from engine.filters import values
from engine.filters.operators import (
    calculated,
    chosen,
    compared,
    folded,
    logic,
    negative,
    opposite,
    per_row,
    text_part,
)
from engine.filters.predicate import Bindings
from engine.filters.tree import (
    Arithmetic,
    Asked,
    Choose,
    Compare,
    Constant,
    Logic,
    Loop,
    Negative,
    Not,
    Read,
    TextPart,
    Tree,
    Within,
)
from engine.filters.values import Cells, Mask, Numbers, Positions, clear, missing


class Rows(Protocol):
    """Homes and their parts as columns, parts in order home after home; NaN is an absent value, a yes is
    1 and a no 0."""

    @property
    def count(self) -> int:
        """How many homes there are."""
        ...

    @property
    def part_counts(self) -> Positions:
        """How many parts each home has (homes,)."""
        ...

    def numbers(self, path: str, deal: str | None = None) -> Numbers:
        """A field's values, (homes,) or (parts,), for one deal type where they differ by it."""
        ...

    def texts(self, path: str) -> tuple[Positions, Sequence[str]]:
        """A text field as positions in a list of words, -1 where absent."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """For every row whether the condition holds, and where it has no answer (None = nowhere): a value it
    works with is null there. A row without an answer does not hold."""

    holds: Mask
    unanswered: Mask | None = None


class NoAnswer(Enum):
    """What a calculation comes to that works with null."""

    NO_ANSWER = "no answer"


NO_ANSWER = NoAnswer.NO_ANSWER


@dataclass(frozen=True, slots=True, eq=False)
class _Frame:
    """The rows that are looked at: for each variable the home or part of every row, None where row n is
    home or part n."""

    count: int
    at: Mapping[str, Positions | None]


def answers(tree: Tree, rows: Rows, bindings: Bindings, deal: str | None, *, of_parts: bool) -> Answers:
    """Where the condition holds, over the homes (homes,) or over the parts (parts,)."""
    counts = rows.part_counts
    if of_parts:
        homes = np.repeat(np.arange(rows.count, dtype=np.int64), counts)
        frame = _Frame(len(homes), {"doc": homes, "plan": None})
    else:
        frame = _Frame(rows.count, {"doc": None})
    with np.errstate(all="ignore"):  # a quotient by zero is infinite, as in every double arithmetic
        cells = _Evaluation(rows, bindings, deal).cells(tree, frame)
    lost = missing(cells)
    holds = clear(cells.value.astype(np.bool_, copy=False), lost)
    whole = np.broadcast_to(holds, (frame.count,))
    return Answers(whole, None if lost is None else np.broadcast_to(lost, (frame.count,)))


def worked_out(tree: Tree, bindings: Bindings) -> float | str | bool | NoAnswer | None:
    """The value of a node that reads no field."""
    nothing = cast("Rows", None)  # nothing is read
    with np.errstate(all="ignore"):
        cells = _Evaluation(nothing, bindings, None).cells(tree, _Frame(1, {}))
    if cells.error is not None and cells.error.any():
        return NO_ANSWER
    if cells.null is not None and cells.null.any():
        return None
    if cells.words:
        return cells.words[int(cells.value)]
    value = cells.value.item()
    return value if isinstance(value, bool) else float(value)


class _Evaluation:
    """One condition over some rows, for one deal type."""

    def __init__(self, rows: Rows, bindings: Bindings, deal: str | None) -> None:
        self._rows = rows
        self._bindings = bindings
        self._deal = deal
        self._starts: Positions | None = None

    def cells(self, tree: Tree, frame: _Frame) -> Cells:
        """The node's value for every row of the frame."""
        match tree:
            case Constant():
                return values.constant(tree.value)
            case Read():
                return self._read(tree, frame)
            case Asked():
                return _asked(tree, self._bindings)
            case Not():
                return opposite(self.cells(tree.of, frame))
            case Negative():
                return negative(self.cells(tree.of, frame))
            case Logic():
                return logic([self.cells(term, frame) for term in tree.terms], all_of=tree.op == "&&")
            case Compare():
                return compared(tree.op, self.cells(tree.left, frame), self.cells(tree.right, frame))
            case Within():
                return self._within(tree, frame)
            case Choose():
                return chosen(*(self.cells(each, frame) for each in (tree.test, tree.then, tree.otherwise)))
            case Arithmetic():
                left, right = self.cells(tree.left, frame), self.cells(tree.right, frame)
                return calculated(tree.op, left, right)
            case TextPart():
                return text_part(tree.test, self.cells(tree.of, frame), self.cells(tree.part, frame))
            case Loop():
                return self._loop(tree, frame)

    def _read(self, tree: Read, frame: _Frame) -> Cells:
        at = frame.at[tree.variable]
        if tree.kind == "text":
            codes, words = self._rows.texts(tree.path)
            return values.texts(codes if at is None else codes[at], words)
        column = self._rows.numbers(tree.path, self._deal if tree.looked_at else tree.deal)
        column = column if at is None else column[at]
        return values.flags(column) if tree.kind == "flag" else values.numbers(column)

    def _within(self, tree: Within, frame: _Frame) -> Cells:
        item = self.cells(tree.item, frame)
        if isinstance(tree.among, Asked):
            listed = cast("tuple[str, ...]", self._bindings[tree.among.name] or ())
            among = [values.constant(each) for each in listed]
        else:
            among = [values.constant(each.value) for each in tree.among]
        found: Mask = np.zeros(item.value.shape, dtype=np.bool_)
        for each in among:
            found = found | cast("Mask", compared("==", item, each).value)
        return Cells(found, error=item.error)

    def _loop(self, tree: Loop, frame: _Frame) -> Cells:
        """The body over every part of every row's home, folded back into the rows."""
        homes = frame.at["doc"]
        counts = self._rows.part_counts if homes is None else self._rows.part_counts[homes]
        ends = np.cumsum(counts)
        total = int(ends[-1]) if len(ends) else 0
        row = np.repeat(np.arange(frame.count, dtype=np.int64), counts)
        inner: dict[str, Positions | None] = {
            name: row if at is None else at[row] for name, at in frame.at.items()
        }
        if homes is None:
            inner[tree.variable] = None
        else:
            start = self._first_parts()[homes]
            inner[tree.variable] = np.arange(total, dtype=np.int64) + np.repeat(
                start - (ends - counts), counts
            )
        body = self.cells(tree.body, _Frame(total, inner))
        lost = missing(body)
        yes = per_row(clear(cast("Mask", body.value), lost), total, ends, counts)
        unknown = None if lost is None else per_row(lost, total, ends, counts)
        return folded(tree.how, yes, unknown, counts)

    def _first_parts(self) -> Positions:
        if self._starts is None:
            counts = self._rows.part_counts
            self._starts = np.cumsum(counts) - counts
        return self._starts


def _asked(tree: Asked, bindings: Bindings) -> Cells:
    value = bindings[tree.name]
    if value is None and tree.kind == "number":
        return Cells(np.zeros((), dtype=np.float64), null=np.ones((), dtype=np.bool_))
    return values.constant(None if isinstance(value, tuple) else value)
