"""How many changes of the rules the cases would notice."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.mutation.mutant import Mutant
from engine.places.jamo import plain

Verdict = Literal["killed", "survived", "timed_out"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MutantOutcome:
    """How a mutant fared. `by` is the case that failed first, as file:line and id; "" when none did.

    One that took longer than it may is `timed_out`: it counts as not killed, since no case said so."""

    mutant: Mutant
    verdict: Verdict
    by: str = ""

    def to_json(self) -> dict[str, object]:
        """The outcome for scripts."""
        return {**self.mutant.to_json(), "verdict": self.verdict, "by": self.by}


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """`count` of `total`."""

    count: int
    total: int

    @property
    def percent(self) -> float:
        """In per cent; 100 of nothing."""
        return 100 * self.count / self.total if self.total else 100.0

    def __str__(self) -> str:
        return f"{self.count}/{self.total} ({int(self.percent * 10) / 10} %)"


def killed(outcomes: Collection[MutantOutcome]) -> Share:
    """How many of the mutants made a case fail."""
    return Share(count=sum(each.verdict == "killed" for each in outcomes), total=len(outcomes))


def killed_by_file(outcomes: Iterable[MutantOutcome]) -> Mapping[str, Share]:
    """The same for each file, in the order in which they come."""
    totals: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for each in outcomes:
        totals[each.mutant.file] += 1
        counts[each.mutant.file] += each.verdict == "killed"
    return {file: Share(count=counts[file], total=total) for file, total in totals.items()}


def report(outcomes: Sequence[MutantOutcome], wanted: int) -> Iterator[str]:
    """The lines for a human: a share for each file and for all, then each of the `wanted` mutants that no
    case noticed, and the mend."""
    outcomes = sorted(outcomes, key=lambda each: (each.mutant.file, each.mutant.line, each.mutant.column))
    for file, share in killed_by_file(outcomes).items():
        yield f"{file}: {share}"
    yield f"{killed(outcomes)} of the changes are noticed by a case"
    if len(outcomes) < wanted:
        yield f"Interrupted: {wanted - len(outcomes)} changes were not tried."
    left = [each for each in outcomes if each.verdict != "killed"]
    for each in left:
        mutant = each.mutant
        yield f"{mutant.file}:{mutant.line}:{mutant.column} {mutant.old!r} -> {_why(each)}"
    if left:
        yield "Add a case with the word, or at the number; or delete what makes no difference."


def _why(outcome: MutantOutcome) -> str:
    if outcome.verdict == "timed_out":
        return "took too long"
    is_word = outcome.mutant.kind in ("word", "key")
    return "no case fails without it" if is_word else f"no case fails with {outcome.mutant.new}"


def words_in_cases(mutants: Iterable[Mutant], texts: Iterable[str]) -> tuple[Share, tuple[Mutant, ...]]:
    """How many of the rules' words stand in the text of a case, spaces and capitals aside; and the mutants
    of those that stand in none."""
    words = [mutant for mutant in mutants if mutant.read_as]
    whole = "\n".join(text for written in texts for text in (written, plain(written)))
    missing = tuple(word for word in words if not any(each in whole for each in _spellings(word.old)))
    return Share(count=len(words) - len(missing), total=len(words)), missing


def _spellings(word: str) -> Iterator[str]:
    yield word
    if letters := plain(word):
        yield letters
