"""Sets of items that are protected by name (``<protect>``), as their owner wrote them, found in a source."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.engine import scoped
from setanon_sql.measures.itemsets import read_itemsets
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.sensitive.constraint import near_items, near_message
from setanon_sql.sources import SourceOptions
from setanon_sql.text import count_of


@dataclass(frozen=True)
class ProtectedSets:
    """Sets that are protected: ``named`` (``set_id, label``), as the source calls items; some it may not have."""

    named: Table
    items: Mapping[int, frozenset[str]]

    @cached_property
    def labels(self) -> frozenset[str]:
        """Return what all of their items are called."""
        return frozenset().union(*self.items.values())


@scoped
def read_protected(dataset: Dataset, source: Any, options: SourceOptions) -> ProtectedSets:
    """Read sets to be protected; tells how many of their items the source has not. Raises BadInput."""
    engine = dataset.engine
    sets = read_itemsets(engine, source, "<protect>", options.db, options.item)  # type: ignore[arg-type]
    rows = engine.load_rows("named", {"source_id": int, "label": str}, sets.rows)
    if dataset.spellings is not None:
        rows = engine.table("rules/constraint/items_for_persons", named=rows, under=dataset.spellings)
    named = engine.table(columns_of(rows, set_id="source_id", label="label"))
    items: dict[int, set[str]] = {}
    for number, label in engine.rows(columns_of(named, "set_id", "label")):
        items.setdefault(int(number), set()).add(str(label))
    protected = ProtectedSets(named, {number: frozenset(labels) for number, labels in items.items()})
    _tell(dataset, protected)
    return protected


def _tell(dataset: Dataset, protected: ProtectedSets) -> None:
    """Tell how many sets there are, and which of their items the data have not."""
    engine = dataset.engine
    if near := near_items(engine, protected.named, dataset.items):
        engine.trace.warn(near_message(near, "<protect>"), near)
    engine.trace.note(f"{count_of(len(protected.items), 'set')} of items to be protected")
    tables = {"named": protected.named, "items": dataset.items}
    if unknown := sorted(str(label) for (label,) in engine.rows("sets/protected/unknown", **tables)):
        items = count_of(len(unknown), "item of <protect> is", "items of <protect> are")
        engine.trace.warn(f"{items} in no record, and protected nowhere: are they spelled as in the data?", unknown)
