"""HORPART: similar records come together in clusters of at least k and, where possible, under the cluster size.

All open groups are split at once, a level is half a dozen queries:

1. Count the items of each open group; an item can split it where k of its records or more hold it, and k do not. The
   most frequent of them may split now, and those that are nearly as frequent. Each record chooses the item of its own
   that most records of the group hold.
2. Items that k records or more chose split off a part each, and split nothing inside that part again.
3. What is left of a group is a group of its own or, under k records, joins the parts: each record the one whose item it
   holds. Groups under the cluster size are clusters; the others are the next level.
4. At the end, groups that nothing split are cut by record.

The paper splits off one item at a time: thousands of levels, and clusters of fewer than k records, which break its own
Lemma 1. ``order="exact"`` takes its one item at a time (and keeps clusters of k); ``order="literal"`` is the paper's
algorithm as it stands, to compare with.

Source: Terrovitis et al., section 4, algorithm HORPART.
"""

from dataclasses import dataclass
from typing import Literal

from setanon_sql.engine import Engine
from setanon_sql.errors import BadParameter
from setanon_sql.sql import Table

Order = Literal["chosen", "exact", "literal"]

#: No cluster is as large.
_ANY_SIZE = 2**31 - 1


@dataclass(frozen=True)
class Split:
    """How to cluster: no cluster of fewer than ``k`` records, clusters under ``cluster_size``, in which order."""

    k: int
    cluster_size: int
    order: Order = "chosen"

    @property
    def least(self) -> int:
        """The fewest records of a part; the paper asks for one."""
        return 1 if self.order == "literal" else self.k

    def percent(self, level: int) -> int:
        """How frequent an item must be to split a group at a level (from 1), in percent of its most frequent item.

        The first splits matter most: they stay close to the paper's order, which is 100 at all levels.
        """
        return max(30, 100 - 10 * level) if self.order == "chosen" else 100


def horpart(engine: Engine, transactions: Table, sensitive: Table, split: Split) -> Table:
    """Return a scratch table ``record_id, cluster_id``: every record of ``transactions`` in one cluster.

    ``transactions``: ``record_id, item``; ``sensitive``: ``item``, which no record is clustered by. Raises BadParameter
    for fewer than k records.
    """
    records = engine.number("disassociation/record_count", transactions=transactions)
    if records < split.k:
        raise BadParameter(
            f"the data has {records} records with an item and k is {split.k}: no cluster can have k records",
            "use a smaller --k or more records",
        )
    run = _Levels(engine, split, records, transactions, sensitive)
    while engine.number("disassociation/open_members", members=run.members, cluster_size=split.cluster_size):
        run.level()
    return run.finish(transactions, sensitive)


class _Levels:
    """The groups of the last level, the rows of those that are open, and the clusters found so far."""

    def __init__(self, engine: Engine, split: Split, records: int, transactions: Table, sensitive: Table) -> None:
        self.engine, self.split, self.records, self.next_id, make = engine, split, records, 1, engine.table
        self.depth = 0
        self.members = make("disassociation/members", transactions=transactions, records=records)
        self.rows = make("disassociation/open_rows", transactions=transactions, sensitive=sensitive)
        self.clusters = make("disassociation/settled", placed=self.members, cluster_size=split.cluster_size)

    def level(self) -> None:
        """Split every open group once."""
        self.depth += 1
        make, members, rows, split = self.engine.table, self.members, self.rows, self.split
        size, least = split.cluster_size, split.least
        leading = make(
            "disassociation/leading_supports", members=members, open_rows=rows, least=least,
            percent=split.percent(self.depth),
        )  # fmt: skip
        choices = make(
            "disassociation/choices", members=members, open_rows=rows, leading_supports=leading, cluster_size=size
        )
        parts = make("disassociation/parts", choices=choices, first=self._fresh(), least=least)
        left = make("disassociation/remainder_groups", choices=choices, parts=parts, first=self._fresh(), least=least)
        found = {"choices": choices, "parts": parts, "remainder_groups": left}
        self.members = make("disassociation/placed", open_rows=rows, **found)
        self.engine.append(self.clusters, "disassociation/settled", placed=self.members, cluster_size=size)
        more = {"open_rows": rows, "members": self.members, "parts": parts}
        self.rows = make("disassociation/next_open_rows", cluster_size=size, **more)
        self.engine.drop(leading, choices, parts, left, members, rows)

    def _fresh(self) -> int:
        """Return the first of so many numbers that every record could have one."""
        self.next_id += self.records
        return self.next_id - self.records

    def finish(self, transactions: Table, sensitive: Table) -> Table:
        """Cut the groups that nothing split; the paper's algorithm keeps them whole."""
        engine, split, found = self.engine, self.split, self.clusters
        engine.drop(self.members, self.rows)
        size = _ANY_SIZE if split.order == "literal" else split.cluster_size
        cut = engine.table(
            "disassociation/cut_clusters", clusters=found, transactions=transactions, sensitive=sensitive,
            first=self._fresh(), least=split.least, cluster_size=size,
        )  # fmt: skip
        engine.drop(found)
        return cut
