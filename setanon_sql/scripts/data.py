"""Tables that a script makes for good, or of rows that it holds itself."""

from collections.abc import Sequence

from sqlglot import exp

from setanon_sql.engine.written.script import ScriptEngine
from setanon_sql.query.templates import Table

#: So many rows go into one statement.
_ROWS = 500


def held_rows(engine: ScriptEngine, name: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> Table:
    """Return a scratch table of rows that stand in the script, all columns text (None: NULL)."""
    empty = exp.select(*(exp.cast(exp.Literal.string(""), "VARCHAR").as_(column) for column in columns))
    table = engine.new_table(name)
    make_table(engine, table, empty.where("1 = 0"))
    for first in range(0, len(rows), _ROWS):
        values = exp.values([tuple(map(_literal, row)) for row in rows[first : first + _ROWS]])
        engine.execute("generated", engine.render(exp.Insert(this=table.expression(), expression=values)))
    return table


def _literal(value: object) -> exp.Expr:
    return exp.null() if value is None else exp.Literal.string(str(value))


def make_table(engine: ScriptEngine, table: Table, tree: exp.Expr, about: str = "") -> None:
    """Make a table of what a query gives; one that is there already is an error of the warehouse."""
    _make(engine, "TABLE", table, tree, about)


def make_view(engine: ScriptEngine, view: Table, tree: exp.Expr, about: str = "") -> None:
    """Make a view likewise."""
    _make(engine, "VIEW", view, tree, about)


def _make(engine: ScriptEngine, kind: str, table: Table, tree: exp.Expr, about: str) -> None:
    text = engine.render(exp.Create(this=table.expression(), kind=kind, expression=tree))
    engine.statements.append(f"-- {about}\n{text};" if about else f"{text};")
