"""English = Korean: one plan, whichever of the two languages a customer writes in."""

from pathlib import Path

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.planner.planned import Planned
from tests.planner.conftest import Planner

NEAR: tuple[tuple[str, str], ...] = (
    ("강남역 근처", "near Gangnam Station"),
    ("잠실역 근처", "near Jamsil Station"),
    ("서울역 근처", "near Seoul Station"),
    ("역삼동", "in Yeoksam-dong"),
    ("마포구", "in Mapo-gu"),
    ("신림역과 강남역 사이", "between Sillim Station and Gangnam Station"),
    ("신림역 또는 강남역 근처", "near Sillim Station or Gangnam Station"),
    ("삼성역, 강남역, 교대역 사이", "between Samseong Station, Gangnam Station and Gyodae Station"),
    ("강남역 말고 잠실역 근처", "near Jamsil Station, not Gangnam Station"),
    ("강남역 대신 잠실역 근처", "near Jamsil Station instead of Gangnam Station"),
    ("강남역에서 도보 10분 이내", "within 10 minutes' walk of Gangnam Station"),
    ("강남역에서 1km 이내", "within 1 km of Gangnam Station"),
    ("강남역까지 지하철로 40분 이내", "within 40 minutes of Gangnam Station by subway"),
    ("강남역까지 출퇴근 40분 이내", "with a commute to Gangnam Station within 40 minutes"),
)
DEALS: tuple[tuple[str, str], ...] = (
    ("매매", "to buy"),
    ("전세", "for jeonse"),
    ("월세", "for monthly rent"),
    ("전세나 월세", "for jeonse or monthly rent"),
    ("전세 말고 매매", "to buy, not jeonse"),
)
HOMES: tuple[tuple[str, str], ...] = (
    ("신축 아파트", "newly built apartment"),
    ("대단지 아파트", "apartment in a large complex"),
    ("아파트", "apartment"),
    ("집", "home"),
)
REQUESTS: tuple[tuple[str, str], ...] = (
    ("추천해줘", "Please recommend an"),
    ("찾아주세요", "Find me an"),
    ("찾고 있어요", "I'm looking for an"),
)

AMOUNTS = st.integers(2, 30)
PRICE: tuple[tuple[str, str], ...] = (
    ("{a}억 이하", "up to {m} million won"),
    ("{a}억 이하", "at most {m} million won"),
    ("{a}억까지", "no more than {b} billion won"),
    ("{a}억 미만", "under {b} billion won"),
    ("{a}억 미만", "less than {m} million KRW"),
    ("{a}억 이상", "at least {m} million won"),
    ("{a}억 이상", "{b} billion won or more"),
    ("{a}억 초과", "more than {b} billion won"),
    ("{a}억 정도", "around {m} million won"),
    ("{a}억 정도", "about {b}B won"),
    ("{a}억 이하", "{m}M max"),
    ("{a}억 이하", "₩{b} billion or less"),
    ("{a}억 이하", "no more than KRW {m} million"),
    ("{a}억 이하", "at most {w} won"),
    ("{a}억에서 {c}억 사이", "between {m} million won and {n} million won"),
    ("{a}억~{c}억", "from {b} to {d} billion won"),
    ("{a}억~{c}억", "{m}M to {n}M won"),
    ("{a}억 5천 이하", "up to {h} million won"),
)
SIZES = st.integers(15, 60)
AREA: tuple[tuple[str, str], ...] = (
    ("{a}평 이상", "at least {a} pyeong"),
    ("{a}평 이상", "{a} pyeong or larger"),
    ("{a}평 이하", "at most {a} pyeong"),
    ("{a}평 정도", "about {a} pyeong"),
    ("{t}평대", "in the {t} pyeong range"),
    ("{a}평에서 {c}평", "from {a} to {c} pyeong"),
    ("{a}평 미만", "smaller than {a} pyeong"),
    ("{a}㎡ 이상", "at least {a} sqm"),
    ("{a}㎡ 이하", "up to {a} square meters"),
    ("전용 {a}㎡ 이상", "exclusive area at least {a} sqm"),
    ("전용 {a}㎡ 이하", "exclusive floor area up to {a} m²"),
    ("전용 {a}평", "net area {a} pyeong"),
    ("공급 {a}평 이상", "supply area at least {a} pyeong"),
    ("{a}㎡~{c}㎡", "between {a} and {c} sqm"),
)
ROOMS: tuple[tuple[str, str], ...] = (
    ("방 {r}개", "{r} bedrooms"),
    ("방 {r}개 이상", "at least {r} bedrooms"),
    ("방 {r}개 이상", "{r} or more bedrooms"),
    ("방 {r}개 화장실 2개", "{r} bedrooms and 2 bathrooms"),
    ("방 {r}개 화장실 2개", "{r}BR 2BA"),
    ("방 {r}개", "{r}-bed"),
    ("방 {r}개 이상", "{r}+ bedrooms"),
    ("방 {r}개 이하", "no more than {r} rooms"),
)
HOUSEHOLDS: tuple[tuple[str, str], ...] = (
    ("{u}세대 이상", "at least {u} households"),
    ("{u}세대 이상", "{u} units or more"),
    ("{u}세대 이상", "more than {u1} households"),
    ("{u}세대 이하", "up to {u} units"),
    ("{u}세대 이상", "{u}+ units"),
    ("{u}세대 미만", "fewer than {u} homes"),
    ("천세대 이상", "at least a thousand units"),
)
BUILT: tuple[tuple[str, str], ...] = (
    ("{y}년 이후 준공", "built after {y}"),
    ("{y}년 이후 준공", "built since {y}"),
    ("{y}년 이후 준공", "built in {y} or later"),
    ("{y}년 이후 준공", "built {y} or newer"),
    ("{y}년보다 전에 준공", "built before {y}"),
    ("{y}년까지 지어진", "built in {y} or earlier"),
    ("{y}년 초과 준공", "newer than {y}"),
    ("{e}년대", "built in the {e}s"),
    ("{e}년대 초반", "built in the early {e}s"),
    ("{e}년대 후반", "built in the late {e}s"),
    ("{e}년에서 {y}년 사이 준공", "built between {e} and {y}"),
    ("{g}년 이하", "no older than {g} years"),
    ("{g}년 이하", "built within the last {g} years"),
    ("{g}년 넘은", "older than {g} years"),
    ("{g}년 이내", "less than {g1} years old"),
    ("{g}년 이내", "within {g} years old"),
)
FLOOR: tuple[tuple[str, str], ...] = (
    ("1층 제외", "not the first floor"),
    ("10층 이상", "10th floor or above"),
)
DEPOSITS = st.integers(1, 9)
RENTS = st.integers(2, 9)
RENT: tuple[tuple[str, str], ...] = (
    ("보증금 {p}000만원 월세 {q}0만원", "deposit {p}0 million won, monthly rent {q}00,000 won"),
    ("보증금 {p}000만원 월세 {q}0만원", "a deposit of {p}0M won and {q}00k won a month"),
    (
        "보증금 {p}000만원 이하 월세 {q}0만원 이하",
        "deposit up to {p}0 million won, monthly rent up to {q}00k won",
    ),
    ("보증금 {p}000만원 이하", "with a deposit of at most {p}0 million won"),
    ("보증금 {p}000만원 이하", "key money no more than {p}0 million won"),
    ("보증금 {p}000만원 정도", "deposit about {p}0 million won"),
    ("보증금 {p}000만원에서 {s}000만원 사이", "deposit between {p}0 million and {s}0 million won"),
    ("보증금 {p}000만원 미만", "deposit under {p}0 million won"),
    ("월세 {q}0만원 이하", "monthly rent up to {q}00,000 won"),
    ("월세 {q}0만원 이하", "at most {q}00k won a month"),
    ("월세 {q}0만원에서 {t}0만원 사이", "monthly rent between {q}00,000 and {t}00,000 won"),
    ("월세 {q}0만원 정도", "monthly rent of around {q}00,000 won"),
    ("월세 {q}0만원 미만", "monthly rent less than {q}00,000 won"),
)
JEONSE: tuple[tuple[str, str], ...] = (
    ("전세 {a}억 이하", "jeonse up to {m} million won"),
    ("전세 {a}억 정도", "jeonse for about {b} billion won"),
    ("전세 {a}억~{c}억", "jeonse, {m}M to {n}M won"),
    ("전세 보증금 {a}억 이하", "jeonse with a deposit of up to {m} million won"),
)
WANTS: dict[str, tuple[tuple[str, str], ...]] = {
    "price": PRICE,
    "area": AREA,
    "rooms": ROOMS,
    "households": HOUSEHOLDS,
    "built": BUILT,
    "floor": FLOOR,
}


@st.composite
def conditions(draw: st.DrawFn) -> list[tuple[str, str]]:
    """One to three conditions on different wants, each in both languages."""
    chosen = draw(st.lists(st.sampled_from(sorted(WANTS)), min_size=1, max_size=3, unique=True))
    return [_written(*draw(st.sampled_from(WANTS[want])), draw) for want in chosen]


@st.composite
def rents(draw: st.DrawFn) -> list[tuple[str, str]]:
    """A deposit, a rent or both, and at most one condition on another want."""
    money = draw(st.sampled_from((*RENT, *JEONSE)))
    others = draw(st.lists(st.sampled_from((*AREA, *ROOMS, *HOUSEHOLDS, *BUILT, *FLOOR)), max_size=1))
    wants: list[tuple[str, str]] = [money, *others]
    return [_written(*wanted, draw) for wanted in wants]


def _written(korean: str, english: str, draw: st.DrawFn) -> tuple[str, str]:
    if "pyeong" in english or "sq" in english or "m²" in english:
        low = draw(SIZES)
        values: dict[str, object] = {"a": low, "c": low + draw(st.integers(1, 20)), "t": low // 10 * 10}
    else:
        low = draw(AMOUNTS)
        high = low + draw(st.integers(1, 9))
        values = {"a": low, "c": high, "m": low * 100, "n": high * 100, "h": low * 100 + 50}
        values |= {"b": f"{low / 10:g}", "d": f"{high / 10:g}", "w": f"{low * 100_000_000:,}"}
    units, age = draw(st.integers(3, 30)) * 100, draw(st.integers(3, 20))
    year = draw(st.integers(1990, 2024))
    values |= {"r": draw(st.integers(1, 5)), "u": units, "u1": units - 1, "y": year, "e": year // 10 * 10}
    values |= {"g": age, "g1": age + 1}
    deposit, rent, more = draw(DEPOSITS), draw(RENTS), draw(st.integers(1, 9))
    values |= {"p": deposit, "q": rent, "s": deposit + more, "t": rent + more}
    return korean.format(**values), english.format(**values)


@given(
    near=st.sampled_from(NEAR),
    deal=st.sampled_from(DEALS),
    home=st.sampled_from(HOMES),
    request=st.sampled_from(REQUESTS),
    said=conditions(),
)
def test_a_sentence_in_english_gives_the_plan_of_the_same_sentence_in_korean(
    planned: Planner,
    near: tuple[str, str],
    deal: tuple[str, str],
    home: tuple[str, str],
    request: tuple[str, str],
    said: list[tuple[str, str]],
) -> None:
    # right behind an amount 월세 would be the label of a monthly amount
    wanted = f"{home[0]} {deal[0]}" if "월세" in deal[0] else f"{deal[0]} {home[0]}"
    # without a comma what takes back one condition may take back the one before it: 15평 미만 1층 제외
    korean = f"{near[0]} {', '.join(k for k, _ in said)} {wanted} {request[0]}"
    english = f"{request[1]} {home[1]} {deal[1]} {near[1]}, {', '.join(e for _, e in said)}"
    assert decided(planned(english)) == decided(planned(korean)), f"\n{korean}\n{english}"


@settings(max_examples=50)
@given(
    near=st.sampled_from(NEAR),
    home=st.sampled_from(HOMES),
    request=st.sampled_from(REQUESTS),
    said=rents(),
)
def test_deposits_and_rents_in_english_give_the_plan_of_the_same_in_korean(
    planned: Planner,
    near: tuple[str, str],
    home: tuple[str, str],
    request: tuple[str, str],
    said: list[tuple[str, str]],
) -> None:
    korean = f"{near[0]} {', '.join(k for k, _ in said)} {home[0]} {request[0]}"
    english = f"{request[1]} {home[1]} {near[1]}, {', '.join(e for _, e in said)}"
    assert decided(planned(english)) == decided(planned(korean)), f"\n{korean}\n{english}"


def test_what_foreigners_write_gives_the_plan_of_the_same_in_korean(planned: Planner) -> None:
    pairs = yaml.safe_load((Path(__file__).parent / "english.yaml").read_text("utf-8"))
    apart = [pair for pair in pairs if decided(planned(pair[1])) != decided(planned(pair[0]))]
    assert len(pairs) >= 100
    assert apart == []


def decided(planned: Planned) -> tuple[object, ...]:
    """What a plan says, apart from the words it was read from; of wishes, which are words, how many."""
    places = [(place.kind, place.id) for place in planned.places]
    steps = [(step.name, step.deps) for step in planned.plan.steps]
    alternatives = [dict(each) for each in planned.alternatives]
    assumed = [(each.household, dict(each.params)) for each in planned.assumed]
    said = dict(planned.params), alternatives, assumed, len(planned.wishes)
    return planned.plan.intent, planned.strategy, places, planned.weights, said, steps
