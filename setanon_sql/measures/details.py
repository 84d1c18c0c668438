"""Where the loss lies: the fate of the most frequent items, and the loss below each label of a taxonomy."""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any

from setanon_sql.audit.who import Categories
from setanon_sql.engine import Engine
from setanon_sql.measures.before_after import CategoryRecords, PairFate, SensitiveItem, SensitiveLength
from setanon_sql.measures.counts import MadeUp
from setanon_sql.measures.examples import Example, ExampleRequest
from setanon_sql.measures.queries import Query, Workload
from setanon_sql.measures.together import TogetherFate
from setanon_sql.query.templates import Table


@dataclass(frozen=True)
class ItemFate:
    """Fate of one item.

    ``rank``: its place by frequency, 1 the most frequent. ``label``: the item. ``support``: records of the source that
    hold it. ``fate``: ``kept``, ``generalized`` or ``gone``. ``released_as``: what is released for it; None: nothing.
    ``rows_left``: so many of its occurrences are released, as it is or as a label over it.
    """

    rank: int
    label: str
    support: int
    fate: str
    released_as: str | None
    rows_left: float

    def to_json(self, *, show_values: bool) -> dict[str, Any]:
        """Return the object of ``--json``; labels only with ``show_values``."""
        fields: dict[str, Any] = {"rank": self.rank, "support": self.support, "fate": self.fate}
        fields["rows_left"] = self.rows_left
        return fields | ({"item": self.label, "released_as": self.released_as} if show_values else {})


@dataclass(frozen=True)
class CategoryLoss:
    """Loss below one label of a taxonomy.

    ``category``: its number among the labels of its level, by the alphabet, from 1. ``label``: the label. ``items``:
    items of the source below it. ``rows``: their occurrences there. ``unchanged``: occurrences that are released as
    they were. ``loss``: the share of the information in its rows that is lost (NCP), 0..1. ``is_item``: the label is an
    item.
    """

    category: int
    label: str
    items: int
    rows: int
    unchanged: float
    loss: float
    is_item: bool = False

    def to_json(self, *, show_values: bool) -> dict[str, Any]:
        """Return the object of ``--json``; the label only with ``show_values``."""
        fields: dict[str, Any] = {"category": self.category, "items": self.items, "rows": self.rows}
        fields |= {"rows_unchanged": self.unchanged, "loss": self.loss}
        return fields | ({"label": self.label} if show_values else {})


@dataclass(frozen=True)
class Details:
    """Lists that :func:`setanon_sql.api.utility` was asked for.

    ``top_items``: the most frequent items. ``by_category``: those categories first whose rows lost most. ``workload``:
    what the analyst asks, as it was read. ``examples``: records before and after, those that lost most first.
    ``top_pairs``: the most frequent pairs. ``sensitive_items``: those that lost most rows; ``sensitive_by_length``:
    rows of sensitive items by the length of records. ``top_categories``: those that most records hold.
    ``together``: itemsets that were to stay in one piece.
    """

    top_items: tuple[ItemFate, ...] = ()
    by_category: tuple[CategoryLoss, ...] = ()
    workload: tuple[Query, ...] = ()
    examples: tuple[Example, ...] = ()
    top_pairs: tuple[PairFate, ...] = ()
    sensitive_items: tuple[SensitiveItem, ...] = ()
    sensitive_by_length: tuple[SensitiveLength, ...] = ()
    top_categories: tuple[CategoryRecords, ...] = ()
    together: tuple[TogetherFate, ...] = ()

    def to_json(self, *, show_values: bool = False) -> dict[str, Any]:
        """Return the lists that were asked for."""
        lists = {listed.name: getattr(self, listed.name) for listed in fields(self)}
        return {
            name: [entry.to_json(show_values=show_values) for entry in entries]
            for name, entries in lists.items()
            if entries
        }

    def __or__(self, other: "Details") -> "Details":
        """Return these lists with those of ``other``, which win."""
        return Details(
            **{listed.name: getattr(other, listed.name) or getattr(self, listed.name) for listed in fields(self)}
        )


@dataclass(frozen=True)
class MeasureRequest:
    """Measures that are asked for besides.

    So many of the most frequent ``items``; ``categories`` of a level of the taxonomy; what a ``workload``
    asks, and how originals are ``made_up`` for it; records before and after as ``examples``; what is left of the
    items in ``sensitive`` (``item``), by the length of records, too, where the release ``has_source_ids``; so many of
    the most frequent ``pairs``; so many of the ``top_categories``; how many of the most frequent items and pairs have
    ``near`` the count of the source.
    """

    items: int = 0
    categories: Categories | None = None
    workload: Workload | None = None
    made_up: MadeUp = field(default_factory=MadeUp)
    examples: ExampleRequest | None = None
    sensitive: Table | None = None
    has_source_ids: bool = False
    pairs: int = 0
    top_categories: int = 0
    near: bool = False


def details(engine: Engine, fates: Table, published: Table, request: MeasureRequest) -> Details:
    """Return what was asked for, of the ``fates`` of the items and the ``published`` nodes."""
    top: list[ItemFate] = []
    if request.items:
        rows = engine.rows("measures/fates/most_frequent", fates=fates, published_nodes=published, most=request.items)
        top = [
            ItemFate(rank, label, int(support), fate, released_as, float(rows_left))
            for rank, (label, support, fate, released_as, rows_left) in enumerate(rows, 1)
        ]
    return Details(tuple(top), tuple(_losses(engine, fates, request.categories) if request.categories else ()))


def _losses(engine: Engine, fates: Table, categories: Categories) -> Iterator[CategoryLoss]:
    rows = engine.rows("measures/fates/by_category", fates=fates, categories=categories.table)
    for category, items, category_rows, unchanged, loss in rows:
        label = categories.labels[int(category) - 1]
        numbers = (int(items), int(category_rows), float(unchanged), float(loss) / int(category_rows))
        yield CategoryLoss(int(category), label, *numbers, is_item=label in categories.leaves)
