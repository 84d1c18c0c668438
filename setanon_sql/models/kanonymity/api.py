"""k-anonymity of whole records: its audit, and a release that has it."""

from setanon_sql.models.kanonymity.audit import KAnonymityAudit, audit
from setanon_sql.models.kanonymity.options import AnonymizeKAnonymity, AuditKAnonymity
from setanon_sql.models.kanonymity.parameters import KAnonymity
from setanon_sql.models.kanonymity.pipeline import KAnonymityPipeline
from setanon_sql.options.public import public
from setanon_sql.pipeline.auditing import audited
from setanon_sql.pipeline.columns import refuse_items, with_columns
from setanon_sql.pipeline.released import Release
from setanon_sql.sources import SourceOptions

__all__ = [
    "KAnonymityAudit",
    "anonymize_kanonymity",
    "audit_kanonymity",
]


@public(AuditKAnonymity)
def audit_kanonymity(request: AuditKAnonymity) -> KAnonymityAudit:
    """Count the records that hold the same items as fewer than k - 1 others, or persons. Changes nothing.

    OPTIONS

    With ``columns`` records are the same that are alike in all of them, too.

    Cost: one pass over the rows, and one for each column and step of its ladder.
    Raises BadParameter for a k under 2.
    Source: He and Naughton (PVLDB 2009), Definition 3.
    """
    reading = request.options or SourceOptions()
    refuse_items(request, reading.item, reading.record_id)
    return audited(request, KAnonymity, audit, title="Audit of k-anonymity", complete=with_columns)


@public(AnonymizeKAnonymity)
def anonymize_kanonymity(request: AnonymizeKAnonymity) -> Release:
    """Publish a source so that each record has the same labels as k - 1 others; it is verified first, or not published.

    OPTIONS

    The ``taxonomy`` is needed. An item may have another label in another record: a label and one over it stand side by
    side, and a count of a label has only the records where it was not generalized further.

    With ``columns`` records of one class, which are alike in these, are generalized by themselves; those of a class of
    fewer than k are left out.

    Search: greedy, from the root of the taxonomy down, part by part of the records.
    Cost: some passes over the rows for each step down; about twice as many steps as the taxonomy has levels.
    Raises BadParameter without a taxonomy, and for fewer than k records; NotReached where ``columns`` cost too many.
    Source: He and Naughton (PVLDB 2009), Partition (LG).
    """
    return KAnonymityPipeline(request).release()
