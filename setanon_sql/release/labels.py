"""The label table: what each released label stands for, so that rows can be counted by each level of the taxonomy.

A row for each label of the release, and for no other: its depth in the taxonomy, the labels over it from the root down
(``level1`` is right under the root; empty below the label itself), the leaves of the taxonomy that it stands for, and
the items that were taken out of it. Data say nothing in it that the rows of the release do not.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sqlglot import exp

from setanon_sql.engine import DuckDBEngine, Engine
from setanon_sql.layout import ReleaseShape, label_columns
from setanon_sql.query.templates import Table, query, render
from setanon_sql.release.files import DELIMITERS, copy
from setanon_sql.release.formulas import escaped_cell
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.verify.label_rows import LabelRow
from setanon_sql.verify.label_table import digest_of_rows

#: Deeper levels have no columns: databases have room for some hundred.
_MOST_LEVELS = 64


@dataclass(frozen=True)
class LabelExceptions:
    """Meaning of a label that is none of the taxonomy: all that is under ``node``, but for ``items``."""

    node: str
    items: tuple[str, ...]


@dataclass(frozen=True)
class LabelTable:
    """The rows of a label table, by label, with so many levels."""

    levels: int
    rows: tuple[LabelRow, ...]

    @property
    def kinds(self) -> dict[str, type[int] | type[str]]:
        """Return its columns and what they hold."""
        return {name: int if name in {"depth", "leaves"} else str for name in label_columns(self.levels)}

    def load(self, engine: Engine) -> Table:
        """Return it as a scratch table."""
        return engine.load_rows("label_table", self.kinds, self.rows)

    def write(self, path: Path, *, escaped: bool = False) -> None:
        """Write it to a file, as its extension says; ``escaped``: with a quote before what begins as formulas do."""
        if escaped:
            rows = [tuple(escaped_cell(cell) for cell in row) for row in self.rows]
            replace(self, rows=tuple(rows)).write(path)
            return
        form = "parquet" if path.suffix.lower() == ".parquet" else "csv"
        with DuckDBEngine(threads=1) as engine:
            copy(engine, f"release/labels/write_{form}", path, label_table=self.load(engine))

    def manifest_fields(self, sha256: str, queries: Sequence[str]) -> dict[str, Any]:
        """Return what a manifest tells of it; ``sha256`` is that of its file, else of its rows."""
        fields = {"levels": self.levels, "rows": len(self.rows), "sha256": sha256 or digest_of_rows(self.rows)}
        return fields | ({"by_level": list(queries)} if queries else {})


@dataclass(frozen=True)
class LabelSource:
    """A taxonomy, and which released labels are none of its labels: ``other`` ones, with exceptions."""

    taxonomy: Taxonomy
    other: Mapping[str, LabelExceptions] = field(default_factory=dict)

    def table(self, labels: Sequence[str]) -> LabelTable:
        """Return the label table of the released labels."""
        levels = min(max(self.taxonomy.depth.values()), _MOST_LEVELS)
        shown = frozenset(labels)
        return LabelTable(levels, tuple(self._row(label, levels, shown) for label in sorted(labels)))

    def _row(self, label: str, levels: int, shown: frozenset[str]) -> LabelRow:
        """Return the row of a label; an item that is not in the taxonomy counts as one right under its root.

        ``shown``: all released labels. A mapping may have taken other items out, which no row tells of.
        """
        meaning = self.other.get(label, LabelExceptions(label, ()))
        if meaning.node not in self.taxonomy.depth:
            return label, 1, label, *[None] * (levels - 1), 1, None
        path = [*reversed(self.taxonomy.path(meaning.node)[:-1])]
        columns = [*path, *[None] * levels][:levels]
        leaves = self.taxonomy.leaf_count
        out = sorted(shown.intersection(meaning.items))
        leaf_count = leaves[meaning.node] - sum(leaves[item] for item in out)
        exceptions = json.dumps(out, ensure_ascii=False) if out else None
        return label, len(path), *columns, leaf_count, exceptions


def queries_by_level(
    shape: ReleaseShape,
    table: LabelTable,
    release: Sequence[str],
    labels: Sequence[str],
    dialect: str,
    *,
    files: bool = False,
) -> list[str]:
    """Return a query for each level that counts the rows and records of a release by the labels of that level.

    ``release``, ``labels``: the parts of the names of the two tables. ``files``: these are patterns of files.
    """
    columns = dict(zip(shape.columns[""], shape.as_written(), strict=True))
    tables = {"release": _table_of(release), "label_table": _table_of(labels)}
    levels = [columns | {"level": f"level{level}"} for level in range(1, table.levels + 1)]
    name = "release/labels/rows_by_level"
    trees = [_with_columns(query(name, dialect=dialect, **tables), names) for names in levels]
    return [render(_reading_files(tree) if files else tree, dialect) for tree in trees]


def _table_of(parts: Sequence[str]) -> Table:
    """Return a table by the parts of its name."""
    *above, name = parts
    *catalog, schema = above or [""]
    return Table(name, schema, ".".join(catalog))


def _with_columns(tree: exp.Expr, names: Mapping[str, str]) -> exp.Expr:
    """Return a query in which columns are called otherwise."""
    for column in tree.find_all(exp.Column):
        if column.name in names and column.table:
            name = names[column.name]
            column.set("this", exp.to_identifier(name, quoted=name != column.name))
    return tree


def _reading_files(tree: exp.Expr) -> exp.Expr:
    """Return a query whose tables are called by patterns of files; of a file of text it reads all columns as text."""
    for table in list(tree.find_all(exp.Table)):
        table.set("this", _reader(table.name))
    return tree


def _reader(pattern: str) -> exp.Expr:
    """Return what reads the files that a pattern stands for; of text no value is a number, whatever it looks like."""
    path = exp.Literal.string(pattern)
    delimiter = DELIMITERS.get(Path(pattern).suffix.lower())
    if delimiter is None:
        return exp.ReadParquet(expressions=[path])
    ways: dict[str, exp.Expr] = {"header": exp.true(), "all_varchar": exp.true()}
    marks = {"delim": delimiter, "quote": '"', "escape": '"'}
    ways |= {name: exp.Literal.string(mark) for name, mark in marks.items()}
    return exp.ReadCSV(this=path, expressions=[exp.EQ(this=exp.column(name), expression=ways[name]) for name in ways])
