"""Classes of records that are alike in columns, each at a step of its ladder."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from setanon_sql.columns.reading import RecordColumn
from setanon_sql.columns.steps import refuse_other_values, step_of
from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.ladders import Ladder
from setanon_sql.layout import columns_beside_items
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.taxonomy import Taxonomy

#: A step of each ladder, by the column.
Point = Mapping[str, str]
#: All classes have fewer records.
EVERY_CLASS = 2**31 - 1


@dataclass(frozen=True)
class ClassCounts:
    """Counts of ``classes``: all, ``small`` ones of fewer than k, the ``records`` in these, those of one ``alone``."""

    classes: int
    small: int
    records: int
    alone: int


@dataclass(frozen=True)
class Classes:
    """Columns of a dataset with their ladders, and ``trees`` by the column."""

    dataset: Dataset
    ladders: Sequence[Ladder]
    columns: Mapping[str, RecordColumn]
    trees: Mapping[str, Taxonomy]

    @property
    def engine(self) -> Engine:
        """Return where the records are."""
        return self.dataset.engine

    def check(self) -> None:
        """Raise BadInput where values are none that their ladder knows."""
        for ladder in self.ladders:
            texts = self.columns[ladder.column].texts
            refuse_other_values(self.engine, ladder, texts, self.trees.get(ladder.column))

    def of_holders(self) -> "Classes":
        """Return the classes of those records that hold an item: of the others nothing is released."""
        rows = {"transactions": self.dataset.transactions}
        held = {
            name: replace(
                column, values=self.engine.table("columns/read/of_holders", record_values=column.values, **rows)
            )
            for name, column in self.columns.items()
        }
        return replace(self, columns=held)

    @property
    def finest(self) -> dict[str, str]:
        """Return the first step of each ladder."""
        return {ladder.column: ladder.steps[0] for ladder in self.ladders}

    def called(self, point: Point) -> tuple[str, ...]:
        """Return what the columns are called at a point."""
        return tuple(ladder.called(point[ladder.column]) for ladder in self.ladders if ladder.column in point)

    def step(self, column: str, step: str) -> Table:
        """Return ``value, code, label``: what the values of a column are called at a step."""
        ladder = next(ladder for ladder in self.ladders if ladder.column == column)
        return step_of(self.engine, ladder, step, self.columns[column].texts, self.trees.get(column))

    @scoped
    def of(self, point: Point) -> Table:
        """Return ``record_id, class``: the class of each record by the columns of a point."""
        engine = self.engine
        classes: Table | None = None
        for column, step in point.items():
            tables = {"record_values": self.columns[column].values, "step": self.step(column, step)}
            if classes is None:
                classes = engine.table("columns/classes/first_column", **tables)
            else:
                classes = engine.table("columns/classes/with_column", classes=classes, **tables)
        assert classes is not None
        return classes

    @scoped
    def labels(self, point: Point, classes: Table) -> Table:
        """Return ``class``, and what each column of a point is called in it, under the names of a release inside."""
        engine = self.engine
        names = columns_beside_items(len(point))
        whole: exp.Select | None = None
        for at, (column, step) in enumerate(point.items()):
            labels = self.labels_of(column, step, classes).expression(f"t{at}")
            label = exp.column("label", table=f"t{at}").as_(names[at], quoted=True)
            if whole is None:
                whole = exp.select(exp.column("class", table="t0"), label).from_(labels)
            else:
                on = exp.EQ(this=exp.column("class", table=f"t{at}"), expression=exp.column("class", table="t0"))
                whole = whole.join(labels, on=on).select(label)
        assert whole is not None
        return engine.table(whole)

    @scoped
    def labels_of(self, column: str, step: str, classes: Table) -> Table:
        """Return ``class, label``: what a column is called in each class."""
        tables = {"record_values": self.columns[column].values, "step": self.step(column, step)}
        return self.engine.table("columns/classes/labels", classes=classes, **tables)

    @scoped
    def counts(self, classes: Table, k: int) -> ClassCounts:
        """Count ``classes`` (``record_id, class``) by their sizes."""
        sizes = sizes_of(self.dataset, classes)
        return ClassCounts(*self.engine.answer("columns/classes/found", sizes=sizes, k=k))


def sizes_of(dataset: Dataset, classes: Table) -> Table:
    """Return ``class, n_records, n``: how many records, and how many that count, persons or records, are in each."""
    if dataset.persons is None:
        return dataset.engine.table("columns/classes/class_sizes", classes=classes)
    return dataset.engine.table("columns/classes/class_sizes_of_persons", classes=classes, persons=dataset.persons)


@dataclass(frozen=True)
class RowsOfClasses:
    """Rows (``record_id, item``) with a number for each item of each class, and ``numbers`` (``number, class, item``).

    ``held``: the rows before.
    """

    rows: Table
    numbers: Table
    held: Table

    def items_of(self, engine: Engine, threat_items: Table) -> Table:
        """Return threats (``threat_id, position, item, support``) with the items that the numbers stand for."""
        return items_of_numbers(engine, threat_items, self.numbers)


def items_of_numbers(engine: Engine, threat_items: Table, numbers: Table) -> Table:
    """Return threats (``threat_id, position, item, support``) with the items that ``number, item`` have for numbers."""
    return engine.table("columns/classes/threat_items", numbered_items=threat_items, large_numbers=numbers)


@scoped
def by_class(engine: Engine, rows: Table, classes: Table) -> Table:
    """Return rows (``record_id, item``) with a number for each item of each class in place of the item."""
    return rows_by_class(engine, rows, classes).rows


@scoped
def known_by_class(dataset: Dataset, rows: Table, classes: Table, under: int = EVERY_CLASS) -> RowsOfClasses:
    """Return rows by class, with one more item in each class of ``under`` so many: all of its records hold it.

    So the columns alone count among the items, also of records of which no item is known.
    """
    engine = dataset.engine
    held = engine.table(all_rows(rows))
    sizes = sizes_of(dataset, classes)
    engine.append(held, "columns/classes/class_rows", classes=classes, sizes=sizes, under=under)
    return rows_by_class(engine, held, classes)


def rows_by_class(engine: Engine, rows: Table, classes: Table) -> RowsOfClasses:
    """Return rows (``record_id, item``) by class (``record_id, class``)."""
    numbers = engine.table("columns/classes/numbers", held=rows, classes=classes)
    numbered = engine.table("columns/classes/numbered", held=rows, classes=classes, numbers=numbers)
    return RowsOfClasses(numbered, numbers, rows)
