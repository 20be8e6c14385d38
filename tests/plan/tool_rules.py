"""A small set of plan rules, in the forms of the property pack."""

from engine.plan import Parameter, PlanPolicy, PlanRules, ToolSpec

WANTS = {
    parameter.name: parameter
    for parameter in (
        Parameter(name="priceMin", type="number"),
        Parameter(name="priceMax", type="number"),
        Parameter(name="areaMin", type="number"),
        Parameter(name="areaMax", type="number"),
        Parameter(name="dealType", type="choice", values=("DEAL", "LEASE", "RENT"), many=True),
        Parameter(name="areaBasis", type="choice", values=("exclusive", "supply")),
    )
}
POI = {
    "name": Parameter(name="name", type="text"),
    "lat": Parameter(name="lat", type="number", required=True),
    "lon": Parameter(name="lon", type="number", required=True),
}


def tool(name: str, *parameters: Parameter, results: str = "", one_of: tuple[str, ...] = ()) -> ToolSpec:
    return ToolSpec(
        name=name,
        parameters={parameter.name: parameter for parameter in parameters},
        results=frozenset(results.split()),
        one_of=one_of,
        timeout_s=2.0,
        idempotent=True,
    )


TOOLS = {
    spec.name: spec
    for spec in (
        tool(
            "poi_search",
            Parameter(name="location", type="text", required=True, at_most=40, refs_allowed=False),
            Parameter(name="near", type="text", at_most=40, refs_allowed=False),
            results="name kind id lat lon alternatives",
        ),
        tool(
            "property_info",
            Parameter(name="name", type="text", at_most=60, refs_allowed=False),
            Parameter(name="id", type="text", at_most=40),
            results="doc alternatives",
            one_of=("name", "id"),
        ),
        tool(
            "property_search",
            Parameter(name="pois", type="list", of=POI, at_most=5),
            Parameter(name="weights", type="list", of=Parameter(name="weights", type="number"), at_most=5),
            *WANTS.values(),
            Parameter(name="alternatives", type="list", of=WANTS),
            Parameter(name="assumed", type="list", of=Parameter(name="assumed", type="text")),
            Parameter(name="limit", type="count", at_most=50),
            results="hits scoreOf relaxed conditions",
        ),
        tool(
            "anything",
            Parameter(name="text", type="text"),
            Parameter(name="value", type="mapping"),
            Parameter(name="items", type="list"),
            Parameter(name="number", type="number"),
            Parameter(name="is_open", type="flag"),
            Parameter(name="place", type="mapping", of=POI),
            Parameter(name="by_name", type="mapping", of=Parameter(name="by_name", type="number")),
        ),
    )
}
POLICY = PlanPolicy(
    steps_at_most=10,
    free_text={"etcCondition": 300, "systemContext": 200},
    intents={
        "MEMORY": False,
        "PROPERTY_INFO": True,
        "GENERAL_QA": False,
        "PROPERTY_SEARCH": True,
        "OUT_OF_DOMAIN": False,
    },
    intent_tools={
        "PROPERTY_INFO": frozenset({"property_info"}),
        "PROPERTY_SEARCH": frozenset({"poi_search", "property_search"}),
    },
    goals={"PROPERTY_INFO": "property_info", "PROPERTY_SEARCH": "property_search"},
    fallback="OUT_OF_DOMAIN",
)
RULES = PlanRules(tools=TOOLS, plan_policy=POLICY)


def step(
    step_id: object, name: object = "anything", params: object = None, deps: object = None
) -> dict[str, object]:
    found: dict[str, object] = {"id": step_id, "name": name, "params": {} if params is None else params}
    return found if deps is None else {**found, "deps": deps}


def plan(*steps: object, intent: object = "GENERAL_QA", **more: object) -> dict[str, object]:
    return {"intent": intent, "steps": list(steps), **more}


SEARCH = plan(
    step("1", "poi_search", {"location": "강남역"}, []),
    step(
        "2",
        "property_search",
        {"pois": [{"name": "$1.name", "lat": "$1.lat", "lon": "$1.lon"}], "areaMin": 30, "areaMax": 39},
        ["1"],
    ),
    intent="PROPERTY_SEARCH",
    etcCondition=None,
    systemContext=None,
)
