"""Minimal threats over the nodes in play, found in SQL and handed over as arrays of node ids."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np

from setanon_sql.counting import Level, mine, mine_rooted
from setanon_sql.engine import Engine
from setanon_sql.methods.km.arrays import Ints
from setanon_sql.query.templates import Table

#: Records from which on it pays to look for what need not be counted.
MANY = 200_000


def without_items(engine: Engine, ancestors: Table, items: Collection[int]) -> Table:
    """Return ``ancestors (item, node, distance)`` without some items: then no record supports anything by them."""
    if not items:
        return ancestors
    dropped = engine.load("dropped", {"item": int}, [sorted(items)])
    left = engine.table("km/anonymize/without_items", ancestors=ancestors, dropped=dropped)
    engine.drop(dropped)
    return left


@dataclass(frozen=True)
class Supporters:
    """Who supports which node, by ``transactions (record_id, item)`` and ``ancestors (item, node)``."""

    engine: Engine
    transactions: Table
    ancestors: Table
    k: int
    records: int = 0
    many: int = MANY

    @property
    def sparing(self) -> bool:
        """Are there so many records that it pays to look for what need not be counted?"""
        return self.records >= self.many

    def of(self, nodes: Iterable[int], numbers: Ints | None = None) -> Table:
        """Return the table ``record_id, item``: which record supports which of some nodes.

        ``item`` is the node, or its place in ``numbers``.
        """
        listed = np.array(sorted(nodes), dtype=np.int64)
        told = listed if numbers is None else numbers[listed]
        asked = self.engine.load("asked", {"node": int, "number": int}, [listed, told])
        sources = {"transactions": self.transactions, "ancestors": self.ancestors}
        table = self.engine.table("km/anonymize/supporting", asked=asked, **sources)
        self.engine.drop(asked)
        return table

    def frequent(self, nodes: Ints) -> Ints:
        """Return those of some nodes that k records or more support."""
        if not len(nodes):
            return nodes
        asked = self.engine.load("doubtful", {"node": int}, [nodes])
        sources = {"transactions": self.transactions, "ancestors": self.ancestors}
        found = self.engine.columns("km/anonymize/node_supports", doubtful=asked, k=self.k, **sources)
        self.engine.drop(asked)
        return found["node"].astype(np.int64)

    def threats(self, nodes: Iterable[int], size: int, most_sets: int | None = None) -> tuple[list[Ints], bool] | None:
        """Return the minimal threats of sizes 2..``size`` over some nodes, and whether no larger one can exist.

        A node and one over it never meet in a threat (see :mod:`setanon_sql.audit.km`). None where many records support
        more than ``most_sets`` sets of ``size`` nodes, counted in each record that supports them.
        """
        return self.counted(nodes, [size], most_sets if self.sparing else None)

    def counted(
        self, nodes: Iterable[int], sizes: Sequence[int], most_sets: float | None
    ) -> tuple[list[Ints], bool] | None:
        """As :meth:`threats`, up to the largest of some sizes at which there are not too many sets; None: at none."""
        supported, found = self.of(nodes), None
        able = [size for size in sizes if most_sets is None or self._sets(supported, size) <= most_sets]
        if able:
            found = self._listed(mine(self.engine, supported, self.k, max(able), keep=True, risk=False))
        self.engine.drop(supported)
        return found

    def most_of_a_record(self, nodes: Iterable[int]) -> int:
        """Return how many of some nodes a single record supports at most: no larger set of them occurs."""
        supported = self.of(nodes)
        most = max((nodes for nodes, _ in self._counts(supported)), default=0)
        self.engine.drop(supported)
        return most

    def rooted(self, roots: Iterable[int], others: Iterable[int], size: int) -> list[Ints]:
        """Return the minimal threats of sizes 2..``size`` that hold a root, over roots and others.

        All sets of others that occur must be held by k records.
        """
        roots = sorted(roots)
        supported = self.of({*roots, *others})
        asked = self.engine.load("roots", {"item": int}, [roots])
        found, _ = self._listed(mine_rooted(self.engine, supported, asked, self.k, size))
        self.engine.drop(supported, asked)
        return found

    def _listed(self, levels: Iterable[Level]) -> tuple[list[Ints], bool]:
        """Fetch the threats of each size; also say whether no larger one can exist."""
        found, complete = [], False
        for level in levels:
            assert level.items is not None
            if level.size > 1:
                items = self.engine.columns("km/anonymize/threat_rows", threat_items=level.items)["item"]
                found.append(items.astype(np.int64).reshape(-1, level.size))
            self.engine.drop(level.items)
            complete = level.generators == 0
        return found, complete

    def _sets(self, supported: Table, size: int) -> int:
        return sum(comb(nodes, size) * records for nodes, records in self._counts(supported))

    def _counts(self, supported: Table) -> list[tuple[int, int]]:
        """Return how many records support how many nodes: pairs of a number of nodes and one of records."""
        rows = self.engine.rows("km/anonymize/nodes_per_record", held=supported)
        return [(int(nodes), int(records)) for nodes, records in rows]
