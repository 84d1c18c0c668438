"""What breaks the model of a release that stands, counted from its tables alone; what can still be linked in it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from setanon_sql.display import Listing, Summary
from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.errors import BadInput
from setanon_sql.fields import ABSENT, INLINE, LIKEWISE, ComputedKey, Fields, Name
from setanon_sql.inference.attack import CoverAttack, cover_attack
from setanon_sql.layout import Destination
from setanon_sql.models.disassociation.recount import unknown_of_pieces
from setanon_sql.models.disassociation.recount_faults import count_folder
from setanon_sql.models.disassociation.recount_persons import owners_by_ledger
from setanon_sql.pipeline.publishing import place_of
from setanon_sql.pipeline.released import Standing
from setanon_sql.registry.pieces import BAD_CHUNKS, PiecesParameters
from setanon_sql.results import UNIT, Audit, Result, size_of
from setanon_sql.settings import Settings
from setanon_sql.verify import ReadInputs
from setanon_sql.verify.cover import CoverCounts, CoveredChunk, Implied, count_implied, listed_covers
from setanon_sql.verify.inputs import VerificationInputs
from setanon_sql.verify.piece_reading import listed_labels, read_pieces
from setanon_sql.verify.pieces import FolderCounts, FolderTables, clusters_above, covers_of
from setanon_sql.verify.promise import PiecesPromise


class _OfChunks(Fields):
    __annotations__ = {BAD_CHUNKS: Annotated[int, "chunks that break k^m-anonymity"]}


class Faults(_OfChunks):
    """Faults by the name of the check."""

    subrecord_count: Annotated[int, "clusters with too few subrecords and no term"]
    joint_property: Annotated[
        int, "shared chunks that repeat an item from below and have fewer than k equal subrecords"
    ]
    structure: Annotated[int, "how clusters, chunks and terms fit together"]
    cover: Annotated[
        int,
        "chunks with an item that never occurs without all the others; a violation only where the release "
        "promises to be safe",
    ]
    sensitive: Annotated[int, ABSENT, "sensitive items outside of term chunks, where they are listed"]
    diversity: Annotated[
        int,
        ABSENT,
        "clusters and sensitive items with too many holders, or in clusters too small for k; absent where "
        "the holders are not known",
    ]
    unrefined: Annotated[int, ABSENT, "joint clusters where none are promised"]
    cluster_persons: Annotated[int, ABSENT, "`--person`: clusters with records of fewer than k persons"]
    chunk_persons: Annotated[
        int, ABSENT, "`--person`: chunks with a set of up to m items that fewer than k persons hold"
    ]
    joint_persons: Annotated[int, ABSENT, "`--person`: as `joint_property`, of persons"]


@dataclass(frozen=True)
class DisassociationAudit(Result, Audit):
    """Faults of a disassociated release against its model, and the sizes of its parts.

    ``violations``: covered items count only where the release promises that there are none. ``by_check``: faults by the
    name of the check. ``smallest_cluster_persons``: 0 where persons were not counted.
    """

    model: PiecesParameters
    violations: int
    by_check: Mapping[str, int]
    covers: Annotated[CoverCounts, INLINE]
    implied: Annotated[Implied, "items that never occur without another one of their chunk"]
    clusters: Annotated[int, ""]
    joint_clusters: Annotated[int, LIKEWISE]
    smallest_cluster: Annotated[int, "records in it"]
    largest_cluster: Annotated[int, LIKEWISE]
    not_checked: Annotated[
        tuple[str, ...], "parts of the guarantee that no recount can see, such as who holds sensitive items"
    ] = ()
    covered: Annotated[tuple[CoveredChunk, ...] | None, "the chunks with most covered items, as `--worst` says †"] = (
        None
    )
    persons: Annotated[int | None, "behind the records"] = None
    smallest_cluster_persons: int = 0
    unit = UNIT
    faults = ComputedKey[Faults]("faults", lambda audit: audit.by_check, Name("by_check"))
    fewest_persons = ComputedKey[int | None](
        "in the cluster of the fewest",
        lambda audit: None if audit.persons is None else audit.smallest_cluster_persons,
        ABSENT,
        Name("smallest_cluster_persons"),
    )

    def to_json(self, *, show_values: bool = True) -> dict[str, Any]:
        """Return what ``--json`` prints; what is covered, where that was asked for."""
        return super().to_json(show_values=show_values)

    @property
    def satisfied(self) -> bool:
        """Return whether the model is kept."""
        return self.violations == 0

    @property
    def sizes(self) -> dict[str, int]:
        """Return how large the release and its clusters are, by name."""
        names = ("records", "rows", "clusters", "joint_clusters", "smallest_cluster", "largest_cluster")
        sizes = {name: getattr(self, name) for name in names}
        if self.persons is None:
            return sizes
        return sizes | {"persons": self.persons, "smallest_cluster_persons": self.smallest_cluster_persons}

    def summary(self) -> Summary:
        """Return a row for each check."""
        listing = Listing(("check", "faults"), tuple(self.by_check.items()))
        sizes = f"{self.clusters:,} clusters of {self.smallest_cluster:,} to {self.largest_cluster:,} records."
        return Summary("Disassociated release", listing, self.satisfied, (size_of(self), sizes, *self.not_checked))


def audit_folder(
    engine: DuckDBEngine | Warehouse,
    where: Path | Destination,
    listed: int = 0,
    owner: Callable[[DuckDBEngine | Warehouse], VerificationInputs] | None = None,
) -> DisassociationAudit:
    """Count what breaks the model that a release promises, from its tables and its manifest alone.

    ``where``: the folder, or the tables of a database.
    ``listed``: also name the items that cover each other, in so many chunks (0: in none). ``owner``: reads whose the
    pieces are; then k counts persons.

    Cost: that of :func:`setanon_sql.models.disassociation.recount_faults.count_folder`.
    Raises BadInput where the release or its manifest cannot be read.
    """
    inputs = owner and owner(engine)
    tables, promise = read_pieces(engine, where)
    if inputs is None:
        return audit_tables(engine, promise, tables, listed)
    promise, folder = count_with_persons(engine, promise, tables, inputs)
    return audit_tables(engine, promise, tables, listed, folder)


def count_with_persons(
    engine: Engine, promise: PiecesPromise, tables: FolderTables, inputs: VerificationInputs
) -> tuple[PiecesPromise, FolderCounts]:
    """Count what breaks the model of a promise as one of persons; return also that promise.

    ``inputs``: the persons of the source, and the ledger. Raises BadInput where these are not those of the release.
    """
    assert inputs.source_persons is not None
    assert inputs.ledger is not None
    promise = replace(promise, model=replace(promise.model, person=True))
    above, _ = clusters_above(engine, tables.clusters)
    owners = owners_by_ledger(
        engine, tables.clusters, tables.subrecords, above,
        persons=inputs.source_persons, ledger=inputs.ledger, safe=promise.model.safe,
    )  # fmt: skip
    if owners.faults:
        raise BadInput(
            "the ledger, or the source, is not that of the release: persons cannot be counted by it",
            "give the ledger that was written with the release, and the source that it was made from",
        )
    return promise, count_folder(engine, tables, promise.model, listed_labels(engine, promise), owners=owners)


def audit_tables(
    engine: Engine, promise: PiecesPromise, tables: FolderTables, listed: int = 0, folder: FolderCounts | None = None
) -> DisassociationAudit:
    """Count what breaks the model of a promise in the tables of a release: see :func:`audit_folder`.

    ``folder``: what was counted of them, if that was done.
    """
    model = promise.model
    covers = covers_of(engine, tables)
    folder = folder or count_folder(engine, tables, model, listed_labels(engine, promise))
    return DisassociationAudit(
        model,
        folder.counts["records"],
        folder.counts["rows"],
        folder.violations(safe=model.safe),
        folder.by_check,
        folder.covers,
        count_implied(engine, covers, tables.subrecords),
        folder.counts["clusters"],
        folder.counts["joint_clusters"],
        folder.counts["smallest_cluster"],
        folder.counts["largest_cluster"],
        unknown_of_pieces(folder, model, is_listed=promise.sensitive is not None),
        listed_covers(engine, covers, tables.subrecords, listed) if listed else None,
        folder.counts.get("persons"),
        folder.counts.get("smallest_cluster_persons", 0),
    )


def audit_and_attack(
    release: Standing, db: str, settings: Settings, listed: int = 0, owner: ReadInputs | None = None
) -> tuple[DisassociationAudit, CoverAttack | None]:
    """Audit a disassociated release, and attack it with m known items (None where m is 1).

    ``listed``: which items cover which, in so many chunks. ``owner``: reads whose the pieces are.
    """
    with settings.engine_for(db) as engine:
        inputs = owner and owner(engine)
        tables, promise = read_pieces(engine, place_of(release, db, db))
        faults = None
        if inputs:
            promise, faults = count_with_persons(engine, promise, tables, inputs)
        return audit_and_attack_tables(engine, promise, tables, listed, faults)


def audit_and_attack_tables(
    engine: Engine,
    promise: PiecesPromise,
    tables: FolderTables,
    listed: int = 0,
    faults: FolderCounts | None = None,
) -> tuple[DisassociationAudit, CoverAttack | None]:
    """Audit and attack tables of a release that were read; ``faults``: those that are counted already."""
    m = promise.model.m
    return audit_tables(engine, promise, tables, listed, faults), cover_attack(engine, tables, m) if m > 1 else None
