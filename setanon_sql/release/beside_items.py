"""Columns that are released beside the items, in the table of the release: one value each for a record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from setanon_sql.dataset import COLUMNS
from setanon_sql.engine import Engine
from setanon_sql.layout import ReleaseShape, columns_beside_items, shape_of
from setanon_sql.query.templates import Table, columns_of


@dataclass(frozen=True)
class ReleasedClasses:
    """Columns that are released beside the items.

    ``records``: ``record_id, class``. ``labels``: ``class``, and the columns as they are called inside. ``steps``: what
    each column became, by its name.
    """

    records: Table
    labels: Table
    steps: Mapping[str, str]


def rows_beside(engine: Engine, classes: ReleasedClasses, tables: Mapping[str, Table]) -> Table:
    """Return ``position, record_id, item`` with the columns beside; ``tables``: what ``release/shapes/long`` reads."""
    groups = engine.view(columns_of(classes.records, record_id="record_id", group_id="class"))
    rows = engine.table("release/shapes/long_grouped", record_groups=groups, **tables)
    return engine.table(_with_columns(classes, rows))


def _with_columns(classes: ReleasedClasses, rows: Table) -> exp.Expr:
    """Return the query of rows with the columns beside the items in place of the class (``group_id``)."""
    released = (exp.column(name, table="r") for name in ("position", "record_id", "item"))
    names = columns_beside_items(len(classes.steps))
    beside = (exp.column(exp.to_identifier(name, quoted=True), table="l") for name in names)
    on = exp.EQ(this=exp.column("class", table="l"), expression=exp.column("group_id", table="r"))
    return exp.select(*released, *beside).from_(rows.expression("r")).join(classes.labels.expression("l"), on=on)


def shape_beside(model: str, columns: Sequence[str], beside_items: Sequence[str]) -> ReleaseShape:
    """Return the shape of a release with columns beside the items; ``columns``: of the record id and the item."""
    shape = shape_of(model, (*columns, *beside_items), len(beside_items))
    return shape if shape.written else shape_of(model, (*COLUMNS, *beside_items), len(beside_items))
