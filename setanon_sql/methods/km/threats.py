"""Minimal threats over the nodes in play, found in SQL and handed over as arrays of node ids."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from setanon_sql.counting import mine
from setanon_sql.engine import Engine
from setanon_sql.methods.km.arrays import Ints
from setanon_sql.query.templates import Table


@dataclass(frozen=True)
class Supporters:
    """Who supports which node, by ``transactions (record_id, item)`` and ``ancestors (item, node)``."""

    engine: Engine
    transactions: Table
    ancestors: Table
    k: int
    records: int = 0

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

    def threats(self, nodes: Iterable[int], size: int) -> tuple[list[Ints], bool]:
        """Return the minimal threats of sizes 2..``size`` over some nodes, and whether no larger one can exist.

        A node and one over it never meet in a threat (see :mod:`setanon_sql.audit.km`).
        """
        supported, found, complete = self.of(nodes), [], False
        for level in mine(self.engine, supported, self.k, size, keep=True, risk=False):
            assert level.items is not None
            if level.size > 1:
                items = self.engine.columns("km/anonymize/threat_rows", threat_items=level.items)["item"]
                found.append(items.astype(np.int64).reshape(-1, level.size))
            self.engine.drop(level.items)
            complete = level.generators == 0
        self.engine.drop(supported)
        return found, complete
