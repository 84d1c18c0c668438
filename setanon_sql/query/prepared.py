"""Statements of templates, rendered once: the second time a template runs only its tables and numbers are put in.

Binding and rendering a syntax tree takes as long as a small statement runs, and a method runs hundreds of them. So a
template is bound to marks (names and numbers that stand nowhere else) and rendered, and the text is cut at the marks.
From then on the tables and numbers, each rendered from its own tree, go between the pieces. The same text comes out.
A wheel brings the pieces of DuckDB's queries with it, so that a command need not parse them first.
"""

import json
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from secrets import randbelow, token_hex
from typing import Any, Literal
from zlib import crc32

from sqlglot import exp

from setanon_sql.query import templates
from setanon_sql.query.functions import definitions
from setanon_sql.query.steps import Template, find, folder, steps
from setanon_sql.query.templates import Bind, Table

Kind = Literal["", "TABLE", "VIEW", "INSERT", "DROP"]
#: Of each bind, by name: its type, and what of it the text may depend on.
Shape = tuple[tuple[str, type, Bind | type], ...]

#: What marks a name and a number: drawn for each process, so that no template and no value of a user holds it.
_NAME = "m" + token_hex(12)
_NUMBER = 10**17 + randbelow(10**18)
_INTO = "into"
#: Names that are quoted as the mark is.
_PLAIN = re.compile(r"[a-z][a-z0-9_]{0,60}\Z")


def statement(kind: Kind, tree: exp.Expr | None, into: Table | None) -> exp.Expr:
    """Return the statement that makes a table or view of a query, appends it to a table, or drops a table."""
    if into is None:
        assert tree is not None
        return tree
    if kind == "INSERT":
        return exp.Insert(this=into.expression(), expression=tree)
    if kind == "DROP":
        return exp.Drop(tables=[into.expression()], kind="TABLE", exists=True)
    return exp.Create(this=into.expression(), kind=kind, expression=tree)


def text(name: str, binds: Mapping[str, Bind], dialect: str, kind: Kind = "", into: Table | None = None) -> str:
    """Return the text of a statement of template ``name`` (none: "") with its slots and values bound.

    Raises KeyError as :func:`setanon_sql.query.templates.query` does.
    """
    start = _put_in(_start(kind, dialect), {_INTO: into}, dialect)
    if not name:
        return start
    shape = tuple((bind, type(value), _part(value)) for bind, value in sorted(binds.items()))
    return start + _put_in(_pieces(name, dialect, shape), binds, dialect)


def _put_in(pieces: list[str], values: Mapping[str, Any], dialect: str) -> str:
    return "".join(_render(values[piece], dialect) if at % 2 else piece for at, piece in enumerate(pieces))


def _part(value: Bind) -> Bind | type:
    """Return what of a value the text around it may depend on: nothing of a table's name and of a number."""
    if isinstance(value, Table):
        return value if value.columns else Table
    return int if type(value) is int and value >= 0 else value


@cache
def _start(kind: Kind, dialect: str) -> list[str]:
    """Cut what a statement says before its query (DROP: all of it), as :func:`_pieces` does."""
    into = Table(f"{_NAME}_{_INTO}")
    query = exp.select(exp.Literal.number(_NUMBER))
    whole = templates.render(statement(kind, query, into if kind else None), dialect, copy=False)
    return _cut(whole.removesuffix(f"SELECT {_NUMBER}"), {_INTO: into}, dialect)


@cache
def _pieces(name: str, dialect: str, shape: Shape) -> list[str]:
    """Return a rendered query in pieces: text, bind, text, bind, ..., text."""
    return ready_pieces(name, dialect, shape) or rendered_pieces(name, dialect, shape)


def ready_pieces(name: str, dialect: str, shape: Shape) -> list[str]:
    """Return the pieces of a query that were rendered before this process began; none where they are not at hand.

    A wheel has them in ``ready.json`` beside its templates: see :func:`ready`. Parsing and rendering take a process
    longer than many a query.
    """
    entry = _ready().get(dialect, {}).get(name)
    plain = [[bind for bind, _, part in shape if part is kind] for kind in (Table, int)]
    if entry is None or entry[0] != _checksum(find(name, dialect), dialect) or entry[1] != plain:
        return []
    pieces: list[str] = entry[2] if sum(map(len, plain)) == len(shape) else []
    return pieces


@cache
def _ready() -> dict[str, dict[str, Any]]:
    path = folder() / "ready.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def ready(dialect: str) -> dict[str, tuple[int, list[list[str]], list[str]]]:
    """Return all queries of a dialect, rendered: by name the checksum, the binds (slots, then values), the pieces."""
    names = {form.name for step in steps() for form in step.templates if form.dialect in {"", dialect}}
    return {name: _one_ready(find(name, dialect), dialect) for name in sorted(names)}


def _one_ready(template: Template, dialect: str) -> tuple[int, list[list[str]], list[str]]:
    slots, values = (sorted(names) for names in templates.slots_and_marks(templates.tree(template)))
    shape: Shape = tuple(sorted([(name, Table, Table) for name in slots] + [(name, int, int) for name in values]))
    return _checksum(template, dialect), [slots, values], rendered_pieces(template.name, dialect, shape)


def _checksum(template: Template, dialect: str) -> int:
    """Return a number that another text of a query, or of the functions that it may call, hardly has."""
    return crc32(template.text.encode(), _checksum_of_functions(dialect))


@cache
def _checksum_of_functions(dialect: str) -> int:
    return crc32(b"".join(path.read_bytes() for path in definitions(dialect)))


def rendered_pieces(name: str, dialect: str, shape: Shape) -> list[str]:
    """Render a query with marks for its binds, and cut it at them."""
    marks: dict[str, Table | int] = {}
    binds: dict[str, Bind] = {}
    for at, (bind, _, part) in enumerate(shape):
        if isinstance(part, type):
            marks[bind] = Table(f"{_NAME}_{bind}") if part is Table else _NUMBER + at
        binds[bind] = part if not isinstance(part, type) else marks[bind]
    return _cut(
        templates.render(templates.query_once(name, dialect=dialect, **binds), dialect, copy=False), marks, dialect
    )


def _cut(whole: str, marks: Mapping[str, Table | int], dialect: str) -> list[str]:
    for bind, mark in marks.items():
        whole = whole.replace(_render(mark, dialect), f"{_NAME}{bind}{_NAME}")
    return whole.split(_NAME)


def _render(value: Table | int, dialect: str) -> str:
    """Return the text of a table's name or of a number; names of scratch tables, all new, go into a schema's text."""
    if isinstance(value, int):
        return str(value)
    if _PLAIN.match(value.name) and value.quoted and not value.columns:
        return _around(value.schema, value.catalog, dialect).replace(_NAME, value.name)
    return templates.render(value.expression(), dialect, copy=False)


@lru_cache(maxsize=4096)
def _around(schema: str, catalog: str, dialect: str) -> str:
    return templates.render(Table(_NAME, schema, catalog).expression(), dialect, copy=False)
