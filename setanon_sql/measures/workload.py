"""The analyst's own questions: how many records hold an itemset, and how many a release makes one expect.

An item that a label stands for is expected in a record of the label with the chance 1 / leaves under the label; items
of one set stand there independently of each other. What is suppressed is not made up for. Of a disassociated release
the estimate is that of :func:`setanon_sql.inference.reconstruct.estimate`. Counts in SQL are those of
:mod:`setanon_sql.measures.counts`.

Source: Loukides, Gkoulalas-Divanis and Malin (COAT), section 6: the error of an estimated count, relative to the true
one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean, median

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.errors import BadInput
from setanon_sql.inference.reconstruct import estimate
from setanon_sql.measures.counts import MadeUp, Recoded, counts_of_pieces, counts_of_rows, true_counts
from setanon_sql.measures.details import Details
from setanon_sql.measures.queries import Itemsets, Query, SqlCount, Workload
from setanon_sql.measures.results import Measures
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.sources import SourceOptions, open_source
from setanon_sql.sources.counts import is_counts, read_counts
from setanon_sql.sources.frames import is_local, without_index
from setanon_sql.verify.disassociation import FolderTables

#: The column that names the itemset of a row.
QUERY = "query"

#: What a workload looks like.
_FORMS = f'it has columns "{QUERY}" and "item", or one itemset a line'


def read_workload(engine: DuckDBEngine | Warehouse, source: Itemsets, db: str = "") -> Workload:
    """Read what an analyst asks: itemsets in a file, a list or with ``db`` a table, or counts in SQL.

    Columns ``query`` (what the itemset is called) and ``item``, or one itemset a line: then lines are numbered from 1.
    The other forms of a source are read, too. Counts are a file that ends in ``.sql``, or texts by name.

    Raises BadInput where it cannot be read, or holds no itemset; BadParameter for SQL that is no count.
    """
    if is_counts(source):
        assert isinstance(source, str | Path | Mapping)
        counts = tuple(SqlCount(one) for one in read_counts(source, engine.dialect))
        return Workload(engine.load("asked", {"query_id": int, "item": str}, [[], []]), {}, {}, counts=counts)
    try:
        rows, names = _rows_anywhere(engine, source, db)
    except BadInput as error:
        raise BadInput(f"--workload cannot be read: {error.shell_message}", _FORMS, error.details) from error
    items: dict[int, tuple[str, ...]] = {}
    for number, label in rows:
        items[number] = (*items.get(number, ()), label)
    asked = engine.load_rows("asked", {"query_id": int, "item": str}, rows)
    return Workload(asked, names, items)


def _rows_anywhere(
    engine: DuckDBEngine | Warehouse, source: Itemsets, db: str
) -> tuple[list[tuple[int, str]], dict[int, str]]:
    """Read what is in memory or in a file of this machine by DuckDB, and all else where it is."""
    if not is_local(source):
        return _rows_of(engine, source, db)
    if not isinstance(engine, Warehouse):
        return _rows_of(engine, source, "")
    with DuckDBEngine(threads=1) as reader:
        return _rows_of(reader, source, "")


def _rows_of(
    engine: DuckDBEngine | Warehouse, source: Itemsets, db: str
) -> tuple[list[tuple[int, str]], dict[int, str]]:
    """The numbers of the itemsets with their labels, sorted, and what the itemsets are called."""
    found = open_source(engine, without_index(source), SourceOptions(db=db, record_id=QUERY))
    made = engine.table("inference/estimate/asked_itemsets", transactions=found.transactions, items=found.items)
    rows = sorted((int(number), str(label)) for number, label in engine.rows(columns_of(made, "itemset_id", "item")))
    names = {number: str(number) for number, _ in rows}
    if found.record_ids:
        names |= dict(engine.rows(columns_of(found.record_ids, "record_id", "source_id")))
    engine.drop(made, found.transactions, found.items, found.record_ids)
    return rows, names


def expected_supports(source: Dataset, asked: Table, how: Recoded) -> Table:
    """Return ``query_id, expected`` of itemsets ``asked`` (``query_id, item``: a label); see the module.

    Itemsets that no record of the release may hold are absent.
    """
    engine = source.engine
    reach = engine.table(
        "measures/workload/reach", asked=asked, items=source.items, recoded=how.recoded, published_nodes=how.published
    )
    expected = engine.table("measures/workload/expected", asked=asked, reach=reach, release=how.release)
    engine.drop(reach)
    return expected


def of_rows(source: Dataset, workload: Workload, found: Recoded, nodes: Table | None, how: MadeUp) -> Measures:
    """Return how far off the counts of a workload are in a release of one table of ``source``.

    ``nodes``: those of the taxonomy; None: there is none. ``how``: how originals are made up.
    """
    queries: list[Query] = []
    if workload.names:
        queries += _answers(source, workload, expected_supports(source, workload.asked, found))
    if workload.counts:
        queries += counts_of_rows(source, workload.counts, found, nodes, how)
    return errors_of(queries)


def of_pieces(source: Dataset, workload: Workload, release: FolderTables, how: MadeUp) -> Measures:
    """Return how far off the counts of a workload are in a disassociated release of ``source``."""
    queries: list[Query] = []
    if workload.names:
        queries += _answers(source, workload, _expected_of_pieces(source.engine, workload.asked, release))
    if workload.counts:
        queries += counts_of_pieces(source, workload.counts, release, how)
    return errors_of(queries)


def _expected_of_pieces(engine: Engine, asked: Table, release: FolderTables) -> Table:
    itemsets = engine.table(columns_of(asked, itemset_id="query_id", item="item"))
    estimates = estimate(engine, release, itemsets)
    expected = engine.table(columns_of(estimates, query_id="itemset_id", expected="expected"))
    engine.drop(itemsets, estimates)
    return expected


def _answers(source: Dataset, workload: Workload, expected: Table) -> list[Query]:
    """Return the answers to itemsets, whose ``expected`` (``query_id, expected``) is used up."""
    engine, supports = source.engine, workload.supports
    if supports is None:
        supports = counted(source, workload).supports
        assert supports is not None
    found = {int(at): float(value) for at, value in engine.rows(columns_of(expected, "query_id", "expected"))}
    engine.drop(expected)
    return [Query(workload.names[at], workload.items[at], supports[at], found.get(at, 0.0)) for at in sorted(supports)]


def counted(source: Dataset, workload: Workload) -> Workload:
    """Return a workload with what it asks for as it is in ``source``; notes items that it does not have."""
    if workload.counts:
        workload = replace(workload, counts=true_counts(source, workload.counts))
    if not workload.names:
        return workload
    rows = source.engine.rows(
        "measures/workload/true_supports",
        asked=workload.asked,
        items=source.items,
        transactions=source.transactions,
    )
    _note_unknown(source, workload)
    return replace(workload, supports={int(at): int(support) for at, support in rows})


def errors_of(queries: Sequence[Query]) -> Measures:
    """Return the errors of queries, each and as mean and median."""
    errors, relative = [one.error for one in queries], [one.relative_error for one in queries]
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
    asked = {label for labels in workload.items.values() for label in labels}
    missing = len(asked) - engine.number("measures/workload/known_items", asked=workload.asked, items=source.items)
    if missing:
        items = "1 item" if missing == 1 else f"{missing:,} items"
        engine.trace.note(f"{items} of --workload {'is' if missing == 1 else 'are'} in no record of the source")
