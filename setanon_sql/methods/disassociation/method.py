"""The three steps one after the other, over a dataset."""

from collections.abc import Sequence
from dataclasses import dataclass

from setanon_sql.dataset import Dataset
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.methods.disassociation.horpart import Order, Split, horpart
from setanon_sql.methods.disassociation.refine import Refined, Steps, refine
from setanon_sql.methods.disassociation.verpart import verpart
from setanon_sql.models import Disassociation
from setanon_sql.sql import Table


@dataclass(frozen=True)
class Disassociated:
    """The result inside the engine of the dataset, with the numbers of records and items that the dataset uses.

    ``clusters``: ``record_id, cluster_id``. ``rows``: ``record_id, cluster_id, item``. ``chunks`` (record chunks):
    ``cluster_id, item, chunk, support``. ``refined``: joint clusters, shared chunks, and what is left in term chunks.
    ``method`` is the name as a manifest spells it. ``records`` counts records with an item.
    """

    model: Disassociation
    method: str
    records: int
    clusters: Table
    rows: Table
    chunks: Table
    refined: Refined


_NAMES: dict[Order, str] = {
    "chosen": "disassociation",
    "exact": "disassociation (one item at a time)",
    "literal": "disassociation (literal)",
}


def disassociate(
    dataset: Dataset, model: Disassociation, sensitive: Sequence[str] = (), *, order: Order = "chosen"
) -> Disassociated:
    """Disassociate ``dataset``; ``sensitive`` names items that go to term chunks only.

    Records without any item are in no cluster. ``order`` is how HORPART splits: see there; the result of ``literal``
    does not keep the guarantee. Raises BadParameter for fewer than k records, BadInput for a sensitive item that the
    data does not have.
    """
    engine, transactions = dataset.engine, dataset.transactions
    records = engine.number("disassociation/record_count", transactions=transactions)
    if records < model.k:
        raise BadParameter(
            f"the data has {records} records with an item and k is {model.k}: no cluster can have k records",
            "use a smaller --k or more records",
        )
    secret = sensitive_items(dataset, sensitive)
    clusters = horpart(engine, transactions, secret, Split(model.k, model.cluster_size, order))
    rows = engine.table("disassociation/cluster_rows", transactions=transactions, clusters=clusters)
    split = verpart(engine, rows, secret, model.k, model.m)
    given = Steps(clusters, rows, split, secret)
    refined = refine(engine, given, model.k, model.m, join=model.refine)
    engine.drop(secret, split.terms)
    return Disassociated(model, _NAMES[order], records, clusters, rows, split.chunks, refined)


def sensitive_items(dataset: Dataset, labels: Sequence[str]) -> Table:
    """Return a scratch table ``item`` of the items with these labels; BadInput where one is not in the data."""
    engine = dataset.engine
    names = engine.load("sensitive", {"label": str}, [list(labels)])
    found = engine.table("disassociation/sensitive_items", names=names, labels=dataset.items)
    missing = len(set(labels)) - engine.count(found)
    if missing:
        raise BadInput(f"{missing} sensitive items do not occur in the data", "check the spelling in --sensitive")
    engine.drop(names)
    return found
