"""The registered kinds: their arithmetic, plugins, and that each is documented."""

from dataclasses import dataclass

import numpy as np
import pytest

from engine.errors import ConfigError
from engine.score.count import capped_log
from engine.score.factors import Homes, Kind, Scored
from engine.score.registry import KINDS, kind_named
from engine.score.wishes import CappedLog, PluginWish
from engine.search import rank
from engine.search.request import SearchRequest
from tests.search.packs import DEFAULT, edited


@dataclass
class OneColumn:
    """Homes with one count each."""

    values: list[float]

    def numbers(self, path: str, deal: str | None = None) -> np.ndarray:
        return np.array(self.values, dtype=np.float64)


def test_every_kind_has_both_forms_and_both_are_documented() -> None:
    assert set(KINDS) >= {"near_places", "near_wish", "share_in_wish", "term_bonus", "capped_log"}
    for kind in KINDS.values():
        assert kind.values.__doc__
        assert kind.query is not None
        assert kind.query.__doc__


def test_a_capped_logarithm_runs_from_nothing_to_one_and_stays_there() -> None:
    homes = OneColumn([0, 12, 50, 51, 10**9, -3, np.nan])
    scored = capped_log(CappedLog(reads="n", cap=50, unknown=0.25), homes, {})
    assert scored.values == pytest.approx([0, 0.652356, 1, 1, 1, 0, 0.25], abs=1e-6)
    assert scored.known is not None
    assert scored.known.tolist() == [True] * 6 + [False]
    assert scored.terms(10.0) == pytest.approx(np.float64(np.float32(0.1)) * scored.values, abs=1e-8)


def test_weights_count_as_the_servers_hold_them() -> None:
    scored = Scored(values=np.ones(1))
    total = sum(scored.terms(weight)[0] for weight in (35.0, 35.0, 15.0, 5.0, 10.0))
    assert total == 0.9999999962747097
    assert np.float32(total) == 1.0


def test_the_value_for_the_unknown_is_rounded_with_its_weight_as_one_constant() -> None:
    scored = Scored(values=np.array([0.3, 0.3]), known=np.array([True, False]))
    assert scored.terms(35.0).tolist() == [float(np.float32(0.35)) * 0.3, float(np.float32(0.35 * 0.3))]


def test_a_kind_that_nobody_registered_is_said() -> None:
    with pytest.raises(ConfigError, match="SCORE008"):
        kind_named("no_such_kind")


def test_a_plugin_s_kind_scores_with_its_own_options(monkeypatch: pytest.MonkeyPatch) -> None:
    def even_ids(wish: PluginWish, homes: Homes, passing: object) -> Scored:
        return Scored(values=np.full(homes.count, wish.options["value"]))

    monkeypatch.setitem(KINDS, "even_ids", Kind(name="even_ids", values=even_ids))
    revision = edited({DEFAULT: [("{bonus: 신축,", "{uses: even_ids, with: {value: 0.5},")]})
    hit = rank(SearchRequest(), [{"complex_id": "a"}], revision).hits[0]
    assert hit.breakdown["newness"].value == 0.5
    assert hit.score == pytest.approx(0.025)


def test_listings_take_the_one_count_field_that_begins_with_their_name_or_the_one_that_is_named() -> None:
    homes = [{"complex_id": "a", "listing_count": 50, "households": 50}]
    plain = rank(SearchRequest(), homes, edited()).hits[0].breakdown["listings"].value
    named = edited({DEFAULT: [("{log_up_to: 50,", "{log_up_to: 50, of: households,")]})
    assert plain == rank(SearchRequest(), homes, named).hits[0].breakdown["listings"].value == 1.0
    with pytest.raises(ConfigError, match="SCORE010"):
        rank(SearchRequest(), homes, edited({"rules/catalog.yaml": [("listing_count:", "deal_count:")]}))
