"""The three steps one after the other, over a dataset."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.models.disassociation.method.diversity import Diverse, make_diverse
from setanon_sql.models.disassociation.method.horpart import Split, horpart
from setanon_sql.models.disassociation.method.parts import table_by_clusters
from setanon_sql.models.disassociation.method.refine import Refined, Steps, refine
from setanon_sql.models.disassociation.method.rows import cluster_rows
from setanon_sql.models.disassociation.method.verpart import verpart
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.options.words import Clustering
from setanon_sql.query.templates import Table, all_rows


@dataclass(frozen=True)
class Wishes:
    """Requests about chunks, which are met as far as the model allows.

    ``together``: itemsets (numbers of items) that stay in one chunk, the first ones first. ``refine_seconds``: time for
    the chunks of joint clusters; None: no limit.
    """

    together: Sequence[Sequence[int]] = ()
    refine_seconds: float | None = None


@dataclass(frozen=True)
class Disassociated:
    """The result inside the engine of the dataset, with the numbers of records and items that the dataset uses.

    ``clusters``: ``record_id, cluster_id``. ``rows``: ``record_id, cluster_id, item, position`` (of the record in
    its cluster). ``chunks`` (record chunks): ``cluster_id, item, chunk, support``. ``refined``: joint clusters, shared
    chunks, and what is left in term chunks.
    ``method`` is the name as a manifest spells it. ``records`` counts records with an item.
    ``sensitive`` (``item``) are in term chunks only. ``diverse``: what keeping them rare in each cluster took; None
    where the model does not ask for that. ``persons`` (``record_id, person``): whom k counts; None: records.
    """

    model: Disassociation
    method: str
    records: int
    clusters: Table
    rows: Table
    chunks: Table
    refined: Refined
    sensitive: Table | None = None
    diverse: Diverse | None = None
    persons: Table | None = None

    def chunk_rows(self, engine: Engine, record_chunks: Table, shared_chunks: Table) -> Table:
        """Return a scratch table ``cluster_id, chunk, record_id, item``: the subrecords of some chunks.

        ``record_chunks`` (of ``chunks``) and ``shared_chunks`` (of ``refined``): ``cluster_id, item, chunk``.
        """
        query = "disassociation/refine_join/chunk_rows"
        cut = dict.fromkeys(("cluster_rows", "chunks"), "cluster_id")
        rows = table_by_clusters(engine, query, cut, cluster_rows=self.rows, chunks=record_chunks)
        engine.append(rows, query, cluster_rows=self.refined.rows, chunks=shared_chunks)
        return rows

    def drop(self, engine: Engine) -> None:
        """Drop its tables, once nothing else is to be made of them."""
        refined = self.refined
        engine.drop(self.clusters, self.rows, self.chunks, refined.joints, refined.rows, refined.chunks, refined.terms)
        engine.drop(self.sensitive, self.diverse.taken_out if self.diverse else None)

    def taken_out(self, engine: Engine) -> Table:
        """Return a scratch table ``record_id, item`` of the occurrences of sensitive items that were taken out."""
        return engine.table(all_rows(self.diverse.taken_out)) if self.diverse else _no_rows(engine)


_NAMES: dict[Clustering, str] = {
    "improved": "disassociation",
    "exact": "disassociation (one item at a time)",
    "paper": "disassociation (paper)",
}


@scoped
def disassociate(
    dataset: Dataset,
    model: Disassociation,
    sensitive: Table | None = None,
    *,
    algorithm: Clustering = "improved",
    keep: Table | None = None,
    wishes: Wishes | None = None,
) -> Disassociated:
    """Disassociate a dataset: HORPART, diversity where the model has it, VERPART and, likewise, REFINE.

    ``dataset``: the transactions, in an engine; records without any item are in no cluster.
    ``model``: k, m, the cluster size, and whether clusters are joined.
    ``sensitive``: ``item``, what goes to term chunks only; None: nothing does.
    ``algorithm``: how HORPART splits: see there; the result of ``paper`` does not keep the guarantee.
    ``keep``: ``item``, what goes to term chunks only where nothing else can; None: nothing is spared.
    ``wishes``: what else is asked of the chunks; None: nothing.

    Cost: a few queries for each level of clusters; counting the sets of up to m items in each cluster.
    Raises BadParameter for fewer than k records, or persons; NotReached where sensitive items leave fewer than k.
    Source: Terrovitis et al., section 4.
    """
    engine = dataset.engine
    transactions = dataset.transactions
    secret = sensitive or no_sensitive_items(engine)
    split = Split(model.k, model.cluster_size, algorithm, model.diversity or 1)
    persons = dataset.persons if model.person else None
    clusters = horpart(engine, transactions, secret, split, persons)
    if model.diversity is None:
        return disassociate_clusters(dataset, model, clusters, secret, _NAMES[algorithm], keep=keep, wishes=wishes)
    least = {"diversity": model.diversity, "k": split.fewest(model.k)}
    diverse = make_diverse(engine, transactions, secret, clusters, **least, persons=persons)
    remaining = _without_rows(dataset, diverse.taken_out)
    result = disassociate_clusters(
        remaining, model, diverse.clusters, secret, _NAMES[algorithm], keep=keep, wishes=wishes
    )
    return replace(result, diverse=diverse)


def _without_rows(dataset: Dataset, taken_out: Table) -> Dataset:
    """Return a dataset without the occurrences that were taken out."""
    if not dataset.engine.count(taken_out):
        return dataset
    rows = {"present": dataset.transactions, "suppressions": taken_out}
    return dataset.with_rows(dataset.engine.table("sources/dataset/rows_without", **rows))


def _no_rows(engine: Engine) -> Table:
    return engine.empty("taken_out", "record_id", "item")


def no_sensitive_items(engine: Engine) -> Table:
    """Return a scratch table ``item`` without rows."""
    return engine.load("sensitive", {"item": int}, [[]])


@scoped
def disassociate_clusters(
    dataset: Dataset,
    model: Disassociation,
    clusters: Table,
    sensitive: Table,
    method: str,
    *,
    keep: Table | None = None,
    wishes: Wishes | None = None,
) -> Disassociated:
    """Split and refine given ``clusters`` (``record_id, cluster_id``); ``sensitive``: ``item``, for term chunks only.

    The guarantee needs clusters of k records, or persons, or more. ``keep``, ``wishes``: as for
    :func:`disassociate`.
    ``method`` is the name as a manifest spells it.
    """
    engine = dataset.engine
    persons = dataset.persons if model.person else None
    wishes = wishes or Wishes()
    in_clusters = cluster_rows(engine, dataset.transactions, clusters, persons)
    split = verpart(
        engine, in_clusters.rows, sensitive, model.k, model.m, keep=keep, words=in_clusters.words,
        together=wishes.together,
    )  # fmt: skip
    steps = Steps(clusters, in_clusters.rows, split, sensitive, keep, persons, wishes.together)
    refined = refine(engine, steps, model.k, model.m, join=model.refine, seconds=wishes.refine_seconds)
    return Disassociated(
        model, method, engine.count(clusters), clusters, in_clusters.rows, split.chunks, refined, sensitive,
        persons=persons,
    )  # fmt: skip
