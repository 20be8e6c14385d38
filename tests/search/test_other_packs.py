"""A pack without parts, places and deal types ranks with the same code."""

import pytest

from engine.search import rank
from engine.search.columns import Columns
from engine.search.request import SearchRequest
from tests.search.packs import edited

BOOKS = {
    "rules/catalog.yaml": """kind: catalog
document: book
id: isbn
name: title
fields:
  pages: {type: count}
  year: {type: year, absent: allowed}
  loan_count: {type: count}
wants:
  length: {min: pagesMin, max: pagesMax, reads: pages}
  year: {min: yearMin, max: yearMax, reads: year, must: true, unknown: keep_and_say}
""",
    "rules/vocabulary.yaml": """kind: vocabulary
terms: [{name: recent, words: [new], sets: {yearMin: 2020}}]
""",
    "rules/relax.yaml": "kind: relax\nfewer_than: 1\nsteps:\n  - drop: year\n",
    "rules/filters/joint_match.yaml": "kind: filter\nname: joint_match\n",
    "scoring_profiles/default.yaml": """kind: profile
name: default
weights: {length: 60, share: 10, recent: 20, loans: 10}
length: {near: [length], aim: {at_least: 120%, at_most: 80%}, linear: {zero_at: 50%}, unknown: 0.1}
share:  {share_in: length, unknown: 0}
recent: {bonus: recent, unknown: 0.5}
loans:  {log_up_to: 9, of: loan_count, unknown: 0}
""",
    "scoring_profiles/newly_built.yaml": "kind: profile\nname: newly_built\nextends: default\n",
    "scoring_profiles/price_first.yaml": "kind: profile\nname: price_first\nextends: default\n",
}
SHELF = [
    {"isbn": "long", "title": "Long", "pages": 900, "year": 2021, "loan_count": 9},
    {"isbn": "fits", "title": "Fits", "pages": 240, "year": 2022, "loan_count": 0},
    {"isbn": "undated", "title": "Undated", "pages": 300, "loan_count": 0},
    {"isbn": "old", "title": "Old", "pages": 240, "year": 1990, "loan_count": 0},
]


def test_a_soft_wish_scores_and_a_hard_one_drops() -> None:
    revision = edited(files=BOOKS)
    result = rank(SearchRequest(params={"pagesMax": 300, "yearMin": 2020}), SHELF, revision)
    assert [hit.id for hit in result.hits] == ["fits", "undated", "long"]
    assert [(each.id, each.gate) for each in result.dropped] == [("old", "year")]
    best, undated, _ = result.hits
    assert best.breakdown["length"].value == pytest.approx(1.0)
    assert (best.breakdown["length"].basis, best.breakdown["share"].value) == ("known", 1.0)
    assert (undated.breakdown["recent"].value, undated.breakdown["recent"].basis) == (0.5, "unknown")
    assert undated.unknown == ("year",)
    assert best.floor_plan is None
    assert best.link is None


def test_relaxing_and_columns_need_neither_places_nor_parts() -> None:
    revision = edited(files=BOOKS)
    columns = Columns.build(SHELF, revision)
    result = rank(SearchRequest(params={"yearMin": 2030, "yearMax": 2031}, relax=True), columns, revision)
    assert [hit.id for hit in result.hits] == ["undated"]
    none = rank(SearchRequest(params={"yearMin": 2030}, relax=True), SHELF[:2], revision)
    assert [r.want for r in none.relaxed] == ["year"]
    assert none.total == 2


def test_nothing_to_rank_is_an_empty_answer() -> None:
    assert rank(SearchRequest(), [], edited(files=BOOKS)).hits == ()
