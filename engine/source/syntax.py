"""What the YAML parser could not read, said in plain words with a place and, where it shows, a mend.

The texts of libyaml and of PyYAML's own scanner differ a little; both are recognised by a part of them.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from engine.source.excerpt import shown
from engine.source.lines import Lines
from engine.source.scalars import Finding, quote
from engine.source.traps import lookalike_colon, surrogate, template_text


@dataclass(frozen=True, slots=True)
class Failure:
    """Where and why the parser gave up: its own words, and code-point offsets (-1 when it gave none)."""

    context: str
    problem: str
    context_at: int
    problem_at: int


@dataclass(frozen=True, slots=True)
class _Place:
    """The text around a failure."""

    text: str
    failure: Failure

    @property
    def at(self) -> int:
        """The failing offset, the last character when the parser ran past the end."""
        return max(0, min(self.failure.problem_at, len(self.text) - 1))

    @property
    def begin(self) -> int:
        """Where the construct began, or the failing offset."""
        return self.failure.context_at if self.failure.context_at >= 0 else self.at

    def line_of(self, offset: int) -> str:
        lines = Lines(self.text)
        return lines.line(lines.place(offset)[0]) or ""

    def before(self) -> str:
        """The failing line up to the failing column."""
        lines = Lines(self.text)
        _, column = lines.place(self.at)
        return self.line_of(self.at)[: column - 1]


def explain(text: str, failure: Failure) -> Finding:
    """The finding for a failure; its `offset` counts from the start of the text."""
    place = _Place(text, failure)
    template = _template(place)
    if template is not None:
        return template
    for needles, handler in _HANDLERS:
        if any(needle in failure.problem for needle in needles):
            return handler(place)
    return _syntax("this is not valid YAML", "check the indentation and the quotes around here", place.at)


def _syntax(message: str, hint: str, offset: int) -> Finding:
    return Finding("YAML009", message, hint, offset)


def _template(place: _Place) -> Finding | None:
    """`{{ x }} text` and `{% if %}` outside quotes, whatever the parser made of them."""
    lines = Lines(place.text)
    number, _ = lines.place(place.at)
    line = lines.line(number) or ""
    start = place.at - (lines.place(place.at)[1] - 1)
    match = re.match(r"([^\"'#]*?(?:[:\[,-]\s+|^\s*))(\{\{|\{%).*", line)
    if match is None:
        return None
    at = start + match.end(1)
    if match.group(2) == "{{" and template_text(place.text, at) is None:
        return None
    message = f"`{match.group(2)}` without quotes opens a YAML mapping, not a template"
    return Finding("YAML027", message, quote(line[match.end(1) :].split(" #")[0].rstrip()), at)


def _no_colon(place: _Place) -> Finding:
    line = place.line_of(place.begin)
    lookalike = lookalike_colon(line, in_key=True)
    if lookalike is not None:
        start = place.begin - (Lines(place.text).place(place.begin)[1] - 1)
        return Finding(lookalike.code, lookalike.message, lookalike.hint, start + lookalike.offset)
    glued = re.match(r"\s*(?:- +)?([^\s:\"']+):(?=[^\s:/])", line)
    if glued:
        message = f"`{shown(glued.group(1))}:` has no space behind its colon"
        return Finding("YAML031", message, f"`{shown(glued.group(1))}: `", place.begin + len(glued.group(1)))
    return _syntax("this line has no `: ` between a key and its value", "write `key: value`", place.begin)


def _second_colon(place: _Place) -> Finding:
    before = place.before()
    if re.search(r":\s", before.lstrip(" -:")):
        value = re.split(r":\s+", place.line_of(place.at), maxsplit=1)[-1].split(" #")[0].rstrip()
        hint = f"put the value in quotes: {quote(shown(value))}"
        return _syntax("a second `: ` on one line, so this is neither a text nor a mapping", hint, place.at)
    number, _ = Lines(place.text).place(place.at)
    above = Lines(place.text).line(number - 1) or ""
    lookalike = lookalike_colon(above, in_key=True)
    if lookalike is not None:
        start = place.text.rfind(above, 0, place.at)
        return Finding(lookalike.code, lookalike.message, lookalike.hint, start + lookalike.offset)
    hint = "give it the same indentation as the keys beside it"
    return _syntax("a key cannot stand here, the line above already holds a value", hint, place.at)


def _no_key(place: _Place) -> Finding:
    if "block collection" in place.failure.context:
        return _no_dash(place)
    before, char = place.before(), place.text[place.at : place.at + 1]
    if char and char in "]}":
        return _syntax(f"`{char}` closes nothing that is open", "delete it, or open it before", place.at)
    if before.rstrip().endswith(("'", '"', "]", "}")):
        message = "the value ended before this, at its closing quote or bracket"
        return _syntax(message, "put the whole value in quotes, a quote inside it doubled", place.at)
    if char == "-":
        return _syntax("a list item stands where a key is expected", "indent it below its key", place.at)
    hint = "give it the same indentation as the keys beside it"
    return _syntax("this line fits no mapping or list above it", hint, place.at)


def _no_dash(place: _Place) -> Finding:
    return _syntax(
        "a list item must start with `- `", "indent the line below the item, or start it with `- `", place.at
    )


def _unclosed_bracket(place: _Place) -> Finding:
    opened = place.text[place.begin : place.begin + 1]
    closer = "]" if opened == "[" else "}"
    row, column = Lines(place.text).place(place.begin)
    message = f"a `,` or `{closer}` is missing here for the `{opened}` opened at line {row}, column {column}"
    return _syntax(message, f"add the `{closer}`, or put a text with `:` or `,` in quotes", place.at)


def _unclosed_quote(place: _Place) -> Finding:
    mark = place.text[place.begin : place.begin + 1]
    return _syntax(f"the {mark} opened here is never closed", f"add the closing {mark}", place.begin)


def _bad_start(place: _Place) -> Finding:
    char = place.text[place.at : place.at + 1]
    if char == "\t":
        return _tab(place)
    return _syntax(
        f"an unquoted text cannot start with {char}", f"put the text in quotes: {_rest(place)}", place.at
    )


def _tab(place: _Place) -> Finding:
    return _syntax("a tab cannot be used for indentation", "spaces, two for each level", place.at)


def _item_on_line(place: _Place) -> Finding:
    return _syntax(
        "a list item cannot stand on the same line as its key", "a new line for it, or [a, b]", place.at
    )


def _bad_escape(place: _Place) -> Finding:
    at = place.text.rfind("\\", 0, place.at + 1)
    at = at if at >= 0 else place.at
    message = f"`{shown(place.text[at : at + 2])}` is no escape in double quotes"
    return Finding("YAML028", message, "\\\\ for a backslash, or single quotes around the text", at)


def _bad_code_point(place: _Place) -> Finding:
    at = max(0, place.text.rfind("\\", 0, place.at + 1))
    if re.match(r"\\u[Dd][89A-Fa-f]", place.text[at : at + 4]):
        return surrogate(place.text, at)
    return Finding("YAML028", f"`{shown(place.text[at : at + 10])}` stands for no character", "", at)


def _bare_mark(place: _Place) -> Finding:
    char = place.text[place.begin : place.begin + 1]
    meaning = {"*": "an alias", "&": "an anchor", "!": "a tag"}.get(char, "something YAML keeps for itself")
    hint = f"put the text in quotes: {_rest(place)}"
    return _syntax(f"`{char}` at the start of a text is {meaning}", hint, place.begin)


def _unknown_tag(place: _Place) -> Finding:
    hint = f"leave the tag out, or put the text in quotes: {_rest(place)}"
    return Finding("YAML018", "tags are not read here", hint, place.begin)


def _directive(place: _Place) -> Finding:
    return _syntax("directives (lines that start with `%`) are not read here", "delete the line", place.at)


def _empty_item(place: _Place) -> Finding:
    char = place.text[place.at : place.at + 1]
    hint = "add the value, or delete the comma" if char == "," else "delete it, or put the text in quotes"
    return _syntax(f"a value is missing before `{shown(char)}`", hint, place.at)


def _block_header(place: _Place) -> Finding:
    char = place.text[place.begin : place.begin + 1]
    message = f"the text behind `{char}` starts on the next line"
    return _syntax(message, "put it on the next line, indented, or in quotes", place.at)


def _second_document(place: _Place) -> Finding:
    return Finding("YAML006", "a file holds one document, something follows its end", "delete it", place.at)


def _too_deep(place: _Place) -> Finding:
    return Finding("YAML008", "values are nested too deep", "at most 32 levels", place.at)


def _rest(place: _Place) -> str:
    """The value that begins the failure, quoted."""
    lines = Lines(place.text)
    at = place.begin
    row, column = lines.place(at)
    return quote(shown((lines.line(row) or "")[column - 1 :].split(" #")[0].rstrip()))


_HANDLERS: tuple[tuple[tuple[str, ...], Callable[[_Place], Finding]], ...] = (
    (("nesting depth",), _too_deep),
    (("could not find expected ':'",), _no_colon),
    (("mapping values are not allowed",), _second_colon),
    (("expected '-' indicator",), _no_dash),
    (("sequence entries are not allowed",), _item_on_line),
    (("expected ',' or",), _unclosed_bracket),
    (("unexpected end of stream", "unexpected document indicator"), _unclosed_quote),
    (("cannot start any token",), _bad_start),
    (("tab character",), _tab),
    (("unknown escape", "hexdecimal", "hexadecimal"), _bad_escape),
    (("Unicode character escape",), _bad_code_point),
    (("alphabetic or numeric", "mapping keys are not allowed"), _bare_mark),
    (("tag handle", "'>'", "expected tag", "'!'", "URI"), _unknown_tag),
    (("directive", "YAML document", "version number", "digit or '.'"), _directive),
    (("<document start>",), _second_document),
    (("node content",), _empty_item),
    (("comment or line break", "comment or a line break", "indentation indicator"), _block_header),
    (("expected key", "<block end>"), _no_key),
)
