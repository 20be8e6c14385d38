"""Whole answers, as a customer reads them."""

import json
import re
from dataclasses import replace
from typing import cast

import pytest
from syrupy.assertion import SnapshotAssertion

from engine.answer.facts import (
    AnswerFacts,
    Assumption,
    InfoAnswer,
    NearestHome,
    PlaceFact,
    UnknownPlace,
    facts_json,
)
from engine.answer.template import render_answer, sentences, tidy
from engine.config.pack import Locale
from engine.config.revision import Revision
from engine.errors import ConfigError
from engine.search.request import ConditionPrice, SearchResult

from .conftest import SITUATIONS, TEN_EOK, facts, home, search

HOSTILE = (
    "{{7*7}}",
    "{% for x in y %}",
    "[누르세요](https://evil.example/a)",
    "![그림](https://evil.example/b.png)",
    "<script>alert(1)</script>",
    "줄\n\n# 제목\r\n- 항목",
    "`code` **굵게** __밑줄__ ~~취소~~ a|b",
    "\u202e뒤집힘\u200b\x1b[31m",
)


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("situation", SITUATIONS)
def test_the_answer_of_each_situation(
    situation: str, language: Locale, revision: Revision, snapshot: SnapshotAssertion
) -> None:
    assert render_answer(replace(SITUATIONS[situation], language=language), revision) == snapshot


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("situation", SITUATIONS)
def test_no_figure_is_in_an_answer_that_is_not_in_its_facts(
    situation: str, language: Locale, revision: Revision
) -> None:
    given = replace(SITUATIONS[situation], language=language)
    if given.searches or given.infos:  # the other answers are fixed sentences with an example of a question
        text = re.sub(r"https?://\S+", "", render_answer(given, revision))
        assert _numbers(text) - _figures(given) == set()


def test_a_place_nobody_knows_is_named_with_near_spellings_and_nobody_is_told_to_wait(
    revision: Revision,
) -> None:
    text = render_answer(SITUATIONS["place_unknown"], revision)
    assert text.count("호그와트역") == 1
    assert "오금역, 호구포역" in text
    assert "잠시 뒤" not in text
    assert "마치지 못" not in text


def test_a_search_that_the_rules_refuse_asks_for_other_conditions_and_not_to_wait(revision: Revision) -> None:
    failed = SITUATIONS["search_failed"]
    refused = replace(failed, searches=tuple(replace(each, refused=True) for each in failed.searches))
    assert "잠시 뒤" in render_answer(failed, revision)
    text = render_answer(refused, revision)
    assert "조건을 바꾸어" in text
    assert "잠시 뒤" not in text


def test_a_search_around_a_district_is_a_circle_around_its_middle(revision: Revision) -> None:
    text = render_answer(SITUATIONS["around_a_district"], revision)
    assert "강북구 가운데에서 반경 3 km" in text
    assert "강북구 가운데에서 600 m" in text
    assert "도봉구 창동" in text
    assert "1,234곳" in text
    assert "15억 이하 조건을 빼면 4,321곳" in text
    assert text.count("방 개수") == 1
    assert text.count("50점 만점") == 1


def test_a_figure_from_nowhere_would_be_noticed(revision: Revision) -> None:
    given = SITUATIONS["one_search"]
    assert _numbers("27억 1,234만원, 77점") - _figures(given) == {"27", "1234", "77"}


def _numbers(text: str) -> set[str]:
    found = (each.replace(",", "") for each in re.findall(r"[0-9][0-9,]*(?:\.[0-9]+)?", text))
    return {f"{float(each):.10g}" for each in found}


def _figures(given: AnswerFacts) -> set[str]:
    """Every figure of the facts in every form that code gives it, and the few that the pack itself states."""
    plain = {float(each) for each in _numbers(json.dumps(facts_json(given), ensure_ascii=False))}
    readings = _numbers(" ".join(str((each.params, each.other)) for each in given.readings))
    plain |= {float(each) + 1 for each in readings}  # an end one unit beside it stands for a round amount
    areas = {value * factor for value in plain for factor in (121 / 400, 1.35 * 121 / 400)}  # 평 from ㎡
    asked = _numbers(" ".join(str(search.params) for search in given.searches))
    shown = _numbers(
        " ".join(str(h.floor_plan) for each in given.searches if each.result for h in each.result.hits)
    )
    gaps = {abs(float(one) - float(other)) for one in asked for other in shown}
    money = {form for n in plain | gaps for form in (n // 10000, n % 10000, n * 10000, n / 100, n / 100000)}
    shares = {float(int(100 * n + 1e-9)) for n in plain if n <= 1} | {round(100 * n, 1) for n in plain}
    lengths = {round(n / 1000, 1) for n in plain}
    stated = {3.0, 2020.0, 2023.0, 6.0, 7.0}  # radius, newness, months of the records
    counts = {float(n) for n in range(6)}  # ranks and totals
    real = {22.0, 65.0, 82.0, 100.0}
    rounded = {round(n, 1) for n in areas}
    return {f"{n:.10g}" for n in plain | rounded | money | shares | lengths | stated | counts | real}


def test_an_answer_is_rendered_once_and_only_once(revision: Revision) -> None:
    text = render_answer(facts(search(home("{{7*7}} {% raw %}"))), revision)
    assert "{{7\\*7}} {% raw %}" in text


@pytest.mark.parametrize("text", HOSTILE)
def test_text_from_customers_and_documents_stays_text(text: str, revision: Revision) -> None:
    result = SearchResult(hits=(), score_of=1, total=0, conditions=(ConditionPrice(want="price", without=3),))
    given = facts(
        search(home(text), place=text, said={"price": text, "area": text}),
        search(place=text, result=result, said={"price": text}),
        search(
            place="부산역",
            result=replace(result, conditions=()),
            nearest=NearestHome(name=text, distance_m=9e4),
        ),
        question=text,
        places=(PlaceFact(said=text, name=text, guessed=True),),
        unknown_places=(UnknownPlace(said=text, near=(text,)),),
        assumptions=(Assumption(because=text),),
        readings=(replace(TEN_EOK, said=text),),
        not_understood=(text,),
        wishes=(text,),
    )
    lookups = facts(
        intent="PROPERTY_INFO",
        infos=(
            InfoAnswer(name=text, alternatives=(text,)),
            InfoAnswer(name=text, doc={"complex_id": text, "name": text, "built_year": 2000}),
            InfoAnswer(name=text, doc={"complex_id": "2", "name": text, "built_year": 2001}),
        ),
    )
    for each in (given, lookups):
        for language in ("ko", "en"):
            answer = render_answer(replace(each, language=cast("Locale", language)), revision)
            assert "<" not in answer
            assert not re.search(r"(?<!\\)\]\((?!https://homes\.example/)", answer)
            assert not re.search(r"(?<!\\)!\[", answer)
            assert "https://evil" not in answer
            assert "\x1b" not in answer
            assert "\u202e" not in answer
            assert not re.search(r"^# ", answer, flags=re.MULTILINE)
            assert "49" not in answer


def test_a_link_that_is_no_plain_address_is_left_out(revision: Revision) -> None:
    hit = replace(home("A 단지"), link="javascript:alert(1)")
    assert "javascript" not in render_answer(facts(search(hit)), revision)


def test_the_customers_question_decides_the_template(revision: Revision) -> None:
    given = SITUATIONS["out_of_domain"]
    assert render_answer(replace(given, language="en"), revision).startswith("I look for")
    assert render_answer(given, revision).startswith("저는")


@pytest.mark.parametrize("situation", SITUATIONS)
def test_the_sentences_of_an_answer_join_to_it(situation: str, revision: Revision) -> None:
    text = render_answer(SITUATIONS[situation], revision)
    chunks = list(sentences(text))
    assert "".join(chunks) == text
    assert all(chunks)


def test_a_sentence_ends_at_its_mark_and_not_inside_a_figure() -> None:
    text = "14.8억입니다. 좋습니다!\n1. **가** — https://a.b/c.d 끝\n2. 나\n\n마지막"
    assert list(sentences(text)) == [
        "14.8억입니다. ",
        "좋습니다!\n",
        "1. **가** — https://a.b/c.d 끝\n",
        "2. 나\n\n",
        "마지막",
    ]


def test_an_empty_text_has_no_sentences() -> None:
    assert list(sentences("")) == []


def test_tidy_keeps_one_empty_line_and_no_blanks_at_ends() -> None:
    assert tidy("\n\n a  \n\n\n\n b\n \n") == "a\n\n b\n"


def test_a_pack_without_an_answer_template_is_told_which_to_add(revision: Revision) -> None:
    bare = replace(revision, templates=None)
    with pytest.raises(ConfigError) as caught:
        render_answer(SITUATIONS["general"], bare)
    assert caught.value.problems[0].code == "TMPL010"


def test_facts_are_json_with_camel_case_names_and_documents_as_they_are() -> None:
    value = cast("dict[str, object]", facts_json(SITUATIONS["one_search"]))
    assert value["today"] == "2026-06-30"
    assert "notUnderstood" in value
    searches = cast("list[dict[str, dict[str, object]]]", value["searches"])
    hits = cast("list[dict[str, dict[str, object]]]", searches[0]["result"]["hits"])
    assert hits[0]["floorPlan"]["area_m2"] == 84.9
    assert hits[0]["doc"]["built_year"] == 2021
