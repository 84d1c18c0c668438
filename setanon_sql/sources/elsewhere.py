"""A table or view of a database elsewhere: its columns that are needed are copied here once, and read like any other.

What ``where`` and ``query`` say runs there, in the SQL of that database, so that only the rows they keep are copied.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from sqlglot import exp

from setanon_sql.engine import DuckDBEngine, is_elsewhere
from setanon_sql.engine.remote import TYPES, Elsewhere, elsewhere
from setanon_sql.engine.warehouse import name_parts, refuse_no_text
from setanon_sql.query.templates import Table
from setanon_sql.sources import selecting
from setanon_sql.sources.columns import Column, Wide, missing_columns
from setanon_sql.sources.database import open_table
from setanon_sql.sources.narrowing import QUERIED, place_named, place_source, running
from setanon_sql.sources.options import SourceOptions
from setanon_sql.sources.wide import wide_format

#: Rows that tell the format of a source.
_SEEN = 200


@dataclass(frozen=True)
class Found:
    """What is read elsewhere, without its SELECT list, and the kinds of its columns by name."""

    name: str
    rows: exp.Select
    columns: Mapping[str, str]


def open_elsewhere(engine: DuckDBEngine, name: str | None, options: SourceOptions) -> Wide:
    """Copy a source here: two columns of a long or list table, all of a one-hot one; ``where``, ``query`` run there.

    Without a ``name`` the query of ``options`` says what is read. Raises BadInput where it is not there, or has other
    columns.
    """
    remote = elsewhere(engine, options.db)
    with _selected_by(engine, options):
        found = _narrowed(remote, _queried(remote, name, options), options)
        wanted = _needed(engine, remote, found, options)
        return _wide(remote, found, wanted)


def named_table(engine: DuckDBEngine, name: str, db: str, wanted: Collection[str] = ()) -> Wide:
    """Return a table or view of ``db``; of one elsewhere the columns that are ``wanted`` and there, or all of them.

    Raises BadInput where there is none of that name.
    """
    if not is_elsewhere(db):
        return open_table(engine, name, db)
    remote = elsewhere(engine, db)
    found = _named(remote, name)
    there = {own: kind for own, kind in found.columns.items() if own in wanted}
    refuse_no_text(there)
    return _wide(remote, found, there or found.columns)


def _named(remote: Elsewhere, name: str) -> Found:
    relation = remote.relation(name_parts(name))
    return Found(name, exp.select().from_(relation.table.expression()), relation.columns)


def _queried(remote: Elsewhere, name: str | None, options: SourceOptions) -> Found:
    """Return what is named, or what ``query`` gives of it."""
    if not options.query:
        assert name is not None
        return _named(remote, name)
    tree = selecting.parsed_query(str(options.query), options.dialect)
    if name is not None:
        place_source(tree, remote.relation(name_parts(name)).table)
    place_named(tree, remote.placed)
    return Found(QUERIED, exp.select().from_(tree.subquery("queried")), remote.described(tree))


def _narrowed(remote: Elsewhere, found: Found, options: SourceOptions) -> Found:
    """The rows that meet ``where``, in which the source may be called so."""
    if not options.where:
        return found
    condition = selecting.parsed_condition(options.where, options.dialect)
    place_named(condition, remote.placed)
    source = found.rows.args["from_"].this
    source.set("alias", exp.TableAlias(this=exp.to_identifier(selecting.SOURCE)))
    return Found(found.name, exp.select().from_(source).where(condition), found.columns)


def _needed(engine: DuckDBEngine, remote: Elsewhere, found: Found, options: SourceOptions) -> Mapping[str, str]:
    """The columns that are copied: those of a record and its items; all, where these are the items."""
    two = {own: found.columns[own] for own in (options.record_id, options.item) if own in found.columns}
    if options.format != "onehot" and options.item in two and (len(two) == 2 or two[options.item] == "list"):
        refuse_no_text(two)
        return two
    if options.format in {"long", "list"}:
        raise missing_columns(_described(found), options.record_id, options.item)
    if options.format != "onehot":
        sample = _wide(remote, found, found.columns, _SEEN)
        wide_format(engine, sample, options)
        engine.drop(sample.table)
    return found.columns


def _described(found: Found) -> Wide:
    """Return what is there, without any rows."""
    columns = (Column(own, own, TYPES.get(kind, "VARCHAR")) for own, kind in found.columns.items())
    return Wide(found.name, Table(""), tuple(columns))


def _wide(remote: Elsewhere, found: Found, columns: Mapping[str, str], limit: int = 0) -> Wide:
    table = remote.read(found.rows, columns, limit)
    own = (Column(label, f"c{at}", TYPES.get(kind, "VARCHAR")) for at, (label, kind) in enumerate(columns.items(), 1))
    return Wide(found.name, table, tuple(own), others=len(columns) < len(found.columns))


@contextmanager
def _selected_by(engine: DuckDBEngine, options: SourceOptions) -> Iterator[None]:
    """Say of an error of the user's own SQL which option it stands in."""
    if not (options.where or options.query):
        yield
        return
    with running(engine, "--where" if options.where else "--query", dialect=options.dialect):
        yield
