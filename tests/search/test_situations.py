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
from tests.search.packs import CATALOG, DEFAULT, edited, pack

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


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        pytest.param("weights: {distance: 0, listings: 0}", "SCORE003", id="weights that add up to nothing"),
        pytest.param("weights: {distance: 110, listings: -10}", "SCORE004", id="a weight below nothing"),
        pytest.param("weights: {distance: 90, listings: 5, rooms: 5}", "SCORE001", id="a weight too many"),
        pytest.param("weights: {distance: 100}", "SCORE002", id="a weight too few"),
        pytest.param("extends: default\nweights: {distance: 40}", "SCORE003", id="a child's one of five"),
        pytest.param("weights: {distance: 100000000, listings: 0.1}", "SCORE003", id="weights far apart"),
    ],
)
def test_weights_that_a_sum_would_swallow_or_ignore_are_refused_at_load(edit: str, code: str) -> None:
    text = "kind: profile\nname: other\n" + edit + "\n" + PROFILE.split("}\n", 1)[1]
    text = text if "extends" not in edit else text.split("distance: {")[0]
    problems = check_profiles(edited(files={"scoring_profiles/other.yaml": text}))
    assert code in [each.code for each in problems if each.severity == "error"]


def test_a_weight_that_disappears_beside_the_others_is_said_at_load() -> None:
    edit = ("newness: 5, listings: 10}", "newness: 14.999999, listings: 0.000001}")
    (problem,) = [p for p in check_profiles(edited({DEFAULT: [edit]})) if p.path.startswith("/weights")]
    assert (problem.code, problem.severity, problem.path) == ("SCORE023", "warning", "/weights/listings")
    request = SearchRequest(places=(GANGNAM,), params={"priceMax": 100_000, "areaMin": 30})
    plan = {"area": 34.0, "asking": {"DEAL": 90_000}}
    best = [home(i, location=north(0), built_year=2024, listing_count=n, floor_plans=[plan])
            for i, n in (("a", 0), ("b", 50))]  # fmt: skip
    assert len({hit.score for hit in rank(request, best, edited({DEFAULT: [edit]})).hits}) == 1


@pytest.mark.parametrize("edit", ["of: subway_dist", "of: listing_cuont"])
def test_a_factor_about_a_field_that_the_catalog_does_not_have_is_refused_at_load(edit: str) -> None:
    text = PROFILE.replace("log_up_to: 50", f"log_up_to: 50, {edit}")
    problems = check_profiles(edited(files={"scoring_profiles/other.yaml": text}))
    assert [each.code for each in problems if each.severity == "error"] == ["SCORE010"]


def test_a_home_without_a_location_does_not_come_first() -> None:
    old = "must: true, unknown: drop,\n               inside"
    keeping = edited({CATALOG: [(old, old.replace("drop", "keep_and_say"))]})
    homes = [home("a_nowhere"), *(home(f"near{n}", location=north(100)) for n in range(3))]
    hits = rank(SearchRequest(places=(GANGNAM,), filters=()), homes, keeping).hits
    assert [hit.id for hit in hits] == ["near0", "near1", "near2", "a_nowhere"]
    assert hits[-1].score == 0.0


@pytest.mark.parametrize("weights", ["{distance: 100}", "{distance: 90, listings: 10}"])
def test_a_profile_of_one_and_of_two_factors_gives_their_weighted_sum(weights: str) -> None:
    text = PROFILE.replace("{distance: 90, listings: 10}", weights)
    text = text if "listings" in weights else text.split("listings: {")[0]
    other = edited(files={"scoring_profiles/other.yaml": text})
    request = SearchRequest(places=(GANGNAM,), profile="other")
    (hit,) = rank(request, [home("a", location=north(1000), listing_count=50)], other).hits
    right = 0.6065307 * (1.0 if "listings" not in weights else 0.9) + (0.1 if "listings" in weights else 0.0)
    assert hit.score == pytest.approx(right, abs=1e-5)


def test_no_listings_and_a_negative_number_of_them_are_worth_nothing_and_no_error() -> None:
    homes = [home(f"n{n}", listing_count=n) for n in (0, -5, 1, 50, 51)]
    scores = {hit.id: hit.score for hit in rank(SearchRequest(), homes, pack()).hits}
    assert scores["n0"] == scores["n-5"] == 0.0
    assert 0 < scores["n1"] < scores["n50"] == scores["n51"] == pytest.approx(0.1)


def test_a_home_far_beyond_the_curve_keeps_the_points_of_its_other_factors() -> None:
    far = home("far", location=north(320_000), built_year=2024, listing_count=50)
    hits = rank(SearchRequest(places=(GANGNAM,), radius_km=400), [far], pack()).hits
    assert [hit.score for hit in hits] == [pytest.approx(0.15)]


def test_a_home_without_floor_plans_is_not_a_home_whose_floor_plan_has_no_rooms() -> None:
    homes = [home("no_plans"), home("unsaid", floor_plans=[{"plan_id": "p", "area": 30}])]
    result = rank(SearchRequest(params={"roomCountMin": 3}), homes, pack())
    assert [each.id for each in result.dropped] == ["no_plans"]
    assert [hit.id for hit in result.hits] == ["unsaid"]
    assert result.hits[0].unknown == ("rooms",)


@given(homes(), st.integers(0, 7))
def test_a_home_scores_the_same_whatever_other_homes_there_are(documents: list[dict], number: int) -> None:
    """A score is never put on a scale of the homes found, nor into steps."""
    request = SearchRequest(params={"priceMax": 100_000}, filters=False, limit=50)
    together = {hit.id: hit.score for hit in rank(request, documents, pack()).hits}
    for document in documents[number : number + 1]:
        (alone,) = rank(request, [document], pack()).hits
        assert alone.score == together[alone.id]


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
