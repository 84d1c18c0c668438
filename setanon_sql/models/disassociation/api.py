"""Disassociation: a release that has it, its audit (also as SQL), and the attack on it."""

from dataclasses import replace

from setanon_sql.errors import BadParameter
from setanon_sql.inference.attack import CoverAttacks, cover_attack
from setanon_sql.models.disassociation.audit import DisassociationAudit, audit_and_attack, audit_folder
from setanon_sql.models.disassociation.options import (
    AnonymizeDisassociation,
    AuditDisassociation,
    DisassociationGate,
    DisassociationScript,
)
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.disassociation.pipeline import DisassociationPipeline
from setanon_sql.models.disassociation.scripts import audit_disassociation_script, disassociation_gate, release_tables
from setanon_sql.numbers import whole_of
from setanon_sql.options.public import public
from setanon_sql.options.releases import AttackCover
from setanon_sql.pipeline.opening import only_in_duckdb
from setanon_sql.pipeline.owner import OwnerInputs
from setanon_sql.pipeline.publishing import destination_of, place_of
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.report_page import report_of
from setanon_sql.report import ReportParts
from setanon_sql.scripts.script import Script
from setanon_sql.settings import Settings
from setanon_sql.sources import options_for
from setanon_sql.verify import ReadInputs, Verification
from setanon_sql.verify.piece_reading import read_pieces

__all__ = [
    "CoverAttacks",
    "DisassociationAudit",
    "anonymize_disassociation",
    "attack_cover",
    "audit_disassociation",
    "sql_audit_disassociation",
    "sql_gate_disassociation",
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
    ``sensitive``, and for personal wishes; NotReached where sensitive items leave fewer than k records.
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


@public(DisassociationScript)
def sql_audit_disassociation(request: DisassociationScript) -> Script:
    """Return one script that counts what breaks the model in the three tables of a disassociated release.

    OPTIONS

    Cost: none; the script's own is that of an audit.
    Raises BadParameter for a dialect that is not known.
    Source: Terrovitis et al., section 5.
    """
    tables = release_tables(request.release)
    model = _checked_model(request)
    return Script(request.dialect, audit_disassociation_script(model, request.dialect, tables, request.schema))


@public(DisassociationGate)
def sql_gate_disassociation(request: DisassociationGate) -> Script:
    """Return one SELECT that gives no row where the tables of a disassociated release keep the model. m up to 3.

    OPTIONS

    Else a row for each check that found faults: check_name, faults. The checks are those of
    :func:`setanon_sql.api.audit_disassociation`.

    Cost: none; the SELECT counts the sets of up to m items in each chunk.
    Raises BadParameter for a dialect that is not known, and for m over 3.
    Source: Terrovitis et al., section 5; covered items: Awad et al., Definition 3.
    """
    model = _checked_model(request, safe=request.safe)
    return Script(request.dialect, disassociation_gate(model, request.dialect, release_tables(request.release)).text)


def _checked_model(request: DisassociationScript | DisassociationGate, *, safe: bool = False) -> Disassociation:
    """Return the model that is checked; the size of clusters is no part of it."""
    k = whole_of("<k>", request.k, "k = 5 is a usual choice", 2)
    return Disassociation(k, request.m, k + 1, safe=safe)
