"""Differential privacy in words, for a terminal."""

from setanon_sql.numbers import number_text
from setanon_sql.pipeline.counts import PublishedCounts
from setanon_sql.pipeline.made_up import PublishedRecords
from setanon_sql.pipeline.noisy import ALONE
from setanon_sql.release.budgets import Spent
from setanon_sql.spelling import said
from setanon_sql.text import count, count_of, table, wrapped

_UNCERTAINTY = (
    "A count is of those that were counted, with noise. A {whose} that holds more keys of a kind than <most> counts "
    "for so many of them, drawn by lot. As far as noise lets it be known at most as many {whose}s as is said do: each "
    "of them may be missing from any count, so the interval reaches up by all of them. A larger <most> leaves fewer "
    "out, with more noise."
)


def published_counts(counts: PublishedCounts) -> str:
    """Return how many counts of each kind were published, how far off each may be, and what is promised."""
    heads = ["kind", "published", "threshold", "most", "hold more", "interval, 95 %"]
    rows = [
        [
            kind.name,
            count(len(kind.counts)),
            "" if kind.mechanism.threshold is None else count(kind.mechanism.threshold),
            "" if kind.name == "all" else count(kind.most),
            "" if kind.name == "all" else count(kind.over_most),
            f"-{count(kind.below)} … +{count(kind.above)}",
        ]
        for kind in counts.kinds
    ]
    whose = "person" if counts.model.person else "record"
    parts = [
        f"Wrote {count(len(counts.counts))} counts to {counts.out}.",
        table(heads, rows),
        wrapped(said(_UNCERTAINTY.format(whose=whose))),
        wrapped(f"Guarantee: {counts.model.guarantee}"),
    ]
    return "\n\n".join([*parts, _budget_sentence(counts.spent, whose)])


def published_records(published: PublishedRecords) -> str:
    """Return how many records were made up, what a set of items needs to be among them, and what is promised."""
    parts = [
        f"Wrote {count_of(published.records, 'made-up record')}, of {count(len(published.sets))} different sets and "
        f"{count(published.items_published)} of {count(published.items)} items, to {published.out}.",
        wrapped(
            f"About {count(published.first_threshold)} records have to hold items under the same labels of the tree "
            f"for these to be looked into, fewer further down; {count(published.last_threshold)} or fewer the same "
            f"items. A record counts for {count_of(published.most, 'item')} at most, by lot."
        ),
        wrapped(f"Guarantee: {published.model.guarantee}"),
    ]
    if not published.sets:
        hint = "Nothing reached that: a shorter list of items, a smaller <most> or a larger <epsilon> asks for fewer."
        parts.insert(1, wrapped(said(hint)))
    return "\n\n".join([*parts, _budget_sentence(published.spent, "record")])


def _budget_sentence(spent: Spent | None, whose: str) -> str:
    """Return what was published of these people so far, or that nobody adds up."""
    if spent is None:
        return wrapped(said(ALONE))
    numbers = f"epsilon {number_text(spent.epsilon)}, delta {number_text(spent.delta)}"
    return f"Published of these {whose}s so far: {numbers}."
