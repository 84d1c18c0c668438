"""Statements of templates, rendered once: the second time a template runs only its tables and numbers are put in.

Binding and rendering a syntax tree takes as long as a small statement runs, and a method runs hundreds of them. So a
template is bound to marks (names and numbers that stand nowhere else) and rendered, and the text is cut at the marks.
From then on the tables and numbers, each rendered from its own tree, go between the pieces. The same text comes out.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from secrets import randbelow, token_hex
from typing import Any, Literal

from sqlglot import exp

from setanon_sql import sql
from setanon_sql.sql import Bind, Table

Kind = Literal["", "TABLE", "VIEW", "INSERT", "DROP"]

#: What marks a name and a number: drawn for each process, so that no template and no value of a user holds it.
_NAME, _NUMBER = "m" + token_hex(12), 10**17 + randbelow(10**18)
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

    Raises KeyError as :func:`setanon_sql.sql.query` does.
    """
    shape = tuple((bind, type(value), _part(value)) for bind, value in sorted(binds.items()))
    pieces = _pieces(name, dialect, kind, shape)
    values: dict[str, Any] = {**binds, _INTO: into}
    return "".join(_rendered(values[piece], dialect) if at % 2 else piece for at, piece in enumerate(pieces))


def _part(value: Bind) -> Bind | type:
    """What of a value the text around it may depend on: nothing of a table's name and of a number."""
    if isinstance(value, Table):
        return value if value.columns else Table
    return int if type(value) is int and value >= 0 else value


@cache
def _pieces(name: str, dialect: str, kind: Kind, shape: tuple[tuple[str, type, Bind | type], ...]) -> list[str]:
    """Cut a rendered statement at its marks: text, bind, text, bind, ..., text."""
    into = Table(f"{_NAME}_{_INTO}") if kind else None
    marks: dict[str, Table | int] = {_INTO: into} if into else {}
    binds: dict[str, Bind] = {}
    for at, (bind, _, part) in enumerate(shape):
        if isinstance(part, type):
            marks[bind] = Table(f"{_NAME}_{bind}") if part is Table else _NUMBER + at
        binds[bind] = part if not isinstance(part, type) else marks[bind]
    tree = sql.query_once(name, dialect=dialect, **binds) if name else None
    whole = sql.render(statement(kind, tree, into), dialect, copy=False)
    for bind, mark in marks.items():
        whole = whole.replace(_rendered(mark, dialect), f"{_NAME}{bind}{_NAME}")
    return whole.split(_NAME)


def _rendered(value: Table | int, dialect: str) -> str:
    """Return the text of a table's name or of a number; names of scratch tables, all new, go into a schema's text."""
    if isinstance(value, int):
        return str(value)
    if _PLAIN.match(value.name) and value.quoted and not value.columns:
        return _around(replace(value, name=_NAME), dialect).replace(_NAME, value.name)
    return sql.render(value.expression(), dialect, copy=False)


@lru_cache(maxsize=4096)
def _around(table: Table, dialect: str) -> str:
    return sql.render(table.expression(), dialect, copy=False)
