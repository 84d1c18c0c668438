"""Run what a user says of the rows to be read: ``where`` keeps some of them, ``query`` reads others in their place.

Each is run once, and what it gives is kept: it may give other rows the next time (``random()``, a table that changes).
In a warehouse it becomes a view, which is read once.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import duckdb
from sqlglot import exp

from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.engine.warehouse import Relation
from setanon_sql.errors import BadInput, BadParameter, NotEnoughMemory, SetanonError
from setanon_sql.query import templates
from setanon_sql.query.templates import Table
from setanon_sql.sources import selecting
from setanon_sql.sources.columns import OWN_ERROR, Column, Wide, wide_of
from setanon_sql.sources.database import table_of
from setanon_sql.sources.lakes import is_pattern, lake_of, user_relation
from setanon_sql.sources.options import SourceOptions

#: What messages call the rows of a query.
QUERIED = "the result of the query"


def run_query(engine: DuckDBEngine, source: Wide | None, options: SourceOptions) -> Wide:
    """Return what ``query`` gives, kept as a scratch table; ``source`` is what it calls so."""
    tree = selecting.parsed_query(str(options.query), engine.dialect)
    base = _with_labels(engine, source).table if source else None
    _place_tables(engine, tree, base, options.db)
    with explain_sql_errors(engine, "<query>"):
        return wide_of(engine, QUERIED, engine.table(tree))


def narrow(engine: DuckDBEngine, wide: Wide, options: SourceOptions, needed: Sequence[str] = ()) -> Wide:
    """Return the rows of a source that meet ``where``, kept as a scratch table with the columns that are ``needed``.

    Those are labels; none: all columns.
    """
    condition = selecting.parsed_condition(options.where, engine.dialect)
    labelled = _with_labels(engine, wide)
    _place_tables(engine, condition, labelled.table, options.db)
    columns = tuple(column for column in labelled.columns if column.label in needed) or labelled.columns
    tree = exp.select(*(templates.column(column.name) for column in columns))
    with explain_sql_errors(engine, "<where>", wide.columns if wide.trusted else ()):
        table = engine.table(tree.from_(labelled.table.expression(selecting.SOURCE)).where(condition))
    return Wide(wide.name, table, columns, trusted=wide.trusted)


def _with_labels(engine: DuckDBEngine, wide: Wide) -> Wide:
    """Return the same with columns that are called as the source calls them, as far as DuckDB can tell them apart."""
    if all(column.name == column.label for column in wide.columns):
        return wide
    seen: set[str] = set()
    columns = []
    expressions = []
    for at, column in enumerate(wide.columns):
        name = column.label if column.label.casefold() not in seen and column.label else f"{column.label} {at + 1}"
        seen.add(name.casefold())
        columns.append(Column(column.label, name, column.kind))
        expressions.append(templates.column(column.name).as_(name, quoted=True))
    table = engine.view(exp.select(*expressions).from_(wide.table.expression()))
    return Wide(wide.name, table, tuple(columns), wide.passing, wide.trusted)


def query_of_warehouse(engine: Warehouse, source: Relation | None, options: SourceOptions) -> exp.Expr:
    """Return ``query`` as a warehouse runs it; ``source`` is what it calls so."""
    tree = selecting.parsed_query(str(options.query), engine.dialect)
    if source:
        place_source(tree, replace(source.table, columns={}))
    place_named(tree, engine.placed)
    return engine.folded(tree)


def rows_of_warehouse(engine: Warehouse, relation: Relation, options: SourceOptions, needed: Sequence[str]) -> exp.Expr:
    """Return the SELECT of the ``needed`` columns of the rows of a table or view that meet ``where``, if it is said."""
    plain_table = replace(relation.table, columns={})
    tree = exp.select(*(templates.column(name) for name in needed)).from_(plain_table.expression(selecting.SOURCE))
    if not options.where:
        return tree
    condition = selecting.parsed_condition(options.where, engine.dialect)
    place_source(condition, plain_table)
    place_named(condition, engine.placed)
    return engine.folded(tree.where(condition))


def kept_relation(engine: Warehouse, tree: exp.Expr, option: str) -> Relation:
    """Return the rows of a SELECT of the user (in ``option``) as a view, or a copy where there are no such views."""
    with explain_sql_errors(engine, option):
        engine.before_reading(tree)
        view = engine.view(tree)
        return engine.relation([part for part in (view.schema, view.name) if part])


def _place_tables(engine: DuckDBEngine, tree: exp.Expr, source: Table | None, db: str) -> None:
    """Let the tables of a query be those of the user: DuckDB would also find what this program has by such a name."""
    for table in selecting.tables_in(tree):
        name = exp.table_name(table)
        if source and selecting.is_source(table):
            _place(table, source)
        elif relation := user_relation(engine, name):
            _place(table, relation)
        elif not (selecting.names_file(table) or lake_of(engine, name) or is_pattern(name)):
            if not db:
                raise BadInput(
                    f"a query names the table {name}, but there is no database",
                    f"it calls SOURCE {selecting.SOURCE}, and a file by its path in quotes; tables are found with <db>",
                )
            _place(table, table_of(engine, name, db)[0])


def place_source(tree: exp.Expr, source: Table) -> None:
    """Let what a query calls the source be a table."""
    for table in selecting.tables_in(tree):
        if selecting.is_source(table):
            _place(table, source)


def place_named(tree: exp.Expr, placed: Callable[[Sequence[str]], Table | None]) -> None:
    """Let the names of tables in a query mean what a database says that they mean; the source has its place already."""
    for table in selecting.tables_in(tree):
        parts = [part.name if part.args.get("quoted") else part.name.lower() for part in table.parts]
        if table_meant := placed(parts):
            _place(table, table_meant)


def _place(table: exp.Table, replacement: Table) -> None:
    """Let a table of a query be another one, under its old name."""
    if not table.alias:
        table.set("alias", exp.TableAlias(this=exp.to_identifier(table.name, quoted=table.this.quoted)))
    other = replacement.expression()
    for part in ("this", "db", "catalog"):
        table.set(part, other.args.get(part))


@contextmanager
def explain_sql_errors(
    engine: Engine, option: str, columns: Sequence[Column] = (), dialect: str = ""
) -> Iterator[None]:
    """Turn what an engine says of the user's SQL, which may hold values, into BadInput; show it without its values.

    ``dialect``: that of the SQL, where it is not the engine's.
    """
    try:
        with engine.trace.redacted(lambda text: selecting.mask_values(text, dialect or engine.dialect)):
            yield
    except (NotEnoughMemory, BadInput, BadParameter, duckdb.InterruptException):
        raise
    except (duckdb.Error, SetanonError) as error:
        if OWN_ERROR in str(error.__cause__ or error):  # of the source, not of what the user says of it
            raise
        details = (
            error.details if isinstance(error, SetanonError) and error.details else (str(error.__cause__ or error),)
        )
        columns_there = (
            f" (the columns are {', '.join(column.label for column in columns)})" if 0 < len(columns) < 10 else ""
        )
        hint = f"are the tables, the columns and their types what it takes them for{columns_there}?"
        raise BadInput(f"{option} cannot be run", hint, details) from error
