"""Differential privacy: counts."""

from setanon_sql.commands.console import HOLDS, Invocation, command
from setanon_sql.commands.groups import publish
from setanon_sql.options.dp import PublishCounts


@command(
    publish,
    "counts",
    PublishCounts,
    example="setanon publish counts baskets.csv --out counts.csv --epsilon 1",
)
def publish_counts(run: Invocation) -> int:
    """How many records hold items, labels, pairs and chosen itemsets, with differential privacy.

    With --person: how many persons. Nobody can tell from the result that its noise was drawn as is said. Publications
    of the same people add up: --budget keeps the sum under a total.
    """
    from setanon_sql.commands import dp_words

    counts = run.call("publish_counts")
    run.out(counts.to_json(), dp_words.published_counts(counts), "the counts are published")
    return HOLDS
