"""The pack itself: the profile and the data files that it names exist."""

from collections.abc import Iterator

from engine.config.revision import Revision
from engine.errors import Problem
from engine.search.reserved import DOCUMENT, ID, NAME, SHARE
from engine.source.suggest import closest


def check_pack(revision: Revision) -> Iterator[Problem]:
    """Every problem of rules/pack.yaml."""
    document = revision.document("pack", "pack")
    pack = revision.pack
    does_rank = bool(revision.profiles) or any(tool.does == "search" for tool in revision.tools.values())
    if pack.profile not in revision.profiles and (does_rank or "profile" in pack.model_fields_set):
        message = f"the default profile {pack.profile} is not among {', '.join(revision.profiles) or 'none'}"
        hint = closest(pack.profile, list(revision.profiles)) or ""
        yield document.problem(["profile"], "CONF020", message, hint=hint)
    for key, file in (("documents", pack.documents), ("places", pack.places)):
        if file is None:
            if key == "documents" and pack.backend == "embedded" and does_rank:
                message = "the pack names no documents to rank in memory"
                yield document.problem([], "CONF021", message, hint="documents: FILE")
            continue
        if file.startswith(("/", "~")) or ".." in file.split("/"):
            yield document.problem([key], "CONF021", f"{key} must be a path inside the pack")
        elif not (revision.root / file).is_file() and (key, pack.backend) != ("documents", "elasticsearch"):
            message = f"there is no file {file} in the pack"
            yield document.problem([key], "CONF021", message, hint="build it with rulewright ingest")
    if pack.backend == "elasticsearch":
        yield from _reserved(revision)
    if not pack.search.url.startswith(("http://", "https://")):
        message = f"{pack.search.url} is no address of a server"
        yield document.problem(["search", "url"], "CONF024", message, hint="http://HOST:PORT")
    roles = pack.roles
    for role, value, named in (
        ("planner", pack.planner, roles.names("planner")),
        ("answerer", pack.answerer, roles.names("answerer")),
    ):
        if value == "llm" and not named:
            message = f"no model is named for the {role}: the built-in one does the work and says so"
            hint = f"roles: {{{role}: NAME}}, a name of models:"
            yield document.problem([role], "CONF023", message, hint=hint, severity="warning")
        elif value != "llm" and named:
            message = f"{role}: {value} asks no model, so {', '.join(named)} is never asked as {role}"
            hint = f"{role}: llm, or take {role} out of roles:"
            path = ["roles", role]
            yield document.problem(path, "CONF026", message, hint=hint, severity="warning", at_key=True)


def _reserved(revision: Revision) -> Iterator[Problem]:
    """Fields of the catalog whose names the index needs for itself."""
    catalog = revision.catalog
    document = revision.document("catalog", "catalog")
    taken = [(("fields", name), name) for name in (ID, NAME, DOCUMENT) if name in catalog.fields]
    taken += [
        (("items", item, "fields", SHARE), SHARE)
        for item, spec in catalog.items.items()
        if SHARE in spec.fields
    ]
    for path, name in taken:
        message = f"an index on a server has a field {name} of its own"
        yield document.problem(path, "CONF025", message, hint=f"another name, such as own_{name}")
