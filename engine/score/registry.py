"""The kinds of factors by name: the built-in ones, and those of installed plugins.

Outside packages add a `Kind` under the entry point `rulewright.factors`; a profile names one with
`uses: NAME`.
"""

from engine.config.installed import brought
from engine.errors import ConfigError, EngineError, Problem
from engine.score.bonus import TERM_BONUS
from engine.score.count import CAPPED_LOG
from engine.score.factors import Homes, Kind, Passing, Scored
from engine.score.near import NEAR_PLACES, NEAR_WISH
from engine.score.query import Server, Term
from engine.score.share import SHARE_IN_WISH
from engine.score.wishes import PluginWish, Wish

KINDS: dict[str, Kind] = {
    kind.name: kind for kind in (NEAR_PLACES, NEAR_WISH, SHARE_IN_WISH, TERM_BONUS, CAPPED_LOG)
}
_BUILT_IN = frozenset(KINDS)


def kind_named(name: str) -> Kind:
    """The kind of that name, an installed plugin's included. Raises ConfigError (SCORE008) without one."""
    if name not in KINDS:
        kind = brought("rulewright.factors", name, "SCORE008")
        if kind is None:
            message = f"there is no factor kind {name}"
            raise ConfigError(Problem(code="SCORE008", message=message, hint="uses: a registered name"))
        if not isinstance(kind, Kind):
            message = f"the plugin {name} is {type(kind).__name__}, not an engine.score.factors.Kind"
            raise ConfigError(Problem(code="SCORE008", message=message))
        KINDS[name] = kind
    return KINDS[name]


def score(kind: str, wish: Wish, homes: Homes, passing: Passing) -> Scored:
    """The values of one factor for every home. Raises ConfigError (SCORE014) where a plugin's kind fails."""
    found = kind_named(kind)
    try:
        return found.values(wish, homes, passing)
    except Exception as error:
        _blame(kind, wish, error)
        raise


def query(kind: str, wish: Wish, share: float, server: Server) -> Term:
    """What one factor of that weight / 100 adds to a query. Raises ConfigError (SCORE013) for a kind that
    has no query form, or (SCORE014) where a plugin's fails."""
    form = kind_named(kind).query
    if form is None:
        message = f"the factor kind {kind} has no query form: it ranks only with backend: embedded"
        raise ConfigError(Problem(code="SCORE013", message=message, hint="give its Kind a query form"))
    try:
        return form(wish, share, server)
    except Exception as error:
        _blame(kind, wish, error)
        raise


def _blame(kind: str, wish: Wish, error: Exception) -> None:
    """Raises ConfigError (SCORE014) for what a plugin's kind raised, in no words of its own, with the names
    of what it was given."""
    if kind in _BUILT_IN or isinstance(error, EngineError):
        return
    given = ", ".join(wish.options) if isinstance(wish, PluginWish) else ""
    message = f"the factor kind {kind} raised {type(error).__name__}"
    hint = (
        f"see whether it knows its options ({given})" if given else "see whether it needs options (with: …)"
    )
    raise ConfigError(Problem(code="SCORE014", message=message, hint=hint)) from error
