"""A pack's templates, read once, rendered with declared inputs under a cap."""

import hashlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from jinja2 import Template as JinjaTemplate
from jinja2 import TemplateError, TemplateSyntaxError

from engine.config.pack import Locale
from engine.config.revision import Revision, once_per_revision
from engine.config.templates import Template
from engine.errors import ConfigError, Problem
from engine.prompt.compiled import FOLDER, compiled
from engine.prompt.environment import BUDGET, Budget, MissingPart, Refused, TooLarge

BYTES_AT_MOST = 256 * 1024
TOO_LARGE = "TMPL008"
"""The code of a template that renders more than it may."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Prompts:
    """The templates of one revision, as the files were when they were first asked for."""

    templates: Mapping[str, Template]
    texts: Mapping[str, str]

    def blocks_of(self, name: str) -> Collection[str]:
        """The names of that template's blocks. Raises TemplateSyntaxError."""
        file = self.templates[name].file
        return compiled(self.texts[file], file).blocks

    def find(self, role: str, language: Locale) -> str | None:
        """The template's name for a role: in that language, else in none, else in any."""
        of_role = [(name, t.language) for name, t in self.templates.items() if t.role == role]
        for wanted in (language, None):
            for name, spoken in of_role:
                if spoken == wanted:
                    return name
        return of_role[0][0] if of_role else None

    def hash_of(self, name: str) -> str:
        """The first 12 hex digits of the template text's SHA-256, for traces and cache keys."""
        return hashlib.sha256(self.texts[self.templates[name].file].encode()).hexdigest()[:12]

    def render(self, name: str, values: Mapping[str, object]) -> str:
        """The template's text with its inputs put in once; values are never read as templates.

        `values` may hold more than the template declares; it sees only its `inputs`. Raises ConfigError:
        TMPL010 (no such template, or an input without a value), TMPL003 (syntax), TMPL007 (rendering) and
        TMPL008 (caps).
        """
        template, given = self._given(name, values)
        return "".join(self._parts(template, given))

    def messages(self, name: str, values: Mapping[str, object]) -> tuple[str, str]:
        """The template's blocks `system` and `user`, rendered as `render` does: what is the same for
        everybody, and what is of this request alone."""
        template, given = self._given(name, values)
        return "".join(self._parts(template, given, "system")), "".join(self._parts(template, given, "user"))

    def _given(self, name: str, values: Mapping[str, object]) -> tuple[Template, Mapping[str, object]]:
        template = self.templates.get(name)
        if template is None:
            raise ConfigError(
                Problem(
                    code="TMPL010",
                    message=f"there is no template {name}",
                    hint=f"one of {', '.join(self.templates)}",
                )
            )
        missing = ", ".join(key for key in template.inputs if key not in values)
        if missing:
            raise ConfigError(
                Problem(
                    code="TMPL010",
                    message=f"the template {name} declares inputs that nobody gives: {missing}",
                    file=f"{FOLDER}/{template.file}",
                    hint=f"one of {', '.join(sorted(values))}",
                )
            )
        return template, {key: values[key] for key in template.inputs}

    def _parts(self, template: Template, values: Mapping[str, object], block: str = "") -> Iterator[str]:
        """What the template, or one block of it, prints."""
        file = f"{FOLDER}/{template.file}"
        size = 0
        try:
            page = compiled(self.texts[template.file], template.file)
            context = {**values, BUDGET: Budget()}
            if block and block not in page.blocks:
                raise Refused(f"has no block {block}: {{% block {block} %}} … {{% endblock %}}")
            parts = _block(page, block, context) if block else page.generate(context)
            for part in parts:
                size += len(part)
                if size > template.at_most:
                    raise TooLarge(f"renders more than {template.at_most:,} characters, its at_most")
                yield part
        except TemplateSyntaxError as error:
            raise ConfigError(syntax_problem(error, file)) from error
        except _RENDERING as error:
            raise ConfigError(_rendering_problem(error, file)) from error


_RENDERING = (
    TemplateError,
    TypeError,
    ValueError,
    ArithmeticError,
    LookupError,
    AttributeError,
    RecursionError,
)


def _block(page: JinjaTemplate, block: str, context: Mapping[str, object]) -> Iterator[str]:
    """What one block prints; an error in it stands at the template's line, as it does in a whole one."""
    try:
        yield from page.blocks[block](page.new_context(dict(context)))
    except _RENDERING:
        page.environment.handle_exception()


@once_per_revision
def prompts_of(revision: Revision) -> Prompts:
    """The revision's templates, read at the first call. Raises ConfigError (TMPL001)."""
    templates = revision.templates.templates if revision.templates else {}
    texts = {t.file: read_text(revision.root, t.file) for t in templates.values()}
    return Prompts(templates=templates, texts=texts)


def read_text(root: Path, file: str) -> str:
    """A template's text, its newlines as \\n. Raises ConfigError (TMPL001)."""
    path = root / FOLDER / file
    try:
        data = path.read_bytes()
        if len(data) > BYTES_AT_MOST:
            raise ConfigError(_unreadable(file, f"is larger than {BYTES_AT_MOST // 1024} KiB"))
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise ConfigError(_unreadable(file, f"cannot be read: {error.strerror}")) from error
    except UnicodeDecodeError as error:
        raise ConfigError(_unreadable(file, "is not UTF-8 text")) from error


def syntax_problem(error: TemplateSyntaxError, file: str) -> Problem:
    """The problem that says where Jinja stopped reading."""
    return Problem(
        code="TMPL003",
        message=f"the template cannot be read: {error.message}",
        file=file,
        line=error.lineno,
        column=1,
    )


def _unreadable(file: str, why: str) -> Problem:
    return Problem(
        code="TMPL001",
        message=f"the template {file} {why}",
        file=f"{FOLDER}/{file}",
        hint=f"put it into {FOLDER}/, or take it out of prompts.yaml",
    )


def _rendering_problem(error: BaseException, file: str) -> Problem:
    too_much = isinstance(error, TooLarge | RecursionError)
    told = error.message if isinstance(error, TemplateError) else None
    line = _line_of(error.__traceback__, file)
    return Problem(
        code=TOO_LARGE if too_much else "TMPL007",
        message=f"the template cannot be rendered: {told or f'an expression fails ({type(error).__name__})'}",
        hint=error.hint if isinstance(error, MissingPart) else "",
        file=file,
        line=line,
        column=min(line, 1),
    )


def _line_of(trace: TracebackType | None, file: str) -> int:
    """The template's line that was running; Jinja puts template lines into tracebacks."""
    line = 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
