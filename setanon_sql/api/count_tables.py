"""Tables of counts: which small counts follow from them."""

from dataclasses import replace

from setanon_sql.count_tables.audit import CountsAudit
from setanon_sql.options.count_tables import AuditCounts, CountsGate
from setanon_sql.options.count_trials import CompareCounts
from setanon_sql.options.public import public
from setanon_sql.pipeline.count_tables import adding_columns, audited_counts, group_columns
from setanon_sql.pipeline.count_trials import CountsComparison, compared_counts
from setanon_sql.scripts.counts import CountsForm, counts_gate
from setanon_sql.scripts.script import Script
from setanon_sql.scripts.writing import named_table


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


@public(CompareCounts)
def compare_counts(request: CompareCounts) -> CountsComparison:
    """Compare ways of publishing counts of items and pairs: what of them is shown, how far off it is, what follows.

    OPTIONS

    Each k is tried by the plain rule "show it if it is at least k", of which it is counted what follows, rounded, and
    exact; each epsilon with noise (delta 0.000001, which needs OpenDP). Nothing is published. What is told of noise
    compares it with the source: it is for the owner alone, and not differentially private.

    Cost: for each k three times that of ``publish_counts``, without writing it.
    Raises BadParameter for a k under 2, for an epsilon that is none, and where OpenDP is missing.
    Source: no paper.
    """
    return compared_counts(request)


@public(CountsGate)
def sql_gate_counts(request: CountsGate) -> Script:
    """Return one SELECT that gives no row where no count from 1 to k - 1 follows by subtracting. Runs nothing.

    OPTIONS

    It looks for counts that are small themselves, a count less that of a cell that lies in it, and a total less its
    parts that are shown, each by itself; an audit looks for more. Rows: finding (small, difference, line, or why the
    gate cannot count) and counts, how many there are.

    Cost: none; that of the SELECT is about linear in the lines of the table.
    Raises BadParameter for a dialect that is not known or has no empty texts, and for more than 3 columns of
    groups or of items.
    Source: no paper.
    """
    by = group_columns(request.by, request.adds_up)
    adds_up = adding_columns(by, request.adds_up, persons=request.counts_persons)
    form = CountsForm(
        request.count or "count", by, tuple(request.items), request.total, request.hidden, request.rounded, adds_up
    )
    tree = None
    if request.taxonomy:
        tree = replace(named_table(request.taxonomy), columns={"child": "child", "parent": "parent"})
    gate = counts_gate(request.k, request.dialect, named_table(request.table), form, tree)
    return Script(request.dialect, gate.text)
