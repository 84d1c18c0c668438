"""Differential privacy: counts, and made-up records."""

from setanon_sql.commands.console import HOLDS, Invocation, command
from setanon_sql.commands.groups import publish
from setanon_sql.options.dp import PublishCounts, PublishRecords


@command(
    publish,
    "counts",
    PublishCounts,
    example="setanon publish counts baskets.csv --out counts.csv --epsilon 1",
)
def publish_counts(run: Invocation) -> int:
    """Publish how many records hold items, labels, pairs and chosen itemsets.

    With --epsilon: with differential privacy. With --k: counts of k and more, rounded or exact, from which no smaller
    one follows by subtracting. With --person: how many persons. Nobody can tell from counts with noise that it was
    drawn as is said. Such publications of the same people add up: --budget keeps the sum under a total.
    """
    from setanon_sql.commands import count_table_words, dp_words

    counts = run.call("publish_counts")
    words = count_table_words.published if run.typed.get("k") else dp_words.published_counts
    run.out(counts.to_json(), words(counts), "the counts are published")
    return HOLDS


@command(
    publish,
    "records",
    PublishRecords,
    example="setanon publish records baskets.csv --out made-up.csv --epsilon 1 --taxonomy departments.csv",
)
def publish_records(run: Invocation) -> int:
    """Publish made-up records, with differential privacy (DiffPart).

    Items that many records hold together are there about as often as in the source; rare ones are not there. Which
    items there may be has to be public. Nobody can tell from the result that its noise was drawn as is said.
    One record more or less is within epsilon: whoever has several records is not covered as a person. Publications of
    the same people add up: --budget keeps the sum under a total.
    """
    from setanon_sql.commands import dp_words

    records = run.call("publish_records")
    run.out(records.to_json(), dp_words.published_records(records), "the records are published")
    return HOLDS
