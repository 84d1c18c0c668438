"""What all settings of a comparison have in common, counted once: supports, frequent itemsets, the risk before."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from statistics import mean

from setanon_sql.counting import Level
from setanon_sql.counting.itemsets import top_itemsets
from setanon_sql.counting.known_sets import mined_aloud, share_at_risk
from setanon_sql.counting.store import CountStore
from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.ladders import ColumnStep
from setanon_sql.measures.pieces import LEADING, TOP
from setanon_sql.measures.queries import Query, Workload
from setanon_sql.measures.workload import with_source_counts
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.taxonomy import Nodes

#: Counts of so many of the most frequent items are compared.
ITEMS = 100


@dataclass
class Shared:
    """Counts of one dataset that settings share; each is made when it is first needed.

    ``sizes``: numbers of known items that settings name; the risk before is counted for all of them at once.
    ``own_workload``: what the analyst asks; None: nothing. ``nodes``: the taxonomy, whose categories are counted.
    """

    dataset: Dataset
    sizes: Sequence[int]
    own_workload: Workload | None = None
    nodes: Nodes | None = None
    _levels: dict[tuple[int, tuple[ColumnStep, ...]], Sequence[Level]] = field(default_factory=dict)
    _risks: dict[Hashable, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.dataset = replace(self.dataset, store=self.dataset.store or CountStore())
        engine = self.dataset.engine
        dataset = self.dataset
        engine.trace.begin_phase("counting what all settings have in common")
        self.leading = _leading_itemsets(engine, dataset.transactions, 0)
        self.workload = with_source_counts(dataset, self._workload())
        if self.own_workload:
            supports = {at: (self.workload.supports or {})[at] for at in self.own_workload.names}
            self.own_workload = replace(self.own_workload, supports=supports, counts=self.workload.counts)
        self.categories: Table | None = None
        if self.nodes:
            self.categories = engine.table(
                "measures/categories/of_labels", ancestors=self.nodes.ancestors, nodes=self.nodes.nodes
            )
            self.by_category = self._by_category(dataset.transactions)

    def _workload(self) -> Workload:
        """Return what the analyst asks, and after his itemsets the pairs of the most frequent items, and items."""
        engine = self.dataset.engine
        workload = self.own_workload
        names = dict(workload.names if workload else {})
        items = dict(workload.items if workload else {})
        leading = engine.rows("measures/workload/leading_items", items=self.dataset.items, most=ITEMS)
        labels = [str(label) for (label,) in leading]
        pairs = list(combinations(labels[:LEADING], 2))
        self._pairs = len(pairs)
        for at, labels_of_query in enumerate([*pairs, *((label,) for label in labels)], max(names, default=0) + 1):
            names[at] = str(at)
            items[at] = labels_of_query
        rows = [(at, label) for at, labels_of_query in items.items() for label in labels_of_query]
        loaded = engine.load_rows("asked", {"query_id": int, "item": str}, rows)
        return Workload(loaded, names, items, counts=workload.counts if workload else ())

    def split(self, queries: Sequence[Query]) -> tuple[Sequence[Query], Sequence[Query], Sequence[Query]]:
        """Return of the workload's queries those of the analyst, the pairs, and the items."""
        first = len(self.own_workload.names) if self.own_workload else 0
        middle = first + self._pairs
        last = len(self.workload.names)
        return [*queries[:first], *queries[last:]], queries[first:middle], queries[middle:last]

    def _by_category(self, rows: Table) -> Table:
        assert self.categories is not None
        return self.dataset.engine.table("measures/categories/records", rows=rows, of_labels=self.categories)

    def category_error(self, released: Table) -> float | None:
        """Return how far off the records of each category are on average (``released``: nodes); None: no taxonomy."""
        if self.categories is None:
            return None
        engine = self.dataset.engine
        with engine.scope():
            after = self._by_category(released)
            (error,) = engine.row("measures/categories/error", before=self.by_category, after=after)
        return None if error is None else float(error)

    def lost_itemsets(self, released: Table) -> float | None:
        """Return the share of the most frequent itemsets that are not among those of a release (``record_id, item``).

        None where the source has none.
        """
        engine = self.dataset.engine
        counts = {"leading": self.leading, "released": released}
        if engine.count(self.leading) and not engine.number("counting/top_itemsets/singles_released", **counts):
            return 1.0
        with engine.scope():
            leading = _leading_itemsets(engine, released, 1)
            engine.append(leading, all_rows(self.leading))
            common = {int(draw): int(n) for draw, n in engine.rows("counting/top_itemsets/common", found=leading)}
        return 1 - common.get(1, 0) / common[0] if common.get(0) else None

    def risk_by_known_items(
        self, k: int, m: int | None, columns: Sequence[ColumnStep] = (), source: Callable[[], Dataset] | None = None
    ) -> float | None:
        """Return the share of the source's records, or persons, that up to ``m`` known items single out.

        None where m is open. ``columns`` are known, too: ``source`` gives the dataset with the items of each class.
        """
        if m is None:
            return None
        dataset = self.dataset
        key = (k, tuple(columns))
        if key not in self._levels:
            dataset.engine.trace.begin_phase(f"auditing the source, k = {k}")
            with dataset.engine.scope():
                rows = (source() if source else dataset).transactions
                self._levels[key] = list(mined_aloud(dataset, rows, k, max(self.sizes)))
        by_person = dataset.persons is not None
        whole = dataset.n_persons if by_person else dataset.records
        return share_at_risk(self._levels[key], m, whole, by_person=by_person)

    def risk(self, promise: Hashable, count: Callable[[], float]) -> float:
        """Return the share of the source's records, or persons, at risk by a promise, counted when it is first needed.

        ``promise``: a model, or that and the steps of columns.
        """
        if promise not in self._risks:
            self.dataset.engine.trace.begin_phase("auditing the source")
            with self.dataset.engine.scope():
                self._risks[promise] = count()
        return self._risks[promise]


@scoped
def _leading_itemsets(engine: Engine, rows: Table, draw: int) -> Table:
    """Return the most frequent itemsets of ``rows``, as those of dataset ``draw``."""
    return top_itemsets(engine, engine.view("counting/top_itemsets/one_dataset", rows=rows, draw=draw), TOP)


def pair_error(pairs: Sequence[Query]) -> float | None:
    """Return the mean relative error of pairs that anybody holds, 0..2: the difference over the mean of both.

    Source: Terrovitis et al., formula (3).
    """
    sides = [(pair.support, pair.expected) for pair in pairs if pair.support or pair.expected]
    return mean(abs(true - expected) / ((true + expected) / 2) for true, expected in sides) if sides else None


def item_error(items: Sequence[Query]) -> float | None:
    """Return the mean error of counts of items, relative to the true ones."""
    return mean(query.relative_error for query in items) if items else None
