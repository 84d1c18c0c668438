"""The analyst's own questions: how many records hold an itemset, and how many a release makes one expect.

A label of a record stands for one of the leaves under it, for each with the chance 1 / leaves, independently of other
labels. So no record is expected to hold two items by one label, as in the originals that
:mod:`setanon_sql.measures.counts` makes up for counts in SQL. What is suppressed is not made up for. Of a
release in pieces the estimate is that of :func:`setanon_sql.inference.reconstruct.estimate`.

Source: Loukides, Gkoulalas-Divanis and Malin (COAT), section 6: the error of an estimated count, relative to the true
one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean, median

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Engine, Warehouse, scoped
from setanon_sql.inference.reconstruct import estimate
from setanon_sql.measures.counts import MadeUp, Recoded, counts_of_pieces, counts_of_rows, true_counts
from setanon_sql.measures.details import Details
from setanon_sql.measures.itemsets import read_itemsets
from setanon_sql.measures.queries import Itemsets, Query, SqlCount, Workload
from setanon_sql.measures.results import Measures
from setanon_sql.query.templates import Table, all_rows, columns_of
from setanon_sql.sources.counts import is_counts, read_counts
from setanon_sql.text import count_of
from setanon_sql.verify.pieces import FolderTables


def read_workload(engine: DuckDBEngine | Warehouse, source: Itemsets, db: str = "", item: str = "item") -> Workload:
    """Read what an analyst asks: itemsets in a file, a list or with ``db`` a table, or counts in SQL.

    Itemsets are read by :func:`setanon_sql.measures.itemsets.read_itemsets`. Counts are a file that ends in ``.sql``,
    or texts by name.

    Raises BadInput where it cannot be read, or holds no itemset; BadParameter for SQL that is no count.
    """
    if is_counts(source):
        assert isinstance(source, str | Path | Mapping)
        counts = tuple(SqlCount(query) for query in read_counts(source, engine.dialect))
        return Workload(engine.load("asked", {"query_id": int, "item": str}, [[], []]), {}, {}, counts=counts)
    itemsets = read_itemsets(engine, source, "<workload>", db, item)
    items: dict[int, tuple[str, ...]] = {}
    for number, label in itemsets.rows:
        items[number] = (*items.get(number, ()), label)
    return Workload(engine.load_rows("asked", {"query_id": int, "item": str}, itemsets.rows), itemsets.names, items)


@scoped
def expected_supports(source: Dataset, queries: Table, how: Recoded) -> Table:
    """Return ``query_id, expected`` of itemsets ``queries`` (``query_id, item``: a label); see the module.

    Itemsets that no record of the release may hold are absent.
    """
    engine = source.engine
    reach = engine.table(
        "measures/workload/reach", asked=queries, items=source.items, recoded=how.recoded, published_nodes=how.published
    )
    simple = engine.table("measures/workload/one_label_each", asked=queries, reach=reach)
    reach = engine.table("measures/workload/others_reach", reach=reach, one_label_each=simple)
    expected = engine.table("measures/workload/expected", asked=queries, reach=reach, release=how.release)
    of_labels = engine.table("measures/workload/expected_by_label", one_label_each=simple, release=how.release)
    engine.append(expected, all_rows(of_labels))
    return expected


@scoped
def row_errors(source: Dataset, workload: Workload, recoding: Recoded, nodes: Table | None, how: MadeUp) -> Measures:
    """Return how far off the counts of a workload are in a release of one table of ``source``.

    ``nodes``: those of the taxonomy; None: there is none. ``how``: how originals are made up.
    """
    queries: list[Query] = []
    if workload.names:
        queries += _answers(source, workload, expected_supports(source, workload.itemsets, recoding))
    if workload.counts:
        queries += counts_of_rows(source, workload.counts, recoding, nodes, how)
    return errors_of(queries)


@scoped
def piece_errors(source: Dataset, workload: Workload, release: FolderTables, how: MadeUp) -> Measures:
    """Return how far off the counts of a workload are in a release in pieces of ``source``."""
    queries: list[Query] = []
    if workload.names:
        queries += _answers(source, workload, _expected_of_pieces(source.engine, workload.itemsets, release))
    if workload.counts:
        queries += counts_of_pieces(source, workload.counts, release, how)
    return errors_of(queries)


@scoped
def _expected_of_pieces(engine: Engine, queries: Table, release: FolderTables) -> Table:
    itemsets = engine.table(columns_of(queries, itemset_id="query_id", item="item"))
    estimates = estimate(engine, release, itemsets)
    return engine.table(columns_of(estimates, query_id="itemset_id", expected="expected"))


def _answers(source: Dataset, workload: Workload, expected: Table) -> list[Query]:
    """Return the answers to itemsets, whose ``expected`` (``query_id, expected``) is used up."""
    engine = source.engine
    supports = workload.supports
    if supports is None:
        supports = with_source_counts(source, workload).supports
        assert supports is not None
    expected_of = {int(at): float(value) for at, value in engine.rows(columns_of(expected, "query_id", "expected"))}
    return [
        Query(workload.names[at], workload.items[at], supports[at], expected_of.get(at, 0.0)) for at in sorted(supports)
    ]


def with_source_counts(source: Dataset, workload: Workload) -> Workload:
    """Return a workload with what it asks for as it is in ``source``; notes items that it does not have."""
    if workload.counts:
        workload = replace(workload, counts=true_counts(source, workload.counts))
    if not workload.names:
        return workload
    rows = source.engine.rows(
        "measures/workload/true_supports",
        asked=workload.itemsets,
        items=source.items,
        transactions=source.transactions,
    )
    _note_unknown(source, workload)
    return replace(workload, supports={int(at): int(support) for at, support in rows})


def errors_of(queries: Sequence[Query]) -> Measures:
    """Return the errors of queries, each and as mean and median."""
    errors = [query.error for query in queries]
    relative = [query.relative_error for query in queries]
    return Measures(
        workload_queries=len(queries),
        workload_error_mean=mean(errors),
        workload_error_median=median(errors),
        workload_relative_error_mean=mean(relative),
        workload_relative_error_median=median(relative),
        details=Details(workload=tuple(queries)),
    )


def _note_unknown(source: Dataset, workload: Workload) -> None:
    engine = source.engine
    requested = {label for labels in workload.items.values() for label in labels}
    missing = len(requested) - engine.number(
        "measures/workload/known_items", asked=workload.itemsets, items=source.items
    )
    if missing:
        items = count_of(missing, "item")
        engine.trace.note(f"{items} of <workload> {'is' if missing == 1 else 'are'} in no record of the source")
