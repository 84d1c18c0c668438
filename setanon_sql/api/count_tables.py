"""Tables of counts: which small counts follow from them."""

from setanon_sql.count_tables.audit import CountsAudit
from setanon_sql.options.count_tables import AuditCounts
from setanon_sql.options.public import public
from setanon_sql.pipeline.count_tables import audited_counts


@public(AuditCounts)
def audit_counts(request: AuditCounts) -> CountsAudit:
    """Find the counts from 1 to k - 1 that follow from a table of counts. Changes nothing.

    OPTIONS

    What is looked for: counts that are small themselves; a count less that of a cell that lies in it; alternating sums,
    where records are counted; what is left of totals; parts that are not shown, by several totals; pairs that must
    occur. ``not_checked`` says what was not, ``complete`` whether that is all that such an audit looks for.

    Cost: about linear in the lines of the table; with ``source`` it grows with the records behind the small counts.
    Raises BadInput where the counts contradict each other or are no whole numbers.
    Source: no paper.
    """
    return audited_counts(request)
