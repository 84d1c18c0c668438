"""Who is at risk from somebody who knows columns besides: from all of them, all but one, and all with one coarser."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from setanon_sql.columns import ClassCounts, Classes, Point, sizes_of
from setanon_sql.dataset import Dataset
from setanon_sql.engine import scoped
from setanon_sql.fields import ABSENT, ComputedKey, Fields, Name
from setanon_sql.query.templates import Table

#: What the entries of an audit are, with columns.
ENTRIES = (
    "`--columns`: who is at risk from somebody who knows all of them, all but one, and all with one coarser; all that "
    "is said besides is of the first"
)


@dataclass(frozen=True, kw_only=True)
class KnownColumnsRisk(Fields):
    """Risk from somebody who knows columns. ``classes``: of records that are alike in them."""

    columns: Annotated[tuple[str, ...], "that are known, with their steps; of which none may be"]
    left_out: Annotated[str, ABSENT, "the one that is not known, of those of the first entry"] = ""
    classes: ClassCounts
    number = ComputedKey[int]("of records that are alike in them", lambda risk: risk.classes.classes, Name("classes"))
    classes_under_k = ComputedKey[int]("of fewer than k records, or persons", lambda risk: risk.classes.small)
    classes_of_one = ComputedKey[int]("of one alone", lambda risk: risk.classes.alone)


def points_of(classes: Classes) -> Iterator[tuple[str, Point]]:
    """Yield all columns, as fine as their ladders have them; then without each, whose name is beside; then coarser."""
    finest = classes.finest
    yield "", finest
    for column in finest:
        yield column, {other: step for other, step in finest.items() if other != column}
    for ladder in classes.ladders:
        for step in ladder.steps[1:]:
            yield "", finest | {ladder.column: step}


@scoped
def classes_at(classes: Classes, point: Point, k: int) -> tuple[ClassCounts, int]:
    """Return the classes at a point, and how many records, or persons, somebody finds among fewer than k by them."""
    dataset = classes.dataset
    if not point:
        whole = dataset.records if dataset.persons is None else dataset.n_persons
        small = int(whole < k)
        return ClassCounts(1, small, small * dataset.records, int(whole == 1)), small * whole
    of_point = classes.of(point)
    return classes.counts(of_point, k), _in_small(dataset, of_point, k)


def _in_small(dataset: Dataset, classes: Table, k: int) -> int:
    """Count the records, or persons, in classes of fewer than k."""
    engine = dataset.engine
    small = engine.table("columns/classes/in_small", classes=classes, sizes=sizes_of(dataset, classes), k=k)
    if dataset.persons is None:
        return engine.count(small)
    return engine.number("counting/persons/at_risk_persons", at_risk=small, persons=dataset.persons)
