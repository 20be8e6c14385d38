"""Kinds of failure: each has its own code and page, and says nothing that it should not."""

import math
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import get_args

import pytest

from engine.config.model import Failure
from engine.llm.failure import CODES, LlmFailure, refused, seconds_to_wait


def test_every_kind_has_a_code_of_its_own() -> None:
    assert set(CODES) == set(get_args(Failure))
    assert len({code for code, _, _ in CODES.values()}) == len(CODES)


@pytest.mark.parametrize("kind", get_args(Failure))
def test_the_page_of_a_code_names_its_kind(kind: Failure, root: Path) -> None:
    code = LlmFailure(kind, "fast").problems[0].code
    assert f"`{kind}`" in (root / "docs" / "errors" / f"{code}.md").read_text(encoding="utf-8")


def test_a_refusal_shows_the_status_and_a_plain_code_and_no_text() -> None:
    told = str(refused("fast", 400, "the customer said abc", "unsupported_value"))
    assert "status 400, unsupported_value" in told
    assert "abc" not in told
    assert "sk-1" not in str(refused("fast", 400, "", "sk-1 is wrong"))


@pytest.mark.parametrize(
    ("told", "seconds"), [("3", 3.0), ("0.5", 0.5), ("-1", 0.0), ("soon", None), ("", None), (None, None)]
)
def test_retry_after_is_read(told: str | None, seconds: float | None) -> None:
    assert seconds_to_wait(told) == seconds


def test_retry_after_may_be_a_date() -> None:
    seconds = seconds_to_wait(format_datetime(datetime.now(UTC) + timedelta(hours=1)))
    assert seconds is not None
    assert 3000 < seconds <= 3600


@pytest.mark.parametrize(
    "told",
    [
        "Mon, 01 Jan 99999999999999999999 00:00:00 GMT",
        "Mon, 01 Jan 2026 00:00:00 +99999999999999999999",
        "Mon, 99 Jan 2026 99:99:99 GMT",
        "nan",
        "1,5",
    ],
)
def test_a_retry_after_that_is_no_time_says_nothing(told: str) -> None:
    assert seconds_to_wait(told) is None


@pytest.mark.parametrize(("told", "seconds"), [("Wed, 21 Oct 2015 07:28:00 GMT", 0.0), ("1e999", math.inf)])
def test_a_retry_after_may_lie_in_the_past_or_never_come(told: str, seconds: float) -> None:
    assert seconds_to_wait(told) == seconds
