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

from setanon_sql.engine import Engine
from setanon_sql.errors import BadParameter
from setanon_sql.query import templates
from setanon_sql.query.templates import Table
from setanon_sql.sources.narrowing import place_source, running
from setanon_sql.sources.selecting import SOURCE, check_reads, is_source, parsing, query_text

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
    named = source.items() if isinstance(source, Mapping) else _sections(query_text(Path(source)))
    found: list[Count] = []
    for name, text in named:
        with parsing(f"query {name or len(found) + 1} of --workload is no SQL that can be read"):
            trees = [tree for tree in sqlglot.parse(text, read=dialect) if tree is not None]
        if name and len(trees) != 1:
            raise BadParameter(f"query {name} of --workload holds {len(trees) or 'no'} statements", _FORM)
        found += [_checked(name or str(len(found) + at), tree, dialect) for at, tree in enumerate(trees, 1)]
    if not found:
        raise BadParameter("--workload holds no statement", _FORM)
    if twice := {one.name for one in found if [other.name for other in found].count(one.name) > 1}:
        raise BadParameter(f"--workload has more than one query {min(twice)}", "give each a name of its own")
    return found


_FORM = "write a SELECT count(...) FROM source for each, with a line -- name: NAME before it"


def _sections(text: str) -> Iterator[tuple[str, str]]:
    """The parts of a file with what they are called; what stands before the first name has none."""
    first, *rest = _NAME.split(text)
    yield "", first
    yield from zip(rest[::2], rest[1::2], strict=True)


def _checked(name: str, tree: exp.Expr, dialect: str) -> Count:
    called = f"query {name} of --workload"
    tree = tree.unnest() if isinstance(tree, exp.Subquery) else tree
    if not isinstance(tree, exp.Select):
        raise BadParameter(f"{called} is not a SELECT", _FORM)
    check_reads(tree, called)
    if len(tree.expressions) != 1 or not _counts(tree.expressions[0]):
        raise BadParameter(f"{called} is not a count", "one column, a count(...), and nothing beside it")
    if any(tree.args.get(part) for part in _MORE):
        raise BadParameter(f"{called} may give more or fewer rows than one", "groups belong into a subquery")
    own = {one.alias.casefold() for one in tree.find_all(exp.CTE)}
    read = [one for one in tree.find_all(exp.Table) if one.args.get("db") or one.name.casefold() not in own]
    if not read or not all(isinstance(one.this, exp.Identifier) and is_source(one) for one in read):
        raise BadParameter(
            f"{called} reads something else than {SOURCE}",
            f"the rows of the source are called {SOURCE}: the same is counted in the release",
        )
    return Count(name, tree.sql(dialect=dialect, comments=False), tree)


def _counts(column: exp.Expr) -> bool:
    """Return whether a column of a SELECT is a count, whatever it is called and which rows it filters."""
    column = column.unalias()
    column = column.this if isinstance(column, exp.Filter) else column
    return isinstance(column, exp.Count | exp.CountIf)


def values(engine: Engine, counts: Sequence[Count], rows: Table, columns: tuple[str, str]) -> list[int]:
    """Return what each count gives for ``rows`` (``record_id, item``), which the source calls ``columns``.

    Raises BadInput where it cannot be run.
    """
    called = {name.casefold(): (own, name) for own, name in _names(columns)}
    view = engine.view(
        exp.select(*(templates.column(own).as_(name, quoted=True) for own, name in called.values())).from_(
            rows.expression()
        )
    )
    found = []
    for one in counts:
        tree = one.tree.copy()
        place_source(tree, view)
        with running(engine, f"query {one.name} of --workload"):
            ((value,),) = engine.rows(tree)
        found.append(int(value))
    engine.drop(view)
    return found


def _names(columns: tuple[str, str]) -> list[tuple[str, str]]:
    """The columns with each of their names; what the source calls so comes last, and wins."""
    own = ("record_id", "item")
    return [*zip(own, own, strict=True), *zip(own, columns, strict=True)]
