"""From rows of (record, item) to integer ids, set-at-a-time.

1. Count the labels, number them by support (taking for granted that no row is repeated) and name the records.
2. Join both to the rows and write the result in order.
3. Look at neighbours: only where a row is repeated, leave it out and number the items again.

Sorting integers costs about half of what DISTINCT on the same rows does, and leaves the table in the order of records.
"""

from dataclasses import replace

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, scoped
from setanon_sql.errors import BadInput
from setanon_sql.query.templates import Table
from setanon_sql.sources.equality import spellings_note
from setanon_sql.sources.options import BLANKS, SourceOptions
from setanon_sql.sources.persons import code_persons
from setanon_sql.sources.rows import Rows
from setanon_sql.text import count_of


@scoped
def code(engine: DuckDBEngine, rows: Rows, options: SourceOptions) -> Dataset:
    """Return the rows as a Dataset, each (record, item) once.

    Raises BadInput where rows have no item or no record id (unless they are to be dropped) or nothing is left.
    """
    labels = _labels(engine, rows)
    records = _records(engine, rows)
    if _has_blanks(engine, rows, labels, records):
        rows = _without_blanks(engine, rows, options)
        labels = _labels(engine, rows)
        records = _records(engine, rows)
    items = engine.table("sources/numbers/items", labels=labels, blanks=BLANKS)
    coded = _code(engine, rows, items, records)
    dataset = _dataset(engine, rows, items, coded, records)
    engine.drop(*rows.scratch)
    return dataset


def _labels(engine: DuckDBEngine, rows: Rows) -> Table:
    if rows.unit == "line":
        return engine.table("sources/numbers/basket_labels", pairs=rows.pairs, blanks=BLANKS)
    return engine.table("sources/numbers/labels", pairs=rows.pairs)


def _records(engine: DuckDBEngine, rows: Rows) -> Table | None:
    return engine.table("sources/numbers/records", pairs=rows.keys or rows.pairs) if rows.lines is None else None


def _has_blanks(engine: DuckDBEngine, rows: Rows, labels: Table, records: Table | None) -> bool:
    if records and engine.number("sources/numbers/blank_records", records=records, blanks=BLANKS):
        return True
    return not rows.spaced and bool(engine.number("sources/numbers/blank_items", labels=labels, blanks=BLANKS))


def _without_blanks(engine: DuckDBEngine, rows: Rows, options: SourceOptions) -> Rows:
    blank_rows = engine.rows("sources/rows/blank_rows", numbered=rows.numbered, blanks=BLANKS)
    count = blank_rows[0][2] if blank_rows else 0
    if options.on_null == "error":
        raise _blank_rows(rows, count, [place for place, _, _ in blank_rows], all(item for _, item, _ in blank_rows))
    pairs = engine.table("sources/rows/without_blanks", pairs=rows.pairs, blanks=BLANKS)
    keys = engine.table("sources/rows/named_keys", keys=rows.keys, blanks=BLANKS) if rows.keys else None
    note = f"dropped {count_of(count, rows.unit)} with {rows.missing} or no record id"
    scratch = (*rows.scratch, pairs, *([keys] if keys else []))
    return replace(rows, pairs=pairs, keys=keys, notes=(*rows.notes, note), scratch=scratch)


def _blank_rows(rows: Rows, count: int, places: list[int], without_item: bool) -> BadInput:
    """Return the error that names the first such rows; a record with an empty list and no id has no row to name."""
    what = rows.missing if places and without_item else f"{rows.missing} or no record id"
    where = f": {rows.unit} " + ", ".join(map(str, places)) + (", …" if count > len(places) else "") if places else ""
    many = f"{count} {rows.unit}s have" if count > 1 else f"{count or 'a'} {rows.unit} has"
    return BadInput(f"{many} {what}{where}", "mend the source, or leave such rows out with <on_null=drop>")


def _code(engine: DuckDBEngine, rows: Rows, items: Table, records: Table | None) -> Table:
    if records is None:
        return engine.table("sources/numbers/code_numbered", pairs=rows.pairs, items=items)
    return engine.table("sources/numbers/code_named", pairs=rows.pairs, items=items, records=records)


def _dataset(engine: DuckDBEngine, rows: Rows, items: Table, coded: Table, records: Table | None) -> Dataset:
    notes = (*rows.notes, *spellings_note(engine, rows.spellings))
    before = engine.count(coded)
    coded_persons = code_persons(engine, rows.persons, records)
    item_table = engine.table("sources/dataset/item_table", items=items)
    repeats, disorder = engine.row("sources/dataset/neighbours", coded=coded)
    if repeats or disorder:
        item_table, coded = _renumber(engine, item_table, _rows_once(engine, coded, before - repeats, disorder))
    n_rows = engine.count(coded)
    if not n_rows:
        raise BadInput("the source holds no item at all", "is it of the <format> that was given or sniffed?")
    if n_rows < before:
        notes = (*notes, _collapse_note(before, n_rows))
    return Dataset(
        engine=engine,
        transactions=coded,
        items=item_table,
        record_ids=engine.table("sources/dataset/record_table", records=records) if records else None,
        records=engine.count(records) if records else rows.lines or 0,
        rows=n_rows,
        distinct_items=engine.count(item_table),
        separator=rows.separator,
        notes=notes,
        columns=rows.columns,
        selection=rows.selection,
        person_hint=rows.person_hint,
        columns_hint=rows.columns_hint,
        other_columns=rows.other_columns,
        spellings=rows.spellings,
        **vars(coded_persons),
    )


def _collapse_note(rows: int, different: int) -> str:
    """Say how many rows were duplicates; where they are nearly all, another column may have the record ids."""
    most = rows >= 100 and different < rows / 10
    doubt = f", all but {different}: is <record_id> the column that tells one record from another?" if most else ""
    return f"{count_of(rows - different, 'duplicate row')} collapsed{doubt}"


def _rows_once(engine: DuckDBEngine, coded: Table, expected: int, disorder: int) -> Table:
    """Return each row once: from neighbours where the rows are in order and as many as expected, else by DISTINCT."""
    once = engine.table("sources/dataset/first_of_neighbours", coded=coded)
    if disorder or engine.count(once) != expected:
        engine.drop(once)
        once = engine.table("sources/dataset/distinct_rows", coded=coded)
    engine.drop(coded)
    return once


@scoped
def _renumber(engine: DuckDBEngine, items: Table, coded: Table) -> tuple[Table, Table]:
    recounted = engine.table("sources/dataset/recount", coded=coded, items=items)
    renumbered = engine.table("sources/dataset/renumber", coded=coded, items=recounted)
    item_table = engine.table("sources/dataset/item_table", items=recounted)
    engine.drop(coded)
    return item_table, renumbered
