"""Sensitive items of disassociated releases: how few of a cluster may hold one, who does, and what that cost."""

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import ItemConstraints
from setanon_sql.engine import Engine
from setanon_sql.measures import Measures
from setanon_sql.models.disassociation.method import Disassociated, Diverse, holders
from setanon_sql.query.templates import Table
from setanon_sql.sources.sampling import other_rows


def holders_in(
    dataset: Dataset, constraints: ItemConstraints, sensitive: Table, result: Disassociated, key: str
) -> Table:
    """Return who holds a ``sensitive`` item (``item``) that was not dropped, in which published cluster.

    That is read from the dataset, not from what disassociating made of it. Cost: linear in the rows.
    """
    rows = dataset
    if constraints.drop:
        rows = dataset.with_rows(other_rows(dataset.engine, dataset.transactions, constraints.drop))
    return holders(rows, result, sensitive, key)


def cost_of(engine: Engine, diverse: Diverse) -> Measures:
    """Return, and tell, what became of records and sensitive items so that few records of a cluster hold each."""
    suppressed = engine.count(diverse.taken_out)
    if diverse.moved or suppressed:
        engine.trace.note(
            f"{diverse.moved:,} records moved to other clusters and {suppressed:,} occurrences of sensitive items were "
            "taken out, so that no more records of a cluster hold a sensitive item than may"
        )
    if diverse.emptied:
        engine.trace.note(f"{diverse.emptied:,} records held nothing else and are in no cluster")
    return Measures(moved_records=diverse.moved, sensitive_suppressed=suppressed, emptied_records=diverse.emptied)
