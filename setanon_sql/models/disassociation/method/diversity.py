"""Diversity: no sensitive item is held by more than one in L records of its cluster.

That is published, so that a possible original keeps to it, too. For k records of one to hold a sensitive item, a
cluster that has any needs k times L records (HORPART makes none smaller), and in Lemma 2 sensitive terms do not count.

Lemma 2 stays as it is for a cluster of n records whose terms are all sensitive: its c record chunks, at least one, need
N >= n + k * (min(m, c) - 1) subrecords. For let somebody know up to m items that are sensitive terms or in p of these
chunks, p <= min(m, c). Each of the p chunks has k subrecords with what is known of it. The same k records get those of
all p chunks, and the sensitive terms that are known: k holders are not too many, as n >= k * L. Chunk by chunk, what is
left goes to the n - k others, to empty ones first, and to the k only where the chunk has more than n - k left. Then all
others have something: a chunk that reached the k has filled them; where none did, each of the N - p * k subrecords goes
to an empty record as long as there is one, and N - p * k >= n - k. Every further sensitive term is held by one record.
That needs nothing of who holds what in truth. n counts the records as they are released, without the emptied ones, and
what is taken out is in no chunk, so that neither N nor the chunks change by it.

HORPART looks at the other items, so that a frequent sensitive item may be held by all records of a cluster; then who is
in the cluster holds it. After HORPART:

1. Swaps, in rounds: each cluster with too many holders of an item gives records that hold it to another cluster, and
   takes as many that do not. A round has each cluster in one pair at most, similar clusters first; a pair whose
   clusters are not better for it is as it was. Clusters keep their sizes.
2. What swaps do not mend is suppressed: single occurrences of the item, first in records with many others. A record
   with nothing left is in no cluster any more: were it counted, what it does not hold would be guessed from its having
   to hold something. So a round more, until no item has too many holders.
3. Clusters that have become too small, or hold nothing that is not sensitive, join others. Where all of them together
   are too few for a sensitive item, none is left in.

Joint clusters need nothing: a sensitive item is in term chunks of simple clusters only, and where no more than one in L
records of each of them hold it, no more do of all together.

Where k counts persons, no more than one in L of these holds an item either, and a cluster needs k times L of them: the
k records that are made to hold an item in Lemma 2 are then of k persons, of whom that is not too many.

Source: Terrovitis et al., section 5 (diversity), of one holder in a cluster; the rest is ours.
"""

from dataclasses import dataclass

from setanon_sql.engine import Engine, Workspace, scoped
from setanon_sql.errors import NotReached
from setanon_sql.models.disassociation.method.parts import table_by_records
from setanon_sql.query.templates import Table, all_rows

#: Rounds of swaps, and rounds one after the other that may bring nothing before the rest is suppressed.
_ROUNDS = 12
_IDLE = 3


@dataclass(frozen=True)
class Diverse:
    """Clusters in which no sensitive item has too many holders, and what it took to get there.

    ``clusters``: ``record_id, cluster_id``; records of which every item was taken out are in none. ``taken_out``:
    ``record_id, item``. ``moved``: records that are in another cluster than before. ``emptied``: records that are in no
    cluster any more.
    """

    clusters: Table
    taken_out: Table
    moved: int = 0
    emptied: int = 0


@scoped
def make_diverse(
    engine: Engine,
    transactions: Table,
    sensitive: Table,
    clusters: Table,
    *,
    diversity: int,
    k: int,
    persons: Table | None = None,
) -> Diverse:
    """Return clusters of ``k`` records or more where one in ``diversity`` records at most holds each sensitive item.

    ``transactions``: ``record_id, item``. ``sensitive``: ``item``. ``clusters``: ``record_id, cluster_id``, dropped
    where others take their place. ``persons``: ``record_id, person``, whom k counts, and of whom one in so many at most
    holds each, too; None: records only.

    Search: greedy swaps between pairs of clusters, then suppression.
    Cost: a few queries for each round of swaps, over the records of pairs, and two over all records.
    Raises NotReached where fewer than k records would be left.
    Source: Terrovitis et al., section 5 (diversity).
    """
    engine.trace.begin_phase("disassociating: spreading holders of sensitive items over clusters")
    space = Workspace(
        engine, transactions=transactions, sensitive=sensitive, before=clusters, clusters=clusters,
        diversity=diversity, k=k, persons=persons,
    )  # fmt: skip
    work = (_Diversifying if persons is None else _PersonDiversifying)(space, k, diversity)
    work.swap()
    work.suppress()
    work.join()
    return work.finish()


class _Diversifying:
    """Mutable state, in ``space``: the cluster of each record, and the sensitive items that it still holds."""

    counted = "records"
    #: The step with the queries that count those.
    step = "diversity"

    def __init__(self, space: Workspace, k: int, diversity: int) -> None:
        self.engine = space.engine
        self.space = space
        self.k = k
        self.diversity = diversity
        space.run("rules/count_rules/sensitive_rows", "disassociation/diversity/record_lengths")
        space["taken_out"] = self.engine.empty("taken_out", "record_id", "item")
        self._count_holders()

    def _count_holders(self) -> None:
        """Count who holds the sensitive items, once clusters have changed."""
        self.space.run(f"disassociation/{self.step}/held_items")

    def _find_places(self) -> None:
        """Put the clusters as HORPART made them into an order in which similar ones are next to each other."""
        if "places" in self.space:
            return
        with self.space.inner(clusters=self.space["before"]) as aside:
            positions = aside.run("disassociation/verpart_nodes/positions")
            cut = {"positions": "record_id", "transactions": "record_id"}
            tables = {"transactions": aside["transactions"], "positions": positions}
            rows = table_by_records(self.engine, "disassociation/verpart_nodes/cluster_rows", cut, **tables)
            supports = aside.run("disassociation/verpart_nodes/cluster_supports", cluster_rows=rows)
            self.space["places"] = aside.run("disassociation/refine_terms/leaves", supports=supports)

    def _too_many(self) -> int:
        """Return for how many clusters and items too many records hold it."""
        return self.space.number("disassociation/diversity/too_many")

    def swap(self) -> None:
        """Swap records between clusters until that brings nothing any more."""
        idle = 0
        for turn in range(_ROUNDS):
            excesses = self._too_many()
            if not excesses or idle == _IDLE:
                return
            self.engine.trace.progress(f"{excesses:,} times too many records of a cluster hold a sensitive item")
            idle = 0 if self._round(turn) else idle + 1

    def _round(self, turn: int) -> int:
        """Swap once between pairs of clusters, where that makes things better; returns how many records moved."""
        self._find_places()
        with self.space.inner(turn=turn) as aside:
            aside.run("disassociation/diversity/swaps", "disassociation/diversity/moves")
            then = aside.run("disassociation/diversity/moved_clusters")
            aside.run(f"disassociation/{self.step}/held_items", into="held_then", clusters=then)
            good_moves = aside.run("disassociation/diversity/good_moves")
            moved = aside.count("good_moves")
            if moved:
                self.space.run("disassociation/diversity/moved_clusters", into="clusters", moves=good_moves)
                self._count_holders()
        return moved

    def suppress(self) -> None:
        """Take occurrences out until no item has too many holders."""
        while self._too_many():
            with self.space.inner() as aside:
                self._take_out(aside.run(f"disassociation/{self.step}/surplus_rows"))

    def _take_out(self, rows: Table) -> None:
        """Take these occurrences out, and the records that are left with nothing."""
        space = self.space
        self.engine.append(space["taken_out"], all_rows(rows))
        tables = {"present": space["sensitive_rows"], "suppressions": rows}
        space.run("sources/dataset/rows_without", into="sensitive_rows", **tables)
        space.run("disassociation/diversity/clusters_left", into="clusters")
        self._count_holders()

    def join(self) -> None:
        """Let unfit clusters join others; where that does not do, nothing sensitive is left in."""
        if not self._all_joined():
            self._take_out(self.space["sensitive_rows"])
        if self._count_left() < self.k:
            raise NotReached(
                f"with <diversity={self.diversity}>, fewer than {self.k} {self.counted} are left: the others hold "
                "nothing but sensitive items, of which too many would be in a cluster",
                "use a smaller <diversity>, or fewer sensitive items",
            )

    def _all_joined(self) -> bool:
        """Join unfit clusters; return whether none is left."""
        return self._join_unfit() or self._join_unfit()

    def _count_left(self) -> int:
        """Return how many there are still of those that k counts."""
        return self.space.count("clusters")

    def _join_unfit(self) -> bool:
        """Return whether no cluster is unfit; where some are, join them, for the next time."""
        with self.space.inner() as aside:
            kinds = aside.run(f"disassociation/{self.step}/cluster_kinds")
            self.cluster_count = aside.count("cluster_kinds")
            unfit = aside.number("disassociation/diversity/unfit_clusters")
            if unfit:
                self._find_places()
                self.space.run("disassociation/diversity/joined_clusters", into="clusters", cluster_kinds=kinds)
                self._count_holders()
        return not unfit

    def finish(self) -> Diverse:
        """Return the clusters, and what was done to them."""
        space = self.space
        moved = space.number("disassociation/diversity/moved_records")
        emptied = space.count("before") - space.count("clusters")
        self.engine.drop(None if space["clusters"] == space["before"] else space["before"])
        return Diverse(space["clusters"], space["taken_out"], moved, emptied)


class _PersonDiversifying(_Diversifying):
    """The same where persons are counted besides records: both are to be as few."""

    counted = "persons"
    step = "persons_diversity"

    def _all_joined(self) -> bool:
        """Join unfit clusters until none is left, or one is; two that are joined may have persons in common."""
        while not self._join_unfit():
            self.suppress()
            if self.cluster_count == 1:
                return self._join_unfit()
        return True

    def _count_left(self) -> int:
        return self.space.number("counting/persons/at_risk_persons", at_risk=self.space["clusters"])
