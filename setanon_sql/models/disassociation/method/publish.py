"""The three tables that are published: labels instead of item numbers, random numbers instead of everything else."""

from dataclasses import dataclass

from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.keys import digest_of_numbers
from setanon_sql.keys import key as key_of
from setanon_sql.models.disassociation.method.plan import Disassociated
from setanon_sql.query.templates import Table, all_rows


@dataclass(frozen=True)
class PublishedFolder:
    """The tables of a disassociated release, as in its files.

    ``clusters``: ``cluster_id, parent_id, kind, size``. ``subrecords``: ``cluster_id, chunk_id, subrecord_id, item``.
    ``terms``: ``cluster_id, item``. Items are labels. Where k counts persons also, for a recount only, whose the pieces
    are: ``subrecord_persons``: ``subrecord_id, person``; ``record_persons``: ``cluster_id, person`` of each record.
    """

    clusters: Table
    subrecords: Table
    terms: Table
    subrecord_persons: Table | None = None
    record_persons: Table | None = None


def key_of_ids(dataset: Dataset, result: Disassociated, seed: str) -> str:
    """Return the key of the numbers of clusters, chunks and subrecords; another source or result has another one.

    Cost: linear in the rows of the result.
    """
    refined = result.refined
    model = result.model
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


@scoped
def publish(engine: Engine, result: Disassociated, labels: Table, key: str) -> PublishedFolder:
    """Return the three tables that are to be published.

    ``result``: what was disassociated. ``labels``: ``item, label``. ``key``: a secret that orders the random numbers,
    see :func:`key_of_ids`.
    Cost: linear in the rows of the result.
    """
    make = engine.table
    refined = result.refined
    published_ids = _published_ids(engine, result, key)
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
    owners = _owners(engine, result, published_ids) if result.persons else {}
    return PublishedFolder(clusters, subrecords, terms, **owners)


@scoped
def _owners(engine: Engine, result: Disassociated, published_ids: dict[str, Table]) -> dict[str, Table]:
    """Return whose the pieces are, under their published numbers."""
    assert result.persons is not None
    places = _places(engine, result, published_ids["published_cluster_ids"])
    subrecord_ids = published_ids["published_subrecord_ids"]
    return {
        "subrecord_persons": engine.table(
            "disassociation/publish/subrecord_persons", published_subrecord_ids=subrecord_ids, persons=result.persons
        ),
        "record_persons": engine.table("disassociation/publish/record_persons", places=places, persons=result.persons),
    }


def _places(engine: Engine, result: Disassociated, published_cluster_ids: Table) -> Table:
    """Return ``record_id, published_id``: the simple cluster of each record."""
    numbers = {"published_cluster_ids": published_cluster_ids}
    return engine.table("disassociation/publish/places", clusters=result.clusters, **numbers)


@scoped
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
    return engine.table(
        "disassociation/publish/record_clusters", clusters=result.clusters, published_cluster_ids=numbers,
        record_ids=names,
    )  # fmt: skip


@scoped
def holders(dataset: Dataset, result: Disassociated, sensitive: Table, key: str) -> Table:
    """Return which record of which published cluster holds which sensitive item, for a recount.

    A scratch table ``record_id, cluster_id, item`` (label). ``sensitive``: ``item``. ``key`` is that of
    :func:`publish`. Cost: linear in the rows of the dataset.
    """
    engine = dataset.engine
    taken_out = result.taken_out(dataset.engine)
    numbers = engine.table(
        "disassociation/publish/published_cluster_ids",
        clusters=result.clusters,
        joints=result.refined.joints,
        key=key,
    )
    return engine.table(
        "disassociation/diversity/holders", transactions=dataset.transactions, sensitive=sensitive,
        taken_out=taken_out, clusters=result.clusters, published_cluster_ids=numbers, labels=dataset.items,
    )  # fmt: skip


@scoped
def ledger(dataset: Dataset, result: Disassociated, seed: str, key: str) -> Table:
    """Return what became of each item of each record, with the numbers that it was published under.

    A scratch table ``position, record_id, item, action, label, cause`` for the data's owner alone: ``action`` is the
    part that the item is in, ``cause`` the cluster, chunk and subrecord. The first row holds ``seed``; ``key``
    is that of :func:`publish`. A row more for each record has its simple cluster as ``label``.
    """
    engine = dataset.engine
    published_ids = _published_ids(dataset.engine, result, key)
    names = dataset.names()
    taken_out = result.taken_out(engine)
    rows = engine.table(
        "disassociation/ledger/ledger", transactions=dataset.transactions, record_ids=names, labels=dataset.items,
        seed=seed, clusters=result.clusters, terms=result.refined.terms, taken_out=taken_out, **published_ids,
    )  # fmt: skip
    places = _places(engine, result, published_ids["published_cluster_ids"])
    engine.append(rows, "release/ledger/released", places=places, record_ids=names)
    return rows


@scoped
def _published_ids(engine: Engine, result: Disassociated, key: str) -> dict[str, Table]:
    """Return the rows of all chunks, and the random numbers of clusters, chunks and subrecords."""
    make = engine.table
    refined = result.refined
    chunks = make(all_rows(result.chunks))
    engine.append(chunks, all_rows(refined.chunks))
    rows = result.chunk_rows(engine, result.chunks, refined.chunks)
    return {
        "chunk_rows": rows,
        "published_cluster_ids": make(
            "disassociation/publish/published_cluster_ids", clusters=result.clusters, joints=refined.joints, key=key
        ),
        "published_subrecord_ids": make("disassociation/publish/published_subrecord_ids", chunk_rows=rows, key=key),
        "published_chunk_ids": make("disassociation/publish/published_chunk_ids", chunks=chunks, key=key),
    }
