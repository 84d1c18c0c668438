"""The audit of a table of counts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from setanon_sql.count_tables import KINDS
from setanon_sql.count_tables.bounds import bounds_of
from setanon_sql.count_tables.cells import MOST_PARTS, Cells, cells_of
from setanon_sql.count_tables.derived import MOST_SUMMED, derive
from setanon_sql.count_tables.equations import SmallCount, worst_of
from setanon_sql.count_tables.reading import CountLines
from setanon_sql.count_tables.rule import CountRule
from setanon_sql.count_tables.who import standing
from setanon_sql.dataset import Dataset
from setanon_sql.display import Listing, Summary
from setanon_sql.engine import Engine, scoped
from setanon_sql.results import Result
from setanon_sql.text import count_of

#: What follows from several overlapping counts at once takes a program of its own.
OUTSIDE = "bounds that follow from several overlapping sets at once"


@dataclass(frozen=True)
class CountsAudit(Result):
    """The audit of a table of counts.

    ``k``: the smallest count that may follow besides 0. ``persons``: persons are counted. ``cells``: counts that are
    shown. ``by_kind``: how many small counts follow, by kind (:data:`~setanon_sql.count_tables.KINDS`). ``worst``: the
    smallest of each kind.
    ``standing``: records, or persons, of the source that stand in one; None where no source was given. ``not_checked``:
    what was not looked for. ``complete``: all that such an audit looks for was. ``of``: so many the source has.
    """

    k: int
    persons: bool
    cells: int
    by_kind: Mapping[str, int]
    worst: tuple[SmallCount, ...] = ()
    standing: int | None = None
    not_checked: tuple[str, ...] = (OUTSIDE,)
    complete: bool = True
    of: int | None = None

    @property
    def derivable_cells(self) -> int:
        """Return how many small counts follow."""
        return sum(self.by_kind.values())

    @property
    def satisfied(self) -> bool:
        """Return whether none does."""
        return self.complete and not self.derivable_cells

    def summary(self) -> Summary:
        """Return a row for each kind."""
        rows = tuple((kind, KINDS[kind], n) for kind, n in self.by_kind.items())
        listing = Listing(("kind", "meaning", "counts"), rows)
        bars = Listing(("kind", "counts"), tuple((kind, n) for kind, _, n in rows))
        return Summary(f"Table of counts, k = {self.k}", listing, self.satisfied, bars=bars)

    def to_json(self, *, show_values: bool = False) -> dict[str, Any]:
        """Return the object of ``docs/json.md``; labels only with ``show_values``."""
        fields: dict[str, Any] = {
            "k": self.k,
            "person": self.persons,
            "satisfied": self.satisfied,
            "complete": self.complete,
            "cells": self.cells,
            "derivable_cells": self.derivable_cells,
            "derivable_by_kind": dict(self.by_kind),
            "worst": [each.to_json(show_values=show_values) for each in self.worst],
            "not_checked": list(self.not_checked),
        }
        unit = "persons" if self.persons else "records"
        return fields | ({} if self.standing is None else {f"{unit}_in_derivable_cells": self.standing, unit: self.of})


@scoped
def audit_counts(
    engine: Engine,
    table: CountLines,
    rule: CountRule,
    tree: Iterable[tuple[str, str]] = (),
    dataset: Dataset | None = None,
) -> CountsAudit:
    """Return which counts from 1 to k - 1 follow from a table, and who of a dataset stands in them.

    ``tree``: pairs of an item, or a label, and one over it.
    Raises BadInput where the counts contradict each other.
    """
    tree = tuple(tree)
    engine.trace.begin_phase("reading the table of counts")
    cells = cells_of(engine, table, tree)
    bounds = bounds_of(engine, cells, rule)
    engine.trace.begin_phase("deriving small counts")
    derived = derive(engine, cells, bounds, rule)
    worst = worst_of(engine, cells, bounds, derived, table.columns)
    who = None if dataset is None else standing(dataset, cells, bounds, derived, tree)
    not_computed = _not_computed(cells, rule, settled=bounds.settled)
    shown = engine.number("count_tables/derived/shown", cells=cells.shown)
    return CountsAudit(
        rule.k, rule.persons, shown, derived.by_kind(engine), worst, who, (*not_computed, OUTSIDE), not not_computed,
        None if dataset is None else dataset.n_persons or dataset.records,
    )  # fmt: skip


def _not_computed(cells: Cells, rule: CountRule, *, settled: bool) -> list[str]:
    """Return what such an audit looks for, and was not looked for here."""
    faults = []
    if not cells.all_parts:
        faults.append(f"parts of totals that are not shown: there are more than {MOST_PARTS:,}")
    if not settled:
        faults.append("parts of totals: more rounds would tell more")
    if cells.depth > MOST_SUMMED and not rule.persons:
        faults.append(f"alternating sums over more than {count_of(MOST_SUMMED, 'item')}")
    return faults
