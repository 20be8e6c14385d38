"""Random homes with every kind of absent value, and random requests over them."""

from hypothesis import strategies as st

from engine.search.request import SearchPlace, SearchRequest

CENTRE = (37.5, 127.03)


def maybe(values: st.SearchStrategy) -> st.SearchStrategy:
    return st.none() | values


amounts = st.sampled_from([0, 50_000, 90_000, 100_000, 110_000, 150_000, 300_000])
by_deal = st.dictionaries(st.sampled_from(["DEAL", "LEASE", "RENT"]), amounts, max_size=3)

plans = st.fixed_dictionaries(
    {},
    optional={
        "area_m2": maybe(st.sampled_from([59.0, 59.9, 84.0, 84.99, 85.0, 101.5])),
        "area": st.sampled_from([24.0, 29.0, 30.0, 33.99, 34.2, 39.99, 40.0]),
        "share": maybe(st.sampled_from([0.0, 0.25, 0.5, 1.0])),
        "rooms": maybe(st.integers(1, 4)),
        "asking": maybe(by_deal),
        "traded": by_deal,
        "deposit": st.sampled_from([0, 1000, 5000]),
        "monthly": st.sampled_from([0, 50, 80, 120]),
    },
)
_near = st.sampled_from([0.0, 1e-5, 0.004, 0.009, 0.018, 0.027, 0.2])


def _home(number: int, home: dict) -> dict:
    listed = [{"plan_id": f"p{place}", **plan} for place, plan in enumerate(home.pop("plans"))]
    return {"complex_id": f"c{number}", "name": f"c{number}", **home, "floor_plans": listed}


@st.composite
def homes(draw: st.DrawFn, most: int = 8) -> list[dict]:
    """Up to `most` homes, some without location, year, plans or prices, some alike."""
    made = draw(
        st.lists(
            st.fixed_dictionaries(
                {"plans": st.lists(plans, max_size=4)},
                optional={
                    "location": st.none()
                    | st.builds(lambda a, b: {"lat": CENTRE[0] + a, "lon": CENTRE[1] - b}, _near, _near),
                    "built_year": maybe(st.sampled_from([1988, 2019, 2020, 2024])),
                    "households": maybe(st.sampled_from([99, 300, 1000])),
                    "listing_count": maybe(st.sampled_from([0, 1, 12, 50, 51])),
                    "station_m": maybe(st.sampled_from([100, 500, 900])),
                },
            ),
            max_size=most,
        )
    )
    return [_home(number, home) for number, home in enumerate(made)]


_wants = st.fixed_dictionaries(
    {},
    optional={
        "priceMin": st.sampled_from([50_000, 90_000, 100_000]),
        "priceMax": st.sampled_from([100_000, 110_000, 150_000]),
        "areaMin": st.sampled_from([24, 30, 33]),
        "areaMax": st.sampled_from([33, 39, 39.99]),
        "areaM2Min": st.sampled_from([59, 84]),
        "roomCountMin": st.integers(1, 3),
        "depositMax": st.sampled_from([0, 1000]),
        "monthlyMax": st.sampled_from([50, 80]),
        "builtYearMin": st.sampled_from([2019, 2020]),
        "householdsMin": st.just(300),
        "stationDistanceMaxM": st.just(500),
        "walkMinutesMax": st.sampled_from([5, 15]),
        "dealType": st.sampled_from(["DEAL", "LEASE", "RENT", ["LEASE", "RENT"], ["DEAL", "LEASE"]]),
    },
)
_places = st.lists(
    st.builds(
        lambda lat, lon, weight: SearchPlace(name="p", lat=lat, lon=lon, weight=weight),
        st.sampled_from([37.5, 37.51]), st.sampled_from([127.03, 127.02]), st.sampled_from([1.0, 2.0]),
    ),
    max_size=2,
)  # fmt: skip
_alternatives = st.lists(
    st.fixed_dictionaries(
        {"areaMin": st.sampled_from([24, 33]), "areaMax": st.just(39)},
        optional={"priceMax": st.sampled_from([90_000, 110_000])},
    ),
    max_size=2,
)
requests = st.builds(
    SearchRequest,
    places=_places.map(tuple),
    radius_km=maybe(st.sampled_from([0.5, 1.5, 30.0])),
    params=_wants,
    alternatives=_alternatives.map(tuple),
    filters=st.sampled_from([None, False]),
    limit=st.just(50),
)
