"""The filters' conditions in CEL that a home does not meet: their text, where it stands, and what the home
has in the fields that they read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.catalog.fields import Field, fields, parts_of, read_number
from engine.config.catalog import Catalog
from engine.config.revision import Revision
from engine.filters.predicate import Predicate, predicates_of
from engine.filters.tree import Read
from engine.search.branches import Branch, Wishes
from engine.search.candidates import Candidates
from engine.search.columns import Columns, Record
from engine.search.embedded import look
from engine.search.geo import Point
from engine.source.inner import place_in
from engine.source.tree import nearest


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A condition that a home does not meet, in the filter of that name; `line` is 1-based.

    `reason` is no_value where it has no answer, since a value that it works with is absent. `values` are what
    the home has, by the field as the condition writes it (None = absent): for a field of the parts a list.
    `asks` are the wants whose figures the condition uses.
    """

    filter: str
    condition: str
    file: str
    line: int
    reason: Literal["", "no_value"]
    values: Mapping[str, object]
    asks: frozenset[str]


def refused(
    columns: Columns, middle: Point | None, wishes: Wishes, revision: Revision
) -> tuple[Refused, ...]:
    """What the only home of the columns does not meet in any of the branches; a condition about one part when
    no part meets it."""
    homes = look(columns, middle, wishes, all_homes=True).homes
    found: list[Refused] = []
    for each in wishes.filters:
        document = revision.document("filter", each.name) if each.also else None
        for number, predicate in enumerate(predicates_of(each, revision.catalog)):
            told = [_answer(predicate, homes, branch) for branch in wishes.branches]
            if document is None or any(holds for holds, _ in told):
                continue
            node = nearest(document.node, ("also", number))
            found.append(
                Refused(
                    filter=each.name,
                    condition=predicate.source,
                    file=node.file,
                    line=place_in(node, 0)[0],
                    reason="no_value" if any(lost for _, lost in told) else "",
                    values=_values(predicate, columns.documents[0], wishes.hull, revision.catalog),
                    asks=frozenset(name.split(".")[1] for name in predicate.asks if name.startswith("want.")),
                )
            )
    return tuple(found)


def _answer(predicate: Predicate, homes: Candidates, branch: Branch) -> tuple[bool, bool]:
    """Whether the home, or with a condition about a part one of its parts, meets it; and whether it would if
    every answer that is wanting were a yes."""
    holds = lost = False
    for deal in branch.deals if predicate.reads_part else (None,):
        answers = predicate.mask(homes, branch.bindings, deal)
        holds = holds or bool(answers.holds.any())
        lost = lost or (answers.unanswered is not None and bool(answers.unanswered.any()))
    return holds, lost


def _values(predicate: Predicate, document: Record, branch: Branch, catalog: Catalog) -> dict[str, object]:
    known = fields(catalog)
    found: dict[str, object] = {}
    for read in predicate.reads:
        field, deal = known.get(read.path), branch.deals[0] if read.looked_at else read.deal
        if field is None:
            continue
        if field.item is None:
            found[read.written] = _value(read, field, document, deal)
        else:
            parts = parts_of(document, field.item)
            found[read.written] = [_value(read, field, part, deal) for part in parts]
    return found


def _value(read: Read, field: Field, record: Record, deal: str | None) -> object:
    if read.kind == "number":
        value = read_number(record, field, deal)
        return None if value is None else int(value) if value.is_integer() else value
    own = record.get(field.name)
    return own if isinstance(own, str | bool) else None
