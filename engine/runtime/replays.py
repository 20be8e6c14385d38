"""Recorded answers that no case asks for any more."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from engine.errors import Problem
from engine.llm.calling import Model
from engine.llm.cassette import Cassette, Entry


class Replays:
    """What the cases of a run asked of recorded answers, over all models that were built for them."""

    def __init__(self) -> None:
        self._unasked: dict[Path, dict[str, Entry]] = {}
        self._askers: set[str] = set()

    def saw(self, models: Mapping[str, Model]) -> None:
        """Take note of what was asked of these models so far."""
        for model in models.values():
            if isinstance(model.llm, Cassette):
                left = {entry.key: entry for entry in model.llm.stale() if entry.line}
                before = self._unasked.get(model.llm.file, left)
                self._unasked[model.llm.file] = {key: before[key] for key in before if key in left}
                self._askers |= model.llm.askers

    def stale(self, root: Path) -> Iterator[Problem]:
        """LLM029 (warning) for each recorded answer to something that asked and never asked for it: its
        prompt, schema or model is another one now, or no case has its words. Of what never asked nothing is
        known. Files are named as seen from `root`."""
        for file, entries in self._unasked.items():
            for entry in entries.values():
                if entry.name in self._askers:
                    yield Problem(
                        code="LLM029",
                        message=f"no case asks for this recorded answer to {entry.name}",
                        file=file.relative_to(root).as_posix() if file.is_relative_to(root) else file.name,
                        line=entry.line,
                        column=1,
                        hint="take the line out; --record writes down what is asked now",
                        severity="warning",
                    )
