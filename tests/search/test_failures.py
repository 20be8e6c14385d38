"""What a server's error says to the person who reads it, and what it never says."""

from dataclasses import replace

import pytest

from engine.search.client import ServerSettings
from engine.search.failures import failed_answer, reason_of

SETTINGS = ServerSettings(url="http://h:9200", index="homes")


def test_every_root_cause_is_said_once() -> None:
    causes = [{"type": "a", "reason": "x"}, {"type": "a", "reason": "x"}, {"type": "b", "reason": "y"}]
    assert reason_of({"error": {"type": "all_failed", "root_cause": causes}}) == "a: x; b: y"


def test_a_full_queue_has_its_type_one_level_down() -> None:
    error = {"type": "all_failed", "root_cause": [], "caused_by": {"type": "rejected", "reason": "queue"}}
    assert reason_of({"error": error}) == "rejected: queue"


@pytest.mark.parametrize("body", [None, "", {}, [], {"error": None}, {"error": {"root_cause": ["x"]}}])
def test_an_error_that_says_nothing_has_no_reason(body: object) -> None:
    assert reason_of(body) == "no reason given"


def test_values_of_a_document_are_left_out() -> None:
    quoted = "failed to parse field [price] in document. Preview of field's value: 'Lake Villa'"
    assert (
        reason_of({"error": {"type": "m", "reason": quoted}})
        == "m: failed to parse field [price] in document"
    )
    told = {"error": {"type": "m", "reason": "cannot read Lake Villa as [price]"}}
    assert reason_of(told, {"doc": {"name": "Lake Villa"}}) == "m: cannot read … as [price]"


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (404, {"error": {"type": "index_not_found_exception"}}, "SEARCH007"),
        (404, "<html>not found", "SEARCH008"),
        (302, None, "SEARCH008"),
        (429, None, "SEARCH002"),
        (401, None, "SEARCH006"),
        (406, {"error": "no such media type"}, "SEARCH005"),
        (500, None, "SEARCH004"),
    ],
)
def test_a_status_has_its_code(status: int, body: object, code: str) -> None:
    assert failed_answer(SETTINGS, status, body).code == code


@pytest.mark.parametrize(
    ("settings", "status", "message", "hint"),
    [
        (SETTINGS, 401, "does not know us, and there is no key", "set RULEWRIGHT_SEARCH_API_KEY"),
        (replace(SETTINGS, api_key="k"), 401, "does not know the key in", "another key in"),
        (
            replace(SETTINGS, url="http://u:pw@h:9200"),
            401,
            "does not know the name and password",
            "others in",
        ),
        (replace(SETTINGS, api_key="k"), 403, "refuses access to the key in", "rights to the index homes"),
    ],
)
def test_who_was_refused_and_what_to_set_is_said(
    settings: ServerSettings, status: int, message: str, hint: str
) -> None:
    problem = failed_answer(settings, status, {"error": {"type": "security_exception"}})
    assert problem.code == "SEARCH006"
    assert message in problem.message
    assert hint in problem.hint
    assert "pw" not in str(problem)


def test_an_index_without_the_parts_of_homes_refuses_the_query_whatever_the_status() -> None:
    why = "[nested] failed to find nested object under path [floor_plans]"
    for status, kind in ((400, "query_shard_exception"), (500, "illegal_state_exception")):
        problem = failed_answer(SETTINGS, status, {"error": {"type": kind, "reason": why}})
        assert (problem.code, "rulewright index build" in problem.hint) == ("SEARCH005", True)


def test_a_refused_query_may_be_the_index_s_fault_or_the_request_s_and_the_mend_says_both() -> None:
    hint = failed_answer(SETTINGS, 400, {"error": {"type": "too_many_clauses"}}).hint
    assert "index build, if the catalog has changed" in hint
    assert "else ask for something else" in hint
