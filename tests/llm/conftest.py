"""Fixtures of the tests of models."""

import warnings

import pytest

from tests.llm.asking import ended, model
from tests.llm.fake_llm_server import serving, streamed


@pytest.fixture(scope="session")
def litellm() -> object:
    """The library, loaded once and asked once, since it loads the rest of itself then; what it warns of on
    its way in is its own affair."""
    from engine.llm.litellm_client import load

    with warnings.catch_warnings(), serving([streamed("{}")]) as fake:
        warnings.simplefilter("ignore")
        load()
        assert ended([model("litellm", fake.url)]).outcome == "{}"
        return load()


_LIBRARY_WARNS = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")
"""It loads parts of itself at the first ask, which warn of how they are written."""


@pytest.fixture(params=["openai_compatible", pytest.param("litellm", marks=_LIBRARY_WARNS)])
def plugin(request: pytest.FixtureRequest) -> str:
    """Each plugin that speaks HTTP."""
    if request.param == "litellm":
        request.getfixturevalue("litellm")
    return str(request.param)
