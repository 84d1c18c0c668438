"""Values that a column takes for equal though their texts differ (7 and 7.0, 1 month and 30 days): one text is theirs.

What is written otherwise in a list is known by its other spellings.
"""

from dataclasses import replace

from sqlglot import exp

from setanon_sql.engine import DuckDBEngine, Engine, scoped
from setanon_sql.engine.remote import RemoteDatabase
from setanon_sql.engine.warehouse import Relation, Warehouse, one_text
from setanon_sql.query import templates
from setanon_sql.query.templates import Table
from setanon_sql.sources.columns import Wide
from setanon_sql.sources.options import SourceOptions

_ROW = "setanon row"


@scoped
def with_equal_as_one(engine: DuckDBEngine, wide: Wide, options: SourceOptions, kind: str) -> Wide:
    """Return a source in which one text stands for all values that DuckDB takes for equal, its rows in their order.

    So it is in the columns that are asked for; in all, where the first that holds no flags may be that of the records.
    """
    loose = [
        column for column in wide.columns if column.is_loose and (column.label in options.columns or kind == "onehot")
    ]
    if not loose:
        return wide
    numbered = exp.select(exp.Window(this=exp.RowNumber()).as_(_ROW, quoted=True), exp.Star())
    outputs = [
        _text_of_all(column.name) if column in loose else templates.column(column.name) for column in wide.columns
    ]
    named = [output.as_(column.name, quoted=True) for output, column in zip(outputs, wide.columns, strict=True)]
    rows = exp.select(*named).from_(numbered.from_(wide.table.expression()).subquery("numbered"))
    table = engine.table(rows.order_by(templates.column(_ROW)))
    columns = tuple(replace(column, kind="VARCHAR") if column in loose else column for column in wide.columns)
    item = next((column.name for column in loose if column.label == options.item), None)
    spellings = _of_duckdb(engine, wide.table, item) if item else None
    return replace(wide, table=table, columns=columns, passing=False, spellings=spellings)


def _text_of_all(name: str) -> exp.Expr:
    value = templates.column(name)
    return one_text(value, exp.cast(value.copy(), "VARCHAR"))


def _of_duckdb(engine: DuckDBEngine, table: Table, name: str) -> Table | None:
    text = exp.cast(templates.column(name), "VARCHAR")
    rows = exp.select(text.as_("label"), _text_of_all(name).as_("item")).from_(table.expression())
    return _spellings_or_none(engine, engine.table(_differing_spellings(rows)))


def spellings_in(engine: Warehouse, relation: Relation, name: str) -> Table | None:
    """Return the other texts (``label``) of the items of a column, each with the one that stands for it (``item``).

    None where there are none.
    """
    if relation.columns[name] != "loose":
        return None
    texts = (engine.text_of(relation, name).as_("label"), engine.name_of(relation, name).as_("item"))
    return _spellings_or_none(
        engine, engine.table(_differing_spellings(exp.select(*texts).from_(relation.table.expression())))
    )


def spellings_elsewhere(remote: RemoteDatabase, rows: exp.Select, name: str, kind: str) -> Table | None:
    """Return the same of ``rows`` of a remote database, which lack their SELECT list."""
    if kind != "loose":
        return None
    value = templates.column(name)
    texts = (remote.name_of(value, "other").as_("label"), remote.name_of(value, kind).as_("item"))
    others = _differing_spellings(rows.select(*texts, append=False))
    return _spellings_or_none(remote.engine, remote.copied(others, {"label": "other", "item": "other"}))


def spellings_note(engine: Engine, spellings: Table | None) -> tuple[str, ...]:
    """Say that items go by one of their spellings; nothing where each has one only."""
    if spellings is None:
        return ()
    more = engine.count(spellings)
    spelled = "1 more spelling is" if more == 1 else f"{more:,} more spellings are"
    return (f"{spelled} equal to those of other items in their column: the first of equal ones stands for all",)


def _differing_spellings(rows: exp.Select) -> exp.Select:
    """Return what differs from the text that stands for it, each once: ``c1``, and that text ``c2``."""
    label, item = (exp.column(name, table="s") for name in ("label", "item"))
    columns = (label.copy().as_("c1", quoted=True), item.copy().as_("c2", quoted=True))
    return exp.select(*columns).distinct().from_(rows.subquery("s")).where(exp.NEQ(this=label, expression=item))


def _spellings_or_none(engine: Engine, table: Table) -> Table | None:
    """Return spellings by the names of their columns; None, and the table is gone, where there are none."""
    if engine.count(table):
        return replace(table, columns={"label": "c1", "item": "c2"})
    engine.drop(table)
    return None
