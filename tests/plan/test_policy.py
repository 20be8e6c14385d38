import gc
import weakref

from engine.config.revision import Revision
from engine.plan import PlanRules, policy_of

from .tool_rules import RULES


def test_the_rules_are_those_of_the_packs_files(revision: Revision) -> None:
    rules = policy_of(revision)
    assert set(rules.tools) == set(revision.tools)
    policy = rules.plan_policy
    assert policy.steps_at_most == revision.plan_policy.steps_at_most
    assert policy.free_text == {"etcCondition": 300, "systemContext": 200}
    assert policy.intents == {
        "MEMORY": False,
        "PROPERTY_INFO": True,
        "GENERAL_QA": False,
        "OUT_OF_DOMAIN": False,
        "PROPERTY_SEARCH": True,
    }
    assert policy.intent_tools["PROPERTY_SEARCH"] == {"poi_search", "property_search"}
    assert policy.goals == {"PROPERTY_INFO": "property_info", "PROPERTY_SEARCH": "property_search"}
    assert policy.fallback == "OUT_OF_DOMAIN"


def test_wants_all_stands_for_every_parameter_of_the_catalog(revision: Revision) -> None:
    from engine.catalog.wants import parameters

    search = policy_of(revision).tools["property_search"].parameters
    wants = set(parameters(revision.catalog))
    assert set(search) == {*wants, "alternatives", "assumed", "pois", "weights", "limit"}
    assert search["dealType"].values == ("DEAL", "LEASE", "RENT")
    assert search["dealType"].many
    assert search["areaBasis"].values == ("exclusive", "supply")
    assert {search[name].type for name in wants - {"dealType", "areaBasis"}} == {"number"}
    assert not any(search[name].required for name in wants)
    alternatives = search["alternatives"].of
    assert isinstance(alternatives, dict)
    assert set(alternatives) == wants


def test_what_a_tools_file_says_is_kept(revision: Revision) -> None:
    rules = policy_of(revision)
    lookup = rules.tools["poi_search"]
    assert lookup.literal == {"location", "near"}
    assert lookup.parameters["location"].required
    assert lookup.parameters["location"].at_most == 40
    assert {"name", "lat", "lon"} <= lookup.results
    assert rules.tools["property_info"].one_of == ("name", "id")
    assert rules.timeouts()["poi_search"] == revision.tools["poi_search"].timeout
    pois = rules.tools["property_search"].parameters["pois"].of
    assert isinstance(pois, dict)
    required = {name: field.required for name, field in pois.items()}
    assert required == {"name": False, "lat": True, "lon": True, "inside": False}


def test_rules_are_built_once_for_a_revision_and_let_go_with_it(revision: Revision) -> None:
    from dataclasses import replace

    assert policy_of(revision) is policy_of(revision)
    other = replace(revision)
    rules = policy_of(other)
    assert rules is not policy_of(revision)
    watched = weakref.ref(rules)
    del other, rules
    gc.collect()
    assert watched() is None


def test_rules_that_were_built_already_are_taken_as_they_are() -> None:
    assert policy_of(RULES) is RULES
    assert isinstance(RULES, PlanRules)
