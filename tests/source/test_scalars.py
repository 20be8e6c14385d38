import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.source.scalars import quote, resolve


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *(("true", True), ("false", False), ("null", None), ("~", None), ("", None)),
        *(
            ("0", 0),
            ("12", 12),
            ("-3", -3),
            ("-0", 0),
            ("0.35", 0.35),
            (".5", 0.5),
            ("-.5", -0.5),
            ("10.0", 10.0),
        ),
    ],
)
def test_plain_words_and_numbers_are_typed(text: str, value: object) -> None:
    resolved, finding = resolve(text)
    assert finding is None
    assert resolved == value
    assert type(resolved) is type(value)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "15%",
            "1.2km",
            "5억",
            "50000..59999",
            "..100",
            "100..",
            "1평",
            "10분",
            "-",
            "+",
            ".",
            "..",
            "1.2.3",
        ),
        *(
            "010-1234-5678",
            "3번 출구",
            "1_a",
            "_1",
            "0x",
            "1e",
            "e3",
            "y",
            "n",
            "nan",
            "inf",
            "true story",
            "yesterday",
        ),
        *("10:30-11:00", "http://x", "2024-01", "2024-01-01x", "1,2", "12,34", "①", "NO.1", "😀", "5억대"),
    ],
)
def test_quantities_ranges_and_words_are_text(text: str) -> None:
    assert resolve(text) == (text, None)


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        ("yes", "YAML021", '"yes" for text, true for a switch'),
        ("NO", "YAML021", '"NO" for text, false for a switch'),
        ("on", "YAML021", '"on" for text, true for a switch'),
        ("Off", "YAML021", '"Off" for text, false for a switch'),
        ("True", "YAML021", 'true, or "True" for text'),
        ("NULL", "YAML021", 'null, or "NULL" for text'),
        ("012", "YAML022", '12, or "012" for text'),
        ("-007.50", "YAML022", '-7.5, or "-007.50" for text'),
        ("1_000", "YAML022", '1000, or "1_000" for text'),
        ("1__0", "YAML022", '10, or "1__0" for text'),
        ("1_0.5_0", "YAML022", '10.5, or "1_0.5_0" for text'),
        ("1e3", "YAML022", '1000, or "1e3" for text'),
        ("2.5E-1", "YAML022", '0.25, or "2.5E-1" for text'),
        ("1e400", "YAML022", '"1e400" for text'),
        ("0x1F", "YAML022", '31, or "0x1F" for text'),
        ("0o17", "YAML022", '15, or "0o17" for text'),
        ("1,000", "YAML022", '1000, or "1,000" for text'),
        ("+5", "YAML022", '5, or "+5" for text'),
        ("5.", "YAML022", '5, or "5." for text'),
        ("３５", "YAML022", '35, or "３５" for text'),
        ("−5", "YAML022", '-5, or "−5" for text'),
        (".inf", "YAML023", 'a number, or ".inf" for text'),
        ("-.INF", "YAML023", 'a number, or "-.INF" for text'),
        (".NaN", "YAML023", 'a number, or ".NaN" for text'),
        ("1234567890123456789", "YAML024", "fewer digits, or quotes when it is an id"),
        ("0." + "1" * 18, "YAML024", "fewer digits, or quotes when it is an id"),
        ("12:30", "YAML025", '"12:30"'),
        ("1:30:45.5", "YAML025", '"1:30:45.5"'),
        ("2024-01-01", "YAML025", '"2024-01-01"'),
        ("2024-1-1T10:00:00Z", "YAML025", '"2024-1-1T10:00:00Z"'),
    ],
)
def test_what_other_readers_take_for_something_else_says_what_to_type(
    text: str, code: str, hint: str
) -> None:
    _, finding = resolve(text)
    assert finding is not None
    assert (finding.code, finding.hint) == (code, hint)


@pytest.mark.parametrize("text", ["9" * 5000, "0" * 5000, "1_" * 5000, "1e" + "9" * 5000, "0x" + "f" * 5000])
def test_endless_numbers_are_findings_of_bounded_length(text: str) -> None:
    _, finding = resolve(text)
    assert finding is not None
    assert finding.code in ("YAML022", "YAML024")
    assert len(finding.message) < 200


@given(st.text(st.sampled_from("0123456789.-+_,eExX:abf억％ "), max_size=24) | st.text(max_size=12))
def test_every_value_is_finite_and_every_hint_mends_the_finding(text: str) -> None:
    value, finding = resolve(text)
    assert not isinstance(value, float) or math.isfinite(value)
    if finding is not None and ", or " in finding.hint and finding.code == "YAML022":
        plain_number = finding.hint.split(", or ")[0]
        assert resolve(plain_number) == (value, None)


@given(st.integers(-(10**18) + 1, 10**18 - 1))
def test_an_integer_survives_exactly(number: int) -> None:
    assert resolve(str(number)) == (number, None)


def test_quoting_avoids_escapes() -> None:
    assert quote("no") == '"no"'
    assert quote('a "b" \\ it\'s') == "'a \"b\" \\ it''s'"
