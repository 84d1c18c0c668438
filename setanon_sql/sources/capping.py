"""Keep at most so many items of each record, chosen by lot, and say what was lost."""

from dataclasses import replace

from setanon_sql.dataset import Cap, Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.keys import key
from setanon_sql.query.templates import Table


def capped(dataset: Dataset, most: int, seed: str = "") -> Dataset:
    """Return a dataset with at most ``most`` items of each record (0: all of them); its tables are used up.

    Each item of a record has the same chance. ``seed`` names the draw of these data, which is the same on every engine:
    the order of a keyed hash. Items are numbered anew, by what is left; a record never loses all of its items.
    """
    engine = dataset.engine
    if not most:
        return dataset
    touched = engine.number("sources/cap/longer_records", transactions=dataset.transactions, most=most)
    if not touched:
        return _with(dataset, Cap(most, 0, 0))
    assert isinstance(engine, DuckDBEngine | Warehouse)
    drawn = engine.table(
        "sources/cap/drawn_rows",
        transactions=dataset.transactions,
        most=most,
        key=key(seed or "0", dataset.digest, {"most": most}, "cap"),
    )
    made = of_rows(dataset, drawn)
    engine.drop(dataset.transactions, dataset.items, drawn)
    return _with(made, Cap(most, dataset.rows - made.rows, touched))


def of_rows(dataset: Dataset, rows: Table) -> Dataset:
    """Return a dataset of other ``rows`` (``record_id, item``) of its items: they are counted and numbered anew."""
    engine = dataset.engine
    recounted = engine.table("sources/dataset/recount", coded=rows, items=dataset.items)
    transactions = engine.table("sources/dataset/renumber", coded=rows, items=recounted)
    items = engine.table("sources/dataset/item_table", items=recounted)
    engine.drop(recounted)
    return replace(
        dataset,
        transactions=transactions,
        items=items,
        rows=engine.count(transactions),
        distinct_items=engine.count(items),
    )


def _with(dataset: Dataset, cap: Cap) -> Dataset:
    share = cap.rows_dropped / (dataset.rows + cap.rows_dropped)
    note = (
        f"at most {cap.items:,} items of each record: {cap.rows_dropped:,} rows left out by lot ({share:.1%}), of "
        f"{cap.records_touched:,} records"
    )
    return replace(dataset, selection=replace(dataset.selection, cap=cap), notes=(*dataset.notes, note))
