"""Differential privacy: counts of a source."""

from setanon_sql.options.dp import PublishCounts
from setanon_sql.options.public import public
from setanon_sql.pipeline.counts import CountsPipeline, PublishedCounts


@public(PublishCounts)
def publish_counts(request: PublishCounts) -> PublishedCounts:
    """Publish counts of items, labels, pairs and chosen itemsets with differential privacy.

    OPTIONS

    Needs OpenDP: ``pip install 'setanon-sql[dp]'``. The noise is drawn anew each time; no seed repeats it. What
    ``where`` and ``query`` select has to depend, for each record, on this record alone (no LIMIT, no totals).

    The columns of the file are ``kind, items, count, low, high``. Each count is made larger by what was left out by
    lot. ``low`` needs nothing but the noise; ``high`` takes those who hold a key, and whose keys were drawn, to be as
    others whose keys were drawn. Both are of 95 %, also for a key that just reached the threshold.

    Cost: some passes over the rows, and one over the pairs of published items in records; about 20 microseconds a key.
    Raises BadParameter where OpenDP is missing, where a total is exceeded, for a cap; BadDestination where the file
    cannot be written.
    Source: Bun and Steinke (TCC 2016); Korolova et al. (WWW 2009) for unknown keys; OpenDP's mechanisms.
    """
    return CountsPipeline(request).publish()
