"""Differential privacy in words, for a terminal."""

from setanon_sql.commands.losses import wrapped
from setanon_sql.numbers import number_text
from setanon_sql.pipeline.counts import ALONE, PublishedCounts
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
    if counts.spent is None:
        parts.append(wrapped(said(ALONE)))
    else:
        epsilon, delta = map(number_text, counts.spent)
        parts.append(f"Published of these {whose}s so far: epsilon {epsilon}, delta {delta}.")
    return "\n\n".join(parts)
