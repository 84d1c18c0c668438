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
from functools import cached_property

from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import NotReached
from setanon_sql.models.disassociation.method.parts import table_by_records
from setanon_sql.query.templates import Bind, Table, all_rows

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
    if persons is None:
        work = _Diversifying(engine, transactions, sensitive, clusters, diversity=diversity, k=k)
    else:
        work = _PersonDiversifying(engine, transactions, sensitive, clusters, diversity=diversity, k=k, persons=persons)
    work.swap()
    work.suppress()
    work.join()
    return work.finish()


class _Diversifying:
    """Mutable state: the cluster of each record, and the sensitive items that it still holds."""

    counted = "records"

    def __init__(
        self, engine: Engine, transactions: Table, sensitive: Table, clusters: Table, *, diversity: int, k: int
    ) -> None:
        self.engine = engine
        self.transactions = transactions
        self.before = clusters
        self.clusters = clusters
        self.diversity = diversity
        self.k = k
        self.rows = engine.table("rules/count_rules/sensitive_rows", transactions=transactions, sensitive=sensitive)
        self.lengths = engine.table(
            "disassociation/diversity/record_lengths", transactions=transactions, sensitive_rows=self.rows
        )
        self.taken_out = engine.empty("taken_out", "record_id", "item")
        self.holdings = self._held_items(clusters)

    @cached_property
    @scoped
    def places(self) -> Table:
        """Return the clusters as HORPART made them, in an order in which similar ones are next to each other."""
        engine = self.engine
        positions = engine.table("disassociation/verpart_nodes/positions", clusters=self.before)
        cut = {"positions": "record_id", "transactions": "record_id"}
        tables = {"transactions": self.transactions, "positions": positions}
        rows = table_by_records(engine, "disassociation/verpart_nodes/cluster_rows", cut, **tables)
        supports = engine.table("disassociation/verpart_nodes/cluster_supports", cluster_rows=rows)
        return engine.table("disassociation/refine_terms/leaves", clusters=self.before, supports=supports)

    def _held_items(self, clusters: Table) -> Table:
        return self.engine.table(
            "disassociation/diversity/held_items", clusters=clusters, sensitive_rows=self.rows, diversity=self.diversity
        )

    def _too_many(self) -> int:
        """Return for how many clusters and items too many records hold it."""
        return self.engine.number("disassociation/diversity/too_many", held_items=self.holdings)

    def swap(self) -> None:
        """Swap records between clusters until that brings nothing any more."""
        idle = 0
        for turn in range(_ROUNDS):
            excesses = self._too_many()
            if not excesses or idle == _IDLE:
                return
            self.engine.trace.progress(f"{excesses:,} times too many records of a cluster hold a sensitive item")
            idle = 0 if self._round(turn) else idle + 1

    @scoped
    def _round(self, turn: int) -> int:
        """Swap once between pairs of clusters; returns how many records moved."""
        engine = self.engine
        numbers = {"diversity": self.diversity, "turn": turn}
        swaps = engine.table("disassociation/diversity/swaps", held_items=self.holdings, places=self.places, **numbers)
        tables = {"clusters": self.clusters, "sensitive_rows": self.rows, "transactions": self.transactions}
        moves = engine.table("disassociation/diversity/moves", swaps=swaps, **tables)
        good = self._good_moves(swaps, moves)
        moved = engine.count(good)
        if moved:
            self._place(engine.table("disassociation/diversity/moved_clusters", clusters=self.clusters, moves=good))
        return moved

    @scoped
    def _good_moves(self, swaps: Table, moves: Table) -> Table:
        """Return the moves of the swaps that make things better."""
        engine = self.engine
        trial = engine.table("disassociation/diversity/moved_clusters", clusters=self.clusters, moves=moves)
        then = self._held_items(trial)
        return engine.table(
            "disassociation/diversity/good_moves", moves=moves, swaps=swaps, held_items=self.holdings, held_then=then
        )

    def _place(self, clusters: Table) -> None:
        """Let records be in these clusters."""
        self.engine.drop(None if self.clusters is self.before else self.clusters, self.holdings)
        self.clusters = clusters
        self.holdings = self._held_items(clusters)

    def suppress(self) -> None:
        """Take occurrences out until no item has too many holders."""
        while self._too_many():
            self._take_out(self._surplus_rows())

    def _surplus_rows(self) -> Table:
        """Return the occurrences that are taken out so that no item has too many holders."""
        return self.engine.table(
            "disassociation/diversity/surplus_rows", held_items=self.holdings, clusters=self.clusters,
            sensitive_rows=self.rows, record_lengths=self.lengths, diversity=self.diversity,
        )  # fmt: skip

    def _take_out(self, surplus: Table) -> None:
        """Take these occurrences out, and the records that are left with nothing; drops ``surplus``."""
        engine = self.engine
        rows = self.rows
        engine.append(self.taken_out, all_rows(surplus))
        self.rows = engine.table("sources/dataset/rows_without", present=rows, suppressions=surplus)
        tables = {"clusters": self.clusters, "taken_out": self.taken_out, "record_lengths": self.lengths}
        self._place(engine.table("disassociation/diversity/clusters_left", **tables))
        engine.drop(rows, surplus)

    def join(self) -> None:
        """Let unfit clusters join others; where that does not do, nothing sensitive is left in."""
        if not self._all_joined():
            self._take_out(self.engine.table(all_rows(self.rows)))
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
        return self.engine.count(self.clusters)

    @scoped
    def _join_unfit(self) -> bool:
        """Return whether no cluster is unfit; where some are, join them, for the next time."""
        engine = self.engine
        kinds = self._cluster_kinds()
        self.cluster_count = engine.count(kinds)
        unfit = engine.number("disassociation/diversity/unfit_clusters", cluster_kinds=kinds)
        if unfit:
            tables = {"clusters": self.clusters, "cluster_kinds": kinds, "places": self.places}
            self._place(engine.table("disassociation/diversity/joined_clusters", **tables))
        return not unfit

    def _cluster_kinds(self) -> Table:
        return self.engine.table(
            "disassociation/diversity/cluster_kinds", clusters=self.clusters, sensitive_rows=self.rows,
            record_lengths=self.lengths, diversity=self.diversity, k=self.k,
        )  # fmt: skip

    def finish(self) -> Diverse:
        """Return the clusters, and what was done to them."""
        engine = self.engine
        old = self.before
        moved = engine.number("disassociation/diversity/moved_records", clusters=self.clusters, before=old)
        emptied = engine.count(old) - engine.count(self.clusters)
        engine.drop(None if self.clusters is old else old)
        return Diverse(self.clusters, self.taken_out, moved, emptied)


class _PersonDiversifying(_Diversifying):
    """The same where persons are counted besides records: both are to be as few."""

    counted = "persons"

    def __init__(
        self,
        engine: Engine,
        transactions: Table,
        sensitive: Table,
        clusters: Table,
        *,
        diversity: int,
        k: int,
        persons: Table,
    ) -> None:
        self.persons = persons
        super().__init__(engine, transactions, sensitive, clusters, diversity=diversity, k=k)

    def _held_items(self, clusters: Table) -> Table:
        return self._of_persons("held_items", clusters=clusters, sensitive_rows=self.rows, diversity=self.diversity)

    def _surplus_rows(self) -> Table:
        return self._of_persons(
            "surplus_rows", held_items=self.holdings, clusters=self.clusters, sensitive_rows=self.rows,
            record_lengths=self.lengths, diversity=self.diversity,
        )  # fmt: skip

    def _cluster_kinds(self) -> Table:
        return self._of_persons(
            "cluster_kinds", clusters=self.clusters, sensitive_rows=self.rows, record_lengths=self.lengths,
            diversity=self.diversity, k=self.k,
        )  # fmt: skip

    def _of_persons(self, query: str, **binds: Bind) -> Table:
        return self.engine.table(f"disassociation/persons_diversity/{query}", persons=self.persons, **binds)

    def _all_joined(self) -> bool:
        """Join unfit clusters until none is left, or one is; two that are joined may have persons in common."""
        while not self._join_unfit():
            self.suppress()
            if self.cluster_count == 1:
                return self._join_unfit()
        return True

    def _count_left(self) -> int:
        return self.engine.number("counting/persons/at_risk_persons", at_risk=self.clusters, persons=self.persons)
