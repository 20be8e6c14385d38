"""The pack itself: the profile and the data files that it names exist."""

from collections.abc import Iterator

from engine.config.revision import Revision
from engine.errors import Problem
from engine.search.reserved import DOCUMENT, ID, SHARE
from engine.source.suggest import closest


def check_pack(revision: Revision) -> Iterator[Problem]:
    """Every problem of rules/pack.yaml."""
    document = revision.document("pack", "pack")
    pack = revision.pack
    if pack.profile not in revision.profiles:
        message = f"the default profile {pack.profile} is not among {', '.join(revision.profiles) or 'none'}"
        hint = closest(pack.profile, list(revision.profiles)) or ""
        yield document.problem(["profile"], "CONF020", message, hint=hint)
    for key, file in (("documents", pack.documents), ("places", pack.places)):
        if file is None:
            continue
        if file.startswith(("/", "~")) or ".." in file.split("/"):
            yield document.problem([key], "CONF021", f"{key} must be a path inside the pack")
        elif not (revision.root / file).is_file():
            message = f"there is no file {file} in the pack"
            yield document.problem([key], "CONF021", message, hint="build it with rulewright ingest")
    if pack.backend == "elasticsearch":
        yield from _reserved(revision)
    if not pack.search.url.startswith(("http://", "https://")):
        message = f"{pack.search.url} is no address of a server"
        yield document.problem(["search", "url"], "CONF024", message, hint="http://HOST:PORT")
    for key, value in (("planner", pack.planner), ("answerer", pack.answerer)):
        if value == "llm":
            message = f"this version has no LLM plugin: the built-in {key} does the work and says so"
            yield document.problem([key], "CONF023", message, severity="warning")


def _reserved(revision: Revision) -> Iterator[Problem]:
    """Fields of the catalog whose names the index needs for itself."""
    catalog = revision.catalog
    document = revision.document("catalog", "catalog")
    taken = [(("fields", name), name) for name in (ID, DOCUMENT) if name in catalog.fields]
    taken += [
        (("items", item, "fields", SHARE), SHARE)
        for item, spec in catalog.items.items()
        if SHARE in spec.fields
    ]
    for path, name in taken:
        message = f"an index on a server has a field {name} of its own"
        yield document.problem(path, "CONF025", message, hint=f"another name, such as own_{name}")
