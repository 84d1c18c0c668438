"""What every engine can do: run a bound template, keep the result as a scratch table, hand rows back.

An engine is told queries by the name of their template. Its scratch tables live in a schema of their own and are gone
when it is closed, also after an error. The tables of the user are read, never written.
"""

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

import numpy.typing as npt
from sqlglot import exp

from setanon_sql.engine.scopes import Scope, Scopes
from setanon_sql.query import templates
from setanon_sql.query.prepared import Kind, statement, text
from setanon_sql.query.templates import Bind, Table
from setanon_sql.trace import Trace

#: Bytes that the tables of a step may take where an engine does not tell.
_ROOM = 2_000_000_000


@dataclass(frozen=True)
class Abilities:
    """Abilities of an engine beyond SELECT and CREATE TABLE AS; asked for instead of its name."""

    append: bool = True
    transactions: bool = True
    reads_files: bool = False
    writes_folders: bool = False
    #: Strings of thousands of bits, with AND and a count.
    long_bits: bool = False
    #: What a driver asks is answered; else nothing is known of a table but that it may hold rows.
    answers: bool = True
    #: To read a table again costs little, so that it may be counted in pieces which stay near the processor.
    pieces: bool = True
    #: Rows are joined to so many numbers from end to end without hashing (0: to none), and large joins part by part.
    joined: int = 0


class Engine(ABC):
    """Runs bound templates; use it as a context manager so that its scratch tables go away."""

    dialect: str
    abilities: Abilities
    scratch_schema: str = "setanon_scratch"

    def __init__(self, trace: Trace | None = None) -> None:
        self.trace = trace or Trace()
        #: The source that several calls use, if one was opened for them (``pipeline/opening.py``).
        self.source_read: Any = None
        #: Where counts are kept for the next question about a source, if several are asked.
        self.count_store: Any = None
        self._names = itertools.count(1)
        self._views: set[str] = set()
        self.scopes = Scopes(self)
        #: How many rows scratch tables have, by name, where the statement that made them told.
        self._rows: dict[str, int] = {}

    @abstractmethod
    def execute(self, name: str, text: str) -> Any:
        """Run one statement; ``name`` is for traces. Returns a cursor."""

    @abstractmethod
    def load(
        self, name: str, kinds: Mapping[str, type[int] | type[str]], columns: Sequence[Sequence[Any] | npt.NDArray[Any]]
    ) -> Table:
        """Create a scratch table from columns of equal length (values travel as data, never in SQL text)."""

    def load_rows(self, name: str, kinds: Mapping[str, type[int] | type[str]], rows: Iterable[Sequence[Any]]) -> Table:
        """Create a scratch table from rows, of which there may be none; likewise."""
        return self.load(name, kinds, [list(column) for column in zip(*rows, strict=True)] or [[]] * len(kinds))

    @abstractmethod
    def columns(self, query: str | exp.Expr, /, **binds: Bind) -> dict[str, npt.NDArray[Any]]:
        """Return a query's result as NumPy arrays by column, in order (columns without NULL only)."""

    @abstractmethod
    def close(self) -> None:
        """Drop the scratch tables and let the connection go; may be called twice."""

    def query(self, query: str | exp.Expr, **binds: Bind) -> tuple[str, exp.Expr]:
        """Return a name for traces and the bound tree of a template (or of a query built elsewhere)."""
        if isinstance(query, str):
            return query, templates.query(query, dialect=self.dialect, **binds)
        return "generated", query

    def statement_text(
        self, query: str | exp.Expr, binds: Mapping[str, Bind], kind: Kind = "", into: Table | None = None
    ) -> tuple[str, str]:
        """Return a name for traces and the text of a statement: a query, or what is made of it ``into`` a table.

        The text is put together from pieces that were rendered before, unless it is to be read.
        """
        if isinstance(query, str) and not self.readable:
            return query, text(query, binds, self.dialect, kind, into)
        name, tree = self.query(query, **binds)
        return name, self.render(statement(kind, tree, into))

    def table(self, query: str | exp.Expr, /, **binds: Bind) -> Table:
        """Materialize a query as a new scratch table."""
        return self._new("TABLE", query, binds)

    def empty(self, name: str, *columns: str) -> Table:
        """Create an empty scratch table of whole numbers, for rows to be appended."""
        return self.load(name, dict.fromkeys(columns, int), [[] for _ in columns])

    def view(self, query: str | exp.Expr, /, **binds: Bind) -> Table:
        """Name a query without running it; what it reads must stay as it is while the view is used."""
        view = self._new("VIEW", query, binds)
        self._views.add(view.name)
        return view

    def _new(self, kind: Kind, query: str | exp.Expr, binds: Mapping[str, Bind]) -> Table:
        table = self.new_table(query if isinstance(query, str) else "generated")
        name, text = self.statement_text(query, binds, kind, table)
        if kind == "TABLE":
            return self._filled(table, name, text)
        self.execute(name, text)
        return table

    def _filled(self, table: Table, name: str, text: str) -> Table:
        """Run a statement that makes a scratch table or appends to it."""
        self.execute(name, text)
        return table

    def append(self, into: Table, query: str | exp.Expr, /, **binds: Bind) -> None:
        """Append the rows of a query to a scratch table, column by position."""
        self._filled(into, *self.statement_text(query, binds, "INSERT", into))

    def add(self, into: Table | None, query: str | exp.Expr, /, **binds: Bind) -> Table:
        """Append the rows of a query ``into`` a scratch table; None: they are a new one. Returns the table."""
        if into is None:
            return self.table(query, **binds)
        self.append(into, query, **binds)
        return into

    def gather(self, name: str, several: Sequence[Mapping[str, Bind]], into: Table | None = None) -> Table:
        """Put the rows of a template, bound in several ways, together: appended ``into`` a table or as a new one."""
        if len(several) == 1:
            return self.add(into, name, **several[0])
        trees = [self.query(name, **binds)[1] for binds in several]
        return self.add(into, exp.union(*trees, distinct=False))

    def rows(self, query: str | exp.Expr, /, **binds: Bind) -> list[tuple[Any, ...]]:
        """Return all rows of a query; meant for results that are small by construction."""
        return list(self.execute(*self.statement_text(query, binds)).fetchall())

    def row(self, query: str | exp.Expr, /, **binds: Bind) -> tuple[Any, ...]:
        """Return the only row of a query."""
        (row,) = self.rows(query, **binds)
        return row

    def number(self, query: str | exp.Expr, /, **binds: Bind) -> int:
        """Return the only value of a query as a whole number (NULL is 0)."""
        (number,) = self.numbers(query, **binds)
        return number

    def numbers(self, query: str | exp.Expr, /, **binds: Bind) -> tuple[int, ...]:
        """Return the only row of a query as whole numbers (NULL is 0)."""
        return tuple(int(value or 0) for value in self.row(query, **binds))

    def answer(self, query: str | exp.Expr, /, **binds: Bind) -> tuple[int, ...]:
        """Return the only row of a query as whole numbers (NULL is 0): part of what the user asked for."""
        return self.numbers(query, **binds)

    def count(self, table: Table) -> int:
        """Return how many rows a table holds; of a scratch table that may be known."""
        rows = self._rows.get(table.name) if table.schema == self.scratch_schema else None
        return self.number("engine/tables/count_rows", any_table=table) if rows is None else rows

    def doublings(self, table: Table) -> int:
        """Return how often steps up have to double until they reach over as many rows as a table has."""
        return self.count(table).bit_length()

    def drop(self, *tables: Table | None) -> None:
        """Drop scratch tables that are no longer needed, each once; None is passed over."""
        for table in dict.fromkeys(tables):
            if table is not None:
                self._drop(table)
                self._rows.pop(table.name, None)
                self.scopes.forget(table)

    def _drop(self, table: Table) -> None:
        self.execute("drop", self.dropping(table))

    @contextmanager
    def one_snapshot(self) -> Iterator[None]:
        """Read what others may change as it was at one moment, as far as the engine can; the outermost one counts."""
        yield

    @contextmanager
    def scope(self) -> Iterator[Scope]:
        """Drop at the end, also after an error, the scratch tables that were made in between, unless it keeps them."""
        scope = Scope(self.scopes)
        with scope.ended(), scope.opened():
            yield scope

    def dropping(self, table: Table) -> str:
        """Return the text of a statement that drops a table, or what :meth:`view` named."""
        if table.name in self._views:
            return self.render(exp.Drop(tables=[table.expression()], kind="VIEW", exists=True))
        return text("", {}, self.dialect, "DROP", table)

    @property
    def room(self) -> int:
        """Return the bytes that the tables of a step may take; one that takes more is done in parts."""
        return _ROOM

    @property
    def readable(self) -> bool:
        """Are statements laid out for reading?"""
        return self.trace.show_sql

    def new_table(self, hint: str) -> Table:
        """Return an unused scratch name that tells which query it came from."""
        stem = hint.rsplit("/", 1)[-1][:40]
        number = next(self._names)
        table = self.scratch_table(f"{stem}_{number}")
        self.scopes.add(number, table)
        return table

    def is_own(self, table: Table) -> bool:
        """Return whether a table is one of this engine's own, with rows, as they are: no view, no other columns."""
        return table.schema == self.scratch_schema and table.name not in self._views and not table.columns

    def scratch_table(self, name: str) -> Table:
        """Return the scratch table of a name."""
        return Table(name, self.scratch_schema)

    def render(self, tree: exp.Expr) -> str:
        """Return a tree (used up by it) in this engine's dialect, laid out for reading where statements are shown."""
        return templates.render(tree, self.dialect, pretty=self.readable, copy=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.trace.close()
        self.close()
