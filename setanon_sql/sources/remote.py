"""A table or view of a remote database: its columns that are needed are copied here once, and read like any other.

What ``where`` and ``query`` say runs there, in the SQL of that database, so that only the rows they keep are copied.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

from sqlglot import exp

from setanon_sql.engine import DuckDBEngine, is_remote
from setanon_sql.engine.remote import TYPES, RemoteDatabase
from setanon_sql.engine.remote_opening import remote_database
from setanon_sql.engine.warehouse import Relation, name_parts, refuse_no_text
from setanon_sql.query.templates import Table
from setanon_sql.sources import selecting
from setanon_sql.sources.columns import Column, Wide, missing_columns
from setanon_sql.sources.database import open_table
from setanon_sql.sources.equality import spellings_elsewhere
from setanon_sql.sources.hints import hint_elsewhere
from setanon_sql.sources.narrowing import QUERIED, explain_sql_errors, place_named, place_source
from setanon_sql.sources.options import SourceOptions
from setanon_sql.sources.wide import wide_format

#: Rows that tell the format of a source.
_SEEN = 200


@dataclass(frozen=True)
class RemoteSelection:
    """Rows of a remote database without their SELECT list, and the kinds of their columns by name.

    ``forbidden``: columns that may not be read.
    """

    name: str
    rows: exp.Select
    columns: Mapping[str, str]
    forbidden: frozenset[str] = frozenset()


def open_remote(engine: DuckDBEngine, name: str | None, options: SourceOptions) -> Wide:
    """Copy a source here: two columns of a long or list table, all of a one-hot one; ``where``, ``query`` run there.

    Without a ``name`` the query of ``options`` says what is read. Raises BadInput where it is not there, or has other
    columns.
    """
    remote = remote_database(engine, options.db)
    with _selected_by(engine, options):
        selection = _narrow(remote, _query(remote, name, options), options)
        columns = _needed_columns(engine, remote, selection, options)
        readable = {name: kind for name, kind in selection.columns.items() if name not in selection.forbidden}
        hint = hint_elsewhere(remote, selection.rows, readable, options)
        kind = selection.columns.get(options.item, "")
        spellings = spellings_elsewhere(remote, selection.rows, options.item, kind)
        return replace(_wide(remote, selection, columns), person_hint=hint, spellings=spellings)


def named_table(engine: DuckDBEngine, name: str, db: str, needed: Collection[str] = ()) -> Wide:
    """Return a table or view of ``db``; of a remote one the columns that are ``needed`` and there, or all of them.

    Raises BadInput where there is none of that name.
    """
    if not is_remote(db):
        return open_table(engine, name, db)
    remote = remote_database(engine, db)
    selection = _of_relation(name, remote.relation(name_parts(name)).as_it_stands())
    columns = {column: kind for column, kind in selection.columns.items() if not needed or column in needed}
    refuse_no_text(columns if needed else {})
    return _wide(remote, selection, columns) if columns else _without_rows(selection)


def _of_relation(name: str, relation: Relation) -> RemoteSelection:
    return RemoteSelection(name, exp.select().from_(relation.table.expression()), relation.columns, relation.forbidden)


def _query(remote: RemoteDatabase, name: str | None, options: SourceOptions) -> RemoteSelection:
    """Return what is named, or what ``query`` gives of it."""
    if not options.query:
        assert name is not None
        return _of_relation(name, remote.relation(name_parts(name)))
    tree = selecting.parsed_query(str(options.query), options.dialect)
    if name is not None:
        place_source(tree, remote.relation(name_parts(name)).table)
    place_named(tree, remote.placed)
    return RemoteSelection(QUERIED, exp.select().from_(tree.subquery("queried")), remote.described(tree))


def _narrow(remote: RemoteDatabase, selection: RemoteSelection, options: SourceOptions) -> RemoteSelection:
    """Return the rows that meet ``where``, in which the source may be called so."""
    if not options.where:
        return selection
    condition = selecting.parsed_condition(options.where, options.dialect)
    place_named(condition, remote.placed)
    source = selection.rows.args["from_"].this
    source.set("alias", exp.TableAlias(this=exp.to_identifier(selecting.SOURCE)))
    return replace(selection, rows=exp.select().from_(source).where(condition))


def _needed_columns(
    engine: DuckDBEngine, remote: RemoteDatabase, selection: RemoteSelection, options: SourceOptions
) -> Mapping[str, str]:
    """Return the columns that are copied: those of a record and its items; all, where these are the items."""
    needed = {name: selection.columns[name] for name in options.columns if name in selection.columns}
    if (
        options.format != "onehot"
        and options.item in needed
        and (options.record_id in needed or needed[options.item] == "list")
    ):
        refuse_no_text(needed)
        return needed
    if options.format in {"long", "list"}:
        raise missing_columns(_without_rows(selection), options.record_id, options.item)
    if options.format != "onehot":
        sample = _wide(remote, selection, selection.columns, _SEEN)
        wide_format(engine, sample, options)
        engine.drop(sample.table)
    return selection.columns


def _without_rows(selection: RemoteSelection) -> Wide:
    """Return what is there, without any rows."""
    columns = (Column(name, name, TYPES.get(kind, "VARCHAR")) for name, kind in selection.columns.items())
    return Wide(selection.name, Table(""), tuple(columns))


def _wide(remote: RemoteDatabase, selection: RemoteSelection, columns: Mapping[str, str], limit: int = 0) -> Wide:
    table = remote.read(selection.rows, columns, limit)
    copied = (
        Column(label, f"c{at}", TYPES.get(kind, "VARCHAR")) for at, (label, kind) in enumerate(columns.items(), 1)
    )
    not_read = tuple(name for name in selection.columns if name not in columns)
    return Wide(selection.name, table, tuple(copied), not_read=not_read)


@contextmanager
def _selected_by(engine: DuckDBEngine, options: SourceOptions) -> Iterator[None]:
    """Say of an error of the user's own SQL which option it stands in."""
    if not (options.where or options.query):
        yield
        return
    with explain_sql_errors(engine, "<where>" if options.where else "<query>", dialect=options.dialect):
        yield
