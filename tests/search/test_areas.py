"""Places that are areas: which homes lie in them, whatever the distance to their middle."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import pytest

from engine.config.catalog import PlaceKind
from engine.errors import InputInvalid
from engine.places.place import KINDS, Place, read_places
from engine.search import rank
from engine.search.areas import lies_in, terms_json, terms_of
from engine.search.columns import Columns
from engine.search.request import SearchPlace, SearchRequest, SearchResult, Terms
from engine.search.wire import read_documents_file, read_request, result_json
from tests.search.packs import CATALOG, edited, pack

SEOUL = "서울특별시"
REGIONS = ("서울", "부산", "인천", "광주", "경기")
Docs = Sequence[Mapping[str, Any]]
HARD = "from: places, must: true, unknown: drop,\n               inside"
HERE = {"lat": 37.4979, "lon": 127.0276}


@pytest.fixture(scope="module")
def docs(root: Path) -> Docs:
    return read_documents_file(root / "examples" / "seoul" / "complexes.jsonl.gz", pack().catalog)


@pytest.fixture(scope="module")
def columns(docs: Docs) -> Columns:
    return Columns.build(docs, pack())


@pytest.fixture(scope="module")
def places(root: Path) -> tuple[Place, ...]:
    return read_places(root / "examples" / "seoul" / "places.csv.gz")


def place(inside: Terms, name: str = "강남구") -> SearchPlace:
    return SearchPlace(name=name, lat=HERE["lat"], lon=HERE["lon"], inside=inside)


def ask(inside: Terms, **more: Any) -> SearchRequest:
    return SearchRequest(places=(place(inside),), **more)


def home(identity: str, *, located: bool = True, **fields: Any) -> dict[str, Any]:
    where = {"location": HERE} if located else {}
    own = {"complex_id": identity, "name": identity, "listing_count": 0, "floor_plans": []}
    return {**own, **where, **fields}


def ids(result: SearchResult) -> list[str]:
    return [hit.id for hit in result.hits]


def test_every_district_of_the_sample_holds_exactly_its_documents(
    docs: Docs, columns: Columns, places: Sequence[Place]
) -> None:
    fields = pack().catalog.wants["place"].inside["district"]
    told = columns.told(fields)
    counted = Counter(str(doc["sigungu"]) for doc in docs)
    assert len(counted) == 25
    districts = [each for each in places if each.kind == "district" and each.address.startswith(SEOUL)]
    assert {each.name for each in districts} == set(counted)
    for district in districts:
        terms = terms_of(district.address, fields, told, REGIONS)
        result = rank(ask(terms, limit=1000), columns, pack())
        assert result.total == len(result.hits) == counted[district.name]
        assert {hit.doc["sigungu"] for hit in result.hits} == {district.name}
        assert {hit.distance_m for hit in result.hits} == {None}


def test_every_dong_of_the_sample_is_joined_to_one_place(
    docs: Docs, columns: Columns, places: Sequence[Place]
) -> None:
    fields = pack().catalog.wants["place"].inside["dong"]
    told = columns.told(fields)
    dongs = {each.address: each for each in places if each.kind == "dong"}
    for district, dong in {(doc["sigungu"], doc["dong"]) for doc in docs}:
        terms = terms_of(dongs[f"{SEOUL} {district} {dong}"].address, fields, told, REGIONS)
        assert terms["sigungu"] == (district,)
        assert dong in terms["dong"]
        assert {value for value in terms["dong"] if not value.startswith(f"{dong}")} == set()


@pytest.mark.parametrize(
    ("told", "address", "lies"),
    [
        ("강남구", "서울특별시 강남구", True),
        ("서울 강남구", "서울특별시 강남구", True),
        ("서울특별시 강남구 역삼동", "서울특별시 강남구", True),
        ("부산광역시 중구", "서울특별시 중구", False),
        ("인천광역시 중구", "인천광역시 중구", True),
        ("경기도 성남시 분당구", "경기도 성남시", True),
        ("경기도 성남시분당구", "경기도 성남시 분당구", True),
        ("경기도 성남시분당구", "경기도 성남시", True),
        ("경기도 성남시분당구", "경기도 성남시 수정구", False),
        ("경기도 고양시 덕양구", "경기도 덕양구", True),
        ("광주광역시 동구", "경기도 광주시", False),
        ("경기도 하남시", "경기도 하남시", True),
        ("서울특별시 성동구 성수동1가", "서울특별시 성동구 성수동", True),
        ("서울특별시 성동구 성수동", "서울특별시 성동구 성수동1가", False),
        ("서울특별시 은평구 신사동", "서울특별시 강남구 신사동", False),
    ],
)
def test_words_lie_in_a_place_when_they_agree_as_far_as_both_say(told: str, address: str, lies: bool) -> None:
    assert lies_in(told.split(), address.split(), REGIONS) is lies


def test_a_city_holds_the_values_of_its_districts() -> None:
    told = [("경기도", "성남시 분당구"), ("경기도", "성남시 수정구"), ("경기도", "하남시"), ("경기도", None)]
    terms = terms_of("경기도 성남시", ("sido", "sigungu"), told, REGIONS)
    assert terms == {"sido": ("경기도",), "sigungu": ("성남시 분당구", "성남시 수정구")}
    assert terms_json(terms) == {"sido": "경기도", "sigungu": ["성남시 분당구", "성남시 수정구"]}


@pytest.mark.parametrize(
    ("address", "fields", "terms"),
    [
        ("경기도 성남시 분당구", ("sido", "sigungu"), {"sido": "경기도", "sigungu": "성남시 분당구"}),
        ("경기도 성남시 분당구", ("sigungu",), {"sigungu": "분당구"}),
        ("인천광역시 중구", ("sido", "sigungu"), {"sido": "인천광역시", "sigungu": "중구"}),
        (
            "경기도 성남시 분당구 정자동",
            ("sido", "sigungu", "dong"),
            {"sido": "경기도", "sigungu": "성남시 분당구", "dong": "정자동"},
        ),
    ],
)
def test_a_place_without_documents_is_told_by_its_own_words(
    address: str, fields: tuple[str, ...], terms: dict[str, str]
) -> None:
    assert terms_json(terms_of(address, fields, [(SEOUL, "중구", "필동")[: len(fields)]], REGIONS)) == terms


def test_districts_of_one_name_are_told_apart_by_their_city() -> None:
    homes = [home(city, sido=city, sigungu="중구") for city in (SEOUL, "부산광역시", "인천광역시")]
    for city in (SEOUL, "부산광역시", "인천광역시"):
        assert ids(rank(ask({"sido": (city,), "sigungu": ("중구",)}), homes, pack())) == [city]


def test_inside_an_area_the_distance_is_not_asked() -> None:
    homes = [home("in", sigungu="강남구"), home("out", sigungu="서초구")]
    result = rank(ask({"sigungu": ("강남구",)}), homes, pack())
    assert ids(result) == ["in"]
    assert result.hits[0].breakdown["distance"].basis == "unasked"
    assert result.score_of == pytest.approx(0.15)
    assert result.hits[0].distance_m is None
    assert [(each.id, each.gate) for each in result.dropped] == [("out", "place")]
    assert [(each.want, each.without) for each in result.conditions] == [("place", 2)]


def test_an_area_asks_the_same_as_no_place_but_for_where() -> None:
    homes = [home(str(number), sigungu="강남구", built_year=2000 + number) for number in range(30)]
    inside = rank(ask({"sigungu": ("강남구",)}, limit=30), homes, pack())
    everywhere = rank(SearchRequest(limit=30), homes, pack())
    assert [(h.id, h.score) for h in inside.hits] == [(h.id, h.score) for h in everywhere.hits]


def test_minutes_on_foot_count_to_the_station_inside_an_area() -> None:
    homes = [home("near", sigungu="강남구", station_m=300), home("far", sigungu="강남구", station_m=900)]
    assert ids(rank(ask({"sigungu": ("강남구",)}, params={"walkMinutesMax": 5}), homes, pack())) == ["near"]


def test_the_area_stays_where_the_filters_are_switched_off() -> None:
    homes = [home("in", sigungu="강남구"), home("out", sigungu="서초구")]
    assert ids(rank(ask({"sigungu": ("강남구",)}, filters=False), homes, pack())) == ["in"]


def test_a_home_whose_area_is_unknown_is_kept_and_said_where_the_want_keeps_it() -> None:
    keeping = edited({CATALOG: [(HARD, HARD.replace("drop", "keep_and_say"))]})
    homes = [home("in", sigungu="강남구"), home("out", sigungu="서초구"), home("lost")]
    assert ids(rank(ask({"sigungu": ("강남구",)}), homes, pack())) == ["in"]
    result = rank(ask({"sigungu": ("강남구",)}), homes, keeping)
    assert {hit.id: hit.unknown for hit in result.hits} == {"in": (), "lost": ("place",)}


def test_a_radius_that_was_said_is_a_circle() -> None:
    homes = [home("out", sigungu="서초구"), home("in", located=False, sigungu="강남구")]
    for request in (
        ask({"sigungu": ("강남구",)}, radius_km=1.0),
        ask({"sigungu": ("강남구",)}, params={"radiusKm": 1}),
    ):
        result = rank(request, homes, pack())
        assert ids(result) == ["out"]
        assert result.hits[0].distance_m == pytest.approx(0, abs=1)


def test_an_alternative_with_its_own_radius_is_a_circle_beside_the_area() -> None:
    homes = [
        home("old_inside", located=False, sigungu="강남구", built_year=1990),
        home("new_near", sigungu="서초구", built_year=2022),
        home("old_near", sigungu="서초구", built_year=1990),
    ]
    request = ask(
        {"sigungu": ("강남구",)}, alternatives=({"builtYearMax": 2000}, {"builtYearMin": 2020, "radiusKm": 1})
    )
    result = rank(request, homes, pack())
    assert {hit.id: hit.distance_m is None for hit in result.hits} == {"old_inside": True, "new_near": False}


def test_several_places_count_by_their_middles() -> None:
    homes = [home("out", sigungu="서초구"), home("in", located=False, sigungu="강남구")]
    both = SearchRequest(places=(place({"sigungu": ("강남구",)}), place({}, "강남역")))
    assert ids(rank(both, homes, pack())) == ["out"]


def test_a_dong_widens_to_a_circle_and_says_from_what() -> None:
    terms = {"sigungu": ("강남구",), "dong": ("역삼동",)}
    homes = [
        home("in", sigungu="강남구", dong="역삼동"),
        home("lost", located=False, sigungu="강남구", dong="역삼동"),
        home("near", sigungu="강남구", dong="논현동"),
    ]
    assert ids(rank(ask(terms), homes, pack())) == ["in", "lost"]
    result = rank(ask(terms, relax=True), homes, pack())
    assert ids(result) == ["in", "near", "lost"]
    assert result_json(result)["relaxed"] == [
        {
            "want": "place",
            "from": {"inside": {"sigungu": "강남구", "dong": "역삼동"}},
            "to": {"radiusKm": 5.0},
            "remaining": 3,
        }
    ]
    assert {hit.id: hit.unknown for hit in result.hits} == {"in": (), "near": (), "lost": ()}


def test_a_district_keeps_its_homes_and_takes_no_other() -> None:
    homes = [home("in", sigungu="강남구"), home("near", sigungu="서초구")]
    result = rank(ask({"sigungu": ("강남구",)}, relax=True), homes, pack())
    assert (ids(result), result.relaxed) == (["in"], ())


def test_relaxing_can_let_go_of_an_area() -> None:
    dropping = edited({"rules/relax.yaml": [("- radius: 5km", "- drop: place")]})
    homes = [home("in", sigungu="강남구"), home("far", located=False, sigungu="종로구")]
    result = rank(ask({"sigungu": ("강남구",)}, relax=True), homes, dropping)
    assert ids(result) == ["in", "far"]
    assert (result.relaxed[0].want, result.relaxed[0].after) == ("place", {})


def test_a_want_that_is_not_hard_has_no_area() -> None:
    soft = edited({CATALOG: [(HARD, HARD.replace("true", "false"))]})
    homes = [home("in", sigungu="강남구"), home("out", sigungu="서초구")]
    assert len(rank(ask({"sigungu": ("강남구",)}), homes, soft).hits) == 2


def test_a_field_that_tells_no_area_is_refused() -> None:
    with pytest.raises(InputInvalid) as caught:
        rank(ask({"sigung": ("강남구",)}), [home("in")], pack())
    (problem,) = caught.value.problems
    assert (problem.code, problem.path, problem.hint) == ("DOC007", "/places/0/inside/sigung", "sigungu")
    bare = edited({CATALOG: [("inside: {district: [sido, sigungu], dong: [sido, sigungu, dong]}, ", "")]})
    with pytest.raises(InputInvalid) as caught:
        rank(ask({"sigungu": ("강남구",)}), [home("in")], bare)
    assert "has no areas" in caught.value.problems[0].message


def test_a_request_says_what_a_place_is_inside_of() -> None:
    body = {
        "name": "강남구",
        "lat": 37.5,
        "lon": 127,
        "inside": {"sido": SEOUL, "dong": ["역삼동", "논현동"]},
    }
    (read,) = read_request({"places": [body]}).places
    assert read.inside == {"sido": (SEOUL,), "dong": ("역삼동", "논현동")}
    assert read_request({"places": [{"lat": 1, "lon": 2, "inside": None}]}).places[0].inside == {}


@pytest.mark.parametrize(
    ("inside", "path"),
    [
        ("강남구", "/places/0/inside"),
        ({"sigungu": ""}, "/places/0/inside/sigungu"),
        ({"sigungu": []}, "/places/0/inside/sigungu"),
        ({"sigungu": 5}, "/places/0/inside/sigungu"),
        ({"sigungu": ["강남구", 5]}, "/places/0/inside/sigungu/1"),
    ],
)
def test_what_a_place_is_inside_of_is_checked(inside: object, path: str) -> None:
    with pytest.raises(InputInvalid) as caught:
        read_request({"places": [{"lat": 1, "lon": 2, "inside": inside}]})
    assert path in [problem.path for problem in caught.value.problems]
    assert {problem.code for problem in caught.value.problems} == {"DOC006"}


def test_areas_cost_two_bytes_a_home_and_field(columns: Columns) -> None:
    for name in ("sido", "sigungu", "dong"):
        assert columns.codes(name).of_home.nbytes == 2 * len(columns)


def test_the_catalog_knows_the_kinds_of_the_places_file() -> None:
    assert set(get_args(PlaceKind)) == set(KINDS)
