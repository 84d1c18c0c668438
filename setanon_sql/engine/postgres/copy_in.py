"""PostgreSQL whose tables are worked on here: rows come and go by COPY, as text that Python passes on in pieces.

A source is one COPY out of the server, into a file in the private folder of this run that DuckDB reads. A release is
written by DuckDB into such a file, and copied into new tables in one transaction, over a connection made anew: the old
one may have been idle for hours.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from sqlglot import exp

from setanon_sql.engine.catalog import Catalog
from setanon_sql.engine.duckdb.engine import DuckDBEngine
from setanon_sql.engine.postgres.engine import PostgresEngine
from setanon_sql.engine.remote import TYPES, RemoteDatabase
from setanon_sql.engine.warehouse import Made, Relation, Replaced
from setanon_sql.errors import SetanonError
from setanon_sql.files.stopping import finished, unbroken
from setanon_sql.query import templates
from setanon_sql.query.templates import Table, column

#: What PostgreSQL calls the types of DuckDB that a release has.
_SQL = {"VARCHAR": "text", "BOOLEAN": "boolean", "DOUBLE": "double precision", "HUGEINT": "numeric"}


class RemotePostgres(RemoteDatabase):
    """A PostgreSQL server by its address."""

    place = "PostgreSQL"
    has_dimensions = True

    def __init__(self, engine: DuckDBEngine, url: str) -> None:
        super().__init__(engine)
        self._url = url
        self._connected: PostgresEngine | None = None

    @property
    def warehouse(self) -> PostgresEngine:
        """The connection, made anew where it was lost."""
        lost = self._connected is not None and self._connected.connection.closed
        if lost and self.engine.snapshots.are_taken:
            raise SetanonError("PostgreSQL let the connection go while it was read", "run it again")
        if self._connected is None or lost:
            self._connected = PostgresEngine(self._url, trace=self.engine.trace)
        return self._connected

    @property
    def server(self) -> str:
        """Host, port and database."""
        return self.warehouse.server

    def relation(self, parts: Sequence[str]) -> Relation:
        """Find a table or view as written or in lower case."""
        self._reads(parts)
        return self.warehouse.relation(parts)

    def described(self, query: exp.Query) -> dict[str, str]:
        """Ask for the columns of a query."""
        self._reads()
        return self.warehouse.described(query)

    def placed(self, parts: Sequence[str]) -> Table | None:
        """Return the table that a name means."""
        self._reads(parts)
        return self.warehouse.placed(parts)

    @contextmanager
    def _snapshot(self) -> Iterator[None]:
        """Read in one transaction, which ends before the work begins; so does the connection."""
        with self.warehouse.one_snapshot(read_only=True):
            yield
        self.close()

    def exists(self, parts: Sequence[str]) -> bool:
        """Return whether a table or view of exactly this name is there."""
        return self.warehouse.exists(parts)

    def catalog(self, above: Sequence[str], reads: Sequence[Sequence[str]]) -> Catalog:
        """Return what is known of a schema."""
        return self.warehouse.catalog(above, reads)

    def copied(self, query: exp.Query, kinds: Mapping[str, str]) -> Table:
        """Have the rows sent as CSV, everything but whole numbers as text, lists as JSON."""
        assert isinstance(query, exp.Select)
        self._reads()
        sent = [self._to_send(output, kind) for output, kind in zip(query.expressions, kinds.values(), strict=True)]
        # an empty line would be none: there are always two columns
        query.set("expressions", [*sent, templates.literal(0).as_("more")])
        path = self.engine.folder / f"{self.engine.new_table('copied').name}.csv"
        try:
            self.warehouse.unload(query, path)
            return self._load(path, list(kinds.values()))
        finally:
            path.unlink(missing_ok=True)

    def text(self, value: exp.Expr) -> exp.Expr:
        """Return a value as text that compares by its bytes."""
        return self.warehouse.text(value)

    def row_of_counts(self, query: exp.Query) -> tuple[Any, ...]:
        """Ask the server."""
        self._reads()
        return self.warehouse.row(query)

    def _to_send(self, output: exp.Expr, kind: str) -> exp.Expr:
        """Return a column as the server sends it."""
        value = output.unalias()
        if kind == "list":
            texts = exp.cast(value, exp.DataType.build("TEXT[]", dialect="postgres"))
            value = exp.cast(exp.Anonymous(this="to_json", expressions=[texts]), "TEXT")
        elif kind != "whole":
            value = self.name_of(value, kind)
        return value.as_(output.alias, quoted=True)

    def _load(self, path: Path, kinds: Sequence[str]) -> Table:
        tree = templates.query("sources/read/copied", path=str(path))
        fields = tree.find(exp.Struct)
        assert fields is not None
        first = fields.expressions[0]
        fields.set("expressions", [_field(first, f"c{at}", kind) for at, kind in enumerate([*kinds, "whole"], 1)])
        received = [_as_received(column(f"c{at}"), kind).as_(f"c{at}") for at, kind in enumerate(kinds, 1)]
        tree.set("expressions", received)
        return self.engine.table(tree)

    def publish(
        self,
        above: Sequence[str],
        tables: Made,
        replaced: Replaced,
        follow: Callable[[], None] | None = None,
        *,
        private: bool = False,
    ) -> None:
        """Write files, and copy them into tables in one transaction."""
        with ExitStack() as files, ExitStack() as transaction:
            written = {name: self._write(name, *how, files) for name, how in tables.items()}
            self.close()
            place = transaction.enter_context(
                self.warehouse.publishing(above, replaced, list(tables) if private else ())
            )
            for name, (columns, path) in written.items():
                self.warehouse.fill(Table(name, place), columns, path)
            with unbroken():
                transaction.close()
                if follow:
                    follow()
                finished()

    def _write(
        self, name: str, query: str | exp.Expr, binds: Mapping[str, templates.Bind], files: ExitStack
    ) -> tuple[dict[str, str], Path]:
        """Write the rows of a query into a file; returns the types of their columns in PostgreSQL, and the file."""
        path = self.engine.folder / f"{self.engine.new_table('release').name}.csv"
        files.callback(path.unlink, missing_ok=True)
        tree = self.engine.query(query, **binds)[1]
        assert isinstance(tree, exp.Query)
        columns = {name: _SQL.get(kind, "bigint") for name, kind in self.engine.described(tree).items()}
        to = exp.Literal.string(str(path)).sql("duckdb")
        self.engine.execute(
            f"write {name}", f"COPY ({self.engine.render(tree)}) TO {to} (FORMAT csv, HEADER false, FORCE_QUOTE *)"
        )
        return columns, path

    def close(self) -> None:
        """Let the connection go; may be called twice."""
        warehouse = self._connected
        self._connected = None
        if warehouse is not None:
            warehouse.close()


def _field(like: exp.Expr, name: str, kind: str) -> exp.Expr:
    """Return a column of the file: ``'name': 'TYPE'``."""
    field = like.copy()
    field.this.replace(
        type(field.this)(this=name, **{key: value for key, value in field.this.args.items() if key != "this"})
    )
    field.expression.replace(exp.Literal.string("VARCHAR" if kind == "list" else TYPES.get(kind, "VARCHAR")))
    return field


def _as_received(value: exp.Expr, kind: str) -> exp.Expr:
    """Return a column as DuckDB keeps it."""
    if kind != "list":
        return value
    return exp.Anonymous(this="from_json", expressions=[value, exp.Literal.string('["VARCHAR"]')])
