"""What a short name of a subject means."""

import pytest

from engine.errors import InputInvalid
from engine.runtime.subjects import subject_of

SUBJECTS = ("conversion/price", "conversion/area", "profile/default", "filter/default", "plan", "filter/plan")


@pytest.mark.parametrize(
    ("said", "subject"),
    [
        ("price", "conversion/price"),
        ("conversion/area", "conversion/area"),
        ("conversion", "conversion"),
        ("plan", "plan"),
    ],
)
def test_a_name_alone_is_that_of_the_one_kind_that_has_it(said: str, subject: str) -> None:
    assert subject_of(said, SUBJECTS, "nothing") == subject


@pytest.mark.parametrize(
    ("said", "message", "hint"),
    [
        ("default", "'default' may be filter/default or profile/default", "filter/default"),
        ("prise", "nothing of that name", "conversion/price"),
        ("conversoin", "nothing of that name", "conversion"),
        ("house", "nothing of that name", ""),
    ],
)
def test_any_other_name_is_said_with_those_near_it(said: str, message: str, hint: str) -> None:
    with pytest.raises(InputInvalid) as raised:
        subject_of(said, SUBJECTS, "nothing of that name")
    (problem,) = raised.value.problems
    assert (problem.code, problem.message, problem.hint) == ("USE009", message, hint)
