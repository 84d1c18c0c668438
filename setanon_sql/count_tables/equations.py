"""The worst of the small counts that follow, with how they follow."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated

from setanon_sql.count_tables.bounds import CellBounds
from setanon_sql.count_tables.cells import Cells
from setanon_sql.count_tables.derived import Derived
from setanon_sql.count_tables.who import event_cells
from setanon_sql.engine import Engine, scoped
from setanon_sql.fields import Fields
from setanon_sql.query.templates import Table

#: Of a line with more parts the first ones are named.
_MOST_TERMS = 8
#: So many of each kind are told with how they follow.
WORST = 10

_LabelsOfCells = dict[tuple[int, int], set[str]]


@dataclass(frozen=True)
class SmallCount(Fields):
    """A small count that follows."""

    kind: Annotated[str, "as in `derivable_by_kind`"]
    low: Annotated[int, "so many at least"]
    high: Annotated[int, "so many at most"]
    equation: Annotated[str, "what is added and subtracted †"]


@scoped
def worst_of(
    engine: Engine, cells: Cells, bounds: CellBounds, derived: Derived, columns: Sequence[str]
) -> tuple[SmallCount, ...]:
    """Return the smallest counts that follow, some of each kind. ``columns``: those of groups."""
    counts: list[SmallCount] = []
    for kind, table in derived.tables.items():
        events = engine.table("count_tables/who/worst", derived=table, most=WORST)
        sets = event_cells(engine, kind, events, cells, bounds)
        held = _labels(engine, sets, cells, columns)
        counts += [
            SmallCount(kind, int(low), int(high), _equation(kind, held[int(event)]))
            for event, low, high in engine.rows("count_tables/who/bounds_of_worst", events=events)
        ]
    return tuple(sorted(counts, key=lambda each: (each.high, each.low, each.kind)))


def _labels(engine: Engine, sets: Table, cells: Cells, columns: Sequence[str]) -> dict[int, _LabelsOfCells]:
    """Return the labels of the cells of each count: by whether they are held (-1: they are), and by their node."""
    tables = {"event_cells": sets, "set_labels": cells.set_labels, "labels": cells.labels}
    labels_of: dict[int, _LabelsOfCells] = {}
    for event, node, is_held, place, name in engine.rows("count_tables/who/labels_of_cells", **tables):
        labels = labels_of.setdefault(int(event), {}).setdefault((-int(is_held), int(node)), set())
        if name is not None:
            labels.add(f"{columns[int(place) - 1]}={name}" if place else str(name))
    return labels_of


def _equation(kind: str, cells: Mapping[tuple[int, int], set[str]]) -> str:
    """Return what is added and subtracted."""
    ordered = sorted(cells)
    held = [cells[key] for key in ordered if key[0] < 0]
    others = [cells[key] for key in ordered if key[0] == 0]
    if kind == "both":
        return f"{_term(held[0])} + {_term(held[1])} - n({_common(held)})"
    if kind == "sum":
        return _alternating(held[0], [other - held[0] for other in others])
    more = " - …" if len(others) > _MOST_TERMS else ""
    return " - ".join(_term(labels) for labels in [*held, *others[:_MOST_TERMS]]) + more


def _alternating(held: set[str], away: Sequence[set[str]]) -> str:
    text = _term(held)
    for size in range(1, len(away) + 1):
        sign = " - " if size % 2 else " + "
        text += "".join(sign + _term(held.union(*chosen)) for chosen in combinations(away, size))
    return text


def _term(labels: set[str]) -> str:
    return f"n({', '.join(sorted(labels)) or 'all'})"


def _common(held: Sequence[set[str]]) -> str:
    return ", ".join(sorted(set.intersection(*held))) or "all"
