"""The answer of one request: the pack's template, or a model whose every sentence is checked before it is
sent."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from itertools import chain

from engine.answer.facts import AnswerFacts
from engine.answer.grounding import Grounding
from engine.answer.known import known_names
from engine.answer.template import render_answer, sentences
from engine.answer.wording import view_of
from engine.config.revision import Revision
from engine.errors import ConfigError
from engine.llm.calling import Attempt, stream
from engine.llm.failure import LlmFailure
from engine.llm.port import Ask
from engine.llm.registry import policy_of
from engine.prompt.answer_prompt import answer_messages
from engine.runtime.data import index_of
from engine.runtime.events import Event
from engine.runtime.facts import degraded_of, facts_of
from engine.runtime.models import Models
from engine.runtime.request import Request

_NO_MODEL = "no_key: roles: in rules/pack.yaml names no model for the answerer"


async def answer(request: Request, revision: Revision, models: Models) -> AsyncGenerator[Event, None]:
    """`answer_delta` for each sentence, then `answered` with the whole. A model is asked where homes or their
    facts were found; what it says is sent sentence by sentence as each is checked. A sentence that fails the
    check, or a model that fails, ends it: `degraded` says why, and the template answers, in
    `answer_replaced` where something was sent already."""
    began = time.perf_counter()
    facts = facts_of(request, revision, index_of(revision))
    sent: list[str] = []
    why = ""
    if revision.pack.answerer == "llm" and _has_found(facts):
        model = _Answerer(request, facts, revision, models)
        async with aclosing(model.sentences()) as checked:
            async for sentence in checked:
                sent.append(sentence)
                yield Event("answer_delta", {"text": sentence})
        why = model.why
        if not why:
            request.answered_by = "llm"
            request.answer = "".join(sent)
        else:
            request.degraded.append(("llm_answerer", f"{why}: the template wrote the answer"))
            for event in request.untold():
                yield event
            facts = replace(facts, degraded=degraded_of(request))
    if request.answered_by != "llm":
        request.answer = render_answer(facts, revision)
        if sent:
            yield Event("answer_replaced", {"text": request.answer, "why": why})
        for part in () if sent else sentences(request.answer):
            yield Event("answer_delta", {"text": part})
    request.seconds["answer"] = time.perf_counter() - began
    yield Event("answered", {"text": request.answer})


def _has_found(facts: AnswerFacts) -> bool:
    """Whether there is anything of the data to tell: without it the template says what is missing."""
    return any(each.result is not None and each.result.hits for each in facts.searches) or any(
        each.doc is not None for each in facts.infos
    )


class _Answerer:
    """A model that words the answer. `why` says why it did not, once its sentences have ended."""

    def __init__(self, request: Request, facts: AnswerFacts, revision: Revision, models: Models) -> None:
        self._request, self._facts = request, facts
        self._revision, self._models = revision, models
        self.why = ""

    async def sentences(self) -> AsyncGenerator[str, None]:
        """The sentences that passed the check, each as soon as it is over."""
        revision, facts = self._revision, self._facts
        try:
            asked = self._models.of("answerer")
            messages = answer_messages(view_of(facts, revision), revision, language=facts.language)
        except ConfigError as error:  # the author mends it; the customer has an answer meanwhile
            self.why = f"config: {error}"
            return
        if not asked:
            self.why = _NO_MODEL
            return
        known = known_names(revision, index_of(revision))
        grounding = Grounding(facts, revision, known, system_prompt=messages[0].content)
        left = self._request.until - asyncio.get_running_loop().time()
        within_s = min(revision.pack.deadlines.step, left)
        policy = policy_of(revision, deadline_s=within_s, spending=self._request.spending)
        attempts: list[Attempt] = []
        try:
            ask = Ask(messages=messages, name="answerer")
            async with aclosing(stream(asked, ask, policy, attempts=attempts)) as chunks:
                async for chunk in chunks:
                    for sentence in grounding.feed(chunk.text):
                        yield sentence
                    if grounding.violation is not None:
                        break
            for sentence in grounding.finish():
                yield sentence
        except LlmFailure as failure:
            self.why = f"{failure.kind}: {failure}"
        except Exception as error:  # noqa: BLE001  nothing that a model wrote may keep the customer from an answer
            self.why = f"internal: {type(error).__name__}"
        finally:
            self._request.attempts += (("answerer", attempt) for attempt in attempts)
        violation = grounding.violation
        if violation is not None and not self.why:
            self.why = ": ".join(chain(("grounding", violation.kind), filter(None, (violation.detail,))))
