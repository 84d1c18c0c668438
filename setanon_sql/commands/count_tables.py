"""Tables of counts: which small counts follow from them."""

from setanon_sql.commands.console import BROKEN, FAILED, HOLDS, Invocation, command
from setanon_sql.commands.groups import audit
from setanon_sql.options.count_tables import AuditCounts


@command(audit, "counts", AuditCounts, example="setanon audit counts pairs.csv --k 5")
def audit_counts(run: Invocation) -> int:
    """Find the counts from 1 to k - 1 that follow from a table of counts by subtracting.

    Any table: items, pairs or itemsets with their counts, by groups or not. "Show it if it is at least k" does not
    hold.
    """
    from setanon_sql.commands import count_table_words

    counts = run.call("audit_counts")
    values = run.settings.show_values
    run.out(counts.to_json(show_values=values), count_table_words.in_words(counts, show_values=values))
    if counts.derivable_cells:
        return BROKEN
    return HOLDS if counts.complete else FAILED
