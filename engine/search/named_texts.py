"""The texts of documents that conditions may compare: held beside the numbers, so no document is read."""

from engine.catalog.fields import fields
from engine.config.revision import Revision


def named_texts(revision: Revision) -> tuple[str, ...]:
    """The paths of the text fields, and the documents' name, whose names stand in a condition of the filters.

    What stands there by chance is held as well: reading the conditions themselves would load their parser.
    """
    said = "\n".join(condition for each in revision.filters.values() for condition in each.also)
    if not said:
        return ()
    catalog = revision.catalog
    texts = {spec.path: spec.name for spec in fields(catalog).values() if spec.spec.type == "text"}
    return tuple([path for path, name in {**texts, catalog.name: catalog.name}.items() if name in said])
