"""Situations in which ranking has surprised others: each by what should happen. Those that need a server are
in tests/elastic."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.config.load import load_documents
from engine.runtime.revision import load
from engine.score.checking import check_profiles
from engine.search import rank
from engine.search.request import SearchPlace, SearchRequest
from tests.conftest import EditedPack
from tests.search.corpora import homes
from tests.search.packs import DEFAULT, edited, pack

GANGNAM = SearchPlace(name="강남역", lat=37.497958, lon=127.027539)
PROFILE = """
kind: profile
name: other
weights: {distance: 90, listings: 10}
distance: {near: places, gaussian: {sigma: 1km}, unknown: 0}
listings: {log_up_to: 50, unknown: 0}
"""


def home(identity: str, **more: object) -> dict[str, object]:
    return {"complex_id": identity, "name": identity, "floor_plans": [], **more}


def north(metres: float) -> dict[str, float]:
    return {"lat": GANGNAM.lat + metres / 111_195.08, "lon": GANGNAM.lon}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("weights: {distance: 90, listings: 10}", "weights: {distance: 90, listings: 10}\nscore_mode: avg"),
        ("sigma: 1km}", "sigma: 1km, scale: 2km}"),
        ("sigma: 1km", "sigma: 3M"),
        (", unknown: 0}\nlistings", "}\nlistings"),
    ],
)
def test_a_profile_offers_no_other_way_to_add_up_no_bare_scale_and_no_silent_unknown(
    old: str, new: str
) -> None:
    assert old in PROFILE
    assert not load_documents({"scoring_profiles/other.yaml": PROFILE.encode()}).problems
    broken = {"scoring_profiles/other.yaml": PROFILE.replace(old, new)}
    problems = load_documents({file: text.encode() for file, text in broken.items()}).problems
    # the unit of a width is judged with the catalog
    assert problems or any(each.severity == "error" for each in check_profiles(edited(files=broken)))


def test_counts_as_large_as_a_time_in_seconds_do_not_drown_the_other_factors() -> None:
    homes = [home("a", listing_count=1_700_000_000), home("b", listing_count=1_700_000_001, built_year=2024)]
    hits = rank(SearchRequest(), homes, pack()).hits
    assert [(hit.id, hit.score) for hit in hits] == [("b", pytest.approx(0.15)), ("a", pytest.approx(0.1))]


def test_homes_metres_apart_under_a_wide_curve_tie_and_go_by_id() -> None:
    wide = edited({DEFAULT: [("sigma: 1.2km", "sigma: 50km")]})
    homes = [home(f"c{n}", location=north(3.0 - n * 0.6)) for n in range(5)]
    hits = rank(SearchRequest(places=(GANGNAM,)), homes, wide).hits
    assert [hit.id for hit in hits] == [f"c{n}" for n in range(5)]
    assert len({hit.score for hit in hits}) == 1


def test_a_value_of_one_half_lies_at_the_offset_and_half_at_together() -> None:
    curve = "exponential: {half_at: 500m, offset: 400m}"
    offset = edited({DEFAULT: [("gaussian: {sigma: 1.2km}", curve)]})
    homes = [home(f"m{m}", location=north(m)) for m in (10, 390, 900)]
    hits = rank(SearchRequest(places=(GANGNAM,)), homes, offset).hits
    values = {hit.id: hit.breakdown["distance"].value for hit in hits}
    assert values == {"m10": 1.0, "m390": 1.0, "m900": pytest.approx(0.5, abs=1e-4)}


def test_places_within_some_centimetres_are_at_no_distance_as_servers_have_it() -> None:
    homes = [home("here", location=north(0.0)), home("a_hand", location=north(0.03))]
    hits = rank(SearchRequest(places=(GANGNAM,)), homes, pack()).hits
    assert [(hit.id, hit.distance_m) for hit in hits] == [("a_hand", 0.0), ("here", 0.0)]


@given(homes(), st.floats(20, 45), st.floats(0, 3), st.floats(0, 3))
def test_a_home_that_an_exact_size_reaches_is_reached_by_every_range_around_it(
    documents: list[dict], size: float, below: float, above: float
) -> None:
    """A bare amount reaches as far as the catalog says; a range that covers this reach takes nobody away."""
    bare = SearchRequest(params={"areaMin": size, "areaMax": size}, limit=50)
    wider = SearchRequest(params={"areaMin": size - 1 - below, "areaMax": size + 1 + above}, limit=50)
    kept = {hit.id for hit in rank(bare, documents, pack()).hits}
    assert kept <= {hit.id for hit in rank(wider, documents, pack()).hits}


def test_the_mark_of_a_pack_fixes_the_order_and_an_edit_of_a_weight_changes_the_mark(
    edited_pack: EditedPack,
) -> None:
    weights = "{distance: 35, price: 35, area: 15, newness: 5, listings: 10}"
    other = "{distance: 5, price: 35, area: 15, newness: 35, listings: 10}"
    same, again, changed = (
        load(edited_pack(edits)) for edits in ({}, {}, {DEFAULT: [(weights, other)]})
    )  # fmt: skip
    homes = [home("near", location=north(100)), home("new", location=north(1500), built_year=2024)]
    request = SearchRequest(places=(GANGNAM,))
    orders = [[hit.id for hit in rank(request, homes, each).hits] for each in (same, again, changed)]
    assert orders == [["near", "new"], ["near", "new"], ["new", "near"]]
    assert same.id == again.id != changed.id
