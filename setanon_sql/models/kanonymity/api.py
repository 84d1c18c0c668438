"""k-anonymity of whole records: its audit, and a release that has it."""

from setanon_sql.models.kanonymity.audit import KAnonymityAudit
from setanon_sql.models.kanonymity.audit import audit_kanonymity as audit
from setanon_sql.models.kanonymity.options import AnonymizeKAnonymity, AuditKAnonymity
from setanon_sql.models.kanonymity.parameters import KAnonymity
from setanon_sql.models.kanonymity.pipeline import KAnonymityPipeline
from setanon_sql.options.public import public
from setanon_sql.pipeline.opening import opened, read_first
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.report_page import report_of
from setanon_sql.report import ReportParts
from setanon_sql.settings import Settings
from setanon_sql.sources import options_for
from setanon_sql.sources.personal import looked_through

__all__ = [
    "KAnonymityAudit",
    "anonymize_kanonymity",
    "audit_kanonymity",
]


@public(AuditKAnonymity)
def audit_kanonymity(request: AuditKAnonymity) -> KAnonymityAudit:
    """Count the records that hold the same items as fewer than k - 1 others, or persons. Changes nothing.

    OPTIONS

    Cost: one pass over the rows.
    Raises BadParameter for a k under 2.
    Source: He and Naughton (PVLDB 2009), Definition 3.
    """
    options = options_for(request.source, request.options, request.person)
    model = KAnonymity(request.k, bool(request.person))
    report = report_of(request)
    if report:
        report.check(request.source, options.db)
    with (request.settings or Settings()).engine_for(options.db) as engine:
        with read_first(engine, request.source):
            dataset = opened(engine, request.source, options)
        engine.trace.begin_phase("auditing the source")
        result = audit(looked_through(dataset), model)
    if report:
        report.write(ReportParts("Audit of k-anonymity", before=result), request.source, options)
    return result


@public(AnonymizeKAnonymity)
def anonymize_kanonymity(request: AnonymizeKAnonymity) -> Release:
    """Publish a source so that each record has the same labels as k - 1 others; it is verified first, or not published.

    OPTIONS

    The ``taxonomy`` is needed. An item may have another label in another record: a label and one over it stand side by
    side, and a count of a label has only the records where it was not generalized further.

    Search: greedy, from the root of the taxonomy down, part by part of the records.
    Cost: some passes over the rows for each step down; about twice as many steps as the taxonomy has levels.
    Raises BadParameter without a taxonomy, and for fewer than k records.
    Source: He and Naughton (PVLDB 2009), Partition (LG).
    """
    return KAnonymityPipeline(request).release()
