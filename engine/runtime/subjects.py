"""What a person means by a subject of cases or of mutants: `price` is conversion/price."""

from collections.abc import Collection

from engine.errors import InputInvalid, Problem
from engine.source.suggest import closest


def subject_of(said: str, subjects: Collection[str], missing: str) -> str:
    """The subject (KIND or KIND/NAME) that is meant: one of `subjects`, a kind of them, or the NAME alone of
    just one of them.

    Raises InputInvalid with the subjects of that name, or with the one that is spelled most like it;
    `missing` says what is wrong then.
    """
    kinds = {subject.partition("/")[0] for subject in subjects}
    if said in kinds or said in subjects:
        return said
    named = [subject for subject in sorted(subjects) if subject.partition("/")[2] == said]
    if len(named) == 1:
        return named[0]
    if named:
        message, hint = f"{said!r} may be {' or '.join(named)}", named[0]
    else:
        names = {subject.partition("/")[2]: subject for subject in sorted(subjects) if "/" in subject}
        near = closest(said, [*kinds, *subjects, *names]) or ""
        message, hint = missing, names.get(near, near)
    raise InputInvalid(Problem(code="USE009", message=message, hint=hint))
