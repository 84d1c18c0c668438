"""The counts from 1 to k - 1 that follow from a table of counts."""

from collections.abc import Mapping
from dataclasses import dataclass

from setanon_sql.count_tables.bounds import CellBounds
from setanon_sql.count_tables.cells import Cells
from setanon_sql.count_tables.rule import CountRule
from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table

#: Alternating sums over so many items are looked at; each item more takes three times as long.
MOST_SUMMED = 6


@dataclass(frozen=True)
class Derived:
    """Small counts by kind, each ``node, other, low, high``: the first cell, what it is compared with, the bounds.

    ``other``: of a difference the narrower cell; of a sum the largest set; of a line the column; of both the second
    cell; else 0.
    """

    tables: Mapping[str, Table]

    def by_kind(self, engine: Engine) -> dict[str, int]:
        """Return how many there are of each kind."""
        return {kind: engine.count(table) for kind, table in self.tables.items()}


@scoped
def derive(engine: Engine, cells: Cells, bounds: CellBounds, rule: CountRule) -> Derived:
    """Return the small counts that follow.

    Of persons alternating sums count nothing, and two items of one need not be in one record.
    """
    k = rule.k
    both_bounds = {"pairs": cells.pairs, "bounds": bounds.rows}
    small = engine.table("count_tables/derived/small", cells=cells.shown, bounds=bounds.rows, k=k)
    of_lines = {"lines": bounds.lines, "cells": cells.shown, "bounds": bounds.rows}
    left = engine.table("count_tables/derived/remainders", k=k, **of_lines)
    by_lines = engine.table("count_tables/derived/told_by_lines", small=small, remainders=left, lines=bounds.lines)
    tables = {
        "small": engine.table("count_tables/derived/shown_small", small=small),
        "difference": engine.table("count_tables/derived/differences", k=k, **both_bounds),
        "line": engine.table("count_tables/derived/lines", remainders=left),
        "interval": engine.table("count_tables/derived/hidden_small", small=small, by_lines=by_lines),
    }
    if not rule.persons:
        sums = {"subsets": cells.subsets, "bounds": bounds.rows, "cells": cells.shown}
        tables["sum"] = engine.table("count_tables/derived/sums", k=k, most=MOST_SUMMED, **sums)
    if rule.small_if_hidden and not rule.persons:
        tables["both"] = _sets_of_few(engine, cells, bounds, rule)
    return Derived(tables)


def _sets_of_few(engine: Engine, cells: Cells, bounds: CellBounds, rule: CountRule) -> Table:
    """Return the sets that a few must hold together: of sets that are all counted, and of those that were asked for."""
    shown = {"cells": cells.shown}
    subsets = engine.table("count_tables/derived/shown_subsets", subsets=cells.subsets, **shown)
    if rule.all_sets == "shown":
        telling = engine.table("count_tables/derived/with_larger", subsets=subsets)
    elif rule.all_sets == "pairs":
        labels = {"set_labels": cells.set_labels, "labels": cells.labels}
        telling = engine.table("count_tables/derived/all_of_groups", **shown, **labels)
    else:
        telling = engine.empty("telling", "part")
    tables = {"subsets": subsets, "bounds": bounds.rows, "pairs": cells.pairs, "telling": telling}
    both = engine.table("count_tables/derived/both", k=rule.k, **tables)
    if cells.asked is None:
        return both
    parts = engine.table(
        "count_tables/derived/parts_of_asked", asked=cells.asked, subsets=cells.subsets, bounds=bounds.rows, **shown
    )
    sets = {"parts_of_asked": parts, "subsets": cells.subsets, "set_labels": cells.set_labels}
    of_asked = engine.table("count_tables/derived/both_of_asked", k=rule.k, **sets)
    return engine.table("count_tables/derived/each_once", of_counted=both, of_asked=of_asked)
