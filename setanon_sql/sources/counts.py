"""Counts of the user's own in SQL: statements over the source, each of which gives one number.

A file holds one SELECT or several, with a semicolon after each; a line ``-- name: NAME`` before one says what it is
called. They are written in the dialect of the engine that runs them, and looked through as ``--query`` is. Besides,
each reads the source alone, and counts: no other table, one column that is a ``count(...)``, no groups.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import sqlglot
from sqlglot import exp

from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadParameter
from setanon_sql.query import templates
from setanon_sql.query.templates import Table
from setanon_sql.sources.narrowing import explain_sql_errors, place_source
from setanon_sql.sources.selecting import SOURCE, check_reads, explain_parse_errors, is_source, query_text

_NAME = re.compile(r"^[ \t]*--[ \t]*name:[ \t]*(.*?)[ \t]*$", re.MULTILINE | re.IGNORECASE)

#: What a SELECT of one number does not have.
_MORE = ("group", "having", "qualify", "limit", "offset", "distinct", "windows", "laterals")


@dataclass(frozen=True)
class Count:
    """A SELECT that gives one number: what it is called, as it was written, and its syntax tree."""

    name: str
    text: str
    tree: exp.Select


def is_counts(source: object) -> bool:
    """Return whether a workload is one of counts: a ``.sql`` file, or texts by name."""
    if isinstance(source, Mapping):
        return True
    return isinstance(source, str | Path) and Path(source).suffix.lower() == ".sql"


def read_counts(source: str | Path | Mapping[str, str], dialect: str) -> list[Count]:
    """Return the counts of a file, or of texts by name; raises BadParameter where one is anything else."""
    sections = source.items() if isinstance(source, Mapping) else _sections(query_text(Path(source)))
    counts: list[Count] = []
    for name, text in sections:
        with explain_parse_errors(f"query {name or len(counts) + 1} of <workload> is no SQL that can be read"):
            trees = [tree for tree in sqlglot.parse(text, read=dialect) if tree is not None]
        if name and len(trees) != 1:
            raise BadParameter(f"query {name} of <workload> holds {len(trees) or 'no'} statements", _FORM)
        counts += [_count(name or str(len(counts) + at), tree, dialect) for at, tree in enumerate(trees, 1)]
    if not counts:
        raise BadParameter("<workload> holds no statement", _FORM)
    if twice := {count.name for count in counts if [other.name for other in counts].count(count.name) > 1}:
        raise BadParameter(f"<workload> has more than one query {min(twice)}", "give each a name of its own")
    return counts


_FORM = "write a SELECT count(...) FROM source for each, with a line -- name: NAME before it"


def _sections(text: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a file with their names; what stands before the first name has none."""
    first, *rest = _NAME.split(text)
    yield "", first
    yield from zip(rest[::2], rest[1::2], strict=True)


def _count(name: str, tree: exp.Expr, dialect: str) -> Count:
    query = f"query {name} of <workload>"
    tree = tree.unnest() if isinstance(tree, exp.Subquery) else tree
    if not isinstance(tree, exp.Select):
        raise BadParameter(f"{query} is not a SELECT", _FORM)
    check_reads(tree, query)
    if len(tree.expressions) != 1 or not _is_count(tree.expressions[0]):
        raise BadParameter(f"{query} is not a count", "one column, a count(...), and nothing beside it")
    if any(tree.args.get(part) for part in _MORE):
        raise BadParameter(f"{query} may give more or fewer rows than one", "groups belong into a subquery")
    ctes = {table.alias.casefold() for table in tree.find_all(exp.CTE)}
    tables = [table for table in tree.find_all(exp.Table) if table.args.get("db") or table.name.casefold() not in ctes]
    if not tables or not all(isinstance(table.this, exp.Identifier) and is_source(table) for table in tables):
        raise BadParameter(
            f"{query} reads something else than {SOURCE}",
            f"the rows of the source are called {SOURCE}: the same is counted in the release",
        )
    return Count(name, tree.sql(dialect=dialect, comments=False), tree)


def _is_count(column: exp.Expr) -> bool:
    """Return whether a column of a SELECT is a count, whatever it is called and which rows it filters."""
    column = column.unalias()
    column = column.this if isinstance(column, exp.Filter) else column
    return isinstance(column, exp.Count | exp.CountIf)


@scoped
def count_values(engine: Engine, counts: Sequence[Count], rows: Table, columns: tuple[str, str]) -> list[int]:
    """Return what each count gives for ``rows`` (``record_id, item``), which the source calls ``columns``.

    Raises BadInput where it cannot be run.
    """
    names = {name.casefold(): (column, name) for column, name in _names(columns)}
    view = engine.view(
        exp.select(*(templates.column(column).as_(name, quoted=True) for column, name in names.values())).from_(
            rows.expression()
        )
    )
    numbers = []
    for count in counts:
        tree = count.tree.copy()
        place_source(tree, view)
        with explain_sql_errors(engine, f"query {count.name} of <workload>"):
            ((value,),) = engine.rows(tree)
        numbers.append(int(value))
    return numbers


def _names(columns: tuple[str, str]) -> list[tuple[str, str]]:
    """Return the columns with each of their names; what the source calls so comes last, and wins."""
    plain = ("record_id", "item")
    return [*zip(plain, plain, strict=True), *zip(plain, columns, strict=True)]
