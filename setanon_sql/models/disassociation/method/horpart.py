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

from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadParameter
from setanon_sql.models.disassociation.method.parts import table_by_records
from setanon_sql.options.words import Clustering
from setanon_sql.query.templates import Bind, Table

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
    signatures = engine.table("disassociation/horpart_start/signatures", transactions=transactions)
    distinct_records = engine.table("disassociation/horpart_start/distinct_records", signatures=signatures)
    source = {"transactions": transactions, "sensitive": sensitive, "distinct_records": distinct_records}
    if persons is None:
        run = _Levels(engine, split, source)
    else:
        run = _PersonLevels(engine, split, source, persons, signatures)
    while open_records := run.open:
        engine.trace.progress(
            f"level {run.depth + 1}: {open_records:,} distinct records are in groups that are still too large"
        )
        run.level()
    return run.finish(signatures)


class _Levels:
    """Mutable state at a level: the group of each distinct record, the rows of open groups, the settled groups."""

    counted = "records"

    def __init__(self, engine: Engine, split: Split, source: dict[str, Table]) -> None:
        self.engine = engine
        self.split = split
        self.source = source
        self._refuse_few()
        make = engine.table
        records = self._record_count()
        self.depth = 0
        self.last_id = 0
        self.placed = make(
            "disassociation/horpart_start/first_group", distinct_records=source["distinct_records"], records=records
        )
        self.group_splits = make("disassociation/horpart_start/first_split", records=records)
        self.rows = table_by_records(
            engine, "disassociation/horpart_start/open_rows",
            {"distinct_records": "distinct_id", "transactions": "record_id"},
            by_pairs=int(split.algorithm == "improved"), **source,
        )  # fmt: skip
        self.settled = make("disassociation/horpart_start/settled", placed=self.placed, cluster_size=split.cluster_size)
        #: How many distinct records are in groups that are to be split.
        self.open = engine.count(self.placed) - engine.count(self.settled)

    def _record_count(self) -> int:
        distinct_records = self.source["distinct_records"]
        return self.engine.number("disassociation/horpart_start/record_count", distinct_records=distinct_records)

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
        engine = self.engine
        old = (self.rows, self.placed, self.group_splits)
        size = self.split.cluster_size
        splitting, choices = self._choose()
        self._divide(choices)
        before = engine.count(self.settled)
        engine.append(self.settled, "disassociation/horpart_start/settled", placed=self.placed, cluster_size=size)
        self.open = engine.count(self.placed) - (engine.count(self.settled) - before)
        self.rows = self._next_rows(splitting)
        engine.drop(splitting, choices, *old)

    def _choose(self) -> tuple[Table, Table]:
        """Return the items that may split each open group, and which of them each record chooses (step 1)."""
        splitting = self._splitting_items()
        return splitting, self._by_records("choices", "splitting", splitting=splitting)

    def _splitting_items(self) -> Table:
        return self.engine.table(
            "disassociation/horpart_split/splitting_items",
            open_rows=self.rows,
            group_splits=self.group_splits,
            min_records=self.split.min_records,
            percent=self.split.percent(self.depth),
        )

    def _by_records(self, query: str, whole: str | None = None, **binds: Bind) -> Table:
        """Ask something about each record of the open groups."""
        cut = {"placed": "distinct_id", "open_rows": "distinct_id"}
        path = f"disassociation/horpart_split/{query}"
        return table_by_records(self.engine, path, cut, whole, **self._open_groups(), **binds)

    def _open_groups(self) -> dict[str, Bind]:
        """Return what queries read that ask about the records of open groups."""
        return {"open_rows": self.rows, "placed": self.placed, "cluster_size": self.split.cluster_size}

    def _divide(self, choices: Table) -> None:
        """Split groups by what their records chose (step 2)."""
        self.group_splits = self._splits(choices, self.last_id + 1)
        self.placed = self.engine.table(
            "disassociation/horpart_split/record_groups", choices=choices, group_splits=self.group_splits
        )
        self.last_id += self.engine.count(self.group_splits)  # at most so many parts were numbered

    def _splits(self, choices: Table, first: int) -> Table:
        return self.engine.table(
            "disassociation/horpart_split/group_splits",
            choices=choices, min_records=self.split.min_records, first=first,
        )  # fmt: skip

    def _next_rows(self, splitting: Table) -> Table:
        if self._nearly_all_can_split(splitting) or (self.split.algorithm != "improved" and self.depth % _SMALL_STEPS):
            return self._by_records("next_open_rows")
        return self.engine.table(
            "disassociation/horpart_split/next_splitting_rows", splitting=splitting, **self._open_groups()
        )

    def _nearly_all_can_split(self, splitting: Table) -> bool:
        return self.depth == 1 or self.engine.count(self.rows) > _MANY_ROWS * self.engine.count(splitting)

    def finish(self, signatures: Table) -> Table:
        """Cut the groups that nothing split; the paper's algorithm keeps them whole."""
        engine = self.engine
        split = self.split
        settled = self.settled
        distinct_records = self.source["distinct_records"]
        pieces = self._pieces(_ANY_SIZE if split.algorithm == "paper" else split.cluster_size)
        order = engine.table("disassociation/horpart_clusters/cut_order", settled=settled, pieces=pieces, **self.source)
        clusters = engine.table(
            "disassociation/horpart_clusters/clusters", signatures=signatures, distinct_records=distinct_records,
            settled=settled, pieces=pieces, cut_order=order,
        )  # fmt: skip
        return self._mended(clusters, pieces)

    def _pieces(self, cluster_size: int) -> Table:
        return self.engine.table(
            "disassociation/horpart_clusters/pieces",
            settled=self.settled, min_records=self.split.min_records, cluster_size=cluster_size,
        )  # fmt: skip

    def _mended(self, clusters: Table, pieces: Table) -> Table:
        """Return the clusters once none is too small: as the groups are cut none is."""
        return clusters


class _PersonLevels(_Levels):
    """The same where each part is to have records of so many persons."""

    counted = "persons"

    def __init__(
        self, engine: Engine, split: Split, source: dict[str, Table], persons: Table, signatures: Table
    ) -> None:
        self.persons = persons
        self.distinct_persons = engine.table(
            "disassociation/persons_clusters/distinct_persons",
            signatures=signatures, distinct_records=source["distinct_records"], persons=persons,
        )  # fmt: skip
        super().__init__(engine, split, source)

    def _count(self) -> int:
        return self.engine.number("inference/across/persons_in", held=self.distinct_persons)

    def _splitting_items(self) -> Table:
        return self._of_persons(
            "splitting_items", open_rows=self.rows, placed=self.placed, percent=self.split.percent(self.depth)
        )

    def _splits(self, choices: Table, first: int) -> Table:
        return self._of_persons("group_splits", choices=choices, first=first)

    def _pieces(self, cluster_size: int) -> Table:
        return self._of_persons("pieces", settled=self.settled, cluster_size=cluster_size)

    def _of_persons(self, query: str, **binds: Bind) -> Table:
        """Ask something about the persons of the distinct records."""
        path = f"disassociation/persons_clusters/{query}"
        least = self.split.min_records
        return self.engine.table(path, distinct_persons=self.distinct_persons, min_persons=least, **binds)

    def _mended(self, clusters: Table, pieces: Table) -> Table:
        """Return the clusters once the records of groups are dealt out of which a piece has too few persons."""
        engine = self.engine
        lacking = engine.table(
            "disassociation/persons_clusters/lacking_pieces",
            clusters=clusters, persons=self.persons, pieces=pieces, min_persons=self.split.min_records,
        )  # fmt: skip
        if not engine.count(lacking):
            return clusters
        return engine.table(
            "disassociation/persons_clusters/dealt_clusters",
            clusters=clusters, persons=self.persons, lacking_pieces=lacking,
        )  # fmt: skip
