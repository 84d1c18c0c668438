"""Columns that are known besides items, in scripts and gates: the classes of records that are alike in all of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from setanon_sql.columns.reading import MISSING
from setanon_sql.engine import scoped
from setanon_sql.engine.written.script import ScriptEngine
from setanon_sql.errors import BadParameter
from setanon_sql.ladders import ladders_of
from setanon_sql.options.reading import ColumnFields
from setanon_sql.query.templates import Bind, Table, columns_of
from setanon_sql.scripts.faults import CountingFault


@dataclass(frozen=True)
class TableClasses:
    """Classes of the records of a table (``classes``: ``record_id, class``).

    ``sizes``: ``class, n``, of records or persons. ``fault``: records that have several values in a column.
    """

    engine: ScriptEngine
    classes: Table
    sizes: Table
    fault: CountingFault
    k: int

    def small(self) -> Table:
        """Return ``class``: those of fewer than k, which columns alone are enough to find."""
        return self.engine.table("script/columns/small", sizes=self.sizes, k=self.k)

    def in_small(self) -> Table:
        """Return ``record_id``: their records."""
        return self.engine.table("columns/classes/in_small", **self._binds)

    @scoped
    def rows_of_large_classes(self, rows: Table) -> Table:
        """Return rows (``record_id, item``) of the other classes, with a number for each item of each class."""
        rows = self.engine.table("columns/classes/without_small", transactions=rows, **self._binds)
        return self._numbered(rows)

    @scoped
    def with_classes(self, rows: Table) -> Table:
        """Return rows with a number for each item of each class, and for each class, which all of its records have."""
        numbered = self._numbered(rows)
        self.engine.append(numbered, "script/columns/class_items", classes=self.classes)
        return numbered

    def drop(self) -> None:
        """Drop the tables of a script."""
        self.engine.drop(self.classes, self.sizes)

    def _numbered(self, rows: Table) -> Table:
        tables = {"held": rows, "classes": self.classes}
        numbers = self.engine.table("columns/classes/numbers", **tables)
        return self.engine.table("columns/classes/numbered", numbers=numbers, **tables)

    @property
    def _binds(self) -> Mapping[str, Bind]:
        return {"classes": self.classes, "sizes": self.sizes, "k": self.k}


@scoped
def classes_of_table(
    engine: ScriptEngine, table: Table, columns: Sequence[str], k: int, persons: Table | None = None
) -> TableClasses:
    """Return the classes of the records of a table by ``columns``; ``persons`` (``record_id, person``): who count."""
    several: list[Mapping[str, Bind]] = []
    classes: Table | None = None
    for column in columns:
        source = replace(table, columns={**_of_records(table), "value": column})
        of_records = engine.table("script/columns/record_values", source=source, missing=MISSING)
        several.append({"record_values": of_records})
        classes = _with_column(engine, classes, of_records)
    assert classes is not None
    records = engine.gather("script/columns/records_of_several", several)
    fault = CountingFault(
        "records with several values of a column", engine.table("script/columns/several", records=records)
    )
    if persons is None:
        sizes = engine.table("columns/classes/class_sizes", classes=classes)
    else:
        sizes = engine.table("columns/classes/class_sizes_of_persons", classes=classes, persons=persons)
    return TableClasses(engine, classes, sizes, fault, k)


def _of_records(table: Table) -> dict[str, str]:
    return {name: table.columns[name] for name in ("record_id", "item")}


def _with_column(engine: ScriptEngine, classes: Table | None, of_records: Table) -> Table:
    """Return the class of each record by the columns before and one more."""
    texts = engine.table("columns/read/texts", record_values=of_records)
    coded = engine.table("columns/read/coded", record_values=of_records, texts=texts)
    step = engine.table(columns_of(texts, value="value", code="value"))
    tables = {"record_values": coded, "step": step}
    if classes is None:
        return engine.table("columns/classes/first_column", **tables)
    return engine.table("columns/classes/with_column", classes=classes, **tables)


def class_columns(columns: str | Sequence[str] | None, options: ColumnFields) -> tuple[str, ...]:
    """Return the columns that options name; raises BadParameter for steps of a ladder, or that of the items or ids."""
    ladders = ladders_of(columns)
    if any(ladder.kind for ladder in ladders):
        raise BadParameter(
            "SQL that is written down takes <columns> as they are in the table", "name them alone: day,store"
        )
    names = tuple(ladder.column for ladder in ladders)
    if {options.record_id, options.item}.intersection(names):
        raise BadParameter("<columns> names the column of the items, or of the record ids", "name others")
    return names
