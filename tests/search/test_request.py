"""The request is pure data: reading it loads nothing heavy."""

import subprocess
import sys

from engine.search.deferred import Deferred


def test_a_request_loads_no_numpy_and_neither_do_the_checks() -> None:
    script = (
        "import sys, engine.search, engine.search.request, engine.search.wire, engine.search.relax_checking\n"
        "import engine.score.checking, engine.catalog.checking, engine.search.filter_checking\n"
        "assert 'numpy' not in sys.modules\n"
        "from engine.search import rank\n"
        "assert 'numpy' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)  # noqa: S603 - our own script


def test_what_is_deferred_is_made_once_and_is_a_sequence() -> None:
    made: list[int] = []

    def make() -> tuple[int, ...]:
        made.append(1)
        return (3, 4)

    later = Deferred(make)
    assert made == []
    assert (later[0], later[-1], later[:1], len(later), list(later), repr(later)) == (
        3,
        4,
        (3,),
        2,
        [3, 4],
        "(3, 4)",
    )
    assert later == (3, 4)
    assert later == Deferred(lambda: (3, 4))
    assert later != (3,)
    assert hash(later) == hash((3, 4))
    assert made == [1]
