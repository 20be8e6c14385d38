"""Households: the reason of an assumption names the figures that are assumed."""

import re
from collections.abc import Iterator

from engine.config.revision import Revision
from engine.errors import Problem
from engine.source.suggest import closest

_NAMED = re.compile(r"\{([^{}]*)\}")


def check_households(revision: Revision) -> Iterator[Problem]:
    """CONF064 for a name in braces that is no parameter of the assumption."""
    document = revision.documents.get(("vocabulary", "vocabulary"))
    if document is None:
        return
    for index, household in enumerate(revision.vocabulary.households):
        because = household.because
        texts = {(): because} if isinstance(because, str) else {(key,): text for key, text in because.items()}
        for keys, text in texts.items():
            for name in _NAMED.findall(text):
                if name not in household.assumes:
                    known = ", ".join(f"{{{each}}}" for each in household.assumes)
                    message = f"the reason of {household.name} names {{{name}}}, and {known} is assumed"
                    hint = closest(name, list(household.assumes)) or ""
                    path = ("households", index, "because", *keys)
                    yield document.problem(path, "CONF064", message, hint=hint)
