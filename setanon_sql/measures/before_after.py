"""Lists of what was there and what is left: rows of sensitive items, the most frequent pairs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Protocol

from setanon_sql.dataset import Dataset
from setanon_sql.engine import scoped
from setanon_sql.fields import ABSENT, Fields, Name
from setanon_sql.query.templates import Table

#: So many sensitive items are listed, those first that lost most rows.
WORST_ITEMS = 5
#: Among so many items the most frequent pairs are looked for first.
_FIRST_ITEMS = 100


@dataclass(frozen=True)
class SensitiveItem(Fields):
    """Rows of a sensitive item before and after."""

    rank: Annotated[int, "1 lost most rows"]
    label: Annotated[str, Name("item"), "†"]
    before: Annotated[int, Name("rows_before"), ""]
    after: Annotated[int, Name("rows_after"), ""]


@dataclass(frozen=True)
class SensitiveLength(Fields):
    """Rows of sensitive items before and after, by the length of records."""

    least: Annotated[int, Name("items_least"), "records of the source with so many items"]
    most: Annotated[int | None, Name("items_most"), ABSENT, "to so many"]
    before: Annotated[int, Name("rows_before"), ""]
    after: Annotated[int, Name("rows_after"), ""]

    @property
    def lengths(self) -> str:
        """Return the lengths in words."""
        return f"{self.least} and more" if self.most is None else f"{self.least} to {self.most}"


@dataclass(frozen=True)
class CategoryRecords(Fields):
    """Records that hold something of a category, a label right under the root. ``is_item``: it is an item there."""

    rank: Annotated[int, "by records of the source, from 1"]
    label: Annotated[str, "†"]
    before: Annotated[int, Name("records_before"), "of the source that hold something of it"]
    after: Annotated[int, Name("records_after"), "of the release"]
    is_item: bool = False


@dataclass(frozen=True)
class PairFate(Fields):
    """Records that hold both items of a pair."""

    rank: Annotated[int, "by frequency, from 1"]
    items: Annotated[tuple[str, str], "†"]
    support: Annotated[int, "records of the source that hold both items"]
    after: Annotated[int, Name("records_left"), "of the release that hold both as they are"]


@scoped
def sensitive_items(source: Dataset, release: Table, sensitive: Table) -> tuple[SensitiveItem, ...]:
    """Return what is left of the sensitive items that lost most rows (``release``: labels)."""
    tables = {"items": source.items, "sensitive": sensitive, "release": release}
    rows = source.engine.rows("measures/before_and_after/sensitive_items", most=WORST_ITEMS, **tables)
    return tuple(
        SensitiveItem(rank, str(label), int(before), int(after)) for rank, (label, before, after) in enumerate(rows, 1)
    )


@scoped
def sensitive_by_length(source: Dataset, release: Table, sensitive: Table) -> tuple[SensitiveLength, ...]:
    """Return what is left of sensitive items by the length of records; ``release`` has the record ids of the source."""
    rows = source.engine.rows(
        "measures/before_and_after/sensitive_by_length", transactions=source.transactions, items=source.items,
        sensitive=sensitive, release=release,
    )  # fmt: skip
    most = {1: 5, 6: 10, 11: 20}
    return tuple(SensitiveLength(int(least), most.get(int(least)), int(n), int(after)) for least, n, after in rows)


class CategoryTree(Protocol):
    """Tables of a taxonomy that categories need: ``nodes`` (``node, label, depth``), ``ancestors`` (``item, node``)."""

    @property
    def nodes(self) -> Table:
        """Return all nodes."""
        ...

    @property
    def ancestors(self) -> Table:
        """Return each item with the nodes at or over it."""
        ...


@scoped
def records_by_category(
    source: Dataset, release: Table, published: Table, tree: CategoryTree, most: int
) -> tuple[CategoryRecords, ...]:
    """Return how many records of source and ``release`` (labels of ``published`` nodes) hold something of a category.

    ``most``: so many categories, those first that most records hold.
    """
    engine = source.engine
    nodes = tree.nodes
    labels = engine.table("measures/categories/of_labels", ancestors=tree.ancestors, nodes=nodes)
    before = engine.table("measures/categories/records", rows=source.transactions, of_labels=labels)
    coded = engine.view("measures/categories/coded", release=release, published_nodes=published)
    released = engine.table("measures/categories/records", rows=coded, of_labels=labels)
    tables = {"before": before, "after": released, "nodes": nodes, "items": source.items}
    rows = engine.rows("measures/categories/side_by_side", most=most, **tables)
    return tuple(
        CategoryRecords(rank, str(label), int(n), int(after), bool(is_item))
        for rank, (label, n, after, is_item) in enumerate(rows, 1)
    )


@scoped
def pair_fates(source: Dataset, release: Table, most: int) -> tuple[PairFate, ...]:
    """Return the most frequent pairs of the source, and how many records of the release hold both items as they are.

    A pair has no more records than either of its items: where the pairs of the first items have as many records as any
    item that was left out, no other pair can have more. Else the items that could are looked at, too.
    """
    pairs = _frequent_pairs(source, 1, _FIRST_ITEMS, most)
    least = pairs[-1][2] if len(pairs) == most else 1
    if source.distinct_items > _FIRST_ITEMS:
        pairs = _frequent_pairs(source, least, source.distinct_items, most)
    engine = source.engine
    rows = [(rank, *items) for rank, (*items, _) in enumerate(pairs, 1)]
    listed = engine.load_rows("pairs", {"rank": int, "one": str, "other": str}, rows)
    left_by_rank = dict(engine.rows("measures/before_and_after/pairs_left", release=release, pairs=listed))
    return tuple(
        PairFate(rank, (first, second), support, int(left_by_rank.get(rank, 0)))
        for rank, (first, second, support) in enumerate(pairs, 1)
    )


@scoped
def _frequent_pairs(source: Dataset, least: int, items: int, most: int) -> Sequence[tuple[str, str, int]]:
    engine = source.engine
    frequent = engine.table("measures/before_and_after/frequent_items", items=source.items, least=least, most=items)
    rows = engine.rows(
        "measures/before_and_after/frequent_pairs", transactions=source.transactions, frequent=frequent, most=most
    )
    return [(str(first), str(second), int(support)) for first, second, support in rows]
