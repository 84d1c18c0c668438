"""Which originals give a release whose labels were lifted, and what do their records hold then?

Whoever knows the method, and that there were no secret floors, can ask of each original that fits a release whether
lifting turns it into this release. All are asked at once: they are put side by side, each with nodes, records and items
of its own, and lifted in one run, which lifts in each what it would lift there alone.

A record fits that holds an item of its own for each of its labels; whatever else it holds may be gone. Records with the
same labels take each other's places, so that originals are listed up to that. Records that went as a whole are left out
of account.

Source: Cohen, "Attacks on Deidentification's Defenses" (USENIX Security 2022), section 4.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, combinations_with_replacement
from math import comb, prod

from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.methods.recoding import Price, labels_lifted
from setanon_sql.query.templates import Table
from setanon_sql.taxonomy import Nodes, Taxonomy

#: With more items each could be in too many sets.
_MOST_LEAVES = 16


@dataclass(frozen=True)
class EqualRecords:
    """A lot of released records that show the same ``labels``."""

    lot: int
    records: int
    labels: frozenset[str]


@dataclass(frozen=True)
class LiftedOriginals:
    """Outcome of asking all originals.

    ``allowed``: that fit the release. ``giving``: that give it. ``possible`` (``lot, content``): what the records of
    each lot hold in these. ``content_items`` (``content, node``), ``leaves`` (``node, label``): their items.
    """

    allowed: int
    giving: int
    possible: Table
    content_items: Table
    leaves: Table


class FittingOriginals:
    """Originals that fit a release, by their numbers: one says which multiset of contents the records of each lot hold.

    ``tree``: the labels of the taxonomy by their numbers, items first, then labels over them from the root down.
    """

    def __init__(self, taxonomy: Taxonomy, lots: Sequence[EqualRecords]) -> None:
        self.taxonomy = taxonomy
        self.lots = lots
        inner = sorted(taxonomy.children, key=lambda label: (taxonomy.depth[label], label))
        self.tree = {label: number for number, label in enumerate((*taxonomy.leaves, *inner), 1)}
        self.n_records = sum(lot.records for lot in lots)

    @cached_property
    def contents(self) -> Mapping[int, Sequence[int]]:
        """Return what a record of each lot may hold, as masks of items."""
        masks = range(1, 1 << len(self.taxonomy.leaves))
        return {lot.lot: [mask for mask in masks if self._fits(mask, lot.labels)] for lot in self.lots}

    def _fits(self, mask: int, labels: frozenset[str]) -> bool:
        """Return whether each label can stand for an item of its own: by Hall's theorem, as labels form a tree."""
        items = {leaf for at, leaf in enumerate(self.taxonomy.leaves) if mask >> at & 1}
        shown = labels.intersection(self.taxonomy.leaves)
        paths = {label: set(self.taxonomy.path(label)) for label in {*labels, *items}}
        return shown <= items and all(
            sum(label in paths[item] for item in items - shown)
            >= sum(label in paths[other] for other in labels - shown)
            for label in labels - shown
        )

    def more_than(self, most: int) -> bool:
        """Return whether their records are more than ``most``, or there are too many items to tell."""
        if len(self.taxonomy.leaves) > _MOST_LEAVES or self.n_records > most:
            return True
        return len(self.lots) << len(self.taxonomy.leaves) > most or self.number * self.n_records > most

    @property
    def sizes(self) -> list[int]:
        """Return how many multisets of contents the records of each lot can hold."""
        return [comb(len(self.contents[lot.lot]) + lot.records - 1, lot.records) for lot in self.lots]

    @property
    def number(self) -> int:
        """Return how many originals there are."""
        return prod(self.sizes)

    def multisets(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield of each lot its multisets of contents, record by record."""
        for lot in self.lots:
            for number, multiset in enumerate(combinations_with_replacement(self.contents[lot.lot], lot.records)):
                yield from ((lot.lot, number, place, content) for place, content in enumerate(multiset))

    def placed_lots(self) -> list[tuple[int, int, int, int]]:
        """Return of each lot its first record, how many multisets it can hold, and how they count in a number."""
        first = accumulate((lot.records for lot in self.lots), initial=1)
        strides = accumulate(self.sizes, lambda stride, size: stride * size, initial=1)
        return [
            (lot.lot, at, size, stride)
            for lot, at, size, stride in zip(self.lots, first, self.sizes, strides, strict=False)
        ]

    def content_items(self) -> list[tuple[int, int]]:
        """Return the items of each content."""
        every_content = {content for contents in self.contents.values() for content in contents}
        return [
            (content, leaf + 1)
            for content in sorted(every_content)
            for leaf in range(content.bit_length())
            if content >> leaf & 1
        ]


@scoped
def lifted_originals(
    engine: Engine, fitting: FittingOriginals, k: int, m: int, prices: Sequence[Price]
) -> LiftedOriginals:
    """Ask all originals whether they give the release, by any of the ``prices``."""
    question = _OriginalsAsked(engine, fitting)
    by_price = [question.giving(labels_lifted(question.dataset, question.nodes, k, m, price=price)) for price in prices]
    giving = engine.table("recoding/known_sets/either", giving=by_price[0], others=by_price[-1])
    possible = engine.table("recoding/known_sets/possible", contents=question.contents, giving=giving)
    leaves = [(number, label) for label, number in fitting.tree.items() if label not in fitting.taxonomy.children]
    listed = engine.load_rows("leaves", {"node": int, "label": str}, leaves)
    return LiftedOriginals(fitting.number, engine.count(giving), possible, question.content_items, listed)


class _OriginalsAsked:
    """Originals side by side, as one dataset."""

    def __init__(self, engine: Engine, fitting: FittingOriginals) -> None:
        self.engine = engine
        self.content_items = engine.load_rows("content_items", {"content": int, "node": int}, fitting.content_items())
        originals = engine.load("originals", {"original": int}, [[*range(fitting.number)]])
        lots = engine.load_rows(
            "lots", {"lot": int, "first_record": int, "multisets": int, "stride": int}, fitting.placed_lots()
        )
        columns = {"lot": int, "multiset": int, "place": int, "content": int}
        multisets = engine.load_rows("multisets", columns, [*fitting.multisets()])
        self.contents = engine.table(
            "recoding/known_sets/contents", originals=originals, lots=lots, multisets=multisets,
            n_records=fitting.n_records,
        )  # fmt: skip
        tables = {"contents": self.contents, "content_items": self.content_items}
        self.placed = engine.table(
            "recoding/known_sets/nodes",
            originals=originals,
            tree=_tree(engine, fitting),
            n_nodes=len(fitting.tree),
            **tables,
        )
        labels = [(lot.lot, fitting.tree[label]) for lot in fitting.lots for label in sorted(lot.labels)]
        self.labels = engine.load_rows("labels", {"lot": int, "node": int}, labels)
        rows = engine.table("recoding/known_sets/transactions", nodes=self.placed, **tables)
        self.dataset = _dataset(engine, rows)
        self.nodes = self._nodes(fitting)

    def _nodes(self, fitting: FittingOriginals) -> Nodes:
        nodes = self.engine.table("recoding/known_sets/placed_nodes", nodes=self.placed)
        paths = self.engine.load_rows("paths", {"base": int, "above": int, "distance": int}, _paths(fitting))
        ancestors = self.engine.table("recoding/known_sets/ancestors", nodes=self.placed, paths=paths)
        taxonomy = fitting.taxonomy
        counts = (len(taxonomy.leaves), self.engine.count(nodes), max(taxonomy.depth.values()))
        return Nodes(nodes, ancestors, 0, *counts)

    def giving(self, shown: Table) -> Table:
        """Return the originals (``original``) whose records show the labels of the release."""
        tables = {"contents": self.contents, "nodes": self.placed, "labels": self.labels}
        return self.engine.table("recoding/known_sets/giving", shown=shown, **tables)


def _tree(engine: Engine, fitting: FittingOriginals) -> Table:
    taxonomy = fitting.taxonomy
    rows = [
        (
            number,
            fitting.tree.get(taxonomy.parent.get(label, ""), 0),
            taxonomy.leaf_count[label],
            label not in taxonomy.children,
        )
        for label, number in fitting.tree.items()
    ]
    columns = {"node": int, "parent": int, "leaves": int, "is_leaf": int}
    return engine.load_rows("tree", columns, [(*row[:3], int(row[3])) for row in rows])


def _paths(fitting: FittingOriginals) -> list[tuple[int, int, int]]:
    """Return the nodes over each item, and how far up."""
    return [
        (fitting.tree[leaf], fitting.tree[label], distance)
        for leaf in fitting.taxonomy.leaves
        for distance, label in enumerate(fitting.taxonomy.path(leaf))
    ]


def _dataset(engine: Engine, transactions: Table) -> Dataset:
    """Return transactions of which nothing else is known as a dataset."""
    items = engine.table("recoding/known_sets/items", transactions=transactions)
    counts = (engine.count(transactions), engine.count(items))
    return Dataset(engine, transactions, items, None, 0, *counts)
