"""Are k persons in each cluster of a disassociated release, and behind each set of up to m items of a chunk?

Whose the subrecords are the release does not tell. Its owner counts them by the source and the ledger, whoever makes
one by the source and the numbers that are about to be published.

1. Each simple cluster has records of k persons.
2. In each record and shared chunk each set of at most m items is held by no subrecord, or by those of k persons. Ghosts
   are nobody's. As in whole records, with all chunks counted together: they have no items in common.
3. A shared chunk with an item that is in chunks below it, too, has each of its subrecords of k persons (Property 1).
"""

from dataclasses import dataclass

from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.registry.pieces import PiecesParameters
from setanon_sql.verify.chunks import ChunkTables
from setanon_sql.verify.persons import distinct_records, rare_sets
from setanon_sql.verify.pieces import PieceOwners


@dataclass(frozen=True)
class PersonCounts:
    """Numbers of what breaks the model for persons, by check, and counts of persons.

    ``faults``: what does not fit the release in that which was given to count persons by.
    """

    by_check: dict[str, int]
    counts: dict[str, int]
    faults: int = 0


@scoped
def owners_by_ledger(
    engine: Engine, clusters: Table, subrecords: Table, above: Table, *, persons: Table, ledger: Table, safe: bool
) -> PieceOwners:
    """Return whose the pieces are, as the owner's source and ledger tell.

    ``clusters``, ``subrecords``: those of the release. ``above``: ``cluster_id, upper_id``. ``persons``: ``record_id``
    (of the source), ``person``. ``ledger``: ``record_id, item, action, label, cause``. ``safe``: there may be ghosts.
    Cost: linear in the rows of the ledger.
    """
    rows = engine.table("verify/pieces_persons/ledger_rows", ledger=ledger, subrecords=subrecords)
    records = engine.table("verify/pieces_persons/records", ledger=ledger, persons=persons, clusters=clusters)
    (faults,) = engine.answer(
        "verify/pieces_persons/misfits",
        ledger=ledger, ledger_rows=rows, subrecords=subrecords, records=records, clusters=clusters, above=above,
        ghosts=int(safe),
    )  # fmt: skip
    owners = engine.table("verify/pieces_persons/subrecords", ledger_rows=rows, persons=persons)
    return PieceOwners(owners, records, faults)


@scoped
def count_persons(
    engine: Engine,
    subrecords: Table,
    chunks: ChunkTables,
    owners: PieceOwners,
    *,
    above: Table,
    model: PiecesParameters,
) -> PersonCounts:
    """Count the clusters and chunks that fewer than k persons are behind; see the module.

    ``subrecords``: those of the release. ``above``: ``cluster_id, upper_id``. Cost: as for chunks by records.
    """
    small, smallest, n_persons = engine.answer(
        "verify/pieces_persons/small_clusters", records=owners.records, k=model.k
    )
    coded = engine.table(
        "verify/pieces_persons/coded", subrecords=subrecords, nodes=chunks.nodes, owners=owners.subrecords
    )
    run = _ChunkPersons(engine, coded, chunks, owners.subrecords, model)
    by_check = {"cluster_persons": small, "chunk_persons": run.bad_chunks(), "joint_persons": run.conflicts(above)}
    return PersonCounts(by_check, {"persons": n_persons, "smallest_cluster_persons": smallest}, owners.faults)


class _ChunkPersons:
    """Distinct subrecords, and the persons who have them."""

    def __init__(
        self, engine: Engine, coded: Table, chunks: ChunkTables, owners: Table, model: PiecesParameters
    ) -> None:
        self.engine = engine
        self.coded = coded
        self.chunks = chunks
        self.owners = owners
        self.model = model
        persons = engine.table(columns_of(owners, record_id="subrecord_id", person="person"))
        self.distinct = distinct_records(engine, coded, persons, model.k)
        self.transactions = self.distinct.transactions

    def bad_chunks(self) -> int:
        """Return how many chunks hold a set of at most m items that fewer than k persons hold."""
        bad = self.engine.table(
            "verify/pieces_persons/bad_singles",
            coded=self.coded, owners=self.owners, nodes=self.chunks.nodes, k=self.model.k,
        )  # fmt: skip
        occurrences = self.engine.table(
            "verify/sets_of_persons/single_items", transactions=self.transactions, k=self.model.k
        )
        for size in range(2, self.model.m + 1):
            tables = {"occurrences": occurrences, "transactions": self.transactions}
            sets = self.engine.table("verify/sets_of_persons/extensions", **tables)
            rare = rare_sets(self.engine, sets, occurrences, self.distinct, self.model.k)
            self.engine.append(bad, "verify/pieces_persons/bad_sets", rare_sets=rare, nodes=self.chunks.nodes)
            if size == self.model.m or not self.engine.count(sets):
                break
            frequent = self.engine.table("verify/sets/kept", extensions=sets, k=self.model.k)
            occurrences = self.engine.table("verify/sets/occurrences", kept=frequent, **tables)
        (count,) = self.engine.answer("verify/pieces_chunks/bad_count", bad=bad)
        return count

    def conflicts(self, above: Table) -> int:
        """Return how many shared chunks that repeat an item have subrecords of fewer than k persons."""
        chunks = self.chunks
        alike = self.engine.table("verify/pieces_persons/alike", transactions=self.transactions, nodes=chunks.nodes)
        (count,) = self.engine.answer(
            "verify/pieces_chunks/conflicts",
            nodes=chunks.nodes, chunk_sizes=chunks.sizes, above=above, alike=alike, k=self.model.k,
        )  # fmt: skip
        return count
