"""Parser events to a tree of nodes, with everything that rule files may not contain.

Events rather than PyYAML's own node graph: an alias is seen where it stands and is never followed, tags
and anchors show as written, and the caps act before anything is built.
"""

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import cast

import yaml
from yaml.events import (
    AliasEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from engine.errors import Problem
from engine.source.characters import Span, restored
from engine.source.excerpt import shown
from engine.source.lines import Lines
from engine.source.node import Node, Scalar, pointer
from engine.source.scalars import Finding, quote, resolve
from engine.source.syntax import Failure, explain
from engine.source.traps import (
    bad_escape,
    cut_by_comment,
    glued_colon,
    lookalike_colon,
    swallowed_key,
    template_text,
)

MAX_NODES = 50_000
MAX_DEPTH = 32

# libyaml is seven times faster and never recursive; a PyYAML built without it has only its own scanner.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(slots=True)
class Built:
    """What the parser's events came to: `node` is None when there is no usable tree.

    `spans` are the scalars in order, `failed_at` is the offset at which the parser gave up.
    """

    node: Node | None
    problems: list[Problem]
    spans: list[Span]
    failed_at: int | None


@dataclass(slots=True)
class _Open:
    """A mapping (`entries`) or list whose end has not come yet."""

    line: int
    column: int
    start: int
    flow: bool
    anchor: str | None
    entries: dict[str, Node] | None
    is_key: bool  # the collection itself stands where a key is expected
    problems_before: int
    items: list[Node] = field(default_factory=list[Node])
    key: str | None = None  # the key that waits for its value
    key_line: int = 0
    key_column: int = 0
    key_end: int = 0
    drop: bool = False  # the waiting key's value is read and thrown away
    template: str | None = None  # it was meant as a template: what to type instead
    end: int = 0


def build(text: str, original: str, file: str) -> Built:
    """The tree of `text`, which is `original` with the characters replaced that the parser refuses."""
    builder = _Builder(original, file, stand_ins=text is not original)
    failed_at = None
    try:
        for event in _events(text):
            if not builder.take(event):
                break
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        failure = _failure(error)
        failed_at = max(failure.problem_at, 0)
        builder.fail(explain(original, failure))
    return builder.built(failed_at)


def _events(text: str) -> "Iterator[Event]":
    parse = cast("Callable[..., Iterator[Event]]", yaml.parse)  # pyright: ignore[reportUnknownMemberType]
    return parse(text, Loader=LOADER)


def _failure(error: Exception) -> Failure:
    if isinstance(error, yaml.MarkedYAMLError):
        context, problem = error.context_mark, error.problem_mark
        return Failure(
            str(error.context or ""),
            str(error.problem or ""),
            context.index if context else -1,
            problem.index if problem else -1,
        )
    return Failure("", str(error), -1, -1)


class _Builder:
    def __init__(self, text: str, file: str, *, stand_ins: bool) -> None:
        self._text = text
        self._file = file
        self._stand_ins = stand_ins
        self._lines: Lines | None = None
        self._stack: list[_Open] = []
        self._root: Node | None = None
        self._problems: list[Problem] = []
        self._spans: list[Span] = []
        self._nodes = 0
        self._documents = 0
        self._usable = True

    def take(self, event: Event) -> bool:
        """Takes in one event; False when nothing after it may be read."""
        if isinstance(event, ScalarEvent):
            self._scalar(event)
        elif isinstance(event, MappingStartEvent | SequenceStartEvent):
            return self._open(event)
        elif isinstance(event, MappingEndEvent | SequenceEndEvent):
            self._close(event)
        elif isinstance(event, AliasEvent):
            self._alias(event)
        elif isinstance(event, DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                finding = Finding(
                    "YAML006", "a second document starts here, a file holds one", "a file of its own"
                )
                return self._refuse(finding, event.start_mark.index)
        return self._within_size(event)

    def fail(self, finding: Finding) -> None:
        """Records why the parser gave up; `finding.offset` counts from the start of the text."""
        self._refuse(finding, 0)

    def built(self, failed_at: int | None) -> Built:
        """The result once no more events come."""
        root = self._root
        nothing = root is None or (root.value is None and root.start == root.end)
        if nothing and self._usable:
            self._refuse(Finding("YAML005", "the file is empty", "a mapping whose first key is `kind`"), 0)
        return Built(root if self._usable else None, self._problems, self._spans, failed_at)

    # scalars

    def _scalar(self, event: ScalarEvent) -> None:
        start, end, style = event.start_mark.index, event.end_mark.index, event.style
        is_plain = not style
        self._spans.append((start, end, "plain" if is_plain else "block" if style in "|>" else "quoted"))
        if event.tag is not None or event.anchor is not None:
            self._properties(event)
        written = restored(event.value) if self._stand_ins else event.value
        if style == '"' and self._text.find("\\", start, end) >= 0:
            written = self._unescaped(written, start, end)
        frame = self._stack[-1] if self._stack else None
        if frame is not None and frame.entries is not None and frame.key is None:
            self._key(event, frame, written, is_plain)
            return
        value: Scalar = written
        if is_plain:
            value, finding = resolve(written)
            if finding is None and (isinstance(value, str) or not written):
                finding = self._trap(frame, written, start, end)
            if finding is not None:
                self._report(finding, start)
        raw = "" if is_plain and end - start == len(written) else self._text[start:end]
        self._add(value, event, end, quoted=style in ("'", '"'), written=raw)

    def _trap(self, frame: _Open | None, value: str, start: int, end: int) -> Finding | None:
        """What an unquoted value hides, if anything."""
        text = self._text
        if not value:
            glued = frame is not None and frame.flow and frame.key is not None and frame.key_end == start
            return glued_colon(frame.key or "") if glued and frame is not None else None
        if text[end : end + 1] in (" ", "\t"):
            cut = cut_by_comment(text, start, end, self._nearest_key())
            if cut is not None:
                return cut
        written = text[start:end]
        if frame is None or "\n" in written or "\r" in written:
            return swallowed_key(written, whole_document=frame is None)
        if frame.entries is None and not value.isascii():
            return lookalike_colon(written, in_key=False)
        return None

    def _unescaped(self, value: str, start: int, end: int) -> str:
        """The value of a double-quoted scalar with escapes, after reporting those that hide something."""
        finding = bad_escape(self._text[start:end])
        if finding is None:
            return value
        self._report(finding, start)
        return value.encode("utf-8", "replace").decode("utf-8")

    # keys

    def _key(self, event: ScalarEvent, frame: _Open, key: str, is_plain: bool) -> None:
        mark = event.start_mark
        frame.key_line, frame.key_column, frame.key_end = mark.line + 1, mark.column + 1, event.end_mark.index
        frame.key, frame.drop = key, False
        if is_plain:
            finding = self._plain_key(frame, key)
            if finding is not None:
                self._report(finding, mark.index)
        entries = frame.entries or {}
        earlier = entries.get(frame.key)
        if earlier is not None and not frame.drop:
            message = (
                f"the key `{shown(frame.key)}` is written twice, "
                f"first at line {earlier.key_line}, column {earlier.key_column}"
            )
            self._report(Finding("YAML019", message, "delete one of the two"), mark.index)
            frame.drop = True

    def _plain_key(self, frame: _Open, key: str) -> Finding | None:
        if key == "<<":
            self._usable, frame.drop = False, True
            return Finding("YAML017", "`<<` merges mappings, which is not read here", "`extends:` and a name")
        if not key:
            frame.drop = True
            return Finding("YAML020", "a key is missing before this `:`", "`key: value`")
        value, finding = resolve(key)
        if finding is not None or not isinstance(value, str):
            return Finding("YAML020", f"the key `{shown(key)}` is not text without quotes", quote(shown(key)))
        if key.isascii():
            return None
        if not unicodedata.is_normalized("NFC", key):
            frame.key = unicodedata.normalize("NFC", key)
            message = (
                f"the key `{shown(frame.key)}` is spelled with letters taken apart, as some systems copy them"
            )
            return Finding("YAML030", message, shown(frame.key))
        return lookalike_colon(key, in_key=True)

    def _nearest_key(self) -> str:
        return next((frame.key for frame in reversed(self._stack) if frame.key is not None), "")

    # collections

    def _open(self, event: CollectionStartEvent) -> bool:
        if event.tag is not None or event.anchor is not None:
            self._properties(event)
        mark = event.start_mark
        frame = self._stack[-1] if self._stack else None
        is_key = frame is not None and frame.entries is not None and frame.key is None
        opened = _Open(
            line=mark.line + 1,
            column=mark.column + 1,
            start=mark.index,
            flow=bool(event.flow_style),
            anchor=event.anchor,
            entries={} if isinstance(event, MappingStartEvent) else None,
            is_key=is_key,
            problems_before=len(self._problems),
            end=event.end_mark.index,
        )
        if is_key and frame is not None:
            frame.template = template_text(self._text, frame.start) if mark.index == frame.start + 1 else None
        if len(self._stack) == MAX_DEPTH:
            finding = Finding("YAML008", "values are nested too deep", f"at most {MAX_DEPTH} levels")
            return self._refuse(finding, mark.index)
        self._stack.append(opened)
        return self._within_size(event)

    def _close(self, event: Event) -> None:
        closed = self._stack.pop()
        end = event.end_mark.index if closed.flow else closed.end
        if closed.is_key:
            self._close_key(closed, end)
            return
        value = tuple(closed.items) if closed.entries is None else closed.entries
        if closed.template is not None:
            value = self._text[closed.start : end]
        self._place(value, closed.line, closed.column, closed.start, end, quoted=False)

    def _close_key(self, closed: _Open, end: int) -> None:
        """A mapping or list stood where a key is expected; what was found inside it is beside the point."""
        del self._problems[closed.problems_before :]
        frame = self._stack[-1]
        if frame.template is not None:
            message = "`{{` without quotes opens a YAML mapping, not a template"
            self._report(Finding("YAML027", message, frame.template), frame.start)
        else:
            self._report(Finding("YAML020", "a key must be one text", "`key: value`"), closed.start)
        frame.key, frame.drop, frame.key_end = "", True, end

    # anchors, tags and aliases

    def _properties(self, event: ScalarEvent | CollectionStartEvent) -> None:
        at = event.start_mark.index
        if event.anchor is not None:
            message = f"the anchor `&{shown(event.anchor)}` names a value for reuse, which is not read here"
            self._report(Finding("YAML015", message, "delete it; documents share values by `extends`"), at)
        if event.tag is not None:
            self._usable = False
            message = f"the tag `{shown(event.tag.replace('tag:yaml.org,2002:', '!!'))}` is not read here"
            self._report(Finding("YAML018", message, "delete it, or put the text in quotes"), at)

    def _alias(self, event: AliasEvent) -> None:
        self._usable = False
        name = shown(event.anchor or "")
        if any(frame.anchor == event.anchor for frame in self._stack):
            finding = Finding(
                "YAML016", f"the alias `*{name}` stands inside its own anchor", "write the value out"
            )
        else:
            message = f"the alias `*{name}` repeats another value, which is not read here"
            finding = Finding("YAML014", message, f'write the value out, or "*{name}" for text')
        self._report(finding, event.start_mark.index)
        frame = self._stack[-1] if self._stack else None
        if frame is not None and frame.entries is not None and frame.key is None:
            frame.key, frame.drop = "", True
        else:
            self._add(None, event, event.end_mark.index, quoted=False)

    # placing

    def _add(self, value: Scalar, event: Event, end: int, *, quoted: bool, written: str = "") -> None:
        mark = event.start_mark
        place = (mark.line + 1, mark.column + 1, mark.index)
        self._place(value, *place, end, quoted=quoted, written=written)

    def _place(
        self,
        value: Scalar | tuple[Node, ...] | dict[str, Node],
        line: int,
        column: int,
        start: int,
        end: int,
        *,
        quoted: bool,
        written: str = "",
    ) -> None:
        if not self._stack:
            self._root = Node(value, self._file, line, column, 0, 0, start, end, quoted, written)
            return
        frame = self._stack[-1]
        frame.end = end
        if frame.entries is None:
            frame.items.append(Node(value, self._file, line, column, 0, 0, start, end, quoted, written))
            return
        key, frame.key = frame.key or "", None
        if not frame.drop:
            key_place = (frame.key_line, frame.key_column)
            node = Node(value, self._file, line, column, *key_place, start, end, quoted, written)
            frame.entries[key] = node

    # problems

    def _within_size(self, event: Event) -> bool:
        self._nodes += 1
        if self._nodes <= MAX_NODES:
            return True
        finding = Finding("YAML007", f"the file has more than {MAX_NODES:,} values", "split the file")
        return self._refuse(finding, event.start_mark.index)

    def _refuse(self, finding: Finding, start: int) -> bool:
        self._usable = False
        self._report(finding, start)
        return False

    def _report(self, finding: Finding, start: int) -> None:
        self._lines = self._lines or Lines(self._text)
        line, column = self._lines.place(start + finding.offset)
        path = [len(frame.items) if frame.entries is None else frame.key for frame in self._stack]
        self._problems.append(
            Problem(
                code=finding.code,
                message=finding.message,
                file=self._file,
                line=line,
                column=column,
                path=pointer([part for part in path if part is not None]),
                hint=finding.hint,
                severity=finding.severity,
            )
        )
