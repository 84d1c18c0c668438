"""HORPART: similar records come together in clusters of at least k and, where possible, under the cluster size.

All open groups are split at once, a level is about a dozen queries:

1. Count the items of each open group; an item can split it where k of its records or more hold it, and k do not. The
   most frequent of them may split now, and those that are nearly as frequent.
2. Each record chooses the item of its own that most records of the group hold; items that k records or more chose split
   off a part each, and split nothing inside that part again.
3. What is left of a group is a group of its own or, under k records, joins the parts: each record the one whose item it
   holds. Where nothing split off, the group is cut by record.
4. Groups under the cluster size are clusters; the others are the next level.

The paper splits off one item at a time: thousands of levels, and clusters of fewer than k records, which break its own
Lemma 1. ``order="exact"`` takes its one item at a time (and keeps clusters of k); ``order="literal"`` is the paper's
algorithm as it stands, to compare with.

Source: Terrovitis et al., section 4, algorithm HORPART.
"""

from dataclasses import dataclass
from typing import Literal

from setanon_sql.engine import Engine
from setanon_sql.sql import Table

#: Items in so many percent of the records that hold the most frequent item of a group may split it, too: the smaller,
#: the fewer levels, and the further from the paper's order.
_PERCENT = 50

Order = Literal["chosen", "exact", "literal"]


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


def horpart(engine: Engine, transactions: Table, sensitive: Table, split: Split) -> Table:
    """Return a scratch table ``record_id, cluster_id``: every record of ``transactions`` in one cluster.

    ``transactions``: ``record_id, item``; ``sensitive``: ``item``, which no record is clustered by.
    """
    run = _Levels(engine, split)
    run.start(transactions, sensitive)
    while engine.count(run.members):
        run.level()
    return run.finish()


class _Levels:
    """The open groups and the clusters found so far."""

    def __init__(self, engine: Engine, split: Split) -> None:
        self.engine, self.split = engine, split
        self.least = split.least
        self.next_id = 1

    def start(self, transactions: Table, sensitive: Table) -> None:
        make = self.engine.table
        placed = make("disassociation/members", transactions=transactions)
        self.records = self.engine.count(placed)
        self.rows = make("disassociation/open_rows", transactions=transactions, sensitive=sensitive)
        self.clusters: Table | None = None
        self._settle(placed)

    def level(self) -> None:
        """Split every open group once."""
        make, members, rows = self.engine.table, self.members, self.rows
        choices = self._choices()
        parts = make("disassociation/parts", choices=choices, first=self._fresh(), least=self.least)
        left = make("disassociation/remainders", members=members, choices=choices, parts=parts)
        fates = make(
            "disassociation/remainder_groups", remainders=left, parts=parts, first=self._fresh(), least=self.least
        )
        placed = make("disassociation/placed", choices=choices, parts=parts, remainders=left, remainder_groups=fates)
        joining, chopped = self.engine.row("disassociation/fates", remainder_groups=fates)
        if joining:
            more = {"remainders": left, "remainder_groups": fates, "parts": parts, "open_rows": rows}
            self.engine.append(placed, "disassociation/leftovers", **more)
        if chopped:
            self._cut(left, fates)
        self.engine.drop(members)
        self._settle(placed)
        self.rows = make("disassociation/next_open_rows", open_rows=rows, next_members=self.members, parts=parts)
        self.engine.drop(choices, parts, left, fates, rows)

    def _fresh(self) -> int:
        """Return the first of so many numbers that every record could have one."""
        self.next_id += self.records
        return self.next_id - self.records

    def _choices(self) -> Table:
        engine = self.engine
        supports = engine.table(
            "disassociation/group_supports", open_rows=self.rows, members=self.members, least=self.least
        )
        everything, supports = supports, self._leading(supports)
        engine.drop(everything)
        choices = engine.table("disassociation/choices", open_rows=self.rows, group_supports=supports)
        engine.drop(supports)
        return choices

    def _leading(self, supports: Table) -> Table:
        """Keep the items that may split now: the most frequent one of each group, or those nearly as frequent."""
        if self.split.order == "chosen":
            return self.engine.table("disassociation/leading_supports", group_supports=supports, percent=_PERCENT)
        return self.engine.table("disassociation/top_supports", group_supports=supports)

    def _cut(self, left: Table, fates: Table) -> None:
        """Make clusters of the groups that nothing split."""
        engine, tables = self.engine, {"remainders": left, "remainder_groups": fates}
        if self.split.order == "literal":
            engine.append(self._found(), "disassociation/whole", **tables)
            return
        chopped = engine.table(
            "disassociation/chopped", open_rows=self.rows, least=self.least, cluster_size=self.split.cluster_size,
            **tables,
        )  # fmt: skip
        engine.append(self._found(), "disassociation/pieces", chopped=chopped, first=self._fresh())
        engine.drop(chopped)

    def _settle(self, placed: Table) -> None:
        """Sort new groups into clusters and open ones."""
        engine = self.engine
        groups = engine.table("disassociation/open_groups", placed=placed, cluster_size=self.split.cluster_size)
        self.members = engine.table("disassociation/next_members", placed=placed, open_groups=groups)
        if self.clusters is None:
            self.clusters = engine.table("disassociation/settled", placed=placed, open_groups=groups)
        else:
            engine.append(self.clusters, "disassociation/settled", placed=placed, open_groups=groups)
        engine.drop(placed, groups)

    def _found(self) -> Table:
        assert self.clusters is not None
        return self.clusters

    def finish(self) -> Table:
        """Drop what was needed on the way."""
        self.engine.drop(self.members, self.rows)
        return self._found()
