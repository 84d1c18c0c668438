"""The audit of a table of counts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated

from setanon_sql.count_tables import KINDS
from setanon_sql.count_tables.bounds import bounds_of
from setanon_sql.count_tables.cells import MOST_PARTS, Cells, cells_of
from setanon_sql.count_tables.derived import MOST_SUMMED, derive
from setanon_sql.count_tables.equations import SmallCount, worst_of
from setanon_sql.count_tables.reading import CountLines
from setanon_sql.count_tables.rule import CountRule
from setanon_sql.count_tables.who import GroupedDataset, standing
from setanon_sql.display import Listing, Summary
from setanon_sql.engine import Engine, scoped
from setanon_sql.fields import ABSENT, ALWAYS, LIKEWISE, ComputedKey, Name
from setanon_sql.results import Result
from setanon_sql.text import count_of

#: What follows from several overlapping counts at once takes a program of its own.
OUTSIDE = "bounds that follow from several overlapping sets at once"


@dataclass(frozen=True)
class CountsAudit(Result):
    """The audit of a table of counts.

    ``standing``: records, or persons, of the source that stand in a small count; None where no source was given.
    ``of``: so many the source has.
    """

    k: Annotated[int, "counts from 1 to k - 1 are looked for"]
    persons: Annotated[bool, Name("person"), "persons are counted, not records"]
    cells: Annotated[int, "counts that the table shows"]
    by_kind: Annotated[
        Mapping[str, int],
        Name("derivable_by_kind"),
        "`small` (shown), `difference` (a cell less one in it), `line` (left of a total), `interval` (by several "
        "totals), `sum` (alternating), `both` (a pair that must occur)",
    ]
    worst: Annotated[tuple[SmallCount, ...], ALWAYS, "the smallest, at most ten of each kind"] = ()
    standing: int | None = None
    not_checked: Annotated[tuple[str, ...], "what was not looked for"] = (OUTSIDE,)
    complete: Annotated[bool, "false: some of what such an audit looks for was not"] = True
    of: int | None = None
    derivable_cells = ComputedKey[int]("small counts that follow", lambda audit: sum(audit.by_kind.values()))
    satisfied = ComputedKey[bool](
        "does none follow, and was all looked for?", lambda audit: audit.complete and not audit.derivable_cells
    )
    records_in_derivable_cells = ComputedKey[int | None](
        "`--source`: that stand in one", lambda audit: None if audit.persons else audit.standing, ABSENT
    )
    records = ComputedKey[int | None]("of the source", lambda audit: None if audit.persons else audit.of, ABSENT)
    persons_in_derivable_cells = ComputedKey[int | None](
        "with `--person`", lambda audit: audit.standing if audit.persons else None, ABSENT
    )
    persons_of_source = ComputedKey[int | None](
        LIKEWISE, lambda audit: audit.of if audit.persons else None, ABSENT, Name("persons")
    )

    def summary(self) -> Summary:
        """Return a row for each kind."""
        rows = tuple((kind, KINDS[kind], n) for kind, n in self.by_kind.items())
        listing = Listing(("kind", "meaning", "counts"), rows)
        bars = Listing(("kind", "counts"), tuple((kind, n) for kind, _, n in rows))
        return Summary(f"Table of counts, k = {self.k}", listing, self.satisfied, bars=bars)


@scoped
def audit_counts(
    engine: Engine,
    table: CountLines,
    rule: CountRule,
    tree: Iterable[tuple[str, str]] = (),
    source: GroupedDataset | None = None,
) -> CountsAudit:
    """Return which counts from 1 to k - 1 follow from a table, and who of a source stands in them.

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
    who = None if source is None else standing(source, cells, bounds, derived, tree)
    not_computed = _not_computed(cells, rule, settled=bounds.settled)
    shown = engine.number("count_tables/derived/shown", cells=cells.shown)
    return CountsAudit(
        rule.k, rule.persons, shown, derived.by_kind(engine), worst, who, (*not_computed, OUTSIDE), not not_computed,
        None if source is None else source.dataset.n_persons or source.dataset.records,
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
