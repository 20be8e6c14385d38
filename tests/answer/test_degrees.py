import pytest

from engine.answer.clauses import Clauses
from engine.answer.degrees import Degree, Part, degree_reader
from engine.answer.figures import figure_reader
from engine.answer.worth import measures_of
from engine.config.revision import Revision


def degrees(text: str, revision: Revision) -> list[Degree]:
    """What a sentence without names says of degrees, part by part."""
    reader = degree_reader(revision)
    figures = figure_reader(revision).read(text)
    parts = Clauses(revision).parts(text, reader.marks(text), figures, ())
    return [degree for part in parts for degree in reader.degrees(part, measures_of(revision).of)]


def only(text: str, revision: Revision) -> Degree:
    (found,) = degrees(text, revision)
    return found


@pytest.mark.parametrize(
    ("text", "measures", "sign"),
    [
        ("가장 저렴한 곳입니다.", {"price", "monthly", "deposit"}, -1),
        ("월세가 제일 싼 곳입니다.", {"monthly"}, -1),
        ("전세가가 가장 높습니다.", {"price"}, 1),
        ("세대수가 가장 많은 곳입니다.", {"households"}, 1),
        ("982세대로 가장 큰 곳입니다.", {"households"}, 1),
        ("34.8평으로 가장 큽니다.", {"area"}, 1),
        ("가장 높은 점수입니다.", {"score"}, 1),
        ("지하철역까지 가장 가깝습니다.", {"station"}, -1),
        ("the least expensive one", {"price", "monthly", "deposit"}, 1 * -1),
        ("the newest one", {"built"}, 1),
        ("the lowest price", {"price", "monthly", "deposit"}, -1),
        ("the most households", {"households"}, 1),
    ],
)
def test_a_superlative_is_about_what_it_says_or_what_is_named_or_counted_beside_it(
    text: str, measures: set[str], sign: int, revision: Revision
) -> None:
    found = only(text, revision)
    assert (found.measures, found.sign, found.is_most) == (measures, sign, True)


@pytest.mark.parametrize(
    "text",
    [
        "만족도가 가장 높습니다.",
        "가장 큰 장점은 가격입니다.",
        "가격 면에서 가장 큰 장점이 있습니다.",
        "가격 차이가 가장 큰 두 곳입니다.",
    ],
)
def test_a_superlative_about_something_else_is_about_nothing_known(text: str, revision: Revision) -> None:
    assert not any(degree.measures for degree in degrees(text, revision) if degree.is_most)


@pytest.mark.parametrize(
    "text",
    [
        "가장 먼저 보세요.",
        "가장 적합한 곳입니다.",
        "가장 가까운 역까지 520 m입니다.",
        "Most of them are fine.",
    ],
)
def test_words_that_only_begin_like_one_of_degrees_are_none(text: str, revision: Revision) -> None:
    assert degrees(text, revision) == []


@pytest.mark.parametrize(
    ("text", "sign", "is_further"),
    [
        ("더 저렴합니다.", -1, True),
        ("덜 비쌉니다.", -1, True),
        ("less expensive", -1, True),
        ("비쌉니다.", 1, False),
    ],
)
def test_a_word_for_more_or_less_before_another_turns_it_or_not(
    text: str, sign: int, is_further: bool, revision: Revision
) -> None:
    found = only(text, revision)
    assert (found.sign, found.is_further, found.is_most) == (sign, is_further, False)


def test_words_of_a_part_end_where_the_next_begins(revision: Revision) -> None:
    text = "1.3 km로 가장 가깝고, 세대수는 가장 적습니다."
    near, few = degrees(text, revision)
    assert near.measures == {"place", "station"}
    assert (few.measures, few.sign) == ({"households"}, -1)


def test_a_word_inside_a_figure_says_nothing(revision: Revision) -> None:
    text = "5억 2,350만원으로"
    figures = figure_reader(revision).read(text)
    parts: list[Part] = Clauses(revision).parts(text, degree_reader(revision).marks(text), figures, ())
    assert [part.marks for part in parts] == [[]]
