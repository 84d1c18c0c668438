"""A remote database whose tables are worked on here.

Its rows are copied once into the DuckDB of this process, everything runs there, and a release goes back in the end.
What each database does for it is in a module of its own; DuckDB closes the connection when it is closed.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlglot import exp

from setanon_sql.engine.catalog import Catalog
from setanon_sql.engine.duckdb.engine import DuckDBEngine
from setanon_sql.engine.scopes import scoped
from setanon_sql.engine.snapshots import Apart
from setanon_sql.engine.warehouse import Made, Relation, Replaced, no_text, one_text, with_one_zero
from setanon_sql.query.templates import Table, column

#: What DuckDB has for a column, by its kind; all else is text.
TYPES = {"whole": "BIGINT", "flag": "BOOLEAN", "list": "VARCHAR[]"}


class RemoteDatabase(ABC):
    """A remote database, and the ``engine`` that works on its rows; ``place`` is its name in messages."""

    place: str
    #: Does only a value tell how many dimensions it has, not its type? So it is in PostgreSQL.
    has_dimensions: bool = False

    def __init__(self, engine: DuckDBEngine) -> None:
        self.engine = engine
        self._apart = Apart(engine.trace.note)

    @property
    @abstractmethod
    def server(self) -> str:
        """The database by a name that is the same in every run; it holds no password."""

    @abstractmethod
    def relation(self, parts: Sequence[str]) -> Relation:
        """Find a table or view by the parts of its name, with the right to read it; raises BadInput otherwise."""

    @abstractmethod
    def described(self, query: exp.Query) -> dict[str, str]:
        """Return the kinds of the columns of a query, by name."""

    @abstractmethod
    def exists(self, parts: Sequence[str]) -> bool:
        """Return whether anything (a table, a view) stands under a name."""

    @abstractmethod
    def copied(self, query: exp.Query, kinds: Mapping[str, str]) -> Table:
        """Copy the rows of a query into a scratch table with columns ``c1``, ``c2``, …; ``kinds`` are theirs."""

    @abstractmethod
    def text(self, value: exp.Expr) -> exp.Expr:
        """Return a value as text, as the database writes it."""

    def name_of(self, value: exp.Expr, kind: str) -> exp.Expr:
        """Return the text that the database sends for a value and all that it takes for equal to it."""
        text = self.text(with_one_zero(value.copy(), kind))
        return one_text(value, text) if kind == "loose" else text

    @abstractmethod
    def row_of_counts(self, query: exp.Query) -> tuple[Any, ...] | None:
        """Return the only row of a query that counts something there; None where the database does not let us."""

    @abstractmethod
    def catalog(self, above: Sequence[str], reads: Sequence[Sequence[str]]) -> Catalog:
        """Return what is known of the schema ``above``; ``reads`` names the tables and views that are read."""

    def placed(self, parts: Sequence[str]) -> Table | None:
        """Return the table that a name means in the user's own SQL; None where the database finds it by itself."""
        return None

    @abstractmethod
    def publish(
        self,
        above: Sequence[str],
        tables: Made,
        replaced: Replaced,
        follow: Callable[[], None] | None = None,
        *,
        private: bool = False,
    ) -> None:
        """Write the rows of queries of the engine as tables in the schema ``above``: all or none.

        ``replaced`` is asked right before, ``follow`` is done right after. ``private``: they are for their owner alone,
        as far as this program can see to it. Raises BadDestination.
        """

    def recover_interrupted(self, above: Sequence[str], names: Sequence[str]) -> None:  # noqa: B027 (most have nothing to do)
        """Put right what a killed run left of the tables ``names``; nothing where all is done in one transaction."""

    @abstractmethod
    def close(self) -> None:
        """Let the connection go; may be called twice."""

    def _reads(self, parts: Sequence[str] = ()) -> None:
        """Take part, from now on, in the one snapshot of all that the engine reads, if it is taken."""
        self.engine.snapshots.join(self, self._snapshot)
        if parts:
            self._apart.reads(".".join(parts))

    @contextmanager
    def _snapshot(self) -> Iterator[None]:
        """Read all tables as they were at one moment; a database that cannot do that says so."""
        with self._apart.note_several(self.place):
            yield

    def read(self, rows: exp.Select, columns: Mapping[str, str], limit: int = 0) -> Table:
        """Copy some columns (their kinds by name) of ``rows``, which lacks its list; see :meth:`copied`."""
        names = [column(name).as_(f"c{at}", quoted=True) for at, name in enumerate(columns, 1)]
        query = rows.select(*names, append=False)
        query = query.limit(limit) if limit else query
        if self.has_dimensions:
            self._refuse_dimensions(query, columns)
        table = self.copied(query, columns)
        if not limit:
            count = self.engine.count(table)
            noun = "row was" if count == 1 else "rows were"
            self.engine.trace.note(f"{count:,} {noun} copied out of {self.place}: the work is done here")
        return table

    def _refuse_dimensions(self, query: exp.Select, columns: Mapping[str, str]) -> None:
        """Raise BadInput where a list of a query holds lists, which its type does not tell."""
        for at, (name, kind) in enumerate(columns.items(), 1):
            if kind == "list":
                dimensions = exp.Anonymous(this="array_ndims", expressions=[column(f"c{at}")])
                nested = exp.select("count(*)").from_(query.copy().subquery("lists")).where(dimensions > 1)
                if any(self.row_of_counts(nested) or ()):
                    raise no_text(name, "lists of lists")

    @scoped
    def value(self, name: str, parts: Sequence[str]) -> list[Any]:
        """Return all values of a column of a small table."""
        rows = exp.select(column(name).as_("c1", quoted=True)).from_(self.relation(parts).table.expression())
        table = self.copied(rows, {name: "other"})
        return [value for (value,) in self.engine.rows(exp.select(column("c1")).from_(table.expression()))]
