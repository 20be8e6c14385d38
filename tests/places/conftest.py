"""The real places of the sample, and an index over them with the words the tests need."""

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.places.index import Boosts, PlaceIndex
from engine.places.lexicon import FinderWords, Lexicon
from engine.places.place import Place, read_places

SUFFIXES = ("역", "동", "구", "아파트", "단지", "station")
NEAR = ("근처", "주변", "인근", "부근", "쪽", "앞", "near")
ALIASES = {
    "고속터미널역": ("고터", "고터역"),
    "교대역": ("Gyodae Station",),
    "삼성역": ("코엑스",),
    "신촌역": ("연세대",),
    "서울대입구역": ("설입",),
    "동대문역사문화공원역": ("동역사",),
    "은마": ("은마",),
}
REGION_FIRST = ("서울", "수도권")
REGIONS = ("서울", "부산", "인천", "대구", "대전", "광주", "울산", "경기")
WORDS = FinderWords(
    near=NEAR,
    context=(
        "이랑",
        "랑",
        "하고",
        "와",
        "과",
        "에서",
        "에",
        "으로",
        "로",
        "까지",
        "부터",
        "이나",
        "나",
        "이고",
        "고",
        "인데",
        "은",
        "는",
        "이",
        "가",
        "도",
        "을",
        "를",
        "의",
        "만",
        "요",
        "이요",
        "보다",
        "말고",
        "아니고",
        "빼고",
        "사이",
        "중간",
        "출근",
        "직장",
        "회사",
        "살고",
        "아파트",
        "집",
        "전세",
        "월세",
        "매매",
    ),
    before=("near", "in", "at", "between", "and", "from", "to", "or"),
    ordinary=("중동", "상동", "가능", "이천", "대화", "가정", "삼성", "대림", "방이", "이동", "방학", "대상"),
    never=("이대로", "역세권", "지하철역", "도심"),
    phases=("차", "단지"),
    leads=("near", "in", "around", "at"),
    common=("지하철", "한강", "저희"),
    describing=("은", "는", "운", "한", "살던"),
    between=("사이", "중간"),
    roads=("로",),
    brands=("힐스테이트",),
    groups={"마용성": ("마포구", "용산구", "성동구"), "고양시": ("덕양구", "일산동구", "일산서구")},
)
LATIN = {
    "역": ("station", "stn", "yeok"),
    "동": ("dong",),
    "구": ("gu", "district"),
    "시": ("si", "city"),
}


@pytest.fixture(scope="session")
def places(root: Path) -> tuple[Place, ...]:
    return read_places(root / "examples" / "seoul" / "places.csv.gz")


@pytest.fixture(scope="session")
def make_index(places: tuple[Place, ...]) -> Callable[[Boosts], PlaceIndex]:
    """An index over the sample's places with other boosts."""

    def make(boosts: Boosts) -> PlaceIndex:
        return PlaceIndex(
            places,
            boosts=boosts,
            suffixes=SUFFIXES,
            near_words=NEAR,
            aliases=ALIASES,
            region_first=REGION_FIRST,
            regions=REGIONS,
            latin=LATIN,
        )

    return make


@pytest.fixture(scope="session")
def index(make_index: Callable[[Boosts], PlaceIndex]) -> PlaceIndex:
    return make_index(Boosts(exact=10, partial=5, address=3, ngram=1))


@pytest.fixture(scope="session")
def lexicon(index: PlaceIndex) -> Lexicon:
    return Lexicon(index, WORDS)
