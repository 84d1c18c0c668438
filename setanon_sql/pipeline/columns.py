"""Columns that are known besides items, as the options of a command name them, opened for a source."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from setanon_sql.columns import Classes, read_column
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadParameter
from setanon_sql.ladders import Ladder, ladders_of
from setanon_sql.options.reading import AS_IT_STANDS
from setanon_sql.pipeline.case import Case
from setanon_sql.pipeline.opening import tree_of
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy


def refuse_items(request: Any, item: str, record_id: str) -> None:
    """Raise BadParameter where a column is that of the items or ids, or cannot be read; ``request``: options."""
    ladders = ladders_of(request.columns)
    if {ladder.column for ladder in ladders} & {item, record_id}:
        raise BadParameter("<columns> names the column of the items, or of the record ids", "name others")
    if ladders and request.columns_from is None and hasattr(request.source, "read_next_batch"):
        raise BadParameter("a stream gives its rows once, and <columns> reads them again", "give a table, or a file")
    if request.columns_from is not None and not ladders:
        raise BadParameter("<columns_from> is a table of <columns>, and none are named", "name them")


@dataclass(frozen=True)
class Ladders:
    """The ladders of columns, and ``trees`` by the column."""

    ladders: Sequence[Ladder] = ()
    trees: Mapping[str, Taxonomy] = field(default_factory=dict)

    @classmethod
    def read(cls, engine: DuckDBEngine | Warehouse, request: Any, reading: SourceOptions) -> Self:
        """Return the ladders that a request names, with the levels of their trees; raises BadInput, BadParameter."""
        trees: dict[str, Taxonomy] = {}
        ladders: list[Ladder] = []
        for ladder in ladders_of(request.columns):
            if not ladder.file:
                ladders.append(ladder)
                continue
            tree = tree_of(engine, ladder.file, replace(reading, tree=AS_IT_STANDS, item=ladder.column))
            trees[ladder.column] = tree
            ladders.append(ladder.with_levels(max(tree.depth.values())))
        return cls(ladders, trees)

    def classes(self, dataset: Dataset, request: Any, reading: SourceOptions) -> Classes:
        """Return the columns of the records of a dataset; raises BadInput."""
        source = request.source
        if request.columns_from is not None:
            source = request.columns_from
            reading = replace(reading, where="", query="", format="")
        columns = {ladder.column: read_column(dataset, source, reading, ladder.column) for ladder in self.ladders}
        classes = Classes(dataset, self.ladders, columns, self.trees)
        classes.check()
        return classes


def with_columns(case: Case[Any, Any]) -> Case[Any, Any]:
    """Return a case with the columns that its request names, if it has none; raises BadInput, BadParameter."""
    request = case.request
    if case.classes or not request.columns:
        return case
    engine = case.dataset.engine
    assert isinstance(engine, DuckDBEngine | Warehouse)
    ladders = Ladders.read(engine, request, case.reading)
    return replace(case, classes=ladders.classes(case.dataset, request, case.reading))


def with_released_columns(case: Case[Any, Any]) -> Case[Any, Any]:
    """Return a case with the columns that its request names, of the records of which something can be released."""
    case = with_columns(case)
    return replace(case, classes=case.classes.of_holders()) if case.classes else case
