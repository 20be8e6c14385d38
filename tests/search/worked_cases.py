"""The worked cases: requests over a handful of homes, each with its hits and figures worked out by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.search.request import SearchRequest, SearchResult
from engine.search.wire import read_documents_file, read_request, result_json
from tests.search.packs import pack

_FOLDER = Path(__file__).parent / "worked"
CASES: dict[str, Any] = json.loads((_FOLDER / "cases.json").read_text(encoding="utf-8"))


def worked_homes() -> Any:
    """The homes of every worked case."""
    return read_documents_file(_FOLDER / "docs.jsonl", pack().catalog)


def worked_request(name: str) -> SearchRequest:
    """The request of that case."""
    return read_request(CASES[name]["request"])


def holds_worked_case(name: str, result: SearchResult) -> None:
    """The case's hits in its order, each with its score, distance, floor plan and factors."""
    told = result_json(result)
    assert [hit["id"] for hit in told["hits"]] == [hit["id"] for hit in CASES[name]["hits"]]
    for hit, right in zip(told["hits"], CASES[name]["hits"], strict=True):
        assert hit["score"] == pytest.approx(right["score"], abs=1e-5)
        assert hit["distanceM"] == right["distanceM"]
        assert hit["floorPlan"]["plan_id"] == right["floorPlan"]["plan_id"]
        for factor, line in right["breakdown"].items():
            assert hit["breakdown"][factor]["value"] == pytest.approx(line["value"], abs=1e-5)
            assert line.get("basis", hit["breakdown"][factor]["basis"]) == hit["breakdown"][factor]["basis"]
    assert told["scoreOf"] == 1.0
