"""Hide cells until no small count follows from those that are shown."""

from dataclasses import dataclass, replace

from setanon_sql.count_tables.bounds import CellBounds, bounds_of
from setanon_sql.count_tables.cells import Cells
from setanon_sql.count_tables.derived import Derived, derive
from setanon_sql.count_tables.rule import CountRule
from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import NotReached
from setanon_sql.query.templates import Table, all_rows


@dataclass(frozen=True)
class HiddenCells:
    """Cells of which no small count follows, the ``rule`` that they keep, and how many were ``hidden``.

    ``error``: how far off the counts are on average that are shown.
    """

    cells: Cells
    rule: CountRule
    hidden: int
    error: float = 0.0


@scoped
def hide(engine: Engine, cells: Cells, rule: CountRule) -> HiddenCells:
    """Hide cells, round by round, until no small count follows; raises NotReached where hiding does not end it.

    As long as no cell of k and more is hidden, what is not shown is less than k; from then on it may be anything.
    """
    engine.trace.begin_phase("hiding cells")
    before = shown = engine.number("count_tables/derived/shown", cells=cells.shown)
    while cells.all_parts:
        bounds = bounds_of(engine, _as_published(engine, cells), rule)
        derived = derive(engine, cells, bounds, rule)
        if bounds.settled and not sum(derived.by_kind(engine).values()):
            return HiddenCells(cells, rule, before - shown)
        hiding = _hiding(engine, cells, bounds, derived)
        cells = replace(cells, shown=engine.table("count_tables/hide/without", cells=cells.shown, hiding=hiding))
        rule = replace(rule, small_if_hidden=False)
        shown_before = shown
        shown = engine.number("count_tables/derived/shown", cells=cells.shown)
        engine.trace.progress(f"{before - shown:,} cells are no longer shown")
        if shown == shown_before:
            break
    raise NotReached("it cannot be told what follows from parts of totals", "name fewer columns in <by>")


def _as_published(engine: Engine, cells: Cells) -> Cells:
    """Return cells as whoever has the table alone knows them: groups that it does not name are unknown."""
    named = engine.table("count_tables/hide/named_labels", set_labels=cells.set_labels, cells=cells.shown)
    return replace(cells, set_labels=named)


def _hiding(engine: Engine, cells: Cells, bounds: CellBounds, derived: Derived) -> Table:
    """Return the cells to hide, ``node``: one of each small count."""
    hiding = engine.empty("hiding", "node")
    shown = {"cells": cells.shown}
    lines = shown | {"lines": bounds.lines}
    tables = {
        "small": ("count_tables/hide/of_parts", lines),
        "difference": ("count_tables/hide/of_differences", shown),
        "sum": ("count_tables/hide/of_sums", {}),
        "line": ("count_tables/hide/of_lines", lines),
        "interval": ("count_tables/hide/of_parts", lines),
        "both": ("count_tables/hide/of_both", shown),
    }
    for kind, rows in derived.tables.items():
        query, more = tables[kind]
        engine.append(hiding, all_rows(engine.table(query, derived=rows, **more)))
    both_hidden = engine.table("count_tables/hide/hidden_differences", derived=derived.tables["difference"], **shown)
    engine.append(hiding, all_rows(engine.table("count_tables/hide/of_parts", derived=both_hidden, **lines)))
    return hiding
