"""Hits made together: what each says of its home does not depend on the homes beside it."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from engine.search import rank
from engine.search.columns import Columns
from engine.search.request import SearchPlace, SearchRequest
from tests.search.corpora import homes, requests
from tests.search.packs import pack

STATION = SearchPlace(name="강남역", lat=37.497958, lon=127.027539)
HERE = {"lat": 37.497958, "lon": 127.027539}


def home(identity: str, *plans: dict, **fields: object) -> dict:
    listed = [{"plan_id": f"{identity}-{number}", **plan} for number, plan in enumerate(plans)]
    return {"complex_id": identity, "name": identity, "listing_count": 0, **fields, "floor_plans": listed}


@settings(max_examples=60, deadline=None)
@given(homes(), requests)
def test_a_hit_says_of_its_home_what_it_says_when_the_home_is_alone(
    documents: list[dict], request_: SearchRequest
) -> None:
    asked = replace(request_, limit=len(documents), relax=False)
    by_id = {document["complex_id"]: document for document in documents}
    for hit in rank(asked, Columns.build(documents, pack()), pack()).hits:
        assert rank(asked, [by_id[hit.id]], pack()).hits == (hit,)


def test_homes_shown_for_different_deal_types_miss_what_their_own_deal_type_asks() -> None:
    sale = home("sale", {"asking": {"DEAL": 90_000}, "area": 30.0})
    rent = home("rent", {"deposit": 1_000, "monthly": 50, "area": 30.0})
    unpriced = home("unpriced", {"deposit": 1_000, "area": 30.0})
    asked = SearchRequest(
        params={"dealType": ["DEAL", "RENT"], "priceMax": 100_000, "monthlyMax": 60}, filters=False
    )
    found = {hit.id: hit for hit in rank(asked, [sale, rent, unpriced], pack()).hits}
    shown = {name: (hit.floor_plan or {}).get("deal") for name, hit in found.items()}
    assert (shown["sale"], shown["rent"]) == ("DEAL", "RENT")
    assert (found["sale"].unknown, found["rent"].unknown) == ((), ())
    assert found["unpriced"].unknown


@pytest.mark.parametrize(
    ("document", "unknown"),
    [
        (home("bare", location=HERE), ("deal", "price", "area")),
        (home("sizeless", {"asking": {"DEAL": 90_000}}, location=HERE), ("area",)),
        (home("whole", {"asking": {"DEAL": 90_000}, "area": 30.0}, location=HERE), ()),
    ],
)
def test_what_was_asked_and_has_no_value_is_named(document: dict, unknown: tuple[str, ...]) -> None:
    params = {"dealType": "DEAL", "priceMax": 100_000, "areaMin": 20}
    asked = SearchRequest(places=(STATION,), params=params, filters=False)
    whole = home("other", {"asking": {"DEAL": 90_000}, "area": 30.0}, location=HERE)
    hits = {hit.id: hit for hit in rank(asked, [document, whole], pack()).hits}
    assert hits[document["complex_id"]].unknown == unknown
    assert hits["other"].unknown == ()
