"""Random changes of columns beside plain dictionaries that are changed the same way."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import strategies as st

from engine.search.changes import Amount, with_amounts, with_documents, without
from engine.search.column_file import dump_columns, load_columns
from engine.search.columns import Columns
from engine.search.embedded import rank
from engine.search.nearest import is_bare, nearest_home
from engine.search.request import SearchPlace, SearchRequest
from tests.search.corpora import homes, requests
from tests.search.packs import pack

Docs = Mapping[str, dict]
AREA = {"sido": ("서울",), "sigungu": ("강남구",)}
_DONGS = st.sampled_from([None, "", "역삼동", "삼성동", "수서동"])


@st.composite
def placed_homes(draw: st.DrawFn, most: int = 8) -> list[dict]:
    """Random homes, most of them with an address, and some whose ids do not go by age."""
    made = draw(homes(most))
    for home in made:
        home["sido"] = draw(st.sampled_from(["서울", "부산"]))
        home["sigungu"] = draw(st.sampled_from(["강남구", "중구", None]))
        home["dong"] = draw(_DONGS)
    return made


asked = st.builds(
    lambda request, in_area, relax: SearchRequest(
        places=(SearchPlace(name="a", lat=37.5, lon=127.03, inside=AREA),) if in_area else request.places,
        radius_km=None if in_area else request.radius_km,
        params=request.params,
        alternatives=request.alternatives,
        filters=request.filters,
        limit=request.limit,
        relax=relax,
    ),
    requests,
    st.booleans(),
    st.booleans(),
)
_ids = st.sampled_from([f"c{n}" for n in range(8)])
_amount = st.tuples(
    st.integers(0, 40),
    st.integers(0, 3),
    st.sampled_from(["asking", "traded"]),
    st.sampled_from(["DEAL", "LEASE", "RENT"]),
    st.sampled_from([None, 0, 50_000, 100_000, 110_000.5, 100_000.1, 300_000]),
)
changes = st.lists(
    st.one_of(
        st.tuples(st.just("amounts"), st.lists(_amount, max_size=3)),
        st.tuples(st.just("remove"), st.sets(_ids, max_size=3)),
        st.tuples(st.just("add"), placed_homes(5)),
    ),
    max_size=6,
)


def apply(columns: Columns, documents: Docs, change: tuple) -> tuple[Columns, Docs]:
    """The columns and the plain documents after one drawn change."""
    how, what = change
    if how == "remove":
        return without(columns, what), {key: each for key, each in documents.items() if key not in what}
    if how == "add":
        added = {each["complex_id"]: each for each in what}
        return with_documents(columns, what, pack()), {**documents, **added}
    changed = deepcopy(dict(documents))
    priced = [key for key, each in changed.items() if each["floor_plans"]]
    amounts: list[Amount] = []
    for number, part, name, deal, amount in what if priced else ():
        home = changed[priced[number % len(priced)]]
        plan = home["floor_plans"][part % len(home["floor_plans"])]
        others = {key: value for key, value in (plan.get(name) or {}).items() if key != deal}
        plan[name] = others if amount is None else {**others, deal: amount}
        amounts.append(
            Amount(id=home["complex_id"], part=plan["plan_id"], field=name, deal=deal, amount=amount)
        )
    return with_amounts(columns, amounts), changed


def reloaded(columns: Columns) -> Columns:
    """The columns as they come back from a file."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "columns.bin")
        file.write_bytes(dump_columns(columns, "key"))
        loaded = load_columns(file, columns.catalog, "key")
    assert loaded is not None
    return loaded


def answers(columns: Columns, request: SearchRequest) -> Sequence[object]:
    """Everything that columns are asked."""
    result = rank(request, columns, pack())
    return (
        result.hits,
        result.score_of,
        result.total,
        tuple(result.dropped),
        tuple(result.conditions),
        result.relaxed,
        set(columns.told(["sido", "sigungu", "dong"])),
        columns.ranges(),
        nearest_home(columns, [SearchPlace(name="p", lat=37.5, lon=127.03)]),
        is_bare(columns, AREA),
        len(columns),
        dict(columns.by_id),
        list(columns.documents),
    )
