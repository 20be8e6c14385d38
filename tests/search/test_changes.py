"""Columns that were changed answer as those built from the resulting documents, and old ones as before."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InputInvalid
from engine.search.candidates import around
from engine.search.changes import Amount, with_amounts, with_documents, without
from engine.search.columns import Columns
from engine.search.geo import Point
from engine.search.request import SearchPlace, SearchRequest
from tests.search.changing import AREA, answers, apply, asked, changes, placed_homes, reloaded
from tests.search.packs import pack

FEW = settings(max_examples=30, deadline=None)
HERE = {"lat": 37.5, "lon": 127.03}


def home(identity: str, **fields: object) -> dict:
    plans = [
        {"plan_id": "A", "area_m2": 84.0, "asking": {"DEAL": 100_000}},
        {"plan_id": "B", "area_m2": 59.0},
    ]
    return {"complex_id": identity, "location": HERE, "listing_count": 3, "floor_plans": plans, **fields}


def four() -> Columns:
    return Columns.build([home(identity) for identity in "abcd"], pack())


def amount(**fields: object) -> Amount:
    return Amount(**{"id": "a", "part": "A", "field": "asking", "deal": "DEAL", "amount": 90_000, **fields})


@FEW
@given(placed_homes(), st.booleans(), changes, asked)
def test_changed_columns_answer_as_those_built_from_what_became_of_the_documents(
    documents: list[dict], from_file: bool, drawn: list[tuple], request: SearchRequest
) -> None:
    columns = Columns.build(documents, pack())
    columns = reloaded(columns) if from_file else columns
    first, before = columns, answers(columns, request)
    left = {document["complex_id"]: document for document in documents}
    for change in drawn:
        columns, left = apply(columns, left, change)
    assert answers(columns, request) == answers(Columns.build(left.values(), pack()), request)
    assert answers(first, request) == before  # whoever ranks by the old ones sees nothing of it


NEAR = SearchPlace(name="p", lat=37.5, lon=127.03)
REQUESTS = [
    SearchRequest(limit=50),
    SearchRequest(places=(NEAR,), radius_km=2.0, params={"priceMax": 110_000, "areaMin": 20}, relax=True),
    SearchRequest(
        places=(NEAR,), radius_km=30.0, params={"dealType": ["DEAL", "LEASE"], "householdsMin": 300}
    ),
    SearchRequest(places=(replace(NEAR, inside=AREA),), params={"priceMax": 100_000}, relax=True),
    SearchRequest(places=(NEAR,), radius_km=0.5, filters=False),
]


def street() -> list[dict]:
    """Homes ever further away, whose ids, years and prices go another way; the last have no location."""
    return [
        home(
            f"{n * 7 % 16:02d}",
            sido="서울" if n % 3 else "부산",
            sigungu="강남구",
            dong=f"{n}동",
            location={"lat": 37.5 + n / 400, "lon": 127.03} if n < 12 else None,
            households=n * 100,
            built_year=1990 + n,
            floor_plans=[
                {"plan_id": str(part), "area_m2": 59.0 + part, "asking": {"DEAL": 100_000 + n * 1000 - part}}
                for part in range(n % 4)
            ],
        )
        for n in range(16)
    ]


@pytest.mark.parametrize("request_", REQUESTS)
@pytest.mark.parametrize("gone", [{"00"}, {"01", "15"}, {"04", "11"}, {"04", "02", "00", "09"}])
def test_homes_that_are_only_marked_as_removed_are_nowhere(request_: SearchRequest, gone: set[str]) -> None:
    marked = without(Columns.build(street(), pack()), gone)
    assert marked.alive is not None
    others = [each for each in street() if each["complex_id"] not in gone]
    assert answers(marked, request_) == answers(Columns.build(others, pack()), request_)


def test_removed_homes_of_unknown_location_are_in_no_circle_that_keeps_those() -> None:
    marked = without(Columns.build(street(), pack()), ["04", "11"])  # like 02 and 09 nobody knows where
    found = {marked.ids[at] for at in around(marked, Point(37.5, 127.03), 300, unlocated=True).positions}
    assert found == {"00", "07", "02", "09"}


@pytest.mark.parametrize("request_", REQUESTS)
def test_a_batch_sorts_itself_in_among_the_others(request_: SearchRequest) -> None:
    whole = street()
    columns = with_documents(Columns.build(whole[::3], pack()), whole[1::3], pack())
    columns = with_documents(without(columns, [whole[1]["complex_id"]]), [whole[1], *whole[2::3]], pack())
    built = Columns.build(whole, pack())
    assert answers(columns, request_) == answers(built, request_)
    assert columns.ids == built.ids
    assert columns.id_order.tolist() == built.id_order.tolist()
    assert columns.nbytes == built.nbytes


@FEW
@given(placed_homes(), asked, st.randoms(use_true_random=False))
def test_the_order_of_the_documents_changes_nothing(
    documents: list[dict], request: SearchRequest, random: Random
) -> None:
    shuffled = list(documents)
    random.shuffle(shuffled)
    right = answers(Columns.build(documents, pack()), request)
    assert answers(Columns.build(shuffled, pack()), request) == right
    assert answers(with_documents(Columns.build([], pack()), shuffled, pack()), request) == right


def test_one_price_copies_only_the_columns_that_read_it() -> None:
    columns = four()
    changed = with_amounts(columns, [amount()])
    moved = {key for key, values in changed.held.items() if values is not columns.held[key]}
    assert moved == {("floor_plans.asking", "DEAL"), ("floor_plans.price", "DEAL")}
    for name in ("ids", "id_order", "cells", "x", "y", "z", "first_part", "coded"):
        assert getattr(changed, name) is getattr(columns, name)
    assert columns.records[0]["floor_plans"][0]["asking"] == {"DEAL": 100_000}


def test_a_price_that_does_not_fit_half_the_bytes_is_held_exactly() -> None:
    changed = with_amounts(four(), [amount(amount=16_777_217)])
    assert float(changed.number("floor_plans.price", "DEAL")[0]) == 16_777_217
    assert np.isnan(changed.number("floor_plans.price", "DEAL")[1])


def test_the_first_price_of_a_deal_type_makes_its_column() -> None:
    columns = four()
    assert columns.number("floor_plans.price", "LEASE") is None
    changed = with_amounts(columns, [amount(deal="LEASE", part="B"), amount(amount=None)])
    prices = changed.number("floor_plans.price", "LEASE")
    assert (np.isnan(prices).sum(), prices[1]) == (7, 90_000)
    assert np.isnan(changed.number("floor_plans.price", "DEAL")[0])


def test_removed_homes_keep_their_place_until_they_are_a_quarter() -> None:
    columns = Columns.build([home(f"{n:02d}") for n in range(12)], pack())
    marked = without(columns, ["03", "07", "nobody"])
    assert marked.alive is not None
    assert marked.x is columns.x
    assert (len(marked), len(marked.ids)) == (10, 12)
    assert marked.position("03") is None
    assert without(marked, ["03"]) is marked
    cleared = without(marked, ["00", "11"])
    assert cleared.alive is None
    assert cleared.ids == tuple(f"{n:02d}" for n in range(1, 11) if n not in (3, 7))
    assert [document["complex_id"] for document in cleared.documents] == list(cleared.ids)
    assert len(without(cleared, cleared.ids)) == 0


def test_columns_that_were_copied_hold_as_few_bytes_as_built_ones() -> None:
    columns = Columns.build([home("a", households=0.1), *(home(each) for each in "bcd")], pack())
    left = without(columns, ["a", "b"])
    assert left.alive is None
    assert left.nbytes == Columns.build([home("c"), home("d")], pack()).nbytes


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"id": "nobody"}, "DOC017"),
        ({"part": "Z"}, "DOC017"),
        ({"field": "area_m2"}, "DOC017"),
        ({"field": "nothing"}, "DOC017"),
        ({"deal": "FOO"}, "DOC017"),
        ({"amount": float("nan")}, "DOC014"),
        ({"amount": True}, "DOC014"),
    ],
)
def test_an_amount_that_fits_nothing_changes_nothing(wrong: dict, code: str) -> None:
    columns = four()
    with pytest.raises(InputInvalid, match=code):
        with_amounts(columns, [amount(), amount(**wrong)])
    assert columns.number("floor_plans.price", "DEAL")[0] == 100_000


def test_a_batch_with_a_broken_document_changes_nothing() -> None:
    columns = four()
    with pytest.raises(InputInvalid, match="DOC013"):
        with_documents(columns, [home("e"), home("e")], pack())
    assert columns.ids == tuple("abcd")


def test_a_price_of_a_removed_home_is_refused_until_it_is_back() -> None:
    columns = Columns.build([home(each) for each in "abcdefgh"], pack())
    gone = without(columns, ["a"])
    with pytest.raises(InputInvalid, match="DOC017"):
        with_amounts(gone, [amount()])
    back = with_amounts(with_documents(gone, [home("a")], pack()), [amount()])
    assert back.number("floor_plans.price", "DEAL")[0] == 90_000
