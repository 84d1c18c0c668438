"""How useful is a release still in which an item has another label in another record?"""

from setanon_sql.dataset import Dataset
from setanon_sql.errors import BadInput
from setanon_sql.measures.details import MeasureRequest
from setanon_sql.measures.examples import OTHER_LEDGER
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
    source: Dataset,
    release: Table,
    traced: Table,
    nodes: Nodes,
    *,
    suppresses: bool = False,
    request: MeasureRequest | None = None,
) -> Measures:
    """Measure a release whose records are known: its loss exactly, too, unless it ``suppresses`` occurrences.

    Then a record may show labels over each other, and an item may be gone where it shows one over it. ``release``:
    ``record_id, item`` (label text). ``traced``: the same with the record numbers of the source. Raises BadInput where
    a record shows what stands over none of its items, or an item has no label in its record, or several.
    """
    engine = source.engine
    released = engine.table("measures/local/released", traced=traced, nodes=nodes.nodes)
    paths = engine.table("measures/published_labels/paths", items=source.items, ancestors=nodes.ancestors)
    shown = {"transactions": source.transactions, "ancestors": paths, "released": released}
    _refuse_others(engine.number("measures/local/unexplained", **shown))
    measures = utility(source, release, nodes, grouped=True, request=request)
    if suppresses:
        return without_guesses(measures, suppresses=True)
    occurrences = engine.table("measures/local/occurrences", **shown)
    _refuse_others(engine.count(occurrences) - source.rows)
    return with_exact_losses(source, measures, occurrences, nodes)


def _refuse_others(faults: int) -> None:
    """Raise BadInput where records of a release do not come from those of the source."""
    if faults:
        raise BadInput(
            "not each record of the release has labels over its items in the source, one over each",
            "is this the source, and the taxonomy, that the release was made from?",
        )


def measure_told(
    source: Dataset, release: Table, changes: Table, nodes: Nodes, *, request: MeasureRequest | None = None
) -> Measures:
    """Measure a release whose ledger tells what stands for each item: its loss exactly, too.

    ``changes``: its rows in the numbers of the source. Raises BadInput where it is the ledger of another release.
    """
    engine = source.engine
    became = engine.table(
        "measures/examples/by_changes", transactions=source.transactions, items=source.items, changes=changes,
        published_nodes=nodes.nodes, leaves=nodes.leaves,
    )  # fmt: skip
    counts = engine.table("measures/published_labels/label_counts", release=release)
    if engine.number("measures/examples/other_labels", became=became, published_nodes=counts):
        raise BadInput(*OTHER_LEDGER)
    measures = utility(source, release, nodes, grouped=True, request=request, label_counts=counts)
    occurrences = engine.table("measures/local/told", became=became, nodes=nodes.nodes)
    return with_exact_losses(source, measures, occurrences, nodes, engine.number("measures/local/gone", became=became))


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
