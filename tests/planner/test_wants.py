"""What is assumed beside what was said, and what a follow-up keeps."""

from engine.config.revision import Revision
from engine.planner.planned import Context
from engine.planner.wants import assume, merged, read_kinds, signs_of


def test_two_units_of_one_thing_are_one_family(revision: Revision) -> None:
    kinds = read_kinds(revision.catalog)
    assert kinds.family("areaMin") == kinds.family("areaM2Max") != kinds.family("priceMin")
    assert kinds.family("ageMax") == kinds.family("builtYearMin")
    assert kinds.family("transitMinutesMax") != kinds.family("floorMin")


def test_only_what_a_home_alone_has_is_a_measure(revision: Revision) -> None:
    kinds = read_kinds(revision.catalog)
    least = {"price": 1000.0}
    assert signs_of({"areaMin": 30}, (), kinds, least) == {"quantity", "measure"}
    assert signs_of({"priceMax": 50000}, (), kinds, least) == {"quantity", "price"}
    assert signs_of({"walkMinutesMax": 10}, (), kinds, least) == {"quantity"}
    assert signs_of({"dealType": "LEASE", "priceMax": None}, (), kinds, least) == {"deal"}
    assert signs_of({"priceMax": 100}, (), kinds, least) == set()
    assert signs_of({"builtYearMin": 2015, "ageMax": 5}, (), kinds, least) == {"quantity"}
    assert signs_of({}, ({"householdsMin": 500},), kinds, least) == {"quantity", "measure"}


def test_the_first_household_is_assumed_unless_something_like_it_was_said(revision: Revision) -> None:
    kinds, every = read_kinds(revision.catalog), revision.vocabulary.households
    family = [each for each in every if "areaMin" in each.assumes]
    (assumed,) = assume(family, {"priceMax": 50000}, (), every, kinds, "ko")
    assert assumed.household == family[0].name
    assert assume(family, {"areaM2Min": 84}, (), every, kinds, "ko") == ()
    assert assume(family, {}, ({"roomCountMin": 3},), every, kinds, "ko") == ()
    assert assume([], {}, (), every, kinds, "ko") == ()


def test_a_want_said_anew_replaces_the_old_one_whole(revision: Revision) -> None:
    kinds = read_kinds(revision.catalog)
    before = Context(params={"areaMin": 30, "areaMax": 39, "priceMax": 90000})
    after = merged(Context(params={"areaM2Min": 84}), before, kinds)
    assert after.params == {"areaM2Min": 84, "priceMax": 90000}


def test_alternatives_give_way_to_what_is_said_about_the_same(revision: Revision) -> None:
    kinds = read_kinds(revision.catalog)
    sets = ({"areaMin": 33, "priceMax": 100000}, {"areaMin": 25, "priceMax": 80000})
    before = Context(params={"dealType": "DEAL"}, alternatives=sets)
    assert merged(Context(params={"dealType": "LEASE"}), before, kinds).alternatives == sets
    assert merged(Context(params={"priceMax": 70000}), before, kinds).alternatives == ()
