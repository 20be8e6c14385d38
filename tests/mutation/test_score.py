"""The figures and lines that are printed."""

from collections.abc import Sequence

from engine.mutation.mutant import Mutant
from engine.mutation.score import MutantOutcome, Share, Verdict, report, words_in_cases


def outcome(old: str, verdict: Verdict, line: int, file: str = "rules/a.yaml") -> MutantOutcome:
    is_word = old.isalpha()
    mutant = Mutant(
        document=("conversion", "a"),
        file=file,
        line=line,
        column=5,
        path=("labels", line),
        kind="word" if is_word else "number",
        old=old,
        new="" if is_word else str(int(old) + 1),
        becomes=None,
        read_as=(old,) if is_word else (),
    )
    return MutantOutcome(mutant=mutant, verdict=verdict, by="")


OUTCOMES: Sequence[MutantOutcome] = (
    outcome("10", "survived", 9),
    outcome("이하", "killed", 2),
    outcome("이상", "survived", 3),
    outcome("대", "timed_out", 1, "rules/b.yaml"),
)


def test_each_change_that_no_case_noticed_is_told_with_its_place_and_the_mend() -> None:
    assert list(report(OUTCOMES, 5)) == [
        "rules/a.yaml: 1/3 (33.3 %)",
        "rules/b.yaml: 0/1 (0.0 %)",
        "1/4 (25.0 %) of the changes are noticed by a case",
        "Interrupted: 1 changes were not tried.",
        "rules/a.yaml:3:5 '이상' -> no case fails without it",
        "rules/a.yaml:9:5 '10' -> no case fails with 11",
        "rules/b.yaml:1:5 '대' -> took too long",
        "Add a case with the word, or at the number; or delete what makes no difference.",
    ]


def test_a_share_is_never_rounded_up_to_what_was_asked_for() -> None:
    assert str(Share(count=9499, total=10000)) == "9499/10000 (94.9 %)"
    assert Share(count=0, total=0).percent == 100


def test_a_word_stands_in_a_case_however_it_is_spaced() -> None:
    share, missing = words_in_cases([each.mutant for each in OUTCOMES], ["5억 이 하", "대"])
    assert (share.count, share.total, [word.old for word in missing]) == (2, 3, ["이상"])
