"""Functions of the queries: ``pair(a, b)`` and others are replaced in the syntax tree by what they stand for.

``sql/functions.sql`` defines them as macros of DuckDB, so that a query runs in its shell as it stands. An engine's own
definitions, in ``sql/functions.postgres.sql`` for one, come before these.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import sqlglot
from sqlglot import exp

from setanon_sql.query.steps import folder

#: Operators by how tightly they bind their operands; a comparison binds in between.
_BINDING: dict[type[exp.Expr], int] = {
    **dict.fromkeys((exp.Mul, exp.Div, exp.IntDiv, exp.Mod), 4),
    **dict.fromkeys((exp.Add, exp.Sub), 3),
    **dict.fromkeys((exp.BitwiseLeftShift, exp.BitwiseRightShift), 2),
    **dict.fromkeys((exp.BitwiseAnd, exp.BitwiseOr, exp.BitwiseXor), 0),
}
_COMPARISON = 1


@dataclass(frozen=True)
class Function:
    """A definition: the names of its arguments, and the expression it stands for."""

    arguments: tuple[str, ...]
    body: exp.Expr


def expanded(tree: exp.Expr, dialect: str) -> exp.Expr:
    """Replace the calls of functions; the tree is changed."""
    return _expand(tree, functions(dialect)) if tree.find(exp.Anonymous) else tree


@cache
def functions(dialect: str) -> dict[str, Function]:
    """Return the functions of a dialect by name; a definition may call those before it."""
    expanded: dict[str, Function] = {}
    for path in definitions(dialect):
        for macro in filter(None, sqlglot.parse(path.read_text(encoding="utf-8"), read="duckdb")):
            arguments = tuple(argument.name for argument in macro.this.expressions)
            expanded[macro.this.this.name] = Function(arguments, _expand(macro.expression, expanded))
    return expanded


def definitions(dialect: str) -> list[Path]:
    """Return the files that define the functions of a dialect: first those for all."""
    paths = (folder() / name for name in ("functions.sql", f"functions.{dialect}.sql"))
    return [path for path in paths if path.exists()]


def _expand(tree: exp.Expr, functions: Mapping[str, Function]) -> exp.Expr:
    """Replace calls, the inner ones first."""
    for call in list(tree.find_all(exp.Anonymous))[::-1]:
        if call.name in functions:
            filled = _fit(_fill(functions[call.name], call.expressions), call)
            tree = filled if call is tree else tree
            call.replace(filled)
    return tree


def _fill(function: Function, values: list[exp.Expr]) -> exp.Expr:
    """Return what a function stands for, with values in place of its arguments."""
    arguments = dict(zip(function.arguments, values, strict=True))
    body = function.body.copy()
    for argument in list(body.find_all(exp.Column)):
        argument.replace(_fit(arguments[argument.name].copy(), argument))
    for sum_ in list(body.find_all(exp.Add)):
        if isinstance(sum_.this, exp.Literal) and isinstance(sum_.expression, exp.Literal):
            sum_.replace(exp.Literal.number(int(sum_.name) + int(sum_.expression.name)))
    return body


def _fit(part: exp.Expr, replaced: exp.Expr) -> exp.Expr:
    """Return a part as it fits where another stands: in brackets where the operator around it would tear it apart."""
    inner = _BINDING.get(type(part))
    around = replaced.parent
    if inner is None or not isinstance(around, exp.Binary | exp.Predicate):
        return part
    outer = _BINDING.get(type(around), _COMPARISON)
    after = replaced.arg_key == "expression" and not isinstance(around, exp.Add)
    torn = inner < outer or (inner == outer and after)
    return exp.paren(part, copy=False) if torn else part
