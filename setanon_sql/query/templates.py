"""Bind names and values in the syntax tree of a template, and render it for a dialect.

A template (see ``templates``) is one query in DuckDB's dialect. The tables it reads are *slots*, its ``$name`` marks
are values. Binding works on sqlglot's tree, never on text, so that a table called ``x"; drop table t; --`` is only a
name.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cache

import sqlglot
from sqlglot import exp

from setanon_sql.errors import BadParameter
from setanon_sql.query.functions import expanded
from setanon_sql.query.repairs import repaired
from setanon_sql.query.steps import Template, find

Value = int | str | bool | Decimal | tuple[str, ...] | None

#: Bytes an identifier may have; an engine would cut a longer one without a word.
_IDENTIFIER_BYTES = {"postgres": 63, "redshift": 127, "mysql": 64, "oracle": 128, "snowflake": 255, "spark": 255}
#: What no identifier of a dialect may hold: a character that would end it, or change the next one.
_FORBIDDEN = {"bigquery": re.compile(r"[`\\\r\n]")}


@dataclass(frozen=True)
class Table:
    """A table or view as an engine knows it.

    ``columns`` maps names that a template uses to the table's own, for a table whose columns are called otherwise.
    ``quoted`` False quotes only names that need it, so that a warehouse folds the case of the others as it does; a name
    that stands in double quotes itself is exactly that name.
    """

    name: str
    schema: str = ""
    catalog: str = ""
    columns: Mapping[str, str] = field(default_factory=dict, hash=False)
    quoted: bool = True

    def expression(self, alias: str = "") -> exp.Expr:
        """Return the table (or the subquery that renames its columns) for a FROM clause."""
        names = {"this": self.name, "db": self.schema, "catalog": self.catalog}
        table = exp.Table(**{part: self._identifier(name) for part, name in names.items() if name})
        if not self.columns:
            return table.as_(alias, quoted=False, table=True) if alias else table
        renamed = [exp.column(self._identifier(name)).as_(used) for used, name in self.columns.items()]
        return exp.select(*renamed).from_(table).subquery(alias or "renamed")

    def _identifier(self, name: str) -> exp.Identifier:
        exact = not self.quoted and len(name) > 2 and name[0] == name[-1] == '"'
        return exp.to_identifier(name[1:-1].replace('""', '"') if exact else name, quoted=exact or self.quoted or None)


Bind = Table | Value


def tree(template: Template) -> exp.Expr:
    """Return the syntax tree of a template as it stands in its file, freshly parsed."""
    parsed = sqlglot.parse_one(template.text, read="duckdb")
    parsed.comments = None
    return parsed


@cache
def _kept_tree(template: Template, dialect: str) -> exp.Expr:
    return expanded(tree(template), dialect)


def query(name: str, /, *, dialect: str = "duckdb", **binds: Bind) -> exp.Expr:
    """Return template ``name`` with its slots and values bound.

    A ``Table`` in ``binds`` goes to the slot of that name, anything else to the ``$value`` of that name. An engine's
    own form of the template is preferred. Raises KeyError for a bind that is missing or unknown: a mistake of the
    program, not of a user.
    """
    return bound(name, _kept_tree(find(name, dialect), dialect).copy(), binds)


def query_once(name: str, /, *, dialect: str = "duckdb", **binds: Bind) -> exp.Expr:
    """Return what :func:`query` does, faster the first time and slower from then on: nothing is kept."""
    return bound(name, expanded(tree(find(name, dialect)), dialect), binds)


def bound(name: str, tree: exp.Expr, binds: Mapping[str, Bind]) -> exp.Expr:
    """Put tables and values into a tree, which is changed; ``name`` is for errors. Raises as :func:`query` does."""
    slots, marks = slots_and_marks(tree)
    if wrong := set(binds) ^ (set(slots) | set(marks)):
        raise KeyError(f"{name}: missing or unknown binds {sorted(wrong)}")
    for slot, uses in slots.items():
        for use in uses:
            use.replace(_as_table(name, slot, binds[slot]).expression(use.alias_or_name))
    for mark_name, places in marks.items():
        for place in places:
            place.replace(_literals(binds[mark_name]))
    return tree


def slots_and_marks(tree: exp.Expr) -> tuple[dict[str, list[exp.Table]], dict[str, list[exp.Placeholder]]]:
    """Return where a tree has its slots (tables that are none of its CTEs) and its ``$values``, by name."""
    cte_names: set[str] = set()
    slots: dict[str, list[exp.Table]] = {}
    marks: dict[str, list[exp.Placeholder]] = {}
    for node in tree.walk():
        if isinstance(node, exp.CTE):
            cte_names.add(node.alias)
        elif isinstance(node, exp.Placeholder):
            marks.setdefault(node.name, []).append(node)
        elif isinstance(node, exp.Table) and isinstance(node.this, exp.Identifier):
            slots.setdefault(node.name, []).append(node)
    return {name: uses for name, uses in slots.items() if name not in cte_names}, marks


def _as_table(name: str, slot: str, bound: Bind) -> Table:
    if not isinstance(bound, Table):
        raise TypeError(f"{name}: {slot} is a table slot")
    return bound


def all_rows(table: Table) -> exp.Expr:
    """Return the query of all rows of a table, whatever its columns are."""
    return exp.select(exp.Star()).from_(table.expression())


def columns_of(table: Table, *names: str, **renamed: str) -> exp.Expr:
    """Return the query of some columns of a table: ``names`` first, then others under new names (``new="own"``)."""
    first = [column(name) for name in names]
    return exp.select(*first, *(column(name).as_(new) for new, name in renamed.items())).from_(table.expression())


def none_of(table: Table, *names: str) -> exp.Expr:
    """Return the query of no row, with some columns of a scratch table in their types."""
    return exp.select(*map(exp.column, names)).from_(table.expression()).limit(0)


def rows_between(table: Table, name: str, first: int, last: int) -> exp.Expr:
    """Return the query of the rows of a table whose column ``name`` is from ``first`` to ``last``."""
    condition = column(name).between(literal(first), literal(last))
    return exp.select(exp.Star()).from_(table.expression()).where(condition)


def outputs_called(tree: exp.Expr, called: Mapping[str, str]) -> exp.Expr:
    """Let a query (or a COPY of one) call some of its columns otherwise; the tree is changed."""
    select = tree.find(exp.Select)
    assert select is not None
    named = [
        output.unalias().as_(called[output.alias_or_name], quoted=True) if output.alias_or_name in called else output
        for output in select.expressions
    ]
    select.set("expressions", named)
    return tree


def outputs_added(tree: exp.Expr, *outputs: exp.Expr) -> exp.Expr:
    """Let a query (or a COPY of one) give further columns; the tree is changed."""
    select = tree.find(exp.Select)
    assert select is not None
    select.set("expressions", [*select.expressions, *outputs])
    return tree


def column(name: str) -> exp.Expr:
    """Return the column of exactly this name, whatever its letters."""
    return exp.column(exp.to_identifier(name, quoted=True))


def _literals(value: Bind) -> exp.Expr | list[exp.Expr]:
    """Return a value as a literal, a tuple as several: ``IN ($listed)`` becomes ``IN ('a', 'b')``."""
    return [literal(element) for element in value] if isinstance(value, tuple) else literal(value)


def literal(value: Bind) -> exp.Expr:
    """Return a value as a literal of the syntax tree.

    Binary floats are refused (0.1 would not be what the user wrote): pass a Decimal or a Fraction's parts.
    """
    if isinstance(value, bool):
        return exp.true() if value else exp.false()
    if value is None:
        return exp.null()
    if isinstance(value, int | Decimal):
        return exp.Literal.number(format(value, "f") if isinstance(value, Decimal) else value)
    if isinstance(value, str):
        return exp.Literal.string(value)
    raise TypeError(f"no SQL literal for {type(value).__name__}")


def exact(number: int | str | Decimal | Fraction | float) -> Decimal:
    """Return a number as the decimal a user wrote: ``0.1`` is one tenth, not its nearest binary float."""
    return Decimal(str(number)) if not isinstance(number, Fraction) else Decimal(number.numerator) / number.denominator


def render(tree: exp.Expr, dialect: str = "duckdb", *, pretty: bool = False, copy: bool = True) -> str:
    """Return the SQL text of ``tree`` for ``dialect``; without ``copy`` the tree is used up, which is faster.

    Raises BadParameter where an identifier is longer than the dialect keeps, or the dialect cannot say it.
    """
    forbidden = _FORBIDDEN.get(dialect)
    if forbidden and any(forbidden.search(name.name) for name in tree.find_all(exp.Identifier)):
        raise BadParameter(
            f"a table or column name holds a character that {dialect} takes in none", "check how it is written"
        )
    limit = _IDENTIFIER_BYTES.get(dialect)
    if limit and any(len(name.name.encode()) > limit for name in tree.find_all(exp.Identifier)):
        raise BadParameter(
            f"a table or column name is longer than the {limit} bytes that {dialect} keeps",
            "rename it, or read it through a view with shorter names",
        )
    try:
        return repaired(tree, dialect).sql(
            dialect=dialect, pretty=pretty, copy=copy, unsupported_level=sqlglot.ErrorLevel.RAISE
        )
    except sqlglot.UnsupportedError as error:
        raise BadParameter(f"this query cannot be said in {dialect}: {error}", "choose another dialect") from error
