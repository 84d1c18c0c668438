"""Tables of counts: which small counts follow from them."""

from setanon_sql.commands.console import BROKEN, FAILED, HOLDS, Invocation, command
from setanon_sql.commands.groups import audit, cli
from setanon_sql.options.count_tables import AuditCounts
from setanon_sql.options.count_trials import CompareCounts


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


@command(cli, "compare-counts", CompareCounts, example="setanon compare-counts baskets.csv --k 5,10 --epsilon 1")
def compare_counts(run: Invocation) -> int:
    """Compare ways of publishing counts: by the plain rule, rounded, exact, with noise.

    Nothing is published. What is told of noise is for the owner alone, and not differentially private.
    """
    from setanon_sql.commands import count_table_words

    comparison = run.call("compare_counts")
    run.out(comparison.to_json(), count_table_words.compared(comparison))
    return HOLDS
