"""Disassociation: a release that has it, its audit, and the attack on it."""

from dataclasses import replace

from setanon_sql.errors import BadParameter
from setanon_sql.inference.attack import CoverAttacks, cover_attack
from setanon_sql.models.disassociation.audit import audit_and_attack
from setanon_sql.models.disassociation.options import AnonymizeDisassociation, AuditDisassociation
from setanon_sql.models.disassociation.pipeline import DisassociationPipeline
from setanon_sql.options.public import public
from setanon_sql.options.releases import AttackCover
from setanon_sql.pipeline.opening import only_in_duckdb
from setanon_sql.pipeline.owner import OwnerInputs
from setanon_sql.pipeline.publishing import destination_of, place_of
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.report_page import report_of
from setanon_sql.report import ReportParts
from setanon_sql.settings import Settings
from setanon_sql.sources import options_for
from setanon_sql.verify import ReadInputs, Verification
from setanon_sql.verify.audit import audit_folder, read_pieces
from setanon_sql.verify.folder_audit import DisassociationAudit

__all__ = [
    "CoverAttacks",
    "DisassociationAudit",
    "anonymize_disassociation",
    "attack_cover",
    "audit_disassociation",
]


@public(AnonymizeDisassociation)
def anonymize_disassociation(request: AnonymizeDisassociation) -> Release:
    """Publish a source disassociated: every item stays, but records are cut into pieces. Verified, or not published.

    OPTIONS

    ``infeasible`` is explained in :mod:`setanon_sql.models.disassociation.method.safe`, ``algorithm`` in
    :mod:`setanon_sql.models.disassociation.method.horpart`.

    Search: clusters are split by the item whose records hold most pairs with other items; chunks are filled greedily by
    falling support.
    Cost: clustering takes as many levels as splits lie one in another, each a few queries over the rows that are left;
    chunks count the sets of up to m items in each cluster.
    Raises BadParameter for fewer than k records, for ``infeasible`` without ``safe`` and ``diversity`` without
    ``sensitive``; BadInput for personal wishes; NotReached where sensitive items leave fewer than k records.
    Source: Terrovitis, Mamoulis, Liagouris, Skiadopoulos (PVLDB 2012), section 4; safe: Awad, al Bouna, Couchot and
    Philippe (2019), sections 3.3 and 4.
    """
    return DisassociationPipeline(request).release()


@public(AuditDisassociation)
def audit_disassociation(request: AuditDisassociation) -> DisassociationAudit:
    """Count what breaks the model of a disassociated release, from its tables and its manifest alone.

    OPTIONS

    With ``person`` also the clusters of fewer than k persons, and the chunks in which fewer than k hold a set of items:
    its owner's source and ledger tell whose the pieces are, also of a release that promises k records.

    Cost: counts the sets of up to m items in each chunk, all chunks at once; linear in the rows for m = 1.
    Raises BadInput where the release or its manifest cannot be read, or where the ledger is another one's; BadParameter
    for one of ``person``, ``source`` and ``ledger`` without the others.
    Source: Terrovitis et al., section 5; covered items: Awad et al., Definition 3.
    """
    report = report_of(request)
    settings = request.settings or Settings()
    destination = place_of(request.release, request.db, request.db)
    listed = request.worst if settings.show_values else 0
    owner = _owner(request)
    if report is None:
        with settings.engine_for(request.db) as engine:
            return audit_folder(engine, destination, listed, owner)
    report.check(*destination.files)
    pieces, attack = audit_and_attack(request.release, request.db, settings, listed, owner)
    parts = ReportParts("Audit of a disassociated release", verification=_verification(pieces), pieces=pieces)
    report.write(replace(parts, attack=attack, show_values=settings.show_values), request.release)
    return pieces


def _owner(request: AuditDisassociation) -> ReadInputs | None:
    """Return what reads whose the pieces are; None where nobody asks for persons."""
    needed = (bool(request.person), request.source is not None, request.ledger is not None)
    if any(needed) and not all(needed):
        raise BadParameter(
            "persons of a disassociated release are counted by <person>, <source> and <ledger>", "give all, or none"
        )
    options = options_for(request.source, request.options, request.person)
    return OwnerInputs(request.source, options, ledger=request.ledger).read if request.person else None


def _verification(pieces: DisassociationAudit) -> Verification:
    """Return an audit as the verification that a report shows."""
    return Verification(
        pieces.satisfied,
        pieces.model.name,
        {**pieces.model.parameters},
        checks={**pieces.by_check, **pieces.sizes},
        not_checked=pieces.not_checked,
    )


@public(AttackCover)
def attack_cover(request: AttackCover) -> CoverAttacks:
    """Carry out on a release what somebody who knows m items of a record can link.

    OPTIONS

    Cost: grows with the sets of up to m - 1 items that each subrecord holds.
    Raises BadParameter where ``m`` is under 2, and for a warehouse; BadInput where a release cannot be read.
    Source: Awad, al Bouna, Couchot and Philippe (2019), Lemma 1 and section 5.2.1.
    """
    only_in_duckdb("attack cover", request.db)
    with (request.settings or Settings()).engine() as engine:
        tables, promise = read_pieces(engine, destination_of(request.release, request.db))
        m = promise.model.m if request.m is None else request.m
        if m < 2:
            raise BadParameter(f"<m> is {m}; items of two chunks are linked", "use <m=2> or more")
        before = None
        if request.before:
            other, _ = read_pieces(engine, destination_of(request.before, request.db))
            before = cover_attack(engine, other, m)
        return CoverAttacks(promise.model.name, m, cover_attack(engine, tables, m), before)
