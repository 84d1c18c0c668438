"""Spark whose tables are worked on here: for data that fit one machine, where its many small jobs take longest.

Rows come and go as Parquet files in the private folder of this run where Spark runs on this machine, through Arrow (and
then through the memory of this program) where it does not.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlglot import exp

from setanon_sql.engine.catalog import Catalog
from setanon_sql.engine.duckdb.engine import DuckDBEngine
from setanon_sql.engine.remote import TYPES, RemoteDatabase
from setanon_sql.engine.spark.engine import SparkEngine
from setanon_sql.engine.spark.versions import arrow_of, frame_of
from setanon_sql.engine.warehouse import Made, Relation, Replaced
from setanon_sql.errors import SetanonError
from setanon_sql.files.stopping import finished, unbroken
from setanon_sql.query import templates
from setanon_sql.query.templates import Bind, Table, all_rows, column


class RemoteSpark(RemoteDatabase):
    """A Spark by its address, or the one that runs in this process."""

    place = "Spark"

    def __init__(self, engine: DuckDBEngine, address: str) -> None:
        super().__init__(engine)
        self.warehouse = SparkEngine(address, trace=engine.trace)
        self._address = address
        self._views: list[str] = []

    @property
    def server(self) -> str:
        """The address."""
        return self._address

    def relation(self, parts: Sequence[str]) -> Relation:
        """Find a table or view, or a Parquet file or folder."""
        self._reads(parts)
        return self.warehouse.relation(parts)

    def described(self, query: exp.Query) -> dict[str, str]:
        """Plan a query and look at its columns."""
        view = self.warehouse.view(query.copy())
        return self.warehouse.relation([view.name]).columns

    def exists(self, parts: Sequence[str]) -> bool:
        """Return whether a table, or a file or folder, of this name is there."""
        return self.warehouse.exists(parts)

    def recover_interrupted(self, above: Sequence[str], names: Sequence[str]) -> None:
        """Put right what a killed run left of the tables of a release."""
        self.warehouse.recover_interrupted(above, names)

    def catalog(self, above: Sequence[str], reads: Sequence[Sequence[str]]) -> Catalog:
        """Return what is known of a schema."""
        return self.warehouse.catalog(above, reads)

    def copied(self, query: exp.Query, kinds: Mapping[str, str]) -> Table:
        """Have the rows written here, or sent as Arrow; what is no whole number as text, lists as lists of text."""
        assert isinstance(query, exp.Select)
        sent = zip(query.expressions, kinds.values(), strict=True)
        query.set(
            "expressions", [self._to_send(output, kind).as_(f"c{at}") for at, (output, kind) in enumerate(sent, 1)]
        )
        received = [
            exp.cast(column(f"c{at}"), TYPES.get(kind, "VARCHAR")).as_(f"c{at}")
            for at, kind in enumerate(kinds.values(), 1)
        ]
        if self.warehouse.abilities.writes_folders:
            folder = self._file("copied")
            self.warehouse.write_parquet(query, {}, folder)
            written = templates.query("sources/read/parquet", path=f"{folder}/*.parquet")
            assert isinstance(written, exp.Query)
            return self.engine.table(exp.select(*received).from_(written.subquery("sent")))
        text = self.warehouse.render(query)
        with self.engine.trace.statement("elsewhere", text):
            registered = self.engine.register("sent", arrow_of(self.warehouse.execute("reading the source", text)))
        return self.engine.table(exp.select(*received).from_(registered.expression()))

    def text(self, value: exp.Expr) -> exp.Expr:
        """Return a value as text."""
        return self.warehouse.text(value)

    def row_of_counts(self, query: exp.Query) -> tuple[Any, ...] | None:
        """Ask Spark, which tells of missing rights only then."""
        self._reads()
        with suppress(SetanonError):
            return self.warehouse.row(query)
        return None

    def _to_send(self, output: exp.Expr, kind: str) -> exp.Expr:
        """Return a column as Spark sends it."""
        value = output.unalias()
        if kind == "list":
            return exp.cast(value, exp.DataType.build("ARRAY<STRING>", dialect="spark"))
        return value if kind == "whole" else self.name_of(value, kind)

    def publish(
        self,
        above: Sequence[str],
        tables: Made,
        replaced: Replaced,
        follow: Callable[[], None] | None = None,
        *,
        private: bool = False,
    ) -> None:
        """Hand the tables over, and have Spark publish them as its own."""
        handed = {
            name: (all_rows(self._hand_over(query, binds)), dict[str, Bind]())
            for name, (query, binds) in tables.items()
        }
        self.warehouse.publish(above, handed, replaced, private=private)
        with unbroken():
            if follow:
                follow()
            finished()

    def _hand_over(self, query: str | exp.Expr, binds: Mapping[str, Bind]) -> Table:
        """Let Spark read the rows of a query."""
        _, text = self.engine.statement_text(query, binds)
        if self.warehouse.abilities.writes_folders:
            path = self._file("handed").with_suffix(".parquet")
            to = exp.Literal.string(str(path)).sql("duckdb")
            self.engine.execute("hand over", f"COPY ({text}) TO {to} (FORMAT parquet)")
            return self.warehouse.relation([str(path)]).table
        view = self.warehouse.new_table("handed")
        frame = frame_of(self.warehouse.session, self.engine.connection.sql(text).to_arrow_table())
        frame.createOrReplaceTempView(view.name)
        self._views.append(view.name)
        return view

    def _file(self, name: str) -> Path:
        """Return a name in the private folder of this run, which goes with the run."""
        return self.engine.folder / self.engine.new_table(name).name

    def close(self) -> None:
        """Let Spark go, or stop it where it was started here; may be called twice."""
        views = self._views
        self._views = []
        for name in views:
            self.warehouse.session.catalog.dropTempView(name)
        self.warehouse.close()
