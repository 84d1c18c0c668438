r"""Worked examples of queries, written as text: tables as they are given, and the rows that the query answers.

    counting/single_items/threats k=3: fewer than k records hold it
      supports: item support | 1 2 | 2 3
      gives: 0 1 2

``gives in order:`` where the order counts. A dash is no value, ``_`` a blank, ``\_`` none, ``\n``, ``\r`` and ``\t`` as
everywhere, ``\1`` the character 1, ``''`` an empty text; a mark in quotes is text. A column's type follows from its
values, or stands behind it: ``id:text``. ``2:5`` is ``pair(2, 5)``, ``2#5`` ``word_of(2, 5)``.
A query that reads the file ``$path`` is given its lines (``file:``), or the table that it holds (``parquet:``); its
folder is called like columns, ``c1=1/line=2``. One that writes it says what stands in it then (``writes:``): its lines,
or the names of its columns and its rows.
Marks before the colon: ``(portable)``, the form for all engines, also where one has its own; ``(duckdb,spark)``, for
these engines alone, where another one has a form that reads its tables otherwise.
"""

import hashlib
import re
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

import sqlglot
from sqlglot import exp

from setanon_sql.engine import DuckDBEngine, Engine
from setanon_sql.query import templates
from setanon_sql.query.steps import find
from setanon_sql.query.templates import Table

Cell = int | Decimal | str | None

_NUMBER = re.compile(r"-?\d+(\.\d+)?\Z")
_TWO = re.compile(r"(\d+)([:#])(\d+)\Z")
_TYPES = {"text": "VARCHAR", "": "BIGINT"}
_ESCAPES = {"_": " ", r"\_": "_", r"\n": "\n", r"\r": "\r", r"\t": "\t", r"\1": "\x01"}
_ESCAPED = re.compile(r"\\[_nrt1]|_")
_ENGINES = ("duckdb", "postgres", "spark")


@dataclass
class Example:
    """A query, what it is given, and what it answers."""

    query: str
    says: str
    #: The form for all engines is meant, where an engine has one of its own, too.
    portable: bool = False
    engines: tuple[str, ...] = _ENGINES
    values: dict[str, Cell | tuple[str, ...]] = field(default_factory=dict)
    tables: dict[str, str] = field(default_factory=dict)
    gives: str = ""
    in_order: bool = False
    #: What the file holds that the query reads, and as what.
    file: tuple[str, str] = ("", "")
    writes: bool = False


def read(path: Path) -> Iterator[Example]:
    """Yield the examples of a file."""
    text = re.sub(r"^#.*\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for block in re.split(r"\n(?=\S)", text.strip()):
        if block:
            yield _example(block)


def _example(block: str) -> Example:
    head, *lines = re.sub(r"\n +\|", " |", block).splitlines()
    asked, _, says = head.partition(": ")
    query, *words = asked.rstrip(":").split()
    marks = [word[1:-1] for word in words if word.startswith("(")]
    values = (word.partition("=") for word in words if not word.startswith("("))
    example = Example(query, says, "portable" in marks, values={name: _bind(value) for name, _, value in values})
    if engines := [mark for mark in marks if mark != "portable"]:
        example.engines = tuple(engines[0].split(","))
    for line in filter(str.strip, lines):
        name, _, text = line.strip().partition(":")
        if name in {"gives", "gives in order", "writes"}:
            example.gives, example.in_order, example.writes = text, name != "gives", name == "writes"
        elif name in {"file", "parquet"}:
            example.file = name, text
        else:
            example.tables[name] = text
    return example


def runs_on(example: Example, dialect: str) -> bool:
    """Return whether an example is meant for an engine, and the engine has the query.

    Snowflake and BigQuery have no forms of their own: they run those that DuckDB runs.
    """
    if ("duckdb" if dialect in {"snowflake", "bigquery"} else dialect) not in example.engines:
        return False
    try:
        return find(example.query, "" if example.portable else dialect) is not None
    except KeyError:
        return False


def answers(engine: Engine, example: Example, form: str = "") -> tuple[list[list[Cell]], list[list[Cell]]]:
    """Return what a query answers, and what it should; ``form``: in the form of another dialect."""
    if engine.dialect == "bigquery":
        answered = engine.rows(_in_one_statement(example))
        return _compared(example, answered)
    binds: dict[str, Any] = example.values | {name: table(engine, text) for name, text in example.tables.items()}
    if form or example.portable:
        answered = engine.rows(templates.query(example.query, dialect=form or "portable", **binds))
    elif example.writes or example.file[0]:
        answered = _with_file(engine, example, binds)
    else:
        answered = engine.rows(example.query, **binds)
    return _compared(example, answered)


def _in_one_statement(example: Example) -> exp.Expr:
    """Return a query with its tables before it: in BigQuery each statement takes its time."""
    given = {name: Table(f"given_{at}") for at, name in enumerate(example.tables)}
    dialect = "portable" if example.portable else "bigquery"
    tree = templates.query(example.query, dialect=dialect, **given, **example.values)
    assert isinstance(tree, exp.Query)
    for name, text in example.tables.items():
        tree = tree.with_(given[name].name, as_=_select(text), copy=False)
    if (own := tree.find(exp.With)) and given:  # what is given comes first
        own.set("expressions", [*own.expressions[-len(given) :], *own.expressions[: -len(given)]])
    return tree


def _compared(example: Example, answered: list[tuple[Any, ...]]) -> tuple[list[list[Cell]], list[list[Cell]]]:
    given = [[_plain(value) for value in row] for row in answered]
    expected = [[_value(word) for word in row.split()] for row in example.gives.split("|") if row.split()]
    return (given, expected) if example.in_order else (sorted(given, key=str), sorted(expected, key=str))


def _with_file(engine: Engine, example: Example, binds: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Return what a query answers that reads a file, or what stands in the one that it writes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "c1=1", "line=2", "file")
        path.parent.mkdir(parents=True)
        kind, text = example.file
        if kind == "parquet":
            given = engine.render(table(engine, text).expression())
            engine.execute("", f"COPY {given} TO '{path}' (FORMAT parquet)")
        elif kind:
            path.write_text("".join(f"{_text(line.strip())}\n" for line in text.split("|")), encoding="utf-8")
        answered = engine.rows(example.query, path=str(path), **binds)
        return _rows_of(engine, path) if example.writes else answered


def _rows_of(engine: Engine, path: Path) -> list[tuple[Any, ...]]:
    if path.read_bytes()[:4] != b"PAR1":
        return [(line,) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]
    rows = engine.execute("", f"FROM read_parquet('{path}', hive_partitioning = false)")
    return [tuple(name for name, *_ in rows.description), *rows.fetchall()]


def loaded(engine: Engine, columns: str, rows: Iterable[tuple[object, ...]]) -> Table:
    """Return a table with these rows."""
    return table(engine, " | ".join([columns, *(" ".join(map(str, row)) for row in rows)]))


def lot(*parts: object, between: str = ":") -> str:
    """Return the keyed hash by which queries draw."""
    return hashlib.md5(between.join(map(str, parts)).encode()).hexdigest()


def table(engine: Engine, text: str) -> Table:
    """Return a table that is written as text."""
    if not isinstance(engine, DuckDBEngine):
        return engine.table(_select(text))
    given = engine.new_table("given")
    engine.connection.execute(f"CREATE TABLE {given.schema}.{given.name} AS {_select_text(text)}")
    return given


def _select(text: str) -> exp.Expr:
    return sqlglot.parse_one(_select_text(text), read="duckdb")


def _select_text(text: str) -> str:
    header, *rows = (part.split() for part in text.split("|"))
    columns = [word.partition(":")[::2] for word in header]
    kinds = [kind or _kind([row[at] for row in rows if row]) for at, (_, kind) in enumerate(columns)]
    names = ", ".join(f'"{name}"' for name, _ in columns)
    cells = [f"({', '.join(map(_literal, row, kinds))})" for row in rows if row]
    nothing = f"({', '.join('NULL' for _ in columns)})"
    typed = ", ".join(
        f'CAST("{name}" AS {_TYPES.get(kind, kind)}) AS "{name}"'
        for (name, _), kind in zip(columns, kinds, strict=True)
    )
    return f"SELECT {typed} FROM (VALUES {', '.join(cells) or nothing}) AS t({names}){'' if cells else ' WHERE false'}"


def _kind(words: list[str]) -> str:
    values = [_value(word) for word in words]
    if any(isinstance(value, str) for value in values):
        return "text"
    return "double" if any(isinstance(value, Decimal) for value in values) else ""


def _literal(word: str, kind: str) -> str:
    value = _text(word) if kind.startswith(("text", "bit")) and word != "-" else _value(word)
    written = str(value).replace("'", "''")
    return "NULL" if value is None else f"'{written}'"


def _value(word: str) -> Cell:
    if word == "-":
        return None
    if two := _TWO.match(word):
        return int(two[1]) * (2**31 if two[2] == ":" else 2**20) + int(two[3])
    if not _NUMBER.match(word):
        return _text(word)
    return Decimal(word) if "." in word else int(word)


def _bind(word: str) -> Cell | tuple[str, ...]:
    if len(word) > 2 and word[0] == word[-1] == "'":
        return _text(word[1:-1])
    if "," in word:
        return tuple(word.split(","))
    return word == "true" if word in {"true", "false"} else _value(word)


def _text(word: str) -> str:
    return "" if word == "''" else _ESCAPED.sub(lambda found: _ESCAPES[found[0]], word)


def _plain(value: Any) -> Cell:
    """Return a cell as it is written in an example: six places of a fraction."""
    if isinstance(value, str):
        return _value(value.replace(" ", "_") or "''")
    if isinstance(value, bool) or value is None or isinstance(value, int):
        return value if value is None else int(value)
    try:
        rounded = round(Decimal(value), 6)
    except (InvalidOperation, TypeError, ValueError):
        return str(value)
    return int(rounded) if rounded == int(rounded) else rounded.normalize()


#: The examples of each query, from the files beside this one.
EXAMPLES: dict[str, list[Example]] = {}
for path in sorted(Path(__file__).parent.glob("*.txt")):
    for each in read(path):
        EXAMPLES.setdefault(each.query, []).append(each)
