"""Differential privacy in words, for a terminal."""

from fractions import Fraction

from setanon_sql.commands.losses import wrapped
from setanon_sql.numbers import number_text
from setanon_sql.pipeline.counts import PublishedCounts
from setanon_sql.pipeline.made_up import PublishedRecords
from setanon_sql.pipeline.noisy import ALONE
from setanon_sql.spelling import said
from setanon_sql.text import count, table


def published_counts(counts: PublishedCounts) -> str:
    """Return how many counts of each kind were published, how much noise they have, and what is promised."""
    heads = ["kind", "published", "noise, 95 %", "threshold", "counted"]
    rows = [
        [
            name,
            count(fields["published"]),
            f"± {fields['spread']}",
            "" if fields["threshold"] is None else count(fields["threshold"]),
            f"{fields['counted_share']:.1%}",
        ]
        for name, fields in counts.manifest_fields()["kinds"].items()
    ]
    whose = "person" if counts.model.person else "record"
    parts = [
        f"Wrote {count(len(counts.counts))} counts to {counts.out}.",
        table(heads, rows),
        f"counted: about so much of what {whose}s hold. The rest was left out by lot; counts are made larger by it.",
        wrapped(f"Guarantee: {counts.model.guarantee}"),
    ]
    return "\n\n".join([*parts, _spent(counts.spent, whose)])


def published_records(published: PublishedRecords) -> str:
    """Return how many records were made up, what a set of items needs to be among them, and what is promised."""
    parts = [
        f"Wrote {count(published.records)} made-up records, of {count(len(published.sets))} different sets and "
        f"{count(published.items_published)} of {count(published.items)} items, to {published.out}.",
        wrapped(
            f"About {count(published.first_threshold)} records have to hold items under the same labels of the tree "
            f"for these to be looked into, fewer further down; {count(published.last_threshold)} or fewer the same "
            f"items. A record counts for {count(published.most)} items at most, by lot."
        ),
        wrapped(f"Guarantee: {published.model.guarantee}"),
    ]
    if not published.sets:
        hint = "Nothing reached that: a shorter list of items, a smaller <most> or a larger <epsilon> asks for fewer."
        parts.insert(1, wrapped(said(hint)))
    return "\n\n".join([*parts, _spent(published.spent, "record")])


def _spent(spent: tuple[Fraction, Fraction] | None, whose: str) -> str:
    """Return what was published of these people so far, or that nobody adds up."""
    if spent is None:
        return wrapped(said(ALONE))
    epsilon, delta = map(number_text, spent)
    return f"Published of these {whose}s so far: epsilon {epsilon}, delta {delta}."
