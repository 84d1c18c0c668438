"""How useful is a release still in which an item has another label in another record?"""

from setanon_sql.dataset import Dataset
from setanon_sql.errors import BadInput
from setanon_sql.measures.details import MeasureRequest
from setanon_sql.measures.records import measure_release, utility, without_guesses
from setanon_sql.measures.results import Measures
from setanon_sql.query.templates import Table
from setanon_sql.taxonomy import Nodes


def measure_local(
    source: Dataset,
    published: Table,
    occurrences: Table,
    nodes: Nodes,
    *,
    suppressed: Table | None = None,
    request: MeasureRequest | None = None,
) -> Measures:
    """Measure what is about to be published: its loss exactly, by what stands for each occurrence.

    ``published``: ``record_id, item`` (nodes). ``occurrences``: ``record_id, item, node``, the label of each item of
    the source, the item itself where it is ``suppressed`` (``record_id, node``; None: nothing is). ``request``: as for
    :func:`setanon_sql.measures.records.utility`.
    """
    measures = measure_release(source, published, nodes.labels(source.engine), nodes, grouped=True, request=request)
    return with_exact_losses(source, measures, occurrences, nodes, source.engine.count(suppressed) if suppressed else 0)


def measure_traced(
    source: Dataset, release: Table, traced: Table, nodes: Nodes, *, request: MeasureRequest | None = None
) -> Measures:
    """Measure a release whose records are known: its loss exactly, too.

    ``release``: ``record_id, item`` (label text). ``traced``: the same with the record numbers of the source. Raises
    BadInput where an item has no label, or more than one, in its record.
    """
    engine = source.engine
    released = engine.table("measures/local/released", traced=traced, nodes=nodes.nodes)
    occurrences = engine.table(
        "measures/local/occurrences", transactions=source.transactions, ancestors=nodes.ancestors, released=released
    )
    if engine.count(occurrences) != source.rows:
        raise BadInput(
            "not each item of the source has one label in its record of the release",
            "is this the source, and the taxonomy, that the release was made from?",
        )
    measures = utility(source, release, nodes, grouped=True, request=request)
    return with_exact_losses(source, measures, occurrences, nodes)


def with_exact_losses(
    source: Dataset, measures: Measures, occurrences: Table, nodes: Nodes, suppressed: int = 0
) -> Measures:
    """Return measures with the losses of ``occurrences`` (``record_id, item, node``) in place of guesses.

    ``suppressed``: so many of them are gone, and stand there as the item.
    """
    covered, more_than_one, unchanged = source.engine.answer(
        "measures/local/losses", occurrences=occurrences, nodes=nodes.nodes
    )
    rows = source.rows
    return without_guesses(measures) | Measures(
        ncp=(covered / nodes.leaves + suppressed) / rows,
        lm=(more_than_one / max(nodes.leaves - 1, 1) + suppressed) / rows,
        rows_suppressed=suppressed,
        rows_merged=rows - suppressed - (measures.rows_after or 0),
        rows_unchanged_ratio=(unchanged - suppressed) / rows,
        suppressed_ratio=suppressed / rows,
    )
