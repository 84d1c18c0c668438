"""The three tables that are published: labels instead of item numbers, random numbers instead of everything else."""

from dataclasses import dataclass

from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine
from setanon_sql.keys import digest_of_numbers
from setanon_sql.keys import key as key_of
from setanon_sql.methods.disassociation.method import Disassociated
from setanon_sql.query.templates import Table, all_rows


@dataclass(frozen=True)
class PublishedFolder:
    """The tables of a disassociated release, as in its files.

    ``clusters``: ``cluster_id, parent_id, kind, size``. ``subrecords``: ``cluster_id, chunk_id, subrecord_id, item``.
    ``terms``: ``cluster_id, item``. Items are labels.
    """

    clusters: Table
    subrecords: Table
    terms: Table


def key_of_ids(dataset: Dataset, result: Disassociated, seed: str) -> str:
    """Return the key of the numbers of clusters, chunks and subrecords; another source or result has another one.

    Cost: linear in the rows of the result.
    """
    refined, model = result.refined, result.model
    digest = digest_of_numbers(
        dataset.engine,
        (result.clusters, "record_id", "cluster_id", "cluster_id", "cluster_id"),
        (result.rows, "record_id", "cluster_id", "item", "item"),
        (result.chunks, "cluster_id", "item", "chunk", "chunk"),
        (refined.rows, "record_id", "cluster_id", "item", "item"),
        (refined.chunks, "cluster_id", "item", "chunk", "chunk"),
        (refined.terms, "cluster_id", "item", "item", "item"),
        (refined.joints, "joint_id", "child_id", "leaf_id", "leaf_id"),
    )
    parameters = {"model": model.name, **model.parameters, "method": result.method, "result": digest}
    return key_of(seed, dataset.digest, parameters, "numbers of clusters, chunks and subrecords")


def publish(engine: Engine, result: Disassociated, labels: Table, key: str) -> PublishedFolder:
    """Return the three tables that are to be published.

    ``result``: what was disassociated. ``labels``: ``item, label``. ``key``: a secret that orders the random numbers,
    see :func:`key_of_ids`.
    Cost: linear in the rows of the result.
    """
    make, refined, published_ids = engine.table, result.refined, _published_ids(engine, result, key)
    subrecords = make("disassociation/publish/published_subrecords", labels=labels, **published_ids)
    clusters = make(
        "disassociation/publish/published_clusters",
        published_cluster_ids=published_ids["published_cluster_ids"],
        joints=refined.joints,
    )
    terms = make(
        "disassociation/publish/published_terms",
        terms=refined.terms,
        published_cluster_ids=published_ids["published_cluster_ids"],
        labels=labels,
    )
    engine.drop(*published_ids.values())
    return PublishedFolder(clusters, subrecords, terms)


def record_clusters(dataset: Dataset, result: Disassociated, key: str) -> Table:
    """Return which cluster each record of the source is published in, for the data's owner alone.

    A scratch table ``source_id, cluster_id``; ``key`` is that of :func:`publish`. Cost: linear in the records.
    """
    engine = dataset.engine
    numbers = engine.table(
        "disassociation/publish/published_cluster_ids",
        clusters=result.clusters,
        joints=result.refined.joints,
        key=key,
    )
    names = dataset.names()
    made = engine.table(
        "disassociation/publish/record_clusters", clusters=result.clusters, published_cluster_ids=numbers,
        record_ids=names,
    )  # fmt: skip
    engine.drop(numbers)
    return made


def holders(dataset: Dataset, result: Disassociated, sensitive: Table, key: str) -> Table:
    """Return which record of which published cluster holds which sensitive item, for a recount.

    A scratch table ``record_id, cluster_id, item`` (label). ``sensitive``: ``item``. ``key`` is that of
    :func:`publish`. Cost: linear in the rows of the dataset.
    """
    engine, taken_out = dataset.engine, result.taken_out(dataset.engine)
    numbers = engine.table(
        "disassociation/publish/published_cluster_ids",
        clusters=result.clusters,
        joints=result.refined.joints,
        key=key,
    )
    made = engine.table(
        "disassociation/diversity/holders", transactions=dataset.transactions, sensitive=sensitive,
        taken_out=taken_out, clusters=result.clusters, published_cluster_ids=numbers, labels=dataset.items,
    )  # fmt: skip
    engine.drop(numbers, taken_out)
    return made


def ledger(dataset: Dataset, result: Disassociated, seed: str, key: str) -> Table:
    """Return what became of each item of each record, with the numbers that it was published under.

    A scratch table ``position, record_id, item, action, label, cause`` for the data's owner alone: ``action`` is the
    part that the item is in, ``cause`` the cluster, chunk and subrecord. The first row holds ``seed``; ``key``
    is that of :func:`publish`.
    """
    engine, published_ids = dataset.engine, _published_ids(dataset.engine, result, key)
    names, taken_out = dataset.names(), result.taken_out(engine)
    made = engine.table(
        "disassociation/ledger/ledger", transactions=dataset.transactions, record_ids=names, labels=dataset.items,
        seed=seed, clusters=result.clusters, terms=result.refined.terms, taken_out=taken_out, **published_ids,
    )  # fmt: skip
    engine.drop(taken_out, *published_ids.values())
    return made


def _published_ids(engine: Engine, result: Disassociated, key: str) -> dict[str, Table]:
    """The rows of all chunks, and the random numbers of clusters, chunks and subrecords."""
    make, refined = engine.table, result.refined
    chunks = make(all_rows(result.chunks))
    engine.append(chunks, all_rows(refined.chunks))
    rows = result.chunk_rows(engine, result.chunks, refined.chunks)
    published_ids = {
        "chunk_rows": rows,
        "published_cluster_ids": make(
            "disassociation/publish/published_cluster_ids", clusters=result.clusters, joints=refined.joints, key=key
        ),
        "published_subrecord_ids": make("disassociation/publish/published_subrecord_ids", chunk_rows=rows, key=key),
        "published_chunk_ids": make("disassociation/publish/published_chunk_ids", chunks=chunks, key=key),
    }
    engine.drop(chunks)
    return published_ids
