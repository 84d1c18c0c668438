"""A table or view of a warehouse: coded where it is, with the same ids that DuckDB gives to the same rows.

1. Read the source once: each (record, item) and how often it is there, so that what follows sees one state of it.
2. Refuse or drop rows without an item or a record id.
3. Number the items by support, then label, and the records by what they are called; join both to the rows.
"""

from dataclasses import replace
from typing import Any

from sqlglot import exp

from setanon_sql.dataset import Dataset
from setanon_sql.engine import Warehouse, scoped
from setanon_sql.engine.warehouse import Relation, name_parts
from setanon_sql.errors import BadInput
from setanon_sql.query.templates import Table
from setanon_sql.sources.columns import MissingColumn
from setanon_sql.sources.equality import spellings_in, spellings_note
from setanon_sql.sources.frames import is_frame, source_name
from setanon_sql.sources.hints import columns_read, hints_in_relation
from setanon_sql.sources.narrowing import (
    QUERIED,
    explain_sql_errors,
    kept_relation,
    query_of_warehouse,
    rows_of_warehouse,
)
from setanon_sql.sources.options import BLANKS, SourceOptions
from setanon_sql.sources.persons import code_persons
from setanon_sql.text import count_of


@scoped
def open_relation(engine: Warehouse, source: Any, options: SourceOptions) -> Dataset:
    """Return a table or view with one row for each record and item as a Dataset.

    For Spark also a Parquet file or a data frame. Where ``source`` is None the query of ``options`` says what is read.
    Raises BadInput where it is not there, has other columns, or holds rows without an item or a record id.
    """
    relation = _whole_relation(engine, source, options)
    _refuse_other_forms(engine, QUERIED if options.query or source is None else source_name(source), relation, options)
    rows_read = _narrowed(engine, relation, options)
    source = engine.pairs(rows_read, options.record_id, options.item, person=options.person)
    query = "sources/persons/distinct_rows" if options.person else "sources/rows/distinct_pairs"
    counted = engine.table(query, pairs=source)
    pairs, notes = _whole_rows(engine, counted, options)
    notes = ("format: long", *notes) if not options.format else notes
    spellings = spellings_in(engine, rows_read, options.item)
    notes = (*notes, *spellings_note(engine, spellings))
    dataset = _code(engine, pairs, counted if options.person else None, notes)
    hints = hints_in_relation(engine, rows_read, options)
    return replace(
        dataset,
        spellings=spellings,
        columns=(options.record_id, options.item),
        selection=options.selection(public=True),
        person_hint=hints.person,
        columns_hint=hints.columns,
        other_columns=tuple(name for name in relation.columns if name not in {options.record_id, options.item}),
    )


def bytes_to_read(engine: Warehouse, source: Any, options: SourceOptions) -> int:
    """Return how many bytes a warehouse that bills these would read to open a source; nothing is read.

    Raises BadInput where the source is not there, or has other columns.
    """
    named = _relation(engine, source) if source is not None else None
    if options.query:
        return _planned(engine, query_of_warehouse(engine, named, options), "<query>")
    assert named is not None
    _refuse_other_forms(engine, source_name(source), named, options)
    return _planned(engine, rows_of_warehouse(engine, named, options, columns_read(named, options)), "<where>")


def _planned(engine: Warehouse, tree: exp.Expr, option: str) -> int:
    with explain_sql_errors(engine, option):
        return engine.bytes_read(tree)


def _whole_relation(engine: Warehouse, source: Any, options: SourceOptions) -> Relation:
    """Return the table or view that is read, or what the query of ``options`` gives."""
    named = _relation(engine, source) if source is not None else None
    if not options.query:
        assert named is not None
        return named
    return kept_relation(engine, query_of_warehouse(engine, named, options), "<query>")


def _narrowed(engine: Warehouse, relation: Relation, options: SourceOptions) -> Relation:
    """Return what is read from then on: the rows that are asked for, or a copy where each reading is billed."""
    needed = columns_read(relation, options)
    is_read_again = len(needed) > len(options.columns) or relation.columns[options.item] == "loose"
    if not options.where and (options.query or not engine.bills_bytes or not is_read_again):
        return relation
    copy = kept_relation(engine, rows_of_warehouse(engine, relation, options, needed), "<where>")
    return replace(copy, columns={name: relation.columns[name] for name in needed})


def _relation(engine: Warehouse, source: Any) -> Relation:
    frame = engine.frame(source)
    if frame is None and is_frame(source):
        raise BadInput(
            f"{source_name(source)} is in memory, and in {engine.place} tables are read", "name a table or view"
        )
    return frame or engine.relation(name_parts(str(source)))


def _refuse_other_forms(engine: Warehouse, name: str, relation: Relation, options: SourceOptions) -> None:
    lacking = [column for column in options.columns if column not in relation.columns]
    if options.split or options.format not in {"", "long"} or relation.columns.get(options.item) == "list":
        raise BadInput(
            f"in {engine.place} a source has one row for each record and item",
            f"make a view that unfolds it, or {engine.work_here}",
        )
    if lacking:
        needed = " and ".join(f'"{column}"' for column in lacking)
        columns = ", ".join(f'"{column}"' for column in list(relation.columns)[:20])
        raise MissingColumn(
            f"{name} has no column {needed}; its columns are {columns}", "name the columns with <record_id> and <item>"
        )


def _whole_rows(engine: Warehouse, counted: Table, options: SourceOptions) -> tuple[Table, tuple[str, ...]]:
    """Return the rows that have both an item and a record id, each once, and notes about the others."""
    rows, blank, without_item = map(int, engine.row("sources/rows/blank_pairs", counted=counted, blanks=BLANKS))
    if not rows:
        raise BadInput("the source is empty", "a source holds at least one record")
    what = "an empty or missing item" + ("" if without_item == blank else " or no record id")
    if blank and options.on_null == "error":
        raise BadInput(
            f"{blank} {'rows have' if blank > 1 else 'row has'} {what}",
            "mend the source, or leave such rows out with <on_null=drop>",
        )
    pairs = engine.table("sources/rows/without_blanks", pairs=counted, blanks=BLANKS) if blank else counted
    repeated = rows - blank - engine.count(pairs)
    dropped = (f"dropped {count_of(blank, 'row')} with an empty or missing item or no record id",) if blank else ()
    return pairs, (*dropped, f"{count_of(repeated, 'duplicate row')} collapsed") if repeated else dropped


@scoped
def _code(engine: Warehouse, pairs: Table, named: Table | None, notes: tuple[str, ...]) -> Dataset:
    """Return the rows as a Dataset; ``named``: ``record, person``, None where nobody asks for persons."""
    labels = engine.table("sources/numbers/labels", pairs=pairs)
    records = engine.table("sources/numbers/records", pairs=pairs)
    coded_persons = code_persons(engine, named, records)
    items = engine.table("sources/numbers/items", labels=labels, blanks=BLANKS)
    coded = engine.table("sources/numbers/code_named", pairs=pairs, items=items, records=records)
    dataset = Dataset(
        engine=engine,
        transactions=coded,
        items=engine.table("sources/dataset/item_table", items=items),
        record_ids=engine.table("sources/dataset/record_table", records=records),
        records=engine.count(records),
        rows=engine.count(coded),
        distinct_items=engine.count(labels),
        notes=(*notes, *engine.advice(engine.count(coded))),
        **vars(coded_persons),
    )
    if not dataset.rows:
        raise BadInput("the source holds no item at all", "are <record_id> and <item> the right columns?")
    return dataset
