"""Every key of a conversion acts: the same text is read otherwise once the key is there."""

from collections.abc import Mapping

import pytest

from engine.config.conversion import Conversion
from tests.convert.conftest import Read, ReadNamed, said

Keys = Mapping[str, object]
NOTHING: dict[str, object] = {}

# key, text, keys of `length` without it, what is read without it, keys with it, what is read with it
ROWS: list[tuple[str, str, Keys, Keys, Keys, Keys]] = [
    ("units", "3 leagues", {}, {}, {"units": {"km": 1, "leagues": 5}}, {"kmMin": 15, "kmMax": 15}),
    (
        "unit",
        "about 9 km",
        {"about": {"spread": "10%"}},
        {"kmMin": 8, "kmMax": 10},
        {"about": {"spread": "3km"}},
        {"kmMin": 6, "kmMax": 12},
    ),
    (
        "tail",
        "2 leagues 5",
        {"units": {"leagues": 100}},
        {"kmMin": 200, "kmMax": 200},
        {"tail": {"leagues": {"one_digit": 10, "more_digits": 1}}},
        {"kmMin": 250, "kmMax": 250},
    ),
    (
        "tail",
        "2 leagues 15",
        {"units": {"leagues": 100}},
        {"kmMin": 200, "kmMax": 200},
        {"tail": {"leagues": {"one_digit": 10, "more_digits": 1}}},
        {"kmMin": 215, "kmMax": 215},
    ),
    ("numerals", "half km", {}, {}, {"numerals": {"half": 7}}, {"kmMin": 7, "kmMax": 7}),
    ("labels", "length 8", {"labels": ["reach"]}, {}, {"labels": ["length"]}, {"kmMin": 8, "kmMax": 8}),
    ("counters", "length two laps", {}, {}, {"counters": ["laps"]}, {"kmMin": 2, "kmMax": 2}),
    ("counters", "two laps length", {}, {}, {"counters": ["laps"]}, {"kmMin": 2, "kmMax": 2}),
    ("unitless", "length 8", {"unitless": "never"}, {}, {"unitless": "labelled"}, {"kmMin": 8, "kmMax": 8}),
    ("round_before_label", "3 length", {}, {}, {"round_before_label": 3}, {"kmMin": 3, "kmMax": 3}),
    ("round_before_label", "4 length", {}, {}, {"round_before_label": 3}, {}),
    ("known", "so, 8 is", {}, {}, {"known": [8, 9]}, {"kmMin": 8, "kmMax": 8}),
    ("known", "at 7:8 or 8-", {}, {}, {"known": [8]}, {}),
    ("needs", "8 km", {"default": None}, {"kmMin": 8, "kmMax": 8}, {"needs": "label"}, {}),
    (
        "needs",
        "length 8 km",
        {"default": None},
        {"kmMin": 8, "kmMax": 8},
        {"needs": "label"},
        {"kmMin": 8, "kmMax": 8},
    ),
    ("accepts", "8 km", {}, {"kmMin": 8, "kmMax": 8}, {"accepts": "10..20"}, {}),
    (
        "two_digits",
        "85 km ish",
        {},
        {"kmMin": 85, "kmMax": 85},
        {"two_digits": {"before": ["ish"], "into": "1930..2029"}},
        {"kmMin": 1985, "kmMax": 1985},
    ),
    (
        "elided_tens",
        "2 to 30 km",
        {},
        {"kmMin": 2, "kmMax": 30},
        {"elided_tens": True},
        {"kmMin": 20, "kmMax": 30},
    ),
    ("whole", "2.5 km", {}, {"kmMin": 2.5, "kmMax": 2.5}, {"whole": "down"}, {"kmMin": 2, "kmMax": 2}),
    ("whole", "2.5 km", {}, {"kmMin": 2.5, "kmMax": 2.5}, {"whole": "up"}, {"kmMin": 3, "kmMax": 3}),
    ("lowest", "1 km excluded", {}, {}, {"lowest": 1}, {"kmMin": 2}),
    ("step", "under 8 km", {}, {"kmMax": 7}, {"step": 0.5}, {"kmMax": 7.5}),
    ("bare", "8 km", {}, {"kmMin": 8, "kmMax": 8}, {"bare": "at_most"}, {"kmMax": 8}),
    ("bare", "8 km", {}, {"kmMin": 8, "kmMax": 8}, {"bare": "ignore"}, {}),
    (
        "bare_labelled",
        "length 8 km",
        {"bare": "ignore"},
        {},
        {"bare_labelled": "exact"},
        {"kmMin": 8, "kmMax": 8},
    ),
    (
        "sets",
        "8 km",
        {},
        {"kmMin": 8, "kmMax": 8},
        {"sets": {"way": "LINE"}},
        {"kmMin": 8, "kmMax": 8, "way": "LINE"},
    ),
    (
        "with",
        "hilly 8 km",
        {},
        {"kmMin": 8, "kmMax": 8},
        {"with": {"way": {"LINE": ["hilly"]}}},
        {"kmMin": 8, "kmMax": 8, "way": "LINE"},
    ),
    (
        "band",
        "300 km high",
        {},
        {"kmMin": 370, "kmMax": 399},
        {"band": {"after": ["ish"], "width": 10}},
        {"kmMin": 307, "kmMax": 309},
    ),
    (
        "band",
        "30 km odd",
        {},
        {"kmMin": 30, "kmMax": 30},
        {"band": {"after": ["odd"]}},
        {"kmMin": 30, "kmMax": 39},
    ),
    (
        "about",
        "9 km maybe",
        {},
        {"kmMin": 9, "kmMax": 9},
        {"about": {"after": ["maybe"]}},
        {"kmMin": 8, "kmMax": 10},
    ),
    (
        "plus_minus",
        "9 km give or take 2 km",
        {},
        {"kmMin": 2, "kmMax": 9},
        {"plus_minus": {"join": ["give or take"]}},
        {"kmMin": 7, "kmMax": 11},
    ),
    (
        "exact",
        "just 9 km",
        {"bare": "at_most"},
        {"kmMax": 9},
        {"exact": {"before": ["just"]}},
        {"kmMin": 9, "kmMax": 9},
    ),
    ("at_most", "8 km tops", {}, {"kmMin": 8, "kmMax": 8}, {"at_most": {"after": ["tops"]}}, {"kmMax": 8}),
    ("below", "8 km short", {}, {"kmMin": 8, "kmMax": 8}, {"below": {"after": ["short"]}}, {"kmMax": 7}),
    ("at_least", "8 km plus", {}, {"kmMin": 8, "kmMax": 8}, {"at_least": {"after": ["plus"]}}, {"kmMin": 8}),
    ("above", "8 km beyond", {}, {"kmMin": 8, "kmMax": 8}, {"above": {"after": ["beyond"]}}, {"kmMin": 9}),
    (
        "between",
        "8 through 9 km",
        {},
        {"kmMin": 9, "kmMax": 9},
        {"between": {"join": ["through"]}},
        {"kmMin": 8, "kmMax": 9},
    ),
    (
        "either",
        "8 alias 9 km",
        {},
        {"kmMin": 9, "kmMax": 9},
        {"either": {"join": ["alias"]}},
        {"kmMin": 8, "kmMax": 9},
    ),
    (
        "instead",
        "8 km no 9 km",
        {},
        {"kmMin": 8, "kmMax": 9},
        {"instead": {"join": ["no"]}},
        {"kmMin": 9, "kmMax": 9},
    ),
    (
        "band",
        "early 30 km ish",
        {},
        {"kmMin": 30, "kmMax": 39},
        {"band": {"parts_before": {"early": [0, 3]}}},
        {"kmMin": 30, "kmMax": 33},
    ),
    (
        "except",
        "avoid up to 8 km",
        {},
        {"kmMax": 8},
        {"except": {"before": ["avoid"]}},
        {"kmMin": 9},
    ),
    ("except", "up to 8 km barred", {}, {"kmMax": 8}, {"except": {"after": ["barred"]}}, {"kmMin": 9}),
    (
        "too_much",
        "from 8 km is gruelling",
        {},
        {"kmMin": 8},
        {"too_much": {"after": ["gruelling"]}},
        {"kmMax": 7},
    ),
    (
        "too_little",
        "up to 8 km is boring",
        {},
        {"kmMax": 8},
        {"too_little": {"after": ["boring"]}},
        {"kmMin": 9},
    ),
    ("relaxed", "up to 8 km whatever", {}, {"kmMax": 8}, {"relaxed": {"after": ["whatever"]}}, {}),
    ("ignore", "toll 8 km", {}, {"kmMin": 8, "kmMax": 8}, {"ignore": {"before": ["toll"]}}, {}),
    ("ignore", "8 km by car", {}, {"kmMin": 8, "kmMax": 8}, {"ignore": {"after": ["by car"]}}, {}),
]


@pytest.mark.parametrize(("key", "text", "without", "read_without", "with_", "read_with"), ROWS)
def test_a_key_changes_what_is_read(
    read_hikes: Read, key: str, text: str, without: Keys, read_without: Keys, with_: Keys, read_with: Keys
) -> None:
    bare = {"examples": None, **without}
    assert read_hikes(text, length=bare) == read_without
    assert read_hikes(text, length={**bare, **with_}) == read_with


def test_the_default_takes_what_no_label_claims(read_hikes: Read) -> None:
    other = {
        "kind": "conversion",
        "name": "climb",
        "extends": "words",
        "into": {"min": "hoursMin", "max": "hoursMax"},
        "units": {"km": 1, "miles": 1.6, "steps": 0.001},
        "labels": ["climb"],
        "unitless": "labelled",
    }
    assert read_hikes("8 km", climb=other) == {"kmMin": 8, "kmMax": 8}
    swapped = read_hikes("8 km", climb={**other, "default": True}, length={"default": None})
    assert swapped == {"hoursMin": 8, "hoursMax": 8}


def test_a_pair_reads_two_amounts(read_hikes: Read) -> None:
    time = {
        "kind": "conversion",
        "name": "time",
        "extends": "words",
        "into": {"min": "hoursMin", "max": "hoursMax"},
        "units": {"h": 1},
        "labels": ["time"],
        "unitless": "labelled",
    }
    pair = {"first": "length", "second": "time", "join": ["/"], "labelled": "wins", "second_at_most": 10}
    trip = {"kind": "conversion", "name": "trip", "pair": pair, "sets": {"way": "LOOP"}}
    both = {"kmMin": 20, "kmMax": 20, "hoursMin": 5, "hoursMax": 5, "way": "LOOP"}
    assert read_hikes("20/5", time=time) == NOTHING
    assert read_hikes("20/5", time=time, trip=trip) == both
    assert read_hikes("20/15", time=time, trip=trip) == NOTHING, "more than second_at_most"
    assert read_hikes("5/length 20", time=time, trip=trip) == both, "labelled: wins"
    dated = {**trip, "pair": {**pair, "first_at_least": 21}}
    assert read_hikes("20/5", time=time, trip=dated) == NOTHING, "less than first_at_least"
    assert read_hikes("length 20/5", time=time, trip=dated) == both, "labelled so"
    never = {**trip, "pair": {**pair, "labelled": "never"}}
    assert read_hikes("5/length 20", time=time, trip=never) == {"kmMin": 20, "kmMax": 20}


def test_what_is_too_much_or_too_little_leaves_other_bounds_and_mere_amounts(read_hikes: Read) -> None:
    keys = {"too_much": {"after": ["gruelling"]}, "too_little": {"after": ["boring"]}}
    for text in ("8 km is gruelling", "8 km is boring"):
        assert read_hikes(text, length=keys) == {"kmMin": 8, "kmMax": 8}
    assert read_hikes("up to 8 km is gruelling", length=keys) == {"kmMax": 8}
    assert read_hikes("from 8 km is boring", length=keys) == {"kmMin": 8}


def test_homes_stand_between_a_condition_and_what_takes_it_back(read_hikes: Read) -> None:
    homes = {"homes": ["hikes"]}
    assert read_hikes("over 8 km hikes excluded", language=homes) == {"kmMax": 8}
    assert read_hikes("over 8 km hikes excluded") == {"kmMin": 9}
    assert read_hikes("over 8 km hikes up to 9 huts excluded", language=homes) == {"kmMin": 9, "hutsMin": 10}


def test_with_its_choice_named_an_amount_belongs_to_another_table(read_hikes: Read) -> None:
    climb = {
        "kind": "conversion",
        "name": "climb",
        "extends": "words",
        "into": {"min": "hoursMin", "max": "hoursMax"},
        "units": {"km": 1, "miles": 1.6, "steps": 0.001},
        "labels": ["climb"],
        "of_choice": {"LINE": "length"},
    }
    assert read_hikes("climb 8 km", climb=climb) == {"hoursMin": 8, "hoursMax": 8}
    assert read_hikes("loop climb 8 km", climb=climb) == {"hoursMin": 8, "hoursMax": 8, "way": "LOOP"}
    assert read_hikes("one way climb 8 km", climb=climb) == {"kmMin": 8, "kmMax": 8, "way": "LINE"}


def test_words_of_choices_and_words_that_hide_them(read_hikes: Read) -> None:
    assert read_hikes("a loop") == {"way": "LOOP"}
    assert read_hikes("a loop hole") == {"way": "LOOP"}
    assert read_hikes("a loop hole", way={"ignore": {"words": ["loop hole"]}}) == NOTHING
    assert read_hikes("a loop rather one way") == {"way": "LINE"}


LANGUAGE: list[tuple[str, str, Keys, Keys, Keys]] = [
    ("digits", "zero km", {"kmMin": 0, "kmMax": 0}, {"numerals": {"digits": {"zero": 0}}}, {}),
    ("times", "2 dozen km", {"kmMin": 24, "kmMax": 24}, {"numerals": {"times": {"dozen": 12}}}, {}),
    ("native", "nine km", {"kmMin": 9, "kmMax": 9}, {"numerals": {"native": {"nine": 9}}}, {}),
    ("pairs", "few km", {"kmMin": 3, "kmMax": 5}, {"numerals": {"pairs": {"few": [3, 5]}}}, {}),
    (
        "point",
        "3point5 km",
        {"kmMin": 3.5, "kmMax": 3.5},
        {"numerals": {"point": ["point"]}},
        {"kmMin": 5, "kmMax": 5},
    ),
    ("same", "8 kilometre", {"kmMin": 8, "kmMax": 8}, {"same": {"km": ["kilometre"]}}, {}),
    ("particles", "up to hey 8 km", {"kmMax": 8}, {"particles": ["hey"]}, {"kmMin": 8, "kmMax": 8}),
    ("masks", "bus 8 km", {}, {"masks": ["bus {n}"]}, {"kmMin": 8, "kmMax": 8}),
    (
        "clause_ends",
        "up to; 8 km",
        {"kmMin": 8, "kmMax": 8},
        {"clause_ends": [";"], "particles": [";"]},
        {"kmMax": 8},
    ),
]


@pytest.mark.parametrize(("key", "text", "with_it", "keys", "without"), LANGUAGE)
def test_each_part_of_the_language_acts(
    read_hikes: Read, key: str, text: str, with_it: Keys, keys: Keys, without: Keys
) -> None:
    bare: dict[str, object] = {"numerals": {}, "particles": [";"], "clause_ends": [], "masks": []}
    assert read_hikes(text, length={"examples": None}, language={**bare, **keys}) == with_it
    assert read_hikes(text, length={"examples": None}, language=bare) == without


def test_the_name_of_a_place_labels_an_amount_of_a_table_that_says_so(read_named: ReadNamed) -> None:
    assert said(read_named("강남 30분 이내", "강남")) == {"transitMinutesMax": 30}
    assert said(read_named("강남 30분 이내")) == {}
    assert said(read_named("강남 84층 이상", "강남")) == {"floorMin": 84}


def test_no_key_of_the_model_is_forgotten_here() -> None:
    apart = {
        "kind",
        "name",
        "extends",
        "into",
        "examples",
        "default",
        "pair",
        "choices",
        "second",  # tests/convert/test_readings.py
        "place_labels",  # the test below: it takes the name of a place
        "of_choice",
        "with_words",
        "except_",
    }
    tested = {row[0] for row in ROWS}
    assert set(Conversion.model_fields) - apart <= tested
    assert {"with", "except"} <= tested


def test_half_of_a_unit_counts_where_it_is_whole(read_hikes: Read) -> None:
    units: Keys = {"units": {"hours": 60, "km": 1}, "examples": None}
    halves: Keys = {"numerals": {"half": ["and half"]}}
    assert read_hikes("2 hours and half", length=units, language=halves) == {"kmMin": 150, "kmMax": 150}
    assert read_hikes("2 km and half", length=units, language=halves) == {"kmMin": 2, "kmMax": 2}
    assert read_hikes("2 hours and half", length=units) == {"kmMin": 120, "kmMax": 120}
