"""Minimal threats over the nodes in play, found in SQL and handed over as arrays of node ids."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import comb

import numpy as np

from setanon_sql.counting import Level, mine, mine_person_rows, mine_rooted, mine_rooted_persons
from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.models.km.methods.arrays import Ints
from setanon_sql.models.km.methods.ordered import Ordered, ordered
from setanon_sql.models.km.methods.protected import ProtectedNodes
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.query.templates import Table, columns_of

#: Records from which on it pays to look for what need not be counted.
MANY = 200_000


def supporters_of(
    dataset: Dataset,
    ancestors: Table,
    model: KmAnonymity,
    many: int = MANY,
    *,
    known: Table | None = None,
    protected: ProtectedNodes | None = None,
) -> "Supporters":
    """Return who supports which node of a dataset, in records or persons as the model counts them.

    ``known`` (``node``): nodes that somebody may know; None: all. ``protected``: of which sets; None: of all.
    """
    engine = dataset.engine
    persons = dataset.persons if model.person else None
    assert bool(persons) == model.person
    nodes = None if known is None else frozenset(engine.columns(columns_of(known, "node"))["node"].tolist())
    nodes = protected.nodes if protected else nodes
    tables = (dataset.transactions, ancestors)
    return Supporters(engine, *tables, model.k, dataset.records, many, persons, nodes, protected)


@dataclass(frozen=True)
class Supporters:
    """Records that support a node, by ``transactions (record_id, item)`` and ``ancestors (item, node)``.

    ``persons`` (``record_id, person``): then ``k`` counts these, and in what is counted a record goes by its person and
    its number as one (``sql/km/5_persons.sql``). ``known``: nodes that somebody may know (None: all): others are in
    no threat, and however few support them, they may be kept. ``protected``: sets of items that alone may be known;
    None: all. ``ordered``: the transactions in the order of the tree, where they were put so.
    """

    engine: Engine
    transactions: Table
    ancestors: Table
    k: int
    records: int = 0
    many: int = MANY
    persons: Table | None = None
    known: frozenset[int] | None = None
    protected: ProtectedNodes | None = None
    ordered: "Ordered | None" = None

    @property
    def unit(self) -> str:
        """Return what k counts."""
        return "persons" if self.persons else "records"

    def beside(self, items: Collection[int]) -> "Supporters":
        """Return the same where some items stand beside all nodes over them, and support none of these."""
        if not items:
            return self
        apart = self.engine.load("apart", {"item": int}, [sorted(items)])
        ancestors = self.engine.table("km/exceptions/beside", ancestors=self.ancestors, apart=apart)
        return replace(self, ancestors=ancestors, ordered=None)

    def in_order(self) -> "Supporters":
        """Return the same over transactions in the order of the tree, where many records are asked again and again."""
        if self.ordered or not self.sparing:
            return self
        return replace(self, ordered=ordered(self.engine, self.transactions, self.ancestors))

    @property
    def sparing(self) -> bool:
        """Are there so many records that it pays to look for what need not be counted?"""
        return self.records >= self.many

    @scoped
    def of(self, nodes: Iterable[int], numbers: Ints | None = None, *, items_only: bool = False) -> Table:
        """Return the table ``record_id, item``: which record supports which of some nodes, to be counted.

        ``item`` is the node, or its place in ``numbers``. Nodes that nobody may know are not counted. ``items_only``:
        no node is over another, so that each record supports it by one item.
        """
        nodes = nodes if self.known is None else self.known.intersection(nodes)
        supporting = self.records_of(nodes, numbers, items_only=items_only)
        return (
            self.engine.table("km/persons/held", supporting=supporting, persons=self.persons)
            if self.persons
            else supporting
        )

    @scoped
    def records_of(self, nodes: Iterable[int], numbers: Ints | None = None, *, items_only: bool = False) -> Table:
        """Return the same with the plain numbers of records."""
        listed = np.array(sorted(nodes), dtype=np.int64)
        names = listed if numbers is None else numbers[listed]
        if self.ordered and not items_only:
            return self.ordered.records_of(self.engine, self.ancestors, listed, names)
        named_nodes = self.engine.load("asked", {"node": int, "number": int}, [listed, names])
        sources = {"transactions": self.transactions, "ancestors": self.ancestors}
        query = "km/anonymize/supporting_items" if items_only else "km/anonymize/supporting"
        return self.engine.table(query, asked=named_nodes, **sources)

    def of_items(self, occurrences: Ints) -> Ints:
        """Return how many support each item, by the ``occurrences`` of all nodes: records are known by these."""
        if not self.persons:
            return occurrences.copy()
        tables = {"transactions": self.transactions, "persons": self.persons}
        counted = self.engine.columns("km/persons/item_supports", **tables)
        supports: Ints = np.zeros(len(occurrences), dtype=np.int64)
        supports[counted["item"]] = counted["support"]
        return np.minimum(supports, occurrences)

    @scoped
    def frequent(self, nodes: Ints) -> Ints:
        """Return those of some nodes that k records, or persons, or more support."""
        if not len(nodes):
            return nodes
        doubtful = self.engine.load("doubtful", {"node": int}, [nodes])
        sources = {"transactions": self.transactions, "ancestors": self.ancestors}
        query = "km/anonymize/node_supports"
        if self.persons:
            sources["persons"] = self.persons
            query = "km/persons/node_supports"
        counted = self.engine.columns(query, doubtful=doubtful, k=self.k, **sources)
        return counted["node"].astype(np.int64)

    def threats(self, nodes: Iterable[int], size: int, most_sets: int | None = None) -> tuple[list[Ints], bool] | None:
        """Return the minimal threats of sizes 2..``size`` over some nodes, and whether no larger one can exist.

        A node and one over it never meet in a threat (see :mod:`.audit.threats`). None where many records support
        more than ``most_sets`` sets of ``size`` nodes, counted in each record that supports them.
        """
        return self.threats_of_sizes(nodes, [size], most_sets if self.sparing else None)

    @scoped
    def threats_of_sizes(
        self, nodes: Iterable[int], sizes: Sequence[int], most_sets: float | None
    ) -> tuple[list[Ints], bool] | None:
        """As :meth:`threats`, up to the largest of some sizes at which there are not too many sets; None: at none."""
        supported = self.of(nodes)
        threats = None
        able = [size for size in sizes if most_sets is None or self._sets(supported, size) <= most_sets]
        if able:
            threats = self._listed(self._mined(supported, max(able)))
        return threats

    def _mined(self, supported: Table, size: int) -> Iterator[Level]:
        if not self.persons:
            return mine(self.engine, supported, self.k, size, keep=True, risk=False)
        return mine_person_rows(self.engine, self._with_persons(supported), self.k, size)

    def _with_persons(self, supported: Table) -> Table:
        """Return ``record_id, item, person``."""
        return self.engine.view("km/persons/rows", held=supported)

    @scoped
    def most_of_a_record(self, nodes: Iterable[int]) -> int:
        """Return how many of some nodes a single record supports at most: no larger set of them occurs."""
        supported = self.of(nodes)
        return max((nodes for nodes, _ in self._counts(supported)), default=0)

    @scoped
    def rooted(self, roots: Iterable[int], others: Iterable[int], size: int) -> list[Ints]:
        """Return the minimal threats of sizes 2..``size`` that hold a root, over roots and others.

        All sets of others that occur must be held by k records.
        """
        roots = sorted(roots)
        supported = self.of({*roots, *others})
        root_items = self.engine.load("roots", {"item": int}, [roots])
        if self.persons:
            levels = mine_rooted_persons(self.engine, self._with_persons(supported), root_items, self.k, size)
        else:
            levels = mine_rooted(self.engine, supported, root_items, self.k, size)
        threats, _ = self._listed(levels)
        return threats

    def _listed(self, levels: Iterable[Level]) -> tuple[list[Ints], bool]:
        """Fetch the threats of each size; also say whether no larger one can exist."""
        threats = []
        complete = False
        for level in levels:
            assert level.items is not None
            if level.size > 1:
                items = self.engine.columns("km/anonymize/threat_rows", threat_items=level.items)["item"]
                sets = items.astype(np.int64).reshape(-1, level.size)
                threats.append(sets if self.protected is None else sets[self.protected.concerned(sets)])
            self.engine.drop(level.items)
            complete = level.generators == 0
        return threats, complete

    def _sets(self, supported: Table, size: int) -> int:
        return sum(comb(nodes, size) * records for nodes, records in self._counts(supported))

    def _counts(self, supported: Table) -> list[tuple[int, int]]:
        """Return how many records support how many nodes: pairs of a number of nodes and one of records."""
        rows = self.engine.rows("sets/matching/items_per_record", held=supported)
        return [(int(nodes), int(records)) for nodes, records in rows]
