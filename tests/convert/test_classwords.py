"""The words of meaning classes, by the side of an amount."""

import pytest

from engine.config.conversion import Conversion
from engine.convert.classwords import around, joining


def table(**keys: object) -> Conversion:
    return Conversion.model_validate({"kind": "conversion", "name": "length", **keys})


CLASSES = {
    (info.alias or name, side)
    for name, info in Conversion.model_fields.items()
    for side in ("after", "before", "join")
    if side in getattr(info.annotation, "model_fields", ())
}


def test_the_pack_s_form_has_classes_on_every_side() -> None:
    assert {("band", "after"), ("about", "before"), ("instead", "join"), ("except", "before")} <= CLASSES


@pytest.mark.parametrize(("key", "side"), sorted(CLASSES))
def test_every_class_that_a_table_may_list_means_something(key: str, side: str) -> None:
    conversion = table(**{key: {side: ("word",)}})
    listed = {
        "after": [(written, words) for _, written, words in around(conversion, "after")],
        "before": [(written, words) for _, written, words in around(conversion, "before")],
        "join": list(joining(conversion)),
    }
    found = {(written, at): words for at, each in listed.items() for written, words in each if words}
    assert found == {(key, side): ("word",)}
