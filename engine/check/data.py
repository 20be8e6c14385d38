"""The pack itself: the profile and the data files that it names exist."""

from collections.abc import Iterator

from engine.config.revision import Revision
from engine.errors import Problem
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
    if not pack.search.url.startswith(("http://", "https://")):
        message = f"{pack.search.url} is no address of a server"
        yield document.problem(["search", "url"], "CONF024", message, hint="http://HOST:PORT")
    for key, value in (("planner", pack.planner), ("answerer", pack.answerer)):
        if value == "llm":
            message = f"this version has no LLM plugin: the built-in {key} does the work and says so"
            yield document.problem([key], "CONF023", message, severity="warning")
