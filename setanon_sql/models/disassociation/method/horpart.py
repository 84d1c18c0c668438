"""HORPART: similar records come together in clusters of at least k and, where possible, under the cluster size.

Records that hold the same items (one *distinct record*) go the same way. All open groups are split at once, a level is
a few queries:

1. Count the items of each open group; an item can split it where k of its records or more hold it, and k do not. An
   item is worth the pairs with other items that its records hold: so many the split keeps together. The worthiest item
   may split now, and those worth nearly as much. Each record chooses the worthiest of its own.
2. Items that k records or more chose split off a part each, and split nothing inside that part again. What is left of
   the group is a part, too, or, under k records, joins the part of the item worth least.
3. Parts under the cluster size are clusters; the others are the groups of the next level.
4. At the end, groups that nothing split are cut by record.

The paper splits off the most frequent item, one at a time. Then records of a single item, which have no pair to lose,
decide as much as long ones; it takes thousands of levels; and clusters of fewer than k records are left, which break
its own Lemma 1. ``algorithm="exact"`` takes its one item at a time (and keeps clusters of k); ``algorithm="paper"`` is
HORPART as it stands in the paper, to compare with.

Source: Terrovitis et al., section 4, algorithm HORPART.
"""

from dataclasses import dataclass

from setanon_sql.engine import Engine, Workspace, scoped
from setanon_sql.errors import BadParameter
from setanon_sql.models.disassociation.method.parts import table_by_records
from setanon_sql.options.words import Clustering
from setanon_sql.query.templates import Table

#: No cluster is as large.
_ANY_SIZE = 2**31 - 1
#: Where the items that can split a group have so many rows each, on average, nearly every item of it can.
_MANY_ROWS = 40
#: One item at a time changes so little that items which can split nothing are looked for at every so many levels only.
_SMALL_STEPS = 16


@dataclass(frozen=True)
class Split:
    """Parameters of clustering: clusters of ``k`` records or more, under ``cluster_size``, by which algorithm.

    ``diversity``: no more than one in so many records of a cluster may hold a sensitive item; that k of them may, no
    cluster has fewer than k times as many.
    """

    k: int
    cluster_size: int
    algorithm: Clustering = "improved"
    diversity: int = 1

    @property
    def min_records(self) -> int:
        """Return the fewest records of a part; the paper asks for one."""
        return self.fewest(self.k * self.diversity)

    def fewest(self, records: int) -> int:
        """Return the fewest records of a cluster that is to have so many; the paper asks for one."""
        return 1 if self.algorithm == "paper" else records

    def percent(self, level: int) -> int:
        """Return how much an item must be worth to split a group at a level (from 1), in percent of the worthiest one.

        The first splits matter most: few items split at once. The paper's algorithm has 100 at all levels.
        """
        return max(30, 100 - 10 * level) if self.algorithm == "improved" else 100


@scoped
def horpart(engine: Engine, transactions: Table, sensitive: Table, split: Split, persons: Table | None = None) -> Table:
    """Return a scratch table ``record_id, cluster_id``: every record of ``transactions`` in one cluster.

    ``transactions``: ``record_id, item``. ``sensitive``: ``item``, which no record is clustered by.
    ``split``: k, the cluster size, and how to split. ``persons``: ``record_id, person``, whom k counts; None: records.

    Search: greedy, level by level; a split is never taken back.
    Cost: a few queries for each level, over the rows of groups that are still too large.
    Raises BadParameter for fewer than k records, or persons.
    Source: Terrovitis et al., section 4, algorithm HORPART.
    """
    engine.trace.begin_phase("disassociating, step 1 of 3: clustering similar records")
    space = Workspace(
        engine, transactions=transactions, sensitive=sensitive, persons=persons, cluster_size=split.cluster_size,
        min_records=split.min_records, min_persons=split.min_records, by_pairs=int(split.algorithm == "improved"),
    )  # fmt: skip
    space.run("disassociation/horpart_start/signatures", "disassociation/horpart_start/distinct_records")
    run = (_Levels if persons is None else _PersonLevels)(space, split)
    while open_records := run.open:
        engine.trace.progress(
            f"level {run.depth + 1}: {open_records:,} distinct records are in groups that are still too large"
        )
        run.level()
    return run.finish()


class _Levels:
    """Mutable state at a level, in ``space``: the group of each distinct record, open rows, settled groups."""

    counted = "records"
    #: The steps with the queries that count those.
    split_step = "horpart_split"
    cluster_step = "horpart_clusters"

    def __init__(self, space: Workspace, split: Split) -> None:
        self.engine = space.engine
        self.space = space
        self.split = split
        self.depth = 0
        self.last_id = 0
        self._refuse_few()
        records = self._record_count()
        space.run("disassociation/horpart_start/first_group", into="placed", records=records)
        space.run("disassociation/horpart_start/first_split", into="group_splits", records=records)
        query = "disassociation/horpart_start/open_rows"
        cut = {"distinct_records": "distinct_id", "transactions": "record_id"}
        space["open_rows"] = table_by_records(self.engine, query, cut, **space.binds(query))
        space.run("disassociation/horpart_start/settled")
        #: How many distinct records are in groups that are to be split.
        self.open = space.count("placed") - space.count("settled")

    def _record_count(self) -> int:
        return self.space.number("disassociation/horpart_start/record_count")

    def _refuse_few(self) -> None:
        count = self._count()
        if count < self.split.k:
            raise BadParameter(
                f"the data has {count} {self.counted} with an item and k is {self.split.k}: no cluster can have k "
                f"{self.counted}",
                f"use a smaller <k> or more {self.counted}",
            )

    def _count(self) -> int:
        """Return how many there are of those that k counts."""
        return self._record_count()

    def level(self) -> None:
        """Split every open group once."""
        self.depth += 1
        with self.space.inner(percent=self.split.percent(self.depth), first=self.last_id + 1) as aside:
            aside.run(f"disassociation/{self.split_step}/splitting_items", into="splitting")
            aside["choices"] = self._by_records(aside, "disassociation/horpart_split/choices", "splitting")
            aside.run(f"disassociation/{self.split_step}/group_splits")
            aside.run("disassociation/horpart_split/record_groups", into="placed")
            self.last_id += aside.count("group_splits")  # at most so many parts were numbered
            before = aside.count("settled")
            aside.append("settled", "disassociation/horpart_start/settled")
            self.open = aside.count("placed") - (aside.count("settled") - before)
            aside["open_rows"] = self._next_rows(aside)
            aside.hand_out("group_splits", "placed", "open_rows")

    def _by_records(self, space: Workspace, query: str, whole: str | None = None) -> Table:
        """Ask something about each record of the open groups."""
        cut = {"placed": "distinct_id", "open_rows": "distinct_id"}
        return table_by_records(self.engine, query, cut, whole, **space.binds(query))

    def _next_rows(self, space: Workspace) -> Table:
        all_can_split = self.depth == 1 or space.count("open_rows") > _MANY_ROWS * space.count("splitting")
        if all_can_split or (self.split.algorithm != "improved" and self.depth % _SMALL_STEPS):
            return self._by_records(space, "disassociation/horpart_split/next_open_rows")
        return space.run("disassociation/horpart_split/next_splitting_rows")

    def finish(self) -> Table:
        """Cut the groups that nothing split; the paper's algorithm keeps them whole."""
        whole = self.split.algorithm == "paper"
        cluster_size = _ANY_SIZE if whole else self.split.cluster_size
        self.space.run(f"disassociation/{self.cluster_step}/pieces", cluster_size=cluster_size)
        self.space.run("disassociation/horpart_clusters/cut_order", "disassociation/horpart_clusters/clusters")
        return self._mended()

    def _mended(self) -> Table:
        """Return the clusters once none is too small: as the groups are cut none is."""
        return self.space["clusters"]


class _PersonLevels(_Levels):
    """The same where each part is to have records of so many persons."""

    counted = "persons"
    split_step = cluster_step = "persons_clusters"

    def __init__(self, space: Workspace, split: Split) -> None:
        space.run("disassociation/persons_clusters/distinct_persons")
        super().__init__(space, split)

    def _count(self) -> int:
        return self.space.number("inference/across/persons_in", held=self.space["distinct_persons"])

    def _mended(self) -> Table:
        """Return the clusters once the records of groups are dealt out of which a piece has too few persons."""
        self.space.run("disassociation/persons_clusters/lacking_pieces")
        if not self.space.count("lacking_pieces"):
            return self.space["clusters"]
        return self.space.run("disassociation/persons_clusters/dealt_clusters")
