"""The queries in a manifest that count a release by the levels of its label table: each must be the one that it says.

Whoever follows the manual runs them. So what they must be is made here once more, and anything else, a comment too,
is a fault. Blanks and quotes may differ.
"""

import glob
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template

import sqlglot
from sqlglot import exp

from setanon_sql.engine.warehouse import name_parts
from setanon_sql.layout import delimiter_of, is_basket, labels_path, labels_table

_LONGEST = 10_000
_QUERY = Template(
    "SELECT l.$level AS label, COUNT(*) AS n_rows, COUNT(DISTINCT r.$record) AS n_records FROM $release AS r"
    " JOIN $labels AS l ON l.label = r.$item GROUP BY l.$level ORDER BY n_rows DESC, l.$level"
)


@dataclass(frozen=True)
class QueryPlace:
    """A place that a query may read: the release and its label table, as DuckDB names them, and the query's dialect."""

    release: str
    labels: str
    dialect: str = "duckdb"


def places_of_file(path: Path, written: str) -> list[QueryPlace]:
    """Return what queries beside a file (or a folder that Spark wrote) may read.

    ``written``: how it was called when it was written, which may be moved since. Basket lines have no queries.
    """
    if is_basket(path):
        return []
    here = path.absolute()
    names = {here.name} | ({written} if _is_plain(written) and Path(written).suffix == here.suffix else set())
    form = "{}/*.parquet" if path.is_dir() else "{}"
    return [_of_file(name, form) for name in sorted(names)]


def _is_plain(name: str) -> bool:
    """Return whether a name is that of a file, and neither a path nor a pattern."""
    return Path(name).name == name and "\\" not in name and glob.escape(name) == name


def _of_file(name: str, form: str) -> QueryPlace:
    labels = labels_path(Path(name)).name
    return QueryPlace(_source(form.format(glob.escape(name))), _source(glob.escape(labels)))


def _source(file: str) -> str:
    """Return a file as a query reads it: text is read as such."""
    if file.lower().endswith(".parquet"):
        return f"READ_PARQUET({exp.Literal.string(file).sql('duckdb')})"
    name, delimiter = (exp.Literal.string(text).sql("duckdb") for text in (file, delimiter_of(Path(file))))
    ways = f"header = TRUE, all_varchar = TRUE, delim = {delimiter}, quote = '\"', escape = '\"'"
    return f"READ_CSV({name}, {ways})"


def places_of_table(table: str, written: str, dialect: str) -> list[QueryPlace]:
    """Return what queries beside a table may read; ``written``: how it was called with its schema when it was made."""
    *above, name = name_parts(written)
    if name.casefold() != table.casefold():
        return []
    return [
        QueryPlace(".".join(map(_quoted, [*above, release])), ".".join(map(_quoted, [*above, labels])), dialect)
        for release, labels in ((name, labels_table(name)),)
    ]


def are_own(queries: Sequence[str], levels: int, places: Iterable[QueryPlace], columns: Sequence[str]) -> bool:
    """Return whether queries are those of so many levels, one each, of one of these places.

    ``columns``: the names of the record id and the item in the release.
    """
    if len(queries) != levels:
        return False
    return any(
        all(_same(query, _query(level, place, columns), place.dialect) for level, query in enumerate(queries, 1))
        for place in places
    )


def _query(level: int, place: QueryPlace, columns: Sequence[str]) -> str:
    """Return the query of a level in DuckDB's dialect."""
    record, item = map(_quoted, columns[:2])
    names = {"level": f'"level{level}"', "record": record, "item": item}
    return _QUERY.substitute(names, release=place.release, labels=place.labels)


def _same(query: str, expected: str, dialect: str) -> bool:
    return query == expected or _normal(query, dialect) == _normal(expected, "duckdb") != ""


def _normal(query: str, dialect: str) -> str:
    """Return a query without what may differ; empty where it cannot be read, or holds a comment."""
    try:
        trees = sqlglot.parse(query, read=dialect) if len(query) <= _LONGEST else []
    except (sqlglot.errors.SqlglotError, RecursionError, ValueError):
        return ""
    if len(trees) != 1 or trees[0] is None or any(node.comments for node in trees[0].walk()):
        return ""
    for node in trees[0].walk():
        if isinstance(node, exp.Identifier):
            node.set("quoted", True)
        elif isinstance(node, exp.Ordered):
            node.set("nulls_first", None)
        elif isinstance(node, exp.Group):  # brackets around a column mean nothing
            node.set("expressions", [column.unnest() for column in node.expressions])
    return trees[0].sql("duckdb")


def _quoted(name: str) -> str:
    return exp.to_identifier(name, quoted=True).sql("duckdb")
