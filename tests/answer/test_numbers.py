import pytest

from engine.answer.labels import Labels, labels_of
from engine.answer.numbers import Wording, field_spec, number
from engine.config.pack import Locale
from engine.config.revision import Revision


def wording(revision: Revision, language: Locale = "ko") -> Wording:
    return Wording(revision, labels_of(revision, language))


@pytest.mark.parametrize(
    ("amount", "korean", "english"),
    [
        (148000, "14억 8,000만원", "1.48 billion won"),
        (100000, "10억원", "1 billion won"),
        (70, "70만원", "700,000 won"),
        (35000, "3억 5,000만원", "350 million won"),
        (131250, "13억 1,250만원", "1.3125 billion won"),
        (9999999, "999억 9,999만원", "99.99999 billion won"),
        (0, "0원", "0 won"),
        (0.5, "5,000원", "5,000 won"),
    ],
)
def test_money_is_exact_in_both_languages(
    amount: float, korean: str, english: str, revision: Revision
) -> None:
    assert wording(revision).money(amount, "만원") == korean
    assert wording(revision, "en").money(amount, "만원") == english


def test_money_words_count_what_the_price_conversion_says(revision: Revision) -> None:
    price = revision.conversions["price"]
    assert price.units["억"] == 10000
    assert wording(revision).money(float(price.units["억"]), "만원") == "1억원"


def test_money_without_words_shows_the_fields_own_unit(revision: Revision) -> None:
    bare = Labels("ko", {"money_base": "원", "money": "{n}원"})
    assert Wording(revision, bare).money(148000, "만원") == "148,000만원"


@pytest.mark.parametrize(
    ("metres", "text"), [(0, "0 m"), (600.4, "600 m"), (999.4, "999 m"), (999.6, "1 km"), (2828.2, "2.8 km")]
)
def test_lengths_turn_to_kilometres_at_a_thousand_metres(
    metres: float, text: str, revision: Revision
) -> None:
    assert wording(revision).metres(metres) == text


@pytest.mark.parametrize(("share", "text"), [(0.5, "50%"), (0.29, "29%"), (0.999, "99%"), (1.0, "100%")])
def test_a_share_is_rounded_down_so_that_100_means_all(share: float, text: str, revision: Revision) -> None:
    assert wording(revision).percent(share) == text


def test_a_year_has_no_thousands_mark_and_a_count_has(revision: Revision) -> None:
    year = field_spec("built_year", revision.catalog)
    count = field_spec("households", revision.catalog)
    assert wording(revision).value(2021, "built_year", spec=year) == "2021년"
    assert wording(revision).value(1200, "households", spec=count) == "1,200세대"


def test_a_computed_area_has_one_decimal_and_a_measured_one_two(revision: Revision) -> None:
    assert number(34.672, field_spec("floor_plans.area", revision.catalog)) == "34.7"
    assert number(84.972, field_spec("floor_plans.area_m2", revision.catalog)) == "84.97"
