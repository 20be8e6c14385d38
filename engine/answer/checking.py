"""Checks over the words of answers: labels missing or misspelt, and a trial of each answer template."""

from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

from engine.answer.labels import FAMILIES, LIES, NEEDED, ONE
from engine.answer.view import (
    AnswerView,
    ComparisonRow,
    CostView,
    HomeView,
    InfoView,
    Notes,
    PlaceView,
    ReadingView,
    SearchView,
    UnknownView,
)
from engine.answer.worth import SCORE
from engine.config.pack import Locale
from engine.config.plan_policy import IntentName
from engine.config.revision import Revision
from engine.config.templates import Template
from engine.errors import ConfigError, Problem
from engine.prompt.page import problem_in_prompts
from engine.prompt.rendering import prompts_of
from engine.prompt.role_checking import tried
from engine.prompt.text import placeholders
from engine.source.suggest import closest


def check_answers(revision: Revision) -> Iterator[Problem]:
    """TMPL009 for labels, TMPL007, TMPL008 or TMPL010 for a template of role answer or answerer that fails on
    a trial, CONF066 for words of degrees about what the catalog does not have."""
    templates = revision.templates.templates if revision.templates else {}
    answers = {name: template for name, template in templates.items() if template.role == "answer"}
    if not answers and revision.plan_policy.intents and revision.pack.answerer == "template":
        yield Problem(
            code="TMPL010",
            message="the pack has no template of role answer, so no question can be answered",
            file="prompt_templates/prompts.yaml",
            hint="answer_ko: {file: answer_ko.md.j2, role: answer}",
            severity="warning",
        )
    spoken: set[Locale] = {t.language or revision.pack.locale for t in answers.values()}
    for language in sorted(spoken):
        yield from _labels(revision, language)
    yield from dict.fromkeys(problem for name in answers for problem in _trial(revision, name, answers[name]))
    yield from _measures(revision)
    asking = [name for name, template in templates.items() if template.role == "answerer"]
    yield from dict.fromkeys(problem for name in asking for problem in _trial_of_asking(revision, name))


def _measures(revision: Revision) -> Iterator[Problem]:
    """Measures of the language's degrees that are no want and no field, so that nothing is held against
    them."""
    known = [*revision.catalog.wants, *revision.catalog.fields, SCORE]
    for number, measure in enumerate(revision.language.answers.degrees.measures):
        for at, name in enumerate(measure.of):
            if name not in known:
                yield revision.document("language", "language").problem(
                    ("answers", "degrees", "measures", number, "of", at),
                    "CONF066",
                    f"{name} is no want and no field of the catalog, so answers are not checked for it",
                    closest(name, known) or "a want or a field of rules/catalog.yaml, or score",
                    severity="warning",
                )


def _labels(revision: Revision, language: Locale) -> Iterator[Problem]:
    words = revision.templates.labels.get(language, {}) if revision.templates else {}
    for name in NEEDED:
        if name not in words:
            yield problem_in_prompts(
                revision,
                ("labels", language),
                "TMPL009",
                f"the label {name} is missing in {language}",
                hint=f'{name}: "{" ".join(f"{{{gap}}}" for gap in NEEDED[name]) or name}"',
            )
    for want in _unnamed(revision, language):
        message = f"the want {want} has no label in {language}, so answers call it {want}"
        hint = f"want_{want}: ..."
        yield problem_in_prompts(
            revision, ("labels", language), "TMPL009", message, hint=hint, severity="warning"
        )
    for name, phrase in words.items():
        path = ("labels", language, name)
        allowed = _gaps(name, revision)
        if allowed is None:
            message = f"no answer uses a label {name}"
            hint = closest(name, list(NEEDED)) or ""
            yield problem_in_prompts(revision, path, "TMPL009", message, hint=hint, severity="warning")
        elif extra := sorted(placeholders(phrase) - set(allowed)):
            message = f"the label {name} has a gap {{{extra[0]}}} that nothing fills"
            hint = f"it may use {', '.join(allowed) or 'none'}"
            yield problem_in_prompts(revision, path, "TMPL009", message, hint=hint)


def _unnamed(revision: Revision, language: Locale) -> Iterator[str]:
    """The wants that have no words in that language; a choice is called by its values, what no field holds by
    its own sentence."""
    words = revision.templates.labels.get(language, {}) if revision.templates else {}
    for want, spec in revision.catalog.wants.items():
        named = [f"{want}_{value}" for value in spec.has] if spec.has else [f"want_{want}"]
        if not spec.say and language not in spec.label and not all(name in words for name in named):
            yield want


def _gaps(name: str, revision: Revision) -> tuple[str, ...] | None:
    """The gaps a label may have, None for one that nobody asks for."""
    name = name.removesuffix(ONE)
    if name == LIES:
        return tuple(key for key, spec in revision.catalog.fields.items() if spec.type == "text")
    if name in NEEDED:
        return NEEDED[name]
    for family, gaps in FAMILIES.items():
        if name.startswith(family):
            return gaps
    values = (*revision.catalog.wants, *revision.catalog.fields)
    return () if any(name.startswith(f"{value}_") for value in values) else None


def _trial(revision: Revision, name: str, template: Template) -> Iterator[Problem]:
    """What goes wrong with every intent, over views that have everything and views that have nothing."""
    try:
        prompts = prompts_of(revision)
        for intent in get_args(IntentName):
            for view in (_FULL, _EMPTY):
                prompts.render(name, replace(view, intent=intent).inputs())
    except ConfigError as error:
        # What does not even compile, or has no file, is reported by the checks over templates.
        yield from (problem for problem in error.problems if problem.code not in ("TMPL001", "TMPL003"))


def _trial_of_asking(revision: Revision, name: str) -> Iterator[Problem]:
    """What goes wrong with a template that asks a model for the answer."""
    for intent in get_args(IntentName):
        for view, memory in ((_FULL, ("-",)), (_EMPTY, ())):
            inputs = replace(view, intent=intent).inputs()
            yield from tried(revision, name, {**inputs, "language": "ko", "memory": memory})


_HOME = HomeView(
    rank=1,
    name="A",
    link="https://example.org/a",
    lies="l",
    plan="p",
    price="p",
    reasons=("r", "r"),
    points="50",
    points_possible="100",
    synthetic=True,
)
_SEARCH = SearchView(
    where="w",
    asked=("a", "b"),
    everywhere=False,
    failed=False,
    refused=False,
    not_found=(),
    total=3,
    shown=1,
    more=2,
    points_possible="100",
    homes=(_HOME, _HOME),
    unknown=("u",),
    relaxed=("r", "r"),
    costs=(CostView(condition="c", without=4), CostView(condition="d", without=5)),
    empty_area=False,
    nearest="n",
    nearest_distance="1 km",
)
_NONE_FOUND = replace(_SEARCH, homes=(), total=0, shown=0, more=0)
_INFO = InfoView(
    name="A",
    found=True,
    failed=False,
    link=None,
    rows=(("l", "v"),),
    plans=("p",) * 30,
    others=("o",),
    synthetic=True,
)
_FULL = AnswerView(
    question="q",
    intent="",
    searches=(
        _SEARCH,
        replace(_SEARCH, asked=(), relaxed=(), everywhere=True),
        _NONE_FOUND,
        replace(_NONE_FOUND, empty_area=True),
        replace(_NONE_FOUND, empty_area=True, nearest="", nearest_distance=""),
        replace(_NONE_FOUND, failed=True),
        replace(_NONE_FOUND, failed=True, refused=True),
        replace(_NONE_FOUND, failed=True, not_found=(UnknownView(said="s", near=("n", "m")),)),
        replace(_SEARCH, points_possible="50"),
    ),
    infos=(_INFO, replace(_INFO, found=False), replace(_INFO, found=False, failed=True)),
    comparison=(ComparisonRow(label="l", values=("1", "2")),),
    notes=Notes(
        places=(
            PlaceView(said="s", name="n", about="a", guessed=True, others=("o", "p"), instead=("q", "r")),
        ),
        unknown_places=(UnknownView(said="s", near=("n", "m")),),
        assumed=("a",),
        readings=(ReadingView(said="s", taken="t", others=("o", "p")),),
        not_understood=("n", "m"),
        not_checked=("n",),
        wishes=("w", "v"),
        failed=("f",),
        degraded=("d",),
        synthetic=True,
        real_share=50,
        deals="d",
    ),
)
_EMPTY = AnswerView(
    question="",
    intent="",
    searches=(),
    infos=(),
    comparison=(),
    notes=Notes(
        places=(),
        unknown_places=(),
        assumed=(),
        readings=(),
        not_understood=(),
        not_checked=(),
        wishes=(),
        failed=(),
        degraded=(),
        synthetic=False,
        real_share=None,
        deals="",
    ),
)
