"""Warehouses whose scratch tables are temporary tables of a session: Snowflake and BigQuery.

Nobody else sees them; their names begin with ``setanon_`` and a number of this run, so that they hide no table of the
user. All names stand in quotes in every statement. A release is written as :mod:`setanon_sql.engine.renaming` says.
"""

import secrets
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

import numpy as np
import numpy.typing as npt
from sqlglot import exp

from setanon_sql.engine.base import Abilities
from setanon_sql.engine.renaming import publish_tables, recover_tables
from setanon_sql.engine.warehouse import Made, Relation, Replaced, Warehouse, arrays_of
from setanon_sql.errors import BadDestination, SetanonError
from setanon_sql.query.prepared import Kind, statement
from setanon_sql.query.templates import Bind, Table
from setanon_sql.trace import Trace

#: The parts of the name of a table: database (or project), schema (or dataset), table.
PARTS = 3
#: Rows and characters that one statement brings.
_CHARACTERS = 1_000_000


class TemporaryTables(Warehouse):
    """A warehouse with one session; ``home`` is the database and the schema of names that say none."""

    abilities = Abilities(transactions=False, pieces=False)
    scratch_schema = ""
    work_here = "<db=adbc:…> works here"
    #: Rights on future tables are common, and would give a list of persons to others at once.
    keeps_private = False
    home: tuple[str, str]
    #: What the columns of whole numbers and of texts are called.
    types: Mapping[type, str]
    #: Rows that one statement brings.
    rows_at_once: int

    def __init__(self, trace: Trace | None = None) -> None:
        super().__init__(trace)
        self._prefix = f"setanon_{secrets.token_hex(4)}_"

    @abstractmethod
    def _explain_errors(self, name: str) -> AbstractContextManager[None]:
        """Raise SetanonError for what the driver raises meanwhile, in the step ``name``."""

    def statement_text(
        self, query: str | exp.Expr, binds: Mapping[str, Bind], kind: Kind = "", into: Table | None = None
    ) -> tuple[str, str]:
        """Return a name for traces and the text of a statement; tables that are made of queries are temporary."""
        name, tree = self.query(query, **binds)
        whole = statement(kind, tree, into)
        if isinstance(whole, exp.Create):
            whole.set("properties", exp.Properties(expressions=[exp.TemporaryProperty()]))
        return name, self.render(whole)

    def render(self, tree: exp.Expr) -> str:
        """Return a tree (used up by it) with all its names in quotes."""
        for name in tree.find_all(exp.Identifier):
            name.set("quoted", True)
        return super().render(tree)

    def dropping(self, table: Table) -> str:
        """Return the text of a statement that drops a table."""
        return self.render(exp.Drop(tables=[table.expression()], kind="TABLE", exists=True))

    def scratch_table(self, name: str) -> Table:
        """Return the scratch table of a name, which this session alone sees."""
        return Table(f"{self._prefix}{name}")

    def is_scratch(self, parts: Sequence[str]) -> bool:
        """Return whether the parts of a name are those of a scratch table."""
        return len(parts) == 1 and parts[0].startswith(self._prefix)

    def view(self, query: str | exp.Expr, /, **binds: Bind) -> Table:
        """Keep what a query gives: there are no temporary views, and to make another takes a right."""
        return self.table(query, **binds)

    def rows(self, query: str | exp.Expr, /, **binds: Bind) -> list[tuple[Any, ...]]:
        """Return all rows of a query; meant for results that are small by construction."""
        name, text = self.statement_text(query, binds)
        return self._fetched(name, self.execute(name, text))

    def _fetched(self, name: str, cursor: Any) -> list[tuple[Any, ...]]:
        with self._explain_errors(name):
            rows = [tuple(row) for row in cursor.fetchall()]
        self.note_fetched(name, len(rows))
        return rows

    def columns(self, query: str | exp.Expr, /, **binds: Bind) -> dict[str, npt.NDArray[Any]]:
        """Return a query's result as NumPy arrays by column (NULL-free columns only)."""
        name, text = self.statement_text(query, binds)
        cursor = self.execute(name, text)
        rows = self._fetched(name, cursor)
        return arrays_of([column.name for column in cursor.description or ()], rows)

    def load(
        self, name: str, kinds: Mapping[str, type[int] | type[str]], columns: Sequence[Sequence[Any] | npt.NDArray[Any]]
    ) -> Table:
        """Create a scratch table from columns of equal length, whose values are bound, many to a statement."""
        table = self.new_table(name)
        place = self.render(table.expression())
        fields = ", ".join(f"{self.quoted(key)} {self.types[kind]}" for key, kind in kinds.items())
        self.execute(f"load {name}", f"CREATE TEMPORARY TABLE {place} ({fields})")
        lists = [column.tolist() if isinstance(column, np.ndarray) else column for column in columns]
        rows = list(zip(*lists, strict=True))
        longest = max((sum(len(str(cell)) for cell in row) for row in rows), default=1)
        at_once = max(1, min(self.rows_at_once, _CHARACTERS // longest))
        for at in range(0, len(rows), at_once):
            self._insert(f"load {name}", place, kinds, rows[at : at + at_once])
        self._rows[table.name] = len(rows)
        return table

    @abstractmethod
    def _insert(
        self, name: str, place: str, kinds: Mapping[str, type[int] | type[str]], rows: Sequence[Sequence[Any]]
    ) -> None:
        """Append rows to a table, ``place`` as it is written; values are bound."""

    def append(self, into: Table, query: str | exp.Expr, /, **binds: Bind) -> None:
        """Append the rows of a query to a scratch table, whose rows are counted anew."""
        self._rows.pop(into.name, None)
        super().append(into, query, **binds)

    def quoted(self, name: str) -> str:
        """Return a name in quotes."""
        return self.render(exp.to_identifier(name))

    def text_of(self, relation: Relation, name: str) -> exp.Expr:
        """Return a column as text; what compares loosely loses its collation with it."""
        text = super().text_of(relation, name)
        if relation.columns[name] != "loose":
            return text
        return exp.Anonymous(this="COLLATE", expressions=[text, exp.Literal.string("")])

    @abstractmethod
    def place_of_user(self, parts: Sequence[str]) -> Any | None:
        """Return a table or view of the user with what is known of its columns; None: there is no such one."""

    def place_read(self, parts: Sequence[str]) -> Any | None:
        """Return the same as :meth:`place_of_user`, and note that it is read."""
        place = self.place_of_user(parts)
        if place:
            table, _ = place
            self._apart.reads(".".join([table.catalog, table.schema, table.name]))
        return place

    def placed(self, parts: Sequence[str]) -> Table | None:
        """Return the table that a name means in the user's own SQL, if there is one; what is found is read."""
        place = self.place_read(parts)
        return place[0] if place else None

    def exists(self, parts: Sequence[str]) -> bool:
        """Return whether a table or view is there under a name."""
        return self.place_of_user(parts) is not None

    def whole_name(self, parts: Sequence[str]) -> list[str]:
        """Return a name with its database and schema, which are those of home where it says none."""
        return [*self.home[: PARTS - len(parts)], *parts]

    @abstractmethod
    def table_of(self, parts: Sequence[str]) -> Table:
        """Return a table of a release from the parts of its name."""

    def new_name(self, parts: Sequence[str]) -> str:
        """Return the name that a table is renamed to, as it is written in statements."""
        return self.place_of(parts)

    def place_of(self, parts: Sequence[str]) -> str:
        """Return the name of a table of a release as statements write it, from its parts."""
        return self.render(self.table_of(parts).expression())

    def recover_interrupted(self, above: Sequence[str], names: Sequence[str]) -> None:
        """Put right what a killed run left of the tables of a release; see :mod:`setanon_sql.engine.renaming`."""
        recover_tables(self, above, names)

    def publish(self, above: Sequence[str], tables: Made, replaced: Replaced, *, private: bool = False) -> None:
        """Write the tables of a release one by one, see :mod:`setanon_sql.engine.renaming`."""
        try:
            publish_tables(self, above, tables, replaced)
        except BadDestination:
            raise
        except SetanonError as error:
            raise BadDestination(f"{self.place} cannot write the release", error.marked_hint, error.details) from error

    @abstractmethod
    def has_table(self, parts: Sequence[str]) -> bool:
        """Return whether something stands under exactly the name that a table of a release would have."""

    @abstractmethod
    def save(self, query: str | exp.Expr, binds: Mapping[str, Bind], place: str) -> None:
        """Save the rows of a query as a new table."""
