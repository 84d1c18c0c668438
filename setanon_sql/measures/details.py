"""Where the loss lies: the fate of the most frequent items, and the loss below each label of a taxonomy."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from setanon_sql.engine import Engine
from setanon_sql.measures.counts import MadeUp
from setanon_sql.measures.examples import Example, Wanted
from setanon_sql.measures.queries import Query, Workload
from setanon_sql.query.templates import Table


@dataclass(frozen=True)
class ItemFate:
    """What became of one item.

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
        told: dict[str, Any] = {"rank": self.rank, "support": self.support, "fate": self.fate}
        told["rows_left"] = self.rows_left
        return told | ({"item": self.label, "released_as": self.released_as} if show_values else {})


@dataclass(frozen=True)
class CategoryLoss:
    """What was lost below one label of a taxonomy.

    ``category``: its number among the labels of its level, by the alphabet, from 1. ``label``: the label. ``items``:
    items of the source below it. ``rows``: their occurrences there. ``unchanged``: occurrences that are released as
    they were. ``loss``: the share of the information in its rows that is lost (NCP), 0..1.
    """

    category: int
    label: str
    items: int
    rows: int
    unchanged: float
    loss: float

    def to_json(self, *, show_values: bool) -> dict[str, Any]:
        """Return the object of ``--json``; the label only with ``show_values``."""
        told: dict[str, Any] = {"category": self.category, "items": self.items, "rows": self.rows}
        told |= {"rows_unchanged": self.unchanged, "loss": self.loss}
        return told | ({"label": self.label} if show_values else {})


@dataclass(frozen=True)
class Details:
    """What :func:`setanon_sql.api.utility` was asked to list.

    ``top_items``: the most frequent items. ``by_category``: those categories first whose rows lost most. ``workload``:
    what the analyst asks, as it was read. ``examples``: records before and after, those that lost most first.
    """

    top_items: tuple[ItemFate, ...] = ()
    by_category: tuple[CategoryLoss, ...] = ()
    workload: tuple[Query, ...] = ()
    examples: tuple[Example, ...] = ()

    def to_json(self, *, show_values: bool = False) -> dict[str, Any]:
        """Return the lists that were asked for."""
        items = [one.to_json(show_values=show_values) for one in self.top_items]
        categories = [one.to_json(show_values=show_values) for one in self.by_category]
        queries = [one.to_json(show_values=show_values) for one in self.workload]
        records = [one.to_json(show_values=show_values) for one in self.examples]
        lists = (("top_items", items), ("by_category", categories), ("workload", queries), ("examples", records))
        return {name: some for name, some in lists if some}

    def __or__(self, other: "Details") -> "Details":
        """These lists with those of ``other``, which win."""
        return Details(**{one.name: getattr(other, one.name) or getattr(self, one.name) for one in fields(self)})


@dataclass(frozen=True)
class MeasureRequest:
    """What to measure besides.

    So many of the most frequent ``items``; ``categories`` (``item, category``) with their labels; what a ``workload``
    asks, and how originals are ``made_up`` for it; records before and after as ``examples``.
    """

    items: int = 0
    categories: Table | None = None
    labels: Sequence[str] = ()
    workload: Workload | None = None
    made_up: MadeUp = field(default_factory=MadeUp)
    examples: Wanted | None = None


def details(engine: Engine, fates: Table, published: Table, asked: MeasureRequest) -> Details:
    """Return what was asked for, of the ``fates`` of the items and the ``published`` nodes."""
    top: list[ItemFate] = []
    if asked.items:
        rows = engine.rows("measures/fates/most_frequent", fates=fates, published_nodes=published, most=asked.items)
        top = [
            ItemFate(rank, label, int(support), fate, released_as, float(left))
            for rank, (label, support, fate, released_as, left) in enumerate(rows, 1)
        ]
    found: list[CategoryLoss] = []
    if asked.categories:
        rows = engine.rows("measures/fates/by_category", fates=fates, categories=asked.categories)
        found = [
            CategoryLoss(int(one), asked.labels[int(one) - 1], int(items), int(n), float(same), float(loss) / int(n))
            for one, items, n, same, loss in rows
        ]
    return Details(tuple(top), tuple(found))
