"""Keep at most so many items of each record, or records of each person, chosen by lot, and say what was lost."""

from dataclasses import replace

from setanon_sql.dataset import Cap, Dataset, RecordCap
from setanon_sql.engine import DuckDBEngine, Warehouse, scoped
from setanon_sql.errors import BadInput
from setanon_sql.keys import key
from setanon_sql.query.templates import Table
from setanon_sql.text import count_of


def cap_items(dataset: Dataset, most: int, seed: str = "") -> Dataset:
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
    dataset_left = dataset_of_rows(dataset, drawn)
    engine.drop(dataset.transactions, dataset.items, drawn)
    return _with(dataset_left, Cap(most, dataset.rows - dataset_left.rows, touched))


def cap_records(dataset: Dataset, most: int, seed: str = "") -> Dataset:
    """Return a dataset with at most ``most`` records of each person (0: all of them); its tables are used up.

    Each record of a person has the same chance, also one without items. ``seed`` names the draw, as for items. Records
    and items are numbered anew. Raises BadInput where no item is left.
    """
    if not most or dataset.persons is None:
        return dataset
    engine = dataset.engine
    touched = engine.number("sources/cap/persons_of_more_records", persons=dataset.persons, most=most)
    if not touched:
        return _with_record_cap(dataset, RecordCap(most, 0, 0, 0))
    lot = key(seed or "0", dataset.digest, {"most": most}, "cap records")
    drawn = engine.table("sources/cap/drawn_records", persons=dataset.persons, most=most, key=lot)
    part = replace(dataset_of_records(dataset, drawn), person_names=dataset.person_names)  # nobody is gone
    engine.drop(drawn, dataset.transactions, dataset.items, dataset.record_ids, dataset.persons)
    if not part.rows:
        raise BadInput("no item is left of the records that were drawn", "keep more records of each person")
    dropped = (dataset.records - part.records, dataset.rows - part.rows)
    return _with_record_cap(part, RecordCap(most, *dropped, touched))


def _with_record_cap(dataset: Dataset, cap: RecordCap) -> Dataset:
    note = (
        f"at most {count_of(cap.records, 'record')} of each person: {cap.records_dropped:,} records left out by lot, "
        f"with {cap.rows_dropped:,} rows, of {cap.persons_touched:,} persons"
    )
    selection = replace(dataset.selection, cap_records=cap)
    return replace(dataset, selection=selection, notes=(*dataset.notes, note))


@scoped
def dataset_of_records(dataset: Dataset, drawn: Table) -> Dataset:
    """Return the records ``drawn`` (``record_id, new_id``) of a dataset under their new numbers; the dataset stays.

    Persons are numbered anew, too, so that their names are not known.
    """
    engine = dataset.engine
    rows = engine.table("sources/sample/drawn_rows", transactions=dataset.transactions, drawn=drawn)
    numbered = dataset.persons or dataset.transactions
    names = dataset.record_ids or engine.table("release/record_ids/line_numbers", transactions=numbered)
    ids = engine.table("sources/sample/drawn_ids", record_ids=names, drawn=drawn)
    part = replace(dataset_of_rows(dataset, rows), record_ids=ids, records=engine.count(drawn))
    if dataset.persons:
        persons = engine.table("sources/persons/drawn", persons=dataset.persons, drawn=drawn)
        n_persons = engine.number("sources/persons/highest", persons=persons)
        part = replace(part, persons=persons, n_persons=n_persons, person_names=None)
    return part


@scoped
def dataset_of_rows(dataset: Dataset, rows: Table) -> Dataset:
    """Return a dataset of other ``rows`` (``record_id, item``) of its items: they are counted and numbered anew."""
    engine = dataset.engine
    recounted = engine.table("sources/dataset/recount", coded=rows, items=dataset.items)
    transactions = engine.table("sources/dataset/renumber", coded=rows, items=recounted)
    items = engine.table("sources/dataset/item_table", items=recounted)
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
        f"at most {count_of(cap.items, 'item')} of each record: {cap.rows_dropped:,} rows left out by lot "
        f"({share:.1%}), of {cap.records_touched:,} records"
    )
    return replace(dataset, selection=replace(dataset.selection, cap=cap), notes=(*dataset.notes, note))
