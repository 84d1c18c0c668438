"""The three steps one after the other, over a dataset."""

from dataclasses import dataclass

from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine
from setanon_sql.methods.disassociation.horpart import Split, horpart
from setanon_sql.methods.disassociation.parts import by_clusters, by_records, in_order
from setanon_sql.methods.disassociation.refine import Refined, Steps, refine
from setanon_sql.methods.disassociation.verpart import verpart
from setanon_sql.models import Disassociation
from setanon_sql.options.words import Clustering
from setanon_sql.query.templates import Table


@dataclass(frozen=True)
class Disassociated:
    """The result inside the engine of the dataset, with the numbers of records and items that the dataset uses.

    ``clusters``: ``record_id, cluster_id``. ``rows``: ``record_id, cluster_id, item, position`` (of the record in
    its cluster). ``chunks`` (record chunks): ``cluster_id, item, chunk, support``. ``refined``: joint clusters, shared
    chunks, and what is left in term chunks.
    ``method`` is the name as a manifest spells it. ``records`` counts records with an item.
    """

    model: Disassociation
    method: str
    records: int
    clusters: Table
    rows: Table
    chunks: Table
    refined: Refined

    def chunk_rows(self, engine: Engine, own: Table, shared: Table) -> Table:
        """Return a scratch table ``cluster_id, chunk, record_id, item``: the subrecords of some chunks.

        ``own`` (of ``chunks``) and ``shared`` (of ``refined``): ``cluster_id, item, chunk``.
        """
        query, cut = "disassociation/refine_join/chunk_rows", dict.fromkeys(("cluster_rows", "chunks"), "cluster_id")
        rows = by_clusters(engine, query, cut, cluster_rows=self.rows, chunks=own)
        engine.append(rows, query, cluster_rows=self.refined.rows, chunks=shared)
        return rows

    def drop(self, engine: Engine) -> None:
        """Drop its tables, once nothing else is to be made of them."""
        refined = self.refined
        engine.drop(self.clusters, self.rows, self.chunks, refined.joints, refined.rows, refined.chunks, refined.terms)


_NAMES: dict[Clustering, str] = {
    "improved": "disassociation",
    "exact": "disassociation (one item at a time)",
    "paper": "disassociation (paper)",
}


def disassociate(
    dataset: Dataset,
    model: Disassociation,
    sensitive: Table | None = None,
    *,
    algorithm: Clustering = "improved",
    keep: Table | None = None,
) -> Disassociated:
    """Disassociate a dataset: HORPART, VERPART and, where the model has it, REFINE.

    ``dataset``: the transactions, in an engine; records without any item are in no cluster.
    ``model``: k, m, the cluster size, and whether clusters are joined.
    ``sensitive``: ``item``, what goes to term chunks only; None: nothing does.
    ``algorithm``: how HORPART splits: see there; the result of ``paper`` does not keep the guarantee.
    ``keep``: ``item``, what goes to term chunks only where nothing else can; None: nothing is spared.

    Cost: a few queries for each level of clusters; counting the sets of up to m items in each cluster.
    Raises BadParameter for fewer than k records.
    Source: Terrovitis et al., section 4.
    """
    engine, transactions = dataset.engine, dataset.transactions
    secret = sensitive or nothing_sensitive(engine)
    clusters = horpart(engine, transactions, secret, Split(model.k, model.cluster_size, algorithm))
    return in_clusters(dataset, model, clusters, secret, _NAMES[algorithm], keep=keep)


def nothing_sensitive(engine: Engine) -> Table:
    """Return a scratch table ``item`` without rows."""
    return engine.load("sensitive", {"item": int}, [[]])


def _cluster_rows(dataset: Dataset, clusters: Table) -> Table:
    engine = dataset.engine
    positions = engine.table("disassociation/verpart_nodes/positions", clusters=clusters)
    cut = {"positions": "record_id", "transactions": "record_id"}
    rows = by_records(
        engine, "disassociation/verpart_nodes/cluster_rows", cut,
        transactions=dataset.transactions, positions=positions,
    )  # fmt: skip
    engine.drop(positions)
    return in_order(engine, rows)


def in_clusters(
    dataset: Dataset,
    model: Disassociation,
    clusters: Table,
    sensitive: Table,
    method: str,
    *,
    keep: Table | None = None,
) -> Disassociated:
    """Split and refine given ``clusters`` (``record_id, cluster_id``); ``sensitive`` (``item``) is dropped.

    The guarantee needs clusters of k records or more. ``keep``: as for :func:`disassociate`.
    ``method`` is the name as a manifest spells it.
    """
    engine = dataset.engine
    rows = _cluster_rows(dataset, clusters)
    split = verpart(engine, rows, sensitive, model.k, model.m, keep=keep)
    given = Steps(clusters, rows, split, sensitive, keep)
    refined = refine(engine, given, model.k, model.m, join=model.refine)
    engine.drop(sensitive, split.terms)
    return Disassociated(model, method, engine.count(clusters), clusters, rows, split.chunks, refined)
