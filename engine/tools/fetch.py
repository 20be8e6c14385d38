"""The tool that reads one document: a name or an id → its facts."""

from collections.abc import Mapping

from engine.config.tool import Tool
from engine.errors import Problem
from engine.places.place import Place
from engine.tools.registry import NotFound, Resources, ToolFunction, kind, tool_of


@kind("fetch")
def fetch_tool(resources: Resources, tool: Tool) -> ToolFunction:
    """A function from `{name}` or `{id}` to `{doc, link, alternatives}`.

    A name is looked up like a place of the document's kind; the best match that has a document is taken, and
    the other matches are its alternatives. Raises NotFound (TOOL008) for a name or an id without a document.
    """
    homes, index = resources.homes_for(tool), resources.index
    catalog = resources.revision.catalog

    async def fetch(params: Mapping[str, object]) -> dict[str, object]:
        wanted = params.get("id")
        if isinstance(wanted, str) and wanted:
            doc = (await homes.documents([wanted])).get(wanted)
            if doc is None:
                raise NotFound(Problem(code="TOOL008", message=f"no {catalog.document} has the id {wanted}"))
            return {"doc": dict(doc), "link": _link(doc, catalog.link, catalog.id), "alternatives": []}
        name = str(params.get("name", ""))
        matches = [m for m in await homes.lookup(name, limit=20) if m.place.kind == catalog.document]
        documents = await homes.documents([match.place.id for match in matches])
        found = [match for match in matches if match.place.id in documents]
        if not found:
            near = index.near_spellings(name) if index is not None else ()
            raise NotFound(
                Problem(
                    code="TOOL008",
                    message=f"no {catalog.document} of that name is in the data",
                    hint=", ".join(near),
                )
            )
        best = found[0]
        doc = documents[best.place.id]
        others = [_choice(match.place) for match in found[1:] if match.score == best.score]
        return {"doc": dict(doc), "link": _link(doc, catalog.link, catalog.id), "alternatives": others}

    return tool_of(homes, fetch)


def _choice(place: Place) -> dict[str, object]:
    return {"name": place.name, "id": place.id, "address": place.address}


def _link(doc: Mapping[str, object], link: str | None, id_field: str) -> str | None:
    return link.replace("{id}", str(doc.get(id_field, ""))) if link else None
