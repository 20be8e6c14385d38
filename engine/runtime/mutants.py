"""Running the cases against mutants of the rules, in as many processes as the machine has cores."""

import gc
import os
import signal
import threading
from collections.abc import Collection, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context, parent_process
from pathlib import Path
from time import monotonic

from engine.config.revision import Revision
from engine.convert.places import words_of
from engine.errors import EngineError, InputInvalid, Problem
from engine.mutation.mutant import Mutant
from engine.mutation.near import CaseTexts, groups
from engine.mutation.revision import with_mutants
from engine.mutation.score import MutantOutcome
from engine.runtime.cases import CaseRow, Ground, case_rows, run_case
from engine.runtime.data import index_of, index_words
from engine.runtime.revision import load

SECONDS_AT_MOST = 60.0
"""For the cases of one mutant; all cases of a pack take a few seconds."""
_FEWEST_FOR_A_PROCESS = 20  # a process reads the pack anew, which takes as long as so many groups


class MutantRunner:
    """The cases of a pack, ready to be run against one group of mutants after the other."""

    def __init__(self, revision: Revision) -> None:
        self._revision = revision
        self._rows = case_rows(revision)
        self._texts = CaseTexts(row.text for row in self._rows)
        self._index = index_of(revision)
        self._place_words = words_of(revision)

    @property
    def revision_id(self) -> str:
        """The revision whose mutants it runs."""
        return self._revision.id

    def groups(self, mutants: Sequence[Mutant]) -> list[tuple[Mutant, ...]]:
        """The mutants in groups that can be tried at once."""
        return groups(mutants, self._texts)

    def run(self, group: Sequence[Mutant]) -> list[MutantOutcome]:
        """How each mutant of a group fares: the first case near it that fails, after all near it that none
        does. A group that makes its document invalid is killed by `check`."""
        near = {mutant: self._texts.near(mutant) for mutant in group}
        if not any(near.values()):
            return [MutantOutcome(mutant=mutant, verdict="survived") for mutant in group]
        revision = with_mutants(self._revision, group)
        if revision is None:
            return [MutantOutcome(mutant=mutant, verdict="killed", by="check") for mutant in group]
        ground = self._ground(revision)
        return [self._outcome(mutant, near[mutant], ground) for mutant in group]

    def _outcome(self, mutant: Mutant, near: Collection[int], ground: Ground) -> MutantOutcome:
        of, start = "/".join(mutant.document), monotonic()
        rows = [self._rows[number] for number in sorted(near)]
        for row in sorted(rows, key=lambda row: (not of.startswith(row.of), row.of == "plan")):
            if not _passes(row, ground):
                return MutantOutcome(mutant=mutant, verdict="killed", by=f"{row.file}:{row.line} {row.id}")
            if monotonic() - start > SECONDS_AT_MOST:
                return MutantOutcome(mutant=mutant, verdict="timed_out")
        return MutantOutcome(mutant=mutant, verdict="survived")

    def _ground(self, revision: Revision) -> Ground:
        """The mutated revision on the places of the pack, which are indexed anew only where it is about
        them."""
        before, after = (each.vocabulary.places for each in (self._revision, revision))
        same_index = index_words(before) == index_words(after)
        same_names = same_index and before.groups == after.groups
        return Ground(
            revision=revision,
            index=(lambda: self._index) if same_index else (lambda: index_of(revision)),
            place_words=self._place_words if same_names else None,
        )


def _passes(row: CaseRow, ground: Ground) -> bool:
    try:
        return run_case(row, ground).passed
    except (EngineError, ArithmeticError, LookupError, TypeError, ValueError):
        return False  # a rule that no check would let through: the case has seen it


def cores() -> int:
    """How many processes can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_mutants(
    revision: Revision, mutants: Sequence[Mutant], jobs: int
) -> Generator[Sequence[MutantOutcome]]:
    """The outcomes of the mutants, a group at a time. With several `jobs` each has its own process, which
    reads the pack of the revision anew; closing the generator ends them.

    Raises InputInvalid (USE017) when the pack changed before a process had read it.
    """
    runner = MutantRunner(revision)
    together = runner.groups(mutants)
    jobs = max(1, min(jobs, len(together) // _FEWEST_FOR_A_PROCESS))
    if jobs == 1:
        yield from map(runner.run, together)
        return
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_start, initargs=(revision.root,))
    try:
        with _undisturbed():
            results = pool.map(partial(_run, revision.id), together)
        for outcomes in results:
            if outcomes is None:
                raise InputInvalid(_changed())
            yield outcomes
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _undisturbed() -> Generator[None]:
    """Processes that start here never see Ctrl-C, not even while they are still reading their modules; the
    first process sees it right after."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_runners: list[MutantRunner] = []
"""The runner of this process."""


def _start(root: Path) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process alone decides when to stop
    threading.Thread(target=_end_with_first, daemon=True).start()
    _runners.append(MutantRunner(load(root, cases=True)))
    gc.freeze()  # what stays to the end need not be looked at again


def _end_with_first() -> None:
    """End this process when the first one was killed and can tell nobody."""
    first = parent_process()
    if first is not None:
        first.join()
        os._exit(1)


def _run(revision_id: str, group: Sequence[Mutant]) -> list[MutantOutcome] | None:
    """The outcomes, or None when this process read another revision: a mutant is a place in a file."""
    runner = _runners[-1]
    return runner.run(group) if runner.revision_id == revision_id else None


def _changed() -> Problem:
    message = "the rules were changed while their mutants were tried"
    return Problem(code="USE017", message=message, hint="run it again, on rules that stay as they are")
