"""The tables beside a release along a taxonomy: its label table and its meaning table.

The label table says what each label stands for, so that rows can be counted by each level of the taxonomy. It has a row
for each label of the release, and for no other: its depth in the taxonomy, the labels over it from the root down
(``level1`` is right under the root; empty below the label itself), the leaves of the taxonomy that it stands for, and
the items that were taken out of it.

The meaning table has a row for each label of the release and each item that it may stand for: all leaves of the
taxonomy under it but those that were taken out.

Both are made from the released labels and the taxonomy as it was given: data say nothing in them that the rows of the
release do not.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

from sqlglot import exp

from setanon_sql.engine import DuckDBEngine, Engine
from setanon_sql.layout import BESIDE, LABELS, MEANING, MEANING_COLUMNS, ReleaseShape, label_columns
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

    def excludes(self, path: Iterable[str]) -> bool:
        """Return whether an item was taken out, by the labels from it up to the root."""
        return not set(self.items).isdisjoint(path)


class TableBeside(ABC):
    """A table to publish beside a release."""

    #: What it is called: how its name ends, and its field in the manifest.
    name: ClassVar[str]

    @property
    @abstractmethod
    def columns(self) -> tuple[str, ...]:
        """Return the names of its columns."""

    @abstractmethod
    def load(self, engine: Engine) -> Table:
        """Return it as a scratch table."""

    @abstractmethod
    def manifest_fields(self) -> dict[str, Any]:
        """Return what a manifest tells of it besides its fingerprint."""

    @abstractmethod
    def digest(self) -> str:
        """Return the fingerprint of its rows."""

    @abstractmethod
    def escaped(self) -> "TableBeside":
        """Return it with a quote before each label that begins as formulas do."""

    def write(self, path: Path, *, escaped: bool = False) -> None:
        """Write it to a file, as its extension says; ``escaped``: with a quote before what begins as formulas do."""
        if escaped:
            self.escaped().write(path)
            return
        form = "parquet" if path.suffix.lower() == ".parquet" else "csv"
        with DuckDBEngine(threads=1) as engine:
            copy(engine, f"release/labels/write_{self.name}_{form}", path, rows=self.load(engine))


@dataclass(frozen=True)
class LabelTable(TableBeside):
    """The rows of a label table, by label, with so many levels."""

    name = LABELS
    levels: int
    rows: tuple[LabelRow, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the names of its columns."""
        return label_columns(self.levels)

    def load(self, engine: Engine) -> Table:
        """Return it as a scratch table."""
        kinds: dict[str, type[int] | type[str]] = {
            name: int if name in {"depth", "leaves"} else str for name in self.columns
        }
        return engine.load_rows("label_table", kinds, self.rows)

    def manifest_fields(self) -> dict[str, Any]:
        """Return what a manifest tells of it."""
        return {"levels": self.levels, "rows": len(self.rows)}

    def digest(self) -> str:
        """Return the fingerprint of its rows."""
        return digest_of_rows(self.rows)

    def escaped(self) -> "LabelTable":
        """Return it with quotes."""
        return replace(self, rows=tuple(tuple(escaped_cell(cell) for cell in row) for row in self.rows))


@dataclass(frozen=True)
class MeaningTable(TableBeside):
    """The labels of a release, each with every item that it may stand for."""

    name = MEANING
    pairs: tuple[tuple[str, str], ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the names of its columns."""
        return MEANING_COLUMNS

    def load(self, engine: Engine) -> Table:
        """Return it as a scratch table, with the share that each item has in its label."""
        pairs = engine.load_rows("label_items", {"label": str, "item": str}, self.pairs)
        return engine.table("release/labels/meaning", label_items=pairs)

    def manifest_fields(self) -> dict[str, Any]:
        """Return what a manifest tells of it."""
        return {"rows": len(self.pairs)}

    def digest(self) -> str:
        """Return the fingerprint of its rows."""
        return digest_of_rows(self.pairs)

    def escaped(self) -> "MeaningTable":
        """Return it with quotes."""
        pairs = ((str(escaped_cell(label)), str(escaped_cell(item))) for label, item in self.pairs)
        return replace(self, pairs=tuple(pairs))


@dataclass(frozen=True)
class LabelSource:
    """A taxonomy as it was given, and which released labels are none of its labels: ``other`` ones, with exceptions.

    ``meaning``: the meaning table is published, too.
    """

    taxonomy: Taxonomy
    other: Mapping[str, LabelExceptions] = field(default_factory=dict)
    meaning: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """Return which tables it makes."""
        return BESIDE if self.meaning else (LABELS,)

    def tables(self, labels: Sequence[str]) -> list[TableBeside]:
        """Return the tables of the released labels."""
        return [self.label_table(labels), *([self.meaning_table(labels)] if self.meaning else [])]

    def meaning_table(self, labels: Sequence[str]) -> MeaningTable:
        """Return the meaning table of the released labels; a label that the taxonomy does not have is an item."""
        meanings = self._meanings(labels)
        names: dict[str, list[str]] = {}
        for label, meaning in meanings.items():
            names.setdefault(meaning.node, []).append(label)
        pairs = [(label, label) for label, meaning in meanings.items() if meaning.node not in self.taxonomy.depth]
        for leaf in self.taxonomy.leaves:
            path = self.taxonomy.path(leaf)
            over = [label for node in path for label in names.get(node, ())]
            pairs += [(label, leaf) for label in over if not meanings[label].excludes(path)]
        return MeaningTable(tuple(sorted(pairs)))

    def label_table(self, labels: Sequence[str]) -> LabelTable:
        """Return the label table of the released labels."""
        levels = min(max(self.taxonomy.depth.values()), _MOST_LEVELS)
        rows = (self._row(label, meaning, levels) for label, meaning in self._meanings(labels).items())
        return LabelTable(levels, tuple(rows))

    def _meanings(self, labels: Sequence[str]) -> dict[str, LabelExceptions]:
        """Return what each label of a release means, in order.

        A mapping may have taken other items out than those that are released, which no row tells of.
        """
        meanings = {label: self.other.get(label, LabelExceptions(label, ())) for label in sorted(labels)}
        released = frozenset(labels)
        return {
            label: replace(meaning, items=tuple(sorted(released.intersection(meaning.items))))
            for label, meaning in meanings.items()
        }

    def _row(self, label: str, meaning: LabelExceptions, levels: int) -> LabelRow:
        """Return the row of a label; an item that is not in the taxonomy counts as one right under its root."""
        if meaning.node not in self.taxonomy.depth:
            return label, 1, label, *[None] * (levels - 1), 1, None
        path = [*reversed(self.taxonomy.path(meaning.node)[:-1])]
        columns = [*path, *[None] * levels][:levels]
        leaves = self.taxonomy.leaf_count
        leaf_count = leaves[meaning.node] - sum(leaves.get(item, 0) for item in meaning.items)
        exceptions = json.dumps(meaning.items, ensure_ascii=False) if meaning.items else None
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
