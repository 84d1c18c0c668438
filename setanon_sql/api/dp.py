"""Differential privacy: counts of a source, and records that are made up."""

from setanon_sql.errors import BadParameter
from setanon_sql.options.dp import PublishCounts, PublishRecords
from setanon_sql.options.public import public
from setanon_sql.pipeline.counts import CountsPipeline, CountsResult
from setanon_sql.pipeline.made_up import PublishedRecords, RecordsPipeline
from setanon_sql.pipeline.safe_counts import SafeCountsPipeline, refuse_without_noise


@public(PublishCounts)
def publish_counts(request: PublishCounts) -> CountsResult:
    """Publish counts of items, labels, pairs and chosen itemsets: with differential privacy, or of k and more.

    With ``epsilon`` they have noise. With ``k`` they have none, and no count from 1 to k - 1 follows from them in the
    ways that docs/counts.md lists: what would tell one is rounded, or not shown.

    OPTIONS

    Needs OpenDP: ``pip install 'setanon-sql[dp]'``. The noise is drawn anew each time; no seed repeats it. What
    ``where`` and ``query`` select has to depend, for each record, on this record alone (no LIMIT, no totals).

    The columns of a file with noise are ``kind, item, item2, itemset, count, low, high``; pairs have two items. Of
    others they are the columns of ``by``, ``item``, ``item2`` and ``count``. With noise, a count is of
    those that were counted, with noise: nothing is made larger for what ``most`` left out. From ``low`` to ``high`` is
    an interval of 95 % of all who hold it, also for a key that just reached the threshold: ``high`` adds all records
    (or persons) that hold more keys of the kind than they count for, and is not over that of all.

    Cost: some passes over the rows, and one over the pairs of published items in records; about 20 microseconds a key.
    Raises BadParameter where OpenDP is missing, where a total is exceeded, for a cap; BadDestination where the file
    cannot be written.
    Source: Bun and Steinke (TCC 2016); Korolova et al. (WWW 2009) for unknown keys; OpenDP's mechanisms.
    """
    if (request.k is None) == (request.epsilon is None):
        raise BadParameter("counts have noise, with <epsilon>, or are of <k> and more", "say one of both")
    if request.k is not None:
        return SafeCountsPipeline(request).publish()
    refuse_without_noise(request)
    return CountsPipeline(request).publish()


@public(PublishRecords)
def publish_records(request: PublishRecords) -> PublishedRecords:
    """Publish made-up records with differential privacy (DiffPart).

    OPTIONS

    Needs OpenDP: ``pip install 'setanon-sql[dp]'``. The noise is drawn anew each time; no seed repeats it. What
    ``where`` and ``query`` select has to depend, for each record, on this record alone (no LIMIT, no totals).

    The columns of the file are ``record_id, item``; a record of it is nobody's. Items that many records hold together
    are there about as often as in the source; rare ones are not there at all, and where too much is asked of too few
    records nothing is.

    Cost: up to ``openings`` passes over the records, of which most leave soon; about 10 microseconds for each set of
    labels that gets noise, up to 2^``fan_out`` for each opening.
    Raises BadParameter where neither ``items`` nor ``taxonomy`` is given, where OpenDP is missing, where a total is
    exceeded, for a cap; BadDestination where the file cannot be written.
    Source: Chen, Mohammed, Fung, Desai and Xiong (PVLDB 2011), with OpenDP's noise and a limit of items.
    """
    return RecordsPipeline(request).publish()
