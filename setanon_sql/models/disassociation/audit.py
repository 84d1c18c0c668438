"""What breaks the model of a release that stands, and what can still be linked in it."""

from setanon_sql.engine import Engine
from setanon_sql.inference.attack import CoverAttack, cover_attack
from setanon_sql.pipeline.publishing import place_of
from setanon_sql.pipeline.released import Standing
from setanon_sql.settings import Settings
from setanon_sql.verify import ReadInputs
from setanon_sql.verify.audit import audit_tables, count_with_persons, read_pieces
from setanon_sql.verify.disassociation import FolderCounts, FolderTables
from setanon_sql.verify.folder_audit import DisassociationAudit
from setanon_sql.verify.promise import PiecesPromise


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
