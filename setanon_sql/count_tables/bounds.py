"""What each count can be: shown, rounded, or left by the other parts of a total."""

from dataclasses import dataclass

from setanon_sql.count_tables.cells import Cells
from setanon_sql.count_tables.rule import CountRule
from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadInput
from setanon_sql.query.templates import Table
from setanon_sql.text import count_of

#: More than any count; sums of a million of these still are whole numbers of 64 bits.
_ANY = 10**12
_MOST_ROUNDS = 50


@dataclass(frozen=True)
class CellBounds:
    """Bounds of each count: ``rows`` (``node, low, high``), and the ``lines`` (``total, place, node``) of parts.

    ``settled``: nothing more follows from them.
    """

    rows: Table
    lines: Table
    settled: bool


@scoped
def bounds_of(engine: Engine, cells: Cells, rule: CountRule) -> CellBounds:
    """Return what each count can be; raises BadInput where the counts of the table contradict each other.

    The groups that the table names are taken for all that there are, unless its counts say that there are others.
    """
    most = rule.k - 1 if rule.small_if_hidden else _ANY
    first = engine.table("count_tables/bounds/first", cells=cells.shown, step=rule.rounded, most=most)
    lines = _lines(engine, cells, rule)
    every = set(rule.adding_up)
    unnamed = engine.table(
        "count_tables/bounds/sums", lines=lines, bounds=first, complete=_places(engine, every), most=0
    )
    incomplete = {int(place) for (place,) in engine.rows("count_tables/bounds/incomplete", sums=unnamed, bounds=first)}
    for complete in (every - incomplete, set[int]()):
        bounds = _narrowed(engine, first, lines, _places(engine, complete))
        larger = bounds and engine.number("count_tables/bounds/larger", pairs=cells.pairs, bounds=bounds.rows)
        if bounds and not larger:
            return bounds
    if larger:
        raise BadInput(
            f"{count_of(larger, 'count is', 'counts are')} larger than that of a cell around it",
            "are all of the same records, and the columns of groups named in <by>?",
        )
    raise BadInput(
        "the counts of the table contradict each other: parts do not add up to their totals",
        "where one may be in several parts say <adds_up>: only the columns whose parts add up",
    )


def _places(engine: Engine, places: set[int]) -> Table:
    return engine.load("places", {"place": int}, [sorted(places)])


def _lines(engine: Engine, cells: Cells, rule: CountRule) -> Table:
    tables = {"subsets": cells.subsets, "set_labels": cells.set_labels, "labels": cells.labels, "cells": cells.shown}
    return engine.table("count_tables/bounds/lines", adding_up=_places(engine, set(rule.adding_up)), **tables)


def _narrowed(engine: Engine, rows: Table, lines: Table, complete: Table) -> CellBounds | None:
    """Return what each count can be by its lines, round by round; None where one can be nothing at all."""
    for _ in range(_MOST_ROUNDS):
        sums = engine.table("count_tables/bounds/sums", lines=lines, bounds=rows, complete=complete, most=_ANY)
        narrower = engine.table("count_tables/bounds/narrower", lines=lines, bounds=rows, sums=sums)
        narrowed, impossible = engine.answer("count_tables/bounds/narrowed", bounds=rows, narrower=narrower)
        if impossible:
            return None
        rows = narrower
        if not narrowed:
            return CellBounds(rows, lines, settled=True)
    return CellBounds(rows, lines, settled=False)
