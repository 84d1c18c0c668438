"""Queries of the recount asked by themselves: tables and answers are written as text, a row between two bars."""

from typing import Any

from setanon_sql.engine import DuckDBEngine
from setanon_sql.query import templates
from setanon_sql.query.templates import Table

Rows = list[tuple[Any, ...]]


def rows(text: str) -> Rows:
    """Read ``1 a | 2 -``: numbers, words, and a dash where nothing is."""
    return sorted((tuple(map(_value, row.split())) for row in text.split("|") if row.split()), key=_order)


def ask(engine: DuckDBEngine, name: str, /, *, dialect: str = "duckdb", **binds: str | int) -> Rows:
    """Return what a query of ``verify/`` answers, in order; text is a table (``a b:text | 1 x``), or after = a text."""
    bound = {bind: _bound(engine, value) for bind, value in binds.items()}
    tree = templates.query(f"verify/{name}", dialect=dialect, **bound)
    return sorted((tuple(map(_plain, row)) for row in engine.rows(tree)), key=_order)


def _bound(engine: DuckDBEngine, value: str | int) -> Table | str | int:
    if isinstance(value, int):
        return value
    return value[1:] if value.startswith("=") else table(engine, value)


def table(engine: DuckDBEngine, text: str) -> Table:
    """Return a scratch table written as text: its columns, then its rows, between bars."""
    header, _, body = text.partition("|")
    kinds = [word.partition(":") for word in header.split()]
    words = [row.split() for row in body.split("|") if row.split()]
    found = [
        [_text(word) if kind and word != "-" else _value(word) for word, (_, kind, _) in zip(row, kinds, strict=True)]
        for row in words
    ]
    columns = [_column(kind, [row[at] for row in found]) for at, kind in enumerate(kinds)]
    made = engine.new_table("given")
    engine.connection.execute(f"CREATE TABLE {made.schema}.{made.name} ({', '.join(columns)})")
    if found:
        marks = ", ".join(f"({', '.join('?' * len(row))})" for row in found)
        engine.connection.execute(
            f"INSERT INTO {made.schema}.{made.name} VALUES {marks}", [value for row in found for value in row]
        )
    return made


def tables_of(engine: DuckDBEngine) -> int:
    """Return how many tables an engine has."""
    return int(engine.connection.execute("SELECT count(*) FROM duckdb_tables()").fetchall()[0][0])


def _column(kind: tuple[str, str, str], values: list[Any]) -> str:
    text = kind[2] or any(isinstance(value, str) for value in values)
    return f'"{kind[0]}" {"VARCHAR" if text else "BIGINT"}'


def _value(word: str) -> int | str | None:
    if word == "-":
        return None
    return int(word) if word.lstrip("-").isdigit() else _text(word)


def _text(word: str) -> str:
    return word.replace("''", "").replace("_", " ")


def _plain(value: Any) -> int | str | None:
    return value if isinstance(value, str) or value is None else int(value)


def _order(row: tuple[Any, ...]) -> list[tuple[bool, int, str]]:
    return [(value is None, value if isinstance(value, int) else 0, str(value)) for value in row]
