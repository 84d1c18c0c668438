"""Disassociation: a release that has it, its audit, and the attack on it."""

from setanon_sql.errors import BadParameter
from setanon_sql.inference.attack import CoverAttacks, cover_attack
from setanon_sql.options.disassociation import AnonymizeDisassociation
from setanon_sql.options.public import public
from setanon_sql.options.releases import AttackCover, AuditDisassociation
from setanon_sql.pipeline.disassociation import DisassociationPipeline, remaining
from setanon_sql.pipeline.opening import only_in_duckdb
from setanon_sql.pipeline.publishing import destination_of, place_of, report_of
from setanon_sql.pipeline.released import Release
from setanon_sql.report import Parts
from setanon_sql.settings import Settings
from setanon_sql.verify import Verification
from setanon_sql.verify.audit import audit_folder, read_pieces
from setanon_sql.verify.folder_audit import DisassociationAudit


@public(AnonymizeDisassociation)
def anonymize_disassociation(given: AnonymizeDisassociation) -> Release:
    """Publish a source disassociated: every item stays, but records are cut into pieces. Verified, or not published.

    OPTIONS

    ``infeasible`` is explained in :mod:`setanon_sql.methods.disassociation.safe`, ``algorithm`` in
    :mod:`setanon_sql.methods.disassociation.horpart`. Of the rules for single items it takes ``drop``, and ``keep``,
    which spares items the term chunks where k^m-anonymity allows; the result tells how many it could not spare.

    Search: clusters are split by the item whose records hold most pairs with other items; chunks are filled greedily by
    falling support.
    Cost: clustering takes as many levels as splits lie one in another, each a few queries over the rows that are left;
    chunks count the sets of up to m items in each cluster.
    Raises BadParameter for fewer than k records, for ``infeasible`` without ``safe`` and ``diversity`` without
    ``sensitive``; BadInput for personal wishes; NotReached where sensitive items leave fewer than k records.
    Source: Terrovitis, Mamoulis, Liagouris, Skiadopoulos (PVLDB 2012), section 4; safe: Awad, al Bouna, Couchot and
    Philippe (2019), sections 3.3 and 4.
    """
    return DisassociationPipeline(given).release()


@public(AuditDisassociation)
def audit_disassociation(given: AuditDisassociation) -> DisassociationAudit:
    """Count what breaks the model of a disassociated release, from its tables and its manifest alone.

    OPTIONS

    Cost: counts the sets of up to m items in each chunk, all chunks at once; linear in the rows for m = 1.
    Raises BadInput where the release or its manifest cannot be read.
    Source: Terrovitis et al., section 5; covered items: Awad et al., Definition 3.
    """
    report, settings = report_of(given.report), given.settings or Settings()
    destination = place_of(given.release, given.db, given.db)
    listed = given.worst if settings.show_values else 0
    if report is None:
        with settings.engine_for(given.db) as engine:
            return audit_folder(engine, destination, listed)
    report.check(*destination.files)
    pieces, attack = remaining(given.release, given.db, settings, listed)
    report.write(
        Parts("Audit of a disassociated release", verification=_verification(pieces), pieces=pieces, attack=attack)
    )
    return pieces


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
def attack_cover(given: AttackCover) -> CoverAttacks:
    """Carry out on a release what somebody who knows m items of a record can link.

    OPTIONS

    Cost: grows with the sets of up to m - 1 items that each subrecord holds.
    Raises BadParameter where ``m`` is under 2, and for a warehouse; BadInput where a release cannot be read.
    Source: Awad, al Bouna, Couchot and Philippe (2019), Lemma 1 and section 5.2.1.
    """
    only_in_duckdb("attack cover", given.db)
    with (given.settings or Settings()).engine() as engine:
        tables, promise = read_pieces(engine, destination_of(given.release, given.db))
        known = promise.model.m if given.m is None else given.m
        if known < 2:
            raise BadParameter(f"--m is {known}; items of two chunks are linked", "use --m 2 or more")
        before = None
        if given.before:
            other, _ = read_pieces(engine, destination_of(given.before, given.db))
            before = cover_attack(engine, other, known)
        return CoverAttacks(known, cover_attack(engine, tables, known), before)
