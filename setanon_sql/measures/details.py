"""Where the loss lies: the fate of the most frequent items, and the loss below each label of a taxonomy."""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Annotated

from setanon_sql.audit.who import Categories
from setanon_sql.engine import Engine
from setanon_sql.fields import LIKEWISE, Fields, Name
from setanon_sql.measures.before_after import CategoryRecords, PairFate, SensitiveItem, SensitiveLength
from setanon_sql.measures.counts import MadeUp
from setanon_sql.measures.examples import Example, ExampleRequest
from setanon_sql.measures.queries import Query, Workload
from setanon_sql.measures.together import TogetherFate
from setanon_sql.query.templates import Table


@dataclass(frozen=True)
class ItemFate(Fields):
    """Fate of one item."""

    rank: Annotated[int, "by frequency, from 1"]
    label: Annotated[str, Name("item"), "†"]
    support: Annotated[int, "records of the source that hold it"]
    fate: Annotated[str, "`kept`, `generalized` or `gone`"]
    released_as: Annotated[str | None, "†"]
    rows_left: Annotated[float, "its rows that are released, as it is or as a label over it"]


@dataclass(frozen=True)
class CategoryLoss(Fields):
    """Loss below one label of a taxonomy. ``is_item``: the label is an item."""

    category: Annotated[int, "its place in its level, by the alphabet"]
    label: Annotated[str, "†"]
    items: Annotated[int, "of the source, below it"]
    rows: Annotated[int, LIKEWISE]
    unchanged: Annotated[float, Name("rows_unchanged"), "released as they were"]
    loss: Annotated[float, "mean cost of its rows, by how wide their labels are (`ncp`)"]
    is_item: bool = False


@dataclass(frozen=True)
class Details(Fields):
    """Keys of lists of what was lost.

    Of releases, and of `utility`.
    """

    top_items: Annotated[tuple[ItemFate, ...], "`--report`, `--top-items`: what became of the most frequent items"] = ()
    by_category: Annotated[
        tuple[CategoryLoss, ...], "`--by`: the loss below each label of a level of the taxonomy, the largest first"
    ] = ()
    workload: Annotated[tuple[Query, ...], ""] = ()
    examples: Annotated[
        tuple[Example, ...], "`--examples`: records before and after, first the one that lost most"
    ] = ()
    top_pairs: Annotated[tuple[PairFate, ...], "`--report`, `--top-items`: the most frequent pairs"] = ()
    sensitive_items: Annotated[tuple[SensitiveItem, ...], "those that lost most rows"] = ()
    sensitive_by_length: Annotated[
        tuple[SensitiveLength, ...], "rows of sensitive items by the length of records; of `anonymize`"
    ] = ()
    top_categories: Annotated[
        tuple[CategoryRecords, ...], "`--report`, along a taxonomy: labels right under the root with most records"
    ] = ()
    together: Annotated[tuple[TogetherFate, ...], "`--together`: itemsets that were to stay in one piece"] = ()

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
