"""An engine that runs nothing: it writes down the statements, as one script for a warehouse we do not connect to."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy.typing as npt
from sqlglot import exp

from setanon_sql.engine.base import Abilities, Engine
from setanon_sql.engine.warehouse import quoted_parts
from setanon_sql.engine.written.unanswered import Unanswered
from setanon_sql.query.dialects import CLICKHOUSE_SETTINGS
from setanon_sql.query.steps import find
from setanon_sql.query.templates import Bind, Table

#: What a dialect has to be told first: without it, it would count something else without a word.
_FIRST = {
    "clickhouse": (
        "what is not found in a join is NULL, and a name means a column rather than a column of the result",
        f"SET {CLICKHOUSE_SETTINGS}",
    ),
    "mysql": ("text that is put together is not cut off", "SET SESSION group_concat_max_len = 4294967295"),
}


class ScriptEngine(Engine):
    """Collects a script in ``dialect``; every table may hold rows, so that a driver takes every step.

    What a driver asks is :class:`Unanswered`: it goes into no statement. ``most_doublings``: a tree may have as many
    levels as so many doublings reach over, since a script cannot know how many there are.
    """

    abilities = Abilities(answers=False)
    most_doublings = 7

    def __init__(self, dialect: str, scratch_schema: str = "") -> None:
        """Make an engine whose tables go to a schema, named as the warehouse takes it, with or without its catalog."""
        super().__init__()
        self.dialect = dialect
        *_, self.scratch_catalog, self.scratch_schema = [
            "",
            *(quoted_parts(scratch_schema) if scratch_schema else [""]),
        ]
        self.statements: list[str] = []
        self.answers: dict[str, Table] = {}

    @property
    def text(self) -> str:
        """The script."""
        about, first = _FIRST.get(self.dialect, ("", ""))
        return "\n\n".join(([f"-- {about}\n{first};"] if first else []) + self.statements) + "\n"

    def execute(self, name: str, text: str) -> None:
        """Write down one statement, with the question that its template answers."""
        about = "" if name in {"drop", "generated"} else find(name).header.split("\n", maxsplit=1)[0]
        self.statements.append(f"-- {about}\n{text};" if about else f"{text};")

    def query(self, query: str | exp.Expr, **binds: Bind) -> tuple[str, exp.Expr]:
        """Return what every engine does; raises TypeError where a bind is a number that a script does not know."""
        for bind, value in binds.items():
            if isinstance(value, Unanswered):
                raise TypeError(f"{query}: {bind} is a number that a script does not know")
        return super().query(query, **binds)

    def count(self, table: Table) -> Any:
        """Return what nobody knows."""
        return Unanswered()

    def doublings(self, table: Table) -> int:
        """Return enough for trees that are as deep as a script takes them."""
        return self.most_doublings

    def row(self, query: str | exp.Expr, /, **binds: Bind) -> tuple[Any, ...]:
        """Write nothing: nobody knows what a driver asks in between."""
        return (Unanswered(),) * _width(self.query(query, **binds)[1])

    def numbers(self, query: str | exp.Expr, /, **binds: Bind) -> tuple[Any, ...]:
        """Write nothing, likewise."""
        return self.row(query, **binds)

    def answer(self, query: str | exp.Expr, /, **binds: Bind) -> tuple[Any, ...]:
        """Keep the answer in a table, which is in ``answers`` by the name of the query."""
        name, tree = self.query(query, **binds)
        self.answers[name] = self.scopes.outermost.take(self.table(query, **binds))
        return (Unanswered(),) * _width(tree)

    def empty(self, name: str, *columns: str) -> Table:
        """Make an empty table of whole numbers by a query: scripts hold no data."""
        zeros = (exp.cast(exp.Literal.number(0), "BIGINT").as_(column) for column in columns)
        return self.table(exp.select(*zeros).limit(0))

    def load(
        self, name: str, kinds: Mapping[str, type[int] | type[str]], columns: Sequence[Sequence[Any] | npt.NDArray[Any]]
    ) -> Table:
        """Refuse to load: scripts hold no data."""
        raise NotImplementedError("a script holds no data")

    def columns(self, query: str | exp.Expr, /, **binds: Bind) -> dict[str, npt.NDArray[Any]]:
        """Refuse to fetch: in scripts nothing runs."""
        raise NotImplementedError("a script has no result")

    def rows(self, query: str | exp.Expr, /, **binds: Bind) -> list[tuple[Any, ...]]:
        """Refuse to fetch rows, likewise."""
        raise NotImplementedError("a script has no rows")

    def show(self, query: str | exp.Expr, /, **binds: Bind) -> None:
        """Write down a query whose result is for the person who runs the script."""
        name, tree = self.query(query, **binds)
        self.execute(name, self.render(tree))

    @property
    def readable(self) -> bool:
        """A script is there to be read."""
        return True

    def new_table(self, hint: str) -> Table:
        """Return an unused name that nobody else's table has."""
        return super().new_table(f"setanon_{hint.rsplit('/', 1)[-1]}")

    def scratch_table(self, name: str) -> Table:
        """Return the table of a name, quoted where it has to be."""
        return Table(name, self.scratch_schema, self.scratch_catalog, quoted=False)

    def close(self) -> None:
        """Do nothing: there is nothing to let go."""


def _width(tree: exp.Expr) -> int:
    """Return how many columns a query gives."""
    assert isinstance(tree, exp.Query)
    return len(tree.selects)
