"""The values of records in a column of the source, or of a table beside it."""

from dataclasses import dataclass, replace

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse, scoped
from setanon_sql.errors import BadInput
from setanon_sql.query.templates import Table
from setanon_sql.sources import Source, SourceOptions, open_source
from setanon_sql.sources.columns import MissingColumn
from setanon_sql.text import count_of

#: The value of a record that has none.
MISSING = "(missing)"


@dataclass(frozen=True)
class RecordColumn:
    """A column: its ``values`` (``record_id, value``), and their ``texts`` (``value, text``)."""

    values: Table
    texts: Table


@scoped
def read_column(dataset: Dataset, source: Source, options: SourceOptions, name: str) -> RecordColumn:
    """Return a column of ``source``, read as ``options`` say, for the records of a dataset, which are called alike.

    Raises BadInput where it is not there, or a record has several values.
    """
    engine = dataset.engine
    assert isinstance(engine, DuckDBEngine | Warehouse)
    try:
        other = open_source(engine, source, _options_of_column(options, name))
    except MissingColumn as error:
        raise error.with_hint("<columns> names columns of the source, or of <columns_from>") from None
    tables = {"names": dataset.names(), "value_names": other.names(), "value_items": other.items}
    values = engine.table("columns/read/record_values", value_rows=other.transactions, missing=MISSING, **tables)
    if odd := engine.number("columns/read/several", record_values=values):
        records = count_of(odd, "record has", "records have")
        raise BadInput(
            f'{records} several values in the column "{name}"', "a column that is known besides has one a record"
        )
    texts = engine.table("columns/read/texts", record_values=values)
    return RecordColumn(engine.table("columns/read/coded", record_values=values, texts=texts), texts)


def _options_of_column(options: SourceOptions, name: str) -> SourceOptions:
    """Return how a column is read: a value a cell, of all records, whatever the items stand in."""
    options = replace(options, cap=0, cap_records=0, control=None, person="", seek_person=False, seek_columns=False)
    return replace(options, item=name, on_null="drop", format="long", split="")
