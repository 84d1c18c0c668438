"""How coarse columns are released beside the items, whatever the model: the steps that cost least are searched for."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

from setanon_sql.columns import Classes, Point, sizes_of
from setanon_sql.columns.lattice import finest_of, good_points
from setanon_sql.dataset import Dataset
from setanon_sql.engine import scoped
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.layout import is_basket
from setanon_sql.measures import Measures
from setanon_sql.measures.label_figures import TriedColumns
from setanon_sql.numbers import fraction_of
from setanon_sql.pipeline.columns import refuse_items
from setanon_sql.query.templates import Table
from setanon_sql.release.beside_items import ReleasedClasses
from setanon_sql.sources import SourceOptions


@dataclass(frozen=True, kw_only=True)
class OfColumns:
    """Columns that are released beside the items, as a result has them.

    ``point``: the steps at which they are, and ``classes`` (``record_id, class``) by these; None: there are none.
    ``tried``: what steps cost.
    """

    point: Point | None = None
    classes: Table | None = None
    tried: tuple[TriedColumns, ...] = field(default=())


ResultType = TypeVar("ResultType", bound=OfColumns)


@dataclass(frozen=True)
class ColumnSearch:
    """A search for the steps of columns; classes of fewer than ``k`` may hold ``most_gone`` of the records."""

    classes: Classes
    k: int
    most_gone: Fraction

    def best(self, recoded: Callable[[Point], ResultType], measure: Callable[[ResultType], Measures]) -> ResultType:
        """Return the result at the finest point at which few enough records go; of several at that with the least NCP.

        The others are tried, too, and told. Raises NotReached where too many would go, or nothing would be left.
        """
        classes = self.classes
        good = self._good_points()
        finest = finest_of(classes.ladders, good)
        results: list[tuple[float, ResultType]] = []
        tried = []
        refusals: list[NotReached] = []
        for point in good:
            with _refused(refusals if point in finest else []), classes.engine.scope() as scope:
                result = recoded(point)
                measures = measure(result)
                tried.append(self._cost_of_point(classes.called(point), measures))
                if point in finest:
                    results.append((measures.ncp or 0.0, result))
                    scope.keep([*vars(result).values()])
        if not results:
            reason = refusals[0]
            hint = f"name coarser steps alone; {reason.hint}" if reason.hint else "name coarser steps alone"
            raise NotReached(f"at the finest steps of <columns> that fit: {reason.message}", hint)
        _, best = min(results, key=itemgetter(0))
        assert best.point is not None
        chosen = classes.called(best.point)
        return replace(best, tried=tuple(replace(point, chosen=point.columns == chosen) for point in tried))

    def _good_points(self) -> list[Point]:
        good = good_points(self.classes, self.k, self.most_gone)
        if not good:
            raise NotReached(
                f"at each step of <columns> over {float(self.most_gone):.2%} of the records are in classes of fewer "
                "than <k>",
                "name coarser steps, or fewer columns, or allow more with <max_gone>",
            )
        return good

    def _cost_of_point(self, columns: tuple[str, ...], measures: Measures) -> TriedColumns:
        """Return what columns cost, and tell it where there are other steps."""
        dataset = self.classes.dataset
        cost = TriedColumns(
            columns, False, int(measures.records_gone or 0), measures.rows_unchanged_ratio, measures.ncp
        )
        if all(len(ladder.steps) == 1 for ladder in self.classes.ladders):
            return cost
        dataset.engine.trace.note(
            f"by {', '.join(columns)}: {cost.rows_unchanged_ratio or 0:.1%} of the rows unchanged, NCP "
            f"{cost.ncp or 0:.2%}, {cost.records_gone / max(dataset.records, 1):.2%} of the records gone"
        )
        return cost


@contextmanager
def _refused(refusals: list[NotReached]) -> Iterator[None]:
    """Take what cannot be reached down in ``refusals``."""
    try:
        yield
    except NotReached as error:
        refusals.append(error)


def most_gone_of(request: Any, reading: SourceOptions) -> Fraction:
    """Return the share of the records that may go for columns; raises BadParameter for what columns do not go with.

    ``request``: options.
    """
    refuse_items(request, reading.item, reading.record_id)
    most_gone = fraction_of("<max_gone>", request.max_gone)
    if not 0 <= most_gone < 1:
        raise BadParameter("<max_gone> must lie from 0 to under 1", "1% is a usual choice")
    if request.columns and is_basket(Path(str(getattr(request, "out", None) or ""))):
        raise BadParameter("basket lines have no columns", "write a .parquet, .csv or .tsv file")
    return most_gone


@scoped
def without_small_classes(dataset: Dataset, classes: Table, k: int) -> Dataset:
    """Return a dataset without the rows of records whose class (``classes``: ``record_id, class``) is of under k."""
    tables = {"transactions": dataset.transactions, "classes": classes, "sizes": sizes_of(dataset, classes)}
    return dataset.with_rows(dataset.engine.table("columns/classes/without_small", k=k, **tables))


@scoped
def with_items_left(dataset: Dataset) -> Dataset:
    """Return a dataset whose items tell how many of the records that are left hold them."""
    tables = {"items": dataset.items, "transactions": dataset.transactions}
    return replace(dataset, items=dataset.engine.table("columns/classes/items_left", **tables))


@scoped
def rows_of_large(dataset: Dataset, rows: Table, classes: Table, k: int) -> Table:
    """Return the rows of a release in classes of k: labels that nobody knows may be left of fewer, too."""
    shown = dataset.engine.table("columns/classes/left", classes=classes, held=rows)
    tables = {"transactions": rows, "classes": shown, "sizes": sizes_of(dataset, shown)}
    return dataset.engine.table("columns/classes/without_small", k=k, **tables)


def released_classes(classes: Classes | None, result: OfColumns) -> ReleasedClasses | None:
    """Return the columns that are released beside the items; None: there are none."""
    if classes is None or result.point is None or result.classes is None:
        return None
    labels = classes.labels(result.point, result.classes)
    steps = {ladder.column: ladder.stands_for(result.point[ladder.column]) for ladder in classes.ladders}
    return ReleasedClasses(result.classes, labels, steps)
