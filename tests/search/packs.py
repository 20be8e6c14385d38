"""The property pack in memory, with edits: what a product manager would type, without files or checks."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from engine.config.catalog import Catalog
from engine.config.filter import Filter
from engine.config.language import Language
from engine.config.load import load_documents, models_of
from engine.config.pack import Pack
from engine.config.plan_policy import PlanPolicy
from engine.config.profile import Profile
from engine.config.relax import Relax
from engine.config.revision import Revision
from engine.config.vocabulary import Vocabulary

ROOT = Path(__file__).resolve().parent.parent.parent
Edits = Mapping[str, list[tuple[str, str]]]
DEFAULT = "scoring_profiles/default.yaml"
CATALOG = "rules/catalog.yaml"


@lru_cache(maxsize=1)
def _files() -> dict[str, bytes]:
    """The files of the pack that ranking reads."""
    paths = [
        *(ROOT / "scoring_profiles").glob("*.yaml"),
        *(ROOT / "rules").glob("*.yaml"),
        *(ROOT / "rules" / "filters").glob("*.yaml"),
    ]
    texts = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in paths}
    return {file: data for file, data in texts.items() if not file.endswith(".cases.yaml")}


def edited(edits: Edits | None = None, files: Mapping[str, str] | None = None) -> Revision:
    """The pack after the edits ({file: [(old, new), …]}) and with more files; an old text that is not
    there fails."""
    texts = dict(_files())
    for file, changes in (edits or {}).items():
        text = texts[file].decode()
        for old, new in changes:
            assert old in text, f"{file} has no {old!r}"
            text = text.replace(old, new, 1)
        texts[file] = text.encode()
    texts |= {file: text.encode() for file, text in (files or {}).items()}
    loaded = load_documents(texts)
    assert not loaded.problems, [str(problem) for problem in loaded.problems]
    one = {kind: document.model for (kind, _), document in loaded.documents.items()}

    def many(kind: str) -> dict:
        return {document.name: document.model for document in models_of(loaded.documents, kind)}

    assert isinstance(one["pack"], Pack)
    assert isinstance(one["catalog"], Catalog)
    relax, vocabulary = one.get("relax"), one.get("vocabulary")
    filters: dict[str, Filter] = many("filter")
    profiles: dict[str, Profile] = many("profile")
    return Revision(
        id="test",
        root=ROOT,
        pack=one["pack"],
        catalog=one["catalog"],
        language=Language(kind="language"),
        vocabulary=vocabulary if isinstance(vocabulary, Vocabulary) else Vocabulary(kind="vocabulary"),
        plan_policy=PlanPolicy(kind="plan_policy", intents=()),
        conversions={},
        tools={},
        filters=filters,
        relax=relax if isinstance(relax, Relax) else None,
        profiles=profiles,
        tasks={},
        flows={},
        templates=None,
        cases={},
        documents=loaded.documents,
    )


@lru_cache(maxsize=1)
def pack() -> Revision:
    """The property pack as it stands."""
    return edited()
