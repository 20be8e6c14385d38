"""The main job on real data: each sentence has its intent, strategy, steps and homes."""

from datetime import date
from typing import Any

import pytest

from engine.config.revision import Revision
from engine.runtime.engine import Engine

TODAY = date(2026, 6, 30)


class Asked:
    """The events of one request."""

    def __init__(self, revision: Revision, text: str, **options: Any) -> None:
        self.events = list(Engine(revision).ask_sync(text, today=TODAY, **options))

    def all(self, name: str) -> list[dict[str, Any]]:
        return [dict(e.data) for e in self.events if e.event == name]

    def one(self, name: str) -> dict[str, Any]:
        found = self.all(name)
        assert len(found) == 1, (name, len(found))
        return found[0]

    @property
    def steps(self) -> list[dict[str, Any]]:
        return self.one("sanitized")["plan"]["steps"]

    @property
    def answer(self) -> str:
        return self.one("answered")["text"]

    def steps_of(self, tool: str) -> list[dict[str, Any]]:
        return [step for step in self.steps if step["name"] == tool]


@pytest.fixture(scope="module")
def ask(revision: Revision) -> Any:
    answers: dict[str, Asked] = {}
    return lambda text: answers.setdefault(text, Asked(revision, text))


MAIN = "강남역 근처 30평대 15억 이하 신축 아파트 추천해줘"
BETWEEN = "강남역이랑 신림역 사이 아파트"
EITHER = "신림역 혹은 강남역 근처 아파트"
NEARER = "강남역에 더 가깝게, 신림역이랑 사이에서"
THREE = "삼성역, 강남역, 고속터미널역이랑 가까운"
HOME_WORK = "집은 신림역이고 회사는 교대역인데"
BOTH_FINE = "강남역도 괜찮고 신림역도 괜찮은데"
NOT_THERE = "강남역 말고 강남구청역 쪽으로 12억까지"
NEWLYWEDS = "신혼부부인데 강남역 근처 전세 구해요"
ALONE = "혼자 살만한 아파트 추천해줘"
SONGDO = "송도역 근처에 30평대 10억 이하로 살 수 있는 500세대 이상 신축 아파트 찾아 줘"
FACTS = "은마아파트 몇년도에 지어졌고 세대수 몇이야"
WEATHER = "오늘 날씨 어때"

ROWS = [
    (MAIN, "PROPERTY_SEARCH", "single", ["강남역"], 1, 1),
    (BETWEEN, "PROPERTY_SEARCH", "midpoint", ["강남역", "신림역"], 2, 1),
    (EITHER, "PROPERTY_SEARCH", "independent", ["신림역", "강남역"], 2, 2),
    (NEARER, "PROPERTY_SEARCH", "weighted", ["강남역", "신림역"], 2, 1),
    (THREE, "PROPERTY_SEARCH", "midpoint", ["삼성역", "강남역", "고속터미널역"], 3, 1),
    (HOME_WORK, "PROPERTY_SEARCH", "midpoint", ["신림역", "교대역"], 2, 1),
    (BOTH_FINE, "PROPERTY_SEARCH", "independent", ["강남역", "신림역"], 2, 2),
    (NOT_THERE, "PROPERTY_SEARCH", "single", ["강남구청역"], 1, 1),
    (NEWLYWEDS, "PROPERTY_SEARCH", "single", ["강남역"], 1, 1),
    (ALONE, "PROPERTY_SEARCH", "none", [], 0, 1),
    (SONGDO, "PROPERTY_SEARCH", "single", ["송도역"], 1, 1),
]


@pytest.mark.parametrize(
    ("text", "intent", "strategy", "places", "lookups", "searches"), ROWS, ids=lambda v: str(v)[:20]
)
def test_a_sentence_becomes_its_plan(
    ask: Any, text: str, intent: str, strategy: str, places: list[str], lookups: int, searches: int
) -> None:
    asked = ask(text)
    planned = asked.one("planned")
    assert planned["plan"]["intent"] == intent
    assert planned["strategy"] == strategy
    assert [place["name"] for place in planned["places"]] == places
    assert len(asked.steps_of("poi_search")) == lookups
    assert len(asked.steps_of("property_search")) == searches
    assert all(not step["deps"] for step in asked.steps_of("poi_search")), "look-ups run side by side"


@pytest.mark.parametrize("text", [row[0] for row in ROWS if row[0] != SONGDO])
def test_a_search_returns_three_homes_or_names_what_it_relaxed(ask: Any, text: str) -> None:
    asked = ask(text)
    for candidates in asked.all("candidates"):
        if len(candidates["hits"]) < 3:
            assert candidates["relaxed"]
            for step in candidates["relaxed"]:
                assert step["from"] != step["to"]
    assert asked.all("candidates")


def test_the_main_sentence_asks_for_area_price_and_year_together(ask: Any) -> None:
    params = ask(MAIN).steps_of("property_search")[0]["params"]
    assert {k: params[k] for k in ("areaMin", "areaMax", "priceMax", "builtYearMin")} == {
        "areaMin": 30,
        "areaMax": 39,
        "priceMax": 150000,
        "builtYearMin": 2020,
    }
    assert params["pois"] == [{"name": "$1.name", "lat": "$1.lat", "lon": "$1.lon"}]


def test_every_home_of_a_joint_wish_meets_it_on_the_floor_plan_shown(ask: Any) -> None:
    candidates = ask("강남역 근처 30평대 20억 이하 아파트").all("candidates")[0]
    assert len(candidates["hits"]) >= 3
    relaxed = {step["want"] for step in candidates["relaxed"]}
    for hit in candidates["hits"]:
        assert 30 <= hit["floorPlan"]["area"] < 40
        assert "price" in relaxed or hit["floorPlan"]["price"] <= 200000


def test_a_weighted_centre_lies_nearer_the_place_named_with_the_cue(ask: Any) -> None:
    search = ask(NEARER).one("trace")["searches"][0]
    assert [(p["name"], p["weight"]) for p in search["request"]["places"]] == [("강남역", 2), ("신림역", 1)]


def test_the_trace_holds_the_query_of_each_search_as_it_ran_in_the_end(ask: Any, revision: Revision) -> None:
    (search,) = ask(MAIN).one("trace")["searches"]
    assert search["relaxed"]
    query = search["query"]
    assert (query["size"], query["sort"]) == (search["request"]["limit"], [{"_score": "desc"}, {"id": "asc"}])
    widest = max(step["to"].get("priceMax", 0) for step in search["relaxed"])
    ranges = [each for each in values_of(query["query"]["bool"]["filter"], "lte") if each > 100_000]
    assert set(ranges) == {widest}


def values_of(node: Any, key: str) -> list[Any]:
    """What stands under the key, anywhere in the query."""
    if isinstance(node, list):
        return [value for each in node for value in values_of(each, key)]
    if not isinstance(node, dict):
        return []
    own = [node[key]] if key in node else []
    return own + [value for each in node.values() for value in values_of(each, key)]


def test_a_homonym_is_seouls_and_the_others_are_reported(ask: Any) -> None:
    asked = ask(HOME_WORK)
    place = asked.one("planned")["places"][1]
    assert (place["name"], len(place["alternatives"])) == ("교대역", 2)
    assert 37.4 < place["lat"] < 37.6
    assert "부산" in asked.answer
    assert "대구" in asked.answer


def test_a_negated_place_is_not_looked_up(ask: Any) -> None:
    assert [step["params"]["location"] for step in ask(NOT_THERE).steps_of("poi_search")] == ["강남구청역"]
    assert ask(NOT_THERE).steps_of("property_search")[0]["params"]["priceMax"] == 120000


def test_a_household_is_assumed_and_said_to_be(ask: Any) -> None:
    asked = ask(NEWLYWEDS)
    params = asked.steps_of("property_search")[0]["params"]
    wanted = {"dealType": "LEASE", "areaMin": 15, "areaMax": 25, "roomCountMin": 2, "roomCountMax": 3}
    assert {k: params[k] for k in wanted} == wanted
    planned = asked.one("planned")
    assert planned["params"] == {"dealType": "LEASE"}
    assert "15~25평" in planned["plan"]["systemContext"]
    assert "25평 방 2" in asked.answer


def test_living_alone_is_no_purchase(ask: Any) -> None:
    assert "dealType" not in ask(ALONE).steps_of("property_search")[0]["params"]


def test_where_the_data_has_no_homes_none_is_invented(ask: Any) -> None:
    asked = ask(SONGDO)
    assert asked.one("candidates")["hits"] == []
    assert "송도역" in asked.answer
    assert "없" in asked.answer
    steps = asked.one("candidates")["relaxed"]
    assert {step["want"] for step in steps} == {"price", "built", "place", "households"}
    for words in (
        "가격",
        "준공",
        "반경",
        "세대",
    ):  # each condition that gave way, and that it changed nothing
        assert any(words in line and "0곳" in line for line in asked.answer.splitlines())


def test_facts_of_a_complex_come_from_its_document(ask: Any) -> None:
    asked = ask(FACTS)
    assert asked.one("planned")["plan"]["intent"] == "PROPERTY_INFO"
    assert [step["name"] for step in asked.steps] == ["property_info"]
    assert "1979" in asked.answer
    assert "4,424" in asked.answer


def test_another_subject_runs_nothing_and_says_what_it_can_do(ask: Any) -> None:
    asked = ask(WEATHER)
    assert asked.one("planned")["plan"]["intent"] == "OUT_OF_DOMAIN"
    assert asked.steps == []
    assert "아파트" in asked.answer


def test_every_request_ends_in_one_answer_or_failure_and_a_trace(ask: Any) -> None:
    for text in (MAIN, WEATHER, FACTS):
        names = [event.event for event in ask(text).events]
        assert names[-1] == "trace"
        assert names.count("answered") + names.count("failed") == 1
        assert "".join(d["text"] for d in ask(text).all("answer_delta")) == ask(text).answer


def test_the_trace_holds_no_text_unless_the_pack_says_so(ask: Any) -> None:
    assert ask(MAIN).one("trace")["text"] is None


def test_a_text_longer_than_the_pack_reads_is_one_typed_failure(revision: Revision) -> None:
    asked = Asked(revision, "강남역 " * 1000)
    assert asked.one("failed")["code"] == "USE010"
    assert asked.events[-1].event == "trace"


def test_an_unknown_profile_is_one_typed_failure_with_a_hint(revision: Revision) -> None:
    assert Asked(revision, MAIN, profile="defualt").one("failed")["hint"] == "default"


def test_english_is_answered_in_english(revision: Revision) -> None:
    asked = Asked(revision, "apartments near Gangnam Station under 1.5 billion won, 30 pyeong range")
    assert "Gangnam" in asked.answer or "강남역" in asked.answer
    assert not any("가" <= c <= "힣" for c in asked.answer.replace("강남역", "").split("\n")[0])


@pytest.mark.parametrize("text", [row[0] for row in ROWS])
def test_the_main_sentences_have_nothing_unread(ask: Any, text: str) -> None:
    planned = ask(text).one("planned")
    assert planned["unread"] == []
    assert "no_context" not in [notice["kind"] for notice in planned["degraded"]]


def test_words_that_nothing_reads_are_said_once(ask: Any) -> None:
    asked = ask("강남역 근처 저렴한 아파트, 저렴한 집 추천해줘")
    assert asked.answer.count("‘저렴한’") == 1
    assert [word["text"] for word in asked.one("planned")["unread"]] == ["저렴한"]


def test_a_number_inside_an_unread_word_is_not_said_beside_it(ask: Any) -> None:
    assert "‘천장이 높은’" in ask("강남역 천장이 높은 아파트").answer
    assert "‘천’" not in ask("강남역 천장이 높은 아파트").answer


def test_a_follow_up_alone_says_that_the_question_before_is_not_known(ask: Any) -> None:
    asked = ask("그중에 전세만 보여줘")
    assert "no_context" in [data["kind"] for data in asked.all("degraded")]
    assert "앞서 찾으신 내용" in asked.answer


def test_each_search_of_a_mixed_question_says_where_it_looked(ask: Any) -> None:
    asked = ask("강남역이랑 판교역 사이나 잠실역 근처 30평대")
    assert [found["step"] for found in asked.all("candidates")] == ["4", "5"]
    assert "강남역, 판교역 가운데 지점 반경" in asked.answer
    assert "### 잠실역 반경" in asked.answer


def test_each_place_is_searched_relaxed_and_answered_with_its_own_condition(ask: Any) -> None:
    asked = ask("강남역은 30평대 3억 이하, 잠실역은 20평대 20억 이하")
    searches = [step["params"] for step in asked.steps_of("property_search")]
    assert [(each["areaMin"], each["priceMax"]) for each in searches] == [(30, 30000), (20, 200000)]
    widened = [each["to"]["priceMax"] for each in asked.one("relaxed")["relaxed"] if each["want"] == "price"]
    assert widened == [33000, 36000]
    one, other = asked.answer.split("### 잠실역")
    assert "3억 이하 · 30평대(넓이 30∼39평)" in one
    assert "20억 이하 · 20평대(넓이 20∼29평)" in other
    assert "20억" not in one
